//! What was found in a published file besides what was demanded, and what both come to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a risk is about.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RiskKind {
    /// Columns that were masked one by one single people out together.
    JointK,
}

/// How grave a risk is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; it changes no verdict.
    Notice,
    /// Worth a decision.
    Warning,
    /// Somebody can be found.
    Severe,
}

/// A risk that was measured in a published file.
///
/// ```
/// use incrowd_terms::{Risk, RiskKind, Severity};
/// let risk = Risk {
///     kind: RiskKind::JointK,
///     severity: Severity::Severe,
///     count: 3,
///     of: 1_000,
///     columns: vec!["age".into(), "zip".into()],
///     what: "3 rows share their combination with fewer than 5".into(),
/// };
/// assert_eq!(serde_json::to_value(&risk).unwrap()["kind"], "joint-k");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Risk {
    /// What it is about.
    pub kind: RiskKind,
    /// How grave it is.
    pub severity: Severity,
    /// How many rows, classes or people it concerns.
    pub count: u64,
    /// Out of how many.
    pub of: u64,
    /// The columns that it comes from.
    pub columns: Vec<String>,
    /// A sentence for people.
    pub what: String,
}

/// What a result comes to: the demands and the risks together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OverallVerdict {
    /// Every demand holds, and no risk of note was found.
    Holds,
    /// Every demand holds, and a risk was found.
    HoldsWithRisks,
    /// A demand does not hold.
    Fails,
}

impl OverallVerdict {
    /// What demands that hold or do not, and risks, come to.
    #[must_use]
    pub fn of(hold: bool, risks: &[Risk]) -> OverallVerdict {
        let of_note = risks.iter().any(|risk| risk.severity > Severity::Notice);
        match (hold, of_note) {
            (false, _) => OverallVerdict::Fails,
            (true, true) => OverallVerdict::HoldsWithRisks,
            (true, false) => OverallVerdict::Holds,
        }
    }
}
