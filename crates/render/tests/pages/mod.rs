//! A page with one of everything, as a report would have it, and texts that try to break it.

use incrowd_render::{
    Axis, Bars, Chart, Grid, Lines, Page, PageBlock, Section, Series, SeriesKind, Surface, Tone,
};

/// Texts that must come out as they went in.
pub const HOSTILE: [&str; 8] = [
    "<script>alert(1)</script>",
    "a & b &amp; c &#60; \"quoted\" 'single' ]]> --> </style>",
    "\" onload=\"alert(1)",
    "$x^2$ and \\$5 or \\alpha $",
    "\u{202e}right to left\u{202c} שלום مرحبا",
    "👩‍👩‍👧‍👦 emoji ＷＩＤＥ 数据",
    "</title></svg><img src=x onerror=alert(1)>",
    "javascript:alert(1) http://example.com/?a=1&b=2",
];

pub fn lines() -> Chart {
    let series = |name: &str, kind, points: &[(f64, f64)]| Series {
        name: name.into(),
        kind,
        points: points.iter().map(|&(x, y)| (x, Some(y))).collect(),
    };
    Chart::Lines(Lines {
        title: "Loss of information by k, random sample".into(),
        x: Axis { label: "k (people in the smallest class)".into(), log: true, names: vec![] },
        y: Axis {
            label: "Loss of information (share of the most possible)".into(),
            ..Axis::default()
        },
        series: vec![
            series(
                "Mondrian",
                SeriesKind::Measured,
                &[(2., 0.12), (5., 0.2), (10., 0.26), (25., 0.35), (50., 0.41), (100., 0.49)],
            ),
            series(
                "Full domain",
                SeriesKind::Measured,
                &[(2., 0.31), (5., 0.38), (10., 0.45), (25., 0.52), (50., 0.58), (100., 0.66)],
            ),
            series(
                "Default",
                SeriesKind::Ours,
                &[(2., 0.09), (5., 0.15), (10., 0.2), (25., 0.28), (50., 0.34), (100., 0.42)],
            ),
            series(
                "Nergiz, Atzori & Clifton 2007, figure 5",
                SeriesKind::Claimed,
                &[(2., 0.14), (5., 0.23), (10., 0.28), (25., 0.37), (50., 0.44), (100., 0.5)],
            ),
            series(
                "Lower bound",
                SeriesKind::Bound,
                &[(2., 0.07), (5., 0.11), (10., 0.15), (25., 0.22), (50., 0.28), (100., 0.35)],
            ),
        ],
    })
}

pub fn bars() -> Chart {
    Chart::Bars(Bars {
        title: "Classes by how many people they hold".into(),
        label: "People in the class".into(),
        y: Axis { label: "People (share of the table)".into(), ..Axis::default() },
        places: ["1", "2 to 4", "5 to 9", "10 to 19", "20 to 99", "100 and more"]
            .map(String::from)
            .into(),
        groups: vec![
            (
                "Before".into(),
                vec![Some(0.42), Some(0.23), Some(0.14), Some(0.11), Some(0.08), Some(0.02)],
            ),
            ("After".into(), vec![None, None, Some(0.05), Some(0.19), Some(0.46), Some(0.3)]),
        ],
    })
}

pub fn surface() -> Chart {
    let steps: Vec<String> = (0..8).map(|step| format!("0.{step}5")).collect();
    let values = (0..6).map(|row| {
        (0..8)
            .map(|column| {
                (column >= row).then(|| 0.31 + 0.7 * f64::from(column * row).sqrt() / 6.3)
            })
            .collect()
    });
    Chart::Surface(Surface {
        title: "Loss by the least and the most likely presence".into(),
        x: ("The most likely presence (delta max)".into(), steps.clone()),
        y: ("The least likely presence (delta min)".into(), steps[..6].to_vec()),
        z: "Loss of information".into(),
        values: values.collect(),
    })
}

