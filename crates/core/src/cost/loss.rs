//! The loss metric: how many leaves a published cell could be.
//!
//! Iyengar (2002): a cell generalized to a node with M of the column's A leaves loses
//! (M-1)/(A-1); a column with a single leaf loses nothing. All leaves of the hierarchy count, those
//! the data lack included. In boxes, numbers and dates without a hierarchy of their own lose by the
//! distance of a range's ends.

use crate::hierarchy::Hierarchy;

use super::{Basis, CellCost, ColumnPrice, Cost, RangeLoss, RangeLossFn};

impl Cost {
    /// Iyengar's loss (M-1)/(A-1), averaged over cells.
    pub const LOSS: Cost = Cost {
        name: "loss",
        about: "the share of other values that a cell could be",
        basis: Basis::Cells(&Loss),
    };
}

struct Loss;

impl CellCost for Loss {
    fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice {
        let star = hierarchy.leaves() as u64 - 1;
        let scale = if star == 0 { 0.0 } else { 1.0 / star as f64 };
        ColumnPrice::per_node(hierarchy, leaf_rows, star, scale, |level, node| {
            hierarchy.span(level, node).len() as u64 - 1
        })
    }

    fn range_loss(&self) -> Option<RangeLossFn> {
        Some(range_loss)
    }
}

pub(super) fn range_loss(hierarchy: &Hierarchy, weight: f64, by_values: bool) -> RangeLoss {
    if by_values {
        RangeLoss::by_values(hierarchy, weight)
    } else {
        RangeLoss::by_leaves(hierarchy, weight)
    }
}
