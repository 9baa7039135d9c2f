//! Taking tuples out of classes, and putting them back.
//!
//! A trim takes the outermost tuples of a class away, end by end, and repartitions the others alone or
//! with the nearest classes. If demands are about secrets, single tuples inside a class are tried too:
//! without them, the class may be cut further. A priority queue holds the best trim of every class by
//! what it saves per row.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use crate::search::SearchControl;
use crate::search::boxes::bounding_box::BoundingBox;
use crate::search::boxes::cluster_set::ClusterSet;
use crate::search::boxes::repartition::Repartition;
use crate::search::boxes::{BoxProblem, Partition};

/// The cluster of suppressed tuples.
const NONE: u32 = u32::MAX;

/// The number of neighbours that the rest of a class is repartitioned with.
const NEIGHBOURS: usize = 4;

/// The number of ends that are taken away one after the other, at most.
const ENDS: usize = 12;

/// After so many ends in a row that save no more, the others are kept.
const IDLE: usize = 3;

/// In classes with at most this many tuples, tuples inside are tried too.
const INSIDE: usize = 48;

/// Regions with more tuples are not repartitioned.
const LARGEST: usize = 400;

/// The number of first cuts that are followed to the end.
const BEAM: usize = 2;

/// Only this many of the classes that cost the most are examined.
const MOST_CLASSES: usize = 20_000;

/// Smaller gains count as none.
const LEAST_GAIN: f64 = 1e-9;

/// Classes that are trimmed.
pub(super) struct Trimming<'f, 'a> {
    cluster_set: ClusterSet<'f, 'a>,
    suppressed: Vec<u32>,
    /// The loss of a suppressed row.
    loss: f64,
    has_population: bool,
}

/// Tuples to take out of a class, and new classes for the others and for some neighbours.
struct Trim {
    /// Each with its version.
    clusters: Vec<(u32, u32)>,
    removed: Vec<u32>,
    parts: Vec<Vec<u32>>,
    gain: f64,
    rows: u64,
}

impl Trim {
    /// What is saved per row.
    fn rate(&self) -> f64 {
        self.gain / self.rows.max(1) as f64
    }
}

impl<'f, 'a> Trimming<'f, 'a> {
    pub fn new(problem: &'f BoxProblem<'a>, start: &Partition, has_population: bool) -> Self {
        let mut cluster_set = ClusterSet::new(problem, true);
        cluster_set.owner.fill(NONE);
        for class in &start.classes {
            cluster_set.push(class.tuples.clone());
        }
        let (suppressed, loss) = (start.suppressed.clone(), problem.suppressed_loss());
        Trimming { cluster_set, suppressed, loss, has_population }
    }

    /// The classes as they are now.
    pub fn partition(self, start: &Partition, examined: u64) -> Partition {
        let problem = self.cluster_set.problem;
        let clusters = self.cluster_set.clusters.into_iter();
        let clusters = clusters.filter(|cluster| !cluster.tuples.is_empty());
        let classes = clusters.map(|cluster| problem.class(cluster.tuples)).collect();
        Partition::new(classes, start.examined + examined, start.cut_short)
            .suppressing(self.suppressed)
    }

    /// Puts tuples back, and takes out tuples with at most `room` rows. Returns the classes examined.
    pub fn trim(&mut self, room: u64, control: &SearchControl) -> u64 {
        let mut room = room + self.readmit();
        let mut ids: Vec<u32> = (0..self.cluster_set.clusters.len() as u32).collect();
        let cost = |id: &u32| self.cluster_set.clusters[*id as usize].cost;
        ids.sort_by(|one, other| cost(other).total_cmp(&cost(one)));
        ids.truncate(MOST_CLASSES);
        let mut examined = ids.len() as u64;
        let trims = ids.par_iter().map(|&id| match control.should_stop(0) {
            true => None,
            false => self.best_trim(id, room),
        });
        let mut trims: Vec<Option<Trim>> = trims.collect();
        let mut waiting = BinaryHeap::new();
        // Rates are positive, so their bit patterns sort like their values.
        let entry = |trim: &Trim, at: usize| (trim.rate().to_bits(), Reverse(at));
        for (at, trim) in trims.iter().enumerate() {
            waiting.extend(trim.as_ref().map(|trim| entry(trim, at)));
        }
        while let Some((_, Reverse(at))) = waiting.pop() {
            if control.should_stop(0) {
                break;
            }
            let Some(trim) = trims[at].take() else { continue };
            let is_current = |&(id, version): &(u32, u32)| {
                self.cluster_set.clusters[id as usize].version == version
            };
            let mut changed = vec![trim.clusters[0].0];
            if trim.rows <= room && trim.clusters.iter().all(is_current) {
                room -= trim.rows;
                changed = self.apply(trim);
            }
            for id in changed {
                examined += 1;
                if let Some(trim) = self.best_trim(id, room) {
                    waiting.push(entry(&trim, trims.len()));
                    trims.push(Some(trim));
                }
            }
        }
        self.readmit();
        examined
    }

