//! First-fit cuts: repeatedly cut off the lowest part that is a valid class.
//!
//! If every cut is at the first possible value, the left sides are small and the right side is cut
//! about once per class. The right side therefore stays in place, and the part that leaves is
//! subtracted from its counts. The time of a cut depends on the size of the part, not of the rest.

use std::collections::VecDeque;

use super::super::bisect::{Cut, CutHistory};
use super::super::profile::{LeafCounts, Profiler};
use super::super::side_counts::SideCounts;
use super::super::{BoxProblem, ColumnStrategy, Partition, Standard};
use crate::search::SearchControl;

/// Cuts parts off all tuples, and recursively off those parts. Returns nothing if no partition
/// exists.
pub(in crate::search::boxes) fn first_fit_cut(
    problem: &BoxProblem<'_>,
    columns: ColumnStrategy,
    control: &SearchControl,
) -> Option<Partition> {
    let standard = problem.standard()?;
    let everything: Vec<u32> = (0..problem.tuples() as u32).collect();
    let mut history = CutHistory::default();
    let mut queue: VecDeque<(Vec<u32>, Option<usize>, usize)> = [(everything, None, 0)].into();
    let mut removed = vec![false; problem.tuples()];
    let mut regions = Vec::new();
    let mut examined = 0;
    let mut cut_short = false;
    while let Some((region, mut parent, mut id)) = queue.pop_front() {
        let mut remaining = RemainingRegion::new(problem, region, &mut removed);
        loop {
            cut_short = cut_short || control.should_stop(examined);
            examined += 1;
            let order = if cut_short { Vec::new() } else { remaining.order(columns, parent) };
            let cut = order.into_iter().find_map(|column| {
                let code = remaining.first_cut(column, standard)?;
                Some(Cut { column, code })
            });
            let Some(cut) = cut else { break };
            parent = Some(cut.column);
            let (piece, rest) = history.cut(id);
            queue.push_back((remaining.cut_off(cut), parent, piece));
            id = rest;
        }
        regions.push((id, remaining.rest()));
    }
    let classes = history.classes(problem, standard, regions)?;
    let classes = classes.into_iter().map(|tuples| problem.class(tuples)).collect();
    Some(Partition::new(classes, examined, cut_short))
}

/// A region from which parts are cut off.
struct RemainingRegion<'b, 'f, 'a> {
    problem: &'f BoxProblem<'a>,
    region: Vec<u32>,
    /// Per tuple of the problem: whether it was cut off.
    removed: &'b mut [bool],
    /// The counts of the remaining tuples.
    whole: LeafCounts,
    /// Per column, built on first use.
    profiles: Vec<Option<RegionProfile>>,
    /// Only if some demands are not count constraints.
    sides: Option<SideCounts<'f, 'a>>,
}

/// The region along one column.
#[derive(Default)]
struct RegionProfile {
    /// Counts per leaf. Empty leaves are removed from time to time.
    profile: Vec<LeafCounts>,
    distinct: usize,
    /// The tuples by leaf, built on first use. Some of them may have been cut off.
    sorted: Vec<u32>,
    /// All tuples before it were cut off.
    start: usize,
}

impl<'b, 'f, 'a> RemainingRegion<'b, 'f, 'a> {
    fn new(problem: &'f BoxProblem<'a>, region: Vec<u32>, removed: &'b mut [bool]) -> Self {
        let mut whole = LeafCounts::default();
        for &tuple in &region {
            removed[tuple as usize] = false;
            whole.add(&LeafCounts::of(problem, 0, tuple));
        }
        let profiles = (0..problem.columns()).map(|_| None).collect();
        let sides = (!problem.constraints().complete).then(|| SideCounts::new(problem, &region));
        RemainingRegion { problem, region, removed, whole, profiles, sides }
    }

    /// The remaining tuples.
    fn rest(&self) -> Vec<u32> {
        self.region.iter().copied().filter(|&tuple| !self.removed[tuple as usize]).collect()
    }

    /// The columns in the order of a strategy.
    fn order(&mut self, columns: ColumnStrategy, parent: Option<usize>) -> Vec<usize> {
        columns.order(self.problem.columns(), parent, |column| self.profile_of(column).distinct)
    }

