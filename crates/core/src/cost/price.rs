//! A cost prepared for one table, for full-domain searches.

use std::fmt;

use crate::hierarchy::Hierarchy;

use super::{ClassCost, CostOver};

/// A cost prepared for one table. If the cost counts people, "rows" below means people.
#[derive(Clone, Debug)]
pub struct Price {
    /// Whether rows or people are counted.
    pub over: CostOver,
    /// How the cost is computed.
    pub charge: PriceRule,
}

/// How a cost is computed.
#[derive(Clone)]
pub enum PriceRule {
    /// A sum over cells: one entry per column.
    Cells(Vec<ColumnPrice>),
    /// A function of class sizes.
    Classes(&'static dyn ClassCost),
}

impl fmt::Debug for PriceRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PriceRule::Cells(columns) => f.debug_tuple("Cells").field(columns).finish(),
            PriceRule::Classes(_) => f.write_str("Classes"),
        }
    }
}

/// A cell cost, prepared for one column, in units of `scale`.
#[derive(Clone, Debug)]
pub struct ColumnPrice {
    /// What one unit is worth in the final figure.
    pub scale: f64,
    /// Per level: the units of all rows of the table at that level.
    pub whole: Vec<u128>,
    /// Per level and node: the units that suppressing one row of that node adds.
    pub suppressing: Vec<Vec<u64>>,
}

impl ColumnPrice {
    /// Builds a column's prices from a cost per node: `units(level, node)` charged per row, and
    /// `star` for `*`. A unit is worth `scale`, and the rows are averaged.
    #[must_use]
    pub fn per_node(
        hierarchy: &Hierarchy,
        leaf_rows: &[u64],
        star: u64,
        scale: f64,
        units: impl Fn(usize, u32) -> u64,
    ) -> ColumnPrice {
        let rows: u64 = leaf_rows.iter().sum();
        let mut price = ColumnPrice {
            scale: if rows == 0 { 0.0 } else { scale / rows as f64 },
            whole: Vec::new(),
            suppressing: Vec::new(),
        };
        for level in 0..=hierarchy.height() {
            let nodes = hierarchy.nodes(level) as u32;
            let node_units: Vec<u64> = (0..nodes).map(|node| units(level, node)).collect();
            let of_leaf = |(&node, &rows): (&u32, &u64)| {
                u128::from(rows) * u128::from(node_units[node as usize])
            };
            let leaves = hierarchy.node_of(level).iter().zip(leaf_rows);
            price.whole.push(leaves.map(of_leaf).sum());
            let left = node_units.iter().map(|&units| star - units.min(star));
            price.suppressing.push(left.collect());
        }
        price
    }
}
