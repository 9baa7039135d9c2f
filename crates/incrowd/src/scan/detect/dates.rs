//! The format of a column's dates: the patterns that fit every value.

use std::sync::LazyLock;

use incrowd_io::DateFormat;

/// Days, the usual patterns first. Where day and month can be told from each other only by the
/// values, both orders stand here.
const DAYS: [&str; 25] = [
    "%d.%m.%Y",
    "%-d.%-m.%Y",
    "%d/%m/%Y",
    "%-d/%-m/%Y",
    "%m/%d/%Y",
    "%-m/%-d/%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%Y%m%d",
    "%Y-%m-%d",
    "%d %b %Y",
    "%-d %b %Y",
    "%d-%b-%Y",
    "%b %d, %Y",
    "%b %-d, %Y",
    "%d %B %Y",
    "%-d %B %Y",
    "%B %d, %Y",
    "%B %-d, %Y",
    "%d.%m.%y",
    "%d/%m/%y",
    "%m/%d/%y",
    "%d-%b-%y",
];

/// Times of day.
const TIMES: [&str; 9] = [
    "",
    " %H:%M",
    " %H:%M:%S",
    "T%H:%M",
    "T%H:%M:%S",
    "T%H:%M:%SZ",
    "T%H:%M:%S%.fZ",
    " %I:%M %p",
    " %I:%M:%S %p",
];

static FORMATS: LazyLock<Vec<DateFormat>> = LazyLock::new(|| {
    let formats = DAYS.iter().flat_map(|day| TIMES.iter().map(move |time| format!("{day}{time}")));
    // ISO dates and times need no format, but for what says that they are in UTC.
    let needed = formats.filter(|format| !format.starts_with("%Y-") || format.ends_with('Z'));
    needed.filter_map(|format| DateFormat::new(&format).ok()).collect()
});

/// Years that a number of eight digits may begin with to be a date.
const YEARS: std::ops::RangeInclusive<i32> = 1850..=2100;

/// Whether any pattern fits a text.
pub(super) fn fits_any(text: &str) -> bool {
    FORMATS.iter().any(|format| fits(format, text))
}

fn fits(format: &DateFormat, text: &str) -> bool {
    let Some(date) = format.canonical(text) else { return false };
    let year = date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0);
    format.text() != "%Y%m%d" || (text.len() == 8 && YEARS.contains(&year))
}

/// The patterns that fit all values so far.
#[derive(Clone, Debug)]
pub(super) struct DateForms {
    /// Places in the list of patterns, and whether each value is written just so.
    left: Vec<(usize, bool)>,
}

impl Default for DateForms {
    fn default() -> Self {
        DateForms { left: (0..FORMATS.len()).map(|place| (place, true)).collect() }
    }
}

/// What the values say.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DateFinding {
    Format(String),
    /// Day and month may be either way around.
    Ambiguous(String, String),
    /// Years of two digits.
    ShortYear(String),
}

impl DateForms {
    pub(super) fn add(&mut self, text: &str) {
        if self.left.is_empty() {
            return;
        }
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        if !(3..=23).contains(&digits) || text.len() > 40 || (digits == text.len() && digits != 8) {
            self.left.clear();
            return;
        }
        self.left.retain_mut(|(place, exact)| {
            let format = &FORMATS[*place];
            *exact = *exact && format.writes(text);
            fits(format, text)
        });
    }

    pub(super) fn merge(&mut self, other: &DateForms) {
        self.left.retain_mut(|(place, exact)| {
            let same = other.left.iter().find(|(theirs, _)| theirs == place);
            *exact = *exact && same.is_some_and(|(_, exact)| *exact);
            same.is_some()
        });
    }

    /// What so many values say.
    pub(super) fn finding(&self, values: u64) -> Option<DateFinding> {
        if values == 0 {
            return None;
        }
        let exact = self.left.iter().find(|(_, exact)| *exact);
        let (best, _) = exact.or(self.left.first())?;
        let format = FORMATS[*best].text().to_owned();
        let swapped = swapped(&format);
        let has = |text: &str| self.left.iter().any(|(place, _)| FORMATS[*place].text() == text);
        Some(match swapped.filter(|swapped| has(swapped)) {
            Some(swapped) => DateFinding::Ambiguous(format, swapped),
            None if format.contains("%y") => DateFinding::ShortYear(format),
            None => DateFinding::Format(format),
        })
    }
}

/// The pattern with day and month the other way around.
fn swapped(format: &str) -> Option<String> {
    let by_number = format.contains('d') && format.contains('m');
    by_number.then(|| format.replace('d', "\0").replace('m', "d").replace('\0', "m"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(values: &[&str]) -> Option<DateFinding> {
        let mut forms = DateForms::default();
        values.iter().for_each(|value| forms.add(value));
        // Threads see parts of a column.
        let mut parts = [DateForms::default(), DateForms::default()];
        values.iter().enumerate().for_each(|(at, value)| parts[at % 2].add(value));
        let [mut one, other] = parts;
        one.merge(&other);
        let found = forms.finding(values.len() as u64);
        assert_eq!(one.finding(values.len() as u64), found);
        found
    }

    #[test]
    fn the_whole_column_decides() {
        let format = |text: &str| Some(DateFinding::Format(text.to_owned()));
        assert_eq!(finding(&["31.12.1960", "01.02.1961"]), format("%d.%m.%Y"));
        assert_eq!(finding(&["1.2.1960", "31.12.1961"]), format("%-d.%-m.%Y"));
        assert_eq!(finding(&["12/31/1960", "01/02/1960"]), format("%m/%d/%Y"));
        assert_eq!(finding(&["01/02/1960", "31/12/1960"]), format("%d/%m/%Y"));
        assert_eq!(finding(&["19250102", "19991231"]), format("%Y%m%d"));
        assert_eq!(finding(&["2017-01-01T06:00:42Z"]), format("%Y-%m-%dT%H:%M:%SZ"));
        assert_eq!(finding(&["02 Jan 1960", "12 Dec 1960"]), format("%d %b %Y"));
        assert_eq!(finding(&["31.12.1960 14:05", "01.02.1961 00:00"]), format("%d.%m.%Y %H:%M"));
    }

    #[test]
    fn what_the_values_leave_open_is_asked() {
        let ambiguous = finding(&["01/02/1960", "03/04/1961"]);
        assert_eq!(
            ambiguous,
            Some(DateFinding::Ambiguous("%d/%m/%Y".to_owned(), "%m/%d/%Y".to_owned()))
        );
        assert_eq!(
            finding(&["31.12.60", "01.02.61"]),
            Some(DateFinding::ShortYear("%d.%m.%y".to_owned()))
        );
    }

    #[test]
    fn other_values_are_no_dates() {
        for values in [
            &["31.12.1960", "soon"][..],
            &["12345678"],
            &["19601399"],
            &["1960", "1961"],
            &["2024-01-31", "2023-12-01"],
            &["555-1234"],
            &["10.0.0.1"],
            &[],
        ] {
            assert_eq!(finding(values), None, "{values:?}");
        }
    }
}
