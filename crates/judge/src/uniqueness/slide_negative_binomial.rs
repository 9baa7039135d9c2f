//! The slide negative binomial estimator (SNB) of Chen and Keller-McNulty (1998).
//!
//! Assumption: the size of each of the K classes of the population is one plus a negative binomial
//! variable with parameters alpha and beta; everybody is in the sample with probability f = n/N,
//! independently of the others. A class then has one person with probability `beta^alpha`, so `K
//! beta^alpha` people are unique.
//!
//! Alpha and beta are chosen so that the expected numbers of classes of one and of two rows, which
//! are the most informative about small classes, equal those of the sample. With the generating
//! function of a class's size, `G(z) = z (beta / (1 - (1-beta) z))^alpha`, these are `K f G'(1-f)`
//! and `K f² G''(1-f) / 2`. Their ratio is a quadratic equation for alpha, of which one root is
//! positive; what is left is one equation in beta, whose left side grows with beta. So there is one
//! solution or none.
//!
//! K is not known either; it comes from the third estimator of Haas and Stokes (1998), after
//! Shlosser (1981). It is too high, and with it the uniques, where the sample is a small part of the
//! population; from a third on it is good.

use super::SampledClasses;
use super::bisection::falling_root;

/// Beta is looked for where its logit is at most this: beyond, the classes have all one size.
const MOST_LOGIT: f64 = 30.0;

/// The people unique in the population; `None` without classes of one row or of two rows, or if no
/// alpha and beta give so many of them.
pub(super) fn uniques(sample: &SampledClasses) -> Option<f64> {
    let pairs = sample.classes_of(2);
    if sample.singles == 0 || pairs == 0 {
        return None;
    }
    let most = (sample.distinct + (sample.people - sample.rows)) as f64;
    let classes = classes_of_the_population(sample).min(most);
    let slide = Slide::matching(
        sample.fraction(),
        sample.singles as f64 / classes,
        pairs as f64 / classes,
    )?;
    Some(classes * slide.one_person())
}

/// How many classes the population has, those unseen included.
fn classes_of_the_population(sample: &SampledClasses) -> f64 {
    let f = sample.fraction();
    let over = |term: &dyn Fn(f64) -> f64| -> f64 {
        let each = |&(size, classes): &(u64, u64)| classes as f64 * term(size as f64);
        sample.classes.iter().map(each).sum()
    };
    let missed = over(&|size| (1.0 - f).powf(size));
    let seen_once = over(&|size| size * f * (1.0 - f).powf(size - 1.0));
    let seen_once_twice_over = over(&|size| size * f * f * (1.0 - f * f).powf(size - 1.0));
    // The two powers are nearly 1 where the sample is a tiny part.
    let short_of_one = |part: f64, size: f64| (size * (-part).ln_1p()).exp_m1();
    let lost_in_between = over(&|size| short_of_one(f * f, size) - short_of_one(f, size));
    let unseen = (seen_once_twice_over / lost_in_between) * (missed / seen_once).powi(2);
    sample.distinct as f64 + if unseen.is_finite() { sample.singles as f64 * unseen } else { 0.0 }
}

/// The distribution of the size of a class, and the part of the people that is sampled.
#[derive(Clone, Copy, Debug)]
struct Slide {
    fraction: f64,
    alpha: f64,
    beta: f64,
    /// `1 - beta`, kept apart as it may be small.
    rest: f64,
}

impl Slide {
    /// The distribution of which the sample shows one row, and two rows, of a class so often.
    fn matching(fraction: f64, one_row: f64, two_rows: f64) -> Option<Slide> {
        let ratio = 2.0 * two_rows / (fraction * one_row);
        let at = |logit: f64| Slide::of_ratio(fraction, logit, ratio);
        let missing = |logit: f64| one_row.ln() - at(logit).ln_one_row();
        let crosses = missing(-MOST_LOGIT) >= 0.0 && missing(MOST_LOGIT) <= 0.0;
        crosses.then(|| at(falling_root(-MOST_LOGIT, MOST_LOGIT, missing)))
    }

    /// The distribution with `G''(1-f) / G'(1-f)` of a given ratio, for the logit of beta.
    fn of_ratio(fraction: f64, logit: f64, ratio: f64) -> Slide {
        let (beta, rest) = (1.0 / (1.0 + (-logit).exp()), 1.0 / (1.0 + logit.exp()));
        let slide = Slide { fraction, alpha: 0.0, beta, rest };
        let (hidden, shown) = (slide.hidden(), slide.shown());
        let linear = rest * (2.0 - hidden) - ratio * shown * hidden;
        let alpha = positive_root(rest * hidden, linear, ratio * shown * shown);
        Slide { alpha, ..slide }
    }

