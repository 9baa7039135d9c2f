//! Risk before and after: three adversaries, the sizes of the classes, and the smallest ones.

use incrowd_document::{RiskEvidence, RiskFigures};
use incrowd_judge::{ClassCount, Risk, SizeBucket};

use super::evidence::EvidenceParts;
use super::layout::{both_sides, list, table};
use super::recoding::Recoding;
use crate::format::{self, cell};
use crate::{Axis, Bars, Block, Chart, Grid};

/// What the prosecutor, the journalist and the marketer know.
const ADVERSARIES: [&str; 3] = [
    "Prosecutor: knows that a person is in the table and looks for the row. The chance of taking the right one, \
     where it is highest",
    "Journalist: has a register of the population and looks for anybody at all. The chance of naming the right \
     person, where it is highest",
    "Marketer: wants to recognise as many as possible. The share of rows that are expected to be right",
];

/// The title of a section on risk, by the sides that the evidence has.
pub fn title(risk: Option<&RiskEvidence>) -> &'static str {
    let both = risk.is_some_and(|risk| risk.before.is_some() && risk.after.is_some());
    if both { "Risk before and after" } else { "Risk" }
}

/// Risk before and after, by the evidence; `alone` names a table that is compared with none.
pub fn blocks(evidence: &EvidenceParts<'_>, alone: &str, recoding: Recoding) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(RiskEvidence { before, after }) = evidence.risk {
        let after_name = if before.is_some() { "after" } else { alone };
        let sides: Vec<(&str, &RiskFigures)> = [("before", before), (after_name, after)]
            .into_iter()
            .filter_map(|(name, figures)| Some((name, figures.as_ref()?)))
            .collect();
        blocks.extend(measured(&sides, recoding));
        let chances: Vec<(&str, Risk)> =
            sides.iter().map(|(name, figures)| (*name, chances(figures))).collect();
        blocks.extend(adversaries(&chances));
    }
    blocks.extend(sizes(evidence.class_sizes, alone));
    let mut grid = Grid::new(["class", "rows"]);
    for class in evidence.smallest_classes {
        grid.row([class.class.clone(), class.rows.to_string()]);
    }
    blocks.extend(table("The smallest classes", grid));
    blocks
}

fn chances(figures: &RiskFigures) -> Risk {
    let &RiskFigures { prosecutor, journalist, marketer, .. } = figures;
    Risk { prosecutor, journalist, marketer }
}

/// The figures side by side. One side may be missing.
fn measured(sides: &[(&str, &RiskFigures)], recoding: Recoding) -> Option<Block> {
    type Measure = fn(&RiskFigures) -> String;
    let figures: [(&str, Measure); 8] = [
        ("rows", |risk| risk.rows.to_string()),
        ("equivalence classes", |risk| risk.classes.to_string()),
        ("rows of the smallest class (k)", |risk| cell(risk.k)),
        ("rows that are alone in their class", |risk| risk.unique_rows.to_string()),
        ("rows of a class on average", |risk| cell(risk.average_class)),
        ("prosecutor risk", |risk| cell(risk.prosecutor)),
        ("journalist risk", |risk| cell(risk.journalist)),
        ("marketer risk", |risk| cell(risk.marketer)),
    ];
    let mut grid = Grid::new(["measure"].into_iter().chain(sides.iter().map(|(name, _)| *name)));
    for (at, (title, measure)) in figures.into_iter().enumerate() {
        // Anatomy's classes are groups of sensitive values, by which nobody is recognised.
        let about_rows = at != 1 || recoding != Recoding::Anatomy;
        let cells: Vec<String> = sides.iter().map(|(_, side)| measure(side)).collect();
        if about_rows && cells.iter().any(|cell| cell != format::NONE) {
            grid.row(std::iter::once(title.to_owned()).chain(cells));
        }
    }
    table("Classes and risks", grid)
}

/// The three risks in words, for each table.
pub fn adversaries(tables: &[(&str, Risk)]) -> Option<Block> {
    let of =
        [|risk: &Risk| risk.prosecutor, |risk: &Risk| risk.journalist, |risk: &Risk| risk.marketer];
    let mut points = Vec::new();
    for (who, of) in ADVERSARIES.into_iter().zip(of) {
        let chance = |(name, risk): &(&str, Risk)| {
            let chance = of(risk)?;
            Some(format!("{name} {} ({})", format::one_in(chance), format::percent(chance)))
        };
        let chances: Vec<String> = tables.iter().filter_map(chance).collect();
        if !chances.is_empty() {
            points.push(format!("{who}: {}.", chances.join(", ")));
        }
    }
    list(points)
}

/// How many rows and classes there are by the size of the class.
fn sizes(buckets: &[SizeBucket], alone: &str) -> Vec<Block> {
    if buckets.is_empty() {
        return Vec::new();
    }
    let place = |bucket: &SizeBucket| match bucket {
        SizeBucket { from, to, .. } if from == to => from.to_string(),
        SizeBucket { from, to, .. } => format!("{from} to {to}"),
    };
    let places: Vec<String> = buckets.iter().map(place).collect();
    let sides = |count: fn(&ClassCount) -> u64| {
        let count = move |found: &ClassCount| count(found) as f64;
        both_sides(
            buckets,
            alone,
            |bucket| bucket.before.as_ref().map(count),
            |bucket| Some(count(&bucket.after)),
        )
    };
    let chart = Bars {
        title: "Rows by the size of their class".to_owned(),
        label: "rows of the class".to_owned(),
        y: Axis { label: "rows".to_owned(), ..Axis::default() },
        places: places.clone(),
        groups: sides(|found| found.rows),
    };
    let caption = "How many rows are in classes of each size: the larger its class, the better a row is hidden.";
    let mut blocks = vec![Block::Figure(caption.to_owned(), Chart::Bars(chart))];
    let classes = sides(|found| found.classes);
    let names = classes.iter().map(|(name, _)| name.as_str());
    let mut grid = Grid::new(["rows of the class"].into_iter().chain(names));
    for (at, place) in places.iter().enumerate() {
        let cells = classes.iter().map(|(_, counts)| cell(counts[at]));
        grid.row(std::iter::once(place.clone()).chain(cells));
    }
    blocks.extend(table("How many classes there are of each size", grid));
    blocks
}
