//! What a cluster costs: any stretch of values, in constant time or nearly.
//!
//! Sums are kept for a window of values only, and relative to a value in it, so that neither far
//! away values nor large numbers of them blur a small cluster; and in twice the usual precision,
//! so that a value a million times further out than its neighbours does not either.

use std::cell::Cell;
use std::ops::Range;

use super::double_double::DoubleDouble;
use super::line::{ClusterValue, SortedCounts};
use super::{Centre, Criterion};

pub(super) struct ExactCost<'a, V> {
    line: &'a SortedCounts<V>,
    cost: Criterion,
    /// The first value of the window.
    pub from: usize,
    /// Per value of the window: the value, relative to one of them.
    pub place: Vec<DoubleDouble>,
    /// Per value of the window, and at its end: the sum of the rows before it.
    pub sum: Vec<DoubleDouble>,
    /// The same of their squares.
    pub square: Vec<DoubleDouble>,
    /// Where a centre was last found; the next one is often there.
    centre: Cell<usize>,
}

impl<'a, V: ClusterValue> ExactCost<'a, V> {
    pub fn new(line: &'a SortedCounts<V>, cost: Criterion) -> Self {
        let (place, sum, square) = (Vec::new(), Vec::new(), Vec::new());
        ExactCost { line, cost, from: 0, place, sum, square, centre: Cell::new(0) }
    }

    /// From now on clusters lie within these values.
    pub fn settle(&mut self, window: Range<usize>) {
        self.from = window.start;
        let values = &self.line.values[window];
        let Some(&origin) = values.get(values.len() / 2) else { return };
        self.place.clear();
        self.place.extend(values.iter().map(|value| value.minus(origin)));
        if matches!(self.cost, Criterion::KMedian | Criterion::SquaredError) {
            self.add_up();
        }
    }

    fn add_up(&mut self) {
        let (mut sum, mut square) = (DoubleDouble::ZERO, DoubleDouble::ZERO);
        self.sum.clear();
        self.square.clear();
        self.sum.push(sum);
        self.square.push(square);
        for (index, &place) in self.place.iter().enumerate() {
            let count = self.rows(self.from + index, self.from + index + 1);
            sum = sum + place.times(count);
            self.sum.push(sum);
            if self.cost == Criterion::SquaredError {
                square = square + (place * place).times(count);
                self.square.push(square);
            }
        }
    }

    /// The rows of the values `a..b`.
    fn rows(&self, a: usize, b: usize) -> u64 {
        self.line.before[b] - self.line.before[a]
    }

    /// What the values `a..b` cost as one cluster; there is at least one.
    pub fn of(&self, a: usize, b: usize) -> DoubleDouble {
        let rows = self.rows(a, b);
        match self.cost {
            Criterion::KCenter(centre) => self.radius(a, b, centre),
            Criterion::Cellular(centre) => self.radius(a, b, centre).times(rows),
            Criterion::KMedian => self.distances(a, b),
            Criterion::SquaredError => self.squared_error(a, b, rows),
            Criterion::RankDifference => {
                DoubleDouble::whole(i128::from(rows / 2)).times(rows - rows / 2)
            }
        }
    }

    fn radius(&self, a: usize, b: usize, centre: Centre) -> DoubleDouble {
        let (low, high) = (self.place[a - self.from], self.place[b - 1 - self.from]);
        match centre {
            Centre::Anywhere => (high - low).half(),
            Centre::Member => {
                let right = self.nearer_to_the_top(a, b) - self.from;
                let beyond = self.place[right] - low;
                let short = right.checked_sub(1).filter(|left| left + self.from >= a);
                short.map_or(beyond, |left| beyond.min(high - self.place[left]))
            }
        }
    }

    /// The first of the values `a..b` that is at least as near to the last as to the first.
    fn nearer_to_the_top(&self, a: usize, b: usize) -> usize {
        let ends = self.place[a - self.from] + self.place[b - 1 - self.from];
        let is_near = |value: usize| {
            let place = self.place[value - self.from];
            place + place >= ends
        };
        let found = first(a..b, self.centre.get(), is_near);
        self.centre.set(found);
        found
    }

    /// How far the values `a..b` reach.
    pub fn range(&self, a: usize, b: usize) -> DoubleDouble {
        self.place[b - 1 - self.from] - self.place[a - self.from]
    }

    /// The sum of the distances from the median: the upper half less the lower half.
    fn distances(&self, a: usize, b: usize) -> DoubleDouble {
        let sum = |value: usize| self.sum[value - self.from];
        let sum_before = |(value, rest): (usize, u64)| match rest {
            0 => sum(value),
            rest => sum(value) + self.place[value - self.from].times(rest),
        };
        let (lower, upper) = self.halves(a, b);
        let lower = sum_before(lower);
        let upper = upper.map_or(lower, sum_before);
        (sum(b) - upper) - (lower - sum(a))
    }

    /// Where the lower half of the values `a..b` ends: a value, and how many of its rows belong to
    /// that half. The same for the start of the upper half, if a row lies between them.
    pub fn halves(&self, a: usize, b: usize) -> ((usize, u64), Option<(usize, u64)>) {
        let before = &self.line.before;
        let half = self.rows(a, b) / 2;
        let (lower, upper) = (before[a] + half, before[b] - half);
        (self.locate(lower, a, b), (upper > lower).then(|| self.locate(upper, a, b)))
    }

    /// The value among `a..=b` that has this row, and how many of its rows come before.
    fn locate(&self, row: u64, a: usize, b: usize) -> (usize, u64) {
        let before = &self.line.before;
        // Without equal values rows and values are counted alike.
        let plain = a.saturating_add((row - before[a]) as usize);
        if plain <= b && before[plain] == row {
            return (plain, 0);
        }
        let value = a + before[a..=b].partition_point(|&rows| rows <= row) - 1;
        (value, row - before[value])
    }

    fn squared_error(&self, a: usize, b: usize, rows: u64) -> DoubleDouble {
        let (a, b) = (a - self.from, b - self.from);
        let sum = self.sum[b] - self.sum[a];
        let error = (self.square[b] - self.square[a]) - (sum * sum).part(rows);
        error.max(DoubleDouble::ZERO)
    }
}

/// The first of these for which something holds, as it does for all after it and for the last
/// one; quick if it is near the hint.
pub(super) fn first(among: Range<usize>, hint: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (start, last) = (among.start, among.end - 1);
    let hint = hint.clamp(start, last);
    let (mut low, mut high, mut step) = (start, last, 1);
    if holds(hint) {
        high = hint;
        while high > start {
            let next = high.saturating_sub(step).max(start);
            if !holds(next) {
                low = next + 1;
                break;
            }
            high = next;
            step *= 2;
        }
    } else {
        low = hint + 1;
        while low < last {
            let next = (low + step).min(last);
            if holds(next) {
                high = next;
                break;
            }
            low = next + 1;
            step *= 2;
        }
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low.min(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_change_nothing() {
        for (start, end) in [(0, 1), (3, 4), (2, 40)] {
            for wanted in start..end {
                for hint in 0..50 {
                    assert_eq!(first(start..end, hint, |value| value >= wanted), wanted);
                }
            }
        }
    }
}
