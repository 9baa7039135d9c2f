//! Tuples to leave out at first: those whose secrets are too frequent, and what full-domain recoding
//! would suppress.
//!
//! They are needed if there is no release without suppression. If there is one, tuples with frequent
//! secrets are still tried, because demands on secrets may then be met by smaller classes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Suppression;
use crate::cost::Cost;
use crate::frequency_set::ValueCounts;
use crate::model::Monotone;
use crate::search::Effort;
use crate::search::boxes::Partition;
use crate::search::lattice::Node;

/// The number of lattice nodes that are examined, at most.
const MOST_NODES: u64 = 200;

/// The number of steps over the values of a secret, at most.
const MOST_STEPS: usize = 100_000_000;

impl Suppression<'_, '_> {
    /// Partitions of parts of the table to start from, besides that of the whole.
    pub(super) fn starts(&self, needed: bool) -> Vec<Partition> {
        let search = self.search;
        let mut starts = Vec::new();
        let wanted = needed || search.method.effort != Effort::Fast;
        if wanted && search.models.iter().any(|model| model.needs_secrets()) {
            let order = self.frequent();
            let all = order.len();
            let merging = search.models.iter().all(|model| model.monotone() != Monotone::No);
            let mut lengths = match needed {
                // If classes may merge and the rest does not hold as one class, no partition of it does.
                true if merging && !self.holds_without(&order) => Vec::new(),
                true if search.proves() => vec![self.least_length(&order), all.div_ceil(2), all],
                true => vec![self.least_length(&order)],
                false => vec![all.div_ceil(4), all],
            };
            lengths.retain(|&length| length > 0);
            lengths.dedup();
            let parts = lengths.iter().map(|&length| order[..length].to_vec());
            starts.extend(parts.filter_map(|suppressed| self.partition_without(suppressed)));
        }
        if needed && starts.is_empty() && search.proves() {
            starts.extend(self.of_lattice());
        }
        starts
    }

    /// What the best lattice node leaves: its classes, and what the algorithm makes of their tuples.
    fn of_lattice(&self) -> Vec<Partition> {
        let search = self.search;
        let control = self.control.clone().at_most(MOST_NODES);
        let found = search.problem(Cost::LOSS).optimal(&control);
        let Some((node, _)) = found.best else { return Vec::new() };
        let suppressed = search.tuples_of(&node, &search.figures_of_node(&node).suppressed_classes);
        let classes = self.classes_of(&node, suppressed.clone());
        self.partition_without(suppressed).into_iter().chain([classes]).collect()
    }

    /// The classes of a node as boxes.
    fn classes_of(&self, node: &Node, suppressed: Vec<u32>) -> Partition {
        let problem = self.search.box_problem(self.search.method.cost);
        let mut classes: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        let is_kept = |tuple: &u32| suppressed.binary_search(tuple).is_err();
        for tuple in (0..problem.tuples() as u32).filter(is_kept) {
            classes.entry(self.search.class_of(node, tuple)).or_default().push(tuple);
        }
        let classes = classes.into_values().map(|tuples| problem.class(tuples)).collect();
        Partition::new(classes, 1, false).suppressing(suppressed)
    }

    /// Tuples within the limit, in an order that takes those first whose secrets are the most frequent.
    fn frequent(&self) -> Vec<u32> {
        let set = self.search.frequency_set;
        let secrets = &set.base.secrets;
        let mut counts = set.whole().secrets;
        let mut tuples: Vec<Vec<std::vec::IntoIter<u32>>> = secrets
            .iter()
            .enumerate()
            .map(|(place, counted)| self.by_value(counted, counts[place].len()))
            .collect();
        let domain: usize = counts.iter().map(Vec::len).sum();
        let mut is_out = vec![false; set.tuples()];
        let (mut order, mut room) = (Vec::new(), self.search.scope.limit);
        for _ in 0..MOST_STEPS / domain.max(1) {
            let places = counts.iter().enumerate();
            let values = places.flat_map(|(place, counts)| {
                (0..).zip(counts).map(move |(value, &rows)| (rows, Reverse((place, value))))
            });
            let Some((1.., Reverse((place, value)))) = values.max() else { break };
            let fits = |tuple: &u32| !is_out[*tuple as usize] && set.rows_of(*tuple) <= room;
            let Some(tuple) = tuples[place][value].find(fits) else { break };
            is_out[tuple as usize] = true;
            room -= set.rows_of(tuple);
            order.push(tuple);
            for (counts, counted) in counts.iter_mut().zip(secrets) {
                let (values, rows) = counted.of(tuple as usize);
                values.iter().zip(rows).for_each(|(&value, rows)| counts[value as usize] -= rows);
            }
        }
        order
    }

    /// Per value: the tuples that have it, those with the largest share of it first.
    fn by_value(&self, counted: &ValueCounts, domain: usize) -> Vec<std::vec::IntoIter<u32>> {
        let set = self.search.frequency_set;
        let mut tuples: Vec<Vec<(u64, u64, u32)>> = vec![Vec::new(); domain];
        for tuple in 0..set.tuples() as u32 {
            let (values, counts) = counted.of(tuple as usize);
            for (&value, &rows) in values.iter().zip(counts) {
                let all = set.rows_of(tuple);
                let others = (all - rows.min(all)) * 1_000_000 / all.max(1);
                tuples[value as usize].push((others, all, tuple));
            }
        }
        let sorted = |mut tuples: Vec<(u64, u64, u32)>| {
            tuples.sort_unstable();
            tuples.into_iter().map(|(_, _, tuple)| tuple).collect::<Vec<_>>().into_iter()
        };
        tuples.into_iter().map(sorted).collect()
    }

    /// The least number of these tuples, as far as bisection finds it, without which all others
    /// together meet the demands.
    fn least_length(&self, order: &[u32]) -> usize {
        let (mut low, mut high) = (0, order.len());
        while low + 1 < high {
            let middle = low.midpoint(high);
            if self.holds_without(&order[..middle]) { high = middle } else { low = middle }
        }
        high
    }

    /// Whether all other tuples together meet the demands.
    fn holds_without(&self, suppressed: &[u32]) -> bool {
        let mut suppressed = suppressed.to_vec();
        suppressed.sort_unstable();
        let is_kept = |tuple: &u32| suppressed.binary_search(tuple).is_err();
        let kept: Vec<u32> =
            (0..self.search.frequency_set.tuples() as u32).filter(is_kept).collect();
        self.rows(&kept) > 0 && self.problem(&suppressed).holds(&kept)
    }
}
