//! Counts the rows at and between given values.

use std::hint::select_unpredictable;

use super::order::SortKey;

/// The rows strictly between two neighbouring bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) rows: u64,
    /// The smallest and the largest of them, if there are any.
    pub(super) lo: u64,
    pub(super) hi: u64,
}

const EMPTY: Gap = Gap { rows: 0, lo: u64::MAX, hi: 0 };

/// Ascending bounds with the rows at and between them. The counts of several sieves add up in any
/// order.
#[derive(Clone, Debug)]
pub(super) struct Sieve {
    bounds: Vec<u64>,
    /// Before each bound, and after the last.
    gaps: Vec<Gap>,
    at: Vec<u64>,
}

impl Sieve {
    pub(super) fn new(mut bounds: Vec<u64>) -> Self {
        bounds.sort_unstable();
        bounds.dedup();
        Sieve { gaps: vec![EMPTY; bounds.len() + 1], at: vec![0; bounds.len()], bounds }
    }

    pub(super) fn bounds(&self) -> &[u64] {
        &self.bounds
    }

    /// The rows before each bound, and after the last.
    pub(super) fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// The rows at each bound.
    pub(super) fn at(&self) -> &[u64] {
        &self.at
    }

    /// Counts rows, and hands on those that are at no bound, with the gap that each is in.
    pub(super) fn add<V: SortKey>(&mut self, values: &[V], mut between: impl FnMut(usize, u64)) {
        let Sieve { bounds, gaps, at } = self;
        each_place(bounds, values, |key, place| {
            if bounds.get(place) == Some(&key) {
                at[place] += 1;
                return;
            }
            let gap = &mut gaps[place];
            gap.rows += 1;
            gap.lo = gap.lo.min(key);
            gap.hi = gap.hi.max(key);
            between(place, key);
        });
    }

    /// Adds what was counted with the same bounds.
    pub(super) fn merge(&mut self, other: &Sieve) {
        for (mine, theirs) in self.gaps.iter_mut().zip(&other.gaps) {
            mine.rows += theirs.rows;
            mine.lo = mine.lo.min(theirs.lo);
            mine.hi = mine.hi.max(theirs.hi);
        }
        for (mine, theirs) in self.at.iter_mut().zip(&other.at) {
            *mine += theirs;
        }
    }
}

/// How many of the ascending bounds are below. The number of steps depends on the number of bounds
/// alone, and no step is a guess.
#[inline]
pub(super) fn place(bounds: &[u64], key: u64) -> usize {
    bounds.partition_point(|&bound| bound < key)
}

/// So many values are searched for at the same time, for a step of one need not wait for another's.
const ABREAST: usize = 8;

/// Hands on each value's key with the number of bounds below it.
pub(super) fn each_place<V: SortKey>(
    bounds: &[u64],
    values: &[V],
    mut see: impl FnMut(u64, usize),
) {
    let (batches, rest) = values.as_chunks::<ABREAST>();
    for batch in batches {
        let keys = batch.map(V::key);
        keys.into_iter().zip(places(bounds, keys)).for_each(|(key, place)| see(key, place));
    }
    for value in rest {
        see(value.key(), place(bounds, value.key()));
    }
}

fn places(bounds: &[u64], keys: [u64; ABREAST]) -> [usize; ABREAST] {
    let mut from = [0; ABREAST];
    let mut left = bounds.len();
    while left > 0 {
        let half = left.div_ceil(2);
        for (from, key) in from.iter_mut().zip(keys) {
            let is_below = bounds[*from + half - 1] < key;
            *from = select_unpredictable(is_below, *from + half, *from);
        }
        left -= half;
    }
    from
}
