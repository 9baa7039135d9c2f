//! The answer of `incrowd attack`.

use incrowd_judge::{AttackFindings, EmpiricalRisks};
use incrowd_terms::Guarantee;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{EngineUse, Evidence};

/// What an attacker learns from a published table, with a register or without one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("anyOf" = [{"required": ["people", "presence"]}, {"required": ["empirical"]}]))]
pub struct AttackDocument {
    /// The published table.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub table: Option<String>,
    /// The register.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub public: Option<String>,
    /// The table that was published, as it was before.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub original: Option<String>,
    /// What was found with the register.
    #[serde(flatten)]
    pub attacked: Option<AttackFindings>,
    /// What guesses without a register achieve.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub empirical: Option<EmpiricalRisks>,
    /// The demand on presence, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub guarantees: Option<Vec<Guarantee>>,
    /// The same demand in words.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub demands: Vec<String>,
    /// What a reader needs besides, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub evidence: Option<Evidence>,
    /// The database that did a part of the work, if the table is in one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub engine: Option<EngineUse>,
}
