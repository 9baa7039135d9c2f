//! Rational numbers of any size and sign: the products of a policy's figures outgrow 64 bits.

use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

use incrowd_terms::Fraction;
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;

/// An exact rational number, in lowest terms and with a denominator above zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rational(BigRational);

impl Rational {
    /// The largest multiple of `1/parts` from 0 to 1 that is not above the number; 0 if there is none.
    #[must_use]
    pub fn floor_share(&self, parts: u64) -> Fraction {
        self.share(self.0.numer() * parts / self.0.denom(), parts)
    }

    /// The smallest multiple of `1/parts` from 0 to 1 that is not below the number; 1 if there is none.
    #[must_use]
    pub fn ceil_share(&self, parts: u64) -> Fraction {
        self.share((self.0.numer() * parts + self.0.denom() - 1) / self.0.denom(), parts)
    }

    fn share(&self, count: BigInt, parts: u64) -> Fraction {
        let most = if self.0.numer().sign() == Sign::Minus { 0 } else { parts };
        Fraction::new(u64::try_from(count).unwrap_or(most).min(most), parts)
    }

    /// The nearest floating-point number to its first twenty decimals.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        let decimals = self.0.numer() * BigInt::from(10_u8).pow(20) / self.0.denom();
        format!("{decimals}e-20").parse().unwrap_or(f64::NAN)
    }
}

impl From<Fraction> for Rational {
    fn from(fraction: Fraction) -> Self {
        // A fraction is in lowest terms already.
        Rational(BigRational::new_raw(fraction.numerator().into(), fraction.denominator().into()))
    }
}

impl From<u64> for Rational {
    fn from(whole: u64) -> Self {
        Fraction::from(whole).into()
    }
}

/// The operators of rational numbers. Whoever divides knows that the divisor is not zero.
macro_rules! operators {
    ($($operator:ident $method:ident),+) => {$(
        impl $operator for &Rational {
            type Output = Rational;

            fn $method(self, other: &Rational) -> Rational {
                Rational((&self.0).$method(&other.0))
            }
        }
    )+};
}

operators!(Add add, Sub sub, Mul mul, Div div);

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(above: i128, below: i128) -> Rational {
        Rational(BigRational::new(above.into(), below.into()))
    }

    #[test]
    fn lowest_terms_with_the_sign_above() {
        assert_eq!(exact(6, -4).to_string(), "-3/2");
        assert_eq!(exact(-6, -4).to_string(), "3/2");
        assert_eq!(exact(0, -7).to_string(), "0");
        assert_eq!(exact(8, 4).to_string(), "2");
    }

    #[test]
    fn shares_are_rounded_towards_the_safe_side_and_stay_shares() {
        let parts = 1_000_000;
        assert_eq!(exact(1, 3).floor_share(parts), Fraction::new(333_333, parts));
        assert_eq!(exact(1, 3).ceil_share(parts), Fraction::new(333_334, parts));
        assert_eq!(exact(1, 4).floor_share(parts), Fraction::new(1, 4));
        assert_eq!(exact(1, 4).ceil_share(parts), Fraction::new(1, 4));
        assert_eq!(exact(-1, 3).ceil_share(parts), Fraction::ZERO);
        assert_eq!(exact(-1, 3).floor_share(parts), Fraction::ZERO);
        assert_eq!(exact(7, 3).floor_share(parts), Fraction::ONE);
        assert_eq!(exact(7, 3).ceil_share(parts), Fraction::ONE);
        let beyond = &exact(i128::MAX, 1) * &exact(i128::MAX, 1);
        assert_eq!(beyond.floor_share(parts), Fraction::ONE);
    }

    #[test]
    fn floating_point_is_the_nearest() {
        assert_eq!(exact(2, 25).to_f64(), 0.08);
        assert_eq!(exact(-1, 360).to_f64(), -1.0 / 360.0);
        assert_eq!(exact(1, 3).to_f64(), 1.0 / 3.0);
        assert_eq!(exact(0, 1).to_f64(), 0.0);
    }

    proptest::proptest! {
        /// Against machine integers, which hold numbers this small.
        #[test]
        fn arithmetic_is_that_of_fractions(
            a in -999_i128..999, b in 1_i128..999, c in -999_i128..999, d in 1_i128..999,
        ) {
            let (x, y) = (exact(a, b), exact(c, d));
            proptest::prop_assert_eq!(&x + &y, exact(a * d + c * b, b * d));
            proptest::prop_assert_eq!(&x - &y, exact(a * d - c * b, b * d));
            proptest::prop_assert_eq!(&x * &y, exact(a * c, b * d));
            proptest::prop_assert_eq!(x.cmp(&y), (a * d).cmp(&(c * b)));
            if c != 0 {
                proptest::prop_assert_eq!(&x / &y, exact(a * d, b * c));
            }
        }
    }
}
