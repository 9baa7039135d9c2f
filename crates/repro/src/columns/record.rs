//! Rows of figures by the names of their columns.

use incrowd_report::{Kind, Series};

use crate::{Row, Rows};

/// One row of figures.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    columns: &'a [String],
    row: &'a Row,
}

/// All rows.
pub fn records(rows: &Rows) -> impl Iterator<Item = Record<'_>> + Clone {
    rows.rows.iter().map(|row| Record { columns: &rows.columns, row })
}

impl<'a> Record<'a> {
    /// A cell; empty if there is no such column.
    pub fn text(self, column: &str) -> &'a str {
        let place = self.columns.iter().position(|name| name == column);
        place.and_then(|place| self.row.get(place)).map_or("", String::as_str)
    }

    /// A number; nothing if the cell holds none.
    pub fn number(self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }

    /// Two numbers, if both are there.
    pub fn pair(self, one: &str, other: &str) -> Option<(f64, f64)> {
        self.number(one).zip(self.number(other))
    }
}

/// A line through the rows that a test picks out.
pub fn series<'a>(
    name: &str,
    kind: Kind,
    records: impl Iterator<Item = Record<'a>>,
    x: &str,
    y: &str,
) -> Series {
    let points = records.filter_map(|record| Some((record.number(x)?, record.number(y))));
    Series { name: name.to_owned(), kind, points: points.collect() }
}

/// The words of a measurement's key.
pub fn words<const N: usize>(point: &str) -> Result<[&str; N], String> {
    let words: Vec<&str> = point.split(' ').collect();
    words.try_into().map_err(|_| unknown(point))
}

/// A number of a measurement's key.
pub fn whole(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| unknown(word))
}

/// There is no such measurement.
pub fn unknown(point: &str) -> String {
    format!("there is no measurement '{point}'")
}
