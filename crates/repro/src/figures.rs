//! Reading an experiment's rows again.

use crate::{Row, Rows, Verdict};

/// A row whose cells are asked for by name.
#[derive(Clone, Copy)]
pub(crate) struct Figures<'r> {
    columns: &'r [String],
    row: &'r Row,
}

/// All rows of an experiment, in order.
pub(crate) fn figures(rows: &Rows) -> impl Iterator<Item = Figures<'_>> + Clone {
    rows.rows.iter().map(|row| Figures { columns: &rows.columns, row })
}

impl<'r> Figures<'r> {
    /// A cell; empty if there is none of that name.
    pub fn text(self, column: &str) -> &'r str {
        let place = self.columns.iter().position(|name| name == column);
        place.and_then(|place| self.row.get(place)).map_or("", String::as_str)
    }

    /// A cell that holds a number; not a number if it does not.
    pub fn number(self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or(f64::NAN)
    }

    /// Whether a cell says so.
    pub fn is(self, column: &str, text: &str) -> bool {
        self.text(column) == text
    }
}

/// The sum of a column.
pub(crate) fn sum<'r>(rows: impl Iterator<Item = Figures<'r>>, column: &str) -> f64 {
    rows.map(|row| row.number(column)).sum()
}

/// A share in words.
pub(crate) fn percent(part: f64, whole: f64) -> String {
    if whole > 0.0 { format!("{:.1} %", 100.0 * part / whole) } else { "none".to_owned() }
}

/// The least, the quartiles and the greatest of some numbers, each one of them.
pub(crate) fn five(numbers: impl Iterator<Item = f64>) -> Option<[f64; 5]> {
    let mut sorted: Vec<f64> = numbers.filter(|number| !number.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    Some([0, 1, 2, 3, 4].map(|quarter| sorted[(last * quarter + 2) / 4]))
}

/// What so many cases of so many say about a claim that is meant of all.
pub(crate) fn of_all(so: f64, all: f64) -> Verdict {
    match all {
        0.0 => Verdict::CannotBeTold,
        _ if so == all => Verdict::Reproduces,
        _ if so == 0.0 => Verdict::DoesNot,
        _ => Verdict::Partly,
    }
}

/// What a finding says about a claim that it can only confirm or refute.
pub(crate) fn settled(known: bool, so: bool) -> Verdict {
    match (known, so) {
        (false, _) => Verdict::CannotBeTold,
        (true, true) => Verdict::Reproduces,
        (true, false) => Verdict::DoesNot,
    }
}

/// The reason, where a claim does not reproduce in full.
pub(crate) fn why_not(verdict: Verdict, reason: &str) -> String {
    match verdict {
        Verdict::Partly | Verdict::DoesNot => reason.to_owned(),
        Verdict::Reproduces | Verdict::CannotBeTold => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_numbers_are_some_of_those_given() {
        assert_eq!(five([].into_iter()), None);
        assert_eq!(five([7.0].into_iter()), Some([7.0; 5]));
        let numbers = [5.0, 1.0, f64::NAN, 3.0, 2.0, 4.0];
        assert_eq!(five(numbers.into_iter()), Some([1.0, 2.0, 3.0, 4.0, 5.0]));
        assert_eq!(five([1.0, 2.0].into_iter()), Some([1.0, 1.0, 2.0, 2.0, 2.0]));
    }

    #[test]
    fn cells_are_found_by_name() {
        let columns = vec!["k".to_owned(), "node".to_owned()];
        let rows = Rows { columns, rows: vec![vec!["3".into(), "[1]".into()], vec!["x".into()]] };
        let all: Vec<Figures<'_>> = figures(&rows).collect();
        assert_eq!((all[0].number("k"), all[0].text("node")), (3.0, "[1]"));
        assert!(all[1].number("k").is_nan() && all[1].is("node", "") && all[1].is("rows", ""));
    }

    #[test]
    fn a_claim_of_all_cases_is_partly_so_if_some_are() {
        let verdicts =
            [(0.0, 0.0), (0.0, 9.0), (4.0, 9.0), (9.0, 9.0)].map(|(so, all)| of_all(so, all));
        use Verdict::{CannotBeTold, DoesNot, Partly, Reproduces};
        assert_eq!(verdicts, [CannotBeTold, DoesNot, Partly, Reproduces]);
    }
}
