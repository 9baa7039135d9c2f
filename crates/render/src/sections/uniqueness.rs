//! How many people of the whole population are unique, estimated from a sample of it.

use incrowd_judge::uniqueness::{Estimates, UniquenessEstimator};

use super::layout::table;
use crate::format::{self, cell};
use crate::{Grid, PageBlock};

/// What the estimators say of sets of columns.
pub struct UniquenessTables {
    estimates: Grid,
    chosen: Grid,
}

impl UniquenessTables {
    /// No estimates yet.
    pub fn new() -> Self {
        UniquenessTables {
            estimates: Grid::new(["unique on", "estimator", "unique people", "share of people"]),
            chosen: Grid::new([
                "unique on",
                "people",
                "share sampled",
                "chosen estimator",
                "at least (95%)",
                "at most (95%)",
                "uncertain",
                "rows unique in the population",
            ]),
        }
    }

    /// Adds the estimates for a set of columns.
    pub fn add(&mut self, name: &str, found: &Estimates) {
        for (estimator, estimate) in [
            (UniquenessEstimator::Zayatz, Some(&found.zayatz)),
            (UniquenessEstimator::Snb, found.snb.as_ref()),
            (UniquenessEstimator::Pitman, found.pitman.as_ref()),
        ] {
            if let Some(estimate) = estimate {
                let (uniques, share) = (cell(Some(estimate.uniques)), cell(Some(estimate.share)));
                self.estimates.row([name, estimator.name(), &uniques, &share]);
            }
        }
        self.chosen.row([
            name.to_owned(),
            found.population.to_string(),
            format::figure(found.sample_fraction),
            found.chosen.name().to_owned(),
            format::figure(found.interval.low),
            format::figure(found.interval.high),
            format::yes(found.uncertain).to_owned(),
            format::figure(found.unique_rows),
        ]);
    }

    /// The tables.
    pub fn blocks(self) -> impl Iterator<Item = PageBlock> {
        let estimates = "People who are unique in the population, by estimator";
        let chosen = "The chosen estimator, the 95% interval of the number of unique people, and the rows that are \
                      expected to be unique in the population";
        table(estimates, self.estimates).into_iter().chain(table(chosen, self.chosen))
    }
}
