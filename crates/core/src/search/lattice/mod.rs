//! Full-domain generalization: every column is generalized to one level throughout.
//!
//! A node of the lattice is one level per quasi-identifier. Coarser nodes merge the classes of
//! finer ones. [`LatticeProblem`] states the problem, [`LatticeProblem::optimal`] finds the cheapest node, and
//! [`LatticeProblem::minimal`] finds all minimal nodes. `baselines/` has the published searches:
//! [`LatticeProblem::spalm`] (Nergiz, Atzori & Clifton 2007) and [`LatticeProblem::samarati`] (Truta & Vinay
//! 2006).

pub(super) mod baselines;
mod best_first;
mod budget;
mod evaluate;
mod floor;
mod frontier;
mod grouping;
mod heights;
mod intervals;
mod local_search;
mod minimal;
mod nearest;
pub(super) mod optimal;
mod penalty_memo;
mod sources;
mod unmatched;

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use crate::cost::{CostOver, Price, PriceRule};
use crate::frequency_set::FrequencySet;
use crate::hierarchy::Hierarchy;
use crate::model::{Model, Monotone};
use crate::opaque::opaque_debug;

pub use baselines::samarati::SamaratiResult;
pub use baselines::smallest_k::SmallestKResult;
pub use baselines::spalm::SpalmResult;
pub use budget::Budget;
pub use evaluate::Evaluation;
pub use minimal::MinimalNodeSet;
pub use optimal::OptimalResult;

/// One level per quasi-identifier.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub Vec<u8>);

impl Node {
    /// The sum of the levels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.0.iter().map(|&level| u32::from(level)).sum()
    }

    /// Whether `other` is this node or coarser in every column.
    #[must_use]
    pub fn specializes(&self, other: &Node) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine <= theirs)
    }

    /// The levels by the names of their columns.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use incrowd_core::search::lattice::Node;
    /// let columns = ["age".to_owned(), "zip".to_owned()];
    /// let levels: BTreeMap<String, usize> = Node(vec![2, 0]).by_column(&columns);
    /// assert_eq!((levels["age"], levels["zip"]), (2, 0));
    /// ```
    #[must_use]
    pub fn by_column<L: From<u8>, M: FromIterator<(String, L)>>(&self, columns: &[String]) -> M {
        columns.iter().cloned().zip(self.0.iter().map(|&level| level.into())).collect()
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}

/// The search problem: the table, the allowed levels, the demands, the cost and the suppression
/// limit.
pub struct LatticeProblem<'a> {
    frequency_set: &'a FrequencySet,
    hierarchies: &'a [Hierarchy],
    bottom: Node,
    top: Node,
    models: &'a [Box<dyn Model>],
    price: Price,
    /// At most this many rows may be suppressed; none if a demand forbids it.
    limit: u64,
    /// Whether all demands are at least merge-monotone.
    merging: bool,
    /// Whether some demand compares with the whole table.
    relative: bool,
    /// Whether all demands are inclusion-monotone.
    including: bool,
    /// The most classes that a table that meets the demands can have.
    most_classes: u64,
    secrets: bool,
    person_attributes: bool,
    /// Whether every row of the table is a different person of the population.
    within: bool,
    /// The number of distinct tuples that the cost counts.
    tuples: u64,
    /// Up to this many nodes, a penalty is kept per node.
    memory: u128,
    /// The nodes that best-first search examines before local search, if that is set.
    patience: Option<u64>,
    /// Per column, per pair of levels (from, to): the node above each node.
    level_maps: Vec<Vec<Vec<Vec<u32>>>>,
}

