//! The first page, which is enough to sign or to refuse: every column with its role and reason, what
//! the recipient can still compute, and the fields to fill.

use incrowd_document::{ColumnRole, Evidence};
use incrowd_judge::{CellShares, Contingency, Fit, FittedRows, NumberSummary, Regression};

use super::changes::role;
use super::layout::{heading, prose, table};
use crate::format::{self, FormatNumber, cell};
use crate::{Grid, PageBlock};

/// Columns that have a line each; of more, those that are treated alike share one.
const EACH: usize = 20;

/// From so many on, columns that follow each other are named by the first and the last.
const RUN: usize = 4;

/// Columns of numbers on the first page; the rest stands with the details.
const NUMBERS: usize = 6;

/// What a signature is for.
const FIELDS: [&str; 4] = ["Legal basis", "Prepared by", "Date", "Signature"];

/// Roles, use and fields, from the evidence.
pub fn blocks(evidence: Option<&Evidence>) -> Vec<PageBlock> {
    let Some(evidence) = evidence else { return vec![fields(None)] };
    let mut blocks: Vec<PageBlock> =
        roles(evidence.every_column.as_deref().unwrap_or_default()).into_iter().collect();
    blocks.extend(use_of(evidence));
    blocks.push(fields(evidence.purpose.as_deref()));
    blocks
}

/// The lines to fill.
fn fields(purpose: Option<&str>) -> PageBlock {
    let first = ("Recipient and purpose".to_owned(), purpose.unwrap_or_default().to_owned());
    let others = FIELDS.map(|field| (field.to_owned(), String::new()));
    PageBlock::Fields([first].into_iter().chain(others).collect())
}

/// Every column. Where there are many, columns of one role that are treated alike share a line.
fn roles(columns: &[ColumnRole]) -> Option<PageBlock> {
    let mut lines: Vec<(Vec<usize>, &ColumnRole)> = Vec::new();
    for (place, column) in columns.iter().enumerate() {
        let alike = |other: &ColumnRole| {
            (&other.role, &other.reason, &other.published)
                == (&column.role, &column.reason, &column.published)
        };
        let line = lines.iter_mut().find(|(_, first)| columns.len() > EACH && alike(first));
        match line {
            Some((places, _)) => places.push(place),
            None => lines.push((vec![place], column)),
        }
    }
    let mut grid = Grid::new(["column", "role", "why", "published"]);
    for (places, column) in lines {
        let role = role(&column.role).to_owned();
        grid.row([runs(columns, &places), role, column.reason.clone(), column.published.clone()]);
    }
    table(format!("Every column of the table ({})", columns.len()), grid)
}

/// Names of columns; many that follow each other in the table are named by the first and the last.
fn runs(columns: &[ColumnRole], places: &[usize]) -> String {
    let name = |place: &usize| columns[*place].name.as_str();
    let run = |run: &[usize]| match run {
        [first, .., last] if run.len() >= RUN => {
            format!("{} to {} ({} columns)", name(first), name(last), run.len())
        }
        run => run.iter().map(name).collect::<Vec<_>>().join(", "),
    };
    let runs = places.chunk_by(|one, next| one + 1 == *next);
    runs.map(run).collect::<Vec<_>>().join(", ")
}

/// What the recipient can still do: the first figures of any analysis, before and after.
fn use_of(evidence: &Evidence) -> Vec<PageBlock> {
    let Some(summaries) = &evidence.summaries else { return Vec::new() };
    let first = &summaries.numbers[..summaries.numbers.len().min(NUMBERS)];
    let mut blocks: Vec<PageBlock> = numbers(first).into_iter().collect();
    blocks.extend(summaries.fit.as_ref().map(fit));
    if blocks.is_empty() {
        return blocks;
    }
    let mut told = vec![heading("What the recipient can still do with it")];
    told.extend(blocks);
    told.push(prose(
        "After: from the published file. A range counts evenly for its values, a hidden cell as missing.",
    ));
    told
}

