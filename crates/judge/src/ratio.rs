//! Exact probabilities of any size.

use std::cmp::Ordering;
use std::fmt;

use incrowd_terms::Fraction;
use num_bigint::BigUint;

/// Digits behind the point where a fraction is too long to be printed.
const DIGITS: u32 = 12;

/// A quotient of two whole numbers of any size; the lower one is not zero.
#[derive(Clone, Debug)]
pub(crate) struct Ratio {
    part: BigUint,
    whole: BigUint,
}

impl Ratio {
    /// `part / whole`; a whole of zero, which has no meaning, counts as one.
    pub(crate) fn new(part: BigUint, whole: BigUint) -> Self {
        Ratio { part, whole: whole.max(BigUint::from(1_u8)) }
    }

    pub(crate) fn of(part: u64, whole: u64) -> Self {
        Ratio::new(part.into(), whole.into())
    }

    pub(crate) fn zero() -> Self {
        Ratio::of(0, 1)
    }

    pub(crate) fn one() -> Self {
        Ratio::of(1, 1)
    }

    /// The greatest decimal of twelve digits that is at most a probability in floating point.
    pub(crate) fn at_most(probability: f64) -> Self {
        Ratio::of((probability.clamp(0.0, 1.0) * SCALE).floor() as u64, SCALE as u64)
    }

    /// The least decimal of twelve digits that is at least a probability in floating point.
    pub(crate) fn at_least(probability: f64) -> Self {
        Ratio::of((probability.clamp(0.0, 1.0) * SCALE).ceil() as u64, SCALE as u64)
    }

    /// So many times the ratio.
    pub(crate) fn times(&self, factor: u64) -> Ratio {
        Ratio::new(&self.part * factor, self.whole.clone())
    }

    /// The product with another ratio.
    pub(crate) fn of_ratio(&self, other: &Ratio) -> Ratio {
        Ratio::new(&self.part * &other.part, &self.whole * &other.whole)
    }

    /// Halfway to another ratio.
    pub(crate) fn middle(&self, other: &Ratio) -> Ratio {
        let sum = &self.part * &other.whole + &other.part * &self.whole;
        Ratio::new(sum, &self.whole * &other.whole * 2_u8)
    }

    /// How the ratio stands to a threshold.
    pub(crate) fn compare(&self, threshold: Fraction) -> Ordering {
        (&self.part * threshold.denominator()).cmp(&(&self.whole * threshold.numerator()))
    }

    /// The ratio in lowest terms, if they have at most eighteen digits.
    pub(crate) fn short(&self) -> Option<Fraction> {
        let divisor = greatest_divisor(&self.part, &self.whole);
        let short = |number: &BigUint| u64::try_from(number / &divisor).ok();
        Some(Fraction::new(short(&self.part)?, short(&self.whole)?))
            .filter(|fraction| fraction.denominator() < 10_u64.pow(18))
    }

    /// The ratio as text: exact if it is short, else a decimal rounded down.
    pub(crate) fn rounded_down(&self) -> String {
        self.text(false)
    }

    /// The ratio as text: exact if it is short, else a decimal rounded up.
    pub(crate) fn rounded_up(&self) -> String {
        self.text(true)
    }

    fn text(&self, up: bool) -> String {
        if let Some(fraction) = self.short() {
            return fraction.to_string();
        }
        let scaled =
            &self.part * 10_u64.pow(DIGITS) + if up { &self.whole - 1_u8 } else { BigUint::ZERO };
        let digits = (scaled / &self.whole).to_string();
        let digits = format!("{digits:0>width$}", width = DIGITS as usize + 1);
        let (before, after) = digits.split_at(digits.len() - DIGITS as usize);
        format!("{before}.{after}")
    }

    /// The nearest floating-point number, for showing how bad things are.
    pub(crate) fn to_f64(&self) -> f64 {
        // Both are cut to the bits that a float can hold, and some more.
        let shift = self.whole.bits().saturating_sub(120);
        let cut = |number: &BigUint| u128::try_from(number >> shift).unwrap_or(u128::MAX) as f64;
        cut(&self.part) / cut(&self.whole)
    }
}

const SCALE: f64 = 1e12;

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ratio {}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.part * &other.whole).cmp(&(&other.part * &self.whole))
    }
}

impl From<Fraction> for Ratio {
    fn from(fraction: Fraction) -> Self {
        Ratio::of(fraction.numerator(), fraction.denominator())
    }
}

impl fmt::Display for Ratio {
    /// Exact if it is short, else rounded up, as someone in danger would want to know it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rounded_up())
    }
}

fn greatest_divisor(a: &BigUint, b: &BigUint) -> BigUint {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != BigUint::ZERO {
        let rest = &a % &b;
        a = std::mem::replace(&mut b, rest);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_ratios_are_exact_and_long_ones_are_rounded_outward() {
        assert_eq!(Ratio::of(6, 9).rounded_down(), "2/3");
        assert_eq!((Ratio::zero().to_string(), Ratio::one().to_string()), ("0".into(), "1".into()));
        let long = Ratio::new(BigUint::from(10_u8).pow(39) + 1_u8, BigUint::from(3_u8) << 130_u32);
        assert_eq!(
            (long.rounded_down(), long.rounded_up()),
            ("0.244894656421".into(), "0.244894656422".into())
        );
        assert!((long.to_f64() - 0.244_894_656_421).abs() < 1e-11);
        assert!(
            Ratio::at_most(0.1) <= Ratio::of(1, 10) && Ratio::at_least(0.1) >= Ratio::of(1, 10)
        );
        assert_eq!((Ratio::at_most(-1.0), Ratio::at_least(2.0)), (Ratio::zero(), Ratio::one()));
    }

    proptest::proptest! {
        #[test]
        fn order_is_that_of_fractions(a in 0_u64..50, b in 1_u64..50, c in 0_u64..50, d in 1_u64..50) {
            let (x, y) = (Ratio::of(a, b), Fraction::new(c, d));
            proptest::prop_assert_eq!(x.compare(y), Fraction::new(a, b).cmp(&y));
            proptest::prop_assert_eq!(x.cmp(&y.into()), Fraction::new(a, b).cmp(&y));
            proptest::prop_assert_eq!(x.short(), Some(Fraction::new(a, b)));
        }
    }
}
