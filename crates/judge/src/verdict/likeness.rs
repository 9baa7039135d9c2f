//! Verdicts on beta-likeness and delta-disclosure.

use incrowd_terms::{BetaLikeness, DeltaDisclosure, Figure, Fraction, Likeness};

use super::{Assessment, DemandVerdict, Measure, greatest, shortened, worse_reading};
use crate::error::JudgeError;
use crate::likeness;
use crate::values_by_class::{ClassValues, ValuesByClass};

impl Measure for BetaLikeness {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        worse_reading(assessment.spread(self)?.1, |spread| {
            Ok(gained(&self.likeness, assessment, spread))
        })
    }
}

/// The verdict on how much more frequent secrets are in a class than in the table.
fn gained(
    likeness: &Likeness,
    assessment: &Assessment<'_>,
    spread: &ValuesByClass,
) -> DemandVerdict {
    let spread = spread.having();
    let gain = |class: ClassValues<'_>| likeness::largest_gain(spread, class);
    let gains = greatest(spread.classes().map(gain));
    match *likeness {
        Likeness::Basic(beta) => {
            let failing = assessment.worst_share(spread, |class| {
                (!likeness::gains_at_most(spread, class, beta)).then(|| gain(class))
            });
            let why = |class| {
                format!("a value gains {}, at most {beta} allowed", gain(spread.class(class)))
            };
            assessment.verdict(gains, failing, why)
        }
        Likeness::Enhanced(beta) => {
            let modest = |class: ClassValues<'_>| likeness::gains_at_most_rarity(spread, class);
            let failing = assessment.worst_share(spread, |class| {
                let holds = likeness::gains_at_most(spread, class, beta) && modest(class);
                (!holds).then(|| gain(class))
            });
            let measured = if spread.classes().all(modest) { gains } else { Figure::Undefined };
            let why = |class| {
                let gain = gain(spread.class(class));
                format!("a value gains {gain}, at most {beta} and its -ln p allowed")
            };
            assessment.verdict(measured, failing, why)
        }
    }
}

impl Measure for DeltaDisclosure {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        worse_reading(assessment.spread(self)?.1, |spread| {
            Ok(surprising(self.delta, assessment, spread))
        })
    }
}

/// The verdict on how much more or less frequent secrets are in a class than in the table.
fn surprising(
    delta: Fraction,
    assessment: &Assessment<'_>,
    spread: &ValuesByClass,
) -> DemandVerdict {
    let spread = spread.having();
    // |ln(q/p)|, infinite for the values that a class lacks.
    let surprise = |class: ClassValues<'_>| {
        if likeness::lacks_a_value(spread, class) {
            f64::INFINITY
        } else {
            likeness::largest_surprise(spread, class)
        }
    };
    let bound = delta.to_f64();
    let failing = assessment
        .worst_share(spread, |class| Some(surprise(class)).filter(|&surprise| surprise >= bound));
    let why = |class: usize| match surprise(spread.class(class)) {
        surprise if surprise.is_finite() => {
            format!("|ln(q/p)| is {surprise}, less than {delta} needed")
        }
        _ => format!("it lacks the value {}", lacking(spread, class)),
    };
    assessment.verdict(greatest(spread.classes().map(surprise)), failing, why)
}

/// A value of the table that the class lacks.
fn lacking(spread: &ValuesByClass, class: usize) -> String {
    let cells = spread.class(class).cells;
    let has = |rank: u32| cells.binary_search_by_key(&rank, |cell| cell.value).is_ok();
    let lacks = |rank: &u32| spread.total(*rank) > 0 && !has(*rank);
    let rank = (0..spread.texts.len() as u32).find(lacks);
    rank.map(|rank| shortened(&spread.texts[rank as usize])).unwrap_or_default()
}
