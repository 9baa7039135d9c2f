//! The loss metric: how many leaves a published cell could be.
//!
//! Iyengar (2002): a cell generalized to a node with M of the column's A leaves loses
//! (M-1)/(A-1); a column with a single leaf loses nothing. The ratio variant charges M/A, and
//! nothing for a kept leaf. All leaves of the hierarchy count, those the data lack included.

use crate::hierarchy::Hierarchy;

use super::{CellCost, ColumnPrice, per_node};

pub(super) struct Iyengar;

impl CellCost for Iyengar {
    fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice {
        let star = hierarchy.leaves() as u64 - 1;
        let scale = if star == 0 { 0.0 } else { 1.0 / star as f64 };
        per_node(hierarchy, leaf_rows, star, scale, |level, node| {
            hierarchy.span(level, node).len() as u64 - 1
        })
    }
}

pub(super) struct Ratio;

impl CellCost for Ratio {
    fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice {
        let star = hierarchy.leaves() as u64;
        let scale = if star == 1 { 0.0 } else { 1.0 / star as f64 };
        per_node(hierarchy, leaf_rows, star, scale, |level, node| {
            match hierarchy.span(level, node).len() {
                1 => 0,
                leaves => leaves as u64,
            }
        })
    }
}
