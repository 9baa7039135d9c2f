//! What becomes of a cell, whatever the other rows hold.

use std::borrow::Cow;

use incrowd_columns::mask::coding::Coding;
use incrowd_columns::mask::pseudonym::Pseudonyms;
use incrowd_columns::mask::rounding::Rounding;
use incrowd_columns::mask::shift::{DateShifts, Unmovable, moved};
use incrowd_columns::safe_harbor::{ReferenceDay, Zip3, age, birth, year};
use incrowd_core::terms::{Kind, NormalForm, Nulls};

/// What can be done about a cell that is no value.
pub(super) const EMPTY: &str =
    "if it stands for a missing value, declare it (`null`), and it is published as an empty cell";

/// A way of masking one cell after the other.
#[derive(Clone, Debug)]
pub enum CellRule {
    /// As it is.
    Keep,
    /// `*`.
    Redact,
    /// This text.
    Constant(String),
    /// A name by the key.
    Pseudonym(Pseudonyms),
    /// A name by the key for who it is, however that is written.
    Person(Pseudonyms, NormalForm),
    /// A date moved with all dates of the person.
    Shift(Shift),
    /// At most and at least these limits.
    Coded(Coding),
    /// To a multiple.
    Rounded(Rounding),
    /// Three digits, where enough people share them.
    Zip3(Zip3),
    /// The year of any date; with a day of reference, 90+ where it tells an age over 89.
    Year(Option<ReferenceDay>),
    /// The year of birth, of the old as a limit.
    BirthYear(ReferenceDay),
    /// An age, of the old as a limit.
    Age,
}

/// How far dates are moved.
#[derive(Clone, Debug)]
pub struct Shift {
    /// The key.
    pub shifts: DateShifts,
    /// Days at most.
    pub most: u32,
    /// When two ids are one person's.
    pub form: NormalForm,
}

impl CellRule {
    /// What is published in a row of a person, given the person's id; a missing value stays missing,
    /// unless nothing is told at all.
    pub(super) fn publish<'a>(
        &'a self,
        text: &'a str,
        nulls: &Nulls,
        person: &str,
    ) -> Result<Cow<'a, str>, String> {
        let told = !matches!(self, CellRule::Redact | CellRule::Constant(_));
        if told && nulls.is_missing(text) {
            return Ok(nulls.published(text).into());
        }
        match self {
            CellRule::Keep => Ok(text.into()),
            CellRule::Redact => Ok("*".into()),
            CellRule::Constant(constant) => Ok(constant.into()),
            CellRule::Pseudonym(pseudonyms) => Ok(pseudonyms.of(text).into()),
            CellRule::Person(pseudonyms, form) => {
                let id = form.of(text).unwrap_or_default();
                Ok(pseudonyms.of(&id).into())
            }
            CellRule::Shift(Shift { shifts, most, form }) => {
                let id = form.of(person).unwrap_or_default();
                let days = shifts.days(&id, *most);
                let wrong = |error: Unmovable| format!("{error}; {EMPTY}");
                moved(text, days).map(Cow::from).map_err(wrong)
            }
            CellRule::Coded(coding) => coding.of(text).map(Cow::from).ok_or_else(|| {
                let kind = if coding.kind() == Kind::Date { "date" } else { "number" };
                format!("'{text}' is no {kind}; {EMPTY}")
            }),
            CellRule::Rounded(rounding) => rounding
                .of(text)
                .map(Cow::from)
                .ok_or_else(|| format!("'{text}' is no number to be rounded; {EMPTY}")),
            CellRule::Zip3(areas) => areas.zip3(text).map(Cow::from).map_err(|e| e.to_string()),
            CellRule::Year(reference) => {
                // Whoever had anything 90 years ago is over 89; what is yet to come tells nothing.
                let told = reference.and_then(|reference| birth(text, reference).ok());
                told.map_or_else(|| year(text), Ok).map(Cow::from).map_err(|e| e.to_string())
            }
            CellRule::BirthYear(reference) => {
                birth(text, *reference).map(Cow::from).map_err(|e| e.to_string())
            }
            CellRule::Age => age(text).map(Cow::from).map_err(|e| e.to_string()),
        }
    }

    /// In words.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            CellRule::Keep => "kept".into(),
            CellRule::Redact => "redacted".into(),
            CellRule::Constant(text) => format!("constant '{text}'"),
            CellRule::Pseudonym(_) => "pseudonyms".into(),
            CellRule::Person(..) => "pseudonyms, one per person".into(),
            CellRule::Shift(shift) => {
                format!("moved by up to {} days, all dates of a person alike", shift.most)
            }
            CellRule::Coded(_) => "coded beyond its limits".into(),
            CellRule::Rounded(_) => "rounded".into(),
            CellRule::Zip3(_) => "three digits, or 000".into(),
            CellRule::Year(None) => "year".into(),
            CellRule::Year(Some(_)) => "year, or 90+".into(),
            CellRule::BirthYear(_) => "year of birth, or 90+".into(),
            CellRule::Age => "90+ above 89".into(),
        }
    }
}
