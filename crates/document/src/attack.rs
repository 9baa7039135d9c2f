//! The answer of `incrowd attack`.

use incrowd_judge::Attacked;
use incrowd_terms::Guarantee;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Evidence;

/// What an attacker learns from a published table and a register.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttackDocument {
    /// The published table.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub table: Option<String>,
    /// The register.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub public: Option<String>,
    /// What was found.
    #[serde(flatten)]
    pub attacked: Attacked,
    /// The demand on presence, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub guarantees: Option<Vec<Guarantee>>,
    /// The same demand in words.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub demands: Vec<String>,
    /// What a reader needs besides, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub evidence: Option<Evidence>,
}
