//! Clustering: neighbours are put together until every class holds.
//!
//! Where the cuts of the other algorithms run through everybody, clusters take any shape, as long
//! as nobody of the population lies in the boxes of two: whoever is inside the box of a union
//! joins it. The cheapest union of a class that does not hold comes first; then the classes are
//! mended (`mend.rs`). Since more unions end with everybody in one class, there is an answer
//! whenever that holds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::crowd::Crowd;
use super::mend::mend;
use super::{ColumnStrategy, Field, Partition, ValueStrategy};
use crate::search::Watch;

/// How many neighbours a class considers joining.
const NEIGHBOURS: usize = 8;

impl Field<'_> {
    /// Clusters the people into classes whose boxes share nobody, from the classes of a partition
    /// or from single tuples; nothing if not even all of them together hold.
    #[must_use]
    pub fn cluster(&self, start: Option<&Partition>, watch: &Watch) -> Option<Partition> {
        self.gather(start, true, watch)
    }

    /// Clusters the people into classes that hold each by itself, but whose boxes may overlap, so
    /// that somebody in two boxes is better or worse hidden than either class says. It is a
    /// proposal, no better than the proof that the judge finds for it.
    #[must_use]
    pub fn cluster_overlapping(&self, start: Option<&Partition>, watch: &Watch) -> Option<Partition> {
        self.gather(start, false, watch)
    }

    fn gather(&self, start: Option<&Partition>, closed: bool, watch: &Watch) -> Option<Partition> {
        let everything: Vec<u32> = (0..self.tuples() as u32).collect();
        if everything.is_empty() || !self.holds(&everything) {
            return None;
        }
        let mut crowd = Crowd::new(self, start, closed);
        let mut examined = 0;
        if !unite(&mut crowd, &mut examined, watch) {
            return self.mpalm(ColumnStrategy::Next, ValueStrategy::Balanced, watch);
        }
        let finished = mend(&mut crowd, &mut examined, watch);
        let clusters = crowd.clusters.into_iter().filter(|cluster| !cluster.tuples.is_empty());
        let classes = clusters.map(|cluster| self.class(cluster.tuples)).collect();
        Some(Partition::new(classes, examined, !finished))
    }
}

/// Joins clusters until all hold; whether there was time for it.
fn unite(crowd: &mut Crowd<'_, '_>, examined: &mut u64, watch: &Watch) -> bool {
    let mut waiting = BinaryHeap::new();
    let wait = |crowd: &Crowd<'_, '_>, id: u32, waiting: &mut BinaryHeap<_>| {
        if !crowd.clusters[id as usize].holds
            && let Some(union) = crowd.best_union(id, NEIGHBOURS)
        {
            let version = crowd.clusters[id as usize].version;
            let partner = union.clusters[1];
            waiting.push(Reverse((union.increase.max(0.0).to_bits(), id, version, partner)));
        }
    };
    (0..crowd.clusters.len() as u32).for_each(|id| wait(crowd, id, &mut waiting));
    while let Some(Reverse((increase, id, version, partner))) = waiting.pop() {
        if watch.is_over(*examined) {
            return false;
        }
        *examined += 1;
        if crowd.clusters[id as usize].version != version {
            continue;
        }
        // Since it was weighed the partner may have joined others, or others have come near.
        let partner_lives = !crowd.clusters[partner as usize].tuples.is_empty();
        let union = crowd.union([id, partner], f64::INFINITY).filter(|_| partner_lives);
        match union.filter(|union| union.increase.max(0.0).to_bits() <= increase) {
            Some(union) => {
                let joined = crowd.join(&union);
                wait(crowd, joined, &mut waiting);
            }
            None => wait(crowd, id, &mut waiting),
        }
    }
    true
}
