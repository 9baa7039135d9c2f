//! k-map without a table of the population, estimated from the rows of a class.
//!
//! A class with fewer than `k` people shows `f` or more rows in a sample of `n` out of `N` people
//! with at most the probability that a Poisson variable of mean `(k-1) n/N` reaches `f`. If that
//! is no more than the accepted significance, the class is taken to match `k` people or more. The
//! zero-truncated form allows for a class without rows never being seen.
//!
//! The estimate assumes a random sample. The significance applies to all classes together, so it is
//! divided by the number of tests: at most as many as there are people, or rows for the
//! zero-truncated form. The judge cannot know how many other tables were tried before this one was
//! published.

use incrowd_terms::{Estimator, Fraction};

/// What is known of the sample, and how sure one wants to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling {
    pub(crate) rows: u64,
    pub(crate) people: u64,
    pub(crate) estimator: Estimator,
    pub(crate) significance: Fraction,
}

impl Sampling {
    /// Whether a class with so many rows is taken to match `k` people.
    pub(crate) fn supports(&self, rows: u64, k: u64) -> bool {
        // Everybody in the sample is in the population.
        if k <= 1 {
            return rows >= 1;
        }
        let mean = (k - 1) as f64 * (self.rows as f64 / self.people as f64);
        let reached = match self.estimator {
            Estimator::Poisson => tail(mean, rows),
            Estimator::ZeroTruncatedPoisson => tail(mean, rows.max(1)) / -(-mean).exp_m1(),
        };
        let tests = match self.estimator {
            Estimator::Poisson => self.people,
            Estimator::ZeroTruncatedPoisson => self.rows,
        };
        reached <= self.significance.to_f64() / tests.max(1) as f64
    }

    /// The largest `k` that a class with so many rows is taken to match.
    pub(crate) fn largest_k(&self, rows: u64) -> u64 {
        last(0, self.people.max(1), |k| self.supports(rows, k))
    }

    /// The least number of rows that is taken to match `k` people; the whole sample if none is.
    pub(crate) fn rows_needed(&self, k: u64) -> u64 {
        last(0, self.rows, |rows| !self.supports(rows, k)).saturating_add(1)
    }
}

/// The last number up to `end` for which a property holds that, once lost, stays lost; `start` if
/// it holds for none after it.
fn last(start: u64, end: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (start, end.saturating_add(1));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle } else { high = middle }
    }
    low
}

/// The probability that a Poisson variable is `at_least` or more.
fn tail(mean: f64, at_least: u64) -> f64 {
    if at_least == 0 {
        return 1.0;
    }
    if mean <= 0.0 {
        return 0.0;
    }
    let first = at_least as f64;
    // Sum away from the mode, where each term is smaller than the one before.
    if first > mean {
        let (mut term, mut sum, mut at) = (probability(mean, at_least), 0.0, first);
        while term > sum * f64::EPSILON / 4.0 {
            sum += term;
            at += 1.0;
            term *= mean / at;
        }
        sum.min(1.0)
    } else {
        let (mut term, mut sum, mut at) = (probability(mean, at_least - 1), 0.0, first - 1.0);
        while term > sum * f64::EPSILON / 4.0 && at >= 0.0 {
            sum += term;
            term *= at / mean;
            at -= 1.0;
        }
        (1.0 - sum).max(0.0)
    }
}

/// The probability that a Poisson variable is exactly `at`, in the form of Loader (2000), which
/// keeps its digits for large numbers: the terms of the plain form nearly cancel there.
fn probability(mean: f64, at: u64) -> f64 {
    if at == 0 {
        return (-mean).exp();
    }
    let n = at as f64;
    let deviance = n * excess((mean - n) / n);
    (-deviance - stirling_error(at)).exp() / (std::f64::consts::TAU * n).sqrt()
}

/// `x - ln(1 + x)`, by its series where the two nearly cancel.
pub(crate) fn excess(x: f64) -> f64 {
    if x.abs() > 0.05 {
        return x - x.ln_1p();
    }
    let (mut power, mut sum) = (x, 0.0);
    for degree in 2..=16 {
        power *= -x;
        sum -= power / f64::from(degree);
    }
    sum
}

