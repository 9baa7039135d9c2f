//! A confidence interval for the number of unique people that holds for any population.
//!
//! The only assumption is a random sample of a fraction f. Each person who is unique in the
//! population is sampled with probability f, and is alone in the sample then: so the expected rows
//! that are alone, S1, are at least f U, and U <= S1 / f. The other rows that are alone come from
//! classes of two or more people. Of a class of j people, the chance to show one row is to the
//! chance to show two as 1 - f to (j - 1) f / 2, so at most as 2 (1 - f) / f to 1; with S2 expected
//! pairs, U >= (S1 - 2 (1 - f) / f * S2) / f. S1 and S2 are known by what was counted, within the
//! limits of a Poisson count: the counts are sums over classes, whose variance is no larger.
//!
//! The interval is wide where a sample is small, because so little is known then: populations with
//! very different numbers of unique people show the same sample.

use super::SampledClasses;

/// Standard deviations of a normal variable: 97.5 %, and 98.75 % where two counts share the error.
const ONE_SIDE: f64 = 1.959_963_984_540_054;
const TWO_COUNTS: f64 = 2.241_402_727_604_947;

/// The least and the largest number of unique people, with a confidence of 95 %.
pub(super) fn uniques(sample: &SampledClasses) -> (f64, f64) {
    let fraction = sample.fraction();
    let (singles, pairs) = (sample.singles as f64, sample.classes_of(2) as f64);
    let most = above(singles, ONE_SIDE) / fraction;
    let from_pairs = 2.0 * (1.0 - fraction) / fraction * above(pairs, TWO_COUNTS);
    let least = (below(singles, TWO_COUNTS) - from_pairs).max(0.0) / fraction;
    (least, most)
}

/// The upper limit of the mean of a Poisson count (Wilson and Hilferty 1931).
fn above(count: f64, deviations: f64) -> f64 {
    let next = count + 1.0;
    next * (1.0 - 1.0 / (9.0 * next) + deviations / (3.0 * next.sqrt())).powi(3)
}

/// The lower limit of the mean of a Poisson count.
fn below(count: f64, deviations: f64) -> f64 {
    if count == 0.0 {
        return 0.0;
    }
    count * (1.0 - 1.0 / (9.0 * count) - deviations / (3.0 * count.sqrt())).max(0.0).powi(3)
}
