//! How unique a column's values are, in fixed memory.
//!
//! Keeps the counts of a sample of the *values*: those whose hash starts with enough zero bits.
//! When the sample grows too large, one more zero bit is asked for (distinct sampling, Gibbons
//! 2001). Each value is in or out with all of its rows, so the share of rows whose value occurs
//! once is estimated without bias, and the result does not depend on the order of rows.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

use crate::opaque::opaque_debug;

/// At most this many values are kept.
const KEPT: usize = 1 << 14;

/// A running estimate of the share of rows whose value nobody else has.
#[derive(Clone, Default)]
pub struct UniquenessEstimate {
    zero_bits: u32,
    /// Hashes of values with their rows.
    counts: HashTable<(u64, u32)>,
    rows: u64,
}

opaque_debug!(UniquenessEstimate, this => "rows": this.rows);

impl UniquenessEstimate {
    /// For a column of which one value in 2^`zero_bits` is enough to keep: most cells of a long table
    /// then cost no more than a hash.
    #[must_use]
    pub fn of_some(zero_bits: u32) -> Self {
        UniquenessEstimate { zero_bits, ..UniquenessEstimate::default() }
    }

    /// Sees one cell.
    pub fn add(&mut self, text: &str) {
        self.add_rows(text, 1);
    }

    /// Sees a cell that so many rows have.
    pub fn add_rows(&mut self, text: &str, rows: u64) {
        let hash = FixedState::with_seed(0x1ce).hash_one(text.as_bytes());
        self.rows += rows;
        self.add_hash(hash, u32::try_from(rows).unwrap_or(u32::MAX));
    }

    fn add_hash(&mut self, hash: u64, rows: u32) {
        if hash.leading_zeros() < self.zero_bits {
            return;
        }
        if let Some((_, count)) = self.counts.find_mut(place(hash), |&(other, _)| other == hash) {
            *count = count.saturating_add(rows);
            return;
        }
        self.counts.insert_unique(place(hash), (hash, rows), |&(hash, _)| place(hash));
        if self.counts.len() > KEPT {
            self.zero_bits += 1;
            let zero_bits = self.zero_bits;
            self.counts.retain(|(hash, _)| hash.leading_zeros() >= zero_bits);
        }
    }

    /// Adds what was seen elsewhere.
    #[must_use]
    pub fn merge(mut self, other: UniquenessEstimate) -> UniquenessEstimate {
        if self.zero_bits < other.zero_bits {
            return other.merge(self);
        }
        self.rows += other.rows;
        // The order does not matter: what is kept depends on hashes and counts alone.
        for (hash, rows) in other.counts {
            self.add_hash(hash, rows);
        }
        self
    }

    /// The estimated number of distinct values; exact while there are few.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        (self.counts.len() as u64) << self.zero_bits
    }

    /// The estimated share of rows with a value of their own.
    ///
    /// ```
    /// use incrowd_core::table::UniquenessEstimate;
    /// let mut seen = UniquenessEstimate::default();
    /// for cell in ["a", "b", "c", "c"] { seen.add(cell); }
    /// assert_eq!(seen.unique_share(), 0.5);
    /// ```
    #[must_use]
    pub fn unique_share(&self) -> f64 {
        if self.rows == 0 {
            return 0.0;
        }
        let once = self.counts.iter().filter(|&&(_, rows)| rows == 1).count() as u64;
        ((once << self.zero_bits) as f64 / self.rows as f64).min(1.0)
    }
}

/// Where a hash is kept: its first bits are zero, and a table wants them to differ.
fn place(hash: u64) -> u64 {
    hash.rotate_left(32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_unique_and_a_category_is_not_in_fixed_memory() {
        let (mut key, mut category) =
            (UniquenessEstimate::default(), UniquenessEstimate::default());
        for row in 0..200_000 {
            key.add(&row.to_string());
            category.add(["a", "b", "c"][row % 3]);
        }
        assert!(key.unique_share() > 0.95 && key.counts.len() <= KEPT);
        assert!(category.unique_share() < 0.01);
        assert!(key.distinct().abs_diff(200_000) < 10_000 && category.distinct() == 3);
    }

    #[test]
    fn some_values_tell_enough_of_a_long_column() {
        let (mut key, mut pairs) = (UniquenessEstimate::of_some(6), UniquenessEstimate::of_some(6));
        for row in 0..200_000 {
            key.add(&row.to_string());
            pairs.add(&(row / 2).to_string());
        }
        assert!(key.unique_share() > 0.9 && pairs.unique_share() < 0.01);
        assert!(key.distinct().abs_diff(200_000) < 20_000);
    }

    /// Whether a value that many rows have is in the sample or not says nothing of the others.
    #[test]
    fn a_heavy_value_changes_nothing() {
        for heavy in ["0", "none", "a", "b", "c", "d", "e", "f"] {
            let mut seen = UniquenessEstimate::of_some(6);
            for row in 0..200_000 {
                if row % 5 < 3 { seen.add(heavy) } else { seen.add(&row.to_string()) }
            }
            assert!((seen.unique_share() - 0.4).abs() < 0.05, "{heavy}: {}", seen.unique_share());
        }
    }

    #[test]
    fn parts_merge_to_the_whole() {
        let (mut whole, mut left, mut right) = (
            UniquenessEstimate::default(),
            UniquenessEstimate::default(),
            UniquenessEstimate::default(),
        );
        for row in 0..60_000_u32 {
            let cell = (row / 2 * (row % 3)).to_string();
            whole.add(&cell);
            if row % 7 < 3 { left.add(&cell) } else { right.add(&cell) }
        }
        let merged = left.merge(right);
        assert!((whole.unique_share() - merged.unique_share()).abs() < 1e-12);
    }
}
