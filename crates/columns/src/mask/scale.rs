//! A column of numbers or dates as doubles, and back to text.
//!
//! Reading never changes the order of two values: at worst, numbers of more than some fifteen
//! digits that differ beyond them become equal, and are published alike. Whole numbers beyond 2^53
//! are refused, since a member of a group could not be written as it was.

use incrowd_terms::{Kind, Scalar};
use jiff::SignedDuration;
use jiff::civil::DateTime;

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// Doubles count whole numbers up to here.
const COUNTABLE: f64 = 9_007_199_254_740_992.0;

/// Digits after the point beyond which a double has none left.
const MOST_DECIMALS: u32 = 15;

/// How the numbers of a column are read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Numbers of at most so many digits after the point; 0 for whole numbers.
    Number {
        /// Digits after the point.
        decimals: u32,
        /// Whether all are written with as many, as prices are.
        fixed: bool,
    },
    /// Days, in seconds from one near our time.
    Day,
    /// Moments, in seconds.
    Second,
}

impl Scale {
    /// The scale of a column's values; nothing if they are neither numbers nor dates, or too large
    /// to be calculated with. Of no values it is that of whole numbers.
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Scale> {
        let mut scale = None;
        for text in texts {
            let (needed, _) = Scale::of_one(text)?;
            scale = Some(scale.map_or(Some(needed), |scale: Scale| scale.joined(needed))?);
        }
        scale.or(Some(Scale::Number { decimals: 0, fixed: true }))
    }

    /// The scale that one value needs, and the value.
    #[must_use]
    pub fn of_one(text: &str) -> Option<(Scale, f64)> {
        if let Some(plain) = Plain::read(text) {
            let scale = Scale::Number { decimals: plain.decimals, fixed: true };
            return Some((scale, plain.value()));
        }
        if let Some(Scalar::Number(number)) = Kind::Decimal.read(text) {
            let decimals = number.normalize().scale();
            if decimals > MOST_DECIMALS {
                return None;
            }
            let scale = Scale::Number { decimals, fixed: false };
            return Some((scale, scale.read(text)?));
        }
        let number = civil(text)?;
        let day = text.len() == DAY_LETTERS;
        Some((if day { Scale::Day } else { Scale::Second }, number))
    }

    /// A scale for the values of both; nothing if one is of numbers and one of dates.
    #[must_use]
    pub fn joined(self, other: Scale) -> Option<Scale> {
        match (self, other) {
            (Scale::Number { decimals: a, fixed: c }, Scale::Number { decimals: b, fixed: d }) => {
                Some(Scale::Number { decimals: a.max(b), fixed: c && d && a == b })
            }
            (Scale::Number { .. }, _) | (_, Scale::Number { .. }) => None,
            (Scale::Day, Scale::Day) => Some(Scale::Day),
            _ => Some(Scale::Second),
        }
    }

    /// A value as a double; nothing if it is not of this scale.
    ///
    /// ```
    /// use incrowd_columns::mask::scale::Scale;
    /// let cents = Scale::Number { decimals: 2, fixed: true };
    /// assert_eq!((cents.read("-2.50"), cents.read("x")), (Some(-2.5), None));
    /// assert_eq!(cents.write(-2.5), "-2.50");
    /// let day = Scale::Day.read("1950-07-04").unwrap();
    /// assert_eq!(Scale::Day.write(day), "1950-07-04");
    /// ```
    #[must_use]
    pub fn read(self, text: &str) -> Option<f64> {
        match self {
            Scale::Number { .. } => {
                if let Some(plain) = Plain::read(text) {
                    return Some(plain.value());
                }
                // Neither `inf` nor `nan`, which doubles know and tables do not mean.
                let plain = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
                let number = text.bytes().all(plain).then(|| text.parse::<f64>().ok())??;
                countable(number)
            }
            Scale::Day | Scale::Second => civil(text),
        }
    }

    /// A number of this scale in words.
    #[must_use]
    pub fn write(self, number: f64) -> String {
        match self {
            Scale::Number { decimals, fixed } => {
                // No minus before nothing.
                let number = number + 0.0;
                let written = format!("{number:.*}", decimals as usize);
                // What lies between values may need more digits than they have.
                let exact = written.parse() == Ok(number);
                if fixed && exact { written } else { number.to_string() }
            }
            Scale::Day => {
                moment(number).map_or_else(String::new, |moment| moment.date().to_string())
            }
            Scale::Second => moment(number).map_or_else(String::new, |moment| moment.to_string()),
        }
    }

    /// A number between values as it would be published: days stay days, and numbers get two
    /// digits more than the values have.
    #[must_use]
    pub fn rounded(self, number: f64) -> f64 {
        match self {
            Scale::Number { decimals, .. } => {
                let digits = (decimals + 2) as usize;
                format!("{number:.digits$}").parse().unwrap_or(number)
            }
            Scale::Day => (number / DAY).floor() * DAY,
            Scale::Second => (number * 1e6).floor() / 1e6,
        }
    }
}

/// A number of few digits, written without an exponent: most are, and these are read quickly.
#[derive(Clone, Copy)]
struct Plain {
    negative: bool,
    digits: u64,
    decimals: u32,
}

/// Powers of ten that are doubles, as all up to 10^22 are.
const TENS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

