//! The figures of a result: its cost, what it suppresses, its classes and the loss of each column.
//!
//! They are computed once, from one evaluation, when a search has found its result.

use std::collections::{BTreeMap, BTreeSet};

use crate::cost::{Basis, Cost, CostOver, Price, RangeLoss};
use crate::hierarchy::Hierarchy;

use super::boxes::{BoxClass, BoxProblem, Partition};
use super::lattice::Node;
use super::{FoundRelease, Recoding, Search};

/// The costs that are computed for every result, besides the one that was minimised.
const SHOWN: [Cost; 3] = [Cost::LOSS, Cost::DISCERNIBILITY, Cost::AVERAGE_CLASS];

/// How many people of the table are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedPeople {
    /// Different people of the table.
    pub input: u64,
    /// People with a published row.
    pub published: u64,
    /// People all of whose rows are suppressed.
    pub suppressed: u64,
    /// People some of whose rows are suppressed, and some published.
    pub partly: u64,
}

/// The figures of a result.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Figures {
    /// The costs that apply to the result.
    costs: Vec<(Cost, f64)>,
    /// Per column: its loss, from 0 to 1.
    pub column_losses: Vec<f64>,
    /// The average loss of published rows; infinite if there are none.
    pub published_loss: f64,
    /// The number of suppressed rows.
    pub suppressed: u64,
    /// The number of published classes.
    pub classes: u64,
    /// How many people are published. Without people who have several rows, every row is one.
    pub people: PublishedPeople,
    /// Per column: the number of suppressed cells. None unless single cells are suppressed.
    pub suppressed_cells: Option<Vec<u64>>,
    /// The suppressed classes of a node, as one hierarchy node per column.
    pub(crate) suppressed_classes: Vec<Vec<u32>>,
}

impl Figures {
    /// The cost by the loss, the discernibility, the average class or the minimised cost. None if
    /// the cost does not apply to the result.
    #[must_use]
    pub fn cost(&self, cost: Cost) -> Option<f64> {
        self.costs.iter().find(|(known, _)| *known == cost).map(|&(_, value)| value)
    }
}

