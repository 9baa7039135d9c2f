//! Entropy of a class, and an exact decision of `exp(H) >= l`.
//!
//! With counts `c` of a class of `n` rows, `exp(H) >= a/b` iff `n^n b^n >= a^n prod c^c`. The sign
//! of the logarithm of that quotient is taken from floats where they are clear. Where they are
//! not, equality is decided by factoring both sides over a coprime base, and a difference by
//! logarithms of more and more digits. Powers such as `n^n` are never written out: a class of a
//! million rows that is almost uniform would need twenty million bits.

use incrowd_terms::Fraction;
use num_bigint::{BigInt, Sign};

/// `exp(H)` of a class with these (positive) counts.
pub(crate) fn exponential(counts: &[u64]) -> f64 {
    if let Some(even) = all_equal(counts) {
        return even as f64;
    }
    nats(counts).exp()
}

/// Whether `exp(H) >= l` for a class with these (positive) counts.
pub(crate) fn at_least(counts: &[u64], l: Fraction) -> bool {
    if let Some(even) = all_equal(counts) {
        return Fraction::from(even) >= l;
    }
    let n: u64 = counts.iter().sum();
    let difference = nats(counts) - l.to_f64().ln();
    // Each of the additions in `nats` may be off by an ulp of the largest term.
    let doubt = 4.0 * f64::EPSILON * (counts.len() as f64 + 16.0) * (1.0 + (n as f64).ln());
    if difference.abs() > doubt { difference > 0.0 } else { at_least_exactly(counts, l) }
}

/// The number of values if each is equally frequent: then it is `exp(H)`.
fn all_equal(counts: &[u64]) -> Option<u64> {
    counts.iter().all(|count| Some(count) == counts.first()).then_some(counts.len() as u64)
}

fn nats(counts: &[u64]) -> f64 {
    let n = counts.iter().sum::<u64>() as f64;
    let weighted: f64 = counts.iter().map(|&c| c as f64 * (c as f64).ln()).sum();
    n.ln() - weighted / n
}

/// A factor of a product: its base and exponent.
type Power = (u64, i128);

fn at_least_exactly(counts: &[u64], l: Fraction) -> bool {
    // The inequality is the same for counts in lowest terms, which have far smaller powers.
    let unit = counts.iter().fold(0, |unit, &count| gcd(unit, count)).max(1);
    let n = counts.iter().map(|count| count / unit).sum::<u64>();
    let whole = i128::from(n);
    let mut powers: Vec<Power> =
        vec![(n, whole), (l.denominator(), whole), (l.numerator(), -whole)];
    powers.extend(counts.iter().map(|count| (count / unit, -i128::from(count / unit))));
    let powers = merged(powers);
    sign_of_logarithm(&powers, 128)
        .or_else(|| is_one(powers.clone()).then_some(Sign::NoSign))
        .or_else(|| (8..24).find_map(|doubling| sign_of_logarithm(&powers, 1 << doubling)))
        // Two different products that agree in eight million digits: reject, which is the safe
        // side.
        .is_some_and(|sign| sign != Sign::Minus)
}

/// Sorted by base, one power per base, none trivial.
fn merged(mut powers: Vec<Power>) -> Vec<Power> {
    powers.sort_unstable();
    let mut merged: Vec<Power> = Vec::with_capacity(powers.len());
    for (base, exponent) in powers {
        match merged.last_mut() {
            Some(last) if last.0 == base => last.1 += exponent,
            _ => merged.push((base, exponent)),
        }
    }
    merged.retain(|&(base, exponent)| base > 1 && exponent != 0);
    merged
}

/// Whether a product of powers is one. Splitting out common divisors ends in pairwise coprime
/// bases, where it is one iff nothing is left.
fn is_one(mut powers: Vec<Power>) -> bool {
    loop {
        powers = merged(powers);
        let common = (0..powers.len()).find_map(|i| {
            let later = i + 1..powers.len();
            later.map(|j| (i, j, gcd(powers[i].0, powers[j].0))).find(|&(.., divisor)| divisor > 1)
        });
        let Some((i, j, divisor)) = common else { return powers.is_empty() };
        powers.push((divisor, powers[i].1 + powers[j].1));
        powers[i].0 /= divisor;
        powers[j].0 /= divisor;
    }
}

