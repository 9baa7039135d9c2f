//! What the measured classes show, beside what Zare-Mirakabad says.

use incrowd_render::{Axis, Bars, Chart};

use crate::claim::{Claim, claim, whether};
use crate::figures::{NamedCells, figures, hundredths, percent, sum};
use crate::{Picture, ResultRows};

/// The columns in the order of the rows, each once.
fn columns(rows: &ResultRows) -> Vec<&str> {
    let mut columns: Vec<&str> = Vec::new();
    for row in figures(rows) {
        if !columns.contains(&row.text("column")) {
            columns.push(row.text("column"));
        }
    }
    columns
}

pub(super) fn disagreement(rows: &ResultRows) -> Picture {
    let places = columns(rows);
    let group = |name: &str, part: &str, whole: &str| {
        let share = |column: &&str| {
            let of = figures(rows).filter(|row| row.is("column", column));
            hundredths(sum(of.clone(), part), sum(of, whole))
        };
        (name.to_owned(), places.iter().map(share).collect())
    };
    let groups = vec![
        group("answers: definition or interval", "answers_apart_window", "questions"),
        group("answers: definition or (eps,m)", "answers_apart_eps_m", "questions"),
        group("classes: definition or interval", "classes_apart_window", "classes"),
        group("classes: definition or (eps,m)", "classes_apart_eps_m", "classes"),
    ];
    Picture {
        of: "definitions 2 and 5, figure 3",
        claim: "The paper takes its definition and its algorithm for the same.".into(),
        chart: Chart::Bars(Bars {
            title: "How often the definitions disagree".into(),
            label: "secret".into(),
            y: Axis { label: "% of questions, or of classes and deltas".into(), ..Axis::default() },
            places: places.iter().map(|&column| column.to_owned()).collect(),
            groups,
        }),
    }
}

pub(super) fn least(rows: &ResultRows) -> Picture {
    let k = figures(rows).map(|row| row.text("k")).last().unwrap_or_default();
    let shown: Vec<NamedCells<'_>> =
        figures(rows).filter(|row| row.is("k", k) && row.is("quasi_identifiers", "5")).collect();
    let group = |name: &str, column: &str| {
        (name.to_owned(), shown.iter().map(|row| row.number(column)).collect())
    };
    let place = |row: &NamedCells<'_>| format!("{} {}", row.text("column"), row.text("delta"));
    Picture {
        of: "section 4",
        claim: "l of a table is the least of its classes.".into(),
        chart: Chart::Bars(Bars {
            title: format!("l and m of the {k}-anonymous release, five quasi-identifiers"),
            label: "secret and delta".into(),
            y: Axis { label: "least l or m of any class".into(), ..Axis::default() },
            places: shown.iter().map(place).collect(),
            groups: vec![
                group("l by definition", "definition"),
                group("l by interval", "window"),
                group("m with eps = delta", "eps_m"),
            ],
        }),
    }
}

pub(super) fn twice<'r>(rows: impl Iterator<Item = NamedCells<'r>> + Clone) -> Claim {
    let classes = sum(rows.clone(), "classes");
    let apart = sum(rows, "classes_apart_double_eps_m");
    claim(
        "section 4",
        "The principle of (delta,l)-diversity is new, and not (eps,m)-anonymity again.",
        format!("In {apart} of {classes} classes l differs from the m of (2 delta,m)-anonymity."),
        whether((classes > 0.0).then_some(apart > 0.0)),
        "Intervals of delta around two numbers meet exactly if they are within 2 delta.",
    )
}

pub(super) fn differ<'r>(rows: impl Iterator<Item = NamedCells<'r>> + Clone) -> Claim {
    let asked = sum(rows.clone(), "questions");
    let apart = sum(rows, "answers_apart_eps_m");
    claim(
        "example 3",
        "With the same distance, (delta,l) and (eps,m) rate classes differently.",
        format!("Of the answers, {} differ.", percent(apart, asked)),
        whether((asked > 0.0).then_some(apart > 0.0)),
        "Neither says anything else of these classes than the other.",
    )
}

pub(super) fn figure_3<'r>(rows: impl Iterator<Item = NamedCells<'r>> + Clone) -> Claim {
    let asked = sum(rows.clone(), "questions");
    let apart = sum(rows, "answers_apart_window");
    claim(
        "Figure 3",
        "The interval that figure 3 looks for decides the definition.",
        format!("Of the answers on Adult, {} differ.", percent(apart, asked)),
        whether((asked > 0.0).then_some(apart == 0.0)),
        "The interval says yes where numbers to both sides are too many together.",
    )
}

/// How many unions have less than both of their parts, of how many, and in words.
fn broken<'r>(
    rows: impl Iterator<Item = NamedCells<'r>> + Clone,
    column: &str,
) -> (f64, f64, String) {
    let (all, broken) = (sum(rows.clone(), "unions"), sum(rows, column));
    (broken, all, format!("{broken} of {all} unions have less ({}).", percent(broken, all)))
}

pub(super) fn unions<'r>(
    rows: impl Iterator<Item = NamedCells<'r>> + Clone,
    column: &str,
    what: &str,
) -> Claim {
    let (broken, all, found) = broken(rows, column);
    claim(
        "section 4",
        format!("Unions of classes keep the l that both have, by {what}."),
        found,
        whether((all > 0.0).then_some(broken == 0.0)),
        "A number of one class can be near numbers on both sides of it in the other.",
    )
}

pub(super) fn not_monotone<'r>(rows: impl Iterator<Item = NamedCells<'r>> + Clone) -> Claim {
    let (broken, all, found) = broken(rows, "unions_broken_eps_m");
    claim(
        "section 3.2",
        "Unions of classes do not always keep the m that both have.",
        found,
        whether((all > 0.0).then_some(broken > 0.0)),
        "All unions that were made keep it.",
    )
}
