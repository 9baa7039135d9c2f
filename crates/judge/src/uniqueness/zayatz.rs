//! The estimator of Zayatz (1991): Bayes' rule for each unique row of the sample.
//!
//! Assumption: class sizes are distributed in the population as in the sample. A class of j people
//! shows exactly one row in the sample with the hypergeometric probability `h(j)`; so a row that is
//! unique in the sample is the whole of its class with probability `s(1) h(1) / (s(1) h(1) + s(2)
//! h(2) + ...)`, where `s(j)` counts the sample's classes of j rows. One in N/n people is sampled,
//! so the people unique in the population are `s(1) N/n` times that, and as `h(1) = n/N`, `s(1)² /
//! (s(1) h(1) + s(2) h(2) + ...)`.
//!
//! The classes of a sample are smaller than those of its population, so the estimate is too high
//! unless a large part of the population is in the sample.

use super::SampledClasses;
use super::gamma::ln_gamma_rise;

/// The people unique in the population. The estimate always exists.
pub(super) fn uniques(sample: &SampledClasses) -> f64 {
    if sample.singles == 0 {
        return 0.0;
    }
    let singles = sample.singles as f64;
    let seen_once = |&(size, classes): &(u64, u64)| classes as f64 * shows_one_row(sample, size);
    singles * singles / sample.classes.iter().map(seen_once).sum::<f64>()
}

/// The probability that one of the people of a class is in the sample, and the others are not: one
/// of `size` is drawn, and the others are among the rest, who are drawn from all but that one.
fn shows_one_row(sample: &SampledClasses, size: u64) -> f64 {
    let (others, rest) = (size - 1, sample.people - sample.rows);
    if others > rest {
        return 0.0;
    }
    let falling = |from: u64| ln_gamma_rise((from - others) as f64 + 1.0, others as f64);
    let others_missing = (falling(rest) - falling(sample.people - 1)).exp();
    size as f64 * sample.fraction() * others_missing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(n: u64, k: u64) -> u128 {
        if k > n {
            return 0;
        }
        (0..k).fold(1, |product, i| product * u128::from(n - i) / u128::from(i + 1))
    }

    #[test]
    fn the_defining_sums_in_whole_numbers() {
        let counts = [(1, 7), (2, 4), (3, 2), (5, 1), (9, 1)];
        let rows = 7 + 8 + 6 + 5 + 9;
        for people in [rows, 36, 39, 43, 44, 60, 110] {
            let sample = SampledClasses::new(counts, people).unwrap();
            let all = choose(people, rows);
            let term = |&(size, classes): &(u64, u64)| {
                u128::from(classes * size) * choose(people - size, rows - 1)
            };
            let seen_once: u128 = counts.iter().map(term).sum();
            let wanted = 49.0 * all as f64 / seen_once as f64;
            let found = uniques(&sample);
            assert!((found / wanted - 1.0).abs() < 1e-12, "{people}: {found} is not {wanted}");
        }
    }

    #[test]
    fn by_hand() {
        // Half of four people, both unique: h(1) = 1/2, and 4 / (2/2).
        let one = SampledClasses::new([(1, 2)], 4).unwrap();
        assert!((uniques(&one) - 4.0).abs() < 1e-12);
        // Three of four people: h(1) = 3/4 and h(2) = 1/2, and 1 / (3/4 + 1/2).
        let pair = SampledClasses::new([(1, 1), (2, 1)], 4).unwrap();
        assert!((uniques(&pair) - 0.8).abs() < 1e-12);
    }
}
