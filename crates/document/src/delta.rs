//! The answer of `incrowd delta`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The presence limits that follow from what misuse costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeltaDocument {
    /// The least presence, an exact fraction rounded up.
    pub delta_min: String,
    /// The greatest presence, an exact fraction rounded down.
    pub delta_max: String,
    /// The greatest belief that a person has the trait.
    pub posterior_max: f64,
    /// The least belief.
    pub posterior_min: f64,
    /// How far the beliefs about two people can differ.
    pub pair_gap: f64,
}
