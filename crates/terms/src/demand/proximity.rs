//! (eps,m)-anonymity: how much of a class may have numbers near any one.

use std::fmt;
use std::str::FromStr;


use super::flag::{DemandSubject, LeadingDash, Flag, FlagValue};
use super::{PrivacyDemand, Demand, FigureGrid, SensitiveColumn, Strictness};
use crate::{Figure, Fraction, Kind};

/// No secret of a class is near that of more than one `m`-th of its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpsMAnonymity {
    /// The sensitive column, of numbers or dates.
    pub column: String,
    /// How near, and how many.
    pub proximity: Proximity,
}

/// (eps,m)-anonymity: at most one `m`-th of a class is near any of its secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proximity {
    /// What is near.
    pub radius: Radius,
    /// The part of a class that may be near.
    pub m: Fraction,
}

/// How far from a secret others are near it. Of dates it is in days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radius {
    /// So much.
    Absolute(Fraction),
    /// So much of the secret's own magnitude, at most all of it.
    Relative(Fraction),
}

pub(super) const FLAG: Flag = Flag::new(
    "proximity",
    "COL=EPS,M",
    "(eps,m)-anonymity: at most one M-th of a class has a number within EPS of any one (within \
     EPS% of its magnitude: 10%,2). Of dates EPS is in days. Repeatable",
)
.takes(FlagValue::Words)
.dash(LeadingDash::Always)
.asks(DemandSubject::Secrets, |asked| {
    asked.per_column(&FLAG, Proximity::from_str, |column, proximity| {
        EpsMAnonymity { column, proximity }.into()
    })
});

pub(super) const AGAINST: &str = "someone who knows that a person is in the table and wants the secret number to within a little";

pub(super) const NOT_AGAINST: &str =
    "someone who knows the numbers of others in the class, or wants to find a person's row";

impl FromStr for Proximity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (eps, m) = near_and_part(text, "eps and m are needed, as in 15,2 or 10%,2", "m")?;
        let radius = match is_percent(text) {
            false => Radius::Absolute(eps),
            true if eps <= Fraction::ONE => Radius::Relative(eps),
            true => return Err("a relative eps must be from 0% to 100%".into()),
        };
        Ok(Proximity { radius, m })
    }
}

/// A distance, and a number of at least 1.
pub(super) fn near_and_part(
    text: &str,
    needed: &str,
    name: &str,
) -> Result<(Fraction, Fraction), String> {
    let (near, part) = text.split_once(',').ok_or_else(|| needed.to_owned())?;
    let read = |text: &str| text.parse::<Fraction>().map_err(|error| error.to_string());
    let (near, part) = (read(near)?, read(part)?);
    if part < Fraction::ONE {
        return Err(format!("{name} must be at least 1, not {}", part.plain()));
    }
    Ok((near, part))
}

/// Whether the distance is written as a share.
pub(super) fn is_percent(text: &str) -> bool {
    text.split(',').next().is_some_and(|near| near.trim_end().ends_with('%'))
}

/// Why the values of a column are not near each other.
pub(super) fn unmeasurable(flag: &Flag, column: &str, secret: SensitiveColumn) -> Option<String> {
    let kind = secret.kind;
    (secret.has_values && !kind.is_ordered()).then(|| {
        format!(
            "`{} {column} = ..` needs a column of numbers or dates, and '{column}' is {kind}; \
             use `l`, or declare missing values (`null`) or the kind (`type {column} = decimal`)",
            flag.name
        )
    })
}

impl fmt::Display for Radius {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Radius::Absolute(eps) => f.write_str(&eps.plain()),
            Radius::Relative(eps) => {
                let hundredfold = u128::from(eps.numerator()) * 100;
                match u64::try_from(hundredfold) {
                    Ok(above) => {
                        write!(f, "{}%", Fraction::new(above, eps.denominator()).plain())
                    }
                    Err(_) => write!(f, "{} of it", eps.plain()),
                }
            }
        }
    }
}

impl PrivacyDemand for EpsMAnonymity {
    fn model(&self) -> &'static str {
        "eps-m-anonymity"
    }

    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure {
        let Proximity { radius, m } = self.proximity;
        let (eps, relative) = match radius {
            Radius::Absolute(eps) => (eps, false),
            Radius::Relative(eps) => (eps, true),
        };
        Figure::parts([("eps", write(eps)), ("relative", relative.into()), ("m", write(m))])
    }

    fn strictness(&self) -> Vec<Strictness> {
        vec![Strictness::rising(self.proximity.m, Fraction::ONE, FigureGrid::Counts)]
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        let proximity = Proximity { m: figures[0], ..self.proximity };
        EpsMAnonymity { column: self.column.clone(), proximity }.into()
    }

    fn means(&self) -> String {
        let near = match self.proximity.radius {
            Radius::Absolute(radius) => radius.plain(),
            Radius::Relative(share) => format!("{} of its magnitude", share.plain()),
        };
        format!(
            "among rows that look alike, at most one in {} has its {} within {near} of any one row's",
            self.proximity.m.plain(),
            self.column
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

    fn is_about_nearness(&self) -> bool {
        true
    }

    fn misfit(&self, secret: SensitiveColumn) -> Option<String> {
        let column = &self.column;
        let relative = matches!(self.proximity.radius, Radius::Relative(_));
        unmeasurable(&FLAG, column, secret).or_else(|| {
            (relative && secret.has_values && secret.kind == Kind::Date).then(|| {
                format!(
                    "`{} {column} = ..%`: a share of a date means nothing; write a number of days",
                    FLAG.name
                )
            })
        })
    }
}

impl fmt::Display for EpsMAnonymity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proximity { radius, m } = self.proximity;
        write!(f, "({radius},{})-anonymity of {}", m.plain(), self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_a_distance_or_a_share() {
        let near = Proximity { radius: Radius::Absolute(Fraction::new(15, 2)), m: 2.into() };
        assert_eq!("7.5,2".parse(), Ok(near));
        let near = Proximity { radius: Radius::Relative(Fraction::new(1, 10)), m: 1.into() };
        assert_eq!("10%, 1".parse(), Ok(near));
        assert_eq!(near.radius.to_string(), "10%");
    }

    #[test]
    fn bad_forms_say_what_would_be_right() {
        for (text, why) in [("15", "15,2"), ("15,1/2", "at least 1"), ("120%,2", "100%")] {
            assert!(text.parse::<Proximity>().unwrap_err().contains(why), "{text}");
        }
        assert!("-1,2".parse::<Proximity>().unwrap_err().contains("negative"));
    }
}
