//! Scores all cuts of a region, and keeps the best few.
//!
//! One pass over the points fills one bucket per rank in every column. Prefix and suffix sums of
//! the buckets then give both sides of every cut. Columns with many more ranks than the region has
//! points are sorted instead. Columns with thousands of ranks are divided into steps of about
//! equally many points: the cuts in between score almost the same, and smaller regions will
//! consider them later.

use super::evaluator::{RegionEvaluator, RegionScore, Scoring, slack_factor};
use super::summary::{BoxSummary, Coordinate, Point, RankCut};

/// The number of cuts of a region that are kept.
pub(super) const KEPT: usize = 8;

/// A cut and the score of its two sides together. Less is better.
#[derive(Clone, Copy)]
pub(super) struct CutCandidate<C> {
    pub score: f64,
    pub cut: RankCut<C>,
}

/// Columns with more ranks are sorted instead of bucketed.
const MOST_BUCKETS: usize = 4096;

/// The approximate number of steps of a sorted column, at most.
const STEPS: usize = 1024;

/// Collects scored cuts.
pub(super) trait CandidateSink<C> {
    fn keep(&mut self, candidate: CutCandidate<C>);

    /// Cuts with this score or more are not wanted.
    fn threshold(&self) -> f64;
}

/// Buffers that are reused for every region.
pub(super) struct Scanner<C, const N: usize> {
    buckets: Vec<BoxSummary<C, N>>,
    /// Each bucketed column, and where its buckets start.
    bucketed: Vec<(usize, usize)>,
    sorted: Vec<u64>,
    /// The ranks of the cuts, each with the index of its bucket.
    steps: Vec<(C, usize)>,
    /// For each step: the summary of everything to its right.
    right_sides: Vec<BoxSummary<C, N>>,
    scored: Vec<ScoredCut<C>>,
}

/// A cut that meets the count constraints, and the scores of its two sides.
struct ScoredCut<C> {
    cut: RankCut<C>,
    sides: [RegionScore; 2],
    perturbation: f64,
}

impl<C: Coordinate, const N: usize> Scanner<C, N> {
    pub fn new() -> Self {
        Scanner {
            buckets: Vec::new(),
            bucketed: Vec::new(),
            sorted: Vec::new(),
            steps: Vec::new(),
            right_sides: Vec::new(),
            scored: Vec::new(),
        }
    }

    /// Finds every wanted cut whose sides both meet the count constraints, column by column.
    /// Returns the work, besides one unit per cell.
    pub fn scan(
        &mut self,
        evaluator: &RegionEvaluator<'_>,
        scoring: Scoring,
        points: &[Point<C, N>],
        region: &BoxSummary<C, N>,
        found: &mut impl CandidateSink<C>,
    ) -> u64 {
        self.fill_buckets(evaluator.columns(), points, region);
        self.scored.clear();
        let (mut bucketed, mut steps) = (0, 0);
        for column in 0..evaluator.columns() {
            let (low, high) = (region.low(column).rank(), region.high(column).rank());
            if low == high {
                continue;
            }
            if self.bucketed.get(bucketed).is_some_and(|&(at, _)| at == column) {
                self.steps_from_buckets(self.bucketed[bucketed].1, low..=high);
                bucketed += 1;
            } else {
                self.steps_from_sorting(column, points);
            }
            self.score_cuts(evaluator, scoring, column as u8);
            steps += self.steps.len() as u64;
        }
        self.choose(evaluator.score(region, scoring), scoring, found);
        10 * steps
    }

    /// Fills one bucket per rank, in all columns without too many ranks.
    fn fill_buckets(&mut self, columns: usize, points: &[Point<C, N>], region: &BoxSummary<C, N>) {
        self.bucketed.clear();
        let mut start = 0;
        for column in 0..columns {
            let (low, high) = (region.low(column).rank(), region.high(column).rank());
            if low < high && high - low < MOST_BUCKETS.min(2 * points.len()) {
                self.bucketed.push((column, start));
                start += high - low + 1;
            }
        }
        self.buckets.clear();
        self.buckets.resize(start, BoxSummary::EMPTY);
        for point in points {
            for &(column, start) in &self.bucketed {
                let rank = point.summary.low(column).rank() - region.low(column).rank();
                self.buckets[start + rank].join(&point.summary);
            }
        }
    }

