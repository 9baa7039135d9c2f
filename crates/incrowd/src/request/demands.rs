//! The options of the models, as demands on each sensitive column.

use incrowd_core::terms::{Demand, DemandInput};

use crate::error::Result;
use crate::options::ModelOptions;

/// All demands, in the order in which they are reported. `is_population` says that the table
/// itself is one of the population.
pub fn demands(
    args: &ModelOptions,
    sensitive: &[String],
    is_population: bool,
) -> Result<Vec<Demand>> {
    let asked = DemandInput {
        words: &args.words,
        sensitive,
        has_register: args.public.is_some() || is_population,
        has_distribution: args.distribution.is_some(),
    };
    Ok(asked.demands()?)
}

/// A whole number from 1, as it was written for an option.
pub fn at_least_one(name: &str, text: &str) -> Result<u64> {
    Ok(incrowd_core::terms::at_least_one(name, text)?)
}