fn many() -> Chart {
    let names =
        ["Ours", "First", "Second", "Third", "A fourth with a longer name", "Fifth", "Sixth"];
    let series = names.iter().enumerate().map(|(turn, name)| Series {
        name: (*name).into(),
        kind: if turn == 0 { SeriesKind::Ours } else { SeriesKind::Measured },
        points: (1..=7)
            .map(|p| {
                (
                    10f64.powi(p),
                    (p != 4 || turn != 2).then(|| 10f64.powi(p - 5) * (1.0 + turn as f64)),
                )
            })
            .collect(),
    });
    Chart::Lines(Lines {
        title: "Time by rows".into(),
        x: Axis { label: "Rows".into(), log: true, names: vec![] },
        y: Axis { label: "Seconds".into(), log: true, names: vec![] },
        series: series.collect(),
    })
}

fn named() -> Chart {
    let columns = [
        "age",
        "workclass",
        "education",
        "marital-status",
        "occupation",
        "relationship",
        "race",
        "sex",
        "hours-per-week",
        "native-country",
    ];
    Chart::Bars(Bars {
        title: "Information kept, column by column".into(),
        label: String::new(),
        y: Axis { label: "Information kept (percent)".into(), ..Axis::default() },
        places: columns.map(String::from).into(),
        groups: (0..4)
            .map(|group| {
                (
                    format!("Release {}", group + 1),
                    (0..10).map(|place| Some(f64::from((place * 17 + group * 29) % 100))).collect(),
                )
            })
            .collect(),
    })
}

fn table() -> Grid {
    let mut grid = Grid::new(["Demand", "Asked", "Measured", "Holds"]);
    grid.row(["k-anonymity", "k = 10", "12", "yes"]);
    grid.row(["presence", "0.05 to 0.3", "0.2917", "yes"]);
    grid.row(["p-sensitivity on illness", "p = 3", "3", "yes"]);
    grid
}

fn wide() -> Grid {
    let mut grid = Grid::new([
        "Column",
        "Before",
        "After",
        "Distinct before",
        "Distinct after",
        "Level",
        "Information kept",
    ]);
    for (name, before, after, distinct, left, level, kept) in [
        ("age", "39", "35 to 44", "73", "8", "2 of 4", "61.3%"),
        ("native-country", "United-States", "North-America", "41", "6", "1 of 3", "88.0%"),
        ("occupation", "Machine-op-inspct", "*", "14", "1", "3 of 3", "0.0%"),
    ] {
        grid.row([name, before, after, distinct, left, level, kept]);
    }
    grid
}

/// A page as a report would have it.
pub fn report() -> Page {
    let section = |title: &str, blocks| Section { title: title.into(), blocks };
    Page {
        title: "Release of adult.csv: what is promised and what was measured".into(),
        subtitle: "30,162 people, 8 quasi-identifiers, one secret".into(),
        sections: vec![
            section("What was asked", vec![
                PageBlock::Prose("Every person in the published table must share all quasi-identifiers with at least nine others. Nobody who knows them can tell more than that they are one of ten.".into()),
                PageBlock::Note(Tone::Good, "All three demands hold in the published file.".into()),
                PageBlock::Table("Demands, and what the judge measured in the published file.".into(), table()),
                PageBlock::Note(Tone::Careful, "Who knows the algorithm and the population may learn more: see the audit.".into()),
                PageBlock::Note(Tone::Bad, "Twelve people can be told apart by age and country.".into()),
            ]),
            section("What was changed", vec![
                PageBlock::Table("Columns before and after.".into(), wide()),
                PageBlock::Figure("After the release no class has fewer than ten people.".into(), bars()),
                PageBlock::Figure("Four releases beside each other.".into(), named()),
            ]),
            section("How good it is", vec![
                PageBlock::Prose("The line of the default algorithm lies between the bound, which nothing can pass, and all others.".into()),
                PageBlock::Figure("Lower is better.".into(), lines()),
                PageBlock::Heading("By presence".into()),
                PageBlock::Figure("Where delta min is above delta max there is nothing to measure.".into(), surface()),
                PageBlock::Figure("Both scales are of equal factors.".into(), many()),
            ]),
            section("Who signs", vec![
                PageBlock::List(vec!["The file has the SHA-256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.".into(), "It was made with version 0.1.0.".into()]),
                PageBlock::Verbatim("incrowd release adult.csv --qi age,sex,native-country --k 10 \\\n    --presence 0.05:0.3 --out published.csv".into()),
                PageBlock::Fields(["Name", "Place and date", "Signature"].map(|name| (name.into(), String::new())).into()),
            ]),
        ],
    }
}
