//! The answer of `incrowd release --explore`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What several demands would cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExploreDocument {
    /// The demand that varies.
    pub explore: String,
    /// The cost that is minimised.
    pub cost: String,
    /// Rows of the table.
    pub rows: u64,
    /// The quasi-identifiers, of full-domain releases.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub columns: Vec<String>,
    /// One entry for each value of the demand.
    pub table: Vec<ExploreRow>,
    /// How long it took. It may be removed, so that equal results are equal documents.
    #[serde(default)]
    pub seconds: f64,
}

/// What one value of the demand would cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExploreRow {
    /// The demand that varies, with its value.
    #[serde(flatten)]
    pub demand: BTreeMap<String, String>,
    /// Whether a release meets it.
    pub possible: bool,
    /// Whether the answer is proven.
    pub proven: bool,
    /// The loss, if there is a release.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub loss: Option<f64>,
    /// The cost that was minimised.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cost: Option<f64>,
    /// No release of the family costs less.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lower_bound: Option<f64>,
    /// The family of releases.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lower_bound_of: Option<String>,
    /// The loss of published rows alone; absent if none is suppressed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub published_loss: Option<f64>,
    /// Suppressed rows.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub suppressed: Option<u64>,
    /// Classes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub classes: Option<u64>,
    /// The level of each column, of full-domain releases.
    #[serde(
        with = "incrowd_judge::by_column::option",
        skip_serializing_if = "Option::is_none",
        default
    )]
    #[schemars(with = "Option<BTreeMap<String, u8>>")]
    pub levels: Option<Vec<(String, u8)>>,
}
