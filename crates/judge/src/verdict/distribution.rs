//! Verdicts on presence if only the distribution of the population is known.
//!
//! |T| of the N people of the population are in the table. Each of the others matches a class with
//! probability q, the class's share of the distribution, so the number of matching people is X ~
//! Bin(N - |T|, q), and the people of the class have the presence n1/(n1 + X). The probabilities
//! that a class violates the limits are summed over all classes; one minus the sum is the
//! confidence that all classes hold.

use incrowd_terms::{Figure, Fraction, Kind, Scalar};

use super::presence::{OVERLAPPING, PresenceBounds, undecidable};
use super::{Assessment, DemandVerdict};
use crate::binomial::Binomial;
use crate::covered_people::CoveredPeople;
use crate::error::JudgeError;
use crate::findings::PresenceRange;
use crate::question::SHARE;

/// Shares that add up to one, but for rounding, leave nothing.
const ROUNDING: f64 = 1e-9;

/// What is added to a probability in floating point, relative to it: more than its error.
const MARGIN: f64 = 1e-9;

impl Assessment<'_> {
    pub(super) fn distributed_presence(
        &self,
        model: &'static str,
        bounds: PresenceBounds,
        people: u64,
        confidence: Fraction,
    ) -> Result<DemandVerdict, JudgeError> {
        let covered = self.distribution.ok_or(JudgeError::NoDistribution { model })?;
        let Some(outside) = people.checked_sub(self.sample_rows) else {
            return Err(JudgeError::PopulationTooSmall { people, rows: self.sample_rows });
        };
        if let Some(undecided) = self.missing() {
            return Ok(undecided);
        }
        if covered.by_type.overlapping || covered.by_type.types.is_none() {
            return Ok(undecidable(OVERLAPPING.into()));
        }
        let (shares, elsewhere) = shares(covered)?;
        if elsewhere > 0.0 && bounds.least > Fraction::ZERO {
            let problem = format!(
                "no published class covers {elsewhere:e} of the population: presence 0, {bounds}"
            );
            return Ok(undecidable(problem));
        }
        let boxes = &covered.boxes;
        let breaking: Vec<f64> = (boxes.rows.iter().zip(&shares))
            .map(|(&rows, &probability)| {
                broken(rows, Binomial { trials: outside, probability }, bounds)
            })
            .collect();
        let achieved = (1.0 - breaking.iter().sum::<f64>() * (1.0 + MARGIN)).max(0.0);
        let measured = Figure::from(PresenceRange::default()).with("confidence", achieved);
        let failing = (achieved < confidence.to_f64()).then(|| {
            // The worst breaks its part of the promise most, as large as its part of the rows.
            let badness = |of_box: usize| breaking[of_box] / boxes.rows[of_box] as f64;
            let worse = |a: &usize, b: &usize| badness(*a).total_cmp(&badness(*b)).then(b.cmp(a));
            let worst = (0..boxes.len()).max_by(worse).unwrap_or(0);
            format!(
                "{}: {bounds}, broken with probability {:e}; all classes together keep it with confidence {achieved}, {confidence} needed",
                self.outside.name(boxes.class[worst]),
                breaking[worst]
            )
        });
        Ok(DemandVerdict { measured, failing })
    }
}

/// The share of the population that matches each box, and the share that matches none.
fn shares(covered: &CoveredPeople) -> Result<(Vec<f64>, f64), JudgeError> {
    let of_person = covered.read(SHARE, |text| {
        let number = text.parse::<Fraction>().ok().map(Fraction::to_f64);
        let number = number.or_else(|| Kind::Decimal.read(text).map(Scalar::to_f64));
        number.filter(|number| *number >= 0.0).ok_or_else(|| {
            format!("'{text}' is no share of the population; write a number from 0 up")
        })
    })?;
    let mut shares = vec![0.0; covered.boxes.len()];
    let mut elsewhere = 0.0;
    // In the order of the file, so that rounding does not depend on the number of workers.
    let classes = &covered.people.classes;
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by_key(|&person| classes.lines[person]);
    for person in order {
        let share = of_person[person] * classes.sizes[person] as f64;
        *covered.box_of(person).map_or(&mut elsewhere, |of_box| &mut shares[of_box as usize]) +=
            share;
    }
    let sum = shares.iter().sum::<f64>() + elsewhere;
    if sum <= 0.0 {
        return Err(JudgeError::EmptyDistribution { file: covered.file.clone() });
    }
    let rest = 1.0 - sum;
    if rest < -ROUNDING {
        return Err(JudgeError::TooLargeDistribution { file: covered.file.clone(), sum });
    }
    // What the shares leave is a class of its own, of which nothing is published.
    elsewhere += if rest > ROUNDING { rest } else { 0.0 };
    Ok((shares, elsewhere))
}

/// The probability that n1/(n1 + X) is out of bounds.
fn broken(rows: u64, others: Binomial, PresenceBounds { least, most }: PresenceBounds) -> f64 {
    // n1/(n1 + X) <= most iff X >= n1 (1 - most)/most, and the same with least the other way.
    let room = |bound: Fraction| {
        let (part, whole) = (u128::from(bound.numerator()), u128::from(bound.denominator()));
        (u128::from(rows) * whole.saturating_sub(part), part)
    };
    let narrow = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
    let too_few = match room(most) {
        (_, 0) => 1.0,
        (needed, part) => others.below(narrow(needed.div_ceil(part))),
    };
    let too_many = match room(least) {
        (_, 0) => 0.0,
        (allowed, part) => others.above(narrow(allowed / part)),
    };
    (too_few + too_many).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_keeps_its_promise_with_the_probability_of_enough_others() {
        let bounds = |least: &str, most: &str| PresenceBounds {
            least: least.parse().unwrap(),
            most: most.parse().unwrap(),
        };
        let others = Binomial { trials: 90, probability: 0.1 };
        let kept = 1.0 - broken(3, others, bounds("0", "1/2"));
        assert!((kept - 0.995_395_502_518_118_7).abs() < 1e-12, "{kept}");
        // From 3/13 on: at most ten others.
        let both = broken(3, others, bounds("3/13", "1/2"));
        assert!((both - (others.below(3) + others.above(10))).abs() < 1e-15);
        assert_eq!(broken(3, others, bounds("0", "0")), 1.0);
        assert_eq!(broken(3, others, bounds("0", "1")), 0.0);
        let nobody = Binomial { trials: 0, probability: 0.1 };
        assert_eq!(broken(3, nobody, bounds("1", "1")), 0.0);
        assert_eq!(broken(3, nobody, bounds("0", "2/3")), 1.0);
    }
}
