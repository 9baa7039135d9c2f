//! Weak k-anonymity: how many people of the population look alike.

use std::fmt;


use super::flag::{DemandSubject, LeadingDash, Flag};
use super::k_anonymity::others;
use super::{PrivacyDemand, DemandInput, PopulationKnowledge, Demand, DemandError, Strictness, k_map};
use crate::{Figure, Fraction};

/// The population is k-anonymous under the mapping by which the table is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeakKAnonymity {
    /// The least number of people in a class.
    pub k: u64,
}

pub(super) const FLAG: Flag = Flag::new(
    "weak-k",
    "K",
    "Weak k-anonymity: the population is k-anonymous under the mapping of the release",
)
.dash(LeadingDash::Number)
.asks(DemandSubject::People, read);

fn read(asked: &DemandInput<'_>) -> Result<Vec<Demand>, DemandError> {
    let k = asked.at_least_one(&FLAG)?;
    Ok(k.map(|k| WeakKAnonymity { k }.into()).into_iter().collect())
}

impl PrivacyDemand for WeakKAnonymity {
    fn model(&self) -> &'static str {
        "weak-k-anonymity"
    }

    fn demanded_as(&self, _: fn(Fraction) -> Figure) -> Figure {
        self.k.into()
    }

    fn strictness(&self) -> Vec<Strictness> {
        Strictness::whole(self.k)
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        WeakKAnonymity { k: figures[0].floor_of(1) }.into()
    }

    fn means(&self) -> String {
        format!(
            "published as the table is, every person of the population looks like at least {}",
            others(self.k)
        )
    }

    fn against(&self) -> &'static str {
        k_map::AGAINST
    }

    fn not_against(&self) -> &'static str {
        k_map::NOT_AGAINST
    }

    fn population_knowledge(&self) -> PopulationKnowledge {
        PopulationKnowledge::Register
    }

    fn is_about_members(&self) -> bool {
        true
    }

    fn forbids_suppression(&self) -> Option<&'static str> {
        Some("the mapping is of the whole population")
    }
}

impl fmt::Display for WeakKAnonymity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "weak {}-anonymity", self.k)
    }
}
