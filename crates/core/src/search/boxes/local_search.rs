//! Local search that lowers the cost of clusters.
//!
//! First, every cluster is split while that lowers the cost. Then each cluster is repartitioned
//! together with some of its nearest neighbours, or moves its outermost tuples to one of them, if
//! that costs less. The neighbours of a change are queued again. Every step keeps all clusters
//! valid, and closed if the set is closed.

use std::collections::VecDeque;

use super::bounding_box::BoundingBox;
use super::cluster_set::ClusterSet;
use super::repartition::{ASKED, Repartition, divide, promising};
use crate::search::SearchControl;

/// The number of neighbours that a cluster is repartitioned with.
const NEIGHBOURS: usize = 6;

/// The number of first cuts that are followed to the end.
const BEAM: usize = 2;

/// Regions with more tuples are not repartitioned.
const LARGEST: usize = 400;

/// The average number of times that a cluster is examined, at most.
const ROUNDS: u64 = 6;

/// Smaller gains count as none.
const LEAST_GAIN: f64 = 1e-9;

/// Lowers the cost of the clusters. Returns false if it was stopped.
pub(super) fn improve(
    cluster_set: &mut ClusterSet<'_, '_>,
    examined: &mut u64,
    control: &SearchControl,
) -> bool {
    let mut uncut: VecDeque<u32> = (0..cluster_set.clusters.len() as u32).collect();
    while let Some(id) = uncut.pop_front() {
        if control.should_stop(*examined) {
            return false;
        }
        *examined += 1;
        if let Some((left, right)) = best_split(cluster_set, id) {
            cluster_set.set(id, left);
            uncut.extend([id, cluster_set.push(right)]);
        }
    }
    let mut waiting: VecDeque<u32> = (0..cluster_set.clusters.len() as u32).collect();
    let mut is_waiting = vec![true; cluster_set.clusters.len()];
    let most = *examined + ROUNDS * cluster_set.clusters.len() as u64;
    while let Some(id) = waiting.pop_front().filter(|_| *examined < most) {
        if control.should_stop(*examined) {
            return false;
        }
        is_waiting[id as usize] = false;
        if cluster_set.clusters[id as usize].cost == 0.0 {
            continue;
        }
        *examined += 1;
        let neighbours =
            cluster_set.neighbours(&cluster_set.clusters[id as usize].bbox.ranges, id, NEIGHBOURS);
        let changed =
            repartition(cluster_set, id, &neighbours).or_else(|| move_boundary(cluster_set, id));
        let Some(changed) = changed else { continue };
        is_waiting.resize(cluster_set.clusters.len(), false);
        for id in changed.into_iter().chain([id]).chain(neighbours) {
            if !std::mem::replace(&mut is_waiting[id as usize], true) {
                waiting.push_back(id);
            }
        }
    }
    true
}

/// The cheapest split of a cluster, if it lowers the cost.
fn best_split(cluster_set: &ClusterSet<'_, '_>, id: u32) -> Option<(Vec<u32>, Vec<u32>)> {
    let (problem, cluster) = (cluster_set.problem, &cluster_set.clusters[id as usize]);
    if cluster.cost == 0.0 {
        return None;
    }
    let cost = |tuples: &[u32]| BoundingBox::of(problem, tuples).cost(problem);
    let cuts = promising(problem, &cluster.tuples, &cluster.bbox).into_iter().take(ASKED);
    let mut sides = cuts.filter_map(|cut| divide(problem, &cluster.tuples, cut));
    sides.find(|(left, right)| cost(left) + cost(right) + LEAST_GAIN < cluster.cost)
}

/// Repartitions a cluster and some of its neighbours. Returns the changed clusters.
fn repartition(
    cluster_set: &mut ClusterSet<'_, '_>,
    id: u32,
    neighbours: &[u32],
) -> Option<Vec<u32>> {
    let singles = neighbours.iter().map(|&one| vec![id, one]);
    let several = (2..=neighbours.len()).map(|count| [&[id], &neighbours[..count]].concat());
    let groups: Vec<Vec<u32>> = singles.chain(several).collect();
    let (group, repartitioned) = groups.into_iter().find_map(|group| {
        let clusters = group.iter().map(|&id| &cluster_set.clusters[id as usize]);
        let before: f64 = clusters.clone().map(|cluster| cluster.cost).sum();
        let region: Vec<u32> =
            clusters.flat_map(|cluster| cluster.tuples.iter().copied()).collect();
        if region.len() > LARGEST {
            return None;
        }
        let attempt = Repartition { cluster_set, clusters: &group, beam: BEAM };
        let repartitioned = attempt.run(region, before - LEAST_GAIN)?;
        Some((group, repartitioned))
    })?;
    let mut free = group.clone();
    group.iter().for_each(|&id| cluster_set.set(id, Vec::new()));
    let mut changed = Vec::new();
    for part in repartitioned.parts {
        changed.push(match free.pop() {
            Some(id) => {
                cluster_set.set(id, part);
                id
            }
            None => cluster_set.push(part),
        });
    }
    Some(changed)
}

/// Moves the tuples at one end of a cluster to a neighbour. Returns the changed clusters.
fn move_boundary(cluster_set: &mut ClusterSet<'_, '_>, id: u32) -> Option<Vec<u32>> {
    let problem = cluster_set.problem;
    let cluster = &cluster_set.clusters[id as usize];
    let ranges = cluster.bbox.ranges.iter().enumerate();
    let ends = ranges
        .filter(|(_, range)| range.0 < range.1)
        .flat_map(|(column, range)| [(column, range.0), (column, range.1)]);
    let (given, to) = ends.into_iter().find_map(|(column, end)| {
        let is_end = |tuple: &u32| problem.codes(*tuple)[column] == end;
        let (given, kept): (Vec<u32>, Vec<u32>) =
            cluster.tuples.iter().partition(|tuple| is_end(tuple));
        let (end, rest) = (BoundingBox::of(problem, &given), BoundingBox::of(problem, &kept));
        let gain = cluster.cost - rest.cost(problem);
        if gain < LEAST_GAIN || !rest.is_admitted(problem) {
            return None;
        }
        let takes = |to: &u32| {
            let taker = &cluster_set.clusters[*to as usize];
            let mut wider = taker.bbox.clone();
            wider.join(&end);
            let holds = |tuples: &[u32]| problem.constraints().complete || problem.holds(tuples);
            wider.cost(problem) - taker.cost + LEAST_GAIN < gain
                && wider.is_admitted(problem)
                && cluster_set.contains_no_others(&wider.ranges, &[*to], &given)
                && holds(&kept)
                && holds(&[&taker.tuples[..], &given].concat())
        };
        let to = cluster_set.neighbours(&end.ranges, id, NEIGHBOURS).into_iter().find(takes)?;
        Some((given, to))
    })?;
    let kept = cluster.tuples.iter().copied().filter(|tuple| !given.contains(tuple)).collect();
    let taken = [&cluster_set.clusters[to as usize].tuples[..], &given].concat();
    cluster_set.set(id, kept);
    cluster_set.set(to, taken);
    Some(vec![to])
}
