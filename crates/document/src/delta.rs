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
    /// What the limits follow from.
    pub stakes: DeltaStakes,
    /// The share of the population that is in the table.
    pub share: f64,
    /// How much more a person can seem to cost after the release, at most.
    pub worth_more: f64,
    /// How much less a person can seem to cost after the release, at most.
    pub worth_less: f64,
    /// What it is worth to choose between two people by the release, at most.
    pub worth_pair: f64,
    /// Whether a release of the whole table can have these limits.
    pub possible: bool,
}

/// What a policy knows and accepts. Shares and amounts are exact fractions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeltaStakes {
    /// How likely anyone is to have the trait.
    pub prior: String,
    /// People in the table.
    pub members: u64,
    /// People in the population.
    pub people: u64,
    /// How much more a person may seem to cost.
    pub cost: String,
    /// What it is worth to know that a person has the trait.
    pub gain: String,
    /// How much less a person may seem to cost; null without a limit.
    pub cost_out: Option<String>,
}
