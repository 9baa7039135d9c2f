//! Shapes that say little by themselves, and much beside the name of a column.

use incrowd_terms::Kind;

use super::{DateForm, by_value, digit_count, is_digits, phone, place, read_date, security};
use crate::identifier::Content;

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
    /// A number that can be seconds or milliseconds since 1970.
    Epoch,
    /// A week, a quarter or a day of a year: `2020-W05`, `2020Q3`, `2020-034`.
    YearPart,
    /// A number above 12.
    AboveTwelve,
    /// 9 to 12: an age of 90 or more, if it counts decades.
    Decade,
    /// A longer text with an identifier in it: `ssn 123-45-6789`.
    Inside,
}

impl Hint {
    /// How many there are.
    pub(in crate::identifier) const COUNT: usize = Hint::Inside as usize + 1;

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
        Hint::Epoch,
        Hint::YearPart,
        Hint::AboveTwelve,
        Hint::Decade,
        Hint::Inside,
    ];

    /// All that a value may be.
    pub(in crate::identifier) fn of(text: &str) -> impl Iterator<Item = Hint> {
        let numeric = digit_count(text) > 0;
        let possible =
            move |hint: &Hint| numeric || matches!(hint, Hint::Flag | Hint::Words | Hint::Inside);
        Hint::ALL.into_iter().filter(possible).filter(move |hint| hint.fits(text))
    }

    fn fits(self, text: &str) -> bool {
        match self {
            Hint::Flag => is_flag(text),
            Hint::Words => !text.contains(|sign: char| sign.is_ascii_digit() || sign == '@'),
            Hint::Number => Kind::Decimal.read(text).is_some(),
            Hint::Year => is_digits(text) && matches!(read_date(text), Some(DateForm::Year(_))),
            Hint::Age => {
                text.len() <= 5 && text.parse().is_ok_and(|age: f32| (0.0..=130.0).contains(&age))
            }
            Hint::Zip => text.len() == 5 && is_digits(text),
            Hint::PaddedZip => text.starts_with('0') && Hint::Zip.fits(text),
            Hint::LongZip => place::is_long_zip(text),
            Hint::Phone => phone::is_bare(text),
            Hint::Security => security::is_bare(text),
            Hint::Date => is_digits(text) && matches!(read_date(text), Some(DateForm::Day(_))),
            Hint::Degrees => place::is_degrees(text),
            Hint::Epoch => is_epoch(text),
            Hint::YearPart => is_year_part(text),
            Hint::AboveTwelve => text.parse().is_ok_and(|number: f64| number > 12.0),
            Hint::Decade => text.parse().is_ok_and(|number: f64| (9.0..=12.0).contains(&number)),
            Hint::Inside => holds_identifier(text),
        }
    }
}

/// Surveys write yes, no and unknown as 0, 1, 2 and 9; other digits may be a house's number.
fn is_flag(text: &str) -> bool {
    let short =
        text.chars().nth(1).is_none() && !text.starts_with(|sign| ('3'..='8').contains(&sign));
    short || Kind::Boolean.read(text).is_some()
}

/// Whole seconds from 1973 to 2099, or as many milliseconds.
fn is_epoch(text: &str) -> bool {
    let whole = text.strip_suffix(".0").unwrap_or(text);
    let seconds = 100_000_000..=4_102_444_800_u64;
    is_digits(whole)
        && match whole.len() {
            9 | 10 => whole.parse().is_ok_and(|number| seconds.contains(&number)),
            12 | 13 => whole.parse().is_ok_and(|number: u64| seconds.contains(&(number / 1000))),
            _ => false,
        }
}

/// A year, and a week, a quarter or the number of a day in it.
fn is_year_part(text: &str) -> bool {
    let Some((year, rest)) = text.split_at_checked(4) else { return false };
    if !is_digits(year) || !matches!(read_date(year), Some(DateForm::Year(_))) {
        return false;
    }
    let rest = rest.trim_start_matches(['-', '/', ' ']);
    let number = |text: &str, most: u16| {
        is_digits(text) && text.parse().is_ok_and(|number: u16| (1..=most).contains(&number))
    };
    match rest.chars().next() {
        Some('W' | 'w') => {
            let week = &rest[1..];
            let (week, day) = week.split_at_checked(2).unwrap_or((week, ""));
            let day = day.strip_prefix('-').unwrap_or(day);
            number(week, 53) && (day.is_empty() || number(day, 7))
        }
        Some('Q' | 'q') => number(&rest[1..], 4),
        _ => rest.len() == 3 && text.len() == 8 && number(rest, 366),
    }
}

/// Whether one of several words is what only one person has.
pub(in crate::identifier) fn holds_identifier(text: &str) -> bool {
    let between = |sign: char| sign.is_whitespace() || ",;()[]{}<>\"'=#".contains(sign);
    let telling = |word: &str| {
        let word = word.trim_matches(['.', ':', ',', ';', '!', '?']);
        matches!(
            by_value(word),
            Some(Content::SocialSecurity | Content::Email | Content::Phone | Content::Url)
        )
    };
    let labelled = |word: &str| word.rsplit(':').next().is_some_and(telling) || telling(word);
    text.contains(between) && text.split(between).any(labelled)
        || text.contains(':') && text.split(':').skip(1).any(telling)
}