impl Plain {
    /// Nothing if it is no such number, or has more than fifteen digits.
    fn read(text: &str) -> Option<Plain> {
        let bytes = text.as_bytes();
        let (negative, bytes) = match bytes.strip_prefix(b"-") {
            Some(rest) => (true, rest),
            None => (false, bytes),
        };
        // 007 is a code, and what has no digit before its point is left to a slower reader.
        let leading_zero = bytes.len() > 1 && bytes[0] == b'0' && bytes[1] != b'.';
        if bytes.len() > TENS.len() || leading_zero || !bytes.first()?.is_ascii_digit() {
            return None;
        }
        let (mut digits, mut decimals, mut point) = (0_u64, 0, false);
        for &byte in bytes {
            match byte {
                b'0'..=b'9' => {
                    digits = digits * 10 + u64::from(byte - b'0');
                    decimals += u32::from(point);
                }
                b'.' if !point => point = true,
                _ => return None,
            }
        }
        let short = bytes.len() - usize::from(point) < TENS.len();
        short.then_some(Plain { negative, digits, decimals })
    }

    /// The nearest double: both numbers are doubles, so their quotient is rounded once.
    fn value(self) -> f64 {
        let value = self.digits as f64 / TENS[self.decimals as usize];
        if self.negative { -value } else { value }
    }
}

fn countable(number: f64) -> Option<f64> {
    (number.abs() <= COUNTABLE).then_some(number)
}

/// A day near our time, from which seconds are counted: the nearer, the smaller the parts of a second
/// that doubles tell apart.
const EPOCH: DateTime = DateTime::constant(2000, 1, 1, 0, 0, 0, 0);

/// `2024-03-09`.
const DAY_LETTERS: usize = 10;

/// The seconds of a day or moment, if it can be written again as it is: to the microsecond, and
/// without an offset from any other clock.
fn civil(text: &str) -> Option<f64> {
    let plain = |byte: u8| byte.is_ascii_digit() || b"-:T .".contains(&byte);
    let read = || Kind::Date.read(text)?.moment();
    let moment = text.bytes().all(plain).then(read)??;
    let seconds = moment.duration_since(EPOCH).as_secs_f64();
    (self::moment(seconds) == Some(moment)).then_some(seconds)
}

fn moment(seconds: f64) -> Option<DateTime> {
    let microseconds = (seconds * 1e6).round();
    let elapsed = SignedDuration::from_micros(microseconds as i64);
    EPOCH.checked_add(elapsed).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_numbers_are_read_as_any_other_way_reads_them() {
        for text in [
            "0",
            "7",
            "-7",
            "10",
            "0.1",
            "-0.30",
            "3.",
            "1.005",
            "123456789012345",
            "0.000001",
            "999999999999.999",
            "12345678.9012345",
            "2.50",
            "100.00",
        ] {
            let plain = Plain::read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(plain.value(), text.parse::<f64>().unwrap(), "{text}");
            let number = Kind::Decimal.read(text).and_then(Scalar::number).unwrap();
            assert_eq!(plain.decimals, number.scale(), "{text}");
        }
        for text in ["", "-", ".5", "007", "-01", "1e3", "1.2.3", "1234567890123456", "+1", "1,5"] {
            assert!(Plain::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_has_no_scale() {
        for text in [
            "inf",
            "nan",
            "NaN",
            "1_0",
            "0x1",
            "x",
            "",
            "99999999999999999999",
            "007",
            "2020-01-01T00:00:08+02:00",
            "2020-01-01T00:00:08.123456789",
        ] {
            assert!(Scale::of_one(text).is_none(), "{text}");
        }
        assert!(Scale::of(["1", "2024-01-01"].into_iter()).is_none(), "numbers and dates");
        assert_eq!(
            Scale::of(["1", "2.5", "-3.25"].into_iter()),
            Some(Scale::Number { decimals: 2, fixed: false })
        );
        let moments = ["2024-01-01", "2024-01-01T10:00:00"];
        assert_eq!(Scale::of(moments.into_iter()), Some(Scale::Second));
    }

    #[test]
    fn what_is_written_reads_back() {
        let cases = [
            (Scale::Number { decimals: 3, fixed: false }, "-12.125"),
            (Scale::Number { decimals: 2, fixed: true }, "600.30"),
            (Scale::Number { decimals: 0, fixed: true }, "-7"),
            (Scale::Day, "1950-07-04"),
            (Scale::Day, "0001-01-01"),
            (Scale::Second, "1950-07-04T10:20:30"),
            (Scale::Second, "2020-01-01T17:07:12.131"),
            (Scale::Second, "1931-12-31T23:59:59.999999"),
        ];
        for (scale, text) in cases {
            assert_eq!(scale.write(scale.read(text).unwrap()), text);
        }
        let tenths = Scale::Number { decimals: 1, fixed: true };
        assert_eq!(tenths.write(tenths.rounded(1.0 / 3.0)), "0.333");
        assert_eq!(tenths.write(-0.0), "0.0");
        assert_eq!(Scale::Day.write(Scale::Day.rounded(86_400.0 * 1.5)), "2000-01-02");
        assert_eq!(Scale::Day.write(Scale::Day.rounded(-86_400.0 * 1.5)), "1999-12-30");
    }
}
