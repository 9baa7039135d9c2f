//! What the cells of a column look like, in memory that does not grow with the table.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_core::terms::{Kind, says_missing};

use super::dates::DateForms;
use super::numbers::NumberForms;

/// The most short codes of a column that are kept.
const MOST_CODES: usize = 24;

/// What the cells of a column look like.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnForm {
    /// Cells that hold something, words for missing values not among them.
    pub(super) values: u64,
    /// Values that are numbers as they stand.
    plain_numbers: u64,
    /// Values that are ISO dates as they stand.
    plain_dates: u64,
    /// Words for missing values with their cells.
    pub(super) words: BTreeMap<String, u64>,
    /// Different short values, up to some.
    pub(super) codes: BTreeSet<String>,
    /// Whether there are other values than those.
    pub(super) has_others: bool,
    pub(super) dates: DateForms,
    pub(super) numbers: NumberForms,
    cells: u64,
    blanks: u64,
}

impl ColumnForm {
    /// Looks at one cell. Words that were declared missing are passed over.
    pub(super) fn add(&mut self, cell: &str, is_declared: impl Fn(&str) -> bool) {
        self.cells += 1;
        let text = cell.trim_matches([' ', '\t']);
        self.blanks += u64::from(cell.starts_with([' ', '\t']) && !text.is_empty());
        if text.is_empty() || is_declared(text) {
            return;
        }
        if text.len() <= 20 && says_missing(text) {
            *self.words.entry(text.to_owned()).or_default() += 1;
            return;
        }
        self.values += 1;
        self.add_code(text);
        if Kind::Decimal.read(text).is_some() {
            self.plain_numbers += 1;
        } else if Kind::Date.read(text).is_some() {
            self.plain_dates += 1;
        }
        self.dates.add(text);
        self.numbers.add(text);
    }

    fn add_code(&mut self, text: &str) {
        if self.has_others || self.codes.contains(text) {
            return;
        }
        if text.len() > 3 || self.codes.len() == MOST_CODES {
            self.has_others = true;
        } else {
            self.codes.insert(text.to_owned());
        }
    }

    /// Together with what another thread saw.
    pub(super) fn merge(&mut self, other: ColumnForm) {
        self.values += other.values;
        self.plain_numbers += other.plain_numbers;
        self.plain_dates += other.plain_dates;
        other
            .words
            .into_iter()
            .for_each(|(word, count)| *self.words.entry(word).or_default() += count);
        self.codes.extend(other.codes);
        self.has_others |= other.has_others || self.codes.len() > MOST_CODES;
        self.dates.merge(&other.dates);
        self.numbers.merge(other.numbers);
        self.cells += other.cells;
        self.blanks += other.blanks;
    }

    /// Whether every value is a number or a date, in any format.
    pub(super) fn is_numbers(&self) -> bool {
        let plain = self.plain_numbers == self.values || self.plain_dates == self.values;
        let formatted = self.dates.finding(self.values).is_some()
            || self.numbers.finding(self.values).is_some();
        self.values > 0 && (plain || formatted)
    }

    /// Whether at least half of the cells begin with a blank.
    pub(super) fn begins_with_blanks(&self) -> bool {
        self.blanks > 0 && self.blanks * 2 >= self.cells
    }
}
