//! What was changed: what became of each column, with examples, and of the rows.

use crate::{Block, Grid};

use super::frame::{list, prose, table};
use super::part::{Part, Read};
use super::verdict::share_of_rows;
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
    let mut points = evidence.map(roles).transpose()?.unwrap_or_default();
    points.extend(rows(whole, evidence)?);
    blocks.extend(list(points));
    Ok(blocks)
}

/// A line for every column.
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
    Ok(table("What became of each column; level 0 is the value as it was", grid))
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
    for (column, _) in levels.entries() {
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

/// Which column plays which part.
fn roles(evidence: &Part<'_>) -> Read<Vec<String>> {
    let Some(roles) = evidence.part("roles")? else { return Ok(Vec::new()) };
    let known = [
        ("id", "Identifying columns, dropped"),
        ("qi", "Quasi-identifiers, generalized"),
        ("sensitive", "Sensitive columns, kept as they were"),
        ("plain", "Plain columns, kept as they were"),
    ];
    let mut points = Vec::new();
    for (key, title) in known {
        let columns = roles.texts(key)?;
        if !columns.is_empty() {
            points.push(format!("{title}: {}.", columns.join(", ")));
        }
    }
    Ok(points)
}

/// What became of the rows.
fn rows(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<String>> {
    let Some(rows) = whole.part("rows")? else { return Ok(Vec::new()) };
    let mut points = Vec::new();
    if let Some(suppressed) = share_of_rows(&rows, "suppressed", "input")? {
        points.push(format!(
            "Rows left out, because their classes did not meet the demands: {suppressed}."
        ));
    }
    if let Some(group) = whole.text("group")? {
        points.push(format!(
            "The rows of a class are dealt into groups, told apart by the added column '{group}'."
        ));
    }
    if let Some(secrets) = whole.text("secrets")? {
        points.push(format!("The sensitive values are published apart, by group, in {secrets}."));
    }
    let order = evidence.map(|evidence| evidence.text("order")).transpose()?.flatten();
    points.push(
        match order {
            Some("shuffled") => "Rows are in an order that chance decided.",
            Some("input") => {
                "Rows stand in the order of the original table: if that says something about people, it gives it \
                 away (--order shuffled)."
            }
            _ => {
                "Rows stand in the order of the original table unless the configuration shuffles them; an order that \
                 says something about people gives it away."
            }
        }
        .to_owned(),
    );
    Ok(points)
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
