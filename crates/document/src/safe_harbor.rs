//! The eighteen rules of HIPAA's safe harbor.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A rule, and the columns that fall under it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SafeHarborRule {
    /// The letter of the rule.
    pub letter: String,
    /// What it is about.
    pub identifier: String,
    /// What it says.
    pub rule: String,
    /// The columns that fall under it.
    pub columns: Vec<SafeHarborColumn>,
}

/// A column that falls under a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SafeHarborColumn {
    /// The column.
    pub name: String,
    /// How it was recognised.
    pub why: String,
    /// What the rule asks for.
    pub treatment: String,
    /// Why it asks for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// What was done; absent if nothing was done yet.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub done: Option<String>,
}
