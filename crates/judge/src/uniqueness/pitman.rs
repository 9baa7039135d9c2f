//! Pitman's sampling formula, as Hoshino (2001) uses it.
//!
//! Assumption: people arrive one after another. When n of them form u classes, the next one opens a
//! class with probability `(theta + u alpha) / (theta + n)`, and joins a class of j people with
//! probability `(j - alpha) / (theta + n)`; `0 <= alpha < 1` and `theta > -alpha`. The larger
//! alpha, the more classes stay small as people arrive. A random sample of such a population
//! follows the same law with the same parameters, so they are estimated from the sample by maximum
//! likelihood: the maximum of
//!
//! ```text
//! sum over i < u of ln(theta + i alpha) - sum over i < n of ln(theta + i)
//!     + sum over classes of j rows of the sum over i < j of ln(i - alpha)
//! ```
//!
//! For each alpha the derivative by theta crosses zero once, as it is above all bounds next to
//! `-alpha` and is negative from n² on (the pairs of rows that are alike would be fewer than one).
//! Along these the derivative by alpha is followed to where it crosses zero; if it is negative
//! already at alpha = 0, that is the maximum: Ewens' formula, for populations with a thinner tail of
//! small classes. Without two rows that are alike, or with one class, there is no maximum.
//!
//! Of N people, each is unique if all others avoid their class: the expectation is
//! `N Γ(theta+1) Γ(theta+alpha+N-1) / (Γ(theta+alpha) Γ(theta+N))`. Hoshino gives its limit for
//! large N, `N^alpha Γ(theta+1) / Γ(theta+alpha)`.

use super::SampledClasses;
use super::bisection::falling_root;
use super::gamma::{digamma_rise, ln_gamma_rise};

/// Any alpha below is taken for 0.
const LEAST_ALPHA: f64 = 1e-6;

/// The largest alpha that is tried is so far from 1.
const LEAST_GAP: f64 = 1e-12;

/// The people unique in the population; `None` if the likelihood has no maximum.
pub(super) fn uniques(sample: &SampledClasses) -> Option<f64> {
    let Parameters { alpha, offset } = likeliest(sample)?;
    let people = sample.people as f64;
    let theta = offset - alpha;
    let alone = ln_gamma_rise(theta + people, alpha - 1.0) + ln_gamma_rise(offset, 1.0 - alpha);
    Some(people * alone.exp())
}

#[derive(Clone, Copy, Debug)]
struct Parameters {
    alpha: f64,
    /// `theta + alpha`, which is positive.
    offset: f64,
}

fn likeliest(sample: &SampledClasses) -> Option<Parameters> {
    if sample.distinct < 2 || sample.distinct == sample.rows {
        return None;
    }
    let at = |alpha: f64| Parameters { alpha, offset: likeliest_offset(sample, alpha) };
    let steepness = |alpha: f64| steepness_by_alpha(sample, at(alpha));
    if steepness(LEAST_ALPHA) <= 0.0 {
        return Some(at(0.0));
    }
    Some(at(falling_root(LEAST_ALPHA, 1.0 - LEAST_GAP, steepness)))
}

/// The likeliest `theta + alpha` for an alpha.
fn likeliest_offset(sample: &SampledClasses, alpha: f64) -> f64 {
    let most = 2.0 * (sample.rows as f64).ln();
    let steepness = |ln_offset: f64| {
        let parameters = Parameters { alpha, offset: ln_offset.exp() };
        reciprocals_of_classes(sample, parameters)
            - digamma_rise(parameters.offset + (1.0 - alpha), (sample.rows - 1) as f64)
    };
    falling_root(-32.0, most + 1.0, steepness).exp()
}

/// The derivative of the likelihood by alpha.
fn steepness_by_alpha(sample: &SampledClasses, parameters: Parameters) -> f64 {
    let Parameters { alpha, offset } = parameters;
    let joined = (sample.distinct - 1) as f64;
    let theta = offset - alpha;
    let opened = (joined - theta * reciprocals_of_classes(sample, parameters)) / alpha;
    let grown = |&(size, classes): &(u64, u64)| {
        classes as f64 * digamma_rise(1.0 - alpha, (size - 1) as f64)
    };
    opened - sample.classes.iter().map(grown).sum::<f64>()
}

/// The sum of `1 / (theta + i alpha)` over all classes but the first.
fn reciprocals_of_classes(sample: &SampledClasses, parameters: Parameters) -> f64 {
    let Parameters { alpha, offset } = parameters;
    let joined = (sample.distinct - 1) as f64;
    if alpha > 0.0 { digamma_rise(offset / alpha, joined) / alpha } else { joined / offset }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `E` as its definition says, by the chance that all who come later avoid the first one's class.
    #[test]
    fn the_expectation_is_that_of_the_urn() {
        let sample = SampledClasses::new([(1, 6), (2, 2), (4, 1)], 40).unwrap();
        let Parameters { alpha, offset } = likeliest(&sample).unwrap();
        let theta = offset - alpha;
        let mut wanted = 40.0;
        for others in 1..40 {
            wanted *= 1.0 - (1.0 - alpha) / (theta + f64::from(others));
        }
        assert!((uniques(&sample).unwrap() - wanted).abs() < 1e-10 * wanted);
    }

    /// Two classes, of one row and of two: `ln(theta + alpha) - ln(theta + 1) - ln(theta + 2) +
    /// ln(1 - alpha)`. For alpha = 0, `1/theta = 1/(theta+1) + 1/(theta+2)`: `theta² = 2`.
    #[test]
    fn by_hand() {
        let sample = SampledClasses::new([(1, 1), (2, 1)], 30).unwrap();
        assert!((likeliest_offset(&sample, 0.0) - 2_f64.sqrt()).abs() < 1e-12);
        // There the derivative by alpha is `1/theta - 1`, and negative.
        let found = likeliest(&sample).unwrap();
        assert_eq!(found.alpha, 0.0);
        let wanted = 30.0 * 2_f64.sqrt() / (2_f64.sqrt() + 29.0);
        assert!((uniques(&sample).unwrap() - wanted).abs() < 1e-10);
    }

    #[test]
    fn no_maximum() {
        for classes in [vec![(1, 9)], vec![(9, 1)], vec![(1, 1)]] {
            let sample = SampledClasses::new(classes, 100).unwrap();
            assert!(uniques(&sample).is_none());
        }
    }
}
