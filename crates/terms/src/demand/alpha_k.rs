//! (alpha,k)-anonymity: how frequent a secret may be in a class.

use std::fmt;


use super::flag::{DemandSubject, LeadingDash, Flag, FlagValue};
use super::{PrivacyDemand, Demand, FigureGrid, Strictness};
use crate::{Figure, Fraction};

/// No value of the column is more frequent in a class than `alpha`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphaK {
    /// The sensitive column.
    pub column: String,
    /// The largest share of one value in a class.
    pub alpha: Fraction,
}

pub(super) const FLAG: Flag = Flag::new(
    "alpha-k",
    "[COL=]SHARE",
    "(alpha,k)-anonymity: no value above this share of a class",
)
.takes(FlagValue::Words)
.dash(LeadingDash::Always)
.asks(DemandSubject::Secrets, |asked| {
    asked.per_column(&FLAG, share, |column, alpha| AlphaK { column, alpha }.into())
});

pub(super) const AGAINST: &str =
    "someone who knows that a person is in the table and guesses the likeliest secret";

pub(super) const NOT_AGAINST: &str = "someone who knows more of a person than the quasi-identifiers, or takes values that mean nearly the same for one";

fn share(text: &str) -> Result<Fraction, String> {
    let alpha: Fraction = text.parse().map_err(|error| format!("{error}"))?;
    let fits = alpha > Fraction::ZERO && alpha <= Fraction::ONE;
    if fits { Ok(alpha) } else { Err(format!("alpha must be above 0 and at most 1, not {text}")) }
}

impl PrivacyDemand for AlphaK {
    fn model(&self) -> &'static str {
        "alpha-k-anonymity"
    }

    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure {
        write(self.alpha)
    }

    fn strictness(&self) -> Vec<Strictness> {
        vec![Strictness::falling(self.alpha, Fraction::ONE, FigureGrid::Counts)]
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        AlphaK { column: self.column.clone(), alpha: figures[0] }.into()
    }

    fn means(&self) -> String {
        format!(
            "among rows that look alike, no {} has a share above {}",
            self.column,
            self.alpha.plain()
        )
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

impl fmt::Display for AlphaK {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(alpha,k)-anonymity of {} with alpha {}", self.column, self.alpha.plain())
    }
}
