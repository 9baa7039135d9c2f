//! The algorithms that look for a release, each in a file of its own.

use std::fmt;

use incrowd_terms::Demand;

use crate::cost::Cost;

use super::{Outcome, Recoding, Search, SearchControl, anatomy, boxes, chance, lattice};

/// A way of finding a release. Each is given the same [`Search`]: the table, the demands on every
/// class, the cost and what the steward allows.
pub trait Algorithm: Sync {
    /// The word by which users ask for it.
    fn name(&self) -> &'static str;

    /// The recoding that it yields.
    fn recoding(&self) -> Recoding;

    /// Whether it can make this cost small.
    fn minimises(&self, cost: Cost) -> bool;

    /// Whether it can leave rows out.
    fn suppresses(&self) -> bool {
        false
    }

    /// Whether it thinks longer or shorter when asked to.
    fn heeds_effort(&self) -> bool {
        true
    }

    /// Whether it can promise this.
    fn promises(&self, _demand: &Demand) -> bool {
        true
    }

    /// Looks for a release until it is found or the watch is over.
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> Outcome;
}

/// Every algorithm.
pub static ALGORITHMS: &[&dyn Algorithm] = &[
    &lattice::optimal::Optimal,
    &lattice::baselines::samarati::Samarati,
    &lattice::baselines::spalm::Spalm,
    &lattice::baselines::smallest_k::SmallestK,
    &boxes::guided::Guided,
    &boxes::exact::ExactBoxes,
    &boxes::mondrian::Mondrian,
    &boxes::mondrian::MondrianRelaxed,
    &boxes::baselines::mondrian_smallest_k::MondrianSmallestK,
    &boxes::cluster::Clusters,
    &anatomy::AnatomyRanges,
    &chance::Chance,
    &boxes::baselines::mpalm::STRATEGIES[0],
    &boxes::baselines::mpalm::STRATEGIES[1],
    &boxes::baselines::mpalm::STRATEGIES[2],
    &boxes::baselines::mpalm::STRATEGIES[3],
    &boxes::baselines::mpalm::STRATEGIES[4],
    &boxes::baselines::mpalm::STRATEGIES[5],
    &boxes::baselines::mpalm::STRATEGIES[6],
    &boxes::baselines::mpalm::STRATEGIES[7],
    &boxes::baselines::mpalm::STRATEGIES[8],
];

/// The algorithm that a user's word names.
#[must_use]
pub fn algorithm(name: &str) -> Option<&'static dyn Algorithm> {
    ALGORITHMS.iter().copied().find(|algorithm| algorithm.name() == name)
}

impl fmt::Debug for dyn Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}