    /// The trim of a class that saves the most per row.
    fn best_trim(&self, id: u32, room: u64) -> Option<Trim> {
        let (problem, cluster) =
            (self.cluster_set.problem, &self.cluster_set.clusters[id as usize]);
        let mut best: Option<Trim> = None;
        let mut keep = |trim: Option<Trim>| {
            let rate = best.as_ref().map_or(0.0, Trim::rate);
            let trim = trim.filter(|trim| trim.rate() > rate);
            let better = trim.is_some();
            best = trim.or_else(|| best.take());
            better
        };
        let mut kept = cluster.tuples.clone();
        let mut removed = Vec::new();
        let mut idle = 0;
        for _ in 0..ENDS {
            let Some(end) = self.dearest_end(&kept) else { break };
            kept.retain(|tuple| !end.contains(tuple));
            removed.extend(end);
            if self.rows(&removed) > room || self.price(&removed) >= cluster.cost {
                break;
            }
            idle = if keep(self.trimmed(id, &kept, &removed, NEIGHBOURS)) { 0 } else { idle + 1 };
            if idle == IDLE {
                break;
            }
        }
        let inside = problem.needs_secrets() && !self.has_population;
        if inside && cluster.tuples.len() <= INSIDE {
            for &tuple in &cluster.tuples {
                if self.rows(&[tuple]) <= room && self.price(&[tuple]) < cluster.cost {
                    let kept: Vec<u32> =
                        cluster.tuples.iter().copied().filter(|&other| other != tuple).collect();
                    keep(self.trimmed(id, &kept, &[tuple], 0));
                }
            }
        }
        best
    }

    /// The tuples at one end of a column whose removal makes the box smaller by the most per row.
    fn dearest_end(&self, tuples: &[u32]) -> Option<Vec<u32>> {
        let problem = self.cluster_set.problem;
        let bbox = BoundingBox::of(problem, tuples);
        let mut best: Option<(f64, Vec<u32>)> = None;
        for (column, &(low, high)) in bbox.ranges.iter().enumerate().filter(|(_, r)| r.0 < r.1) {
            for code in [low, high] {
                let is_end = |tuple: &u32| problem.codes(*tuple)[column] == code;
                let (end, rest): (Vec<u32>, Vec<u32>) = tuples.iter().partition(|t| is_end(t));
                let saved = bbox.cost(problem) - BoundingBox::of(problem, &rest).cost(problem);
                let rate = saved / self.price(&end).max(LEAST_GAIN);
                if best.as_ref().is_none_or(|(known, _)| rate > *known) {
                    best = Some((rate, end));
                }
            }
        }
        best.map(|(_, end)| end)
    }

    /// The best repartition of the rest of a class, alone or with some neighbours.
    fn trimmed(&self, id: u32, kept: &[u32], removed: &[u32], neighbours: usize) -> Option<Trim> {
        let (set, problem) = (&self.cluster_set, self.cluster_set.problem);
        let near = match neighbours {
            0 => Vec::new(),
            _ => self.neighbours(&BoundingBox::of(problem, kept).ranges, id, neighbours),
        };
        let singles = near.iter().map(|&one| vec![id, one]);
        let several = (2..=near.len()).map(|count| [&[id], &near[..count]].concat());
        let price = self.price(removed);
        let mut best: Option<Trim> = None;
        for group in [vec![id]].into_iter().chain(singles).chain(several) {
            let others = group[1..].iter().map(|&id| &set.clusters[id as usize]);
            let before: f64 = others.clone().map(|cluster| cluster.cost).sum();
            let before = before + set.clusters[id as usize].cost;
            let others = others.flat_map(|cluster| cluster.tuples.iter().copied());
            let region: Vec<u32> = kept.iter().copied().chain(others).collect();
            let known = best.as_ref().map_or(LEAST_GAIN, |best| best.gain);
            let found = self.parts(&group, region, before - price - known);
            let Some((cost, parts)) = found else { continue };
            if self.has_population && parts.iter().any(|part| self.covers(part, removed)) {
                continue;
            }
            let version = |&id: &u32| (id, set.clusters[id as usize].version);
            best = Some(Trim {
                clusters: group.iter().map(version).collect(),
                removed: removed.to_vec(),
                parts,
                gain: before - price - cost,
                rows: self.rows(removed),
            });
        }
        best
    }

