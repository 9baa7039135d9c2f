//! What a release shows together with earlier releases of the same people.

use incrowd_terms::Guarantee;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What whoever has all releases sees: joint classes are rows that have the same classes in all of them,
/// and stand in the same of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AfterDocument {
    /// The earlier releases.
    pub releases: Vec<EarlierReleaseDocument>,
    /// Rows that any release has.
    pub rows: u64,
    /// People who have them, where people are counted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub people: Option<u64>,
    /// Rows of this release that no earlier one has.
    pub new_rows: u64,
    /// Rows of which it is uncertain which releases have them: k and l are measured for the worst case.
    pub uncertain: u64,
    /// Joint classes.
    pub classes: u64,
    /// Rows, or people, of the smallest joint class.
    pub k: Option<u64>,
    /// Rows, or people, who are alone in a joint class.
    pub alone: u64,
    /// Each demand, measured on joint classes, in the order of `guarantees` of this release.
    pub guarantees: Vec<Guarantee>,
    /// Demands on earlier releases that are none on this one, measured on joint classes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub promises: Vec<EarlierPromise>,
}

/// An earlier release beside the original of this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EarlierReleaseDocument {
    /// The file of its certificate.
    pub certificate: String,
    /// The published file.
    pub published: String,
    /// The SHA-256 of the published file.
    pub sha256: String,
    /// Its rows.
    pub rows: u64,
    /// Rows of it that are rows of the original.
    pub linked: u64,
    /// Rows that are not: people who left, or whose values changed.
    pub gone: u64,
    /// Rows of the original that it lacks: people who came, or whose rows were suppressed.
    pub lacks: u64,
}

/// A demand on an earlier release, measured on joint classes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EarlierPromise {
    /// The published file of that release.
    pub published: String,
    /// What was demanded and measured.
    #[serde(flatten)]
    pub guarantee: Guarantee,
}
