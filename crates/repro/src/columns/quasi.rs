//! Figure 3: how many rows of Adult are unique on twelve sets of columns, and what the test of
//! figure 1 says of them with the population of the United States for a universe.

use std::path::Path;

use incrowd_columns::identify::{Columns, ColumnsBuilder, Domains, SetMeasure, Universe};
use incrowd_render::{Axis, Bars, Chart};

use super::PAPER;
use crate::claim::{Claim, Score, claim, whether};
use crate::figures::{NamedCells, figures};
use crate::key::{unknown, whole};
use crate::{Experiment, ExperimentData, Finding, Picture, ResultRow, ResultRows, RunScale, adult};

/// The columns that the paper calls A1 to A10.
const COLUMNS: [&str; 10] = [
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

/// The domain sizes that the paper prints for them.
const DOMAINS: [u64; 10] = [60, 8, 15, 7, 14, 6, 5, 2, 20, 40];

/// People in the United States, as the paper counts them.
const PEOPLE: u64 = 300_000_000;

/// From this share on the paper would suppress a set of columns.
const ALPHA: f64 = 0.2;

/// A row of the paper's table.
struct QuasiRow {
    /// Which of the ten columns, by their numbers.
    set: &'static [usize],
    /// S, the unique rows.
    unique: u64,
    /// F1, and the unit of its last printed digit.
    share: (f64, f64),
}

const LINES: [QuasiRow; 12] = [
    QuasiRow { set: &[1], unique: 2, share: (6.1e-5, 1e-6) },
    QuasiRow { set: &[1, 9], unique: 986, share: (0.03, 0.01) },
    QuasiRow { set: &[1, 7, 8], unique: 65, share: (0.002, 0.001) },
    QuasiRow { set: &[1, 2, 3, 5], unique: 5056, share: (0.16, 0.01) },
    QuasiRow { set: &[1, 2, 5, 10], unique: 3105, share: (0.095, 0.001) },
    QuasiRow { set: &[1, 5, 9, 10], unique: 7581, share: (0.23, 0.01) },
    QuasiRow { set: &[2, 3, 5, 10], unique: 1384, share: (0.043, 0.001) },
    QuasiRow { set: &[1, 2, 3, 5, 10], unique: 7659, share: (0.235, 0.001) },
    QuasiRow { set: &[1, 2, 4, 5, 6], unique: 5215, share: (0.16, 0.01) },
    QuasiRow { set: &[1, 2, 5, 6, 9], unique: 12_870, share: (0.40, 0.01) },
    QuasiRow { set: &[1, 2, 5, 9, 10], unique: 10_402, share: (0.32, 0.01) },
    QuasiRow { set: &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], unique: 24_802, share: (0.76, 0.01) },
];

/// Figure 3.
pub struct Quasi;

impl Experiment for Quasi {
    fn name(&self) -> &'static str {
        "002-quasi"
    }

    fn title(&self) -> &'static str {
        "Which columns of Adult single people out"
    }

    fn paper(&self) -> &'static str {
        PAPER
    }

    fn needs_adult(&self) -> bool {
        true
    }

    fn columns(&self) -> &'static [&'static str] {
        &[
            "row",
            "columns",
            "rows",
            "unique",
            "share",
            "domain",
            "bound",
            "k",
            "paper_unique",
            "paper_domain",
            "paper_bound",
            "paper_k",
        ]
    }

    fn points(&self, _: RunScale) -> Vec<String> {
        (1..=LINES.len()).map(|row| format!("row {row}")).collect()
    }

    fn measure(&self, point: &str, world: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        let number = point.strip_prefix("row ").ok_or_else(|| unknown(point))?;
        let place = usize::try_from(whole(number)?).ok().and_then(|row| row.checked_sub(1));
        let line = place.and_then(|place| LINES.get(place)).ok_or_else(|| unknown(point))?;
        let table = table(world.census()?)?;
        let set: Vec<usize> = line.set.iter().map(|column| column - 1).collect();
        let measure = SetMeasure::of(&table, &set);
        let names: Vec<&str> = set.iter().map(|&column| COLUMNS[column]).collect();
        let universe = Universe { people: PEOPLE };
        let domain = Domains::of(&table).product(&set);
        let printed = Domains::new(DOMAINS.to_vec()).product(&set);
        Ok(vec![vec![
            number.to_owned(),
            names.join(" "),
            measure.rows().to_string(),
            measure.unique_rows().to_string(),
            (measure.unique_rows() as f64 / measure.rows().max(1) as f64).to_string(),
            domain.to_string(),
            universe.unique_bound(domain).to_string(),
            universe.estimated_k(domain).to_string(),
            line.unique.to_string(),
            printed.to_string(),
            universe.unique_bound(printed).to_string(),
            universe.estimated_k(printed).to_string(),
        ]])
    }

    fn present(&self, rows: &ResultRows, _: RunScale) -> Finding {
        let charts = [
            chart(rows, "Unique rows, S", false, &[("here", "unique"), ("paper", "paper_unique")]),
            chart(
                rows,
                "Share that may be unique in a universe of 300 million, F2",
                true,
                &[("with Adult's domains", "bound"), ("with the paper's domains", "paper_bound")],
            ),
        ];
        let claims = [
            "Between 2 and 24,802 of 32,561 rows are unique, by the columns published.",
            "By domain sizes alone, only all ten columns together come near a share of 0.2.",
        ];
        let picture = |(claim, chart): (&str, Chart)| Picture {
            of: "Figure 3",
            claim: claim.to_owned(),
            chart,
        };
        Finding {
            method: vec![
                "Rows of adult.data are counted that agree with no other row on a set of columns; \
                 a missing value is a value. The table of the paper stands beside it, with its F2 \
                 and k-Anon calculated from the domain sizes that it prints."
                    .to_owned(),
            ],
            pictures: claims.into_iter().zip(charts).map(picture).collect(),
            claims: vec![counts(rows), shares(rows), domains(rows), dangers(rows)],
        }
    }
}

