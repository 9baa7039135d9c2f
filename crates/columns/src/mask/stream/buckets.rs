//! Buckets of a column: neighbouring values that are published as one.

use super::order::SortKey;
use super::sieve::place;

/// A bucket with k rows or more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantileBucket<V> {
    /// The smallest value in it.
    pub lo: V,
    /// The largest value in it.
    pub hi: V,
    /// The member that stands for all.
    pub representative: V,
    /// How many ranks at most the representative is away from the lower median.
    pub off: u64,
    /// How many rows are in it.
    pub rows: u64,
}

/// Ascending buckets; there is one at least.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantileBuckets<V> {
    list: Vec<QuantileBucket<V>>,
    /// The keys of the largest values of all buckets but the last.
    bounds: Vec<u64>,
}

impl<V: SortKey> QuantileBuckets<V> {
    /// Nothing if there are no buckets, if they do not ascend, or if a representative is not in
    /// the range of its bucket.
    ///
    /// ```
    /// use incrowd_columns::mask::stream::{QuantileBucket, QuantileBuckets};
    /// let bucket = |lo, hi, representative| QuantileBucket { lo, hi, representative, off: 0, rows: 3 };
    /// let buckets = QuantileBuckets::new(vec![bucket(0_i64, 2, 1), bucket(3, 11, 10)]).unwrap();
    /// // 3 is nearer to 1 than to 10, but bounds decide.
    /// assert_eq!(buckets.of(3).representative, 10);
    /// ```
    #[must_use]
    pub fn new(list: Vec<QuantileBucket<V>>) -> Option<Self> {
        let is_tidy = |bucket: &QuantileBucket<V>| {
            let middle = bucket.representative.key();
            bucket.lo.key() <= middle && middle <= bucket.hi.key()
        };
        let ascend = list.windows(2).all(|pair| pair[0].hi.key() < pair[1].lo.key());
        let (_, lower) = list.split_last()?;
        let bounds = lower.iter().map(|bucket| bucket.hi.key()).collect();
        (ascend && list.iter().all(is_tidy)).then_some(QuantileBuckets { list, bounds })
    }

    /// All buckets, in order.
    #[must_use]
    pub fn list(&self) -> &[QuantileBucket<V>] {
        &self.list
    }

    /// Which bucket a value is in. One that is in no bucket's range goes to the next above it, or
    /// to the last.
    #[inline]
    #[must_use]
    pub fn place(&self, value: V) -> usize {
        place(&self.bounds, value.key())
    }

    /// The bucket that a value is in.
    #[must_use]
    pub fn of(&self, value: V) -> &QuantileBucket<V> {
        &self.list[self.place(value)]
    }

    /// The rows of the smallest bucket: the k that the column has by itself.
    #[must_use]
    pub fn smallest(&self) -> u64 {
        self.list.iter().map(|bucket| bucket.rows).min().unwrap_or_default()
    }
}
