//! How the cells of a column are written: dates such as `31.12.1960`, numbers such as `1.234,5`.
//!
//! A table is read into one canonical spelling (`1960-12-31`, `1234.5`), and what is made of it is
//! written as the table writes it. Nothing between the two knows other spellings. Labels of
//! generalized values (`[1960-01-01,1960-12-31]`) are translated part by part.
//!
//! Both directions are inverse to each other: a cell that already has the canonical spelling of
//! another value is an error, because it would be published as something else.

mod date;
mod label;
mod number;
mod source;

pub use date::DateFormat;
pub use number::NumberFormat;

pub(crate) use source::FormattedTable;

use crate::error::Problem;

/// How the cells of a column are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellFormat {
    /// Dates.
    Date(DateFormat),
    /// Numbers.
    Number(NumberFormat),
}

/// What a cell is in the canonical spelling.
#[derive(Debug, PartialEq, Eq)]
enum Decoded {
    /// The same text, which is no value of the format.
    Same,
    /// Another text.
    Text(String),
    /// A text that would be taken for another value.
    Taken,
}

impl CellFormat {
    /// The canonical spelling of a cell; `None` if it stays as it is.
    ///
    /// # Errors
    /// A cell in the canonical spelling, which the format does not write.
    pub(crate) fn decode(&self, cell: &str) -> Result<Option<String>, Problem> {
        let mut taken = false;
        let value = |text: &str| match self.decode_value(text) {
            Decoded::Same => None,
            Decoded::Text(text) => Some(text),
            Decoded::Taken => {
                taken = true;
                None
            }
        };
        let text = label::translate(cell, self.separator(), ',', value);
        if taken { Err(self.taken()) } else { Ok(text) }
    }

    /// What a canonical text is published as; `None` if it stays as it is.
    #[must_use]
    pub fn encode(&self, text: &str) -> Option<String> {
        label::translate(text, ',', self.separator(), |value| match self {
            CellFormat::Date(format) => format.encode(value),
            CellFormat::Number(format) => format.encode(value),
        })
    }

    fn decode_value(&self, text: &str) -> Decoded {
        match self {
            CellFormat::Date(format) => format.decode(text),
            CellFormat::Number(format) => format.decode(text),
        }
    }

    /// What separates the ends of a range: a comma, unless values hold one.
    fn separator(&self) -> char {
        let comma = match self {
            CellFormat::Date(format) => format.text().contains(','),
            CellFormat::Number(format) => format.writes_commas(),
        };
        if comma { ';' } else { ',' }
    }

    fn taken(&self) -> Problem {
        Problem::Options(match self {
            CellFormat::Date(format) => format!(
                "is a date, but not as `date-format` says ('{}'); write all dates of the column alike",
                format.text()
            ),
            CellFormat::Number(format) => format!(
                "has a decimal point, but `decimal` says '{0}'; where only some columns have it, name \
                 them, as in `decimal 'income' = '{0}'`",
                format.decimal()
            ),
        })
    }
}

/// The formats of a table's columns.
///
/// A format without a column is that of all columns that have none of its kind, and of each cell
/// that it fits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formats {
    formats: Vec<(Option<String>, CellFormat)>,
}

impl Formats {
    /// The same with a format for a column, or for all. Separators of thousands are written in columns
    /// that are named: which others have them is not known.
    #[must_use]
    pub fn with(mut self, column: Option<String>, format: CellFormat) -> Formats {
        let format = match format {
            CellFormat::Number(format) if column.is_some() => {
                CellFormat::Number(format.in_groups())
            }
            format => format,
        };
        self.formats.push((column, format));
        self
    }

    /// The formats of a column: at most one of dates and one of numbers.
    #[must_use]
    pub fn of(&self, column: &str) -> Vec<CellFormat> {
        let find = |is_kind: &dyn Fn(&CellFormat) -> bool| {
            let of_kind = || self.formats.iter().filter(|(_, format)| is_kind(format));
            let own = of_kind().find(|(name, _)| name.as_deref() == Some(column));
            let all = || of_kind().find(|(name, _)| name.is_none());
            own.or_else(all).map(|(_, format)| format.clone())
        };
        let date = find(&|format| matches!(format, CellFormat::Date(_)));
        let number = find(&|format| matches!(format, CellFormat::Number(_)));
        date.into_iter().chain(number).collect()
    }

    /// How a column's dates are written, where that was said of this column.
    #[must_use]
    pub fn date_of(&self, column: &str) -> Option<&DateFormat> {
        self.formats.iter().find_map(|(name, format)| match format {
            CellFormat::Date(format) if name.as_deref() == Some(column) => Some(format),
            _ => None,
        })
    }

    /// The columns that have a format of their own.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.formats.iter().filter_map(|(name, _)| name.as_deref())
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.formats.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use proptest::prelude::*;

    use super::*;

    fn date(text: &str) -> CellFormat {
        CellFormat::Date(DateFormat::new(text).unwrap())
    }

    fn comma() -> CellFormat {
        CellFormat::Number(NumberFormat::new(',', Some('.')).unwrap())
    }

    fn grouped(decimal: char, thousands: char) -> CellFormat {
        CellFormat::Number(NumberFormat::new(decimal, Some(thousands)).unwrap().in_groups())
    }

