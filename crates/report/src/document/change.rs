//! What was changed: what became of each column, with examples, and of the rows.

use crate::{Block, Grid};

use super::fate;
use super::frame::{list, prose, table};
use super::part::{Part, Read};
use super::words;

/// What became of columns and rows.
pub fn blocks(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let columns = evidence.map(|found| found.parts("columns")).transpose()?.unwrap_or_default();
    let mut blocks = Vec::new();
    if columns.is_empty() {
        blocks.extend(levels(whole)?);
    } else {
        blocks.extend(by_column(&columns)?);
        blocks.extend(examples(&columns)?);
    }
    blocks.extend(list(fate::points(whole, evidence)?));
    Ok(blocks)
}

/// A line for every column. What is known of none of them is left out: whole columns have no level
/// where every class has its own, and certificates keep nothing of before.
fn by_column(columns: &[Part<'_>]) -> Read<Option<Block>> {
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
        let kept = match (column.figure("kept")?, column.float("kept")?) {
            (Some(figure), Some(share)) => format!("{figure} ({})", words::percent(share)),
            _ => words::NONE.to_owned(),
        };
        grid.row([
            column.word("name")?,
            role(&column.word("role")?),
            column.word("kind")?,
            column.cell("level")?,
            column.cell("height")?,
            column.cell("loss")?,
            kept,
            column.cell("distinct_before")?,
            column.cell("distinct_after")?,
        ]);
    }
    let grid = known(grid);
    let leveled = grid.head.iter().any(|title| title == "level");
    let level = if leveled { "; level 0 is the value as it was" } else { "" };
    Ok(table(format!("Column by column{level}"), grid))
}

/// A table without the columns that say nothing.
fn known(grid: Grid) -> Grid {
    let said: Vec<bool> =
        (0..grid.head.len()).map(|at| grid.rows.iter().any(|row| row[at] != words::NONE)).collect();
    let keep = |cells: Vec<String>| -> Vec<String> {
        cells.into_iter().zip(&said).filter_map(|(cell, &said)| said.then_some(cell)).collect()
    };
    let rows = grid.rows.into_iter().map(keep).collect();
    Grid { head: keep(grid.head), rows }
}

/// Values before and after, never rows: a row would be a person.
fn examples(columns: &[Part<'_>]) -> Read<Option<Block>> {
    let mut grid = Grid::new(["column", "before", "after", "rows"]);
    for column in columns {
        for example in column.parts("examples")? {
            grid.row([
                column.word("name")?,
                example.word("before")?,
                example.word("after")?,
                example.cell("rows")?,
            ]);
        }
    }
    Ok(table("Examples: single values before and after, and how many rows have them", grid))
}

/// The levels alone, where there is no evidence.
fn levels(whole: &Part<'_>) -> Read<Vec<Block>> {
    let Some(levels) = whole.part("levels")? else { return Ok(Vec::new()) };
    let mut grid = Grid::new(["column", "level"]);
    for column in levels.keys() {
        grid.row([column.to_owned(), levels.cell(column)?]);
    }
    let mut blocks: Vec<Block> =
        table("The level at which each column is published; level 0 is the value as it was", grid)
            .into_iter()
            .collect();
    blocks.push(prose(
        "Examples of values before and after are part of the evidence, which this document lacks.",
    ));
    Ok(blocks)
}

/// A role in a word.
pub fn role(name: &str) -> String {
    match name {
        "id" => "identifying",
        "qi" => "quasi-identifier",
        other => other,
    }
    .to_owned()
}
