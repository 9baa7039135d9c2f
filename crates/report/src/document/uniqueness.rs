//! How many people of the whole population are unique, estimated from a sample of it.

use crate::{Block, Grid};

use super::frame::table;
use super::part::{Part, Read};

/// What the estimators say of sets of columns.
pub struct Estimates {
    said: Grid,
    believed: Grid,
}

impl Estimates {
    /// No estimates yet.
    pub fn new() -> Self {
        Estimates {
            said: Grid::new(["unique on", "estimator", "unique people", "share of people"]),
            believed: Grid::new([
                "unique on",
                "people",
                "share sampled",
                "estimator to believe",
                "rows unique among the people",
            ]),
        }
    }

    /// Adds the estimates for a set of columns, if there are any.
    pub fn add(&mut self, name: &str, part: &Part<'_>) -> Read<()> {
        let Some(found) = part.part("uniqueness")? else { return Ok(()) };
        for estimator in ["zayatz", "snb", "pitman"] {
            let Some(estimate) = found.part(estimator)? else { continue };
            self.said.row([
                name.to_owned(),
                estimator.to_owned(),
                estimate.cell("uniques")?,
                estimate.cell("share")?,
            ]);
        }
        self.believed.row([
            name.to_owned(),
            found.cell("population")?,
            found.cell("sample_fraction")?,
            found.word("chosen")?,
            found.cell("unique_rows")?,
        ]);
        Ok(())
    }

    /// The tables.
    pub fn blocks(self) -> impl Iterator<Item = Block> {
        let said =
            table("People who are unique in the population, as each estimator has it", self.said);
        let believed =
            table("Which estimator to believe, and what it says of the table", self.believed);
        said.into_iter().chain(believed)
    }
}
