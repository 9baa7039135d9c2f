//! Look-ahead: the cost of a region after it is cut into classes.
//!
//! Level 0 follows the best-scored cut all the way down. Level 1 finishes each of the few
//! best-scored cuts at level 0, takes the best, and solves its sides at level 1. Level 2 finishes
//! the cuts at level 1, and so on. A memo keeps the best result per region, identified by its
//! bounding box, so a higher level never gives a worse result than a lower one.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

use super::cut_tree::CutTree;
use super::evaluator::{RegionEvaluator, Scoring};
use super::partial_tree::TreeResult;
use super::scan::{CandidateSink, CutCandidate, KEPT, Scanner, Shortlist};
use super::summary::{BoxSummary, Coordinate, Point, RankCut, split};
use crate::search::SearchControl;

/// The greatest depth of a cut tree. It bounds the stack and is far above the depth of useful
/// trees.
const DEEPEST: usize = 300;

/// The sides of larger regions are solved in parallel where they do not depend on each other.
const PARALLEL: usize = 1 << 13;

/// The greatest width of a narrow beam.
const NARROW: usize = 4;

/// The beam at one level: `width` cuts in regions of at most `most` tuples.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamWidth {
    pub width: usize,
    pub most: usize,
}

/// The memo entry of a region.
struct MemoEntry<C, const N: usize> {
    coordinates: [C; N],
    /// The cost as one class; infinite if it cannot be a class.
    own: f64,
    best: f64,
    /// The first cut of the best cut tree.
    cut: Option<RankCut<C>>,
    /// One above the highest level at which it was solved.
    solved: usize,
    cuts: Option<KeptCuts<C>>,
}

/// The best-scored cuts, best first.
#[derive(Clone, Copy)]
struct KeptCuts<C> {
    kept: [RankCut<C>; KEPT],
    length: usize,
}

/// Solves regions, and keeps the results in a memo.
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
    /// The work done, in units that do not depend on the clock.
    pub work: u64,
    /// After this much work, only the best-scored cut is followed.
    pub most_work: u64,
    /// Whether the search was stopped.
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

    /// The least cost found for a region at a level.
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

    /// The cost of a region at level 0, without the memo. Stops as soon as the cost is known to be
    /// `enough` or more; if that is infinite, both sides are solved to the end, in parallel.
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
        let divided = points.len() > PARALLEL;
        let (left, right) = points.split_at_mut(sides.middle);
        if enough < f64::INFINITY {
            let enough = enough.min(own);
            let mut cost = self.greedy_cost(left, &sides.left, enough, depth + 1);
            if cost < enough {
                cost += self.greedy_cost(right, &sides.right, enough - cost, depth + 1);
            }
            return cost.min(own);
        }
        if !divided {
            let cost = self.greedy_cost(left, &sides.left, enough, depth + 1)
                + self.greedy_cost(right, &sides.right, enough, depth + 1);
            return cost.min(own);
        }
        let mut other = LookAhead::new(self.evaluator, self.scoring, self.beams, self.control);
        let (left, right) = rayon::join(
            || self.greedy_cost(left, &sides.left, enough, depth + 1),
            || other.greedy_cost(right, &sides.right, enough, depth + 1),
        );
        self.examined += other.examined;
        self.work += other.work;
        self.stopped |= other.stopped;
        (left + right).min(own)
    }

    /// The best-scored cut of a region.
    pub fn first(
        &mut self,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        own: f64,
        depth: usize,
    ) -> Option<RankCut<C>> {
        self.shortlist(points, region, own, depth).candidates().first().map(|found| found.cut)
    }

    /// The best of the first `width` cuts of a region, each finished at level 0.
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
            // A deeper search may still find parts that hold.
            None if self.memo[entry].own == f64::INFINITY => {
                cuts.kept[..cuts.length].first().copied()
            }
            best => best,
        }
    }

    /// The highest level up to this one that applies to regions of this size, and its width.
    fn beam_for(&self, level: usize, tuples: usize) -> (usize, usize) {
        if self.work > self.most_work {
            return (0, 1);
        }
        let beams = self.beams[..level].iter().enumerate().rev();
        let mut fitting = beams.filter(|(_, beam)| tuples <= beam.most);
        fitting.next().map_or((0, 1), |(at, beam)| (at + 1, beam.width))
    }

    /// Solves both sides of a cut, and stores the cut if it is the best so far.
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

    /// The index of the memo entry of a region.
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

    /// The best-scored cuts of a region. A region without cuts is solved at every level.
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

    /// The number of cuts of one column that are compared. Neighbouring cuts of a column lead to similar
    /// results, so a narrow beam takes them from several columns. Few columns have few cuts besides.
    fn kept_of_column(&self) -> usize {
        let narrow = self.beams.iter().all(|beam| beam.width <= NARROW);
        if narrow && self.evaluator.columns() > NARROW { 2 } else { KEPT }
    }

    fn shortlist(
        &mut self,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        own: f64,
        depth: usize,
    ) -> Shortlist<C> {
        let mut list = Shortlist::new(self.kept_of_column());
        let hopeless = points.len() < 2
            || depth >= DEEPEST
            || own <= self.evaluator.least(region)
            || self.evaluator.is_indivisible(region);
        if hopeless || self.should_stop(points.len()) {
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

    /// Keeps the best candidates whose sides meet the necessary condition of all demands. In large
    /// regions, where tests are expensive and most cuts pass, only the first few are tested.
    fn confirm(
        &mut self,
        points: &mut [Point<C, N>],
        candidates: &[CutCandidate<C>],
        list: &mut Shortlist<C>,
    ) {
        let questions = (4 * KEPT).max((1 << 16) / points.len());
        let mut asked = 0;
        for &candidate in candidates {
            if asked == questions {
                return;
            }
            if !list.wants(&candidate) {
                continue;
            }
            asked += 1;
            self.work += self.evaluator.problem.work_per_tuple() * points.len() as u64;
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

    fn should_stop(&mut self, tuples: usize) -> bool {
        // The clock is read only now and then, unless a region takes long.
        let due = self.examined.is_multiple_of(64) || tuples > PARALLEL;
        if due || self.control.most_checks.is_some() {
            self.stopped |= self.control.should_stop(self.examined);
        }
        self.stopped
    }

    /// The result for a solved region; its cost is unknown here.
    pub fn result(&self, points: &mut [Point<C, N>], region: &BoxSummary<C, N>) -> TreeResult<C> {
        TreeResult {
            cost: f64::INFINITY,
            tree: self.tree(points, region),
            examined: self.examined,
            work: self.work,
            stopped: self.stopped,
        }
    }

    /// The best cut tree found for a solved region.
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

/// The cost of a region as one class; infinite if it cannot be a class. It is known to meet the
/// count constraints.
pub(super) fn cost_as_class<C: Coordinate, const N: usize>(
    evaluator: &RegionEvaluator<'_>,
    points: &[Point<C, N>],
    region: &BoxSummary<C, N>,
) -> f64 {
    let holds = evaluator.constraints.complete || evaluator.problem.holds(&tuples(points));
    if holds { evaluator.cost(region) } else { f64::INFINITY }
}

/// The tuples of some points.
pub(super) fn tuples<C, const N: usize>(points: &[Point<C, N>]) -> Vec<u32> {
    points.iter().map(|point| point.tuple).collect()
}
