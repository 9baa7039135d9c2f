//! What a check measured of each sensitive column: the worst over all classes, by every model.

use crate::{Block, Grid};

use super::frame::table;
use super::part::{Part, Read};
use super::recoding::Recoding;
use super::words;

/// The measures of a sensitive column, and what they are.
const MEASURES: [(&str, &str); 12] = [
    ("p", "fewest different values of a class (p)"),
    ("distinct_l", "distinct l: the same"),
    ("frequency_l", "frequency l: fewest rows per row of the most frequent value"),
    ("entropy_l", "entropy l: fewest values that would be as uncertain"),
    ("alpha", "alpha: largest share of one value in a class"),
    ("t", "t: largest distance of a class from the table"),
    ("t_ordered", "t, with values apart by rank"),
    ("basic_beta", "basic beta: largest relative gain of a value in a class"),
    ("enhanced_beta", "enhanced beta, as commonly printed"),
    ("enhanced_beta_holds_for", "least beta of which the enhanced model holds"),
    ("delta_disclosure", "delta-disclosure, of values that are present"),
    ("delta_disclosure_strict", "least delta of which delta-disclosure holds"),
];

/// The measures of nearness.
const NEARNESS: [(&str, &str); 3] = [
    ("eps_m", "m of (eps,m)-anonymity"),
    ("delta_l_definition", "l of (delta,l)-diversity, by definition"),
    ("delta_l_window", "l of (delta,l)-diversity, by window"),
];

/// A column of figures for every sensitive column.
pub fn blocks(whole: &Part<'_>, recoding: Recoding) -> Read<Vec<Block>> {
    let mut blocks = Vec::new();
    let secrets = whole.named("sensitive")?;
    let caption = match recoding {
        Recoding::Anatomy => "Sensitive columns: the worst over all classes, which are groups here",
        Recoding::Generalized | Recoding::Randomised => {
            "Sensitive columns: the worst over all classes"
        }
    };
    blocks.extend(measures(&secrets, &MEASURES, caption)?);
    blocks.extend(recursive(&secrets)?);
    let near = whole.named("proximity")?;
    blocks.extend(measures(
        &near,
        &NEARNESS,
        "Nearness of sensitive numbers: the worst over all classes",
    )?);
    Ok(blocks)
}

fn measures(
    columns: &[(&str, Part<'_>)],
    names: &[(&str, &str)],
    caption: &str,
) -> Read<Option<Block>> {
    let mut grid = Grid::new(["measure"].into_iter().chain(columns.iter().map(|(name, _)| *name)));
    for (key, title) in names {
        let mut cells = vec![(*title).to_owned()];
        for (_, column) in columns {
            cells.push(column.cell(key)?);
        }
        if cells[1..].iter().any(|cell| cell != words::NONE) {
            grid.row(cells);
        }
    }
    Ok(table(caption, grid))
}

/// Recursive diversity: a figure for every l.
fn recursive(columns: &[(&str, Part<'_>)]) -> Read<Option<Block>> {
    let mut grid = Grid::new(["column", "l", "largest r1 / (rl + .. + rm)"]);
    for (name, column) in columns {
        let Some(found) = column.part("recursive_c")? else { continue };
        for (l, _) in found.entries() {
            grid.row([(*name).to_owned(), l.to_owned(), found.cell(l)?]);
        }
    }
    Ok(table(
        "Recursive (c,l)-diversity: c must be above the figure; where there is no line, a class has fewer values",
        grid,
    ))
}
