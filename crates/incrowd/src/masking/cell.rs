//! What becomes of a cell, whatever the other rows hold.

use std::borrow::Cow;

use incrowd_columns::mask::coding::Coding;
use incrowd_columns::mask::pseudonym::Pseudonyms;
use incrowd_columns::mask::rounding::Rounding;
use incrowd_columns::safe_harbor::{Reference, Zip3, age, birth, year};
use incrowd_core::terms::{Kind, Nulls};

/// What can be done about a cell that is no value.
pub(super) const EMPTY: &str =
    "if it stands for a missing value, declare it (`null`), and it is published as an empty cell";

/// A way of masking one cell after the other.
#[derive(Clone, Debug)]
pub enum Cell {
    /// As it is.
    Keep,
    /// `*`.
    Redact,
    /// This text.
    Constant(String),
    /// A name by the key.
    Pseudonym(Pseudonyms),
    /// At most and at least these limits.
    Coded(Coding),
    /// To a multiple.
    Rounded(Rounding),
    /// Three digits, where enough people share them.
    Zip3(Zip3),
    /// The year of any date; with a day of reference, 90+ where it tells an age over 89.
    Year(Option<Reference>),
    /// The year of birth, of the old as a limit.
    BirthYear(Reference),
    /// An age, of the old as a limit.
    Age,
}

impl Cell {
    /// What is published; a missing value stays missing, unless nothing is told at all.
    pub(super) fn publish<'a>(
        &'a self,
        text: &'a str,
        nulls: &Nulls,
    ) -> Result<Cow<'a, str>, String> {
        let told = !matches!(self, Cell::Redact | Cell::Constant(_));
        if told && nulls.is_missing(text) {
            return Ok(nulls.published(text).into());
        }
        match self {
            Cell::Keep => Ok(text.into()),
            Cell::Redact => Ok("*".into()),
            Cell::Constant(constant) => Ok(constant.into()),
            Cell::Pseudonym(pseudonyms) => Ok(pseudonyms.of(text).into()),
            Cell::Coded(coding) => coding.of(text).map(Cow::from).ok_or_else(|| {
                let kind = if coding.kind() == Kind::Date { "date" } else { "number" };
                format!("'{text}' is no {kind}; {EMPTY}")
            }),
            Cell::Rounded(rounding) => rounding
                .of(text)
                .map(Cow::from)
                .ok_or_else(|| format!("'{text}' is no number to be rounded; {EMPTY}")),
            Cell::Zip3(areas) => areas.zip3(text).map(Cow::from).map_err(|e| e.to_string()),
            Cell::Year(reference) => {
                // Whoever had anything 90 years ago is over 89; what is yet to come tells nothing.
                let told = reference.and_then(|reference| birth(text, reference).ok());
                told.map_or_else(|| year(text), Ok).map(Cow::from).map_err(|e| e.to_string())
            }
            Cell::BirthYear(reference) => {
                birth(text, *reference).map(Cow::from).map_err(|e| e.to_string())
            }
            Cell::Age => age(text).map(Cow::from).map_err(|e| e.to_string()),
        }
    }

    /// In words.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Cell::Keep => "kept".into(),
            Cell::Redact => "redacted".into(),
            Cell::Constant(text) => format!("constant '{text}'"),
            Cell::Pseudonym(_) => "pseudonyms".into(),
            Cell::Coded(_) => "coded beyond its limits".into(),
            Cell::Rounded(_) => "rounded".into(),
            Cell::Zip3(_) => "three digits, or 000".into(),
            Cell::Year(None) => "year".into(),
            Cell::Year(Some(_)) => "year, or 90+".into(),
            Cell::BirthYear(_) => "year of birth, or 90+".into(),
            Cell::Age => "90+ above 89".into(),
        }
    }
}
