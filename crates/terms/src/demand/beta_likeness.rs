//! beta-likeness: how much more frequent a secret may be in a class than in the table.

use std::fmt;
use std::str::FromStr;


use super::flag::{DemandSubject, Flag, FlagValue};
use super::{PrivacyDemand, Demand, FigureGrid, Strictness, t_closeness};
use crate::{Figure, Fraction};

/// No value gains more in a class, relative to the whole table, than `likeness` allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetaLikeness {
    /// The sensitive column.
    pub column: String,
    /// Which form, and how much gain.
    pub likeness: Likeness,
}

/// A form of beta-likeness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// `(q - p) / p <= beta`.
    Basic(Fraction),
    /// `(q - p) / p <= min(beta, -ln p)`.
    Enhanced(Fraction),
}

pub(super) const FLAG: Flag =
    Flag::new("likeness", "[COL=]FORM:B", "beta-likeness: basic:1 or enhanced:1. Repeatable")
        .takes(FlagValue::Words)
        .asks(DemandSubject::Secrets, |asked| {
            asked.per_column(&FLAG, Likeness::from_str, |column, likeness| {
                BetaLikeness { column, likeness }.into()
            })
        });

impl FromStr for Likeness {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is no likeness; write basic:1 or enhanced:1");
        let (form, beta) = text.split_once(':').ok_or_else(wrong)?;
        let beta: Fraction = beta.parse().map_err(|e| format!("beta-likeness: {e}"))?;
        if beta == Fraction::ZERO {
            return Err("beta-likeness: beta must be above 0".into());
        }
        match form {
            "basic" => Ok(Likeness::Basic(beta)),
            "enhanced" => Ok(Likeness::Enhanced(beta)),
            _ => Err(wrong()),
        }
    }
}

impl PrivacyDemand for BetaLikeness {
    fn model(&self) -> &'static str {
        match self.likeness {
            Likeness::Basic(_) => "basic-beta-likeness",
            Likeness::Enhanced(_) => "enhanced-beta-likeness",
        }
    }

    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure {
        let (Likeness::Basic(beta) | Likeness::Enhanced(beta)) = self.likeness;
        write(beta)
    }

    fn strictness(&self) -> Vec<Strictness> {
        let (Likeness::Basic(beta) | Likeness::Enhanced(beta)) = self.likeness;
        vec![Strictness::falling(beta, Fraction::MANY, FigureGrid::Millionths)]
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        let likeness = match self.likeness {
            Likeness::Basic(_) => Likeness::Basic(figures[0]),
            Likeness::Enhanced(_) => Likeness::Enhanced(figures[0]),
        };
        BetaLikeness { column: self.column.clone(), likeness }.into()
    }

    fn means(&self) -> String {
        let column = &self.column;
        match &self.likeness {
            Likeness::Basic(beta) => format!(
                "among rows that look alike, no {column} is more frequent than in the whole table by more than {} times its share",
                beta.plain()
            ),
            Likeness::Enhanced(beta) => format!(
                "among rows that look alike, no {column} is more frequent than in the whole table by more than {} times its share p, nor by more than -ln p times",
                beta.plain()
            ),
        }
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

impl fmt::Display for BetaLikeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (form, beta) = match &self.likeness {
            Likeness::Basic(beta) => ("basic", beta),
            Likeness::Enhanced(beta) => ("enhanced", beta),
        };
        write!(f, "{form} {}-likeness of {}", beta.plain(), self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_named() {
        assert_eq!("basic:1".parse(), Ok(Likeness::Basic(Fraction::ONE)));
        assert!("enhanced:NaN".parse::<Likeness>().is_err());
        assert!("1".parse::<Likeness>().unwrap_err().contains("basic:1"));
    }
}
