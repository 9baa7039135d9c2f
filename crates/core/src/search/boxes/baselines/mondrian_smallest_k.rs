//! # Mondrian with the smallest k
//!
//! **Promises** the classes of Mondrian for the smallest k for which they meet the demands, and
//! that k. This is what k-anonymity alone can do for other demands. If there is a population, the
//! population is cut.
//!
//! **Takes** `--algorithm mondrian-smallest-k` with multidimensional recoding; every demand; no
//! suppression.
//!
//! **Not promised** a small loss, or that a larger k also meets the demands; every k is therefore
//! tried. If `--time-limit` stops it, there is no result.
//!
//! **Choose it** to show how much a demand saves compared with k-anonymity. Do not use it for
//! releases.
//!
//! **Example** on the demo's study and town, presence between 0.02 and 0.1 takes k = 416 and loses
//! 0.227; `guided` with `--effort fast` loses 0.018.
//!
//! `incrowd release study.csv --id name,zip --qi age,sex,job --public register.csv --presence 0,0.5 --algorithm mondrian-smallest-k --dry-run`
//!
//! **Defined** by Nergiz, Atzori & Clifton (2007), section 7, as a way to hide presence by
//! k-anonymity: the population is cut at medians (`mondrian`) as long as every class keeps k
//! people, for k = 1, 2, 3, ... until all classes meet the demands.
//!
//! **Deviations** none in the result. If the smallest class has m people, the cuts are the same for
//! every k up to m, so the next k to try is m + 1.
//!
//! **Cost** one run of Mondrian for every k tried: 7 s in the example.

use super::super::mondrian::Cuts;
use super::super::result::{BoxResult, is_loss};
use super::super::{BoxProblem, CountConstraints, Partition};
use crate::cost::Cost;
use crate::search::{Algorithm, Outcome, Recoding, Search, SearchControl, Searcher};

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
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> Outcome {
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
            let partition = self.with_constraints(constraints).mondrian(Cuts::Leaves, control)?;
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
