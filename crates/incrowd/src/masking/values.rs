//! The values of a column, held while they are few.
//!
//! Texts are held whatever their number: a hierarchy over them is held too. Numbers and dates are
//! held up to a limit; beyond it only what a stream can tell is kept, so that memory does not grow
//! with numbers. Which of both it is does not depend on the order of rows or on threads.

use std::collections::BTreeSet;

use incrowd_columns::mask::scale::Scale;
use incrowd_core::table::{Dictionary, UniquenessEstimate};
use incrowd_core::terms::Nulls;

use super::labels::Expected;

/// Distinct numbers up to which all are held, some sixteen megabytes a column and thread.
pub const HELD: usize = 1 << 18;

/// The values of a column.
#[derive(Clone)]
pub enum ColumnTexts {
    /// All of them.
    Held(HeldTexts),
    /// More numbers than are held.
    Many(Many),
    /// Taken for numbers until a text came: the column must be read again to hold its texts.
    Lost,
}

/// Every distinct text with its rows.
#[derive(Clone, Default)]
pub struct HeldTexts {
    /// The distinct ones.
    pub texts: Dictionary,
    /// How many rows each has.
    pub rows: Vec<u64>,
    /// While counting: the rows of small whole numbers, which are told apart without looking them up.
    small: Vec<u64>,
    /// How many of them there are.
    small_values: usize,
    /// Whether the texts are held however many there are.
    anyway: bool,
}

/// Whole numbers below this are small.
const SMALL: usize = 1 << 20;

/// The small whole number that a text is, written as numbers are: 7 but not 07.
pub fn small(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.is_empty() || bytes.len() > 7 || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    let mut number = 0;
    for byte in bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + usize::from(digit);
    }
    (number < SMALL).then_some(number)
}

/// Numbers that are not held.
#[derive(Clone)]
pub struct Many {
    /// How values are numbers.
    pub scale: Scale,
    /// Rows with a number.
    pub rows: u64,
    /// Rows without.
    pub missing: u64,
    /// The texts that are published for missing values.
    absent: BTreeSet<String>,
    distinct: UniquenessEstimate,
}

impl ColumnTexts {
    /// None yet. Those of a column that is no column of numbers are held `anyway`.
    pub fn new(anyway: bool) -> Self {
        ColumnTexts::Held(HeldTexts { anyway, ..HeldTexts::default() })
    }

    /// Sees a value that so many rows have.
    pub fn add(&mut self, text: &str, rows: u64, nulls: &Nulls) {
        match self {
            ColumnTexts::Held(held) => {
                held.add(text, rows);
                if held.values() > HELD && !held.anyway {
                    held.settle();
                    match held.streamed(nulls) {
                        Some(many) => *self = ColumnTexts::Many(many),
                        None => held.anyway = true,
                    }
                }
            }
            ColumnTexts::Many(many) => {
                if many.add(text, rows, nulls).is_none() {
                    *self = ColumnTexts::Lost;
                }
            }
            ColumnTexts::Lost => {}
        }
    }

    /// Adds what was seen elsewhere.
    pub fn merge(self, other: ColumnTexts, nulls: &Nulls) -> ColumnTexts {
        match (self, other) {
            (ColumnTexts::Lost, _) | (_, ColumnTexts::Lost) => ColumnTexts::Lost,
            (ColumnTexts::Many(mut one), ColumnTexts::Many(other)) => match one.absorb(other) {
                Some(()) => ColumnTexts::Many(one),
                None => ColumnTexts::Lost,
            },
            (mut whole, ColumnTexts::Held(mut held)) | (ColumnTexts::Held(mut held), mut whole) => {
                held.settle();
                for (text, &rows) in held.texts.iter().zip(&held.rows) {
                    whole.add(text, rows, nulls);
                }
                whole
            }
        }
    }

    /// All values are counted.
    pub fn settle(&mut self) {
        if let ColumnTexts::Held(held) = self {
            held.settle();
        }
    }

