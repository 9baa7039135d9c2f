//! Evaluation of one node: its violating classes, the rows to suppress, and its cost.
//!
//! Rows of classes that violate any demand are suppressed. Some demands compare a class with the
//! published table, so suppression is a fixpoint: remove every violating class, recompute the
//! table, and repeat until no class violates, the limit is exceeded or nothing is left. People of
//! the population without published rows, because their class has no rows or is suppressed, are
//! tested too ([`super::unmatched`]).
//!
//! An evaluation also bounds the specializations of the node. Without suppression, a class that
//! fails a merge-monotone demand fails in every specialization, and so does a class that fails the
//! necessary condition of any other demand. With suppression, some demands bound how many rows of a
//! class must be suppressed in every specialization. The cells of a specialization are finer, so
//! suppressing them costs at least as much.
//!
//! Some demands bound the number of classes. A node with more classes, even after suppressing the
//! smallest ones up to the limit, is rejected before its secrets are counted.

use crate::cost::{ColumnPrice, CostOver, Price, PriceRule};
use crate::frequency_set::{ClassRoom, TupleGroups, ValueCounts};
use crate::model::{ClassCounts, PublishedTable};

use super::grouping::{Classes, Source};
use super::{LatticeProblem, Node};

/// The evaluation of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The cost, if the node can be published within the limit.
    pub cost: Option<f64>,
    /// Rows suppressed. If the node is not valid, those found before the evaluation stopped.
    pub suppressed: u64,
    /// Classes published.
    pub classes: u64,
    /// Whether it was rejected because it has too many classes.
    pub too_many_classes: bool,
    /// Whether no specialization of this node can be published either.
    pub(super) dead: bool,
    /// At least this much is added to the static bound of every specialization.
    pub(super) penalty: f64,
}

impl Evaluation {
    /// The evaluation of a node with too many classes.
    pub(super) const TOO_MANY_CLASSES: Evaluation = Evaluation {
        cost: None,
        suppressed: 0,
        classes: 0,
        too_many_classes: true,
        dead: true,
        penalty: f64::INFINITY,
    };
}

/// The figures of a node that a search found.
pub(in crate::search) struct NodeFigures {
    /// The cost by each price; empty if the node cannot be published.
    pub costs: Vec<f64>,
    /// Rows suppressed.
    pub suppressed: u64,
    /// Classes published.
    pub classes: u64,
    /// The suppressed classes, as one hierarchy node per column.
    pub suppressed_classes: Vec<Vec<u32>>,
}

/// The classes of a node that are not suppressed.
pub(super) struct KeptClasses {
    pub kept: Vec<bool>,
    suppressed: u64,
    classes: u64,
    feasible: bool,
    dead: bool,
    penalty: f64,
    /// Classes with the rows that are suppressed in every specialization, and what that adds per
    /// column. Often these are all suppressed rows, and their cost is known then.
    pub condemned: Vec<(usize, u64)>,
    added: Vec<u128>,
}

