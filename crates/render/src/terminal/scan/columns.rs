//! The columns of a table and the roles that they seem to have.

use anstyle::Style;
use incrowd_document::ScanColumn;

use crate::terminal::grid::{CellAlignment, TextCell, TextGrid};
use crate::terminal::style::{BAD, FAINT, STRONG, WARNING};

/// The longest name that is shown whole.
const LONGEST_NAME: usize = 24;

/// Columns that are shown of a wide table.
const SHOWN: usize = 50;

/// The columns that matter most, in the order of the table: those that lead to people first, then
/// what others may know, what is sensitive, and of the rest those that tell people apart best.
fn that_matter(columns: &[ScanColumn]) -> Vec<&ScanColumn> {
    let rank = |column: &ScanColumn| match column.suggested_role.as_str() {
        "id" | "person" => 0,
        "qi" => 1,
        "sensitive" => 2,
        _ => 3,
    };
    let mut places: Vec<usize> = (0..columns.len()).collect();
    places.sort_by(|&a, &b| {
        let (a, b) = (&columns[a], &columns[b]);
        rank(a).cmp(&rank(b)).then_with(|| b.entropy.total_cmp(&a.entropy))
    });
    places.truncate(SHOWN);
    places.sort_unstable();
    places.into_iter().map(|place| &columns[place]).collect()
}

pub fn text(columns: &[ScanColumn]) -> String {
    let mut grid = TextGrid::new([
        ("column", CellAlignment::Left(LONGEST_NAME)),
        ("type", CellAlignment::Left(LONGEST_NAME)),
        ("distinct", CellAlignment::Right),
        ("missing", CellAlignment::Right),
        ("bits", CellAlignment::Right),
        ("role", CellAlignment::Left(LONGEST_NAME)),
        ("why", CellAlignment::Wrapped),
    ]);
    for column in that_matter(columns) {
        let role = &column.suggested_role;
        grid.add([
            TextCell::styled(&column.name, STRONG),
            column.kind.as_str().into(),
            column.distinct.to_string().into(),
            column.missing.to_string().into(),
            format!("{:.2}", column.entropy).into(),
            TextCell::styled(role, style(role)),
            TextCell::styled(&column.why, FAINT),
        ]);
    }
    let left = match columns.len() {
        all if all > SHOWN => {
            format!(
                "  {FAINT}the {SHOWN} of {all} columns that matter most; --json lists all{FAINT:#}\n"
            )
        }
        _ => String::new(),
    };
    format!("\n{}{left}", grid.text())
}

fn style(role: &str) -> Style {
    match role {
        "id" | "person" => BAD,
        "qi" => WARNING,
        "sensitive" => STRONG,
        _ => Style::new(),
    }
}
