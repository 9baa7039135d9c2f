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
    },
    /// Days, as seconds since year 0.
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
        scale.or(Some(Scale::Number { decimals: 0 }))
    }

    /// The scale that one value needs, and the value.
    #[must_use]
    pub fn of_one(text: &str) -> Option<(Scale, f64)> {
        if let Some(Scalar::Number(number)) = Kind::Decimal.read(text) {
            let decimals = number.normalize().scale().min(MOST_DECIMALS);
            let scale = Scale::Number { decimals };
            return Some((scale, scale.read(text)?));
        }
        let moment = Kind::Date.read(text)?.moment()?;
        let day = moment == moment.date().at(0, 0, 0, 0);
        Some((if day { Scale::Day } else { Scale::Second }, seconds(moment)))
    }

    /// A scale for the values of both; nothing if one is of numbers and one of dates.
    #[must_use]
    pub fn joined(self, other: Scale) -> Option<Scale> {
        match (self, other) {
            (Scale::Number { decimals: a }, Scale::Number { decimals: b }) => {
                Some(Scale::Number { decimals: a.max(b) })
            }
            (Scale::Number { .. }, _) | (_, Scale::Number { .. }) => None,
            (Scale::Day, Scale::Day) => Some(Scale::Day),
            _ => Some(Scale::Second),
        }
    }

    /// A value as a double; nothing if it is not of this scale.
    ///
    /// ```
    /// use incrowd::mask::scale::Scale;
    /// let cents = Scale::Number { decimals: 2 };
    /// assert_eq!((cents.read("-2.50"), cents.read("x")), (Some(-2.5), None));
    /// let day = Scale::Day.read("1950-07-04").unwrap();
    /// assert_eq!(Scale::Day.write(day), "1950-07-04");
    /// ```
    #[must_use]
    pub fn read(self, text: &str) -> Option<f64> {
        match self {
            Scale::Number { .. } => {
                // Neither `inf` nor `nan`, which doubles know and tables do not mean.
                let plain = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
                let number = text.bytes().all(plain).then(|| text.parse::<f64>().ok())??;
                countable(number)
            }
            Scale::Day | Scale::Second => Kind::Date.read(text)?.moment().map(seconds),
        }
    }

    /// A number of this scale in words.
    #[must_use]
    pub fn write(self, number: f64) -> String {
        match self {
            // No minus before nothing.
            Scale::Number { .. } if number == 0.0 => "0".to_owned(),
            Scale::Number { .. } => number.to_string(),
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
            Scale::Number { decimals } => {
                let digits = (decimals + 2) as usize;
                format!("{number:.digits$}").parse().unwrap_or(number)
            }
            Scale::Day => (number / DAY).floor() * DAY,
            Scale::Second => number.floor(),
        }
    }
}

fn countable(number: f64) -> Option<f64> {
    (number.abs() <= COUNTABLE).then_some(number)
}

fn seconds(moment: DateTime) -> f64 {
    moment.duration_since(DateTime::ZERO).as_secs_f64()
}

fn moment(seconds: f64) -> Option<DateTime> {
    let elapsed = SignedDuration::try_from_secs_f64(seconds).ok()?;
    DateTime::ZERO.checked_add(elapsed).ok()
}
