//! (delta,l)-diversity (Zare-Mirakabad): how much of a class may have numbers that are alike.

use std::fmt;


use super::flag::{DemandSubject, LeadingDash, Flag, FlagValue};
use super::proximity::{self, is_percent, near_and_part, unmeasurable};
use super::{PrivacyDemand, DemandInput, Demand, FigureGrid, DemandError, SensitiveColumn, Strictness};
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
    pub mode: DeltaLCounting,
}

/// What (delta,l)-diversity counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeltaLCounting {
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
.takes(FlagValue::Words)
.dash(LeadingDash::Always)
.asks(DemandSubject::Secrets, read);

pub(super) const MODE: Flag = Flag::new(
    "delta-l-mode",
    "MODE",
    "What `delta-l` counts: all within 2 DELTA of one number (definition), or what lies in any \
     interval 2 DELTA wide (window) [default: definition]",
);

fn read(asked: &DemandInput<'_>) -> Result<Vec<Demand>, DemandError> {
    let mode = mode(asked)?;
    let read = |text: &str| DeltaL::read(text, mode);
    asked.per_column(&FLAG, read, |column, delta_l| DeltaLDiversity { column, delta_l }.into())
}

fn mode(asked: &DemandInput<'_>) -> Result<DeltaLCounting, DemandError> {
    let Some(name) = asked.one(&MODE) else { return Ok(DeltaLCounting::Definition) };
    if !asked.has(&FLAG) {
        asked.idle(&[&MODE], &FLAG)?;
    }
    let found = DeltaLCounting::ALL.into_iter().find(|mode| mode.name() == name);
    found.ok_or_else(|| DemandError::none_of("delta-l-mode", name, &DeltaLCounting::ALL.map(DeltaLCounting::name)))
}

impl DeltaLCounting {
    /// Both readings, the default first.
    pub const ALL: [DeltaLCounting; 2] = [DeltaLCounting::Definition, DeltaLCounting::Window];

    /// The word by which users ask for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DeltaLCounting::Definition => "definition",
            DeltaLCounting::Window => "window",
        }
    }
}

impl DeltaL {
    /// Reads `delta,l`.
    ///
    /// # Errors
    /// If it is not that, with what would be.
    pub fn read(text: &str, mode: DeltaLCounting) -> Result<Self, String> {
        let (delta, l) = near_and_part(text, "delta and l are needed, as in 15,2", "l")?;
        if is_percent(text) {
            return Err("delta is a distance, not a share: write it like 15".into());
        }
        Ok(DeltaL { delta, l, mode })
    }
}

impl PrivacyDemand for DeltaLDiversity {
    fn model(&self) -> &'static str {
        "delta-l-diversity"
    }

    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure {
        let DeltaL { delta, l, mode } = self.delta_l;
        Figure::parts([("delta", write(delta)), ("l", write(l)), ("mode", mode.name().into())])
    }

    fn strictness(&self) -> Vec<Strictness> {
        vec![Strictness::rising(self.delta_l.l, Fraction::ONE, FigureGrid::Counts)]
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
            DeltaLCounting::Definition => format!("{some} within twice {delta} of any one row's"),
            DeltaLCounting::Window => format!("{some} in any interval twice {delta} wide"),
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

    fn misfit(&self, secret: SensitiveColumn) -> Option<String> {
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
        let alike = DeltaL { delta: Fraction::ZERO, l: Fraction::new(3, 2), mode: DeltaLCounting::Window };
        assert_eq!(DeltaL::read("0,3/2", DeltaLCounting::Window), Ok(alike));
        assert!(DeltaL::read("5%,2", DeltaLCounting::Definition).unwrap_err().contains("distance"));
    }
}
