//! Ages over 89 to 90+.
//!
//! An age counts in completed years: who is 89 and a half is 89. Ages up to there stay as they were
//! written, fractions too. Groups of ages stay if they end by 89 or do not end at all (`85+`), and
//! lose their end if they pass it: `85-94` becomes `85+`.

use rust_decimal::Decimal;

use super::OLDEST;

/// The first age that is not told.
const OLD: u32 = 90;

/// Nobody is known to have been as old as this; codes for missing values are (999).
const NOBODY: u32 = 131;

/// Why an age cannot be published.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgeError {
    /// Not a number of years, nor a group.
    #[error("'{value}' is not an age in years; valid values are 47, 0.5, 45-49 or 90+")]
    NotAnAge {
        /// As it was written.
        value: String,
    },
    /// Below 0 or beyond any life.
    #[error(
        "nobody is {value} years old; if it stands for a missing value, declare it as one (`null`), and it is published as an empty cell"
    )]
    Impossible {
        /// As it was written.
        value: String,
    },
}

/// An age as it may be published.
///
/// ```
/// use incrowd_columns::safe_harbor::age;
/// assert_eq!(age("89").unwrap(), "89");
/// assert_eq!(age("104").unwrap(), "90+");
/// assert_eq!(age("85-94").unwrap(), "85+");
/// ```
///
/// # Errors
/// If the text is no age, or nobody's.
pub fn age(text: &str) -> Result<String, AgeError> {
    let trimmed = text.trim();
    let strange = || AgeError::NotAnAge { value: trimmed.to_owned() };
    if let Some(years) = years(trimmed) {
        let whole = possible(years, trimmed)?;
        return Ok(if whole < OLD.into() { trimmed } else { OLDEST }.to_owned());
    }
    if let Some(from) = open_group(trimmed).and_then(years) {
        let from = possible(from, trimmed)?;
        return Ok(if from < OLD.into() { format!("{from}+") } else { OLDEST.to_owned() });
    }
    let (from, to) = trimmed.split_once(['-', '\u{2013}']).ok_or_else(strange)?;
    let (from, to) = years(from.trim()).zip(years(to.trim())).ok_or_else(strange)?;
    let (from, to) = (possible(from, trimmed)?, possible(to, trimmed)?);
    match () {
        () if from > to => Err(strange()),
        () if to < OLD.into() => Ok(trimmed.to_owned()),
        () if from < OLD.into() => Ok(format!("{from}+")),
        () => Ok(OLDEST.to_owned()),
    }
}

/// Years as a number, completed or not; leading zeros do no harm here.
fn years(text: &str) -> Option<Decimal> {
    let number = text.strip_prefix('-').unwrap_or(text);
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let starts = number.starts_with(|sign: char| sign.is_ascii_digit());
    (plain && starts).then(|| text.parse().ok()).flatten()
}

/// The completed years of a life.
fn possible(years: Decimal, text: &str) -> Result<Decimal, AgeError> {
    let lived = years.floor();
    let human = !years.is_sign_negative() && lived < NOBODY.into();
    human.then_some(lived).ok_or_else(|| AgeError::Impossible { value: text.to_owned() })
}

/// Where a group without an end starts: `90+`, `>=90`, `>89`.
fn open_group(text: &str) -> Option<&str> {
    let at_least = text.strip_prefix(">=").or(text.strip_prefix('\u{2265}'));
    text.strip_suffix('+').or(at_least).map(str::trim).or((text == ">89").then_some("90"))
}
