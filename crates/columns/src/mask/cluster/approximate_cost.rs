//! A quick look in doubles: which of two costs is lower, where that is clear.
//!
//! Costs are added up with plain doubles, relative to a cost and a value nearby. Only where two of
//! them are nearer than doubles can be wrong are they measured in full, so the outcome is the
//! same. With whole numbers that are not too large doubles are never wrong.

use std::cell::Cell;

use super::double_double::DoubleDouble;
use super::exact_cost::{ExactCost, first};
use super::line::ClusterValue;
use super::{Centre, Criterion};

/// Far more than what a few roundings of doubles lose, relatively.
const DOUBT: f64 = 1e-12;

/// Whole numbers and halves below this, and a few sums of them, are exact in doubles.
const EXACT: f64 = (1_u64 << 48) as f64;

pub(super) struct ApproximateCost {
    cost: Criterion,
    /// The first value of the window.
    from: usize,
    /// Per stop: the least cost of all before it.
    least: Vec<f64>,
    place: Vec<f64>,
    sum: Vec<f64>,
    square: Vec<f64>,
    /// Per stop: the rows before it.
    before: Vec<f64>,
    /// What two costs can be wrong by together.
    slack: f64,
    /// Whether costs are not wrong at all.
    is_exact: bool,
    /// Where a centre was last found.
    centre: Cell<usize>,
}

/// Numbers to the nearest double, in place of others.
fn round(numbers: &[DoubleDouble], to: &mut Vec<f64>) {
    to.clear();
    to.extend(numbers.iter().map(|number| number.rounded()));
}

fn largest(numbers: &[f64]) -> f64 {
    let finite = numbers.iter().filter(|number| number.is_finite());
    finite.fold(0.0, |largest, number| largest.max(number.abs()))
}

impl ApproximateCost {
    pub fn new(cost: Criterion) -> Self {
        let none = Vec::new;
        let (least, place, sum, square, before) = (none(), none(), none(), none(), none());
        let centre = Cell::new(0);
        ApproximateCost {
            cost,
            from: 0,
            least,
            place,
            sum,
            square,
            before,
            slack: 0.0,
            is_exact: false,
            centre,
        }
    }

    /// From now on clusters lie in the window of a gauge, and start at stops with these least
    /// costs; `before` are the rows before each stop of the window.
    pub fn settle<V: ClusterValue>(
        &mut self,
        exact_cost: &ExactCost<'_, V>,
        least: &[DoubleDouble],
        before: &[u64],
    ) {
        self.from = exact_cost.from;
        round(&exact_cost.place, &mut self.place);
        round(&exact_cost.sum, &mut self.sum);
        round(&exact_cost.square, &mut self.square);
        self.before.clear();
        self.before.extend(before.iter().map(|rows| (rows - before[0]) as f64));
        let least_is_whole = self.take_least(least);
        let largest = self.largest();
        self.slack = DOUBT * largest;
        let costs_are_whole = match self.cost {
            Criterion::SquaredError => false,
            Criterion::RankDifference => true,
            _ => exact_cost.place.iter().all(|place| place.is_whole()),
        };
        self.is_exact = largest < EXACT && least_is_whole && costs_are_whole;
    }

    /// Sums are told relative to the lowest of them; what is largest cannot be. Says whether all
    /// are whole numbers or halves.
    fn take_least(&mut self, least: &[DoubleDouble]) -> bool {
        let lowest = least.iter().copied().fold(DoubleDouble::INFINITE, DoubleDouble::min);
        let is_largest = matches!(self.cost, Criterion::KCenter(_));
        let anchor = if is_largest { DoubleDouble::ZERO } else { lowest };
        let mut is_whole = true;
        self.least.clear();
        for &cost in least {
            if cost == DoubleDouble::INFINITE {
                self.least.push(f64::INFINITY);
                continue;
            }
            let cost = cost - anchor;
            is_whole &= (cost + cost).is_whole();
            self.least.push(cost.rounded());
        }
        is_whole
    }

    /// No number that costs are made of is larger.
    fn largest(&self) -> f64 {
        let (place, rows) = (largest(&self.place), largest(&self.before));
        let cost = match self.cost {
            Criterion::KCenter(_) => place,
            Criterion::KMedian | Criterion::Cellular(_) => rows * place,
            Criterion::SquaredError => rows * place * place,
            Criterion::RankDifference => rows * rows,
        };
        largest(&self.least) + cost
    }

    /// Whether one cost is no higher than another, if that is clear.
    pub fn is_no_higher(&self, one: f64, other: f64) -> Option<bool> {
        if self.is_exact {
            Some(one <= other)
        } else if one + self.slack < other {
            Some(true)
        } else if other + self.slack < one {
            Some(false)
        } else {
            None
        }
    }

    /// The cost of all before a stop if the last cluster is of the values `a..b`.
    pub fn value<V: ClusterValue>(&self, exact_cost: &ExactCost<'_, V>, a: usize, b: usize) -> f64 {
        let least = self.least[a - self.from];
        let (start, end) = (a - self.from, b - self.from);
        let rows = self.before[end] - self.before[start];
        match self.cost {
            Criterion::KCenter(centre) => least.max(self.radius(start, end, centre)),
            Criterion::Cellular(centre) => least + self.radius(start, end, centre) * rows,
            Criterion::KMedian => least + self.distances(exact_cost, a, b),
            Criterion::SquaredError => {
                let sum = self.sum[end] - self.sum[start];
                least + (self.square[end] - self.square[start]) - sum * sum / rows
            }
            Criterion::RankDifference => {
                let half = (rows / 2.0).floor();
                least + half * (rows - half)
            }
        }
    }

    /// No more than the value with a member at the centre of the last cluster.
    pub fn floor(&self, a: usize, b: usize) -> f64 {
        let (start, end) = (a - self.from, b - self.from);
        let rows = self.before[end] - self.before[start];
        self.least[start] + self.radius(start, end, Centre::Anywhere) * rows
    }

    fn radius(&self, start: usize, end: usize, centre: Centre) -> f64 {
        let (low, high) = (self.place[start], self.place[end - 1]);
        match centre {
            Centre::Anywhere => (high - low) / 2.0,
            Centre::Member => {
                let right = self.nearer_to_the_top(start, end);
                let beyond = self.place[right] - low;
                if right == start { beyond } else { beyond.min(high - self.place[right - 1]) }
            }
        }
    }

    /// The first of the values that is at least as near to the last as to the first.
    fn nearer_to_the_top(&self, start: usize, end: usize) -> usize {
        let middle = (self.place[start] + self.place[end - 1]) / 2.0;
        let is_near = |value: usize| self.place[value] >= middle;
        let found = first(start..end, self.centre.get(), is_near);
        self.centre.set(found);
        found
    }

    fn distances<V: ClusterValue>(&self, exact_cost: &ExactCost<'_, V>, a: usize, b: usize) -> f64 {
        let sum = |(value, rest): (usize, u64)| {
            let value = value - self.from;
            // The end of the window has a sum but no place.
            let rest = if rest == 0 { 0.0 } else { self.place[value] * rest as f64 };
            self.sum[value] + rest
        };
        let (lower, upper) = exact_cost.halves(a, b);
        let upper = upper.map_or_else(|| sum(lower), sum);
        (self.sum[b - self.from] - upper) - (sum(lower) - self.sum[a - self.from])
    }
}
