//! A keyed hash of row numbers. The rows with the smallest hashes are a random sample that does not
//! depend on the order of rows.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// A keyed, invertible hash of row numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowHash([u64; 2]);

impl RowHash {
    pub(crate) fn new(seed: u64) -> Self {
        let mut chance = ChaCha12Rng::seed_from_u64(seed);
        RowHash([chance.next_u64(), chance.next_u64()])
    }

    /// The hash of a row. No two rows have the same hash, because each step is invertible.
    pub(crate) fn hash(self, row: u64) -> u64 {
        self.0.into_iter().fold(row, |hash, key| mix(hash ^ key))
    }
}

/// The finish of the SplitMix64 generator (Steele, Lea and Flood 2014).
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