/// `ln n!` less Stirling's `n ln n - n + ln(2 pi n) / 2`.
pub(crate) fn stirling_error(n: u64) -> f64 {
    let x = n as f64;
    if n < 16 {
        let logarithm: f64 = (2..=n).map(|i| (i as f64).ln()).sum();
        return logarithm - (x * x.ln() - x + (std::f64::consts::TAU * x).ln() / 2.0);
    }
    let square = x * x;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampling(rows: u64, people: u64, estimator: Estimator, percent: u64) -> Sampling {
        Sampling { rows, people, estimator, significance: Fraction::new(percent, 100) }
    }

    #[test]
    fn tails_by_hand() {
        // P(X >= 1) = 1 - 1/e; P(X >= 2) = 1 - 2/e; P(X >= 3) = 1 - 5/(2e).
        let e = std::f64::consts::E;
        for (at_least, expected) in [(1, 1.0 - 1.0 / e), (2, 1.0 - 2.0 / e), (3, 1.0 - 2.5 / e)] {
            assert!((tail(1.0, at_least) - expected).abs() < 1e-15, "{at_least}");
        }
        assert_eq!((tail(0.0, 1), tail(0.0, 0), tail(3.0, 0)), (0.0, 1.0, 1.0));
    }

    #[test]
    fn tails_agree_with_plain_sums() {
        for mean in [0.01, 0.7, 3.0, 12.5, 40.0, 160.0] {
            for at_least in [1, 2, 5, 11, 30, 60, 150, 200] {
                let mut logarithm = -mean;
                let mut below = 0.0;
                for i in 0..at_least {
                    below += f64::exp(logarithm);
                    logarithm += f64::ln(mean) - f64::ln((i + 1) as f64);
                }
                let found = tail(mean, at_least);
                assert!((found - (1.0 - below)).abs() < 1e-12, "{mean} {at_least}: {found}");
            }
        }
    }

    #[test]
    fn large_means_are_near_the_normal_tail() {
        // 1.6449 standard deviations above the mean: five percent, less a little for skewness.
        let mean = 1e8_f64;
        let found = tail(mean, (mean + 1.644_853_6 * mean.sqrt()) as u64);
        assert!((found - 0.05).abs() < 2e-5, "{found}");
    }

    #[test]
    fn a_tenth_of_the_people() {
        // k = 5: mean 0.4; P(X >= 5) = 0.000061, P(X >= 6) = 0.000004; 5 % of 1,000 tests.
        let poisson = sampling(100, 1000, Estimator::Poisson, 5);
        assert_eq!(poisson.rows_needed(5), 6);
        assert!(poisson.supports(6, 5) && !poisson.supports(5, 5));
        // Truncated: P(X >= 4 | X >= 1) = 0.0024, P(X >= 5 | X >= 1) = 0.00019; of 100 tests.
        let truncated = sampling(100, 1000, Estimator::ZeroTruncatedPoisson, 5);
        assert_eq!(truncated.rows_needed(5), 5);
        let truncated = sampling(100, 1000, Estimator::ZeroTruncatedPoisson, 1);
        assert_eq!(truncated.rows_needed(5), 6);
    }

    #[test]
    fn one_person_is_certain() {
        for estimator in [Estimator::Poisson, Estimator::ZeroTruncatedPoisson] {
            let sampling = sampling(100, 1000, estimator, 0);
            assert_eq!(sampling.rows_needed(1), 1);
            assert!(sampling.largest_k(1) >= 1);
            assert_eq!(sampling.largest_k(0), 0);
        }
    }

    #[test]
    fn the_largest_k_is_the_largest() {
        for estimator in [Estimator::Poisson, Estimator::ZeroTruncatedPoisson] {
            let sampling = sampling(2000, 50_000, estimator, 5);
            for rows in [1, 2, 3, 7, 40] {
                let k = sampling.largest_k(rows);
                assert!(sampling.supports(rows, k) && !sampling.supports(rows, k + 1), "{rows}");
                assert!(k >= rows || k == 1);
            }
        }
    }
}
