//! Precision (Sweeney 2002): how far up its hierarchy a cell was moved, as a share of the height.
//!
//! The cost is one minus Sweeney's precision, so that less is better as everywhere.

use crate::hierarchy::Hierarchy;

use super::{Basis, CellCost, ColumnPrice, Cost};

impl Cost {
    /// Level over height, averaged over cells.
    pub const PRECISION: Cost = Cost {
        name: "precision",
        about: "how far up its hierarchy a cell was moved",
        basis: Basis::Cells(&Precision),
    };
}

struct Precision;

impl CellCost for Precision {
    fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice {
        let height = hierarchy.height() as u64;
        let scale = if height == 0 { 0.0 } else { 1.0 / height as f64 };
        ColumnPrice::per_node(hierarchy, leaf_rows, height, scale, |level, _| level as u64)
    }
}
