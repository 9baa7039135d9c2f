//! Estimates how many people are unique in the population, from a sample.
//!
//! A row that is unique in a sample may have equals among the people who were not sampled. Three
//! estimators (Zayatz 1991; slide negative binomial, Chen & Keller-McNulty 1998; Pitman, Hoshino
//! 2001), each in its own file, estimate the number of unique people from the class sizes of the
//! sample, and a rule selects one of them (`decision.rs`).
//!
//! All estimators assume that the table is a simple random sample, without replacement, of a
//! population of known size, and that its rows are generalized as the population's would be. If
//! rare rows were suppressed, the estimates are too low.
//!
//! N - n people were not sampled, and each of them can add or remove at most one unique person.
//! Estimates are therefore limited to N - n around the unique rows of the sample, and are exact if
//! the whole population is sampled (n = N). Manual page: `docs/models/uniqueness.md`.
//!
//! Everything is computed from the histogram of class sizes, so it takes milliseconds however many
//! classes there are.

mod bisection;
mod decision;
mod gamma;
mod interval;
mod pitman;
mod slide_negative_binomial;
mod zayatz;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use decision::UniquenessEstimator;

/// The sizes of the classes of a random sample, and the size of its population.
///
/// ```
/// use incrowd_judge::uniqueness::SampledClasses;
/// // 60 rows that are unique, 20 pairs and 5 classes of ten rows, of a thousand people.
/// let sample = SampledClasses::new([(1, 60), (2, 20), (10, 5)], 1000)?;
/// let estimates = sample.estimates();
/// assert!(estimates.estimate.uniques > 60.0);
/// assert!(SampledClasses::new([(1, 60)], 59).is_err());
/// # Ok::<(), incrowd_judge::uniqueness::SampleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledClasses {
    /// Sizes and how many classes have them, in ascending order.
    classes: Vec<(u64, u64)>,
    rows: u64,
    /// How many classes there are.
    distinct: u64,
    /// How many of them have one row.
    singles: u64,
    people: u64,
}

/// Why class sizes are no sample of a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    /// There are no rows to estimate from.
    #[error("a sample without rows tells nothing about its population")]
    NoRows,
    /// The sample is larger than the population.
    #[error("a population of {people} people cannot hold a sample of {rows} rows")]
    PopulationTooSmall {
        /// People in the population.
        people: u64,
        /// Rows of the sample.
        rows: u128,
    },
}

/// How many people are unique.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimate {
    /// The people.
    pub uniques: f64,
    /// Their share of the population.
    pub share: f64,
}

/// The least and the largest number of unique people.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// No fewer.
    pub low: f64,
    /// No more.
    pub high: f64,
}

/// What the estimators say, and which of them to believe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimates {
    /// People in the population.
    pub population: u64,
    /// The share of them that is in the sample.
    pub sample_fraction: f64,
    /// By Zayatz (1991).
    pub zayatz: Estimate,
    /// By the slide negative binomial; `None` if it has no solution.
    pub snb: Option<Estimate>,
    /// By Pitman's sampling formula; `None` if its likelihood has no maximum.
    pub pitman: Option<Estimate>,
    /// The one to believe.
    pub chosen: UniquenessEstimator,
    /// What it says.
    pub estimate: Estimate,
    /// Between which numbers the truth lies with a confidence of 95 %, whatever the population is
    /// like (`interval.rs`).
    pub interval: Interval,
    /// Whether the interval reaches beyond half and twice the estimate: then the sample does not
    /// decide, and the estimate rests on the shape of population that its formula assumes.
    pub uncertain: bool,
    /// The rows of the sample that are expected to be unique in the population: whoever is unique
    /// there is in the sample as likely as anybody.
    pub unique_rows: f64,
}

impl SampledClasses {
    /// A sample of a population with so many people, by the sizes of its classes and how many
    /// classes have each. Sizes may repeat; those of 0 are no classes.
    ///
    /// # Errors
    /// If there are no rows, or more than people.
    pub fn new(
        class_sizes: impl IntoIterator<Item = (u64, u64)>,
        people: u64,
    ) -> Result<SampledClasses, SampleError> {
        let (mut histogram, mut rows) = (BTreeMap::<u64, u64>::new(), 0_u128);
        for (size, classes) in class_sizes {
            if size == 0 || classes == 0 {
                continue;
            }
            rows = rows.saturating_add(u128::from(size) * u128::from(classes));
            let counted = histogram.entry(size).or_default();
            *counted = counted.saturating_add(classes);
        }
        let Some(rows) = u64::try_from(rows).ok().filter(|&rows| rows <= people) else {
            return Err(SampleError::PopulationTooSmall { people, rows });
        };
        if rows == 0 {
            return Err(SampleError::NoRows);
        }
        Ok(SampledClasses {
            rows,
            distinct: histogram.values().sum(),
            singles: histogram.get(&1).copied().unwrap_or(0),
            classes: histogram.into_iter().collect(),
            people,
        })
    }

    /// How many people of the population are unique.
    #[must_use]
    pub fn estimates(&self) -> Estimates {
        let zayatz = self.estimate(zayatz::uniques(self));
        let solved = |uniques: Option<f64>| {
            uniques.filter(|uniques| uniques.is_finite()).map(|uniques| self.estimate(uniques))
        };
        let snb = solved(slide_negative_binomial::uniques(self));
        let pitman = solved(pitman::uniques(self));
        let (chosen, estimate) = decision::believed(self, zayatz, snb, pitman);
        let (low, high) = interval::uniques(self);
        let [low, high] = [low, high].map(|uniques| self.estimate(uniques).uniques);
        let uniques = estimate.uniques;
        Estimates {
            interval: Interval { low, high },
            uncertain: low * 2.0 < uniques || high > uniques * 2.0,
            population: self.people,
            sample_fraction: self.fraction(),
            zayatz,
            snb,
            pitman,
            chosen,
            estimate,
            unique_rows: (estimate.uniques * self.fraction()).min(self.singles as f64),
        }
    }

    /// An estimate, within what the sample leaves possible.
    fn estimate(&self, uniques: f64) -> Estimate {
        let others = self.people - self.rows;
        let least = self.singles.saturating_sub(others) as f64;
        let most = (self.singles + others) as f64;
        let uniques = uniques.clamp(least, most);
        Estimate { uniques, share: uniques / self.people as f64 }
    }

    fn fraction(&self) -> f64 {
        self.rows as f64 / self.people as f64
    }

    /// How many classes have a size.
    fn classes_of(&self, size: u64) -> u64 {
        let found = self.classes.binary_search_by_key(&size, |&(size, _)| size);
        found.map_or(0, |place| self.classes[place].1)
    }
}
