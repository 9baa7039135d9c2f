//! The secrets and person attributes on both sides of a cut, updated while the cut moves.
//!
//! Demands on secrets are tested for every cut of a column without counting the region again:
//! tuples move from the right to the left in leaf order.

use crate::frequency_set::ValueCounts;
use crate::model::Histogram;

use super::{BoxProblem, Standard};

/// Counts of both sides of a cut through a region. The right side is the whole minus the left.
pub(super) struct SideCounts<'f, 'a> {
    problem: &'f BoxProblem<'a>,
    /// Per attribute: the values that occur in the region, ascending.
    values: Vec<Vec<u32>>,
    left: Counts,
    whole: Counts,
    /// The tuples of the region and of its left side, if people are counted instead of rows.
    tuples: Option<SideTuples>,
}

/// The tuples of both sides. People of two tuples do not add up, so they are counted anew.
#[derive(Default)]
struct SideTuples {
    left: Vec<u32>,
    whole: Vec<u32>,
}

impl SideTuples {
    fn right(&self) -> Vec<u32> {
        let mut left = self.left.clone();
        left.sort_unstable();
        self.whole.iter().copied().filter(|tuple| left.binary_search(tuple).is_err()).collect()
    }
}

/// The counts of some tuples.
#[derive(Clone)]
struct Counts {
    rows: u64,
    people: u64,
    /// Per attribute, per value of the region.
    value_counts: Vec<Vec<u64>>,
}

impl<'f, 'a> SideCounts<'f, 'a> {
    /// Starts with the whole region on the right.
    pub fn new(problem: &'f BoxProblem<'a>, region: &[u32]) -> Self {
        let values = |counted: &ValueCounts| {
            let of = |&tuple: &u32| counted.of(tuple as usize).0.iter().copied();
            let mut values: Vec<u32> = region.iter().flat_map(of).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        let values: Vec<Vec<u32>> = problem.value_counts().map(values).collect();
        let value_counts = values.iter().map(|values| vec![0; values.len()]).collect();
        let none = Counts { rows: 0, people: 0, value_counts };
        let mut sides =
            SideCounts { problem, values, left: none.clone(), whole: none, tuples: None };
        for &tuple in region {
            sides.pass(tuple);
        }
        std::mem::swap(&mut sides.left, &mut sides.whole);
        let tuples = || SideTuples { left: Vec::new(), whole: region.to_vec() };
        sides.tuples = problem.counts_people().then(tuples);
        sides
    }

    /// Moves everything back to the right.
    pub fn back(&mut self) {
        (self.left.rows, self.left.people) = (0, 0);
        self.left.value_counts.iter_mut().for_each(|counts| counts.fill(0));
        if let Some(tuples) = &mut self.tuples {
            tuples.left.clear();
        }
    }

    /// Removes the left side.
    pub fn forget_left(&mut self) {
        self.whole.rows -= self.left.rows;
        self.whole.people -= self.left.people;
        for (whole, left) in self.whole.value_counts.iter_mut().zip(&self.left.value_counts) {
            whole.iter_mut().zip(left).for_each(|(whole, left)| *whole -= left);
        }
        if let Some(tuples) = &mut self.tuples {
            tuples.whole = tuples.right();
        }
        self.back();
    }

    /// Moves a tuple to the left.
    pub fn pass(&mut self, tuple: u32) {
        let at = tuple as usize;
        if let Some(tuples) = &mut self.tuples {
            tuples.left.push(tuple);
        }
        self.left.rows += self.problem.members()[at];
        self.left.people += self.problem.people()[at];
        for (place, counted) in self.problem.value_counts().enumerate() {
            let (values, counts) = counted.of(at);
            for (value, count) in values.iter().zip(counts) {
                if let Ok(found) = self.values[place].binary_search(value) {
                    self.left.value_counts[place][found] += count;
                }
            }
        }
    }

    /// Whether both sides meet a standard.
    pub fn meet(&self, standard: Standard) -> bool {
        let (left, whole) = (&self.left, &self.whole);
        if let Some(tuples) = &self.tuples {
            let problem = self.problem;
            return problem.meets(standard, &tuples.left)
                && problem.meets(standard, &tuples.right());
        }
        self.ask(standard, left.rows, left.people, |place, value| left.value_counts[place][value])
            && self.ask(
                standard,
                whole.rows - left.rows,
                whole.people - left.people,
                |place, value| whole.value_counts[place][value] - left.value_counts[place][value],
            )
    }

    fn ask(
        &self,
        standard: Standard,
        rows: u64,
        people: u64,
        count: impl Fn(usize, usize) -> u64,
    ) -> bool {
        let kept = |(place, values): (usize, &Vec<u32>)| -> (Vec<u32>, Vec<u64>) {
            let counted = values.iter().enumerate().map(|(at, &value)| (value, count(place, at)));
            counted.filter(|&(_, count)| count > 0).unzip()
        };
        let kept: Vec<_> = self.values.iter().enumerate().map(kept).collect();
        let seen = kept.iter().map(|(values, counts)| Histogram { values, counts });
        self.problem.meets_counted(standard, rows, people, &seen.collect::<Vec<_>>())
    }
}
