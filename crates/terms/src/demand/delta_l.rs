//! (delta,l)-diversity (Zare-Mirakabad): how much of a class may have numbers that are alike.

use std::fmt;


use super::flag::{Concern, Dash, Flag, Takes};
use super::proximity::{self, is_percent, near_and_part, unmeasurable};
use super::{Ask, Asked, Demand, Grid, Refusal, Sensitive, Strictness};
use crate::{Figure, Fraction};

/// As [`EpsMAnonymity`](super::EpsMAnonymity), where intervals around secrets may not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeltaLDiversity {
    /// The sensitive column, of numbers or dates.
    pub column: String,
    /// How near, how many, and by which of two readings.
    pub delta_l: DeltaL,
}

/// (delta,l)-diversity (Zare-Mirakabad): at most one `l`-th of a class is alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeltaL {
    /// Half the distance within which secrets are alike; of dates in days.
    pub delta: Fraction,
    /// The part of a class that may be alike.
    pub l: Fraction,
    /// Which of the paper's two readings is meant.
    pub mode: Alike,
}

/// What (delta,l)-diversity counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// The rows within 2 delta of one of the secrets, on either side (Zare-Mirakabad, definition 5).
    Definition,
    /// The rows in any interval that is 2 delta wide (Zare-Mirakabad, figure 3).
    Window,
}

pub(super) const FLAG: Flag = Flag::new(
    "delta-l",
    "COL=DELTA,L",
    "(delta,l)-diversity: at most one L-th of a class has numbers within 2 DELTA of each other. Of \
     dates DELTA is in days. Repeatable",
)
.takes(Takes::Words)
.dash(Dash::Always)
.asks(Concern::Secrets, read);

pub(super) const MODE: Flag = Flag::new(
    "delta-l-mode",
    "MODE",
    "What `delta-l` counts: all within 2 DELTA of one number (definition), or what lies in any \
     interval 2 DELTA wide (window) [default: definition]",
);

fn read(asked: &Asked<'_>) -> Result<Vec<Demand>, Refusal> {
    let mode = mode(asked)?;
    let read = |text: &str| DeltaL::read(text, mode);
    asked.per_column(&FLAG, read, |column, delta_l| DeltaLDiversity { column, delta_l }.into())
}

fn mode(asked: &Asked<'_>) -> Result<Alike, Refusal> {
    let Some(name) = asked.one(&MODE) else { return Ok(Alike::Definition) };
    if !asked.has(&FLAG) {
        asked.idle(&[&MODE], &FLAG)?;
    }
    let found = Alike::ALL.into_iter().find(|mode| mode.name() == name);
    found.ok_or_else(|| Refusal::none_of("delta-l-mode", name, &Alike::ALL.map(Alike::name)))
}

impl Alike {
    /// Both readings, the default first.
    pub const ALL: [Alike; 2] = [Alike::Definition, Alike::Window];

    /// The word by which users ask for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Alike::Definition => "definition",
            Alike::Window => "window",
        }
    }
}

impl DeltaL {
    /// Reads `delta,l`.
    ///
    /// # Errors
    /// If it is not that, with what would be.
    pub fn read(text: &str, mode: Alike) -> Result<Self, String> {
        let (delta, l) = near_and_part(text, "delta and l are needed, as in 15,2", "l")?;
        if is_percent(text) {
            return Err("delta is a distance, not a share: write it like 15".into());
        }
        Ok(DeltaL { delta, l, mode })
    }
}

impl Ask for DeltaLDiversity {
    fn model(&self) -> &'static str {
        "delta-l-diversity"
    }

    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure {
        let DeltaL { delta, l, mode } = self.delta_l;
        Figure::parts([("delta", write(delta)), ("l", write(l)), ("mode", mode.name().into())])
    }

    fn strictness(&self) -> Vec<Strictness> {
        vec![Strictness::rising(self.delta_l.l, Fraction::ONE, Grid::Counts)]
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        let delta_l = DeltaL { l: figures[0], ..self.delta_l };
        DeltaLDiversity { column: self.column.clone(), delta_l }.into()
    }

    fn means(&self) -> String {
        let DeltaL { delta, l, mode } = self.delta_l;
        let (delta, l, column) = (delta.plain(), l.plain(), &self.column);
        let some = format!("among rows that look alike, at most one in {l} has its {column}");
        match mode {
            Alike::Definition => format!("{some} within twice {delta} of any one row's"),
            Alike::Window => format!("{some} in any interval twice {delta} wide"),
        }
    }

    fn against(&self) -> &'static str {
        proximity::AGAINST
    }

    fn not_against(&self) -> &'static str {
        proximity::NOT_AGAINST
    }

    fn column(&self) -> Option<&str> {
        Some(&self.column)
    }

    fn is_about_nearness(&self) -> bool {
        true
    }

    fn misfit(&self, secret: Sensitive) -> Option<String> {
        unmeasurable(&FLAG, &self.column, secret)
    }
}

impl fmt::Display for DeltaLDiversity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DeltaL { delta, l, mode } = self.delta_l;
        let (delta, l) = (delta.plain(), l.plain());
        write!(f, "({delta},{l})-diversity ({}) of {}", mode.name(), self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delta_is_a_distance() {
        let alike = DeltaL { delta: Fraction::ZERO, l: Fraction::new(3, 2), mode: Alike::Window };
        assert_eq!(DeltaL::read("0,3/2", Alike::Window), Ok(alike));
        assert!(DeltaL::read("5%,2", Alike::Definition).unwrap_err().contains("distance"));
    }
}
