//! The scope of a search: the allowed levels, the weights of the columns and the suppression limit.

use std::ops::RangeInclusive;

use crate::encoded::Encoded;

/// The allowed levels and weights per column, and the suppression limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Scope {
    /// Per column: the allowed levels, for full-domain recoding.
    pub levels: Vec<RangeInclusive<u8>>,
    /// Per column: its weight in the cost.
    pub weights: Vec<f64>,
    /// Per column: whether the loss of a range depends on the values of its ends, because there is
    /// no hierarchy. For boxes.
    pub by_values: Vec<bool>,
    /// How many rows may be suppressed.
    pub limit: u64,
}

impl Scope {
    /// All levels, equal weights, and no suppression.
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