opaque_debug!(LatticeProblem<'_>, this => "bottom": this.bottom, "top": this.top, "limit": this.limit);

impl<'a> LatticeProblem<'a> {
    /// Builds a problem. `levels` has one range per column, each within the column's hierarchy.
    #[must_use]
    pub fn new(
        frequency_set: &'a FrequencySet,
        hierarchies: &'a [Hierarchy],
        levels: &[RangeInclusive<u8>],
        models: &'a [Box<dyn Model>],
        price: Price,
        limit: u64,
    ) -> Self {
        let counted = match price.over {
            CostOver::Members => &frequency_set.base.rows,
            CostOver::People => &frequency_set.base.people,
        };
        LatticeProblem {
            frequency_set,
            hierarchies,
            bottom: Node(levels.iter().map(|range| *range.start()).collect()),
            top: Node(levels.iter().map(|range| *range.end()).collect()),
            tuples: counted.iter().filter(|&&count| count > 0).count() as u64,
            price,
            memory: 1 << 18,
            patience: None,
            level_maps: hierarchies
                .iter()
                .zip(levels)
                .map(|(h, range)| level_maps(h, range))
                .collect(),
            // A suppressed row of a person with several need not remove a person.
            within: frequency_set.is_within_population()
                && frequency_set.members() == frequency_set.rows(),
            models: &[],
            limit: 0,
            merging: true,
            including: true,
            most_classes: u64::MAX,
            relative: false,
            secrets: false,
            person_attributes: false,
        }
        .demanding(models, limit)
    }

    /// The same table and cost with other demands.
    fn demanding(mut self, models: &'a [Box<dyn Model>], limit: u64) -> Self {
        let suppressing = models.iter().all(|model| model.allows_suppression());
        self.models = models;
        self.limit = if suppressing { limit } else { 0 };
        self.merging = models.iter().all(|model| model.monotone() != Monotone::No);
        self.including = models.iter().all(|model| model.monotone() == Monotone::Inclusion);
        self.relative = models.iter().any(|model| model.relative());
        self.secrets = models.iter().any(|model| model.needs_secrets());
        self.person_attributes = models.iter().any(|model| model.needs_person_attributes());
        let whole = self.frequency_set.whole();
        let most = models.iter().map(|model| model.most_classes(&whole));
        self.most_classes = most.min().unwrap_or(u64::MAX);
        self
    }

    /// The same problem without the bound on the number of classes: slower, for comparison.
    #[must_use]
    pub fn without_conditions(mut self) -> Self {
        self.most_classes = u64::MAX;
        self
    }

    /// Whether every generalization of a valid node is valid.
    pub(super) fn is_monotone(&self) -> bool {
        self.including || (self.merging && self.limit == 0)
    }

    /// A problem about the same table and cost with other demands.
    fn sibling<'b>(&self, models: &'b [Box<dyn Model>], limit: u64) -> LatticeProblem<'b>
    where
        'a: 'b,
    {
        let own = LatticeProblem {
            price: self.price.clone(),
            level_maps: self.level_maps.clone(),
            bottom: self.bottom.clone(),
            top: self.top.clone(),
            ..*self
        };
        own.demanding(models, limit)
    }

    /// Sets the size of lattice up to which a search keeps a penalty per node. For larger lattices
    /// it keeps the penalties of the most informative nodes. The result is the same.
    #[doc(hidden)]
    #[must_use]
    pub fn with_memory(mut self, nodes: u128) -> Self {
        self.memory = nodes;
        self
    }

    /// Sets the number of nodes after which best-first search gives way to local search. The result
    /// of a search that is finished is the same.
    #[doc(hidden)]
    #[must_use]
    pub fn with_patience(mut self, nodes: u64) -> Self {
        self.patience = Some(nodes);
        self
    }

    /// The number of nodes, at most `u128::MAX`.
    #[must_use]
    pub fn nodes(&self) -> u128 {
        self.nodes_from(&self.bottom)
    }

    /// The number of nodes at or above one, at most `u128::MAX`.
    fn nodes_from(&self, least: &Node) -> u128 {
        let levels = least.0.iter().zip(&self.top.0).map(|(low, high)| high - low);
        levels.fold(1, |product: u128, above| product.saturating_mul(u128::from(above) + 1))
    }

    /// The most specific node allowed.
    #[must_use]
    pub fn bottom(&self) -> &Node {
        &self.bottom
    }

    /// The most general node allowed.
    #[must_use]
    pub fn top(&self) -> &Node {
        &self.top
    }

    /// The columns' hierarchies.
    #[must_use]
    pub fn hierarchies(&self) -> &'a [Hierarchy] {
        self.hierarchies
    }

    /// Compares costs. Sums over cells are compared up to rounding, because they are sums of a few
    /// dozen floating-point numbers. Costs of classes are integers or quotients of integers.
    fn compare(&self, a: f64, b: f64) -> Ordering {
        let rounding = match self.price.charge {
            PriceRule::Cells(_) => 1e-12,
            PriceRule::Classes(_) => 0.0,
        };
        if (a - b).abs() <= rounding * a.abs().max(b.abs()) {
            Ordering::Equal
        } else {
            a.total_cmp(&b)
        }
    }

    /// Whether a valid node of this cost is better than the best known one.
    fn improves(&self, node: &Node, cost: f64, best: Option<&(Node, Evaluation)>) -> bool {
        best.is_none_or(|(other, known)| {
            let order = self.compare(cost, known.cost.unwrap_or(f64::INFINITY));
            order.then_with(|| node.cmp(other)).is_lt()
        })
    }

    /// A lower bound on the cost of a node, known before any grouping. Generalizing never lowers
    /// it.
    fn static_bound(&self, node: &Node) -> f64 {
        match &self.price.charge {
            PriceRule::Cells(columns) => {
                let units = columns.iter().zip(&node.0);
                units
                    .map(|(column, &level)| column.whole[level as usize] as f64 * column.scale)
                    .sum()
            }
            PriceRule::Classes(cost) => {
                let sizes = self.hierarchies.iter().zip(&node.0);
                let product = sizes.fold(1_u64, |product, (hierarchy, &level)| {
                    product.saturating_mul(hierarchy.nodes(level as usize) as u64)
                });
                cost.with_at_most(product.min(self.tuples), self.total())
            }
        }
    }
}

/// Maps from the nodes of each allowed level (and of the leaves) to those of each higher one.
fn level_maps(hierarchy: &Hierarchy, range: &RangeInclusive<u8>) -> Vec<Vec<Vec<u32>>> {
    let highest = *range.end() as usize;
    let map_up = |from: usize, to: usize| {
        if to < from.max(*range.start() as usize) {
            return Vec::new();
        }
        let above = hierarchy.node_of(to);
        let first = |node| above[hierarchy.span(from, node).start as usize];
        (0..hierarchy.nodes(from) as u32).map(first).collect()
    };
    (0..=highest).map(|from| (0..=highest).map(|to| map_up(from, to)).collect()).collect()
}
