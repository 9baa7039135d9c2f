//! Quantile buckets of a stream from a sample: two passes, always.
//!
//! **Promises** buckets of k rows or more, as sure as the exact ones are: the sample only proposes
//! where to cut, and the second pass counts. What the sample may cost is evenness, never k. Each
//! bucket has its exact number of rows, its smallest and largest value, and a member near its
//! median, with the number of ranks that it is off at most, as counted. Values go to buckets by
//! their bounds, not to the nearest representative.
//!
//! **Defined** by Lodha & Thomas (2007), section 4.1, where a sample takes the place of the sorted
//! rows; the [`RandomSample`] says what was mended.
//!
//! **Deviations** the paper leaves buckets as the sample cuts them, some of them below k. Here more
//! cuts are proposed than there are buckets, before and after each value, and the buckets are those
//! of the least rank difference that have k rows.
//!
//! **Cost** the sample, and five numbers per bound in the second pass, of which there are 16 per
//! bucket at most, four if there are many buckets, and never more than draws.

use super::buckets::{QuantileBucket, QuantileBuckets};
use super::error::StreamError;
use super::exact::best_groups;
use super::order::SortKey;
use super::sample::{RandomSample, sample_rank};
use super::sieve::Sieve;
use crate::mask::cluster::ClusterError;

/// The first pass is a [`RandomSample`]; this is the second.
///
/// ```
/// use incrowd_columns::mask::stream::{RandomSample, Sketch};
/// let rows = [3_i64, 0, 11, 2, 10, 1];
/// let mut sample = RandomSample::new(100, 1);
/// sample.add(0, &rows);
/// let mut sketch = Sketch::new(&sample, 3).unwrap();
/// sketch.add(&rows);
/// let buckets = sketch.buckets().unwrap();
/// assert_eq!(buckets.list().iter().map(|bucket| bucket.rows).collect::<Vec<_>>(), [3, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Sketch<V> {
    k: u64,
    /// How many buckets there may be.
    most: u64,
    /// As the first pass has them.
    rows: u64,
    sieve: Sieve,
    value: std::marker::PhantomData<V>,
}

/// Neighbouring values that are counted together, of which these two are members.
#[derive(Clone, Copy)]
struct CountedRange {
    lo: u64,
    hi: u64,
    rows: u64,
}

impl<V: SortKey> Sketch<V> {
    /// Before the second pass: buckets of `k` rows or more.
    pub fn new(sample: &RandomSample<V>, k: u64) -> Result<Self, StreamError> {
        let (k, rows) = (k.max(1), sample.rows());
        if rows < k {
            return Err(ClusterError::TooFew { rows, k }.into());
        }
        let sieve = Sieve::new(proposed(&sample.keys(), rows, k));
        Ok(Sketch { k, most: u64::MAX, rows, sieve, value: std::marker::PhantomData })
    }

    /// The same with so many buckets at most.
    #[must_use]
    pub fn at_most(self, buckets: u64) -> Self {
        Sketch { most: buckets.max(1), ..self }
    }

    /// Reads rows, in any order.
    pub fn add(&mut self, values: &[V]) {
        self.sieve.add(values, |_, _| ());
    }

    /// Adds what a clone of this, made before the pass, has read of other rows.
    pub fn merge(&mut self, other: &Self) {
        self.sieve.merge(&other.sieve);
    }

    /// All rows have been read again: the buckets, or an error if they are more or fewer rows now.
    pub fn buckets(&self) -> Result<QuantileBuckets<V>, StreamError> {
        let pieces = self.pieces();
        if pieces.iter().map(|piece| piece.rows).sum::<u64>() != self.rows {
            return Err(StreamError::Changed);
        }
        let groups = best_groups(pieces.iter().map(|piece| piece.rows), self.k, self.most)?;
        let mut left = pieces.as_slice();
        let mut list = Vec::with_capacity(groups.len());
        for rows in groups.rows() {
            let mut before = rows.start;
            let ends_here = |piece: &CountedRange| {
                before += piece.rows;
                before == rows.end
            };
            let number = left.iter().position(ends_here).map_or(left.len(), |last| last + 1);
            let (mine, rest) = left.split_at(number);
            list.extend(bucket(mine));
            left = rest;
        }
        QuantileBuckets::new(list).ok_or(StreamError::Changed)
    }

    /// The rows at and between the bounds, in order.
    fn pieces(&self) -> Vec<CountedRange> {
        let gaps = self.sieve.gaps().iter().map(|gap| CountedRange {
            lo: gap.lo,
            hi: gap.hi,
            rows: gap.rows,
        });
        let at = self.sieve.bounds().iter().zip(self.sieve.at());
        let at =
            at.map(|(&key, &rows)| Some(CountedRange { lo: key, hi: key, rows })).chain([None]);
        let pieces = gaps.zip(at).flat_map(|(gap, at)| [gap].into_iter().chain(at));
        pieces.filter(|piece| piece.rows > 0).collect()
    }
}

/// So many bounds are searched quickly.
const QUICK: u64 = 1 << 14;

/// Where to cut: at the quantiles as the sample has them, and at 4 to 16 places in each group. The
/// more there are, the more groups just reach k.
fn proposed(draws: &[u64], rows: u64, k: u64) -> Vec<u64> {
    let groups = rows / k;
    let cuts = groups.saturating_mul((QUICK / groups).clamp(4, 16));
    if cuts >= draws.len() as u64 {
        return draws.to_vec();
    }
    let rank = |cut: u64| u128::from(rows) * u128::from(cut) / u128::from(cuts);
    let rank = |cut: u64| u64::try_from(rank(cut)).unwrap_or(rows);
    (1..cuts).map(|cut| draws[sample_rank(rank(cut), rows, draws.len()) - 1]).collect()
}

/// The bucket of these pieces; its representative is the member nearest to the lower median of those
/// whose ranks are known.
fn bucket<V: SortKey>(pieces: &[CountedRange]) -> Option<QuantileBucket<V>> {
    let rows = pieces.iter().map(|piece| piece.rows).sum::<u64>();
    let median = rows.checked_sub(1)? / 2;
    let mut best = (u64::MAX, 0);
    let mut before = 0;
    for piece in pieces {
        let last = before + piece.rows - 1;
        // Of a piece with several values it is the first and the last row that are known.
        let known = if piece.lo == piece.hi { median.clamp(before, last) } else { before };
        best = best.min((known.abs_diff(median), piece.lo)).min((last.abs_diff(median), piece.hi));
        before = last + 1;
    }
    Some(QuantileBucket {
        lo: V::of_key(pieces.first()?.lo),
        hi: V::of_key(pieces.last()?.hi),
        representative: V::of_key(best.1),
        off: best.0,
        rows,
    })
}
