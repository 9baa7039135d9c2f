//! Where chance comes from: a seed that was chosen, or one that the whole table determines.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;
use incrowd_io::{Block, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

use crate::failure::Result;
use crate::work::Work;

/// What chance is drawn from.
pub struct Seed([u8; 32]);

impl From<u64> for Seed {
    fn from(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Seed(bytes)
    }
}

impl Seed {
    /// The seed that was chosen, or one that the whole table determines.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub fn chosen(seed: Option<u64>, table: &Table, work: &Work) -> Result<Self> {
        match seed {
            Some(seed) => Ok(Seed::from(seed)),
            None => Seed::of(table, work),
        }
    }

    /// A seed that the whole table determines: the same table is shuffled the same way, but
    /// whoever has only the published one cannot undo it, as a fixed seed would let them.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub fn of(table: &Table, work: &Work) -> Result<Self> {
        let states: Vec<FixedState> = (1..=4).map(FixedState::with_seed).collect();
        let each = |sums: &mut [u64; 4], block: &Block| {
            for row in 0..block.rows() {
                let place = block.first_row() + row as u64;
                for (sum, state) in sums.iter_mut().zip(&states) {
                    let mut hasher = state.build_hasher();
                    hasher.write_u64(place);
                    block.row(row).for_each(|cell| cell.hash(&mut hasher));
                    *sum = sum.wrapping_add(hasher.finish());
                }
            }
            Ok(())
        };
        let mut seed = [0; 32];
        let parts = work.fold("drawing a seed", table, || [0_u64; 4], each)?;
        for (place, bytes) in seed.chunks_exact_mut(8).enumerate() {
            let sum = parts.iter().fold(0_u64, |sum, part| sum.wrapping_add(part[place]));
            bytes.copy_from_slice(&sum.to_le_bytes());
        }
        Ok(Seed(seed))
    }

    /// The generator that it starts.
    #[must_use]
    pub fn generator(&self) -> ChaCha12Rng {
        ChaCha12Rng::from_seed(self.0)
    }

    /// The seed itself.
    #[must_use]
    pub fn bytes(&self) -> [u8; 32] {
        self.0
    }
}