    fn profile_of(&mut self, column: usize) -> &mut RegionProfile {
        if self.profiles[column].is_none() {
            let mut profile_of = RegionProfile::default();
            Profiler::default().profile(
                self.problem,
                column,
                &self.rest(),
                &mut profile_of.profile,
            );
            profile_of.distinct = profile_of.profile.len();
            self.profiles[column] = Some(profile_of);
        }
        self.profiles[column].get_or_insert_default()
    }

    /// Sorts the tuples of a column.
    fn sort(&mut self, column: usize) {
        if self.profile_of(column).sorted.is_empty() {
            let code = |tuple: u32| self.problem.codes(tuple)[column];
            let mut pairs: Vec<(u32, u32)> =
                self.rest().into_iter().map(|tuple| (code(tuple), tuple)).collect();
            pairs.sort_unstable();
            self.profile_of(column).sorted = pairs.into_iter().map(|(_, tuple)| tuple).collect();
        }
    }

    /// The first code of the right side of the first cut whose sides both hold.
    fn first_cut(&mut self, column: usize, standard: Standard) -> Option<u32> {
        let (constraints, whole) = (self.problem.constraints(), self.whole);
        let mut left = LeafCounts::default();
        let mut admitted = Vec::new();
        for step in self.profile_of(column).profile.iter().filter(|step| step.tuples > 0) {
            let mut right = whole;
            right.take(&left);
            let admits = |side: LeafCounts| constraints.admits(side.rows, side.people);
            if left.tuples > 0 && admits(left) && admits(right) {
                if constraints.complete {
                    return Some(step.code);
                }
                admitted.push(step.code);
            }
            left.add(step);
        }
        self.first_holding(column, standard, &admitted)
    }

    /// The first of these cuts whose sides meet all demands. The side counts keep that cut.
    fn first_holding(&mut self, column: usize, standard: Standard, codes: &[u32]) -> Option<u32> {
        if codes.is_empty() {
            return None;
        }
        self.sort(column);
        let (Some(profile_of), Some(sides)) = (&self.profiles[column], &mut self.sides) else {
            return None;
        };
        sides.back();
        let (problem, removed) = (self.problem, &self.removed);
        let there = |tuple: &u32| !removed[*tuple as usize];
        let mut waiting =
            profile_of.sorted[profile_of.start..].iter().copied().filter(there).peekable();
        codes.iter().copied().find(|&code| {
            while let Some(tuple) = waiting.next_if(|&tuple| problem.codes(tuple)[column] < code) {
                sides.pass(tuple);
            }
            sides.meet(standard)
        })
    }

    /// Removes the left side of the last cut from the region and returns it.
    fn cut_off(&mut self, cut: Cut) -> Vec<u32> {
        self.sort(cut.column);
        let mut piece = Vec::new();
        if let Some(profile_of) = &mut self.profiles[cut.column] {
            let is_left = |tuple: u32| self.problem.codes(tuple)[cut.column] < cut.code;
            while let Some(&tuple) =
                profile_of.sorted.get(profile_of.start).filter(|tuple| is_left(**tuple))
            {
                if !self.removed[tuple as usize] {
                    piece.push(tuple);
                }
                profile_of.start += 1;
            }
        }
        for &tuple in &piece {
            self.removed[tuple as usize] = true;
            self.whole.take(&LeafCounts::of(self.problem, cut.column, tuple));
        }
        for (column, profile_of) in self.profiles.iter_mut().enumerate() {
            if let Some(profile_of) = profile_of {
                profile_of.take(self.problem, column, &piece);
            }
        }
        if let Some(sides) = &mut self.sides {
            sides.forget_left();
        }
        piece
    }
}

impl RegionProfile {
    fn take(&mut self, problem: &BoxProblem<'_>, column: usize, piece: &[u32]) {
        for &tuple in piece {
            let removed = LeafCounts::of(problem, column, tuple);
            if let Ok(place) = self.profile.binary_search_by_key(&removed.code, |step| step.code) {
                self.profile[place].take(&removed);
                self.distinct -= usize::from(self.profile[place].tuples == 0);
            }
        }
        if self.distinct * 2 < self.profile.len() {
            self.profile.retain(|step| step.tuples > 0);
        }
    }
}
