//! Shapes that say little by themselves, and much beside the name of a column.

use incrowd_terms::Kind;

use super::{Written, digit_count, is_digits, phone, place, read_date, security};

/// What a value may be, if the name of its column says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::identifier) enum Hint {
    /// Yes or no, or a single letter: too little to tell anyone.
    Flag,
    /// No digit and no sign of an address: no number of any kind.
    Words,
    /// A number.
    Number,
    /// A year.
    Year,
    /// A number that can be an age.
    Age,
    /// Five digits.
    Zip,
    /// Five digits, the first of them 0: no number is written so.
    PaddedZip,
    /// Five digits and four.
    LongZip,
    /// Digits that can be a phone number.
    Phone,
    /// Nine digits that can be a social security number.
    Security,
    /// Eight digits that can be a date.
    Date,
    /// Degrees with decimals.
    Degrees,
}

impl Hint {
    /// How many there are.
    pub(in crate::identifier) const COUNT: usize = Hint::Degrees as usize + 1;

    const ALL: [Hint; Hint::COUNT] = [
        Hint::Flag,
        Hint::Words,
        Hint::Number,
        Hint::Year,
        Hint::Age,
        Hint::Zip,
        Hint::PaddedZip,
        Hint::LongZip,
        Hint::Phone,
        Hint::Security,
        Hint::Date,
        Hint::Degrees,
    ];

    /// All that a value may be.
    pub(in crate::identifier) fn of(text: &str) -> impl Iterator<Item = Hint> {
        let numeric = digit_count(text) > 0;
        let possible = move |hint: &Hint| numeric || matches!(hint, Hint::Flag | Hint::Words);
        Hint::ALL.into_iter().filter(possible).filter(move |hint| hint.fits(text))
    }

    fn fits(self, text: &str) -> bool {
        match self {
            Hint::Flag => is_flag(text),
            Hint::Words => !text.contains(|sign: char| sign.is_ascii_digit() || sign == '@'),
            Hint::Number => Kind::Decimal.read(text).is_some(),
            Hint::Year => is_digits(text) && matches!(read_date(text), Some(Written::Year(_))),
            Hint::Age => {
                text.len() <= 5 && text.parse().is_ok_and(|age: f32| (0.0..=130.0).contains(&age))
            }
            Hint::Zip => text.len() == 5 && is_digits(text),
            Hint::PaddedZip => text.starts_with('0') && Hint::Zip.fits(text),
            Hint::LongZip => place::is_long_zip(text),
            Hint::Phone => phone::is_bare(text),
            Hint::Security => security::is_bare(text),
            Hint::Date => is_digits(text) && matches!(read_date(text), Some(Written::Day(_))),
            Hint::Degrees => place::is_degrees(text),
        }
    }
}

/// Surveys write yes, no and unknown as 0, 1, 2 and 9; other digits may be a house's number.
fn is_flag(text: &str) -> bool {
    let short =
        text.chars().nth(1).is_none() && !text.starts_with(|sign| ('3'..='8').contains(&sign));
    short || Kind::Boolean.read(text).is_some()
}