    /// `(1-f) (1-beta)`.
    fn hidden(&self) -> f64 {
        (1.0 - self.fraction) * self.rest
    }

    /// `1 - (1-f) (1-beta)`, from two positive parts.
    fn shown(&self) -> f64 {
        self.beta + self.fraction * self.rest
    }

    /// The logarithm of the probability that a class shows one row.
    fn ln_one_row(&self) -> f64 {
        self.fraction.ln() - self.alpha * (self.fraction * self.rest / self.beta).ln_1p()
            + (self.alpha * self.hidden() / self.shown()).ln_1p()
    }

    /// The probability that a class has one person.
    fn one_person(&self) -> f64 {
        // By whichever of beta and its rest is small, and so has all its digits.
        let ln_beta = if self.beta < 0.5 { self.beta.ln() } else { (-self.rest).ln_1p() };
        (self.alpha * ln_beta).exp()
    }
}

/// The positive solution of `square x² + linear x = constant`.
fn positive_root(square: f64, linear: f64, constant: f64) -> f64 {
    let root = (linear * linear + 4.0 * square * constant).sqrt();
    // Of the two forms of the solution, the one in which nothing cancels.
    if linear > 0.0 { 2.0 * constant / (linear + root) } else { (root - linear) / (2.0 * square) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probabilities that a class shows one row and two rows, summed over its sizes.
    fn shown(fraction: f64, alpha: f64, beta: f64) -> (f64, f64) {
        let (mut one, mut two, mut probability) = (0.0, 0.0, beta.powf(alpha));
        for size in 1..20_000 {
            let people = f64::from(size);
            let once = people * fraction * (1.0 - fraction).powi(size - 1);
            let pairs = people * (people - 1.0) / 2.0;
            one += probability * once;
            two +=
                probability * pairs * fraction.powi(2) * (1.0 - fraction).powi((size - 2).max(0));
            probability *= (alpha + people - 1.0) / people * (1.0 - beta);
        }
        (one, two)
    }

    #[test]
    fn what_is_expected_leads_back_to_the_distribution() {
        for alpha in [0.05, 0.3, 1.0, 2.5, 20.0] {
            for beta in [0.01, 0.1, 0.5, 0.9] {
                for fraction in [0.02, 0.1, 0.3, 0.7, 0.95] {
                    let (one, two) = shown(fraction, alpha, beta);
                    let found = Slide::matching(fraction, one, two);
                    // Where beta is small and alpha large no class is small.
                    let Some(found) = found else {
                        assert!(one < 1e-12, "{alpha} {beta} {fraction}");
                        continue;
                    };
                    if one < 1e-9 {
                        continue;
                    }
                    let wanted = beta.powf(alpha);
                    assert!((found.alpha / alpha - 1.0).abs() < 1e-5, "{found:?} {alpha} {beta}");
                    assert!((found.one_person() / wanted - 1.0).abs() < 1e-4, "{found:?}");
                }
            }
        }
    }

    #[test]
    fn the_equation_in_beta_grows() {
        for fraction in [0.001, 0.1, 0.5, 0.99] {
            for ratio in [1e-4, 0.03, 1.0, 20.0, 1e4] {
                let value = |step: i32| {
                    Slide::of_ratio(fraction, f64::from(step) / 4.0, ratio).ln_one_row()
                };
                for step in -100..60 {
                    let (low, high) = (value(step), value(step + 1));
                    assert!(
                        high > low - 1e-9 * low.abs(),
                        "{fraction} {ratio} {step}: {low} {high}"
                    );
                }
            }
        }
    }

    #[test]
    fn counts_that_no_distribution_has() {
        // More classes of one row than a class of one or more could show.
        assert!(Slide::matching(0.5, 0.9, 0.2).is_none());
        for classes in [vec![(1, 5)], vec![(2, 5)], vec![(3, 4)]] {
            let sample = SampledClasses::new(classes, 100).unwrap();
            assert_eq!(uniques(&sample), None);
        }
    }

    /// By hand, f = 1/2: three classes, (1, 2), (2, 1): missed 2/2 + 1/4, seen once 2/2 + 1/2,
    /// seen once twice over 2/4 + 2 · 3/16, lost in between 2 · 1/4 + (9/16 - 1/4).
    #[test]
    fn classes_by_hand() {
        let sample = SampledClasses::new([(1, 2), (2, 1)], 8).unwrap();
        let wanted = 3.0 + 2.0 * (0.875 / 0.8125) * (1.25_f64 / 1.5).powi(2);
        assert!((classes_of_the_population(&sample) - wanted).abs() < 1e-12);
    }
}
