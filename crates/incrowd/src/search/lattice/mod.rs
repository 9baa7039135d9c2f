//! Full-domain generalization: every column is generalized to one level throughout.
//!
//! A node of the lattice is one level per quasi-identifier. Coarser nodes merge the classes of
//! finer ones. [`Problem`] says what is wanted, [`Problem::optimal`] finds the cheapest node.

mod evaluate;
mod frontier;
mod grouping;
mod knowledge;
mod optimal;

use std::fmt;
use std::ops::RangeInclusive;

use incrowd_terms::Demand;

use crate::cost::{Nothing, Price};
use crate::hierarchy::Hierarchy;
use crate::model::Model;
use crate::tally::Tally;

pub use evaluate::Evaluation;
pub use optimal::Outcome;

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
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}

/// What is to be found: the table, the levels allowed, the demands, the cost and the limit.
pub struct Problem<'a> {
    tally: &'a Tally,
    hierarchies: &'a [Hierarchy],
    bottom: Node,
    top: Node,
    models: &'a [Box<dyn Model>],
    price: Price,
    /// At most this many rows may be suppressed.
    limit: u64,
    /// Up to this many nodes, everything that is learned about each is kept.
    memory: u128,
    /// Per column, per pair of levels (from, to): the node above each node.
    climbs: Vec<Vec<Vec<Vec<u32>>>>,
}

impl<'a> Problem<'a> {
    /// A problem. `levels` has one range per column, each within the column's hierarchy.
    #[must_use]
    pub fn new(
        tally: &'a Tally,
        hierarchies: &'a [Hierarchy],
        levels: &[RangeInclusive<u8>],
        models: &'a [Box<dyn Model>],
        price: Price,
        limit: u64,
    ) -> Self {
        Problem {
            tally,
            hierarchies,
            bottom: Node(levels.iter().map(|range| *range.start()).collect()),
            top: Node(levels.iter().map(|range| *range.end()).collect()),
            models,
            price,
            limit,
            memory: 1 << 18,
            climbs: hierarchies.iter().zip(levels).map(|(h, range)| climbs(h, range)).collect(),
        }
    }

    /// Changes the size of lattice up to which a search keeps what it learns of every node. Beyond
    /// it, it keeps what it learned from the most telling nodes. The answer is the same.
    #[must_use]
    pub fn with_memory(mut self, nodes: u128) -> Self {
        self.memory = nodes;
        self
    }

    /// The number of nodes, at most `u128::MAX`.
    #[must_use]
    pub fn nodes(&self) -> u128 {
        let levels = self.bottom.0.iter().zip(&self.top.0).map(|(low, high)| high - low);
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

    /// The classes of a node that are not published, as one hierarchy node per column.
    #[must_use]
    pub fn suppressed_classes(&self, node: &Node) -> Vec<Vec<u32>> {
        let leaves = Node(vec![0; node.0.len()]);
        let classes = self.classes_from_leaves(&leaves, node);
        let kept = self.survivors(&classes).kept;
        let hidden =
            (0..kept.len()).filter(|&class| !kept[class] && classes.counts.rows[class] > 0);
        let columns = 0..self.tally.columns();
        hidden
            .map(|class| columns.clone().map(|column| self.code(&classes, column, class)).collect())
            .collect()
    }

    /// The nearest demands that the most general node meets, one per model, where no node meets
    /// those that were made. `rebuild` makes a model of a demand.
    ///
    /// If relaxing after leaving out each demand's worst classes, as far as the limit allows, gives
    /// demands that hold together, those are taken; otherwise those that hold for every class.
    #[must_use]
    pub fn nearest(
        &self,
        demands: &[Demand],
        rebuild: impl Fn(&Demand) -> Box<dyn Model>,
    ) -> Vec<Option<Demand>> {
        let leaves = Node(vec![0; self.top.0.len()]);
        let classes = self.classes_from_leaves(&leaves, &self.top);
        let groups = &classes.counts;
        let all: Vec<usize> = (0..groups.len()).filter(|&class| groups.rows[class] > 0).collect();
        let kept: Vec<bool> = groups.rows.iter().map(|&rows| rows > 0).collect();
        let whole = self.whole(groups, &kept);
        let relax = |demand: &Demand, classes: &[usize]| {
            classes.iter().try_fold(demand.clone(), |demand, &class| {
                let histograms = groups.histograms(class);
                let class = groups.class(class, &histograms);
                let model = rebuild(&demand);
                if model.holds(&class, &whole) {
                    Some(demand)
                } else {
                    model.nearest(&class, &whole)
                }
            })
        };
        let everywhere: Vec<_> = demands.iter().map(|demand| relax(demand, &all)).collect();
        if self.limit == 0 {
            return everywhere;
        }
        let mut by_size = all;
        by_size.sort_by_key(|&class| groups.rows[class]);
        let mut left = self.limit;
        let fits = |&&class: &&usize| {
            let out = groups.rows[class] <= left;
            left -= if out { groups.rows[class] } else { 0 };
            out
        };
        let out = by_size.iter().take_while(fits).count().min(by_size.len() - 1);
        let somewhere: Vec<_> =
            demands.iter().map(|demand| relax(demand, &by_size[out..])).collect();
        let models: Option<Vec<_>> =
            somewhere.iter().map(|demand| demand.as_ref().map(&rebuild)).collect();
        let together = models.is_some_and(|models| {
            let price = Price::Classes(&Nothing);
            let levels: Vec<_> = self.top.0.iter().map(|&level| level..=level).collect();
            let top =
                Problem::new(self.tally, self.hierarchies, &levels, &models, price, self.limit);
            top.examine(&self.top).cost.is_some()
        });
        if together { somewhere } else { everywhere }
    }

    /// A bound from below on the cost of a node, known before any grouping. Never falls by
    /// generalizing.
    fn static_bound(&self, node: &Node) -> f64 {
        match &self.price {
            Price::Cells(columns) => {
                let units = columns.iter().zip(&node.0);
                units
                    .map(|(column, &level)| column.whole[level as usize] as f64 * column.scale)
                    .sum()
            }
            Price::Classes(cost) => {
                let sizes = self.hierarchies.iter().zip(&node.0);
                let product = sizes.fold(1_u64, |product, (hierarchy, &level)| {
                    product.saturating_mul(hierarchy.nodes(level as usize) as u64)
                });
                let classes = product.min(self.tally.tuples() as u64);
                cost.with_at_most(classes, self.tally.rows())
            }
        }
    }
}

/// Maps from the nodes of each allowed level (and of the leaves) to those of each higher one.
fn climbs(hierarchy: &Hierarchy, range: &RangeInclusive<u8>) -> Vec<Vec<Vec<u32>>> {
    let highest = *range.end() as usize;
    let climb = |from: usize, to: usize| {
        if to < from.max(*range.start() as usize) {
            return Vec::new();
        }
        let above = hierarchy.node_of(to);
        let first = |node| above[hierarchy.span(from, node).start as usize];
        (0..hierarchy.nodes(from) as u32).map(first).collect()
    };
    (0..=highest).map(|from| (0..=highest).map(|to| climb(from, to)).collect()).collect()
}
