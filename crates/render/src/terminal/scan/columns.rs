//! The columns of a table and the roles that they seem to have.

use anstyle::Style;
use incrowd_document::ScanColumn;

use crate::terminal::grid::{CellAlignment, TextCell, TextGrid};
use crate::terminal::style::{BAD, FAINT, STRONG, WARNING};

/// The longest name that is shown whole.
const LONGEST_NAME: usize = 24;

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
    for column in columns {
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
