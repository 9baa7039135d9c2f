//! p-sensitivity: how many values of a secret a class has.

use std::fmt;


use super::flag::{DemandSubject, LeadingDash, Flag, ExploredPart};
use super::{PrivacyDemand, DemandInput, Demand, DemandError, Strictness};
use crate::{Figure, Fraction};

/// Every class has at least `p` distinct values of the column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PSensitivity {
    /// The sensitive column.
    pub column: String,
    /// The least number of distinct values.
    pub p: u64,
}

pub(super) const FLAG: Flag = Flag::new(
    "p",
    "P",
    "p-sensitivity: every class has at least P values of each sensitive column",
)
.dash(LeadingDash::Number)
.asks(DemandSubject::Secrets, read)
.varied(&[ExploredPart::whole("p")]);

pub(super) const AGAINST: &str =
    "someone who knows that a person is in the table and wants to be sure of the secret";

pub(super) const NOT_AGAINST: &str = "someone who is content with a likely secret, or knows which secrets a person does not have, or takes values that mean nearly the same for one";

fn read(asked: &DemandInput<'_>) -> Result<Vec<Demand>, DemandError> {
    let Some(p) = asked.at_least_one(&FLAG)? else { return Ok(Vec::new()) };
    asked.need_sensitive(&FLAG)?;
    let columns = asked.sensitive.iter().cloned();
    Ok(columns.map(|column| PSensitivity { column, p }.into()).collect())
}

impl PrivacyDemand for PSensitivity {
    fn model(&self) -> &'static str {
        "p-sensitivity"
    }

    fn demanded_as(&self, _: fn(Fraction) -> Figure) -> Figure {
        self.p.into()
    }

    fn strictness(&self) -> Vec<Strictness> {
        Strictness::whole(self.p)
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        PSensitivity { column: self.column.clone(), p: figures[0].floor_of(1) }.into()
    }

    fn means(&self) -> String {
        several(self.p, &self.column)
    }

    fn against(&self) -> &'static str {
        AGAINST
    }

    fn not_against(&self) -> &'static str {
        NOT_AGAINST
    }

    fn column(&self) -> Option<&str> {
        Some(&self.column)
    }
}

impl fmt::Display for PSensitivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-sensitivity of {}", self.p, self.column)
    }
}

/// So many values, in words.
pub(super) fn several(least: u64, column: &str) -> String {
    format!("rows that look alike have at least {least} different values of {column}")
}
