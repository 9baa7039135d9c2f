//! Reading an experiment's rows again.

use incrowd_render::{Series, SeriesKind};

use crate::{ResultRow, ResultRows};

/// A row whose cells are asked for by name.
#[derive(Clone, Copy)]
pub(crate) struct NamedCells<'r> {
    columns: &'r [String],
    row: &'r ResultRow,
}

/// All rows of an experiment, in order.
pub(crate) fn figures(rows: &ResultRows) -> impl Iterator<Item = NamedCells<'_>> + Clone {
    rows.rows.iter().map(|row| NamedCells { columns: &rows.columns, row })
}

impl<'r> NamedCells<'r> {
    /// A cell; empty if there is none of that name.
    pub fn text(self, column: &str) -> &'r str {
        let place = self.columns.iter().position(|name| name == column);
        place.and_then(|place| self.row.get(place)).map_or("", String::as_str)
    }

    /// A cell that holds a number; nothing if it does not.
    pub fn number(self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }

    /// Two numbers, if both are there.
    pub fn pair(self, one: &str, other: &str) -> Option<(f64, f64)> {
        self.number(one).zip(self.number(other))
    }

    /// One number as a share of another, in percent.
    pub fn share(self, part: &str, whole: &str) -> Option<f64> {
        self.pair(part, whole).and_then(|(part, whole)| hundredths(part, whole))
    }

    /// Whether a cell says so.
    pub fn is(self, column: &str, text: &str) -> bool {
        self.text(column) == text
    }
}

/// The sum of a column; not a number if a cell holds none.
pub(crate) fn sum<'r>(rows: impl Iterator<Item = NamedCells<'r>>, column: &str) -> f64 {
    rows.fold(0.0, |sum, row| sum + row.number(column).unwrap_or(f64::NAN))
}

/// A line through the rows that have both figures.
pub(crate) fn series<'r>(
    name: &str,
    kind: SeriesKind,
    rows: impl Iterator<Item = NamedCells<'r>>,
    x: &str,
    y: &str,
) -> Series {
    let points = rows.filter_map(|row| Some((row.number(x)?, row.number(y))));
    Series { name: name.to_owned(), kind, points: points.collect() }
}

/// A share in percent; nothing if there is no whole.
pub(crate) fn hundredths(part: f64, whole: f64) -> Option<f64> {
    Some(100.0 * part / whole).filter(|share| share.is_finite())
}

/// A share in words.
pub(crate) fn percent(part: f64, whole: f64) -> String {
    hundredths(part, whole).map_or_else(|| "none".to_owned(), |share| format!("{share:.1}%"))
}

/// The least, the quartiles and the greatest of some numbers, each one of them.
pub(crate) fn five(numbers: impl Iterator<Item = f64>) -> Option<[f64; 5]> {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    Some([0, 1, 2, 3, 4].map(|quarter| sorted[(last * quarter + 2) / 4]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_numbers_are_some_of_those_given() {
        assert_eq!(five([].into_iter()), None);
        assert_eq!(five([7.0].into_iter()), Some([7.0; 5]));
        let numbers = [5.0, 1.0, 3.0, 2.0, 4.0];
        assert_eq!(five(numbers.into_iter()), Some([1.0, 2.0, 3.0, 4.0, 5.0]));
        assert_eq!(five([1.0, 2.0].into_iter()), Some([1.0, 1.0, 2.0, 2.0, 2.0]));
    }

    #[test]
    fn cells_are_found_by_name() {
        let columns = vec!["k".to_owned(), "node".to_owned()];
        let rows =
            ResultRows { columns, rows: vec![vec!["3".into(), "[1]".into()], vec!["x".into()]] };
        let all: Vec<NamedCells<'_>> = figures(&rows).collect();
        assert_eq!((all[0].number("k"), all[0].text("node")), (Some(3.0), "[1]"));
        assert!(all[1].number("k").is_none() && all[1].is("node", "") && all[1].is("rows", ""));
        assert_eq!((all[0].pair("k", "k"), all[0].pair("k", "node")), (Some((3.0, 3.0)), None));
        assert!(sum(figures(&rows), "k").is_nan(), "what is missing is not counted as nothing");
    }

    #[test]
    fn of_nothing_there_is_no_share() {
        assert_eq!([percent(1.0, 8.0), percent(0.0, 0.0)], ["12.5%", "none"]);
    }
}
