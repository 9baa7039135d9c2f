//! The answer of `incrowd attack`.

use incrowd_judge::Attacked;
use incrowd_terms::Guarantee;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Evidence;

/// What an attacker learns from a published table and a register.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttackDocument {
    /// What was found.
    #[serde(flatten)]
    pub attacked: Attacked,
    /// The demand on presence, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub guarantees: Option<Vec<Guarantee>>,
    /// What a reader needs besides, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub evidence: Option<Evidence>,
}
