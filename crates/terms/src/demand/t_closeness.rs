//! t-closeness: how far a secret's distribution in a class may be from that in the table.

use std::fmt;
use std::str::FromStr;


use super::flag::{DemandSubject, LeadingDash, Flag, FlagValue};
use super::{PrivacyDemand, Demand, FigureGrid, SensitiveColumn, Strictness};
use crate::{Figure, Fraction};

/// The column is distributed in every class much as in the whole published table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TCloseness {
    /// The sensitive column.
    pub column: String,
    /// How close, and by which distance between values.
    pub closeness: Closeness,
}

/// How close a class's distribution must be to the table's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closeness {
    /// The largest earth mover's distance.
    pub t: Fraction,
    /// The ground distance.
    pub distance: Distance,
}

/// The ground distance between two sensitive values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Any two values are at distance one.
    Equal,
    /// By rank among the distinct values of the table.
    Ordered,
    /// By the height of the lowest common ancestor in the column's hierarchy.
    Hierarchical,
}

pub(super) const FLAG: Flag = Flag::new(
    "t",
    "[COL=]T",
    "t-closeness: 0.2, or 0.2:ordered, 0.2:hierarchical, income=0.2:ordered. Repeatable",
)
.takes(FlagValue::Words)
.dash(LeadingDash::Always)
.asks(DemandSubject::Secrets, |asked| {
    asked.per_column(&FLAG, Closeness::from_str, |column, closeness| {
        TCloseness { column, closeness }.into()
    })
});

pub(super) const AGAINST: &str =
    "someone who knows how a secret is distributed and wants to learn more of a person";

pub(super) const NOT_AGAINST: &str =
    "someone who wants to learn what holds of everybody in the table, or to find a person's row";

impl Distance {
    /// The word by which users ask for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Distance::Equal => "equal",
            Distance::Ordered => "ordered",
            Distance::Hierarchical => "hierarchical",
        }
    }
}

impl FromStr for Closeness {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (t, distance) = text.split_once(':').unwrap_or((text, "equal"));
        let distance = [Distance::Equal, Distance::Ordered, Distance::Hierarchical]
            .into_iter()
            .find(|known| known.name() == distance)
            .ok_or_else(|| {
                format!("'{distance}' is no distance; write equal, ordered or hierarchical")
            })?;
        let t: Fraction = t.parse().map_err(|e| format!("t-closeness: {e}"))?;
        if t > Fraction::ONE {
            return Err(format!("t-closeness: t must be from 0 to 1, not {}", t.plain()));
        }
        Ok(Closeness { t, distance })
    }
}

impl PrivacyDemand for TCloseness {
    fn model(&self) -> &'static str {
        "t-closeness"
    }

    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure {
        let Closeness { t, distance } = self.closeness;
        Figure::parts([("t", write(t)), ("distance", distance.name().into())])
    }

    fn strictness(&self) -> Vec<Strictness> {
        vec![Strictness::falling(self.closeness.t, Fraction::ONE, FigureGrid::Millionths)]
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        let closeness = Closeness { t: figures[0], distance: self.closeness.distance };
        TCloseness { column: self.column.clone(), closeness }.into()
    }

    fn means(&self) -> String {
        format!(
            "among rows that look alike, {} is spread as in the whole table, to within {} ({} distance)",
            self.column,
            self.closeness.t.plain(),
            self.closeness.distance.name()
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

    fn needs_hierarchy(&self) -> bool {
        self.closeness.distance == Distance::Hierarchical
    }

    fn misfit(&self, secret: SensitiveColumn) -> Option<String> {
        let (column, kind) = (&self.column, secret.kind);
        match self.closeness.distance {
            Distance::Ordered if !kind.is_ordered() => Some(format!(
                "`t {column} = ..:ordered` needs a column of numbers or dates, and '{column}' is {kind}; \
                 use equal or hierarchical, or declare it (`type {column} = integer`)"
            )),
            Distance::Hierarchical if !secret.has_hierarchy => Some(format!(
                "`t {column} = ..:hierarchical` needs the hierarchy of '{column}': give it with `hierarchy {column} = SPEC`"
            )),
            _ => None,
        }
    }
}

impl fmt::Display for TCloseness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Closeness { t, distance } = self.closeness;
        write!(f, "{}-closeness ({}) of {}", t.plain(), distance.name(), self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_may_be_named() {
        let ordered = Closeness { t: Fraction::new(1, 5), distance: Distance::Ordered };
        assert_eq!("0.2:ordered".parse(), Ok(ordered));
        assert!("2".parse::<Closeness>().unwrap_err().contains("0 to 1"));
        assert!("0.2:far".parse::<Closeness>().unwrap_err().contains("hierarchical"));
    }
}
