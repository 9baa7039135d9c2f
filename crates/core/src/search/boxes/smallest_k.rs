//! The smallest k whose Mondrian cuts happen to give what is really wanted.
//!
//! The population is cut at medians as long as every class keeps k people, for k = 1, 2, 3, ...
//! until all classes happen to meet the demands: how paper 000 makes k-anonymity hide presence. A
//! larger k can lose them again, so every k is tried. But if the smallest class has m people, all
//! cuts that were made are allowed up to k = m and those that were not are not, so the next k to
//! try is m + 1.

use super::carved::{Carved, is_loss};
use super::mondrian::Cuts;
use super::{Field, Gate, Partition};
use crate::cost::Cost;
use crate::search::{Algorithm, Outcome, Recoding, Search, Watch};

/// Mondrian on the population, for the smallest k that happens to do.
pub(in crate::search) struct Way;

impl Algorithm for Way {
    fn name(&self) -> &'static str {
        "mondrian-smallest-k"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Multidimensional
    }

    fn minimises(&self, cost: Cost) -> bool {
        is_loss(cost)
    }

    fn find(&self, search: &Search<'_>, watch: &Watch) -> Outcome {
        let field = search.field(search.method().cost);
        let (smallest_k, found) = field.mondrian_smallest_k(watch).unzip();
        Carved { smallest_k, thorough: false, ..found.into() }.outcome(search, &field, watch)
    }
}

impl Field<'_> {
    /// The smallest k whose cuts meet the demands, and its classes; none if there is no such k, or
    /// the watch is over.
    #[must_use]
    pub fn mondrian_smallest_k(&self, watch: &Watch) -> Option<(u64, Partition)> {
        let mut k = 1;
        loop {
            let gate = Gate { rows: 0, people: 0, everyone: k, presence: None, complete: true };
            let partition = self.with_gate(gate).mondrian(Cuts::Leaves, watch)?;
            if partition.cut_short {
                return None;
            }
            if partition.classes.iter().all(|class| self.holds(&class.tuples)) {
                return Some((k, partition));
            }
            k = partition.classes.iter().map(|class| class.people).min()? + 1;
        }
    }
}
