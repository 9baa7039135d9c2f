//! How far sets of columns single people out.

use std::fmt::Write;

use incrowd_document::{ColumnSet, ScanDocument};
use serde_json::Number;

use crate::terminal::grid::{CellAlignment, TextCell, TextGrid};
use crate::terminal::style::{BAD, FAINT, STRONG, WARNING};
use crate::text::first_of;

use super::{asked, percent};

pub fn text(document: &ScanDocument) -> String {
    let Some(first) = document.sets.first() else {
        return "\nNo column seems to be a quasi-identifier; measure any set of columns with --set.\n"
            .to_owned();
    };
    let estimated = document.sets.iter().any(|set| set.uniqueness.is_some());
    let mut heads = vec![
        ("set", CellAlignment::Wrapped),
        ("unique", CellAlignment::Right),
        ("share", CellAlignment::Right),
        ("smallest", CellAlignment::Right),
        ("apart", CellAlignment::Right),
        ("domain", CellAlignment::Right),
        ("at most", CellAlignment::Right),
        ("k about", CellAlignment::Right),
        ("dangerous", CellAlignment::Left(9)),
    ];
    heads.extend(estimated.then_some(("people", CellAlignment::Right)));
    let alpha = document.search.alpha;
    let mut grid = TextGrid::new(heads);
    document.sets.iter().for_each(|set| grid.add(cells(set, alpha, estimated)));
    let mut text = format!("\n{STRONG}Sets of columns{STRONG:#}\n{}", grid.text());
    let counted = match document.people {
        Some(_) => {
            "unique, share: people whom the set singles out by one of their rows. smallest: people of the\n  \
             smallest class. apart: share of the others whom the rarest row of a person tells apart, on average."
        }
        None => {
            "unique, share: rows that the set singles out. smallest: rows of the smallest class. apart:\n  \
             share of pairs of rows told apart."
        }
    };
    let _ = writeln!(
        text,
        "  {FAINT}{counted} The other columns follow from the domain alone, for\n  \
         {} people. at most: largest expected share of unique people. k about: people per\n  \
         combination. dangerous: whether {} of the people may be unique. A set that is unlikely to be\n  \
         dangerous is not safe: trust the counts.{FAINT:#}",
        first.universe,
        asked(alpha)
    );
    if estimated {
        let _ = writeln!(
            text,
            "  {FAINT}people: about so many of the {} are unique, estimated from the counts, if the table is a\n  \
             random sample of them.{FAINT:#}",
            first.universe
        );
    }
    text
}

/// Columns of a set that are named.
const NAMED: usize = 12;

/// The line of a set.
fn cells(set: &ColumnSet, alpha: f64, estimated: bool) -> Vec<TextCell> {
    let share = |share: Option<f64>| share.map_or("-".to_owned(), percent);
    let singles = set.unique_fraction.is_some_and(|share| share >= alpha);
    let unique = set.unique_rows.to_string();
    // A domain beyond all numbers is written as null.
    let domain = set.domain.as_ref().and_then(Number::as_f64).unwrap_or(f64::INFINITY);
    let mut cells = vec![
        first_of(&set.columns, NAMED).into(),
        if singles { TextCell::styled(unique, BAD) } else { unique.into() },
        share(set.unique_fraction).into(),
        set.smallest_class.to_string().into(),
        share(set.separation).into(),
        large(domain).into(),
        percent(set.bound).into(),
        large(set.k_estimate).into(),
        if set.dangerous { TextCell::styled("may be", WARNING) } else { "unlikely".into() },
    ];
    if estimated {
        let people = set.uniqueness.as_ref().map(|found| large(found.estimate.uniques.round()));
        cells.push(people.unwrap_or_else(|| "-".to_owned()).into());
    }
    cells
}

/// A large number in few letters.
fn large(value: f64) -> String {
    match value {
        value if value < 1e2 && value.fract() != 0.0 => format!("{value:.1}"),
        value if value < 1e7 => format!("{value:.0}"),
        value => format!("{value:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::large;

    #[test]
    fn large_numbers_are_short() {
        for (value, text) in
            [(2.0, "2"), (2.56, "2.6"), (1234.5, "1234"), (4e9, "4.0e9"), (9_999_999.0, "9999999")]
        {
            assert_eq!(large(value), text);
        }
    }
}
