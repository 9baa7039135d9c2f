//! The cost of a release, and the loss of each column.

use std::collections::{BTreeMap, BTreeSet};

use crate::cost::{Basis, Cost, Over, RangeLoss};
use crate::hierarchy::Hierarchy;

use super::boxes::{BoxClass, Partition};
use super::lattice::Node;
use super::{Found, Search};

/// How many people of the table are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeopleCounts {
    /// Different people of the table.
    pub input: u64,
    /// People with a published row.
    pub published: u64,
    /// People all of whose rows are suppressed.
    pub suppressed: u64,
    /// People some of whose rows are suppressed, and some published.
    pub partly: u64,
}

impl Search<'_> {
    /// The cost of publishing a result, by any cost that applies to it.
    #[must_use]
    pub fn cost_of(&self, found: &Found, cost: Cost) -> Option<f64> {
        match found {
            Found::Node(node) => self.problem(cost).examine(node).cost,
            Found::Boxes(partition) => match cost.basis {
                Basis::Cells(cells) => {
                    cells.range_loss().map(|_| self.box_problem(cost).loss(partition))
                }
                Basis::Classes(classes) => {
                    let sizes = self.sizes(partition);
                    let counts_people =
                        classes.counts_people() && self.method.over == Over::Members;
                    let rows = match counts_people {
                        true => self.frequency_set.members(),
                        false => sizes.iter().sum(),
                    };
                    Some(classes.of(&mut sizes.into_iter(), rows))
                }
            },
        }
    }

    /// The sizes of published classes. Relaxed Mondrian can leave two groups in the same box, which
    /// are one class.
    fn sizes(&self, partition: &Partition) -> Vec<u64> {
        let over_people = self.method.over == Over::People;
        let mut sizes: BTreeMap<&[(u32, u32)], u64> = BTreeMap::new();
        for class in &partition.classes {
            let size = if over_people { class.people } else { class.rows };
            *sizes.entry(&class.ranges).or_default() += size;
        }
        sizes.into_values().filter(|&size| size > 0).collect()
    }

    /// The loss of each column, from 0 to 1.
    #[must_use]
    pub fn column_losses(&self, found: &Found) -> Vec<f64> {
        match found {
            Found::Node(node) => self.losses_of_levels(node),
            Found::Boxes(partition) => self.losses_of_boxes(partition),
        }
    }

    /// How many people a result publishes. Without people who have several rows, every row is one.
    #[must_use]
    pub fn people(&self, found: &Found) -> PeopleCounts {
        let input = self.frequency_set.members();
        let Found::Node(node) = found else {
            return PeopleCounts { input, published: input, suppressed: 0, partly: 0 };
        };
        let hidden = self.problem(Cost::LOSS).suppressed_classes(node);
        let hidden: BTreeSet<Vec<u32>> = hidden.into_iter().collect();
        let hierarchies = self.table.hierarchies.iter().zip(&node.0).enumerate();
        let label = |tuple: u32| -> Vec<u32> {
            let code = |(column, (hierarchy, &level)): (usize, (&Hierarchy, &u8))| {
                let code = self.frequency_set.code(column, tuple);
                hierarchy.node_of(usize::from(level))[code as usize]
            };
            hierarchies.clone().map(code).collect()
        };
        let is_hidden = |tuple: u32| !hidden.is_empty() && hidden.contains(&label(tuple));
        let (suppressed, partly) = self.frequency_set.lost_people(is_hidden);
        PeopleCounts { input, published: input - suppressed, suppressed, partly }
    }

    fn losses_of_levels(&self, node: &Node) -> Vec<f64> {
        let (frequency_set, hierarchies) = (self.frequency_set, &self.table.hierarchies);
        let levels = hierarchies.iter().zip(&node.0);
        let share = |(hierarchy, &level): (&Hierarchy, &u8)| -> Vec<f64> {
            let (level, all) = (usize::from(level), hierarchy.leaves().saturating_sub(1).max(1));
            let lost = |node| (hierarchy.span(level, node).len() - 1) as f64 / all as f64;
            (0..hierarchy.nodes(level) as u32).map(lost).collect()
        };
        let shares: Vec<Vec<f64>> = levels.map(share).collect();
        let hidden = self.problem(Cost::LOSS).suppressed_classes(node);
        let hidden: BTreeSet<Vec<u32>> = hidden.into_iter().collect();
        let (mut losses, mut all) = (vec![0.0; hierarchies.len()], 0.0);
        let mut labels = Vec::with_capacity(hierarchies.len());
        for tuple in 0..frequency_set.tuples() as u32 {
            let weight = match self.method.over {
                Over::Members => frequency_set.rows_of(tuple),
                Over::People => frequency_set.people_of(tuple),
            } as f64;
            let codes = (0..hierarchies.len()).map(|column| frequency_set.code(column, tuple));
            let label = |((code, hierarchy), &level): ((u32, &Hierarchy), &u8)| {
                hierarchy.node_of(usize::from(level))[code as usize]
            };
            labels.clear();
            labels.extend(codes.zip(hierarchies).zip(&node.0).map(label));
            let is_hidden = hidden.contains(&labels);
            for ((loss, share), &label) in losses.iter_mut().zip(&shares).zip(&labels) {
                *loss += weight * if is_hidden { 1.0 } else { share[label as usize] };
            }
            all += weight;
        }
        losses.iter().map(|loss| loss / f64::max(all, 1.0)).collect()
    }

    fn losses_of_boxes(&self, partition: &Partition) -> Vec<f64> {
        let (problem, weights) = (self.box_problem(Cost::LOSS), &self.scope.weights);
        let all: f64 = weights.iter().sum();
        let columns = problem.range_losses().iter().zip(weights).enumerate();
        let loss = |(at, (range_loss, weight)): (usize, (&RangeLoss, &f64))| {
            let of = |class: &BoxClass| {
                let (low, high) = class.ranges[at];
                problem.weight(class) * range_loss.loss(low, high)
            };
            let sum: f64 = partition.classes.iter().map(of).sum();
            sum / problem.total_weight() * all / weight
        };
        columns.map(loss).collect()
    }

    /// The number of suppressed rows and of published classes.
    #[must_use]
    pub fn counts(&self, found: &Found) -> (u64, u64) {
        match found {
            Found::Node(node) => {
                let evaluation = self.problem(Cost::LOSS).examine(node);
                (evaluation.suppressed, evaluation.classes)
            }
            Found::Boxes(partition) => {
                let published = partition.classes.iter().filter(|class| class.rows > 0);
                let boxes: BTreeSet<_> = published.map(|class| &class.ranges).collect();
                (0, boxes.len() as u64)
            }
        }
    }
}
