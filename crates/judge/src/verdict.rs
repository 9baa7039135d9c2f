//! Decides exactly whether each demand is met, and names the worst class if it is not.
//!
//! One file per family of models defines how the judge measures them ([`Measure`]), without any
//! code of the search. To add a model, add a file and a line in [`measure`].

mod believed;
mod closeness;
mod disclosed;
mod distribution;
mod diversity;
mod likeness;
mod people;
mod persons;
mod presence;
mod proximity;
mod rows;

use std::collections::BTreeMap;

use incrowd_terms::{Demand, Figure, Guarantee, Nulls, PrivacyDemand};

use crate::chains::Chains;
use crate::covered_people::CoveredPeople;
use crate::division::{DemandVerdict, Division, shortened};
use crate::error::JudgeError;
use crate::learned::Links;
use crate::magnitudes::NearRadius;
use crate::presence::PresenceSummary;
use crate::proximity::Crowding;
use crate::values_by_class::{ClassValues, ValuesByClass};

/// How the judge decides a demand.
pub(crate) trait Measure: PrivacyDemand {
    /// What the published table has, and the worst class of those that fail.
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError>;

    /// Whether it is decided even where people match several classes, from who may be in which.
    fn weighs_overlaps(&self) -> bool {
        false
    }

    /// Whether a class of so many members among so many people violates the demand, of a sample of so
    /// many rows; `None` if that depends on more than these numbers, such as secrets.
    fn violated_by(&self, _members: u64, _people: u64, _sample_rows: u64) -> Option<bool> {
        None
    }

    /// How far from a secret others are near it, and whether intervals count too, if the demand is
    /// about nearness.
    fn reach(&self) -> Option<(NearRadius, bool)> {
        None
    }
}

/// The judge's measurement of each model.
pub(crate) fn measure(demand: &Demand) -> &dyn Measure {
    match demand {
        Demand::KAnonymity(asked) => asked,
        Demand::PSensitivity(asked) => asked,
        Demand::LDiversity(asked) => asked,
        Demand::AlphaK(asked) => asked,
        Demand::TCloseness(asked) => asked,
        Demand::BetaLikeness(asked) => asked,
        Demand::DeltaDisclosure(asked) => asked,
        Demand::EpsMAnonymity(asked) => asked,
        Demand::DeltaLDiversity(asked) => asked,
        Demand::KMap(asked) => asked,
        Demand::Presence(asked) => asked,
        Demand::PersonalPresence(asked) => asked,
        Demand::JointPresence(asked) => asked,
        Demand::WeakKAnonymity(asked) => asked,
        Demand::MixedMembership(asked) => asked,
    }
}

/// The input of all verdicts.
pub(crate) struct Assessment<'a> {
    /// What someone outside can tell apart: rows by their quasi-identifiers alone.
    pub(crate) outside: Division<'a>,
    /// The classes whose size counts.
    pub(crate) classes: Division<'a>,
    /// The classes in which secrets are kept together.
    pub(crate) secrets: Division<'a>,
    /// Which of these the rows of each class outside belong to.
    pub(crate) links: Links<'a>,
    /// Names of the sensitive columns, and how each spreads over the classes of secrets.
    pub(crate) spreads: &'a [(&'a str, ValuesByClass)],
    /// How close secrets lie together, for each demand about that.
    pub(crate) crowdings: &'a [Crowding<'a>],
    pub(crate) hierarchies: &'a BTreeMap<String, Chains>,
    pub(crate) nulls: &'a Nulls,
    /// The population, if it is known.
    pub(crate) population: Option<&'a PresenceSummary>,
    /// The column of the population with what was believed of people, if anything was.
    pub(crate) prior: Option<&'a str>,
    /// The distribution of the population, if it is known.
    pub(crate) distribution: Option<&'a CoveredPeople>,
    /// Rows of the sample that the table was made from.
    pub(crate) sample_rows: u64,
}

impl Assessment<'_> {
    /// Judges one demand.
    pub(crate) fn judge(&self, demand: &Demand) -> Result<Guarantee, JudgeError> {
        let mut verdict = measure(demand).verdict(self)?;
        if self.outside.grouping.rows == 0 {
            // Nothing is published, so nothing is guaranteed.
            verdict = DemandVerdict {
                measured: Figure::Undefined,
                failing: Some("there are no rows".into()),
            };
        }
        let DemandVerdict { measured, failing } = verdict;
        let guarantee = Guarantee::on(demand, measured, failing.is_none());
        Ok(Guarantee { worst: failing, ..guarantee })
    }

    /// The column that a demand is about, and how it spreads.
    fn spread(&self, asked: &dyn PrivacyDemand) -> Result<(&str, &ValuesByClass), JudgeError> {
        let column = asked.column().unwrap_or_default();
        let found = self.spreads.iter().find(|(name, _)| *name == column);
        let (name, spread) = found.ok_or_else(|| JudgeError::NotSensitive {
            model: asked.model(),
            column: column.to_owned(),
        })?;
        Ok((name, spread))
    }

    /// The class of secrets that fails worst, of those for which `badness` gives a figure.
    fn worst(&self, badness: impl Fn(usize) -> Option<f64>) -> Option<usize> {
        self.secrets.worst(badness)
    }

    fn worst_share(
        &self,
        spread: &ValuesByClass,
        badness: impl Fn(ClassValues<'_>) -> Option<f64>,
    ) -> Option<usize> {
        self.worst(|class| badness(spread.class(class)))
    }

    /// A verdict on a class of secrets.
    fn verdict(
        &self,
        measured: Figure,
        failing: Option<usize>,
        why: impl Fn(usize) -> String,
    ) -> DemandVerdict {
        self.secrets.verdict(measured, failing, why)
    }
}

/// What compares a class with the table, measured with spellings of secrets merged and as written:
/// the worse counts. A figure that is undefined or infinite is the worst.
fn worse_reading(
    spread: &ValuesByClass,
    verdict: impl Fn(&ValuesByClass) -> Result<DemandVerdict, JudgeError>,
) -> Result<DemandVerdict, JudgeError> {
    let figure = |verdict: &DemandVerdict| verdict.measured.as_f64().unwrap_or(f64::INFINITY);
    let mut worst: Option<DemandVerdict> = None;
    for reading in spread.readings() {
        let next = verdict(reading)?;
        worst = Some(match worst {
            None => next,
            Some(known) => {
                let measured = match figure(&next) > figure(&known) {
                    true => next.measured,
                    false => known.measured,
                };
                DemandVerdict { measured, failing: known.failing.or(next.failing) }
            }
        });
    }
    Ok(worst.unwrap_or(DemandVerdict { measured: Figure::Undefined, failing: None }))
}

fn least(figures: impl Iterator<Item = f64>) -> Figure {
    figures.fold(f64::INFINITY, f64::min).into()
}

fn greatest(figures: impl Iterator<Item = f64>) -> Figure {
    figures.fold(0.0, f64::max).into()
}

fn rows(number: u64) -> String {
    count(number, "row")
}

fn people(number: u64) -> String {
    if number == 1 { "1 person".into() } else { format!("{number} people") }
}

fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
