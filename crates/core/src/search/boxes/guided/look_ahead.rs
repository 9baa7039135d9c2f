//! Looking ahead: what a region really costs when it is cut up.
//!
//! Solving a region at level 0 follows the most promising cut all the way down. At level 1 each of
//! the few most promising cuts is finished that way, the best of them is taken, and its sides are
//! solved at level 1 in turn; at level 2 the cuts are finished at level 1, and so on. A region is
//! known by its box, whatever cuts led to it, and the best that was ever found for it is
//! remembered: so an answer at a higher level is never worse than at a lower one.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

use super::cut_tree::CutTree;
use super::evaluator::{RegionEvaluator, Scoring};
use super::scan::{CandidateSink, CutCandidate, KEPT, Scanner, Shortlist};
use super::summary::{BoxSummary, Coordinate, Point, RankCut, split};
use crate::search::SearchControl;

/// Nothing is cut deeper: a bound for the stack, far beyond the depth of sensible trees.
const DEEPEST: usize = 300;

/// How wide to look: at level `l`, `width` cuts in regions of at most `most` tuples.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamWidth {
    pub width: usize,
    pub most: usize,
}

/// What is known of a region.
struct MemoEntry<C, const N: usize> {
    coordinates: [C; N],
    /// What it costs as a class; infinite if it cannot be one.
    own: f64,
    best: f64,
    /// The first cut of the best way to cut it up.
    cut: Option<RankCut<C>>,
    /// One above the highest level at which it was solved.
    solved: usize,
    cuts: Option<KeptCuts<C>>,
}

/// The most promising cuts, best first.
#[derive(Clone, Copy)]
struct KeptCuts<C> {
    kept: [RankCut<C>; KEPT],
    length: usize,
}

/// Solves regions, and remembers them.
pub(super) struct LookAhead<'g, C, const N: usize> {
    evaluator: &'g RegionEvaluator<'g>,
    scoring: Scoring,
    beams: &'g [BeamWidth],
    control: &'g SearchControl,
    scanner: Scanner<C, N>,
    memo: Vec<MemoEntry<C, N>>,
    index: HashTable<u32>,
    /// Regions examined.
    pub examined: u64,
    /// A measure of the time spent that does not depend on the clock.
    pub work: u64,
    /// Beyond this much work no cuts are compared any more.
    pub most_work: u64,
    /// Whether the watch said that it is over.
    pub stopped: bool,
}

impl<'g, C: Coordinate, const N: usize> LookAhead<'g, C, N> {
    pub fn new(
        evaluator: &'g RegionEvaluator<'g>,
        scoring: Scoring,
        beams: &'g [BeamWidth],
        control: &'g SearchControl,
    ) -> Self {
        LookAhead {
            evaluator,
            scoring,
            beams,
            control,
            scanner: Scanner::new(),
            memo: Vec::new(),
            index: HashTable::new(),
            examined: 0,
            work: 0,
            most_work: u64::MAX,
            stopped: false,
        }
    }

    /// The least cost that is found for a region at a level.
    pub fn solve(
        &mut self,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        level: usize,
        depth: usize,
    ) -> f64 {
        let entry = self.entry(points, region);
        if self.memo[entry].solved > level {
            return self.memo[entry].best;
        }
        let cuts = self.cuts(entry, points, region, depth);
        let Some(&first) = cuts.kept[..cuts.length].first() else {
            return self.memo[entry].best;
        };
        let (beam, width) = self.beam_for(level, points.len());
        let mut follow = first;
        if beam > 0 {
            for &cut in &cuts.kept[..cuts.length.min(width)] {
                self.try_cut(entry, points, cut, beam - 1, depth);
            }
            follow = self.memo[entry].cut.unwrap_or(first);
        }
        self.try_cut(entry, points, follow, level, depth);
        self.memo[entry].solved = self.memo[entry].solved.max(level + 1);
        self.memo[entry].best
    }

