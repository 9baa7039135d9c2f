//! What table 7 says of Adult.

use std::collections::BTreeSet;

use super::table_7::{KEYS, keys};
use crate::adult::{COLUMNS, rows};
use crate::figures::{figures, settled, why_not};
use crate::sheet::Sheet;
use crate::{Claim, Experiment, Finding, Row, Rows, Scale, World};

/// The columns of table 7.
pub struct Columns;

/// The name of the paper's fourth secret, spelt as Adult would.
const TAX_PERIOD: &str = "tax-period";

const FILES: [(&str, &[&str]); 2] =
    [("adult.data", &["adult.data"]), ("both files", &["adult.data", "adult.test"])];

/// What the paper says of each key: its name there, distinct values.
const SAID: [(&str, f64); 4] = [("Age", 74.0), ("MaritalStatus", 7.0), ("Race", 5.0), ("Sex", 2.0)];

impl Experiment for Columns {
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

    fn points(&self, _: Scale) -> Vec<String> {
        FILES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn measure(&self, point: &str, world: &World<'_>) -> Result<Vec<Row>, String> {
        let folder = world.adult.ok_or("the Adult table is not here")?;
        let files = FILES.into_iter().find(|(name, _)| *name == point);
        let (_, files) = files.ok_or_else(|| format!("{point}: is none of the files"))?;
        let mut table = Vec::new();
        for file in files {
            table.extend(rows(folder, file)?);
        }
        let sheet = Sheet::new(&table, &keys(), &[])?;
        let problem = sheet.problem(&[], 0);
        let (nodes, height) = (problem.nodes(), problem.top().height());
        let row = |column: &str| {
            let place = COLUMNS.iter().position(|name| *name == column);
            let cells = |place: usize| table.iter().map(move |row| row[place].as_str());
            let distinct = place.map_or(0, |place| cells(place).collect::<BTreeSet<_>>().len());
            let numbers = [distinct.to_string(), nodes.to_string(), height.to_string()];
            [point.to_owned(), column.to_owned()].into_iter().chain(numbers).collect()
        };
        Ok(KEYS.iter().map(|&key| COLUMNS[key]).chain([TAX_PERIOD]).map(row).collect())
    }

    fn present(&self, rows: &Rows, _: Scale) -> Finding {
        let distinct = |files: &str, column: &str| {
            let row = figures(rows).find(|row| row.is("files", files) && row.is("column", column));
            row.map_or(f64::NAN, |row| row.number("distinct"))
        };
        let counted = |(&(name, said), &key): (&(&str, f64), &usize)| {
            let found = FILES.map(|(files, _)| distinct(files, COLUMNS[key]));
            Claim {
                at: "Table 7",
                said: format!("{name} has {said} distinct values"),
                found: format!("{} in adult.data, {} in both files", found[0], found[1]),
                verdict: settled(!found[0].is_nan(), found.contains(&said)),
                why: String::new(),
            }
        };
        let mut claims: Vec<Claim> = SAID.iter().zip(&KEYS).map(counted).collect();
        let size = figures(rows).next().map(|row| (row.number("nodes"), row.number("height")));
        let (nodes, height) = size.unwrap_or((f64::NAN, f64::NAN));
        claims.push(Claim {
            at: "section 4",
            said: "the lattice has 96 nodes and height 9".into(),
            found: format!("{nodes} nodes and height {height}"),
            verdict: settled(size.is_some(), size == Some((96.0, 9.0))),
            why: String::new(),
        });
        let period = settled(size.is_some(), distinct(FILES[1].0, TAX_PERIOD) > 0.0);
        claims.push(Claim {
            at: "section 4",
            said: "TaxPeriod is one of four secrets of Adult".into(),
            found: match period {
                crate::Verdict::Reproduces => "Adult has such a column".into(),
                _ => "Adult has no such column".into(),
            },
            verdict: period,
            why: why_not(period, "it is left out here, so that there are three secrets"),
        });
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
