//! Lots that rows draw by their numbers: the rows with the smallest are a random sample, the same in
//! whatever order they come.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// Which lot each row draws.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowHash([u64; 2]);

impl RowHash {
    pub(crate) fn new(seed: u64) -> Self {
        let mut chance = ChaCha12Rng::seed_from_u64(seed);
        RowHash([chance.next_u64(), chance.next_u64()])
    }

    /// No two rows draw the same: each step can be undone.
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
