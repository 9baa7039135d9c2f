//! What was changed: what became of each column, with examples.

use incrowd_document::{CertifiedColumn, ColumnEvidence};

use super::layout::{first_rows, prose, table};
use crate::format::{self, cell};
use crate::{Grid, PageBlock};

/// Columns that have a line.
pub const LISTED: usize = 40;

/// Columns that have examples.
const EXEMPLIFIED: usize = 15;

/// What became of each column, by the evidence.
pub fn columns(columns: &[ColumnEvidence]) -> Vec<PageBlock> {
    by_column(columns).into_iter().chain(examples(columns)).collect()
}

/// A line for every column. Where every class has its own ranges, columns have no level.
fn by_column(columns: &[ColumnEvidence]) -> Vec<PageBlock> {
    let mut grid = Grid::new([
        "column",
        "role",
        "kind",
        "level",
        "of",
        "loss",
        "information kept",
        "distinct before",
        "distinct after",
    ]);
    for column in columns {
        grid.row([
            column.name.clone(),
            role(&column.role).to_owned(),
            column.kind.clone(),
            cell(column.level),
            cell(column.height),
            cell(column.loss),
            column.kept.map_or(format::NONE.to_owned(), format::share),
            column.distinct_before.to_string(),
            cell(column.distinct_after),
        ]);
    }
    let grid = known(grid);
    let leveled = grid.head.iter().any(|title| title == "level");
    let level = if leveled { "; level 0 is the original value" } else { "" };
    first_rows(&format!("Column by column{level}"), grid, LISTED)
}

/// A line for every column of a certificate.
pub fn certified_columns(columns: &[CertifiedColumn]) -> Vec<PageBlock> {
    let mut grid = Grid::new(["column", "role", "distinct after"]);
    for column in columns {
        let role = role(&column.role).to_owned();
        grid.row([column.name.clone(), role, cell(column.distinct_after)]);
    }
    first_rows("Column by column", known(grid), LISTED)
}

/// A table without columns in which no figure is known.
fn known(grid: Grid) -> Grid {
    let known: Vec<bool> = (0..grid.head.len())
        .map(|at| grid.rows.iter().any(|row| row[at] != format::NONE))
        .collect();
    let keep = |cells: Vec<String>| -> Vec<String> {
        cells.into_iter().zip(&known).filter_map(|(cell, &known)| known.then_some(cell)).collect()
    };
    let rows = grid.rows.into_iter().map(keep).collect();
    Grid { head: keep(grid.head), rows }
}

/// Values before and after, never rows: a row would be a person.
fn examples(columns: &[ColumnEvidence]) -> Option<PageBlock> {
    let mut grid = Grid::new(["column", "before", "after", "rows"]);
    for column in columns.iter().take(EXEMPLIFIED) {
        for example in &column.examples {
            let rows = example.rows.to_string();
            grid.row([&column.name, &example.before, &example.after, &rows]);
        }
    }
    table("Examples: single values before and after, and how many rows have them", grid)
}

/// The levels alone, where there is no evidence.
pub fn levels(levels: &[(String, u8)]) -> Vec<PageBlock> {
    let mut grid = Grid::new(["column", "level"]);
    for (column, level) in levels {
        grid.row([column.clone(), level.to_string()]);
    }
    let caption = "The level at which each column is published; level 0 is the original value";
    let lacking = prose(
        "Examples of values before and after are part of the evidence, which this document lacks.",
    );
    table(caption, grid).into_iter().chain([lacking]).collect()
}

/// A role in words.
pub fn role(name: &str) -> &str {
    match name {
        "id" => "identifying",
        "person" => "identifying, with several rows per person",
        "qi" => "quasi-identifier",
        other => other,
    }
}
