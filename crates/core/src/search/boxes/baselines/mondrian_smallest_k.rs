//! # Mondrian with the smallest k
//!
//! **Promises** the classes of Mondrian for the smallest k for which they happen to meet the
//! demands, and that k: what someone gets who has k-anonymity only and wants something else. With a
//! population it is that which is cut.
//!
//! **Takes** `--algorithm mondrian-smallest-k` with multidimensional recoding; every demand; no
//! suppression.
//!
//! **Not promised** a small loss, nor that a larger k does too: it can lose the demands again, so
//! every k is tried. If `--time-limit` stops it, there is no answer.
//!
//! **Choose it** to show what a demand saves over k-anonymity. Not for releases.
//!
//! **Example** on the demo's study and town, presence between 0.02 and 0.1 takes k = 416 and loses
//! 0.227; `guided` with `--effort fast` loses 0.018.
//!
//! `incrowd release study.csv --id name,zip --qi age,sex,job --public register.csv --presence 0,0.5 --algorithm mondrian-smallest-k --dry-run`
//!
//! **Defined** by paper 000, section 7, as the way in which k-anonymity can hide presence: the
//! population is cut at medians (`mondrian`) as long as every class keeps k people, for k = 1, 2,
//! 3, ... until all classes happen to meet the demands.
//!
//! **Deviations** none in what is found. If the smallest class has m people, all cuts that were
//! made are allowed up to k = m and those that were not are not, so the next k to try is m + 1.
//!
//! **Cost** one run of Mondrian for every k that is tried: 7 s in the example.

use super::super::mondrian::Cuts;
use super::super::result::{BoxResult, is_loss};
use super::super::{BoxProblem, CountConstraints, Partition};
use crate::cost::Cost;
use crate::search::{Algorithm, Outcome, Recoding, Search, SearchControl};

/// Mondrian on the population, for the smallest k that happens to do.
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

    fn find(&self, search: &Search<'_>, control: &SearchControl) -> Outcome {
        let problem = search.box_problem(search.method().cost);
        let (smallest_k, found) = problem.mondrian_smallest_k(control).unzip();
        BoxResult { smallest_k, thorough: false, ..found.into() }.outcome(search, &problem, control)
    }
}

impl BoxProblem<'_> {
    /// The smallest k whose cuts meet the demands, and its classes; none if there is no such k, or
    /// the watch is over.
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
