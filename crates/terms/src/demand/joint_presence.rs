//! Joint presence: how likely anyone may be to be in the table and to have a secret.

use std::fmt;


use super::asked::probability;
use super::flag::{DemandSubject, Flag, FlagValue};
use super::{PrivacyDemand, PopulationKnowledge, Demand, FigureGrid, Strictness, presence};
use crate::{Figure, Fraction};

/// For nobody of the population, the probability of being in the table and having the secret is
/// above `most`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointPresence {
    /// The sensitive column.
    pub column: String,
    /// The secret; every value of the column if there is none.
    pub value: Option<String>,
    /// The greatest probability.
    pub most: Fraction,
    /// The column of the population with the prior of each person, if there is one.
    pub prior: Option<String>,
}

pub(super) const FLAG: Flag = Flag::new(
    "joint-presence",
    "COL=[VALUE:]MAX",
    "Nobody of the population is in the table with a secret (any, or illness=hiv:0.01 for one) with \
     a probability above MAX. Repeatable",
)
.takes(FlagValue::Words)
.asks(DemandSubject::People, |asked| {
    let prior = asked.one(&presence::PRIOR).map(str::to_owned);
    asked.per_column(&FLAG, secret, |column, (value, most)| {
        JointPresence { column, value, most, prior: prior.clone() }.into()
    })
});

fn secret(text: &str) -> Result<(Option<String>, Fraction), String> {
    let (value, share) = match text.rsplit_once(':') {
        Some((value, share)) => (Some(value.to_owned()), share),
        None => (None, text),
    };
    Ok((value, probability(share)?))
}

impl PrivacyDemand for JointPresence {
    fn model(&self) -> &'static str {
        "joint-presence"
    }

    fn demanded_as(&self, _: fn(Fraction) -> Figure) -> Figure {
        let value = self.value.as_deref().map(|value| ("value", value.into()));
        let most = ("max", self.most.into());
        let prior = self.prior.as_deref().map(|column| ("prior", column.into()));
        match (value, prior) {
            (None, None) => most.1,
            (value, prior) => Figure::parts(value.into_iter().chain([most]).chain(prior)),
        }
    }

    fn strictness(&self) -> Vec<Strictness> {
        vec![Strictness::falling(self.most, Fraction::ONE, FigureGrid::Counts)]
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        JointPresence { most: figures[0], ..self.clone() }.into()
    }

    fn means(&self) -> String {
        format!(
            "nobody of the population{} is in the table and has {} as {} with a probability above {}",
            self.prior.as_ref().map(|column| format!(", given the beliefs in {column},")).unwrap_or_default(),
            self.value().unwrap_or("any one value"),
            self.column,
            self.most.plain()
        )
    }

    fn against(&self) -> &'static str {
        "someone who has a register of the population and wonders who is in the table with which secret; not someone who knows how the algorithm chose the release"
    }

    fn not_against(&self) -> &'static str {
        "someone who knows already that a person is in the table, or who knows how the algorithm chose the release (see `audit`)"
    }

    fn column(&self) -> Option<&str> {
        Some(&self.column)
    }

    fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    fn population_knowledge(&self) -> PopulationKnowledge {
        PopulationKnowledge::Register
    }

    fn is_about_members(&self) -> bool {
        true
    }

    fn traits(&self) -> Vec<&str> {
        self.beliefs().into_iter().collect()
    }

    fn beliefs(&self) -> Option<&str> {
        self.prior.as_deref()
    }

    fn forbids_suppression(&self) -> Option<&'static str> {
        self.prior.as_ref().map(|_| presence::UNWEIGHED)
    }

    fn voided_by_stars(&self) -> Option<&'static str> {
        presence::VOID
    }
}

impl fmt::Display for JointPresence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, most) = (&self.column, self.most.plain());
        match &self.value {
            None => write!(f, "presence with any {column} at most {most}"),
            Some(value) => write!(f, "presence with {column} {value} at most {most}"),
        }?;
        match &self.prior {
            None => Ok(()),
            Some(column) => write!(f, " against the beliefs in {column}"),
        }
    }
}
