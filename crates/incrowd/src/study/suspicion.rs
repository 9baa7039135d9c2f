//! Noticing plain columns that may identify people, while their cells stream by.

use incrowd_columns::identifier::{Content, Identifier, by_value};
use incrowd_core::table::UniquenessEstimate;

/// Rows whose cells are all searched for the shapes of identifiers. Of twice as many rows half are,
/// and so on: what stands first in a file says little of the rest.
const DENSE: u64 = 512;

/// What is noticed about a plain column, in fixed memory.
#[derive(Clone, Default)]
pub struct Suspicion {
    uniqueness: UniquenessEstimate,
    shapes: Shapes,
}

/// How many cells of a column have the shape of an identifier.
#[derive(Clone, Default)]
pub struct Shapes {
    looked_at: u64,
    shaped: u64,
}

impl Shapes {
    /// Sees a cell of a row, counted from the start of the table.
    pub fn see(&mut self, row: u64, cell: &str) {
        let stands_for = 1 << (row / DENSE + 1).ilog2();
        if row.is_multiple_of(stands_for) && !cell.is_empty() {
            self.looked_at += stands_for;
            self.shaped += if is_identifier(cell) { stands_for } else { 0 };
        }
    }

    /// Why the column may identify people, if it may.
    pub fn reason(&self) -> Option<String> {
        (self.shaped * 2 > self.looked_at).then(|| "looks like an identifier".to_owned())
    }

    fn merge(self, other: Shapes) -> Shapes {
        Shapes { looked_at: self.looked_at + other.looked_at, shaped: self.shaped + other.shaped }
    }
}

/// Of tables of more bytes than this, some of the values tell enough.
const LONG: u64 = 64 << 20;

/// One in 2^6 of them.
const SOME: u32 = 6;

impl Suspicion {
    /// Nothing noticed yet, of a column in a table of so many bytes.
    pub fn new(bytes: u64) -> Self {
        let uniqueness = if bytes > LONG {
            UniquenessEstimate::of_some(SOME)
        } else {
            UniquenessEstimate::default()
        };
        Suspicion { uniqueness, ..Suspicion::default() }
    }

    /// Sees a cell of a row, counted from the start of the table.
    pub fn see(&mut self, row: u64, cell: &str) {
        self.uniqueness.add(cell);
        self.shapes.see(row, cell);
    }

    /// Adds what was noticed elsewhere.
    pub fn merge(self, other: Suspicion) -> Suspicion {
        Suspicion {
            uniqueness: self.uniqueness.merge(other.uniqueness),
            shapes: self.shapes.merge(other.shapes),
        }
    }

    /// How many rows have a value of their own.
    pub fn uniqueness(&self) -> &UniquenessEstimate {
        &self.uniqueness
    }

    /// Why the column may identify people, if it may.
    pub fn reason(&self) -> Option<String> {
        if let Some(why) = self.shapes.reason() {
            return Some(why);
        }
        let unique = self.uniqueness.unique_share();
        let percent = (unique * 100.0).round();
        (unique > 0.5).then(|| format!("may identify people: {percent}% of its values are unique"))
    }
}

/// What is said of a plain column that may identify people, and why.
pub fn warning(column: &str, why: &str) -> String {
    format!(
        "the plain column '{column}' {why}; drop it (`id = {column}`) or treat it as a quasi-identifier (`qi`)"
    )
}

/// Whether a cell names a person outright. Dates do not: they are in too many tables.
fn is_identifier(text: &str) -> bool {
    by_value(text).and_then(Content::identifier).is_some_and(|kind| kind != Identifier::Date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_what_most_of_it_is_wherever_that_stands() {
        let mut cells = vec!["none"; 2000];
        cells.extend(["ada@example.org"; 6000]);
        for _ in 0..2 {
            let mut seen = Suspicion::default();
            for (row, cell) in (0..).zip(&cells) {
                seen.see(row, cell);
            }
            assert!(seen.reason().is_some());
            let looked_at = seen.shapes.looked_at;
            assert!(looked_at.abs_diff(8000) < 600, "{looked_at}");
            cells.reverse();
        }
        let mut seen = Suspicion::default();
        (0..).zip(&cells[..3000]).for_each(|(row, cell)| seen.see(row, cell));
        assert!(seen.reason().is_none(), "two thirds of these are harmless");
    }

    #[test]
    fn identifiers_have_shapes() {
        for text in [
            "ada@example.org",
            "123-45-6789",
            "+44 20 7946 0958",
            "(212) 555-0100",
            "212-555-0100",
            "192.0.2.7",
            "2001:db8::1",
            "https://example.org/ada",
        ] {
            assert!(is_identifier(text), "{text}");
        }
        for text in [
            "",
            "flu",
            "2024-03-09",
            "1234567890",
            "12.5",
            "47906-1234",
            "a@b",
            "[15,20)",
            "1999-12-31T10:00:00",
        ] {
            assert!(!is_identifier(text), "{text}");
        }
    }
}
