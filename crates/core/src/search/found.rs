//! The result of a search.

use std::collections::BTreeMap;

use crate::cost::Cost;

use super::boxes::Partition;
use super::figures::Figures;
use super::lattice::{MinimalNodeSet, Node};

/// A release that a search found.
#[derive(Clone, Debug)]
pub enum FoundRelease {
    /// One level per column.
    Node(Node),
    /// A box per class.
    Boxes(Partition),
}

impl FoundRelease {
    /// The level of each column by name; empty for boxes.
    #[must_use]
    pub fn levels(&self, columns: &[String]) -> BTreeMap<String, usize> {
        match self {
            FoundRelease::Node(node) => node.by_column(columns),
            FoundRelease::Boxes(_) => BTreeMap::new(),
        }
    }
}

/// The family of releases that a bound or a proof covers. Other releases may cost less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Family {
    /// One level per column.
    #[default]
    FullDomain,
    /// Boxes by recursive cuts.
    Cuts,
    /// Boxes around whole tuples that share no person.
    DisjointBoxes,
    /// Single cells suppressed.
    Cells,
}

impl Family {
    /// The name of the family.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Family::FullDomain => "full-domain releases",
            Family::Cuts => "releases by recursive cuts",
            Family::DisjointBoxes => "releases by disjoint boxes",
            Family::Cells => "releases by local suppression",
        }
    }
}

/// The result of a search, and what is known about it.
#[derive(Clone, Debug, Default)]
pub struct SearchOutcome {
    /// The release, if there is one.
    pub found: Option<FoundRelease>,
    /// Its figures. A [`Searcher`](super::Searcher) leaves them out, and
    /// [`Search::find`](super::Search::find) adds them.
    pub figures: Option<Figures>,
    /// A lower bound on the cost of every release of the family; none if it was not computed.
    pub lower_bound: Option<f64>,
    /// The releases that the bound and the proof cover.
    pub family: Family,
    /// The number of lattice nodes, or of examined regions.
    pub nodes: u128,
    /// The number of them that were examined.
    pub checked: u64,
    /// Whether the result is proven optimal in its family, or proven not to exist.
    pub proven: bool,
    /// Whether the search was stopped by the time limit or cancelled.
    pub cut_short: bool,
    /// The smallest k that met the demands, for algorithms that search for it.
    pub smallest_k: Option<u64>,
    /// What the boxes would lose if they could end between any two values, where they end with nodes.
    pub loss_of_values: Option<f64>,
    /// All minimal nodes, if requested.
    pub minimal: Option<MinimalNodeSet>,
    /// A remark for readers on how it was found.
    pub remark: Option<String>,
}

impl SearchOutcome {
    /// The cost of the release: see [`Figures::cost`].
    #[must_use]
    pub fn cost(&self, cost: Cost) -> Option<f64> {
        self.figures.as_ref()?.cost(cost)
    }
}