impl Search<'_> {
    /// The figures of a result, from one evaluation. A search that found it has them already
    /// ([`SearchOutcome::figures`](super::SearchOutcome::figures)).
    #[must_use]
    pub fn figures(&self, found: &FoundRelease) -> Figures {
        match found {
            FoundRelease::Node(node) => self.figures_of_node(node),
            FoundRelease::Boxes(partition) => self.figures_of_boxes(partition),
        }
    }

    /// The costs to compute.
    fn shown(&self) -> Vec<Cost> {
        let minimised = Some(self.method.cost).filter(|cost| !SHOWN.contains(cost));
        SHOWN.into_iter().chain(minimised).collect()
    }

    /// The figures of a node.
    pub(super) fn figures_of_node(&self, node: &Node) -> Figures {
        let (frequency_set, hierarchies) = (self.frequency_set, &self.table.hierarchies);
        let (weights, over) = (&self.scope.weights, self.method.over);
        let shown = self.shown();
        let prices: Vec<Price> = shown
            .iter()
            .map(|cost| cost.price(frequency_set, hierarchies, weights, over))
            .collect();
        let figures = self.problem(Cost::LOSS).figures(node, prices);
        let costs: Vec<(Cost, f64)> = shown.into_iter().zip(figures.costs).collect();
        let loss = costs.iter().find(|(cost, _)| *cost == Cost::LOSS).map(|&(_, loss)| loss);
        let hidden = self.tuples_of(node, &figures.suppressed_classes);
        Figures {
            published_loss: loss.map_or(f64::INFINITY, |loss| self.loss_without(loss, &hidden)),
            costs,
            column_losses: self.losses_of_levels(node, &figures.suppressed_classes),
            people: self.people_without(&hidden),
            suppressed: figures.suppressed,
            classes: figures.classes,
            suppressed_cells: None,
            suppressed_classes: figures.suppressed_classes,
        }
    }

    /// The figures of a partition.
    fn figures_of_boxes(&self, partition: &Partition) -> Figures {
        let (problem, sizes) = (self.boxes_with_cost(Cost::LOSS), self.sizes(partition));
        let members = self.frequency_set.members();
        let rows = match self.method.over {
            CostOver::Members => self.frequency_set.rows(),
            CostOver::People => self.frequency_set.people(),
        };
        let cost = |cost: Cost| match cost.basis {
            Basis::Cells(_) if cost == Cost::LOSS => Some((cost, problem.loss(partition))),
            Basis::Cells(cells) => {
                cells.range_loss().map(|_| (cost, self.boxes_with_cost(cost).loss(partition)))
            }
            Basis::Classes(classes) => {
                let counts_people =
                    classes.counts_people() && self.method.over == CostOver::Members;
                let all = if counts_people { members } else { rows };
                Some((cost, classes.of(&mut sizes.iter().copied(), all)))
            }
        };
        let published = partition.classes.iter().filter(|class| class.rows > 0);
        let boxes: BTreeSet<_> = published.map(|class| &class.ranges).collect();
        Figures {
            costs: self.shown().into_iter().filter_map(cost).collect(),
            column_losses: self.losses_of_boxes(&problem, partition),
            published_loss: problem.published_loss(partition),
            suppressed: self.rows_of(&partition.suppressed),
            classes: boxes.len() as u64,
            people: self.people_without(&partition.suppressed),
            suppressed_cells: self.suppressed_cells(partition),
            suppressed_classes: Vec::new(),
        }
    }

    /// Per column: the number of suppressed cells, where cells are published exactly or not at all.
    fn suppressed_cells(&self, partition: &Partition) -> Option<Vec<u64>> {
        let is_suppressed = |class: &&BoxClass, column: usize| {
            let (low, high) = class.ranges[column];
            low < high
        };
        let cells = |column: usize| {
            let classes = partition.classes.iter().filter(|class| is_suppressed(class, column));
            classes.map(|class| class.rows).sum()
        };
        let by_cells = self.method.recoding() == Recoding::LocalSuppression;
        by_cells.then(|| (0..self.table.hierarchies.len()).map(cells).collect())
    }

    /// The sizes of published classes. Relaxed Mondrian can leave two groups in the same box, which
    /// are one class.
    fn sizes(&self, partition: &Partition) -> Vec<u64> {
        let over_people = self.method.over == CostOver::People;
        let mut sizes: BTreeMap<&[(u32, u32)], u64> = BTreeMap::new();
        for class in &partition.classes {
            let size = if over_people { class.people } else { class.rows };
            *sizes.entry(&class.ranges).or_default() += size;
        }
        sizes.into_values().filter(|&size| size > 0).collect()
    }

    /// How many people are published without these tuples.
    fn people_without(&self, suppressed: &[u32]) -> PublishedPeople {
        let input = self.frequency_set.members();
        let is_suppressed = |tuple| suppressed.binary_search(&tuple).is_ok();
        let (suppressed, partly) = self.frequency_set.lost_people(is_suppressed);
        PublishedPeople { input, published: input - suppressed, suppressed, partly }
    }

    /// The tuples of some classes of a node, ascending.
    pub(super) fn tuples_of(&self, node: &Node, classes: &[Vec<u32>]) -> Vec<u32> {
        if classes.is_empty() {
            return Vec::new();
        }
        let classes: BTreeSet<&[u32]> = classes.iter().map(Vec::as_slice).collect();
        let tuples = 0..self.frequency_set.tuples() as u32;
        tuples.filter(|&tuple| classes.contains(self.class_of(node, tuple).as_slice())).collect()
    }

    /// The class of a tuple at a node, as one hierarchy node per column.
    pub(super) fn class_of(&self, node: &Node, tuple: u32) -> Vec<u32> {
        let hierarchies = self.table.hierarchies.iter().zip(&node.0).enumerate();
        let code = |(column, (hierarchy, &level)): (usize, (&Hierarchy, &u8))| {
            let code = self.frequency_set.code(column, tuple);
            hierarchy.node_of(usize::from(level))[code as usize]
        };
        hierarchies.map(code).collect()
    }

    /// The average loss of published rows, given that of all rows and the suppressed tuples.
    fn loss_without(&self, loss: f64, suppressed: &[u32]) -> f64 {
        let problem = self.boxes_with_cost(Cost::LOSS);
        let (all, lost) = (problem.total_weight(), problem.weight_of(suppressed));
        let published = loss * all - lost * problem.suppressed_loss();
        if all > lost { (published / (all - lost)).max(0.0) } else { f64::INFINITY }
    }

    fn rows_of(&self, tuples: &[u32]) -> u64 {
        tuples.iter().map(|&tuple| self.frequency_set.rows_of(tuple)).sum()
    }

    /// The loss of each column at a node, where all of these classes are suppressed.
    fn losses_of_levels(&self, node: &Node, suppressed: &[Vec<u32>]) -> Vec<f64> {
        let (frequency_set, hierarchies) = (self.frequency_set, &self.table.hierarchies);
        let levels = hierarchies.iter().zip(&node.0);
        let share = |(hierarchy, &level): (&Hierarchy, &u8)| -> Vec<f64> {
            let (level, all) = (usize::from(level), hierarchy.leaves().saturating_sub(1).max(1));
            let lost = |node| (hierarchy.span(level, node).len() - 1) as f64 / all as f64;
            (0..hierarchy.nodes(level) as u32).map(lost).collect()
        };
        let shares: Vec<Vec<f64>> = levels.map(share).collect();
        let hidden: BTreeSet<&[u32]> = suppressed.iter().map(Vec::as_slice).collect();
        let (mut losses, mut all) = (vec![0.0; hierarchies.len()], 0.0);
        let mut labels = Vec::with_capacity(hierarchies.len());
        for tuple in 0..frequency_set.tuples() as u32 {
            let weight = match self.method.over {
                CostOver::Members => frequency_set.rows_of(tuple),
                CostOver::People => frequency_set.people_of(tuple),
            } as f64;
            let codes = (0..hierarchies.len()).map(|column| frequency_set.code(column, tuple));
            let label = |((code, hierarchy), &level): ((u32, &Hierarchy), &u8)| {
                hierarchy.node_of(usize::from(level))[code as usize]
            };
            labels.clear();
            labels.extend(codes.zip(hierarchies).zip(&node.0).map(label));
            let is_hidden = hidden.contains(labels.as_slice());
            for ((loss, share), &label) in losses.iter_mut().zip(&shares).zip(&labels) {
                *loss += weight * if is_hidden { 1.0 } else { share[label as usize] };
            }
            all += weight;
        }
        losses.iter().map(|loss| loss / f64::max(all, 1.0)).collect()
    }

    /// The loss of each column in boxes.
    fn losses_of_boxes(&self, problem: &BoxProblem<'_>, partition: &Partition) -> Vec<f64> {
        let weights = &self.scope.weights;
        let all: f64 = weights.iter().sum();
        let columns = problem.range_losses().iter().zip(weights).enumerate();
        let loss = |(at, (range_loss, weight)): (usize, (&RangeLoss, &f64))| {
            let of = |class: &BoxClass| {
                let (low, high) = class.ranges[at];
                problem.weight(class) * range_loss.loss(low, high)
            };
            let last = range_loss.positions().len() as u32 - 1;
            let suppressed = problem.weight_of(&partition.suppressed) * range_loss.loss(0, last);
            let sum: f64 = partition.classes.iter().map(of).sum();
            (sum + suppressed) / problem.total_weight() * all / weight
        };
        columns.map(loss).collect()
    }
}
