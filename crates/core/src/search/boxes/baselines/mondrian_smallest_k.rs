//! Mondrian on the population for the smallest k whose classes meet the demands (Nergiz, Atzori &
//! Clifton 2007, section 7).
//!
//! A larger k need not meet the demands, so every k is tried. If the smallest class has m people,
//! the cuts are the same for every k up to m; the next k to try is m + 1.
//!
//! Manual page: `docs/algorithms/mondrian-smallest-k.md`.

use super::super::mondrian::CutPoints;
use super::super::result::{BoxResult, is_loss};
use super::super::{BoxProblem, CountConstraints, Partition};
use crate::cost::Cost;
use crate::search::{Algorithm, Recoding, Search, SearchControl, SearchOutcome, Searcher};

/// Mondrian on the population, for the smallest k that meets the demands.
pub(in crate::search) struct MondrianSmallestK;

impl Algorithm for MondrianSmallestK {
    fn name(&self) -> &'static str {
        "mondrian-smallest-k"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Multidimensional
    }

    fn minimises(&self, cost: Cost) -> bool {
        is_loss(cost)
    }

    fn heeds_effort(&self) -> bool {
        false
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for MondrianSmallestK {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let problem = search.box_problem(search.method().cost);
        let (smallest_k, found) = problem.mondrian_smallest_k(control).unzip();
        BoxResult { smallest_k, thorough: false, ..found.into() }.outcome(search, &problem, control)
    }
}

impl BoxProblem<'_> {
    /// The smallest k whose classes meet the demands, and these classes. None if there is no such k
    /// or the search was stopped.
    #[must_use]
    pub fn mondrian_smallest_k(&self, control: &SearchControl) -> Option<(u64, Partition)> {
        let mut k = 1;
        loop {
            let constraints = CountConstraints {
                rows: 0,
                people: 0,
                everyone: k,
                presence: None,
                complete: true,
            };
            let partition =
                self.with_constraints(constraints).mondrian(CutPoints::Leaves, control)?;
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
