//! The columns of a table and the roles that they seem to have.

use anstyle::Style;
use incrowd_document::ScanColumn;

use crate::terminal::grid::{Cell, Grid, Set};
use crate::terminal::style::{BAD, FAINT, STRONG, WARNING};

/// The longest name that is shown whole.
const LONGEST_NAME: usize = 24;

pub fn text(columns: &[ScanColumn]) -> String {
    let mut grid = Grid::new([
        ("column", Set::Left(LONGEST_NAME)),
        ("type", Set::Left(LONGEST_NAME)),
        ("distinct", Set::Right),
        ("missing", Set::Right),
        ("bits", Set::Right),
        ("role", Set::Left(LONGEST_NAME)),
        ("why", Set::Wrapped),
    ]);
    for column in columns {
        let role = &column.suggested_role;
        grid.add([
            Cell::styled(&column.name, STRONG),
            column.kind.as_str().into(),
            column.distinct.to_string().into(),
            column.missing.to_string().into(),
            format!("{:.2}", column.entropy).into(),
            Cell::styled(role, style(role)),
            Cell::styled(&column.why, FAINT),
        ]);
    }
    format!("\n{}", grid.text())
}

fn style(role: &str) -> Style {
    match role {
        "id" | "person" => BAD,
        "qi" => WARNING,
        "sensitive" => STRONG,
        _ => Style::new(),
    }
}
