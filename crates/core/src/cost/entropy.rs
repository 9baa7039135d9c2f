//! Non-uniform entropy (Gionis and Tassa 2009): the information that a cell's node hides about
//! its value, -log2 of the value's share in the node, with shares taken from the input table.
//!
//! Each column is normalised by its own entropy, so that a column of `*` costs 1. A suppressed row
//! costs what `*` hides of its value. The shares are known per column before any grouping, so this
//! is a cell cost and needs no bound of its own. Logarithms are integers in units of 2^-48 bits,
//! about the precision of floating point.

use crate::hierarchy::Hierarchy;

use super::{Basis, CellCost, ColumnPrice, Cost};

impl Cost {
    /// Non-uniform entropy: the share of each column's information that is lost.
    pub const ENTROPY: Cost = Cost {
        name: "entropy",
        about: "the share of each column's information that is lost",
        basis: Basis::Cells(&NonUniformEntropy),
    };
}

struct NonUniformEntropy;

const UNIT: f64 = (1_u64 << 48) as f64;

impl CellCost for NonUniformEntropy {
    fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice {
        let total: u64 = leaf_rows.iter().sum();
        // log2 of a count; suppressing a row of node g adds log2(total / rows of g).
        let bits =
            |rows: u64| if rows == 0 { 0 } else { ((rows as f64).log2() * UNIT).round() as u64 };
        let mut price = ColumnPrice { scale: 0.0, whole: Vec::new(), suppressing: Vec::new() };
        for level in 0..=hierarchy.height() {
            let nodes = hierarchy.nodes(level) as u32;
            let node_rows = |node| -> u64 {
                let span = hierarchy.span(level, node);
                leaf_rows[span.start as usize..span.end as usize].iter().sum()
            };
            let node_bits: Vec<u64> = (0..nodes).map(|node| bits(node_rows(node))).collect();
            let of_leaf = |(&node, &rows): (&u32, &u64)| {
                u128::from(rows) * u128::from(node_bits[node as usize].saturating_sub(bits(rows)))
            };
            price.whole.push(hierarchy.node_of(level).iter().zip(leaf_rows).map(of_leaf).sum());
            let star = bits(total);
            price.suppressing.push(node_bits.iter().map(|&b| star.saturating_sub(b)).collect());
        }
        let all = price.whole.last().copied().unwrap_or(0);
        price.scale = if all == 0 { 0.0 } else { 1.0 / all as f64 };
        price
    }
}