    /// How many distinct values there are, missing ones among them; estimated if not all are held.
    pub fn distinct(&self) -> u64 {
        match self {
            ColumnTexts::Held(held) => held.values() as u64,
            ColumnTexts::Many(many) => many.distinct.distinct(),
            ColumnTexts::Lost => 0,
        }
    }

    /// Whether the number of distinct values is estimated.
    pub fn is_estimated(&self) -> bool {
        matches!(self, ColumnTexts::Many(_))
    }
}

impl HeldTexts {
    fn values(&self) -> usize {
        self.texts.len() + self.small_values
    }

    fn add(&mut self, text: &str, rows: u64) {
        let Some(number) = small(text) else { return self.add_text(text, rows) };
        if number >= self.small.len() {
            self.small.resize((number + 1).next_power_of_two(), 0);
        }
        let count = &mut self.small[number];
        self.small_values += usize::from(*count == 0);
        *count += rows;
    }

    /// Small numbers become texts like all others.
    fn settle(&mut self) {
        for (number, rows) in std::mem::take(&mut self.small).into_iter().enumerate() {
            if rows > 0 {
                self.add_text(&number.to_string(), rows);
            }
        }
        self.small_values = 0;
    }

    fn add_text(&mut self, text: &str, rows: u64) {
        let code = self.texts.intern(text) as usize;
        if code == self.rows.len() {
            self.rows.push(0);
        }
        self.rows[code] += rows;
    }

    /// The same, no longer held; nothing if they are not all numbers, or not all dates.
    fn streamed(&self, nulls: &Nulls) -> Option<Many> {
        let present = self.texts.iter().filter(|text| !nulls.is_missing(text));
        let scale = Scale::of(present)?;
        let mut many = Many {
            scale,
            rows: 0,
            missing: 0,
            absent: BTreeSet::new(),
            distinct: UniquenessEstimate::default(),
        };
        for (text, &rows) in self.texts.iter().zip(&self.rows) {
            many.add(text, rows, nulls)?;
        }
        Some(many)
    }

    /// How many texts are published for missing values.
    pub fn absent(&self, nulls: &Nulls) -> u64 {
        let missing = self.texts.iter().filter(|text| nulls.is_missing(text));
        missing.map(|text| nulls.published(text)).collect::<BTreeSet<&str>>().len() as u64
    }

    /// What the column shows if it is kept: missing values that say more than that become one.
    pub fn kept(&self, nulls: &Nulls) -> Expected {
        let blank =
            |(text, rows): (&str, &u64)| if nulls.published(text).is_empty() { *rows } else { 0 };
        let blanks: u64 = self.texts.iter().zip(&self.rows).map(blank).sum();
        let others = self.texts.iter().zip(&self.rows);
        let others = others.filter(|(text, _)| !nulls.published(text).is_empty());
        Expected::of(others.map(|(_, rows)| *rows).chain([blanks]))
    }
}

impl Many {
    /// How many texts are published for missing values.
    pub fn absent(&self) -> u64 {
        self.absent.len() as u64
    }

    fn add(&mut self, text: &str, rows: u64, nulls: &Nulls) -> Option<()> {
        self.distinct.add_rows(text, rows);
        if nulls.is_missing(text) {
            self.missing += rows;
            let shown = nulls.published(text);
            if !self.absent.contains(shown) {
                self.absent.insert(shown.to_owned());
            }
            return Some(());
        }
        let (scale, _) = Scale::of_one(text)?;
        self.scale = self.scale.joined(scale)?;
        self.rows += rows;
        Some(())
    }

    fn absorb(&mut self, other: Many) -> Option<()> {
        self.scale = self.scale.joined(other.scale)?;
        self.rows += other.rows;
        self.missing += other.missing;
        self.absent.extend(other.absent);
        self.distinct = std::mem::take(&mut self.distinct).merge(other.distinct);
        Some(())
    }
}
