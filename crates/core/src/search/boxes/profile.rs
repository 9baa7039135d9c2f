//! The profile of a region along one column: the counts at every leaf that occurs, in leaf order.
//!
//! All cuts of a column are evaluated from its profile, so a region is read once per column.
//! Counting uses an array if the leaves lie close together, and sorting otherwise.

use super::BoxProblem;

/// The counts at one leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LeafCounts {
    pub code: u32,
    pub tuples: u32,
    pub rows: u64,
    pub people: u64,
}

impl LeafCounts {
    /// The counts of one tuple along a column.
    pub fn of(problem: &BoxProblem<'_>, column: usize, tuple: u32) -> Self {
        LeafCounts {
            code: problem.codes(tuple)[column],
            tuples: 1,
            rows: problem.members()[tuple as usize],
            people: problem.people()[tuple as usize],
        }
    }

    pub fn add(&mut self, other: &LeafCounts) {
        self.tuples += other.tuples;
        self.rows += other.rows;
        self.people += other.people;
    }

    pub fn take(&mut self, other: &LeafCounts) {
        self.tuples -= other.tuples;
        self.rows -= other.rows;
        self.people -= other.people;
    }
}

/// The counts of a whole profile.
pub(super) fn total(profile: &[LeafCounts]) -> LeafCounts {
    let mut total = LeafCounts::default();
    profile.iter().for_each(|step| total.add(step));
    total
}

/// Every cut of a profile: its place, the counts before it, and those from it on.
pub(super) fn cuts(
    profile: &[LeafCounts],
) -> impl Iterator<Item = (usize, LeafCounts, LeafCounts)> {
    let whole = total(profile);
    profile.iter().enumerate().skip(1).scan(LeafCounts::default(), move |left, (place, _)| {
        left.add(&profile[place - 1]);
        let mut right = whole;
        right.take(left);
        Some((place, *left, right))
    })
}

/// Reusable buffers for counting.
#[derive(Default)]
pub(super) struct Profiler {
    steps: Vec<LeafCounts>,
    dense: Vec<LeafCounts>,
}

impl Profiler {
    /// The profile of a region along a column.
    pub fn profile(
        &mut self,
        problem: &BoxProblem<'_>,
        column: usize,
        region: &[u32],
        into: &mut Vec<LeafCounts>,
    ) {
        self.steps.clear();
        self.steps.extend(region.iter().map(|&tuple| LeafCounts::of(problem, column, tuple)));
        let (low, high) = self
            .steps
            .iter()
            .fold((u32::MAX, 0), |(low, high), step| (low.min(step.code), high.max(step.code)));
        into.clear();
        if low > high {
            return;
        }
        if ((high - low) as usize) < 4 * region.len() {
            self.count(low, high, into);
        } else {
            self.sort(into);
        }
    }

    fn count(&mut self, low: u32, high: u32, into: &mut Vec<LeafCounts>) {
        self.dense.clear();
        self.dense.resize((high - low) as usize + 1, LeafCounts::default());
        for step in &self.steps {
            self.dense[(step.code - low) as usize].add(step);
        }
        let counted = (low..).zip(&self.dense).filter(|(_, step)| step.tuples > 0);
        into.extend(counted.map(|(code, step)| LeafCounts { code, ..*step }));
    }

    fn sort(&mut self, into: &mut Vec<LeafCounts>) {
        self.steps.sort_unstable_by_key(|step| step.code);
        for step in &self.steps {
            match into.last_mut() {
                Some(last) if last.code == step.code => last.add(step),
                _ => into.push(*step),
            }
        }
    }
}