/// The summaries that the first page has no room for.
pub fn more_numbers(evidence: &Evidence) -> Option<PageBlock> {
    let all = evidence.summaries.as_ref().map_or(&[][..], |summaries| &summaries.numbers);
    numbers(all.get(NUMBERS..)?)
}

/// Means and quartiles: before, and after in a line below.
fn numbers(summaries: &[NumberSummary]) -> Option<PageBlock> {
    let mut grid =
        Grid::new(["column", "", "rows", "mean", "lower quartile", "median", "upper quartile"]);
    for NumberSummary { column, before, after } in summaries {
        let sides = [("before", before), ("after", after)];
        for (at, (side, found)) in sides.into_iter().enumerate() {
            let only = before.is_none();
            if only && at == 0 {
                continue;
            }
            let name = if at == 0 || only { column.as_str() } else { "" };
            let side = if only { "this table" } else { side };
            let figure = |figure: Option<f64>| cell(figure);
            grid.row([
                name.to_owned(),
                side.to_owned(),
                found.map_or("0".to_owned(), |found| found.rows.to_string()),
                figure(found.map(|found| found.mean)),
                figure(found.map(|found| found.lower_quartile)),
                figure(found.map(|found| found.median)),
                figure(found.map(|found| found.upper_quartile)),
            ]);
        }
    }
    table("Means and quartiles of numbers", grid)
}

fn fit(fit: &Fit) -> PageBlock {
    match fit {
        Fit::Regression(found) => regression(found),
        Fit::Contingency(found) => contingency(found),
    }
}

/// The coefficients of a regression.
fn regression(found: &Regression) -> PageBlock {
    let alone = found.rows.before.is_none();
    let head: &[&str] =
        if alone { &["coefficient", "this table"] } else { &["coefficient", "before", "after"] };
    let mut grid = Grid::new(head.iter().copied());
    let mut line = |name: String, before: String, after: String| match alone {
        true => grid.row([name, after]),
        false => grid.row([name, before, after]),
    };
    for one in &found.coefficients {
        line(one.column.clone(), cell(one.before), cell(one.after));
    }
    let (before, after) = both(&found.intercept);
    line("constant".to_owned(), before, after);
    let (before, after) = both(&found.r_squared);
    line("variance explained (R²)".to_owned(), before, after);
    let (before, after) = both(&found.rows);
    line("rows".to_owned(), before, after);
    let names: Vec<&str> = found.coefficients.iter().map(|one| one.column.as_str()).collect();
    let by = crate::text::named(&names);
    PageBlock::Table(format!("Linear regression of {} on {by}", found.outcome), grid)
}

fn both<T: FormatNumber + Copy>(rows: &FittedRows<T>) -> (String, String) {
    (cell(rows.before), cell(rows.after))
}

/// The shares of a contingency table.
fn contingency(found: &Contingency) -> PageBlock {
    let head = std::iter::once(found.by.clone()).chain(found.values.iter().cloned());
    let mut grid = Grid::new(head);
    for row in &found.rows {
        let shares = row.shares.iter().map(share);
        grid.row(std::iter::once(row.value.clone()).chain(shares));
    }
    let alone = found.rows.iter().flat_map(|row| &row.shares).all(|cell| cell.before.is_none());
    let sides = if alone { "" } else { ": before → after" };
    let (outcome, by) = (&found.outcome, &found.by);
    PageBlock::Table(format!("Share of rows with each {outcome}, by {by}{sides}"), grid)
}

fn share(cell: &CellShares) -> String {
    let known = |share: Option<f64>| share.map_or(format::NONE.to_owned(), whole);
    match cell.before {
        None => known(cell.after),
        before => format!("{} → {}", known(before), known(cell.after)),
    }
}

/// A share in whole percent, so that many of them fit in a line.
fn whole(share: f64) -> String {
    match format!("{:.0}", 100.0 * share) {
        text if text == "0" && share > 0.0 => "<1%".to_owned(),
        text if text == "100" && share < 1.0 => ">99%".to_owned(),
        text => format!("{text}%"),
    }
}
