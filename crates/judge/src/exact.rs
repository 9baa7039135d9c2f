//! Comparing shares of counts with thresholds, exactly.

use std::cmp::Ordering;

use incrowd_terms::Fraction;

/// A quotient of two counts, compared by cross-multiplication and never as a float. A whole of
/// zero stands for infinity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    part: u128,
    whole: u128,
}

impl Share {
    /// Nothing.
    pub(crate) const ZERO: Share = Share { part: 0, whole: 1 };

    pub(crate) fn new(part: u128, whole: u128) -> Self {
        Share { part, whole }
    }

    /// `part / whole` of two numbers of rows.
    pub(crate) fn of_rows(part: u64, whole: u64) -> Self {
        Share::new(part.into(), whole.into())
    }

    /// How the share stands to a threshold.
    pub(crate) fn compare(self, threshold: Fraction) -> Ordering {
        times(self.part, threshold.denominator()).cmp(&times(self.whole, threshold.numerator()))
    }

    /// Whether the share is the threshold or less.
    pub(crate) fn at_most(self, threshold: Fraction) -> bool {
        self.compare(threshold).is_le()
    }

    /// The nearest floating-point number, for printing.
    pub(crate) fn to_f64(self) -> f64 {
        self.part as f64 / self.whole as f64
    }
}

/// A product of up to 192 bits, as its upper and lower part: thresholds may have eighteen digits,
/// and the products of counts before them need more than 64 bits already.
fn times(a: u128, b: u64) -> (u64, u128) {
    let b = u128::from(b);
    let low = (a & u128::from(u64::MAX)) * b;
    let high = (a >> 64) * b + (low >> 64);
    ((high >> 64) as u64, high << 64 | low & u128::from(u64::MAX))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    #[test]
    fn a_third_is_a_third() {
        let third = Fraction::new(1, 3);
        assert!(Share::of_rows(1_000_000_007, 3_000_000_021).compare(third).is_eq());
        assert!(Share::of_rows(2, 3).compare("0.66".parse().unwrap()).is_gt());
        assert!(Share::of_rows(5, 0).compare(Fraction::from(1_000_000)).is_gt());
    }

    proptest::proptest! {
        #[test]
        fn products_are_exact(a: u128, b: u64) {
            let (high, low) = times(a, b);
            let product = (BigUint::from(high) << 128_u32) + BigUint::from(low);
            proptest::prop_assert_eq!(product, BigUint::from(a) * BigUint::from(b));
        }
    }
}
