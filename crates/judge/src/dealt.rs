//! What groups within a class guarantee against outsiders.
//!
//! With dealing, demands on proximity hold for groups, but outsiders do not know a person's group
//! and see all groups of a class together. If every group meets (eps,m), no interval of width eps
//! contains more than 1/m of the class, because the rows of a group in it are within eps of the
//! least of them. Against outsiders, only this window bound is guaranteed. It is measured on whole
//! classes.

use incrowd_terms::{
    DeltaL, DeltaLCounting, DeltaLDiversity, Demand, EpsMAnonymity, Fraction, Guarantee, Radius,
};

use crate::error::JudgeError;
use crate::question::{Question, judge};

/// Against whom a demand on groups protects.
const AGAINST: &str = "someone who knows a person's group, which nobody outside does. To someone who knows only that \
                       the person is in the table, the window bound is promised: no interval as wide as the demand \
                       says holds more of their class than the part it allows; a guess plus or minus that width is \
                       not bounded";

/// Adds the window bound against outsiders to the guarantees of a table with groups.
///
/// # Errors
/// As [`judge`].
pub(crate) fn for_outsiders(
    question: &Question<'_>,
    guarantees: &mut [Guarantee],
) -> Result<(), JudgeError> {
    for (demand, guarantee) in question.demands.iter().zip(guarantees) {
        let Some(window) = window(demand) else { continue };
        guarantee.against = AGAINST.into();
        if let Some(window) = window {
            let whole = judge(&Question { group: None, demands: &[window], ..*question })?;
            guarantee.window = whole.guarantees.into_iter().next().map(|found| found.measured);
        }
    }
    Ok(())
}

/// Half a distance; a little more where the half has too many digits, which is the safe side.
fn half(distance: Fraction) -> Fraction {
    match distance.denominator().checked_mul(2) {
        Some(twice) => Fraction::new(distance.numerator(), twice),
        None => Fraction::new(distance.numerator().div_ceil(2), distance.denominator()),
    }
}

/// The window bound that groups which meet a demand leave to their class: none if the demand is
/// not about nearness, and nothing to measure if its reach differs from value to value.
fn window(demand: &Demand) -> Option<Option<Demand>> {
    match demand {
        Demand::EpsMAnonymity(EpsMAnonymity { column, proximity }) => {
            let half = match &proximity.radius {
                Radius::Absolute(eps) => half(*eps),
                Radius::Relative(_) => return Some(None),
            };
            let delta_l = DeltaL { delta: half, l: proximity.m, mode: DeltaLCounting::Window };
            Some(Some(DeltaLDiversity { column: column.clone(), delta_l }.into()))
        }
        Demand::DeltaLDiversity(asked) => {
            let delta_l = DeltaL { mode: DeltaLCounting::Window, ..asked.delta_l };
            Some(Some(DeltaLDiversity { delta_l, ..asked.clone() }.into()))
        }
        _ => None,
    }
}
