//! What the measured classes show, beside what paper 003 says.

use incrowd_report::{Axis, Bars, Chart};

use crate::figures::{Figures, figures, percent, settled, sum, why_not};
use crate::{Claim, Picture, Rows};

/// The columns in the order of the rows, each once.
fn columns(rows: &Rows) -> Vec<&str> {
    let mut columns: Vec<&str> = Vec::new();
    for row in figures(rows) {
        if !columns.contains(&row.text("column")) {
            columns.push(row.text("column"));
        }
    }
    columns
}

pub(super) fn disagreement(rows: &Rows) -> Picture {
    let places = columns(rows);
    let group = |name: &str, part: &str, whole: &str| {
        let share = |column: &&str| {
            let of = figures(rows).filter(|row| row.is("column", column));
            let share = sum(of.clone(), part) / sum(of, whole);
            share.is_finite().then_some(100.0 * share)
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

pub(super) fn least(rows: &Rows) -> Picture {
    let k = figures(rows).map(|row| row.text("k")).last().unwrap_or_default();
    let shown: Vec<Figures<'_>> =
        figures(rows).filter(|row| row.is("k", k) && row.is("quasi_identifiers", "5")).collect();
    let group = |name: &str, column: &str| {
        let number = |row: &Figures<'_>| Some(row.number(column)).filter(|l| l.is_finite());
        (name.to_owned(), shown.iter().map(number).collect())
    };
    let place = |row: &Figures<'_>| format!("{} {}", row.text("column"), row.text("delta"));
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

pub(super) fn twice<'r>(rows: impl Iterator<Item = Figures<'r>> + Clone) -> Claim {
    let classes = sum(rows.clone(), "classes");
    let apart = sum(rows, "classes_apart_double_eps_m");
    let new = settled(classes > 0.0, apart > 0.0);
    Claim {
        at: "section 4",
        said: "(delta,l)-diversity is a new principle, not (eps,m)-anonymity again".into(),
        found: format!(
            "l differs from the m of (2 delta,m)-anonymity in {apart} of {classes} classes"
        ),
        why: why_not(
            new,
            "intervals of delta around two numbers meet exactly if they are within 2 delta",
        ),
        verdict: new,
    }
}

pub(super) fn differ<'r>(rows: impl Iterator<Item = Figures<'r>> + Clone) -> Claim {
    let asked = sum(rows.clone(), "questions");
    let apart = sum(rows, "answers_apart_eps_m");
    Claim {
        at: "example 3",
        said: "with the same distance, (delta,l) and (eps,m) rate classes differently".into(),
        found: format!("{} of the answers differ", percent(apart, asked)),
        verdict: settled(asked > 0.0, apart > 0.0),
        why: String::new(),
    }
}

pub(super) fn figure_3<'r>(rows: impl Iterator<Item = Figures<'r>> + Clone) -> Claim {
    let asked = sum(rows.clone(), "questions");
    let apart = sum(rows, "answers_apart_window");
    let verdict = settled(asked > 0.0, apart == 0.0);
    Claim {
        at: "Figure 3",
        said: "the interval that figure 3 looks for decides the definition".into(),
        found: format!("{} of the answers differ on Adult", percent(apart, asked)),
        why: why_not(
            verdict,
            "the interval says yes where numbers to both sides are too many together",
        ),
        verdict,
    }
}

pub(super) fn unions<'r>(
    rows: impl Iterator<Item = Figures<'r>> + Clone,
    column: &str,
    what: &str,
) -> Claim {
    let (all, broken) = (sum(rows.clone(), "unions"), sum(rows, column));
    let verdict = settled(all > 0.0, broken == 0.0);
    Claim {
        at: "section 4",
        said: format!("unions of classes keep the l that both have, by {what}"),
        found: format!("{broken} of {all} unions have less ({})", percent(broken, all)),
        why: why_not(
            verdict,
            "a number of one class can be near numbers on both sides of it in the other",
        ),
        verdict,
    }
}

pub(super) fn not_monotone<'r>(rows: impl Iterator<Item = Figures<'r>> + Clone) -> Claim {
    let (all, broken) = (sum(rows.clone(), "unions"), sum(rows, "unions_broken_eps_m"));
    Claim {
        at: "section 3.2",
        said: "unions of classes do not always keep the m that both have".into(),
        found: format!("{broken} of {all} unions have less ({})", percent(broken, all)),
        verdict: settled(all > 0.0, broken > 0.0),
        why: String::new(),
    }
}
