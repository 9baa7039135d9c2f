//! What a cell can hold: its kind, whether it is missing, and its place in order.

use crate::missing::says_missing;
use std::cmp::Ordering;
use std::fmt;

use jiff::civil::{Date, DateTime};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// The type of a column, inferred from its distinct values or declared by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Anything; ordered by its text.
    Text,
    /// Whole numbers without leading zeros (`007` is a code, not a number).
    Integer,
    /// Decimal numbers, kept exactly.
    Decimal,
    /// ISO 8601 days (`2024-03-09`), optionally with a time of day.
    Date,
    /// `true`/`false`, `yes`/`no`, `t`/`f`, `y`/`n` in any case.
    Boolean,
}

impl Kind {
    /// Every kind, in the order in which inference tries them.
    pub const ALL: [Kind; 5] =
        [Kind::Integer, Kind::Decimal, Kind::Date, Kind::Boolean, Kind::Text];

    /// The word by which users declare the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Integer => "integer",
            Kind::Decimal => "decimal",
            Kind::Date => "date",
            Kind::Boolean => "boolean",
        }
    }

    /// The kind that a user's word names.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether values are placed by magnitude, so that ranges of them mean something.
    #[must_use]
    pub fn is_ordered(self) -> bool {
        matches!(self, Kind::Integer | Kind::Decimal | Kind::Date)
    }

    /// Reads a value of this kind; `None` if the text is not one.
    ///
    /// ```
    /// use incrowd_terms::Kind;
    /// assert!(Kind::Integer.read("-12").is_some());
    /// assert!(Kind::Integer.read("007").is_none());
    /// assert!(Kind::Date.read("2024-02-30").is_none());
    /// ```
    #[must_use]
    pub fn read(self, text: &str) -> Option<Scalar> {
        match self {
            Kind::Text => Some(Scalar::Text),
            Kind::Integer if is_integer(text) => decimal(text).map(Scalar::Number),
            Kind::Decimal if is_decimal(text) => decimal(text).map(Scalar::Number),
            Kind::Date => date(text).map(Scalar::Moment),
            Kind::Boolean => boolean(text).map(Scalar::Truth),
            _ => None,
        }
    }

    /// The narrowest kind that every one of the (non-missing) texts is of.
    pub fn infer<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> Kind {
        if texts.clone().next().is_none() {
            return Kind::Text;
        }
        let fits = |kind: &Kind| texts.clone().all(|text| kind.read(text).is_some());
        Kind::ALL.into_iter().find(fits).unwrap_or(Kind::Text)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value as its kind reads it. Two texts of one scalar (`1` and `1.0`) are still two values of a
/// quasi-identifier; of a secret they are one ([`NormalForm`](crate::NormalForm)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A number, exact.
    Number(Decimal),
    /// A day, or a moment in it.
    Moment(DateTime),
    /// A truth value.
    Truth(bool),
    /// Text is its own scalar: the caller has it.
    Text,
}

impl Scalar {
    /// The number, if it is one.
    #[must_use]
    pub fn number(self) -> Option<Decimal> {
        match self {
            Scalar::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The moment, if it is one.
    #[must_use]
    pub fn moment(self) -> Option<DateTime> {
        match self {
            Scalar::Moment(moment) => Some(moment),
            _ => None,
        }
    }

    /// The nearest floating-point number: moments in seconds, truth as 0 or 1, and 0 for text.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        match self {
            Scalar::Number(number) => number.to_f64().unwrap_or(0.0),
            Scalar::Moment(moment) => moment.duration_since(DateTime::ZERO).as_secs_f64(),
            Scalar::Truth(truth) => f64::from(u8::from(truth)),
            Scalar::Text => 0.0,
        }
    }

    /// Order by magnitude; scalars of different kinds and texts are equal here, and the caller
    /// breaks the tie by text.
    #[must_use]
    pub fn magnitude(&self, other: &Scalar) -> Ordering {
        match (self, other) {
            (Scalar::Number(a), Scalar::Number(b)) => a.cmp(b),
            (Scalar::Moment(a), Scalar::Moment(b)) => a.cmp(b),
            (Scalar::Truth(a), Scalar::Truth(b)) => a.cmp(b),
            _ => Ordering::Equal,
        }
    }
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}

fn is_integer(text: &str) -> bool {
    let digits = unsigned(text);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain && (digits.len() == 1 || !digits.starts_with('0'))
}

fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (before, after) = unsigned(mantissa).split_once('.').unwrap_or((unsigned(mantissa), ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let leading_zero = before.len() > 1 && before.starts_with('0');
    let exponent_ok = exponent.is_none_or(|e| !unsigned(e).is_empty() && digits(unsigned(e)));
    before.len() + after.len() > 0
        && digits(before)
        && digits(after)
        && !leading_zero
        && exponent_ok
}

fn decimal(text: &str) -> Option<Decimal> {
    let text = text.strip_prefix('+').unwrap_or(text);
    if text.contains(['e', 'E']) {
        Decimal::from_scientific(text).ok()
    } else {
        // A number that would have to be rounded is text.
        Decimal::from_str_exact(text).ok()
    }
}

fn date(text: &str) -> Option<DateTime> {
    let bytes = text.as_bytes();
    // Only `YYYY-MM-DD` is a date: 20240309 is a number.
    if bytes.len() < 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    if bytes.len() == 10 {
        return text.parse::<Date>().ok().map(|day| day.at(0, 0, 0, 0));
    }
    matches!(bytes[10], b'T' | b' ').then(|| text.parse::<DateTime>().ok())?
}

fn boolean(text: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    if is(["true", "t", "yes"]) || text.eq_ignore_ascii_case("y") {
        Some(true)
    } else if is(["false", "f", "no"]) || text.eq_ignore_ascii_case("n") {
        Some(false)
    } else {
        None
    }
}

/// Which texts stand for a missing value: the empty one, and those the user declared.
///
/// ```
/// use incrowd_terms::Nulls;
/// let nulls = Nulls::declared(["?"]);
/// assert!(nulls.is_missing("") && nulls.is_missing("?"));
/// assert!(!nulls.is_missing("0"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nulls {
    declared: Vec<String>,
}

impl Nulls {
    /// The empty text and these.
    pub fn declared<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Nulls { declared: texts.into_iter().map(Into::into).collect() }
    }

    /// The declared texts.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.declared.iter().map(String::as_str)
    }

    /// Whether a cell with this text holds no value.
    #[must_use]
    pub fn is_missing(&self, text: &str) -> bool {
        text.is_empty() || self.declared.iter().any(|null| null == text)
    }

    /// What a cell of a missing value is published as: itself if it says that it is missing and
    /// nothing else, or an empty cell. A text that is not missing stays what it is.
    ///
    /// ```
    /// use incrowd_terms::Nulls;
    /// let nulls = Nulls::declared(["N/A", "3 Jan 1920 (Ann Smith)"]);
    /// assert_eq!(nulls.published("N/A"), "N/A");
    /// assert_eq!(nulls.published("3 Jan 1920 (Ann Smith)"), "");
    /// assert_eq!(nulls.published("1950-07-04"), "1950-07-04");
    /// ```
    #[must_use]
    pub fn published<'t>(&self, text: &'t str) -> &'t str {
        if self.is_missing(text) && !says_missing(text) { "" } else { text }
    }

    /// Whether a declared text says more than that a value is missing.
    #[must_use]
    pub fn tell_more(&self) -> bool {
        self.declared.iter().any(|null| !says_missing(null))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inference_takes_the_narrowest_kind() {
        let infer = |texts: &[&str]| Kind::infer(texts.iter().copied());
        assert_eq!(infer(&["1", "-20", "0"]), Kind::Integer);
        assert_eq!(infer(&["1", "2.5"]), Kind::Decimal);
        assert_eq!(infer(&["1e3", "2.5"]), Kind::Decimal);
        assert_eq!(infer(&["2024-01-31", "2023-12-01T10:00:00"]), Kind::Date);
        assert_eq!(infer(&["yes", "no"]), Kind::Boolean);
        assert_eq!(infer(&["47906", "01234"]), Kind::Text);
        assert_eq!(infer(&[]), Kind::Text);
        assert_eq!(infer(&["99999999999999999999999999999999999"]), Kind::Text);
    }

    #[test]
    fn order_is_by_magnitude() {
        let read = |text| Kind::Decimal.read(text).unwrap();
        assert_eq!(read("-10").magnitude(&read("9")), Ordering::Less);
        assert_eq!(read("1.0").magnitude(&read("1")), Ordering::Equal);
        let day = |text| Kind::Date.read(text).unwrap();
        assert_eq!(day("2024-02-29").magnitude(&day("2024-02-28")), Ordering::Greater);
    }

    #[test]
    fn nothing_loose_is_read() {
        for text in ["", "-", ".", "1.2.3", "1e", "e5", "0x10", "NaN", "inf", "1_000", " 1"] {
            assert!(Kind::Decimal.read(text).is_none(), "{text}");
        }
        for text in ["2024-13-01", "2024-02-30", "20240301", "2024-3-1", "2024-03-01x"] {
            assert!(Kind::Date.read(text).is_none(), "{text}");
        }
    }
}
