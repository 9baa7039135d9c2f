//! What the conditions of Truta & Vinay 2006 saved, from the figures.

use incrowd_render::{Axis, Bars, Chart};

use crate::claim::{Claim, ClaimVerdict, Score, claim};
use crate::figures::{NamedCells, figures, percent, sum};
use crate::{Picture, ResultRows};

pub(super) fn claims(rows: &ResultRows) -> Vec<Claim> {
    vec![same(rows), early(rows), first(rows), faster(rows, "samarati"), faster(rows, "optimal")]
}

/// Each search with the conditions, and the same without.
fn pairs(rows: &ResultRows) -> Vec<(NamedCells<'_>, NamedCells<'_>)> {
    let all: Vec<NamedCells<'_>> = figures(rows).collect();
    let pair = |pair: &[NamedCells<'_>]| {
        pair[0].is("conditions", "with") && pair[1].is("conditions", "without")
    };
    all.chunks_exact(2).filter(|two| pair(two)).map(|two| (two[0], two[1])).collect()
}

/// A picture for each lattice and table.
pub(super) fn pictures(rows: &ResultRows) -> Vec<Picture> {
    let shown: Vec<(NamedCells<'_>, NamedCells<'_>)> =
        pairs(rows).into_iter().filter(|(with, _)| with.is("algorithm", "samarati")).collect();
    let same = |one: &(NamedCells<'_>, NamedCells<'_>),
                other: &(NamedCells<'_>, NamedCells<'_>)| {
        ["nodes", "rows"].iter().all(|column| one.0.is(column, other.0.text(column)))
    };
    shown.chunk_by(same).map(picture).collect()
}

fn picture(shown: &[(NamedCells<'_>, NamedCells<'_>)]) -> Picture {
    let place = |(row, _): &(NamedCells<'_>, NamedCells<'_>)| {
        let cell = |column| row.text(column);
        format!("{} secrets, p {}, {}%", cell("secrets"), cell("p"), cell("limit_percent"))
    };
    let whole = |column| shown.first().map_or("", |(row, _)| row.text(column));
    let (nodes, table) = (whole("nodes"), whole("rows"));
    let looked = |row: &NamedCells<'_>| {
        row.pair("checked", "refused_by_count").map(|(checked, refused)| checked - refused)
    };
    Picture {
        of: "algorithm 3",
        claim: "The conditions eliminate many nodes early.".into(),
        chart: Chart::Bars(Bars {
            title: format!(
                "Nodes whose secrets Samarati's search looks at: {table} rows, {nodes} nodes"
            ),
            label: "secrets, p and rows that may be suppressed".into(),
            y: Axis { label: "nodes".into(), ..Axis::default() },
            places: shown.iter().map(place).collect(),
            groups: vec![
                (
                    "without the conditions".into(),
                    shown.iter().map(|(_, row)| looked(row)).collect(),
                ),
                ("with the conditions".into(), shown.iter().map(|(row, _)| looked(row)).collect()),
            ],
        }),
    }
}

fn same(rows: &ResultRows) -> Claim {
    let equal =
        |(with, without): &(NamedCells<'_>, NamedCells<'_>)| with.is("node", without.text("node"));
    let same = Score::of(pairs(rows).iter().map(|pair| Some(equal(pair))));
    claim(
        "section 3",
        "The conditions are necessary: they refuse nothing that is good.",
        format!("{same} searches find the same node with and without."),
        same.without_exception(),
        "Some node was refused that holds.",
    )
}

fn early(rows: &ResultRows) -> Claim {
    let with =
        figures(rows).filter(|row| row.is("algorithm", "samarati") && row.is("conditions", "with"));
    let (refused, checked) = (sum(with.clone(), "refused_by_count"), sum(with, "checked"));
    let verdict = match refused / checked {
        share if share >= 0.5 => ClaimVerdict::Reproduces,
        share if share > 0.0 => ClaimVerdict::Partly,
        0.0 => ClaimVerdict::DoesNot,
        _ => ClaimVerdict::CannotBeTold,
    };
    claim(
        "condition 2",
        "Many nodes are eliminated by the number of their classes.",
        format!(
            "That is so of {refused} of {checked} nodes that Samarati's search comes to ({}).",
            percent(refused, checked)
        ),
        verdict,
        "Most nodes have few enough classes, and fail later.",
    )
}

fn first(rows: &ResultRows) -> Claim {
    let impossible: Vec<(NamedCells<'_>, NamedCells<'_>)> = pairs(rows)
        .into_iter()
        .filter(|(with, _)| with.is("algorithm", "samarati") && with.is("checked", "0"))
        .collect();
    let spared = sum(impossible.iter().map(|(_, without)| *without), "checked");
    let rightly = Score::of(impossible.iter().map(|(_, without)| Some(without.is("node", "none"))));
    claim(
        "condition 1",
        "Too large a p is refused before the search.",
        format!(
            "{} searches are refused, which would have looked at {spared} nodes; {rightly} would \
             have found nothing.",
            rightly.of
        ),
        rightly.without_exception(),
        "A search that was refused would have found something.",
    )
}

fn faster(rows: &ResultRows, algorithm: &str) -> Claim {
    let of = |conditions: &str| {
        let rows = figures(rows)
            .filter(|row| row.is("algorithm", algorithm) && row.is("conditions", conditions));
        sum(rows, "cpu_seconds")
    };
    let (with, without) = (of("with"), of("without"));
    let verdict = match with / without {
        share if share <= 0.9 => ClaimVerdict::Reproduces,
        share if share < 1.0 => ClaimVerdict::Partly,
        share if share >= 1.0 => ClaimVerdict::DoesNot,
        _ => ClaimVerdict::CannotBeTold,
    };
    let what = match algorithm {
        "samarati" => "Samarati's search",
        _ => "the search for the least loss",
    };
    claim(
        "section 3",
        format!("The conditions improve the search (here: {what})."),
        format!("It takes {with:.2} CPU seconds with them, and {without:.2} without."),
        verdict,
        "Other ways of pruning leave them little to save.",
    )
}