    #[test]
    fn thousands_are_written_in_named_columns_only() {
        let formats = Formats::default().with(Some("pay".to_owned()), comma()).with(None, comma());
        let written = |column: &str| formats.of(column)[0].encode("1234.5").unwrap();
        assert_eq!((written("pay"), written("year")), ("1.234,5".into(), "1234,5".into()));
        for code in ["0123", "01067", "12", "1e9", "1.2.3", "."] {
            assert_eq!(grouped(',', '.').encode(code), None, "{code}");
        }
    }

    #[test]
    fn labels_are_translated_part_by_part_and_back() {
        for (format, canonical, written) in [
            (date("%d.%m.%Y"), "1960-12-31", "31.12.1960"),
            (date("%d.%m.%Y"), "[1960-01-02,1960-12-31]", "[02.01.1960,31.12.1960]"),
            (date("%d.%m.%Y"), "[1960-01-02,1961-01-02)", "[02.01.1960,02.01.1961)"),
            (date("%d.%m.%Y"), "{?|[1960-01-02,1960-12-31]}", "{?|[02.01.1960,31.12.1960]}"),
            (date("%d.%m.%Y"), "<1960-01-02", "<02.01.1960"),
            (date("%d.%m.%Y"), ">=1960-01-02", ">=02.01.1960"),
            (date("%b %d, %Y"), "[1960-01-02,1960-12-31]", "[Jan 02, 1960;Dec 31, 1960]"),
            (date("%Y%m%d"), "1925-01-02", "19250102"),
            (date("%Y-%m-%dT%H:%M:%SZ"), "2017-01-01T06:00:42", "2017-01-01T06:00:42Z"),
            (comma(), "1234.56", "1234,56"),
            (comma(), "[1.5,2]", "[1,5;2]"),
            (comma(), "{1.5|NA}", "{1,5|NA}"),
            (comma(), "-0.50", "-0,50"),
            (grouped(',', '.'), "1234.56", "1.234,56"),
            (grouped(',', '.'), "-1234567", "-1.234.567"),
            (grouped(',', '.'), "[1000,2500)", "[1.000;2.500)"),
            (grouped(',', '.'), "2500+", "2.500+"),
            (grouped('.', ','), "1234.5", "1,234.5"),
            (grouped('.', ','), "[1000,20000)", "[1,000;20,000)"),
            (grouped('.', ','), "{1000|?}", "{1,000|?}"),
        ] {
            assert_eq!(format.encode(canonical).as_deref(), Some(written));
            assert_eq!(format.decode(written).unwrap().as_deref(), Some(canonical), "{written}");
        }
    }

    proptest! {
        #[test]
        fn cells_round_trip(
            cents in -999_999_999_i64..999_999_999,
            days in 0_i64..80_000,
            seconds in 0_i64..86_400,
            place in 0_usize..6,
        ) {
            let number = format!("{}{}.{:02}", if cents < 0 { "-" } else { "" }, cents.abs() / 100, cents.abs() % 100);
            for format in [comma(), grouped(',', '.'), grouped('.', ','), grouped(',', ' ')] {
                let written = format.encode(&number).unwrap_or_else(|| number.clone());
                let read = format.decode(&written).unwrap().unwrap_or(written);
                prop_assert_eq!(&read, &number);
            }
            let moment = jiff::civil::date(1850, 1, 1).at(0, 0, 0, 0) + days.days() + seconds.seconds();
            let patterns = ["%d.%m.%Y", "%m/%d/%Y", "%Y%m%d", "%d %b %Y", "%B %-d, %Y", "%d.%m.%Y %H:%M:%S"];
            let format = date(patterns[place]);
            let has_time = patterns[place].contains("%H");
            let one = if has_time { moment.to_string() } else { moment.date().to_string() };
            for text in [one.clone(), format!("[{one},{one}]"), format!("{{?|{one}}}")] {
                let written = format.encode(&text).unwrap();
                prop_assert_eq!(format.decode(&written).unwrap(), Some(text), "{}", written);
            }
        }
    }

    #[test]
    fn other_texts_stay_what_they_are() {
        for text in ["", "*", "1960", "1960-12", "1960-Q4", "1960s", "soon", "32.12.1960", "{a|b}"]
        {
            assert_eq!(date("%d.%m.%Y").decode(text).unwrap(), None, "{text}");
            assert_eq!(date("%d.%m.%Y").encode(text), None, "{text}");
        }
        for text in ["", "*", "12", "1,2,3", "31.12.1960", "[1,2)", "a,b", "1.23,4", ",", "."] {
            assert_eq!(comma().decode(text).unwrap(), None, "{text}");
        }
    }

    #[test]
    fn what_would_be_taken_for_another_value_is_refused() {
        assert!(date("%d.%m.%Y").decode("1960-12-31").is_err());
        assert!(comma().decode("1.5").is_err());
        assert!(date("%d.%m.%Y").decode("{31.12.1960|1960-12-31}").is_err());
        // The day of a moment is a label of its own.
        assert_eq!(date("%d.%m.%Y %H:%M").decode("1960-12-31").unwrap(), None);
    }
}
