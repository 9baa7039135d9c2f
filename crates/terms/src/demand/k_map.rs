//! k-map: how many people of the population a row fits.

use std::fmt;


use super::asked::{at_least_one, chance};
use super::flag::{DemandSubject, LeadingDash, Flag, ExploredPart};
use super::{PrivacyDemand, DemandInput, PopulationKnowledge, Demand, DemandError, Strictness, population};
use crate::{Figure, Fraction};

/// Every class matches at least `k` people of the population.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KMap {
    /// The least number of matching people.
    pub k: u64,
    /// Where the number of matching people comes from.
    pub population: KMapPopulation,
}

/// Where k-map gets its population from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KMapPopulation {
    /// A table of the population: matches are counted.
    Table,
    /// Only its size is known: matches are estimated from the sample.
    Estimated {
        /// People in the population.
        people: u64,
        /// The distribution of a class's sample size.
        estimator: Estimator,
        /// The accepted probability of taking a class for safe that is not.
        significance: Fraction,
    },
}

/// How a class's sample size is thought to be distributed, given its size in the population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimator {
    /// Poisson.
    Poisson,
    /// Poisson without zero: a published class has at least one row.
    ZeroTruncatedPoisson,
}

pub(super) const FLAG: Flag = Flag::new(
    "k-map",
    "K",
    "k-map: every class matches at least K people of `public`, or of `population` (estimated; \
     5:poisson for the plain Poisson estimator)",
)
.dash(LeadingDash::Number)
.asks(DemandSubject::People, read)
.varied(&[ExploredPart::whole("k-map")]);

pub(super) const SIGNIFICANCE: Flag = Flag::new(
    "significance",
    "SHARE",
    "The accepted chance that an estimated k-map takes a class for safe that is not [default: 5%]",
)
.dash(LeadingDash::Always);

pub(super) const AGAINST: &str = "someone who has a register of the population, does not know who is in the table, and wants to say whose row it is";

pub(super) const NOT_AGAINST: &str = "someone who knows that a person is in the table: the person's row may be the only one that fits; nor someone who wants to know whether a person is in the table";

fn read(asked: &DemandInput<'_>) -> Result<Vec<Demand>, DemandError> {
    let Some(text) = asked.one(&FLAG) else {
        asked.idle(&[&SIGNIFICANCE], &FLAG)?;
        if !asked.has_distribution {
            asked.idle(&[&population::SIZE], &FLAG)?;
        }
        return Ok(Vec::new());
    };
    let (number, estimator) = match text.split_once(':') {
        None => (text, None),
        Some((number, "poisson")) => (number, Some(Estimator::Poisson)),
        Some((number, "truncated")) => (number, Some(Estimator::ZeroTruncatedPoisson)),
        Some((_, other)) => {
            let why = format!("'{other}' is no estimator; write poisson or truncated");
            return Err(FLAG.refusal(text, &why));
        }
    };
    let k = at_least_one("k-map", number)?;
    Ok(vec![KMap { k, population: matched(asked, estimator)? }.into()])
}

/// The population that matches are counted in, or estimated for.
fn matched(asked: &DemandInput<'_>, estimator: Option<Estimator>) -> Result<KMapPopulation, DemandError> {
    let message = match (asked.has_register, asked.at_least_one(&population::SIZE)) {
        (true, _) if asked.has(&population::SIZE) => {
            "`population`: with a table of the population its size is known"
        }
        (true, _) if estimator.is_some() || asked.has(&SIGNIFICANCE) => {
            "with a table of the population the matches are counted: there is nothing to estimate"
        }
        (true, _) => return Ok(KMapPopulation::Table),
        (false, people) => match people? {
            Some(people) => {
                return Ok(KMapPopulation::Estimated {
                    people,
                    estimator: estimator.unwrap_or(Estimator::ZeroTruncatedPoisson),
                    significance: chance(&SIGNIFICANCE, asked.one(&SIGNIFICANCE).unwrap_or("5%"))?,
                });
            }
            None => "`k-map` needs the population: a table (`public`) or its size (`population`)",
        },
    };
    Err(DemandError::new(message))
}

impl PrivacyDemand for KMap {
    fn model(&self) -> &'static str {
        "k-map"
    }

    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure {
        let k = self.k;
        match &self.population {
            KMapPopulation::Table => k.into(),
            KMapPopulation::Estimated { people, significance, .. } => {
                let population = ("population", (*people).into());
                Figure::parts([("k", k.into()), population, ("significance", write(*significance))])
            }
        }
    }

    fn strictness(&self) -> Vec<Strictness> {
        Strictness::whole(self.k)
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        KMap { k: figures[0].floor_of(1), population: self.population.clone() }.into()
    }

    fn means(&self) -> String {
        let k = self.k;
        match &self.population {
            KMapPopulation::Table => {
                format!("every published row fits at least {k} people of the population")
            }
            KMapPopulation::Estimated { people, estimator, .. } => {
                let how = match estimator {
                    Estimator::Poisson => "by the Poisson distribution",
                    Estimator::ZeroTruncatedPoisson => "by the Poisson distribution without zero",
                };
                format!(
                    "every published row is estimated to fit at least {k} of {people} people, {how}, with the significance divided over all classes that are tested"
                )
            }
        }
    }

    fn against(&self) -> &'static str {
        AGAINST
    }

    fn not_against(&self) -> &'static str {
        NOT_AGAINST
    }

    fn population_knowledge(&self) -> PopulationKnowledge {
        match self.population {
            KMapPopulation::Table => PopulationKnowledge::Register,
            KMapPopulation::Estimated { .. } => PopulationKnowledge::Unknown,
        }
    }

    fn sampled_from(&self) -> Option<u64> {
        match self.population {
            KMapPopulation::Table => None,
            KMapPopulation::Estimated { people, .. } => Some(people),
        }
    }

    fn forbids_suppression(&self) -> Option<&'static str> {
        (self.population != KMapPopulation::Table).then_some(
            "what is left after suppressing the classes that fail a test of chance are those that \
             pass it by chance; use a table of the population (`public`), or leave `suppress` out",
        )
    }

    fn voided_by_stars(&self) -> Option<&'static str> {
        Some("`k-map`")
    }
}

impl fmt::Display for KMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.population {
            KMapPopulation::Table => write!(f, "{}-map", self.k),
            KMapPopulation::Estimated { people, .. } => {
                write!(f, "{}-map estimated for {people} people", self.k)
            }
        }
    }
}