    /// What a region costs when the most promising cuts are followed, as at level 0; but nothing
    /// is remembered, and it stops as soon as that is known to be `enough` or more.
    pub fn greedy_cost(
        &mut self,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        enough: f64,
        depth: usize,
    ) -> f64 {
        let own = cost_as_class(self.evaluator, points, region);
        let Some(cut) = self.first(points, region, own, depth) else { return own };
        let sides = split(points, cut);
        let (left, right) = points.split_at_mut(sides.middle);
        let mut cost = self.greedy_cost(left, &sides.left, enough.min(own), depth + 1);
        if cost < enough.min(own) {
            cost += self.greedy_cost(right, &sides.right, enough.min(own) - cost, depth + 1);
        }
        cost.min(own)
    }

    /// The most promising cut of a region.
    pub fn first(
        &mut self,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        own: f64,
        depth: usize,
    ) -> Option<RankCut<C>> {
        self.shortlist(points, region, own, depth).candidates().first().map(|found| found.cut)
    }

    /// The best cut of a region among so many, each finished at level 0.
    pub fn choose(
        &mut self,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        width: usize,
        depth: usize,
    ) -> Option<RankCut<C>> {
        let entry = self.entry(points, region);
        let cuts = self.cuts(entry, points, region, depth);
        let width = if self.work > self.most_work { 1 } else { width };
        for &cut in &cuts.kept[..cuts.length.min(width)] {
            self.try_cut(entry, points, cut, 0, depth);
        }
        match self.memo[entry].cut {
            // Perhaps a longer look finds parts that hold.
            None if self.memo[entry].own == f64::INFINITY => {
                cuts.kept[..cuts.length].first().copied()
            }
            best => best,
        }
    }

    /// The highest level up to this one that is meant for regions of this size, and its width.
    fn beam_for(&self, level: usize, tuples: usize) -> (usize, usize) {
        if self.work > self.most_work {
            return (0, 1);
        }
        let beams = self.beams[..level].iter().enumerate().rev();
        let mut fitting = beams.filter(|(_, beam)| tuples <= beam.most);
        fitting.next().map_or((0, 1), |(at, beam)| (at + 1, beam.width))
    }

    /// Solves both sides of a cut, and remembers it if it is the best so far.
    fn try_cut(
        &mut self,
        entry: usize,
        points: &mut [Point<C, N>],
        cut: RankCut<C>,
        level: usize,
        depth: usize,
    ) {
        let sides = split(points, cut);
        let (left, right) = points.split_at_mut(sides.middle);
        let cost = self.solve(left, &sides.left, level, depth + 1)
            + self.solve(right, &sides.right, level, depth + 1);
        let entry = &mut self.memo[entry];
        if cost < entry.best {
            (entry.best, entry.cut) = (cost, Some(cut));
        }
    }

    /// Where a region is remembered.
    fn entry(&mut self, points: &[Point<C, N>], region: &BoxSummary<C, N>) -> usize {
        let hasher = FixedState::default();
        let hash = hasher.hash_one(region.coordinates);
        let memo = &self.memo;
        let same = |&entry: &u32| memo[entry as usize].coordinates == region.coordinates;
        if let Some(&entry) = self.index.find(hash, same) {
            return entry as usize;
        }
        let own = cost_as_class(self.evaluator, points, region);
        let at = self.memo.len();
        self.index.insert_unique(hash, at as u32, |&entry| {
            hasher.hash_one(memo[entry as usize].coordinates)
        });
        let coordinates = region.coordinates;
        self.memo.push(MemoEntry { coordinates, own, best: own, cut: None, solved: 0, cuts: None });
        at
    }

