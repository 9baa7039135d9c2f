//! What a search comes back with.

use std::collections::BTreeMap;

use super::boxes::Partition;
use super::lattice::{MinimalNodes, Node};

/// What a search can find.
#[derive(Clone, Debug)]
pub enum Found {
    /// One level per column.
    Node(Node),
    /// A box per class.
    Boxes(Partition),
}

impl Found {
    /// The levels at which whole columns are published, by their names; none of boxes.
    #[must_use]
    pub fn levels(&self, columns: &[String]) -> BTreeMap<String, usize> {
        match self {
            Found::Node(node) => node.by_column(columns),
            Found::Boxes(_) => BTreeMap::new(),
        }
    }
}

/// Releases among which a cost is proven to be low: others may cost less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Family {
    /// One level per column throughout.
    #[default]
    FullDomain,
    /// Boxes that cuts from side to side make, each within what the last one left.
    Cuts,
    /// Boxes around whole tuples, no two of which hold the same person.
    DisjointBoxes,
}

impl Family {
    /// What they are called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Family::FullDomain => "full-domain releases",
            Family::Cuts => "releases by recursive cuts",
            Family::DisjointBoxes => "releases by disjoint boxes",
        }
    }
}

/// What a search found, and what is known about it.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The release, if there is one.
    pub found: Option<Found>,
    /// No release of the family costs less; none if that was too dear to prove.
    pub lower_bound: Option<f64>,
    /// The releases that the bound and the proof are about.
    pub family: Family,
    /// Nodes of the lattice, or regions that were examined.
    pub nodes: u128,
    /// How many of them were examined.
    pub checked: u64,
    /// Whether what was found is proven to be the best of its family, or that there is nothing.
    pub proven: bool,
    /// Whether the clock, or somebody, stopped the search.
    pub cut_short: bool,
    /// The k that happened to do, where that was looked for.
    pub smallest_k: Option<u64>,
    /// All minimal nodes, where they were asked for.
    pub minimal: Option<MinimalNodes>,
    /// What readers should know of how it was found.
    pub remark: Option<String>,
}
