//! Risk before and after: three adversaries, the sizes of the classes, and the smallest ones.

use crate::{Axis, Bars, Block, Chart, Grid};

use super::frame::{both_sides, list, table};
use super::part::{Part, Read};
use super::recoding::Recoding;
use super::words;

/// The figures of a risk in the order in which they are shown.
const FIGURES: [(&str, &str); 8] = [
    ("rows", "rows"),
    ("classes", "classes of rows that look alike"),
    ("k", "rows of the smallest class (k)"),
    ("unique_rows", "rows that are alone in their class"),
    ("average_class", "rows of a class on average"),
    ("prosecutor", "prosecutor risk"),
    ("journalist", "journalist risk"),
    ("marketer", "marketer risk"),
];

/// What the three adversaries know.
const ADVERSARIES: [(&str, &str); 3] = [
    (
        "prosecutor",
        "Prosecutor: knows that a person is in the table and looks for the row. The chance of taking the right one, \
         where it is highest",
    ),
    (
        "journalist",
        "Journalist: has a register of the population and looks for anybody at all. The chance of naming the right \
         person, where it is highest",
    ),
    (
        "marketer",
        "Marketer: wants to recognise as many as possible. The share of rows that are expected to be right",
    ),
];

/// What a section on risk is called, by the sides that the evidence has.
pub fn title(evidence: Option<&Part<'_>>) -> Read<&'static str> {
    let risk = evidence.map(|evidence| evidence.part("risk")).transpose()?.flatten();
    let both = risk.is_some_and(|risk| risk.any("before").is_some() && risk.any("after").is_some());
    Ok(if both { "Risk before and after" } else { "Risk" })
}

/// Risk before and after, by the evidence; `alone` is what a table is called that is not compared.
pub fn blocks(evidence: &Part<'_>, alone: &str, recoding: Recoding) -> Read<Vec<Block>> {
    let mut blocks = Vec::new();
    if let Some(risk) = evidence.part("risk")? {
        let (before, after) = (risk.part("before")?, risk.part("after")?);
        let after_name = if before.is_some() { "after" } else { alone };
        let sides: Vec<(&str, &Part<'_>)> = [("before", &before), (after_name, &after)]
            .into_iter()
            .filter_map(|(name, found)| Some((name, found.as_ref()?)))
            .collect();
        blocks.extend(measured(&sides, recoding)?);
    }
    blocks.extend(sizes(&evidence.parts("class_sizes")?, alone)?);
    let mut grid = Grid::new(["class", "rows"]);
    for class in evidence.parts("smallest_classes")? {
        grid.row([class.word("class")?, class.cell("rows")?]);
    }
    blocks.extend(table("The smallest classes", grid));
    Ok(blocks)
}

/// The figures side by side, and the risks in words. One side may be lacking.
fn measured(sides: &[(&str, &Part<'_>)], recoding: Recoding) -> Read<Vec<Block>> {
    let mut grid = Grid::new(["measure"].into_iter().chain(sides.iter().map(|(name, _)| *name)));
    // Anatomy's classes are groups of secrets, which say nothing of who can be recognised.
    let about_rows = |key: &str| key != "classes" || recoding != Recoding::Anatomy;
    for (key, title) in FIGURES.into_iter().filter(|(key, _)| about_rows(key)) {
        let mut cells = vec![title.to_owned()];
        for (_, side) in sides {
            cells.push(side.cell(key)?);
        }
        if cells[1..].iter().any(|cell| cell != words::NONE) {
            grid.row(cells);
        }
    }
    let mut blocks: Vec<Block> = table("Classes and risks", grid).into_iter().collect();
    blocks.extend(adversaries(sides)?);
    Ok(blocks)
}

/// The three risks in words.
pub fn adversaries(sides: &[(&str, &Part<'_>)]) -> Read<Option<Block>> {
    let mut points = Vec::new();
    for (key, who) in ADVERSARIES {
        let mut chances = Vec::new();
        for (name, side) in sides {
            if let Some(risk) = side.float(key)? {
                chances.push(format!("{name} {} ({})", words::one_in(risk), words::percent(risk)));
            }
        }
        if !chances.is_empty() {
            points.push(format!("{who}: {}.", chances.join(", ")));
        }
    }
    Ok(list(points))
}

/// How many rows and classes there are by the size of the class.
fn sizes(bins: &[Part<'_>], alone: &str) -> Read<Vec<Block>> {
    if bins.is_empty() {
        return Ok(Vec::new());
    }
    let mut places = Vec::new();
    for bin in bins {
        let (from, to) = (bin.figure("from")?, bin.figure("to")?);
        places.push(match (from, to) {
            (Some(from), Some(to)) if from == to => from,
            (Some(from), Some(to)) => format!("{from} to {to}"),
            (Some(from), None) => format!("{from} or more"),
            (None, Some(to)) => format!("up to {to}"),
            (None, None) => words::NONE.to_owned(),
        });
    }
    let mut blocks = Vec::new();
    let rows = both_sides(bins, alone, |bin, side| count(bin, side, "rows"))?;
    if !rows.is_empty() {
        let chart = Bars {
            title: "Rows by the size of their class".to_owned(),
            label: "rows of the class".to_owned(),
            y: Axis { label: "rows".to_owned(), ..Axis::default() },
            places: places.clone(),
            groups: rows,
        };
        let caption = "How many rows are in classes of each size: the larger its class, the better a row is hidden.";
        blocks.push(Block::Figure(caption.to_owned(), Chart::Bars(chart)));
    }
    let classes = both_sides(bins, alone, |bin, side| count(bin, side, "classes"))?;
    let names = classes.iter().map(|(name, _)| name.as_str());
    let mut grid = Grid::new(["rows of the class"].into_iter().chain(names));
    for (at, place) in places.iter().enumerate() {
        let cells = classes.iter().map(|(_, counts)| counts[at]);
        let cells = cells.map(|count| count.map_or(words::NONE.to_owned(), words::figure));
        grid.row(std::iter::once(place.clone()).chain(cells));
    }
    if !classes.is_empty() {
        blocks.extend(table("How many classes there are of each size", grid));
    }
    Ok(blocks)
}

/// What is counted of a bin on a side.
fn count(bin: &Part<'_>, side: &str, key: &str) -> Read<Option<f64>> {
    Ok(bin.part(side)?.map(|found| found.float(key)).transpose()?.flatten())
}