    fn steps_from_buckets(&mut self, start: usize, ranks: std::ops::RangeInclusive<usize>) {
        self.steps.clear();
        for (rank, at) in ranks.zip(start..) {
            if self.buckets[at].people > 0 {
                self.steps.push((C::of(rank), at));
            }
        }
    }

    fn steps_from_sorting(&mut self, column: usize, points: &[Point<C, N>]) {
        self.sorted.clear();
        let keys = (0_u64..).zip(points);
        let key =
            |(at, point): (u64, &Point<C, N>)| (point.summary.low(column).rank() as u64) << 32 | at;
        self.sorted.extend(keys.map(key));
        self.sorted.sort_unstable();
        self.steps.clear();
        let enough = points.len() / STEPS;
        let mut taken = 0;
        for &key in &self.sorted {
            let summary = &points[(key & u64::from(u32::MAX)) as usize].summary;
            let rank = C::of((key >> 32) as usize);
            match self.steps.last_mut() {
                Some((last, at)) if *last == rank || taken < enough => {
                    *last = rank;
                    self.buckets[*at].join(summary);
                    taken += 1;
                }
                _ => {
                    self.steps.push((rank, self.buckets.len()));
                    self.buckets.push(*summary);
                    taken = 1;
                }
            }
        }
    }

    /// Sums the steps from both ends, and scores every cut.
    fn score_cuts(&mut self, evaluator: &RegionEvaluator<'_>, scoring: Scoring, column: u8) {
        let Some((_, cuts)) = self.steps.split_last() else { return };
        self.right_sides.clear();
        let mut right = BoxSummary::EMPTY;
        for &(_, at) in self.steps[1..].iter().rev() {
            right.join(&self.buckets[at]);
            self.right_sides.push(right);
        }
        let mut left = BoxSummary::EMPTY;
        for (&(rank, at), right) in cuts.iter().zip(self.right_sides.iter().rev()) {
            left.join(&self.buckets[at]);
            if !evaluator.constraints.admits(left.rows, left.people)
                || !evaluator.constraints.admits(right.rows, right.people)
            {
                continue;
            }
            let perturbation = scoring.seed.map_or(1.0, |seed| {
                1.0 - scoring.noise + 2.0 * scoring.noise * fraction(seed, &left, right, column)
            });
            let sides = [evaluator.score(&left, scoring), evaluator.score(right, scoring)];
            self.scored.push(ScoredCut { cut: RankCut { column, rank }, sides, perturbation });
        }
    }

    fn choose(&self, region: RegionScore, scoring: Scoring, found: &mut impl CandidateSink<C>) {
        let sum = |scored: &ScoredCut<C>| scored.sides[0].cost + scored.sides[1].cost;
        let least = self.scored.iter().map(sum).fold(f64::INFINITY, f64::min);
        let slack = scoring.slack_for(least, region.cost);
        let slacks = self.scored.iter().flat_map(|scored| scored.sides.map(|side| side.slack));
        let least_factor = slack_factor(slacks.fold(0.0, f64::max), slack);
        for ScoredCut { cut, sides: [left, right], perturbation } in &self.scored {
            // With the most slack of all sides, a score is least. No roots are needed for it, and it
            // excludes most cuts.
            let least =
                left.cost / least_factor * perturbation + right.cost / least_factor * perturbation;
            if least < found.threshold() {
                let score = left.score(slack) * perturbation + right.score(slack) * perturbation;
                found.keep(CutCandidate { score, cut: *cut });
            }
        }
    }
}