    /// The most promising cuts of a region. One without any is settled for good.
    fn cuts(
        &mut self,
        entry: usize,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        depth: usize,
    ) -> KeptCuts<C> {
        if let Some(cuts) = self.memo[entry].cuts {
            return cuts;
        }
        let mut cuts = KeptCuts { kept: [RankCut { column: 0, rank: C::LAST }; KEPT], length: 0 };
        let list = self.shortlist(points, region, self.memo[entry].own, depth);
        cuts.length = list.candidates().len();
        for (kept, candidate) in cuts.kept.iter_mut().zip(list.candidates()) {
            *kept = candidate.cut;
        }
        if cuts.length == 0 {
            self.memo[entry].solved = usize::MAX;
        }
        self.memo[entry].cuts = Some(cuts);
        cuts
    }

    fn shortlist(
        &mut self,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        own: f64,
        depth: usize,
    ) -> Shortlist<C> {
        let mut list = Shortlist::new();
        let hopeless = points.len() < 2
            || depth >= DEEPEST
            || own <= self.evaluator.least(region)
            || self.evaluator.is_indivisible(region);
        if hopeless || self.should_stop() {
            return list;
        }
        self.examined += 1;
        self.work += (points.len() * self.evaluator.columns()) as u64;
        if self.evaluator.constraints.complete {
            self.work += self.scanner.scan(self.evaluator, self.scoring, points, region, &mut list);
        } else {
            let mut candidates = Vec::new();
            self.work +=
                self.scanner.scan(self.evaluator, self.scoring, points, region, &mut candidates);
            candidates.sort_by(|one, other| one.score.total_cmp(&other.score));
            self.confirm(points, &candidates, &mut list);
        }
        list
    }

    /// Keeps the best candidates whose sides may hold as far as all demands go. In large regions,
    /// where asking is dear and most cuts hold, only the first few are asked.
    fn confirm(
        &mut self,
        points: &mut [Point<C, N>],
        candidates: &[CutCandidate<C>],
        list: &mut Shortlist<C>,
    ) {
        let questions = (4 * KEPT).max((1 << 16) / points.len());
        for &candidate in candidates.iter().take(questions) {
            self.work += 4 * points.len() as u64;
            let middle = split(points, candidate.cut).middle;
            let (left, right) = points.split_at(middle);
            if [left, right].iter().all(|side| self.evaluator.problem.may_hold(&tuples(side))) {
                list.keep(candidate);
                if list.candidates().len() == KEPT {
                    return;
                }
            }
        }
    }

    fn should_stop(&mut self) -> bool {
        // The clock is read now and then only.
        if self.examined.is_multiple_of(64) || self.control.most_checks.is_some() {
            self.stopped |= self.control.should_stop(self.examined);
        }
        self.stopped
    }

    /// The best way that was found to cut up a region that was solved.
    pub fn tree(&self, points: &mut [Point<C, N>], region: &BoxSummary<C, N>) -> CutTree<C> {
        let hash = FixedState::default().hash_one(region.coordinates);
        let same = |&entry: &u32| self.memo[entry as usize].coordinates == region.coordinates;
        let cut = self.index.find(hash, same).and_then(|&entry| self.memo[entry as usize].cut);
        let Some(cut) = cut else { return CutTree::Class };
        let sides = split(points, cut);
        let (left, right) = points.split_at_mut(sides.middle);
        CutTree::Cut(cut, Box::new([self.tree(left, &sides.left), self.tree(right, &sides.right)]))
    }
}

/// What a region costs as a class; infinite if it cannot be one. Its counts pass the gate.
pub(super) fn cost_as_class<C: Coordinate, const N: usize>(
    evaluator: &RegionEvaluator<'_>,
    points: &[Point<C, N>],
    region: &BoxSummary<C, N>,
) -> f64 {
    let holds = evaluator.constraints.complete || evaluator.problem.holds(&tuples(points));
    if holds { evaluator.cost(region) } else { f64::INFINITY }
}

/// The tuples of some grains.
pub(super) fn tuples<C, const N: usize>(points: &[Point<C, N>]) -> Vec<u32> {
    points.iter().map(|point| point.tuple).collect()
}
