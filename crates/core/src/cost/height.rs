//! Height (Samarati 2001): the sum of the levels. A suppressed row counts as fully generalized,
//! so the cost is the mean height of all input rows.

use crate::hierarchy::Hierarchy;

use super::{CellCost, ColumnPrice, per_node};

pub(super) struct Height;

impl CellCost for Height {
    fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice {
        per_node(hierarchy, leaf_rows, hierarchy.height() as u64, 1.0, |level, _| level as u64)
    }
}