/// A pseudo-random number from 0 to 1 that depends only on the seed, the region and the cut.
fn fraction<C: Coordinate, const N: usize>(
    seed: u64,
    left: &BoxSummary<C, N>,
    right: &BoxSummary<C, N>,
    column: u8,
) -> f64 {
    let mut mixed = seed;
    for word in [left.people, right.people, left.rows, u64::from(column)] {
        mixed = (mixed ^ word).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^= mixed >> 29;
    }
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

/// The best-scored cuts, best first. Ties go to the cut found first.
#[derive(Clone, Copy)]
pub(super) struct Shortlist<C> {
    entries: [CutCandidate<C>; KEPT],
    length: usize,
    of_column: usize,
}

impl<C: Coordinate> Shortlist<C> {
    /// An empty list that keeps at most this many cuts of a column.
    pub fn new(of_column: usize) -> Self {
        let none = CutCandidate { score: f64::INFINITY, cut: RankCut { column: 0, rank: C::LAST } };
        Shortlist { entries: [none; KEPT], length: 0, of_column }
    }

    pub fn candidates(&self) -> &[CutCandidate<C>] {
        &self.entries[..self.length]
    }

    /// Whether a cut with this score would be kept.
    #[inline]
    pub fn wants(&self, candidate: &CutCandidate<C>) -> bool {
        candidate.score < self.threshold()
            && self
                .last_of_full(candidate)
                .is_none_or(|last| candidate.score < self.entries[last].score)
    }

    /// The worst entry in the column of a candidate, if the list has enough of them.
    #[inline]
    fn last_of_full(&self, candidate: &CutCandidate<C>) -> Option<usize> {
        let in_column = |entry: &CutCandidate<C>| entry.cut.column == candidate.cut.column;
        let entries = self.candidates();
        let full = entries.iter().filter(|entry| in_column(entry)).count() >= self.of_column;
        entries.iter().rposition(in_column).filter(|_| full)
    }
}

impl<C: Coordinate> CandidateSink<C> for Shortlist<C> {
    #[inline]
    fn keep(&mut self, candidate: CutCandidate<C>) {
        if !self.wants(&candidate) {
            return;
        }
        if let Some(last) = self.last_of_full(&candidate) {
            self.entries.copy_within(last + 1..self.length, last);
            self.length -= 1;
        }
        let mut at = self.length.min(KEPT - 1);
        while at > 0 && candidate.score < self.entries[at - 1].score {
            self.entries[at] = self.entries[at - 1];
            at -= 1;
        }
        self.entries[at] = candidate;
        self.length = (self.length + 1).min(KEPT);
    }

    #[inline]
    fn threshold(&self) -> f64 {
        if self.length < KEPT { f64::INFINITY } else { self.entries[KEPT - 1].score }
    }
}

impl<C> CandidateSink<C> for Vec<CutCandidate<C>> {
    fn keep(&mut self, candidate: CutCandidate<C>) {
        self.push(candidate);
    }

    fn threshold(&self) -> f64 {
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(of_column: usize, offered: &[(u8, u8, f64)]) -> Vec<(u8, u8)> {
        let mut list = Shortlist::<u8>::new(of_column);
        for &(column, rank, score) in offered {
            list.keep(CutCandidate { score, cut: RankCut { column, rank } });
        }
        list.candidates().iter().map(|kept| (kept.cut.column, kept.cut.rank)).collect()
    }

    #[test]
    fn a_column_has_two_of_the_best_cuts() {
        let offered =
            [(0, 1, 5.0), (0, 2, 4.0), (1, 1, 4.5), (0, 3, 3.0), (0, 4, 6.0), (2, 1, 9.0)];
        assert_eq!(listed(2, &offered), [(0, 3), (0, 2), (1, 1), (2, 1)]);
        assert_eq!(listed(KEPT, &offered), [(0, 3), (0, 2), (1, 1), (0, 1), (0, 4), (2, 1)]);
    }

    #[test]
    fn the_best_cuts_of_many_columns_are_kept() {
        let offered: Vec<(u8, u8, f64)> = (0..20).map(|at| (at, 0, f64::from(20 - at))).collect();
        let best: Vec<(u8, u8)> = (12..20).rev().map(|at| (at, 0)).collect();
        assert_eq!(listed(2, &offered), best);
    }
}
