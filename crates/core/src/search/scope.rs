//! What a steward allows a search, and how much each column counts.

use std::ops::RangeInclusive;

use crate::encoded::Encoded;

/// Per column what may become of it, and how many rows may be left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Scope {
    /// Per column: the levels it may have; where whole columns are generalized.
    pub levels: Vec<RangeInclusive<u8>>,
    /// Per column: how much it counts.
    pub weights: Vec<f64>,
    /// Per column: whether ranges lose by their ends' values, for want of a hierarchy; where boxes
    /// are cut.
    pub by_values: Vec<bool>,
    /// How many rows may be suppressed.
    pub limit: u64,
}

impl Scope {
    /// Any level, all columns alike, and nobody suppressed.
    #[must_use]
    pub fn of(table: &Encoded) -> Scope {
        let columns = table.hierarchies.len();
        Scope {
            levels: table.hierarchies.iter().map(|column| 0..=column.height() as u8).collect(),
            weights: vec![1.0; columns],
            by_values: vec![false; columns],
            limit: 0,
        }
    }
}