impl LatticeProblem<'_> {
    /// Evaluates a node from the groups of a specialization. Also returns its classes, if they were
    /// built.
    pub(super) fn examine_from<'s>(
        &self,
        source: Source<'s>,
        node: &'s Node,
    ) -> (Evaluation, Option<Classes<'s>>) {
        let unfilled = self.unfilled(source, node);
        if self.has_too_many_classes(&unfilled.classes.counts.rows) {
            return (Evaluation::TOO_MANY_CLASSES, None);
        }
        let classes = self.fill(unfilled);
        (self.evaluate(&classes), Some(classes))
    }

    /// Whether there are too many classes of these sizes, whichever are suppressed within the
    /// limit. Then every specialization has too many classes too, because each class that is not
    /// suppressed completely leaves at least one.
    pub(super) fn has_too_many_classes(&self, rows: &[u64]) -> bool {
        let published = rows.iter().filter(|&&rows| rows > 0).count() as u64;
        let Some(excess @ 1..) = published.checked_sub(self.most_classes) else { return false };
        if excess > self.limit {
            return true;
        }
        let mut sizes: Vec<u64> = rows.iter().copied().filter(|&rows| rows > 0).collect();
        sizes.sort_unstable();
        sizes[..excess as usize].iter().sum::<u64>() > self.limit
    }

    /// Examines the classes of a node.
    pub(super) fn evaluate(&self, classes: &Classes<'_>) -> Evaluation {
        self.evaluated(classes).0
    }

    /// Examines the classes of a node. Also returns which are kept.
    pub(super) fn evaluated(&self, classes: &Classes<'_>) -> (Evaluation, KeptClasses) {
        let kept_classes = self.kept_classes(classes);
        let cost = kept_classes.feasible.then(|| self.cost(classes, &kept_classes));
        let evaluation = Evaluation {
            cost,
            suppressed: kept_classes.suppressed,
            classes: kept_classes.classes,
            too_many_classes: false,
            dead: kept_classes.dead,
            penalty: kept_classes.penalty,
        };
        (evaluation, kept_classes)
    }

    /// Evaluates a node once, and prices it several times.
    pub(in crate::search) fn figures(mut self, node: &Node, prices: Vec<Price>) -> NodeFigures {
        let (leaves, frequency_set) = (Node(vec![0; node.0.len()]), self.frequency_set);
        let classes = self.classes(Source { node: &leaves, groups: &frequency_set.base }, node);
        let mut kept_classes = self.kept_classes(&classes);
        let (kept, rows) = (&kept_classes.kept, &classes.counts.rows);
        let suppressed = (0..kept.len()).filter(|&class| !kept[class] && rows[class] > 0);
        let codes = |class: usize| -> Vec<u32> {
            (0..frequency_set.columns()).map(|column| self.code(&classes, column, class)).collect()
        };
        let suppressed_classes = suppressed.map(codes).collect();
        let mut costs = Vec::new();
        for price in prices.into_iter().filter(|_| kept_classes.feasible) {
            self.price = price;
            kept_classes.added.clear();
            costs.push(self.cost(&classes, &kept_classes));
        }
        NodeFigures {
            costs,
            suppressed: kept_classes.suppressed,
            classes: kept_classes.classes,
            suppressed_classes,
        }
    }

    /// Finds which classes can be published together.
    pub(super) fn kept_classes(&self, classes: &Classes<'_>) -> KeptClasses {
        let groups = &classes.counts;
        let kept: Vec<bool> = groups.rows.iter().map(|&rows| rows > 0).collect();
        let left = kept.iter().filter(|&&kept| kept).count() as u64;
        let kept_classes = KeptClasses {
            kept,
            suppressed: 0,
            classes: left,
            feasible: true,
            dead: false,
            penalty: 0.0,
            condemned: Vec::new(),
            added: Vec::new(),
        };
        if self.limit == 0 {
            self.all_or_nothing(groups, kept_classes)
        } else {
            self.without_violators(classes, kept_classes)
        }
    }

    /// The kept classes if no row may be suppressed. Stops at the first class that decides.
    fn all_or_nothing(&self, groups: &TupleGroups, mut kept_classes: KeptClasses) -> KeptClasses {
        let whole = self.whole(groups, &kept_classes.kept);
        kept_classes.feasible = kept_classes.classes > 0;
        let mut room = ClassRoom::default();
        for class in 0..groups.len() {
            let class = groups.class(class, &mut room);
            if self.holds_as_it_is(&class, &whole) {
                continue;
            }
            kept_classes.feasible = false;
            kept_classes.suppressed += class.rows;
            let may_hold = || self.models.iter().all(|model| model.may_hold(&class, &whole));
            if class.rows == 0 || self.merging || !may_hold() {
                kept_classes.dead = true;
                break;
            }
        }
        kept_classes
    }

    /// Whether a class meets every demand, with its rows published if it has any.
    fn holds_as_it_is(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        match class.rows {
            0 => self.models.iter().all(|model| model.holds_unpublished(class)),
            _ => self.models.iter().all(|model| model.holds(class, whole)),
        }
    }

    /// The kept classes if rows may be suppressed.
    fn without_violators(
        &self,
        classes: &Classes<'_>,
        mut kept_classes: KeptClasses,
    ) -> KeptClasses {
        let groups = &classes.counts;
        let mut whole = self.whole(groups, &kept_classes.kept);
        let (mut condemned, mut violating) = (Vec::new(), Vec::new());
        let mut room = ClassRoom::default();
        for at in 0..groups.len() {
            let class = groups.class(at, &mut room);
            let holds = match class.rows {
                0 => self.bears(&class),
                _ => self.holds_as_it_is(&class, &whole),
            };
            if !holds {
                violating.push(at);
            }
            let models = self.models.iter().filter(|model| model.bounds_suppression());
            let least = models.map(|model| model.least_suppressed(&class, &whole)).max();
            if let Some(least @ 1..) = least {
                condemned.push((at, least));
            }
        }
        let hard: u64 = condemned.iter().map(|(_, rows)| rows).sum();
        let unpublished = violating.iter().any(|&class| groups.rows[class] == 0);
        kept_classes.dead = unpublished || hard > self.limit || hard == self.frequency_set.rows();
        if kept_classes.dead {
            kept_classes.suppressed = hard;
            kept_classes.feasible = false;
            return kept_classes;
        }
        kept_classes.added = self.suppressing(classes, &condemned);
        kept_classes.penalty = self.penalty(classes, &condemned, &kept_classes.added);
        kept_classes.condemned = condemned;
        while !violating.is_empty() {
            for class in violating.drain(..) {
                kept_classes.kept[class] = false;
                kept_classes.classes -= 1;
                kept_classes.suppressed += groups.rows[class];
            }
            if kept_classes.suppressed > self.limit || kept_classes.classes == 0 || !self.relative {
                break;
            }
            whole = self.whole(groups, &kept_classes.kept);
            violating = self.violating(groups, &kept_classes.kept, &whole);
        }
        kept_classes.feasible = kept_classes.suppressed <= self.limit
            && kept_classes.classes > 0
            && self.bears_unpublished(groups, &kept_classes.kept)
            && self.hides_unmatched(groups, &kept_classes.kept);
        kept_classes
    }

    /// The kept classes that violate a demand.
    fn violating(&self, groups: &TupleGroups, kept: &[bool], whole: &PublishedTable) -> Vec<usize> {
        let mut room = ClassRoom::default();
        let mut breaks = |class: &usize| {
            let class = groups.class(*class, &mut room);
            !self.models.iter().all(|model| model.holds(&class, whole))
        };
        (0..groups.len()).filter(|&class| kept[class]).filter(|class| breaks(class)).collect()
    }

    /// Whether a class may be unpublished, as far as this is decided class by class.
    fn bears(&self, class: &ClassCounts<'_>) -> bool {
        let mut models = self.models.iter().filter(|model| model.unmatched_presence().is_none());
        models.all(|model| model.holds_unpublished(class))
    }

    /// The same for all suppressed classes.
    fn bears_unpublished(&self, groups: &TupleGroups, kept: &[bool]) -> bool {
        let mut room = ClassRoom::default();
        let mut gone = (0..groups.len()).filter(|&class| !kept[class] && groups.rows[class] > 0);
        gone.all(|class| {
            let class = groups.class(class, &mut room);
            self.bears(&class)
        })
    }

    /// The published table, as far as relative demands look at it.
    pub(super) fn whole(&self, groups: &TupleGroups, kept: &[bool]) -> PublishedTable {
        if !self.relative {
            return PublishedTable::of_rows(0, Vec::new());
        }
        let rows =
            groups.rows.iter().zip(kept).filter(|(_, kept)| **kept).map(|(rows, _)| rows).sum();
        let secret = |(secret, counted): (usize, &ValueCounts)| {
            let mut counts = vec![0; self.frequency_set.domain(secret)];
            for class in (0..groups.len()).filter(|&class| kept[class]) {
                let (values, rows) = counted.of(class);
                for (&value, rows) in values.iter().zip(rows) {
                    counts[value as usize] += rows;
                }
            }
            counts
        };
        let secrets = groups.secrets.iter().enumerate().map(secret).collect();
        let mut whole = PublishedTable::of_rows(rows, secrets);
        if let Some(people) = &groups.members {
            let kept: Vec<u32> =
                (0..).zip(kept).filter(|(_, kept)| **kept).map(|(class, _)| class).collect();
            people.complete(&mut whole, &kept, |place| self.frequency_set.domain(place));
        }
        whole
    }

    /// The cost of publishing the classes that are kept.
    fn cost(&self, classes: &Classes<'_>, kept_classes: &KeptClasses) -> f64 {
        let (groups, kept) = (&classes.counts, &kept_classes.kept);
        match &self.price.charge {
            PriceRule::Cells(_) => {
                let gone = (0..kept.len()).filter(|&class| !kept[class] && groups.rows[class] > 0);
                let gone: Vec<(usize, u64)> =
                    gone.map(|class| (class, self.size(groups, class))).collect();
                if !kept_classes.added.is_empty() && gone == kept_classes.condemned {
                    return self.cell_cost(classes.node, &kept_classes.added);
                }
                self.cell_cost(classes.node, &self.suppressing(classes, &gone))
            }
            PriceRule::Classes(cost) => {
                // Over people, classes without rows are classes too.
                let counts = |class: &usize| kept[*class] || groups.rows[*class] == 0;
                let sizes = (0..kept.len()).filter(counts).map(|class| self.size(groups, class));
                cost.of(&mut sizes.filter(|&size| size > 0), self.total())
            }
        }
    }

    /// The size of a class, in what the cost counts.
    fn size(&self, groups: &TupleGroups, class: usize) -> u64 {
        match self.price.over {
            CostOver::Members => groups.rows[class],
            CostOver::People => groups.people.get(class).copied().unwrap_or(0),
        }
    }

    /// The size of the table, in what the cost counts.
    pub(super) fn total(&self) -> u64 {
        match (self.price.over, &self.price.charge) {
            (CostOver::People, _) => self.frequency_set.people(),
            (_, PriceRule::Classes(cost)) if cost.counts_people() => self.frequency_set.members(),
            (CostOver::Members, _) => self.frequency_set.rows(),
        }
    }

    /// The least that suppressing these rows adds to the static bound of every specialization,
    /// where they are suppressed from finer cells. If the cost counts people, each suppressed row
    /// removes at least one person.
    fn penalty(&self, classes: &Classes<'_>, suppressed: &[(usize, u64)], added: &[u128]) -> f64 {
        if self.price.over == CostOver::People && !self.within {
            return 0.0;
        }
        match &self.price.charge {
            PriceRule::Cells(columns) => {
                columns.iter().zip(added).map(|(column, &units)| units as f64 * column.scale).sum()
            }
            PriceRule::Classes(cost) => {
                let total = self.total();
                // The added cost is least for either the required rows or the whole class.
                let added = |&(class, least): &(usize, u64)| {
                    let size = self.size(&classes.counts, class);
                    cost.suppressing(least, total).min(cost.suppressing(size, total))
                };
                suppressed.iter().map(added).sum()
            }
        }
    }

    /// Per column: the units that suppressing so many of these classes adds.
    pub(super) fn suppressing(
        &self,
        classes: &Classes<'_>,
        suppressed: &[(usize, u64)],
    ) -> Vec<u128> {
        let PriceRule::Cells(columns) = &self.price.charge else { return Vec::new() };
        let per_column = |(column, price): (usize, &ColumnPrice)| {
            let units = &price.suppressing[classes.node.0[column] as usize];
            let of = |&(class, size): &(usize, u64)| {
                let units = units[self.code(classes, column, class) as usize];
                u128::from(size) * u128::from(units)
            };
            suppressed.iter().map(of).sum()
        };
        columns.iter().enumerate().map(per_column).collect()
    }

    /// The exact cost of a node whose suppressed rows add these units per column.
    fn cell_cost(&self, node: &Node, added: &[u128]) -> f64 {
        let PriceRule::Cells(columns) = &self.price.charge else { return f64::INFINITY };
        let units = columns.iter().zip(&node.0).zip(added);
        units
            .map(|((column, &level), added)| {
                (column.whole[level as usize] + added) as f64 * column.scale
            })
            .sum()
    }
}
