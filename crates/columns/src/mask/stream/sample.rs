//! A uniform random sample of a stream, from which all ranks are known to within eps.
//!
//! **Promises** that with probability 1-delta, for *every* t at once, the value that the sample
//! gives for rank t of n has a rank within eps n of t. The sample depends on the seed and the row
//! numbers only, so samples of parts of the rows merge in any order to the same.
//!
//! **Defined** by Massart (1990), the sharp form of the inequality of Dvoretzky, Kiefer and
//! Wolfowitz: s = ln(2/delta) / (2 eps^2) independent draws. The rows with the s smallest of seeded
//! hashes are s different ones in random order. The inequality is proven for draws that may repeat,
//! so these are made from them: each draw is an earlier row again as often as chance would have it.
//!
//! **Deviations** Lodha & Thomas (2007) take (1/eps) ln(1/delta) draws, which fail two times of
//! three where it promises one of a hundred. A KLL sketch would need less memory for very small
//! eps. The maintained implementation takes its chance from the thread and not from a seed, so that
//! no run could be repeated, depends on the order of rows, and states its error from experiments.
//!
//! **Cost** a multiplication or two per row; 4 s numbers.

use std::marker::PhantomData;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::order::SortKey;
use crate::row_hash::RowHash;

/// How many draws give all ranks to within `eps` of all rows with probability 1-`delta`; nothing if
/// these are not between 0 and 1, or if it is beyond counting.
///
/// ```
/// use incrowd_columns::mask::stream::sample_size;
/// assert_eq!(sample_size(0.01, 0.01), Some(26_492));
/// ```
#[must_use]
pub fn sample_size(eps: f64, delta: f64) -> Option<usize> {
    let is_share = |share: f64| share > 0.0 && share < 1.0;
    let size = ((2.0 / delta).ln() / (2.0 * eps * eps)).ceil();
    (is_share(eps) && is_share(delta) && size < 1e15).then_some(size as usize)
}

/// The rank in a sample of `size` that stands for rank `rank` of `rows`, both counted from 1.
#[must_use]
pub fn sample_rank(rank: u64, rows: u64, size: usize) -> usize {
    let place = (size as u128 * u128::from(rank)).div_ceil(u128::from(rows.max(1)));
    usize::try_from(place).unwrap_or(size).clamp(1, size.max(1))
}

/// Rows drawn by chance.
#[derive(Clone, Debug)]
pub struct RandomSample<V> {
    size: usize,
    seed: u64,
    row_hash: RowHash,
    /// Hashes with the keys of their rows.
    drawn: Vec<(u64, u64)>,
    /// Rows whose hash is larger are certainly not drawn.
    limit: u64,
    rows: u64,
    value: PhantomData<V>,
}

impl<V: SortKey> RandomSample<V> {
    /// A sample of this size, 1 at least.
    #[must_use]
    pub fn new(size: usize, seed: u64) -> Self {
        let (row_hash, drawn, limit) = (RowHash::new(seed), Vec::new(), u64::MAX);
        RandomSample {
            size: size.max(1),
            seed,
            row_hash,
            drawn,
            limit,
            rows: 0,
            value: PhantomData,
        }
    }

    /// Reads rows, of which the first has this number among all rows. No two rows may have the
    /// same number; the order does not matter.
    pub fn add(&mut self, first: u64, values: &[V]) {
        self.rows += values.len() as u64;
        for (row, value) in (first..).zip(values) {
            let hash = self.row_hash.hash(row);
            if hash <= self.limit {
                self.draw(hash, value.key());
            }
        }
    }

    /// Adds a sample of other rows, of the same size and seed.
    pub fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        other.drawn.iter().for_each(|&(hash, key)| self.draw(hash, key));
    }

    /// How many rows were read.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The drawn values in ascending order; all values if there are no more than the size.
    #[must_use]
    pub fn draws(&self) -> Vec<V> {
        self.keys().into_iter().map(V::of_key).collect()
    }

    pub(super) fn keys(&self) -> Vec<u64> {
        let mut different = self.drawn.clone();
        different.sort_unstable();
        different.truncate(self.size);
        let mut keys: Vec<u64> = if self.rows <= self.size as u64 {
            different.into_iter().map(|(_, key)| key).collect()
        } else {
            self.repeated().map(|index| different[index].1).collect()
        };
        keys.sort_unstable();
        keys
    }

    /// Draws that may repeat, as indices into rows that do not: the next new row, unless chance
    /// hits one that was drawn before.
    fn repeated(&self) -> impl Iterator<Item = usize> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(1);
        let rows = self.rows;
        let mut used = 0;
        (0..self.size).map(move |_| {
            let hit = random.random_range(0..rows);
            let index = if hit < used { hit } else { used };
            used = used.max(index + 1);
            index as usize
        })
    }

    fn draw(&mut self, hash: u64, key: u64) {
        self.drawn.push((hash, key));
        if self.drawn.len() >= 2 * self.size {
            self.limit = self.drawn.select_nth_unstable(self.size - 1).1.0;
            self.drawn.truncate(self.size);
        }
    }
}
