//! Presence within limits of each person's own.

use std::fmt;


use super::flag::{DemandSubject, Flag};
use super::{PrivacyDemand, DemandInput, PopulationKnowledge, Demand, DemandError, presence};
use crate::{Figure, Fraction};

/// Presence with limits of each person's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalPresence {
    /// The column of the population with the least probabilities.
    pub low: String,
    /// The column of the population with the greatest ones.
    pub high: String,
}

pub(super) const FLAG: Flag = Flag::new(
    "personal-presence",
    "MINCOL,MAXCOL",
    "Presence within limits of each person's own, in two columns of the population",
)
.asks(DemandSubject::People, read);

/// Why nobody can be left out where everybody may have a least probability.
pub(super) const LEFT_OUT: &str =
    "people whose rows are suppressed would be known not to be in the table";

fn read(asked: &DemandInput<'_>) -> Result<Vec<Demand>, DemandError> {
    let Some(text) = asked.one(&FLAG) else { return Ok(Vec::new()) };
    match text.split_once(',') {
        Some((low, high)) if !low.trim().is_empty() && !high.trim().is_empty() => {
            let (low, high) = (low.trim().to_owned(), high.trim().to_owned());
            Ok(vec![PersonalPresence { low, high }.into()])
        }
        _ => {
            let why = "two columns of the population are needed, as in low,high";
            Err(FLAG.refusal(text, why))
        }
    }
}

impl PrivacyDemand for PersonalPresence {
    fn model(&self) -> &'static str {
        "personal-presence"
    }

    fn demanded_as(&self, _: fn(Fraction) -> Figure) -> Figure {
        let ends = [("min", &self.low), ("max", &self.high)];
        Figure::parts(ends.map(|(end, column)| (end, column.as_str().into())))
    }

    fn turned(&self, _: &[Fraction]) -> Demand {
        self.clone().into()
    }

    fn means(&self) -> String {
        format!(
            "everyone of the population is in the table with a probability within their own limits, in {} and {}",
            self.low, self.high
        )
    }

    fn against(&self) -> &'static str {
        presence::AGAINST
    }

    fn not_against(&self) -> &'static str {
        presence::NOT_AGAINST
    }

    fn population_knowledge(&self) -> PopulationKnowledge {
        PopulationKnowledge::Register
    }

    fn is_about_members(&self) -> bool {
        true
    }

    fn traits(&self) -> Vec<&str> {
        vec![&self.low, &self.high]
    }

    fn forbids_suppression(&self) -> Option<&'static str> {
        Some(LEFT_OUT)
    }

    fn voided_by_stars(&self) -> Option<&'static str> {
        presence::VOID
    }
}

impl fmt::Display for PersonalPresence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "personal presence within {} and {}", self.low, self.high)
    }
}
