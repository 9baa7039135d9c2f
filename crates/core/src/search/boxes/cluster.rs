//! Clustering into boxes that need not come from recursive cuts.
//!
//! Clusters are *closed*: whoever of the population lies in the box of a cluster belongs to it.
//! Otherwise a person would match two classes, and the guarantee of neither would hold for that
//! person. Clusters that do not hold are merged with a neighbour, cheapest union first, and
//! everybody inside the new box joins. Merging ends at the latest with one cluster of all people. A
//! local search then improves the classes, starting from the result of the guided search, so the
//! result is never worse than that.
//!
//! With overlap, boxes may share people, and only the judge can prove the demands.
//!
//! Manual page: `docs/algorithms/cluster.md`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::cluster_set::ClusterSet;
use super::local_search::improve;
use super::result::{BoxResult, is_loss};
use super::{BoxProblem, Partition};
use crate::cost::Cost;
use crate::search::{Algorithm, Method, Recoding, Search, SearchControl, SearchOutcome, Searcher};

/// Up to this many tuples, clusters are also built up from single tuples.
const FEW: usize = 1024;

/// The number of neighbours that a cluster considers merging with.
const NEIGHBOURS: usize = 8;

/// Clustering that starts from the guided search.
pub(in crate::search) struct Clusters;

impl Algorithm for Clusters {
    fn name(&self) -> &'static str {
        "cluster"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Local
    }

    fn minimises(&self, cost: Cost) -> bool {
        is_loss(cost)
    }

    fn suppresses(&self) -> bool {
        true
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for Clusters {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let Method { cost, effort, .. } = *search.method();
        let problem = search.box_problem(cost);
        let start = problem.guided(effort, control);
        BoxResult::from(problem.cluster(start.as_ref(), control)).outcome(search, &problem, control)
    }
}

impl BoxProblem<'_> {
    /// Clusters the people into classes whose boxes share nobody. It starts from a partition if one
    /// is given, and never makes it worse. Returns nothing if all people together do not hold.
    #[must_use]
    pub fn cluster(&self, start: Option<&Partition>, control: &SearchControl) -> Option<Partition> {
        self.cluster_from(start, true, control)
    }

    /// Clusters the people into classes that each hold, but whose boxes may share people. The
    /// guarantees of a class do not apply to a person inside two boxes, so the result is only valid
    /// if the judge proves it. Start from the result of [`BoxProblem::cluster`].
    #[must_use]
    pub fn cluster_overlapping(
        &self,
        start: Option<&Partition>,
        control: &SearchControl,
    ) -> Option<Partition> {
        self.cluster_from(start, false, control)
    }

    fn cluster_from(
        &self,
        start: Option<&Partition>,
        closed: bool,
        control: &SearchControl,
    ) -> Option<Partition> {
        let everybody: Vec<u32> = (0..self.tuples() as u32).collect();
        if everybody.is_empty() || (start.is_none() && !self.holds(&everybody)) {
            return None;
        }
        let empty = || ClusterSet::new(self, closed);
        let mut starts = match start {
            Some(start) => vec![empty().with_classes(start)],
            None => vec![empty().with_everybody()],
        };
        if start.is_none() && self.tuples() <= FEW {
            starts.push(empty().with_tuples());
        }
        let mut examined = 0;
        let mut in_time = true;
        let mut best: Option<ClusterSet<'_, '_>> = None;
        for mut cluster_set in starts {
            if !merge_until_all_hold(&mut cluster_set, &mut examined, control) {
                in_time = false;
                continue;
            }
            in_time &= improve(&mut cluster_set, &mut examined, control);
            // If demands are not monotone, merging can end with clusters that do not hold.
            let all_hold = cluster_set.clusters.iter().all(|cluster| cluster.holds);
            if all_hold && best.as_ref().is_none_or(|best| cluster_set.cost() < best.cost()) {
                best = Some(cluster_set);
            }
        }
        let begin = || match start {
            Some(start) => empty().with_classes(start),
            None => empty().with_everybody(),
        };
        let clusters = best.unwrap_or_else(begin).clusters.into_iter();
        let clusters = clusters.filter(|cluster| !cluster.tuples.is_empty());
        let classes = clusters.map(|cluster| self.class(cluster.tuples)).collect();
        Some(Partition::new(classes, examined, !in_time))
    }
}

/// Merges clusters until all hold. Returns false if it was stopped.
fn merge_until_all_hold(
    cluster_set: &mut ClusterSet<'_, '_>,
    examined: &mut u64,
    control: &SearchControl,
) -> bool {
    let mut waiting = BinaryHeap::new();
    let wait = |cluster_set: &ClusterSet<'_, '_>, id: u32, waiting: &mut BinaryHeap<_>| {
        let cluster = &cluster_set.clusters[id as usize];
        if !cluster.holds
            && let Some(union) = cluster_set.best_union(id, NEIGHBOURS)
        {
            // Increases are not negative except for rounding, so their bit patterns sort like their
            // values.
            let increase = union.increase.max(0.0).to_bits();
            waiting.push(Reverse((increase, id, cluster.version, union.clusters[1])));
        }
    };
    (0..cluster_set.clusters.len() as u32).for_each(|id| wait(cluster_set, id, &mut waiting));
    while let Some(Reverse((increase, id, version, partner))) = waiting.pop() {
        if control.should_stop(*examined) {
            return false;
        }
        *examined += 1;
        if cluster_set.clusters[id as usize].version != version {
            continue;
        }
        // The partner may have been merged since, or other clusters may have come closer.
        let partner_lives = !cluster_set.clusters[partner as usize].tuples.is_empty();
        let union =
            partner_lives.then(|| cluster_set.union([id, partner], f64::INFINITY)).flatten();
        match union.filter(|union| union.increase.max(0.0).to_bits() <= increase) {
            Some(union) => {
                let joined = cluster_set.join(&union);
                wait(cluster_set, joined, &mut waiting);
            }
            None => wait(cluster_set, id, &mut waiting),
        }
    }
    true
}
