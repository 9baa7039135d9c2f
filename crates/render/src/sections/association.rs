//! How strongly pairs of columns are associated, before and after: what a model trained on the
//! table can still find.

use incrowd_judge::Association;

use super::layout::{heading, prose, table};
use crate::format::{self, cell};
use crate::{Chart, Grid, PageBlock, Surface};

/// Pairs that are listed.
const LISTED: usize = 15;

/// Columns from which on all pairs are drawn.
const DRAWN: usize = 3;

/// The strongest pairs, and all of them as a picture.
pub fn blocks(pairs: &[Association]) -> Vec<PageBlock> {
    if pairs.is_empty() {
        return Vec::new();
    }
    let alone = pairs.iter().all(|pair| pair.before.is_none());
    let mut blocks = vec![
        heading("Associated columns"),
        prose(
            "Association by Cramér's V, corrected for chance: 0 means that one column says nothing about the other, \
             1 that it says everything.",
        ),
    ];
    blocks.extend(strongest(pairs, alone));
    blocks.extend(picture(pairs, alone));
    blocks
}

/// The strongest pairs; of one table alone there is nothing to compare.
fn strongest(pairs: &[Association], alone: bool) -> Option<PageBlock> {
    let mut grid = match alone {
        true => Grid::new(["pair of columns", "this table"]),
        false => Grid::new(["pair of columns", "before", "after", "kept"]),
    };
    let strength = |pair: &Association| pair.before.or(pair.after).unwrap_or(0.0);
    let mut sorted: Vec<&Association> = pairs.iter().collect();
    sorted.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    for pair in sorted.into_iter().take(LISTED) {
        let name = pair.columns.join(" and ");
        let (before, after) = (cell(pair.before), cell(pair.after));
        match alone {
            true => grid.row([name, after]),
            false => grid.row([name, before, after, kept(pair)]),
        }
    }
    let caption = match pairs.len() {
        all if all > LISTED => format!("The {LISTED} strongest of {all} pairs"),
        _ => "Pairs of columns, the strongest first".to_owned(),
    };
    table(caption, grid)
}

/// The share of an association that is kept.
fn kept(pair: &Association) -> String {
    match (pair.before, pair.after) {
        (Some(before), Some(after)) if before > 0.0 => format::percent(after / before),
        _ => format::NONE.to_owned(),
    }
}

/// All pairs at once: below the diagonal before, above it after.
fn picture(pairs: &[Association], alone: bool) -> Option<PageBlock> {
    let mut names: Vec<&String> = Vec::new();
    for name in pairs.iter().flat_map(|pair| &pair.columns) {
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
        let [first, second] = &pair.columns;
        let (Some(first), Some(second)) = (place(first), place(second)) else { continue };
        let (low, high) = (first.min(second), first.max(second));
        values[high][low] = pair.before;
        values[low][high] = pair.after;
    }
    let names: Vec<String> = names.into_iter().cloned().collect();
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
    Some(PageBlock::Figure(caption.to_owned(), Chart::Surface(chart)))
}
