//! The distinct texts of a column, with the rows of each.

use incrowd_io::Block;

use crate::error::{JudgeError, TooManyDistinct};
use crate::texts::TextNumbers;

use super::view::TableRows;

/// Most distinct texts that are kept of a column.
const MOST_TEXTS: usize = 100_000;

/// Most bytes that they may have together.
const MOST_BYTES: usize = 2 << 20;

/// A column, counted. One with too many texts is full, and keeps none of them: whether it is full
/// depends on its distinct texts alone, not on who counted which row.
#[derive(Clone, Default)]
pub(super) struct Tally {
    texts: TextNumbers,
    /// The rows of each text.
    rows: Vec<u64>,
    bytes: usize,
    full: bool,
}

/// Why a column of a table was not counted.
pub(super) fn too_many(table: &str) -> String {
    format!("{table} has more than {MOST_TEXTS} distinct values here, or very long ones")
}

impl Tally {
    /// Counts rows with a text.
    pub(super) fn add(&mut self, text: &str, rows: u64) -> Result<(), TooManyDistinct> {
        if self.full {
            return Ok(());
        }
        let id = self.texts.number(text)? as usize;
        if id == self.rows.len() {
            self.rows.push(0);
            self.bytes += text.len();
            if self.rows.len() > MOST_TEXTS || self.bytes > MOST_BYTES {
                *self = Tally { full: true, ..Tally::default() };
                return Ok(());
            }
        }
        self.rows[id] += rows;
        Ok(())
    }

    /// Adds what another worker counted of the same column.
    fn absorb(&mut self, other: &Tally) -> Result<(), TooManyDistinct> {
        if other.full {
            *self = other.clone();
        }
        other.texts().ids().try_for_each(|id| self.add(other.text(id), other.rows(id)))
    }

    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    pub(super) fn texts(&self) -> &TextNumbers {
        &self.texts
    }

    pub(super) fn text(&self, id: u32) -> &str {
        self.texts.text(id)
    }

    /// The rows of a text.
    pub(super) fn rows(&self, id: u32) -> u64 {
        self.rows[id as usize]
    }

    /// All rows.
    pub(super) fn total(&self) -> u64 {
        self.rows.iter().sum()
    }

    /// Sorts texts by their rows, the most frequent first, and then by what they say.
    pub(super) fn sort_by_frequency(&self, ids: &mut [u32]) {
        ids.sort_unstable_by(|&a, &b| {
            self.rows(b).cmp(&self.rows(a)).then_with(|| self.text(a).cmp(self.text(b)))
        });
    }
}

/// Counts columns of a table in one pass, every worker for itself.
pub(super) fn tallies(view: &TableRows<'_>, places: &[usize]) -> Result<Vec<Tally>, JudgeError> {
    let nothing = || vec![Tally::default(); places.len()];
    let each = |tallies: &mut Vec<Tally>, block: &Block| -> Result<(), JudgeError> {
        let rows = view.rows(block);
        for (tally, &place) in tallies.iter_mut().zip(places) {
            rows.iter().try_for_each(|&row| tally.add(block.cell(row, place), 1))?;
        }
        Ok(())
    };
    let mut parts = view.table.fold(view.threads, nothing, each)?.into_iter();
    let mut tallies = parts.next().unwrap_or_else(nothing);
    for part in parts {
        for (tally, more) in tallies.iter_mut().zip(&part) {
            tally.absorb(more)?;
        }
    }
    Ok(tallies)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::distributions) fn tally(texts: &[(&str, u64)]) -> Tally {
        let mut tally = Tally::default();
        texts.iter().for_each(|(text, rows)| tally.add(text, *rows).unwrap());
        tally
    }

    #[test]
    fn too_many_texts_are_not_kept_whoever_counts_them() {
        let mut many = Tally::default();
        (0..MOST_TEXTS).for_each(|text| many.add(&text.to_string(), 1).unwrap());
        assert!(!many.is_full() && many.total() == MOST_TEXTS as u64);
        let (few, one) = (tally(&[("7", 2)]), tally(&[("new", 1)]));
        many.absorb(&few).unwrap();
        assert!(!many.is_full() && many.rows(7) == 3);
        let mut other = one.clone();
        other.absorb(&many).unwrap();
        many.absorb(&one).unwrap();
        assert!(many.is_full() && other.is_full());
        let mut late = few;
        late.absorb(&many).unwrap();
        assert!(late.is_full() && late.total() == 0);
        late.add("x", 1).unwrap();
        assert_eq!(late.texts().len(), 0);
    }

    #[test]
    fn long_texts_count_by_their_bytes() {
        let long = "x".repeat(MOST_BYTES / 2);
        let mut tally = tally(&[(&long, 1), (&long, 1)]);
        assert!(!tally.is_full());
        tally.add(&long[1..], 1).unwrap();
        tally.add("yy", 1).unwrap();
        assert!(tally.is_full());
    }
}
