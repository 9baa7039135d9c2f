//! What table 7 says of Adult.

use std::collections::BTreeSet;

use super::table_7::{KEYS, keys};
use crate::adult::{self, COLUMNS, DATA, rows};
use crate::adult_sample::AdultSample;
use crate::claim::{Claim, claim, whether};
use crate::figures::figures;
use crate::key::unknown;
use crate::{Experiment, ExperimentData, Finding, ResultRow, ResultRows, RunScale};

/// The columns of table 7.
#[derive(Debug)]
pub struct Table7Columns;

/// The name of the paper's fourth secret, spelt as Adult would.
const TAX_PERIOD: &str = "tax-period";

const FILES: [(&str, &[&str]); 2] = [(DATA, &[DATA]), ("both files", &adult::FILES)];

/// What the paper says of each key: its name there, distinct values.
const SAID: [(&str, f64); 4] = [("Age", 74.0), ("MaritalStatus", 7.0), ("Race", 5.0), ("Sex", 2.0)];

impl Experiment for Table7Columns {
    fn name(&self) -> &'static str {
        "004-columns"
    }

    fn title(&self) -> &'static str {
        "The columns of table 7"
    }

    fn paper(&self) -> &'static str {
        "004"
    }

    fn needs_adult(&self) -> bool {
        true
    }

    fn columns(&self) -> &'static [&'static str] {
        &["files", "column", "distinct", "nodes", "height"]
    }

    fn points(&self, _: RunScale) -> Vec<String> {
        FILES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn measure(&self, point: &str, world: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        let files = FILES.into_iter().find(|(name, _)| *name == point);
        let (_, files) = files.ok_or_else(|| unknown(point))?;
        let folder = world.census()?;
        let mut table = Vec::new();
        for file in files {
            table.extend(rows(folder, file)?);
        }
        let sheet = AdultSample::new(&table, &keys(), &[])?;
        let problem = sheet.problem(&[], 0);
        let (nodes, height) = (problem.nodes(), problem.top().height());
        let row = |column: &str| {
            let cells = |place: usize| table.iter().map(move |row| row[place].as_str());
            let distinct =
                adult::place(column).map_or(0, |place| cells(place).collect::<BTreeSet<_>>().len());
            let numbers = [distinct.to_string(), nodes.to_string(), height.to_string()];
            [point.to_owned(), column.to_owned()].into_iter().chain(numbers).collect()
        };
        Ok(KEYS.iter().map(|&key| COLUMNS[key]).chain([TAX_PERIOD]).map(row).collect())
    }

    fn present(&self, rows: &ResultRows, _: RunScale) -> Finding {
        let mut claims: Vec<Claim> =
            SAID.iter().zip(&KEYS).map(|(said, &key)| counted(rows, *said, COLUMNS[key])).collect();
        claims.extend([lattice(rows), tax_period(rows)]);
        Finding {
            method: vec![
                "Distinct values are counted in the files as they are; the lattice is made of the \
                 generalizations of table 7. The paper does not say who counts as married, where \
                 the age of 50 belongs, or where ranges of ten years begin: here whoever has a \
                 spouse is married, 50 is with the older, and ranges begin at multiples of ten."
                    .into(),
            ],
            pictures: Vec::new(),
            claims,
        }
    }
}

/// The distinct values of a column in some files.
fn distinct(rows: &ResultRows, files: &str, column: &str) -> Option<f64> {
    let mut mine = figures(rows).filter(|row| row.is("files", files) && row.is("column", column));
    mine.next()?.number("distinct")
}

fn counted(rows: &ResultRows, (name, said): (&str, f64), column: &str) -> Claim {
    let [one, both] = FILES.map(|(files, _)| distinct(rows, files, column));
    let known = one.zip(both);
    let (data, all) = known.unwrap_or((f64::NAN, f64::NAN));
    claim(
        "Table 7",
        format!("{name} has {said} distinct values."),
        format!("It has {data} in adult.data, and {all} in both files."),
        whether(known.map(|(one, both)| one == said || both == said)),
        "The paper counts otherwise.",
    )
}

fn lattice(rows: &ResultRows) -> Claim {
    let size = figures(rows).next().and_then(|row| row.pair("nodes", "height"));
    let (nodes, height) = size.unwrap_or((f64::NAN, f64::NAN));
    claim(
        "section 4",
        "The lattice has 96 nodes and height 9.",
        format!("It has {nodes} nodes and height {height}."),
        whether(size.map(|size| size == (96.0, 9.0))),
        "The generalizations here are others.",
    )
}

fn tax_period(rows: &ResultRows) -> Claim {
    let period = distinct(rows, FILES[1].0, TAX_PERIOD).map(|distinct| distinct > 0.0);
    claim(
        "section 4",
        "TaxPeriod is one of four secrets of Adult.",
        match period {
            Some(true) => "Adult has such a column.",
            _ => "Adult has no such column.",
        },
        whether(period),
        "It is left out here, so that there are three secrets.",
    )
}
