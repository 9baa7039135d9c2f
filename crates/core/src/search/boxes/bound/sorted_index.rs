//! A sorted index of the tuples that finds the neighbours of a tuple without scanning all tuples.
//!
//! The tuples are sorted by the columns, those with the greatest loss per step first. Tuples that
//! are too far away in the first columns are contiguous and are skipped together.

use std::ops::Range;

use super::super::{BoxProblem, CountConstraints};
use super::requirements::Contribution;
use crate::cost::RangeLoss;

/// A tuple that may be in a box around another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    /// The loss of the bounding box of both in the columns that are not fixed yet.
    pub rest: f64,
    /// The position of the tuple in the index.
    pub place: u32,
}

/// Sorted tuples with their counts.
pub(super) struct SortedIndex<'f, 'a> {
    pub problem: &'f BoxProblem<'a>,
    /// The columns of the problem, those with the greatest loss per step first.
    pub columns: Vec<usize>,
    /// The tuples of the problem, sorted.
    pub tuples: Vec<u32>,
    /// Per position: a code per column in the order above.
    codes: Vec<u32>,
    /// Per position: the number of leading columns that are equal to those of the previous
    /// position.
    shared: Vec<u32>,
    /// Column by column, per position: the next position that differs in a column up to this one.
    next: Vec<u32>,
    /// Per position: the contribution of the tuple to a class.
    pub contributions: Vec<Contribution>,
    /// A small distance to start with: a few of the smallest steps.
    pub start: f64,
}

impl<'f, 'a> SortedIndex<'f, 'a> {
    pub fn new(problem: &'f BoxProblem<'a>) -> Self {
        let mut columns: Vec<usize> = (0..problem.columns()).collect();
        // Hierarchies may have many leaves: each is looked at once.
        let steps: Vec<f64> = problem.range_losses().iter().map(least_step).collect();
        columns.sort_by(|&one, &other| steps[other].total_cmp(&steps[one]).then(one.cmp(&other)));
        let least = steps.iter().copied().filter(|&step| step > 0.0).min_by(f64::total_cmp);
        let start = 8.0 * least.unwrap_or(1.0);
        let mut tuples: Vec<u32> = (0..problem.tuples() as u32).collect();
        let key = |tuple: u32| columns.iter().map(move |&column| problem.codes(tuple)[column]);
        tuples.sort_unstable_by(|&one, &other| key(one).cmp(key(other)));
        let codes: Vec<u32> = tuples.iter().flat_map(|&tuple| key(tuple)).collect();
        let width = columns.len();
        let agree = |place: usize| {
            let (before, here) =
                (&codes[(place - 1) * width..place * width], &codes[place * width..]);
            before.iter().zip(here).take_while(|(one, other)| one == other).count() as u32
        };
        let mut shared = vec![0; tuples.len()];
        for (place, shared) in shared.iter_mut().enumerate().skip(1) {
            *shared = agree(place);
        }
        let contribution = |&tuple: &u32| {
            let (rows, people) =
                (problem.members()[tuple as usize], problem.people()[tuple as usize]);
            Contribution::new(problem.constraints(), rows, people)
        };
        let contributions = tuples.iter().map(contribution).collect();
        let next = next_different(&shared, width);
        SortedIndex { problem, columns, tuples, codes, shared, next, contributions, start }
    }

    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.shared.len()
    }

    /// The loss of one box around everything, rounded up a little.
    pub fn total_loss(&self) -> f64 {
        let total_loss = |range_loss: &RangeLoss| {
            range_loss.loss(0, (range_loss.positions().len() as u32).saturating_sub(1))
        };
        self.problem.range_losses().iter().map(total_loss).sum::<f64>() + 1e-9
    }

    /// The work of building an index.
    pub fn work(problem: &BoxProblem<'_>) -> u64 {
        let (tuples, columns) = (problem.tuples() as u64, problem.columns() as u64);
        tuples.saturating_mul(columns).saturating_mul(u64::from(tuples.max(2).ilog2()))
    }

    pub fn constraints(&self) -> &CountConstraints {
        self.problem.constraints()
    }

    /// The range loss of a column, counted in the order of the index.
    #[inline]
    pub fn range_loss(&self, depth: usize) -> &RangeLoss {
        &self.problem.range_losses()[self.columns[depth]]
    }

    /// The code of a tuple in a column, counted in the order of the index.
    #[inline]
    pub fn code(&self, place: u32, depth: usize) -> u32 {
        self.codes[place as usize * self.columns.len() + depth]
    }

    /// Collects the tuples, itself included, whose bounding box with a tuple loses less than
    /// `radius`. Returns the work, or nothing if it would exceed `most`.
    pub fn near(
        &self,
        center: u32,
        radius: f64,
        most: u64,
        into: &mut Vec<Neighbour>,
    ) -> Option<u64> {
        into.clear();
        let width = self.columns.len();
        let places = self.len();
        let window = self.window(center, radius);
        // Per column: the loss of the columns before it.
        let mut sums = vec![0.0; width + 1];
        let (mut place, mut depth, mut work) = (window.start, 0, 0);
        while place < window.end {
            work += 1;
            if work > most {
                return None;
            }
            if depth == width {
                into.push(Neighbour { rest: sums[width], place: place as u32 });
                place += 1;
            } else {
                let sum = sums[depth] + self.pair_loss(center, place as u32, depth);
                if sum < radius {
                    sums[depth + 1] = sum;
                    depth += 1;
                    continue;
                }
                place = self.next[depth * places + place] as usize;
            }
            depth = self.shared.get(place).map_or(0, |&shared| shared as usize);
        }
        Some(work)
    }

    /// The places whose first column alone is near enough to a tuple. They are sorted by it.
    fn window(&self, center: u32, radius: f64) -> Range<usize> {
        let is_near = |place: usize| self.pair_loss(center, place as u32, 0) < radius;
        let first = partition_point(0..center as usize, |place| !is_near(place));
        first..partition_point(center as usize..self.len(), is_near)
    }

    /// The loss of the range around two tuples in a column.
    #[inline]
    fn pair_loss(&self, one: u32, other: u32, depth: usize) -> f64 {
        let (one, other) = (self.code(one, depth), self.code(other, depth));
        self.range_loss(depth).loss(one.min(other), one.max(other))
    }
}

/// The first number of a range that is not `before`. All that are come first.
fn partition_point(mut range: Range<usize>, before: impl Fn(usize) -> bool) -> usize {
    while !range.is_empty() {
        let middle = range.start + range.len() / 2;
        range = if before(middle) { middle + 1..range.end } else { range.start..middle };
    }
    range.start
}

/// The least positive loss of two neighbouring leaves.
fn least_step(range_loss: &RangeLoss) -> f64 {
    let steps = range_loss.positions().windows(2).map(|pair| pair[1] - pair[0] + range_loss.step());
    let least = steps.filter(|&step| step > 0.0).min_by(f64::total_cmp);
    least.unwrap_or(0.0)
}

fn next_different(shared: &[u32], width: usize) -> Vec<u32> {
    let places = shared.len();
    let mut next_different = vec![places as u32; places * width];
    for depth in 0..width {
        for place in (1..places).rev() {
            let differs = shared[place] as usize <= depth;
            let next = if differs { place as u32 } else { next_different[depth * places + place] };
            next_different[depth * places + place - 1] = next;
        }
    }
    next_different
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_is_not_before_is_found() {
        for start in 0..6 {
            for end in start..6 {
                for point in start..=end {
                    assert_eq!(partition_point(start..end, |at| at < point), point);
                }
            }
        }
    }
}
