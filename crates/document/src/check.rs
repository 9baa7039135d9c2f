//! The answer of `incrowd check`.

use incrowd_judge::Findings;
use incrowd_terms::{OverallVerdict, Risk};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{AfterDocument, CertificateNote, EngineUse, Evidence};

/// What was measured in a published table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckDocument {
    /// The table.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub table: Option<String>,
    /// Every measure, and each demand beside it.
    #[serde(flatten)]
    pub findings: Findings,
    /// What demands and risks come to; null where nothing is demanded.
    #[serde(default)]
    pub verdict: Option<OverallVerdict>,
    /// What else the table tells of people, the gravest first.
    #[serde(default)]
    pub risks: Vec<Risk>,
    /// Rows that are unique on the quasi-identifiers, if the size of the population is known. A group
    /// may divide classes further, and `unique_rows` counts those.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sample_uniques: Option<u64>,
    /// The demands in words, in the order of `guarantees`.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub demands: Vec<String>,
    /// What the table shows together with earlier releases of the same people, if any were named.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after: Option<AfterDocument>,
    /// What a reader needs besides, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub evidence: Option<Evidence>,
    /// The certificate that was written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub certificate: Option<CertificateNote>,
    /// The database that did a part of the work, if the table is in one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub engine: Option<EngineUse>,
}
