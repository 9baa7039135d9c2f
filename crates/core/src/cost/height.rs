//! Height (Samarati 2001): the sum of the levels. A suppressed row counts as fully generalized,
//! so the cost is the mean height of all input rows.

use crate::hierarchy::Hierarchy;

use super::{Basis, CellCost, ColumnPrice, Cost};

impl Cost {
    /// The sum of levels.
    pub const HEIGHT: Cost =
        Cost { name: "height", about: "the sum of the levels", basis: Basis::Cells(&Height) };
}

struct Height;

impl CellCost for Height {
    fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice {
        let height = hierarchy.height() as u64;
        ColumnPrice::per_node(hierarchy, leaf_rows, height, 1.0, |level, _| level as u64)
    }

    fn adds_up(&self) -> bool {
        true
    }
}
