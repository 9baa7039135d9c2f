//! One row of each person, chosen at random, while rows stream by.
//!
//! A bucket that holds k chosen rows holds k people at least, and chosen rows add up where people do
//! not. So a column whose rows are not held is divided by the chosen rows alone. The choice depends on
//! the seed and on row numbers only.

use crate::row_hash::RowHash;

/// The row of each person with the least hash, of those that were seen.
#[derive(Clone, Debug)]
pub struct OneEach {
    row_hash: RowHash,
    /// Per person: the least hash and its row.
    best: Vec<Option<(u64, u64)>>,
}

/// The rows that were chosen.
#[derive(Clone, Debug, Default)]
pub struct ChosenRows {
    bits: Vec<u64>,
    people: u64,
}

impl OneEach {
    /// No row of so many people yet.
    #[must_use]
    pub fn new(people: u64, seed: u64) -> Self {
        OneEach { row_hash: RowHash::new(seed), best: vec![None; people as usize] }
    }

    /// Sees a row of a person.
    pub fn see(&mut self, person: u32, row: u64) {
        let seen = (self.row_hash.hash(row), row);
        let best = &mut self.best[person as usize];
        *best = Some(best.map_or(seen, |best| best.min(seen)));
    }

    /// Adds what was seen of other rows of the same people, with the same seed.
    pub fn merge(&mut self, other: &Self) {
        for (best, other) in self.best.iter_mut().zip(&other.best) {
            *best = best.iter().chain(other).min().copied();
        }
    }

    /// The rows that were chosen: one of each person who was seen.
    ///
    /// ```
    /// use incrowd_columns::mask::stream::OneEach;
    /// let mut one_each = OneEach::new(3, 1);
    /// [(0, 5), (0, 6), (2, 7)].into_iter().for_each(|(person, row)| one_each.see(person, row));
    /// let chosen = one_each.chosen();
    /// assert_eq!((chosen.people(), chosen.has(7)), (2, true));
    /// assert!(chosen.has(5) != chosen.has(6));
    /// ```
    #[must_use]
    pub fn chosen(&self) -> ChosenRows {
        let rows: Vec<u64> = self.best.iter().flatten().map(|&(_, row)| row).collect();
        let words = rows.iter().max().map_or(0, |&last| last as usize / 64 + 1);
        let mut bits = vec![0; words];
        rows.iter().for_each(|&row| bits[row as usize / 64] |= 1 << (row % 64));
        ChosenRows { bits, people: rows.len() as u64 }
    }
}

impl ChosenRows {
    /// The people who have one.
    #[must_use]
    pub fn people(&self) -> u64 {
        self.people
    }

    /// Whether a row was chosen.
    #[must_use]
    pub fn has(&self, row: u64) -> bool {
        self.bits.get(row as usize / 64).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }
}
