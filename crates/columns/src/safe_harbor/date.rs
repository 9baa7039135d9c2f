//! Dates to their year, and years of birth that do not tell an age over 89.
//!
//! A person's age is counted in completed years on a day of reference that the steward names: the
//! clock has no say, so that a release can be repeated. Where a date of birth can be read in
//! several ways (`07/04/1950`), or only its year is written, the earliest day counts, on which the
//! person would be oldest. Who was born on a 29 February completes a year on the 28th.

use std::str::FromStr;

use jiff::ToSpan;
use jiff::civil::Date;

use crate::identifier::{DateForm, read_date};

use super::OLDEST;

/// The completed years from which on an age is not told.
const OLD: i64 = 90;

/// Why a date has no year to publish.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// Not a date in any form that is read.
    #[error("'{value}' is no date; write it as 1950-07-04, or leave the column out")]
    NotADate {
        /// As it was written.
        value: String,
    },
    /// A year of two digits.
    #[error("the year of '{value}' has two digits, and its century is not known; write four")]
    ShortYear {
        /// As it was written.
        value: String,
    },
    /// A birth after the day of reference.
    #[error("the birth '{value}' is after the day of reference, {reference}")]
    Unborn {
        /// As it was written.
        value: String,
        /// The day of reference.
        reference: String,
    },
    /// A day of reference that is no day.
    #[error("'{value}' is not a reference date; write it as 2024-12-31")]
    NoReference {
        /// As it was written.
        value: String,
    },
}

/// The day on which ages are counted.
///
/// ```
/// use incrowd_columns::safe_harbor::{ReferenceDay, birth};
/// let reference: ReferenceDay = "2006-06-30".parse().unwrap();
/// assert_eq!(birth("1916-07-01", reference).unwrap(), "1916");
/// assert_eq!(birth("1916-06-30", reference).unwrap(), "90+");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferenceDay(Date);

impl FromStr for ReferenceDay {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let day = text.parse().ok().filter(|_| text.len() == "2024-12-31".len());
        day.map(ReferenceDay).ok_or_else(|| DateError::NoReference { value: text.to_owned() })
    }
}

/// The year of a date.
///
/// ```
/// use incrowd_columns::safe_harbor::year;
/// assert_eq!(year("2006-06-30T10:15:00").unwrap(), "2006");
/// ```
///
/// # Errors
/// If the text is no date, or its century is not known.
pub fn year(date: &str) -> Result<String, DateError> {
    read(date).map(written_year)
}

/// The year of a date or year of birth; 90+ if the person has, or may have, completed 90 years on
/// the day of reference.
///
/// # Errors
/// If the text is no date, its century is not known, or the birth is after the day of reference.
pub fn birth(date: &str, reference: ReferenceDay) -> Result<String, DateError> {
    let born = read(date)?;
    if born > reference.0 {
        let (value, reference) = (date.to_owned(), reference.0.to_string());
        return Err(DateError::Unborn { value, reference });
    }
    // A day past the end of the calendar is past any reference as well.
    let old = born.checked_add(OLD.years()).is_ok_and(|day| day <= reference.0);
    Ok(if old { OLDEST.to_owned() } else { written_year(born) })
}

fn written_year(day: Date) -> String {
    format!("{:04}", day.year())
}

/// The earliest day that a date can mean.
fn read(text: &str) -> Result<Date, DateError> {
    match read_date(text) {
        Some(DateForm::Day(day) | DateForm::Month(day) | DateForm::Year(day)) => Ok(day),
        Some(DateForm::ShortYear) => Err(DateError::ShortYear { value: text.to_owned() }),
        None => Err(DateError::NotADate { value: text.to_owned() }),
    }
}
