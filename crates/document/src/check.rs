//! The answer of `incrowd check`.

use incrowd_judge::Findings;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CertificateNote, Evidence};

/// What was measured in a published table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckDocument {
    /// Every measure, and each demand beside it.
    #[serde(flatten)]
    pub findings: Findings,
    /// What a reader needs besides, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub evidence: Option<Evidence>,
    /// The certificate that was written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub certificate: Option<CertificateNote>,
}
