//! Diversity of membership: how evenly a class is made of members and others.

use std::fmt;


use super::flag::{DemandSubject, LeadingDash, Flag};
use super::{PrivacyDemand, DemandInput, PopulationKnowledge, Demand, FigureGrid, DemandError, Strictness, personal_presence, presence};
use crate::{Figure, Fraction};

/// In every class, the larger of members and non-members is at most `c` times the smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixedMembership {
    /// The factor.
    pub c: Fraction,
}

pub(super) const FLAG: Flag = Flag::new(
    "membership",
    "C",
    "Recursive (C,2)-diversity of membership: in every class neither those in the table nor the \
     others are more than C times as many",
)
.dash(LeadingDash::Always)
.asks(DemandSubject::People, read);

fn read(asked: &DemandInput<'_>) -> Result<Vec<Demand>, DemandError> {
    let Some(text) = asked.one(&FLAG) else { return Ok(Vec::new()) };
    let c: Fraction = text.parse().map_err(|error| FLAG.refusal(text, &format!("{error}")))?;
    if c < Fraction::ONE || c > Fraction::from(1_000_000_000) {
        return Err(FLAG.refusal(text, "the factor must be from 1 to a billion"));
    }
    Ok(vec![MixedMembership { c }.into()])
}

impl PrivacyDemand for MixedMembership {
    fn model(&self) -> &'static str {
        "mixed-membership"
    }

    fn demanded_as(&self, _: fn(Fraction) -> Figure) -> Figure {
        self.c.into()
    }

    fn strictness(&self) -> Vec<Strictness> {
        vec![Strictness::falling(self.c, Fraction::MANY, FigureGrid::Counts)]
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        MixedMembership { c: figures[0] }.into()
    }

    fn means(&self) -> String {
        format!(
            "wherever people look alike, neither those in the table nor the others are more than {} times as many",
            self.c.plain()
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

    fn forbids_suppression(&self) -> Option<&'static str> {
        Some(personal_presence::LEFT_OUT)
    }

    fn voided_by_stars(&self) -> Option<&'static str> {
        presence::VOID
    }
}

impl fmt::Display for MixedMembership {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "recursive ({},2)-diversity of membership", self.c.plain())
    }
}
