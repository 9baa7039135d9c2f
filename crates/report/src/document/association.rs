//! Which pairs of columns go together, before and after: what a model that is trained on the table
//! can still find.

use crate::{Block, Chart, Grid, Surface};

use super::frame::{heading, prose, table};
use super::part::{Part, Read};
use super::words;

/// Pairs that are listed.
const LISTED: usize = 15;

/// Columns from which on all pairs are drawn.
const DRAWN: usize = 3;

/// Two columns and how far they go together.
struct Pair<'a> {
    columns: [&'a str; 2],
    before: Option<f64>,
    after: Option<f64>,
    cells: [String; 2],
}

impl<'a> Pair<'a> {
    /// A pair, if it names two columns.
    fn read(part: &Part<'a>) -> Read<Option<Self>> {
        let [first, second] = part.texts("columns")?[..] else { return Ok(None) };
        Ok(Some(Pair {
            columns: [first, second],
            before: part.float("before")?,
            after: part.float("after")?,
            cells: [part.cell("before")?, part.cell("after")?],
        }))
    }

    /// The share of the association that is kept.
    fn kept(&self) -> String {
        match (self.before, self.after) {
            (Some(before), Some(after)) if before > 0.0 => words::percent(after / before),
            _ => words::NONE.to_owned(),
        }
    }

    fn strength(&self) -> f64 {
        self.before.or(self.after).unwrap_or(0.0)
    }
}

/// The strongest pairs, and all of them as a picture.
pub fn blocks(parts: &[Part<'_>]) -> Read<Vec<Block>> {
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    for part in parts {
        pairs.extend(Pair::read(part)?);
    }
    if pairs.is_empty() {
        return Ok(Vec::new());
    }
    let alone = pairs.iter().all(|pair| pair.before.is_none());
    let picture = picture(&pairs, alone);
    pairs.sort_by(|a, b| b.strength().total_cmp(&a.strength()));
    let mut blocks = vec![
        heading("Which columns go together"),
        prose(
            "Association by Cramér's V, corrected for chance: 0 means that one column says nothing about the other, \
             1 that it says everything.",
        ),
    ];
    blocks.extend(strongest(&pairs, alone));
    blocks.extend(picture);
    Ok(blocks)
}

/// The strongest pairs; of one table alone there is nothing to compare.
fn strongest(pairs: &[Pair<'_>], alone: bool) -> Option<Block> {
    let mut grid = match alone {
        true => Grid::new(["pair of columns", "this table"]),
        false => Grid::new(["pair of columns", "before", "after", "kept"]),
    };
    for pair in pairs.iter().take(LISTED) {
        let [before, after] = pair.cells.clone();
        let name = pair.columns.join(" and ");
        match alone {
            true => grid.row([name, after]),
            false => grid.row([name, before, after, pair.kept()]),
        }
    }
    let caption = match pairs.len() {
        all if all > LISTED => format!("The {LISTED} strongest of {all} pairs"),
        _ => "Pairs of columns, the strongest first".to_owned(),
    };
    table(caption, grid)
}

/// All pairs at once: below the diagonal before, above it after.
fn picture(pairs: &[Pair<'_>], alone: bool) -> Option<Block> {
    let mut names: Vec<&str> = Vec::new();
    for name in pairs.iter().flat_map(|pair| pair.columns) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() < DRAWN {
        return None;
    }
    let mut values = vec![vec![None; names.len()]; names.len()];
    let place = |name| names.iter().position(|other| *other == name);
    for pair in pairs {
        let [first, second] = pair.columns.map(place);
        let (Some(first), Some(second)) = (first, second) else { continue };
        let (low, high) = (first.min(second), first.max(second));
        values[high][low] = pair.before;
        values[low][high] = pair.after;
    }
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let chart = Surface {
        title: "Association of pairs of columns".to_owned(),
        x: ("column".to_owned(), names.clone()),
        y: ("column".to_owned(), names),
        z: "Cramér's V".to_owned(),
        values,
    };
    let caption = match alone {
        true => "Every pair of columns.",
        false => "Every pair of columns: below the diagonal before, above it after.",
    };
    Some(Block::Figure(caption.to_owned(), Chart::Surface(chart)))
}
