//! k-anonymity: how many rows look alike.

use std::fmt;


use super::flag::{DemandSubject, LeadingDash, Flag, ExploredPart};
use super::{PrivacyDemand, DemandInput, Demand, DemandError, Strictness, p_sensitive};
use crate::{Figure, Fraction};

/// Every class has at least `k` rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KAnonymity {
    /// The least class size.
    pub k: u64,
}

pub(super) const FLAG: Flag =
    Flag::new("k", "K", "k-anonymity: every class has at least K rows")
        .dash(LeadingDash::Number)
        .asks(DemandSubject::Rows, read)
        .varied(&[ExploredPart::whole("k")]);

/// p distinct values need p rows: p-sensitive k-anonymity with k = p.
fn read(asked: &DemandInput<'_>) -> Result<Vec<Demand>, DemandError> {
    let k = asked.at_least_one(&FLAG)?;
    let p = asked.at_least_one(&p_sensitive::FLAG)?;
    if let (Some(k), Some(p)) = (k, p)
        && p > k
    {
        let message =
            format!("`p = {p}` is above `k = {k}`: a class of {k} rows cannot have {p} values");
        return Err(DemandError::new(message).with_value(&p.to_string()));
    }
    Ok(k.or(p).map(|k| KAnonymity { k }.into()).into_iter().collect())
}

impl PrivacyDemand for KAnonymity {
    fn model(&self) -> &'static str {
        "k-anonymity"
    }

    fn demanded_as(&self, _: fn(Fraction) -> Figure) -> Figure {
        self.k.into()
    }

    fn strictness(&self) -> Vec<Strictness> {
        Strictness::whole(self.k)
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        KAnonymity { k: figures[0].floor_of(1) }.into()
    }

    fn means(&self) -> String {
        format!("every published row looks like at least {}", others(self.k))
    }

    fn against(&self) -> &'static str {
        "someone who knows that a person is in the table and looks for the person's row"
    }

    fn not_against(&self) -> &'static str {
        "someone who wants a secret that all rows that look alike share, or who wants to know whether a person is in the table"
    }
}

impl fmt::Display for KAnonymity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-anonymity", self.k)
    }
}

/// All of `k` but one.
pub(super) fn others(k: u64) -> String {
    match k.saturating_sub(1) {
        1 => "1 other".to_owned(),
        others => format!("{others} others"),
    }
}
