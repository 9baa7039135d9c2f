//! The algorithms that search for a release.

use std::fmt;

use incrowd_terms::Demand;

use crate::cost::Cost;

use super::{
    Recoding, Search, SearchControl, SearchOutcome, anatomy, boxes, chance, lattice,
    local_suppression,
};

/// An algorithm for releases. Every search gets the same [`Search`]: the table,
/// the demands on every class, the cost and the scope.
pub trait Algorithm: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// The recoding of its results.
    fn recoding(&self) -> Recoding;

    /// Whether it can minimise this cost.
    fn minimises(&self, cost: Cost) -> bool;

    /// Whether it can suppress rows.
    fn suppresses(&self) -> bool {
        false
    }

    /// Whether it uses the effort.
    fn heeds_effort(&self) -> bool {
        true
    }

    /// Whether it can search on to prove more about the cost of its result.
    fn heeds_proof(&self) -> bool {
        true
    }

    /// Whether it supports this demand.
    fn promises(&self, _demand: &Demand) -> bool {
        true
    }

    /// Whether it can count people instead of rows, where some people have several rows.
    fn counts_people(&self) -> bool {
        true
    }

    /// The search, or none if releases are drawn instead of searched for.
    fn searcher(&self) -> Option<&dyn Searcher> {
        None
    }
}

/// The search of an algorithm.
pub trait Searcher: Sync {
    /// Searches for a release until one is found or the search is stopped.
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome;
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
    &local_suppression::LocalSuppression,
    &anatomy::AnatomyRanges,
    &chance::RandomDraw,
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

/// The algorithm of this name.
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
