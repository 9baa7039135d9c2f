//! The columns of a table and the parts that they seem to play.

use crate::survey::Column;
use anstyle::Style;
use incrowd_columns::identify::Role;
use serde_json::{Value, json};

use crate::run::style::{BAD, FAINT, STRONG, WARNING};
use incrowd_render::terminal::grid::{Cell, Grid, Set};

/// No name is longer in a readable answer.
const LONGEST_NAME: usize = 24;

pub fn json(columns: &[Column]) -> Value {
    let column = |column: &Column| {
        json!({
            "name": column.name,
            "type": column.kind.name(),
            "distinct": column.distinct,
            "missing": column.missing,
            "entropy": column.entropy,
            "unique_rows": column.unique_rows,
            "suggested_role": column.suggestion.role.name(),
            "why": column.suggestion.why,
        })
    };
    columns.iter().map(column).collect()
}

pub fn text(columns: &[Column]) -> String {
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
        let role = column.suggestion.role;
        grid.add([
            Cell::styled(&column.name, STRONG),
            column.kind.name().into(),
            column.distinct.to_string().into(),
            column.missing.to_string().into(),
            format!("{:.2}", column.entropy).into(),
            Cell::styled(role.name(), style(role)),
            Cell::styled(&column.suggestion.why, FAINT),
        ]);
    }
    format!("\n{}", grid.text())
}

fn style(role: Role) -> Style {
    match role {
        Role::Identifier => BAD,
        Role::QuasiIdentifier => WARNING,
        Role::Sensitive => STRONG,
        Role::Plain => Style::new(),
    }
}