/// The ten columns of `adult.data`.
fn table(folder: &Path) -> Result<Columns, String> {
    let places = adult::places(&COLUMNS);
    let mut builder = ColumnsBuilder::new(places.len());
    for row in adult::rows(folder, adult::DATA)? {
        let cells: Vec<&str> = places.iter().map(|&place| row[place].as_str()).collect();
        builder.add(cells).map_err(|error| error.to_string())?;
    }
    builder.finish().map(|(table, _)| table).map_err(|error| error.to_string())
}

fn chart(rows: &ResultRows, label: &str, log: bool, columns: &[(&str, &str)]) -> Chart {
    let column = |name: &str| figures(rows).map(|row| row.number(name)).collect();
    Chart::Bars(Bars {
        title: label.to_owned(),
        label: "row of the paper's table".to_owned(),
        y: Axis { label: label.to_owned(), log, ..Axis::default() },
        places: figures(rows).map(|row| row.text("row").to_owned()).collect(),
        groups: columns.iter().map(|&(name, figure)| (name.to_owned(), column(figure))).collect(),
    })
}

/// The rows of the table for which something is so, in words.
fn rows_where(rows: &ResultRows, holds: impl Fn(NamedCells<'_>) -> bool) -> String {
    let names: Vec<&str> =
        figures(rows).filter(|row| holds(*row)).map(|row| row.text("row")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn counts(rows: &ResultRows) -> Claim {
    let same = |row: NamedCells<'_>| row.is("unique", row.text("paper_unique"));
    let equal = Score::of(figures(rows).map(|row| Some(same(row))));
    claim(
        "Figure 3, S",
        "So many rows of Adult are unique on each of twelve sets of columns.",
        format!("{equal} counts are equal."),
        equal.always(),
        &format!("They differ in these rows: {}.", rows_where(rows, |row| !same(row))),
    )
}

fn shares(rows: &ResultRows) -> Claim {
    let near = |row: NamedCells<'_>, line: &QuasiRow| {
        let (printed, unit) = line.share;
        row.number("share").map(|share| (share - printed).abs() <= 0.5 * unit)
    };
    let good = Score::of(figures(rows).zip(&LINES).map(|(row, line)| near(row, line)));
    claim(
        "Figure 3, F1",
        "They are such shares of all 32,561 rows.",
        format!("{good} shares are equal in every printed digit."),
        good.always(),
        "The others differ by more than rounding.",
    )
}

fn domains(rows: &ResultRows) -> Claim {
    let ratio =
        |row: NamedCells<'_>| row.pair("domain", "paper_domain").map(|(ours, its)| ours / its);
    let same = Score::of(figures(rows).map(|row| Some(ratio(row)? == 1.0)));
    let most = figures(rows).filter_map(ratio).fold(0.0, f64::max);
    claim(
        "Figure 3, D",
        "The ten columns have 60, 8, 15, 7, 14, 6, 5, 2, 20 and 40 values.",
        format!(
            "{same} products of domain sizes are equal; Adult's are up to {most:.1} times as large."
        ),
        same.always(),
        "The paper rounds: Adult has 73 ages and 94 numbers of hours, and '?' is a value of three \
         columns.",
    )
}

fn dangers(rows: &ResultRows) -> Claim {
    let over = |column: &'static str| {
        rows_where(rows, |row| row.number(column).is_some_and(|share| share > ALPHA))
    };
    let (counted, bounded) = (over("share"), over("bound"));
    let so = counted == "6, 8, 10, 11, 12" && bounded == "12";
    claim(
        "section 5.1",
        "Rows 6, 8, 10, 11 and 12 make more than a fifth of the table unique, but only row 12 may \
         make more than a fifth of the country unique.",
        format!(
            "In the table: rows {counted}. By the bound with Adult's own domains: row {bounded}."
        ),
        whether((!rows.rows.is_empty()).then_some(so)),
        "Other rows pass a fifth.",
    )
}