    /// A partition of a region that costs less than a limit.
    fn parts(&self, group: &[u32], region: Vec<u32>, limit: f64) -> Option<(f64, Vec<Vec<u32>>)> {
        let (cluster_set, problem) = (&self.cluster_set, self.cluster_set.problem);
        if region.len() <= LARGEST {
            let attempt = Repartition { cluster_set, clusters: group, beam: BEAM };
            return attempt.run(region, limit).map(|found| (found.cost, found.parts));
        }
        let bbox = BoundingBox::of(problem, &region);
        let cost = bbox.cost(problem);
        let holds =
            group.len() == 1 && cost < limit && bbox.is_admitted(problem) && problem.holds(&region);
        holds.then(|| (cost, vec![region]))
    }

    /// Whether the box of some tuples has one of the others.
    fn covers(&self, tuples: &[u32], others: &[u32]) -> bool {
        let problem = self.cluster_set.problem;
        let ranges = problem.bounds(tuples);
        let is_inside = |&tuple: &u32| {
            let mut codes = problem.codes(tuple).iter().zip(&ranges);
            codes.all(|(code, range)| (range.0..=range.1).contains(code))
        };
        others.iter().any(is_inside)
    }

    /// Replaces clusters by the parts of a trim. Returns the changed clusters.
    fn apply(&mut self, trim: Trim) -> Vec<u32> {
        let mut free: Vec<u32> = trim.clusters.iter().map(|&(id, _)| id).collect();
        free.iter().for_each(|&id| self.cluster_set.set(id, Vec::new()));
        for &tuple in &trim.removed {
            self.cluster_set.owner[tuple as usize] = NONE;
        }
        self.suppressed.extend(trim.removed);
        let mut changed = Vec::new();
        for part in trim.parts {
            changed.push(match free.pop() {
                Some(id) => {
                    self.cluster_set.set(id, part);
                    id
                }
                None => self.cluster_set.push(part),
            });
        }
        changed
    }

    /// Puts suppressed tuples into classes that take them for less. Returns their rows.
    fn readmit(&mut self) -> u64 {
        let mut rows = 0;
        for tuple in std::mem::take(&mut self.suppressed) {
            match self.taker(tuple) {
                Some(id) => {
                    let tuples = &self.cluster_set.clusters[id as usize].tuples;
                    let tuples = [&tuples[..], &[tuple]].concat();
                    self.cluster_set.set(id, tuples);
                    rows += self.rows(&[tuple]);
                }
                None => self.suppressed.push(tuple),
            }
        }
        rows
    }

    /// The class that takes a suppressed tuple at the least cost, if that saves something.
    fn taker(&self, tuple: u32) -> Option<u32> {
        let (set, problem) = (&self.cluster_set, self.cluster_set.problem);
        let own = BoundingBox::of(problem, &[tuple]);
        let mut best: Option<(f64, u32)> = None;
        for id in self.neighbours(&own.ranges, NONE, NEIGHBOURS) {
            let cluster = &set.clusters[id as usize];
            let mut wider = cluster.bbox.clone();
            wider.join(&own);
            let increase = wider.cost(problem) - cluster.cost;
            let most = best.map_or(self.price(&[tuple]) - LEAST_GAIN, |(known, _)| known);
            if increase < most
                && cluster.bbox.rows > 0
                && self.has_no_others(&wider.ranges, id, tuple)
                && problem.holds(&[&cluster.tuples[..], &[tuple]].concat())
            {
                best = Some((increase, id));
            }
        }
        best.map(|(_, id)| id)
    }

    /// Whether a box has only tuples of a cluster, one more, and suppressed ones where those may be
    /// inside.
    fn has_no_others(&self, ranges: &[(u32, u32)], id: u32, tuple: u32) -> bool {
        let mut clean = true;
        self.cluster_set.tree.inside(ranges, |inside| {
            let owner = self.cluster_set.owner[inside as usize];
            clean = owner == id || inside == tuple || (owner == NONE && !self.has_population);
            clean
        });
        clean
    }

    /// The clusters whose tuples are nearest to a box, except one.
    fn neighbours(&self, ranges: &[(u32, u32)], id: u32, count: usize) -> Vec<u32> {
        let mut found = Vec::new();
        self.cluster_set.tree.nearest(ranges, |_, tuple| {
            let owner = self.cluster_set.owner[tuple as usize];
            if owner != id && owner != NONE && !found.contains(&owner) {
                found.push(owner);
            }
            found.len() < count
        });
        found
    }

    fn price(&self, tuples: &[u32]) -> f64 {
        self.loss * self.cluster_set.problem.weight_of(tuples)
    }

    fn rows(&self, tuples: &[u32]) -> u64 {
        tuples.iter().map(|&tuple| self.cluster_set.problem.rows()[tuple as usize]).sum()
    }
}
