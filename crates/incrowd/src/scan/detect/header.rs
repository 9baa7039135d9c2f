//! Whether the first line of a file is a row: its cells are like those below them.

use std::cmp::Ordering;

use incrowd_core::terms::{Kind, Scalar};
use incrowd_io::Table;

/// Rows that are compared with the first line.
const COMPARED: usize = 2_000;

/// A cell of the first line, and what the column below it holds.
struct FirstCell<'t> {
    text: &'t str,
    number: Option<Scalar>,
    /// Whether it is a value of the column.
    is_value: bool,
    /// Whether there are numbers that are at most, and at least, as great.
    is_below: bool,
    is_above: bool,
}

impl<'t> FirstCell<'t> {
    fn new(text: &'t str) -> FirstCell<'t> {
        let text = text.trim();
        let number = Kind::Decimal.read(text);
        FirstCell { text, number, is_value: false, is_below: false, is_above: false }
    }

    fn compare(&mut self, cell: &str) {
        let cell = cell.trim();
        self.is_value |= cell == self.text;
        let both = self.number.as_ref().zip(Kind::Decimal.read(cell));
        match both.map(|(first, number)| first.magnitude(&number)) {
            Some(Ordering::Less) => self.is_above = true,
            Some(Ordering::Greater) => self.is_below = true,
            _ => {}
        }
    }

    /// Whether the column has the cell, or lesser and greater numbers.
    fn is_like_those_below(&self) -> bool {
        self.is_value || (self.is_below && self.is_above)
    }
}

/// Whether every cell of the first line is a value of its column, or a number among those of its
/// column. Columns that are named by years are not, unless their values are such numbers, too.
pub(super) fn is_row(table: &Table) -> bool {
    let mut first: Vec<FirstCell<'_>> =
        table.columns().iter().map(|name| FirstCell::new(name)).collect();
    let mut compared = 0;
    for block in table.blocks() {
        let Ok(block) = block else { return false };
        for row in 0..block.rows() {
            first.iter_mut().zip(block.row(row)).for_each(|(first, cell)| first.compare(cell));
        }
        compared += block.rows();
        if compared >= COMPARED {
            break;
        }
    }
    first.iter().all(FirstCell::is_like_those_below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use incrowd_io::MemoryTable;

    fn first_is_row(first: &[&str], rows: &[&[&str]]) -> bool {
        let names = first.iter().map(|&name| name.to_owned());
        let rows = rows.iter().map(|row| row.iter().copied());
        is_row(&Table::from(MemoryTable::from_rows("t", names, rows).unwrap()))
    }

    #[test]
    fn cells_like_those_below_make_a_row() {
        let rows: &[&[&str]] = &[&["31", "f", "12.5"], &["80", "m", "99"], &["76", "f", "3"]];
        assert!(first_is_row(&["76", "f", "24.57"], rows));
        assert!(!first_is_row(&["age", "f", "24.57"], rows));
        assert!(!first_is_row(&["76", "f", "2023"], rows), "no number is as great");
        assert!(!first_is_row(&["76", "sex", "24.57"], rows));
    }
}
