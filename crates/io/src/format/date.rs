//! Dates as a pattern of `strftime` writes them.

use jiff::civil::{Date, DateTime};
use jiff::fmt::strtime;

use super::Decoded;

/// How dates are written: `%d.%m.%Y`, with the signs of `strftime`.
///
/// ```
/// use incrowd_io::DateFormat;
/// let format = DateFormat::new("%d.%m.%Y").unwrap();
/// assert_eq!(format.canonical("31.12.1960").as_deref(), Some("1960-12-31"));
/// assert!(DateFormat::new("%d.%m.").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateFormat {
    text: String,
    has_time: bool,
    /// The canonical spelling itself.
    is_canonical: bool,
}

impl DateFormat {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is wrong with it: signs that are not known, or that leave the day open.
    pub fn new(text: &str) -> Result<DateFormat, String> {
        let signs = text.replace("%%", "");
        if ["%z", "%:z", "%Z", "%:Q", "%Q"].iter().any(|sign| signs.contains(sign)) {
            let message = "offsets and zones have no format: dates such as 2023-01-31T08:15:00+01:00 are read \
                           without one, by the clock of their place; write them so, or leave the offset out";
            return Err(message.to_owned());
        }
        let sample = jiff::civil::date(2003, 10, 12).at(14, 15, 16, 0);
        let written = strtime::format(text, sample).map_err(|error| error.to_string())?;
        let read = strtime::parse(text, &written).map_err(|error| error.to_string())?;
        if read.to_date().ok() != Some(sample.date()) {
            return Err("it must give the day, the month and the year, as in %d.%m.%Y".to_owned());
        }
        let has_time = read.hour().is_some();
        let is_canonical = matches!(text, "%Y-%m-%d" | "%Y-%m-%dT%H:%M:%S" | "%F");
        Ok(DateFormat { text: text.to_owned(), has_time, is_canonical })
    }

    /// The pattern.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The canonical spelling of a date in this format: `1960-12-31`, and `1960-12-31T14:15:16` if
    /// it has a time of day.
    #[must_use]
    pub fn canonical(&self, text: &str) -> Option<String> {
        // Every date has a digit, and few other texts begin with one.
        if !text.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let read = strtime::parse(&self.text, text).ok()?;
        let day = read.to_date().ok().filter(|day| day.year() >= 0)?;
        if !self.has_time {
            return Some(day.to_string());
        }
        let time = read.to_time().ok()?;
        Some(day.to_datetime(time).to_string())
    }

    /// Whether this is just how the format writes the date.
    #[must_use]
    pub fn writes(&self, text: &str) -> bool {
        self.canonical(text).and_then(|date| self.encode(&date)).is_some_and(|again| again == text)
    }

    pub(super) fn decode(&self, text: &str) -> Decoded {
        match self.canonical(text) {
            Some(date) if date == text => Decoded::Same,
            Some(date) => Decoded::Text(date),
            None if !self.is_canonical && self.moment(text).is_some() => Decoded::Taken,
            None => Decoded::Same,
        }
    }

    pub(super) fn encode(&self, text: &str) -> Option<String> {
        if self.is_canonical {
            return None;
        }
        strtime::format(&self.text, self.moment(text)?).ok()
    }

    /// A canonical date of the kind that the format writes.
    fn moment(&self, text: &str) -> Option<DateTime> {
        let bytes = text.as_bytes();
        let dashed = bytes.len() >= 10 && bytes[4] == b'-' && bytes[7] == b'-';
        match (dashed, self.has_time, bytes.len()) {
            (true, false, 10) => text.parse::<Date>().ok().map(|day| day.at(0, 0, 0, 0)),
            (true, true, 11..) if bytes[10] == b'T' => text.parse().ok(),
            _ => None,
        }
    }
}
