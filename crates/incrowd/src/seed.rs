//! Where chance comes from: the operating system, or a seed that was chosen.
//!
//! Chance that hides something must not be repeatable: whoever can run the tool on every candidate
//! table with the same chance finds the one that gives the published file. A seed that the table
//! determines is no better than a fixed one, for the candidates determine theirs too.

use std::fmt;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::error::{Error, Result};

/// What chance is drawn from.
#[derive(Clone, Copy)]
pub struct Seed([u8; 32]);

/// Without its bytes: whoever has them can repeat what was drawn.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seed").finish_non_exhaustive()
    }
}

/// What chance decides. Each has a stream of its own, so that what one shows says nothing about
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Who is published by a randomised release.
    Draw,
    /// Which row goes to which group.
    Groups,
    /// Which of the rows that are alike goes to which class.
    Classes,
    /// The order of published rows.
    Order,
    /// Which other tables are tried. Nothing is hidden by that.
    Audit,
    /// Which numbers a sketch looks at.
    Sample,
}

impl From<u64> for Seed {
    fn from(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Seed(bytes)
    }
}

impl Seed {
    /// The seed that was chosen, or one from the operating system.
    ///
    /// # Errors
    /// If the operating system has no entropy to give.
    pub fn chosen(seed: Option<u64>) -> Result<Self> {
        match seed {
            Some(seed) => Ok(Seed::from(seed)),
            None => random_bytes().map(Seed),
        }
    }

    /// The number that was chosen, or one from the operating system: for samplers, which start from
    /// a number.
    ///
    /// # Errors
    /// As [`Seed::chosen`].
    pub fn number(seed: Option<u64>) -> Result<u64> {
        Ok(match seed {
            Some(seed) => seed,
            None => Seed::chosen(None)?.generator(Purpose::Sample).random(),
        })
    }

    /// The generator that it starts for a purpose.
    #[must_use]
    pub(crate) fn generator(self, purpose: Purpose) -> ChaCha12Rng {
        let mut generator = ChaCha12Rng::from_seed(self.0);
        generator.set_stream(purpose as u64);
        generator
    }
}
/// Random bytes that nobody can guess: what a seed or a key is made of.
///
/// # Errors
/// If the operating system has no entropy to give.
pub(crate) fn random_bytes() -> Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        Error::internal(format!("the operating system gives no random numbers: {error}"))
    })?;
    Ok(bytes)
}