/// The sign of the logarithm of a product of powers, if so many binary digits can tell.
fn sign_of_logarithm(powers: &[Power], digits: u64) -> Option<Sign> {
    let logarithm_of_two = atanh(1, 3, digits) << 1_u32;
    let mut sum = BigInt::ZERO;
    let mut weight = 0_u128;
    for &(base, exponent) in powers {
        let halvings = base.ilog2();
        let power_of_two = 1_u64 << halvings;
        let (above, below) = (base - power_of_two, u128::from(base) + u128::from(power_of_two));
        let logarithm =
            (atanh(above.into(), below, digits) << 1_u32) + &logarithm_of_two * halvings;
        sum += logarithm * exponent;
        weight += exponent.unsigned_abs();
    }
    // `atanh` drops less than `4 digits` units in the last place (two per term and its powers);
    // doubled, and once more for each of up to 64 halvings.
    let doubt = BigInt::from(weight) * 1024_u32 * digits;
    (sum.magnitude() > doubt.magnitude()).then(|| sum.sign())
}

/// `atanh(above / below)` for a quotient of at most one third, in units of `2^-digits`.
fn atanh(above: u128, below: u128, digits: u64) -> BigInt {
    let quotient = (BigInt::from(above) << digits) / BigInt::from(below);
    let square: BigInt = (&quotient * &quotient) >> digits;
    let (mut power, mut sum, mut odd) = (quotient, BigInt::ZERO, 1_u64);
    while power.sign() != Sign::NoSign {
        sum += &power / odd;
        power = (power * &square) >> digits;
        odd += 2;
    }
    sum
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::*;

    /// The definition, with the powers written out.
    fn by_definition(counts: &[u64], l: Fraction) -> bool {
        let n: u64 = counts.iter().sum();
        let power = |base: u64, exponent: u64| BigUint::from(base).pow(exponent as u32);
        let left = power(n, n) * power(l.denominator(), n);
        let right = counts.iter().fold(power(l.numerator(), n), |all, &c| all * power(c, c));
        left >= right
    }

    #[test]
    fn a_uniform_class_is_as_diverse_as_it_has_values() {
        for l in 1..60_u64 {
            let counts = vec![7; l as usize];
            assert!(at_least(&counts, Fraction::from(l)), "{l}");
            assert!(!at_least(&counts, Fraction::new(1_000_000 * l + 1, 1_000_000)), "{l}");
            assert_eq!(exponential(&counts), l as f64);
        }
    }

    #[test]
    fn an_uneven_tie_holds() {
        let l = Fraction::from(4);
        // exp(H) = 16 / (8^8 * 2^2 * 2^2 * 2^2 * 2^2)^(1/16) = 16 / 4.
        assert!(at_least(&[8, 2, 2, 2, 2], l));
        assert!(at_least(&[8_000_000, 2_000_000, 2_000_000, 2_000_000, 2_000_000], l));
        assert!(!at_least(&[8_000_001, 2_000_000, 2_000_000, 2_000_000, 2_000_000], l));
        assert!(at_least(&[7_999_999, 2_000_000, 2_000_000, 2_000_000, 2_000_000], l));
    }

    #[test]
    fn nearly_uniform_large_classes_are_decided() {
        let three = Fraction::from(3);
        assert!(!at_least(&[333_333_333, 333_333_333, 333_333_334], three));
        assert!(at_least(&[333_333_333, 333_333_333, 333_333_333], three));
        let just_below = Fraction::new(2_999_999_999_999_999, 1_000_000_000_000_000);
        assert!(at_least(&[333_333_333, 333_333_333, 333_333_334], just_below));
    }

    #[test]
    fn the_doubtful_road_agrees_with_the_clear_one() {
        assert!(at_least_exactly(&[4, 2, 1, 1], Fraction::new(33, 10)));
        assert!(!at_least_exactly(&[4, 2, 1, 1], Fraction::new(34, 10)));
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            counts in prop::collection::vec(1_u64..40, 1..7), a in 1_u64..70, b in 1_u64..12,
        ) {
            let l = Fraction::new(a, b);
            prop_assert_eq!(at_least(&counts, l), by_definition(&counts, l));
            prop_assert_eq!(at_least_exactly(&counts, l), by_definition(&counts, l));
        }

        #[test]
        fn agrees_with_the_definition_near_ties(counts in prop::collection::vec(1_u64..40, 1..7)) {
            let close = (exponential(&counts) * 1e12).round() as u64;
            for nudge in [close - 1, close, close + 1] {
                let l = Fraction::new(nudge, 1_000_000_000_000);
                prop_assert_eq!(at_least(&counts, l), by_definition(&counts, l));
            }
        }
    }
}
