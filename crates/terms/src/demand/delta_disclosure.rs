//! delta-disclosure privacy: how far a secret's share in a class may be from that in the table.

use std::fmt;


use super::flag::{DemandSubject, LeadingDash, Flag, FlagValue};
use super::{PrivacyDemand, Demand, FigureGrid, Strictness, t_closeness};
use crate::{Figure, Fraction};

/// Every value of the table is in every class, in about its share of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeltaDisclosure {
    /// The sensitive column.
    pub column: String,
    /// The bound on |ln(q/p)|, exclusive.
    pub delta: Fraction,
}

pub(super) const FLAG: Flag =
    Flag::new("disclosure", "[COL=]DELTA", "delta-disclosure privacy")
        .takes(FlagValue::Words)
        .dash(LeadingDash::Always)
        .asks(DemandSubject::Secrets, |asked| {
            asked.per_column(&FLAG, positive, |column, delta| {
                DeltaDisclosure { column, delta }.into()
            })
        });

fn positive(text: &str) -> Result<Fraction, String> {
    let delta: Fraction = text.parse().map_err(|error| format!("{error}"))?;
    if delta > Fraction::ZERO { Ok(delta) } else { Err("delta must be above 0".to_owned()) }
}

impl PrivacyDemand for DeltaDisclosure {
    fn model(&self) -> &'static str {
        "delta-disclosure"
    }

    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure {
        write(self.delta)
    }

    fn strictness(&self) -> Vec<Strictness> {
        vec![Strictness::falling(self.delta, Fraction::MANY, FigureGrid::Millionths)]
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        DeltaDisclosure { column: self.column.clone(), delta: figures[0] }.into()
    }

    fn means(&self) -> String {
        format!(
            "among rows that look alike, every {} of the table occurs, in its share of the table up to a factor of e^{}",
            self.column,
            self.delta.plain()
        )
    }

    fn against(&self) -> &'static str {
        t_closeness::AGAINST
    }

    fn not_against(&self) -> &'static str {
        t_closeness::NOT_AGAINST
    }

    fn column(&self) -> Option<&str> {
        Some(&self.column)
    }
}

impl fmt::Display for DeltaDisclosure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-disclosure privacy of {}", self.delta.plain(), self.column)
    }
}
