//! The ratio variant of the loss metric: a cell generalized to a node with M of the column's A
//! leaves loses M/A, and a kept leaf nothing. All leaves of the hierarchy count, those the data lack
//! included.

use crate::hierarchy::Hierarchy;

use super::{Basis, CellCost, ColumnPrice, Cost, RangeLoss, RangeLossFn};

impl Cost {
    /// M/A, 0 for a kept leaf, averaged over cells.
    pub const LOSS_RATIO: Cost = Cost {
        name: "loss-ratio",
        about: "the share of all values that a cell could be, 0 if kept",
        basis: Basis::Cells(&LossRatio),
    };
}

struct LossRatio;

impl CellCost for LossRatio {
    fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice {
        let star = hierarchy.leaves() as u64;
        let scale = if star == 1 { 0.0 } else { 1.0 / star as f64 };
        ColumnPrice::per_node(hierarchy, leaf_rows, star, scale, |level, node| {
            match hierarchy.span(level, node).len() {
                1 => 0,
                leaves => leaves as u64,
            }
        })
    }

    fn range_loss(&self) -> Option<RangeLossFn> {
        Some(|hierarchy, weight, _| RangeLoss::by_ratio(hierarchy, weight))
    }
}
