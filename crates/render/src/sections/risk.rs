//! Risk before and after: three adversaries, the sizes of the classes, and the smallest ones.

use incrowd_document::{RiskEvidence, RiskFigures};
use incrowd_judge::{ClassCount, ReidentificationRisk, SizeBucket};

use super::evidence::EvidenceParts;
use super::layout::{both_sides, list, table};
use super::recoding::PublishedForm;
use crate::format::{self, cell};
use crate::{Axis, Bars, Chart, Grid, PageBlock};

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

/// What the sizes of classes count.
pub fn counted(people: Option<u64>) -> &'static str {
    if people.is_some() { "people" } else { "rows" }
}

/// The name of the figure of those who are alone.
pub fn alone_in_class(counted: &str) -> String {
    let who = if counted == "people" { "who" } else { "that" };
    format!("{counted} {who} are alone in their class")
}

/// Risk before and after, by the evidence; `alone` names a table that is compared with none.
pub fn blocks(
    evidence: &EvidenceParts<'_>,
    alone: &str,
    recoding: PublishedForm,
) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    let figures = evidence.risk.and_then(|risk| risk.before.as_ref().or(risk.after.as_ref()));
    let counted = counted(figures.and_then(|figures| figures.people));
    if let Some(RiskEvidence { before, after }) = evidence.risk {
        let after_name = if before.is_some() { "after" } else { alone };
        let sides: Vec<(&str, &RiskFigures)> = [("before", before), (after_name, after)]
            .into_iter()
            .filter_map(|(name, figures)| Some((name, figures.as_ref()?)))
            .collect();
        blocks.extend(measured(&sides, counted, recoding));
        let chances: Vec<(&str, ReidentificationRisk)> =
            sides.iter().map(|(name, figures)| (*name, chances(figures))).collect();
        blocks.extend(adversaries(&chances));
    }
    blocks.extend(sizes(evidence.class_sizes, counted, alone));
    let mut grid = Grid::new(["class", counted]);
    for class in evidence.smallest_classes {
        grid.row([class.class.clone(), class.rows.to_string()]);
    }
    blocks.extend(table("The smallest classes", grid));
    blocks
}

fn chances(figures: &RiskFigures) -> ReidentificationRisk {
    let &RiskFigures { prosecutor, journalist, marketer, .. } = figures;
    ReidentificationRisk { prosecutor, journalist, marketer }
}

/// The figures side by side. One side may be missing.
fn measured(
    sides: &[(&str, &RiskFigures)],
    counted: &str,
    recoding: PublishedForm,
) -> Option<PageBlock> {
    type RiskMeasure = fn(&RiskFigures) -> String;
    let figures: [(String, RiskMeasure); 9] = [
        ("rows".to_owned(), |risk| risk.rows.to_string()),
        ("equivalence classes".to_owned(), |risk| risk.classes.to_string()),
        ("people".to_owned(), |risk| cell(risk.people)),
        (format!("{counted} of the smallest class (k)"), |risk| cell(risk.k)),
        (alone_in_class(counted), |risk| risk.unique_rows.to_string()),
        (format!("{counted} of a class on average"), |risk| cell(risk.average_class)),
        ("prosecutor risk".to_owned(), |risk| cell(risk.prosecutor)),
        ("journalist risk".to_owned(), |risk| cell(risk.journalist)),
        ("marketer risk".to_owned(), |risk| cell(risk.marketer)),
    ];
    let mut grid = Grid::new(["measure"].into_iter().chain(sides.iter().map(|(name, _)| *name)));
    for (at, (title, measure)) in figures.into_iter().enumerate() {
        // Anatomy's classes are groups of sensitive values, by which nobody is recognised.
        let about_rows = at != 1 || recoding != PublishedForm::Anatomy;
        let cells: Vec<String> = sides.iter().map(|(_, side)| measure(side)).collect();
        if about_rows && cells.iter().any(|cell| cell != format::NONE) {
            grid.row(std::iter::once(title).chain(cells));
        }
    }
    table("Classes and risks", grid)
}

/// The three risks in words, for each table.
pub fn adversaries(tables: &[(&str, ReidentificationRisk)]) -> Option<PageBlock> {
    let of = [
        |risk: &ReidentificationRisk| risk.prosecutor,
        |risk: &ReidentificationRisk| risk.journalist,
        |risk: &ReidentificationRisk| risk.marketer,
    ];
    let mut points = Vec::new();
    for (who, of) in ADVERSARIES.into_iter().zip(of) {
        let chance = |(name, risk): &(&str, ReidentificationRisk)| {
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

/// How many rows, or people, and classes there are by the size of the class.
fn sizes(buckets: &[SizeBucket], counted: &str, alone: &str) -> Vec<PageBlock> {
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
        title: match counted {
            "people" => "People by the size of their class".to_owned(),
            _ => "Rows by the size of their class".to_owned(),
        },
        label: format!("{counted} of the class"),
        y: Axis { label: counted.to_owned(), ..Axis::default() },
        places: places.clone(),
        groups: sides(|found| found.rows),
    };
    let caption = match counted {
        "people" => {
            "How many people are in classes of each size: the larger the class, the better a person is hidden. \
             People in several classes count in each."
        }
        _ => {
            "How many rows are in classes of each size: the larger its class, the better a row is hidden."
        }
    };
    let mut blocks = vec![PageBlock::Figure(caption.to_owned(), Chart::Bars(chart))];
    let classes = sides(|found| found.classes);
    let names = classes.iter().map(|(name, _)| name.as_str());
    let head = format!("{counted} of the class");
    let mut grid = Grid::new(std::iter::once(head.as_str()).chain(names));
    for (at, place) in places.iter().enumerate() {
        let cells = classes.iter().map(|(_, counts)| cell(counts[at]));
        grid.row(std::iter::once(place.clone()).chain(cells));
    }
    blocks.extend(table("How many classes there are of each size", grid));
    blocks
}
