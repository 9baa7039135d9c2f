//! Numbers of twice the usual precision: sums of millions of squares, of which differences are
//! taken that matter, and whole numbers that are exact.
//!
//! A number is the unevaluated sum of two doubles (Dekker 1971). Every operation is right to about
//! 31 digits. Whole numbers below 2^100 are therefore exact: all parts of a result are whole then,
//! and what is lost is less than 1. Products need magnitudes well below 10^300, which `ClusterValue`
//! sees to.
//!
//! Written by hand, because it is the inner loop of the clustering and the exactness of whole numbers
//! is relied on and tested here.

use std::ops::{Add, Mul, Sub};

/// The sum of two doubles, the second below the last digit of the first; ordered by value.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

/// a + b and what rounding lost.
fn two_sum(a: f64, b: f64) -> DoubleDouble {
    let high = a + b;
    let part = high - a;
    DoubleDouble { high, low: (a - (high - part)) + (b - part) }
}

/// The same if a is not the smaller one.
fn fast_sum(a: f64, b: f64) -> DoubleDouble {
    let high = a + b;
    DoubleDouble { high, low: b - (high - a) }
}

/// The upper 26 bits of a double, and the rest.
fn halves(a: f64) -> (f64, f64) {
    let scaled = 134_217_729.0 * a;
    let upper = scaled - (scaled - a);
    (upper, a - upper)
}

/// a * b and what rounding lost.
fn two_product(a: f64, b: f64) -> DoubleDouble {
    let high = a * b;
    let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
    DoubleDouble { high, low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2 }
}

impl DoubleDouble {
    pub(super) const ZERO: DoubleDouble = DoubleDouble { high: 0.0, low: 0.0 };
    /// Above everything; not to be calculated with.
    pub(super) const INFINITE: DoubleDouble = DoubleDouble { high: f64::INFINITY, low: 0.0 };

    /// a - b, exactly.
    pub(super) fn difference(a: f64, b: f64) -> DoubleDouble {
        two_sum(a, -b)
    }

    /// A whole number of up to 106 bits, exactly.
    pub(super) fn whole(number: i128) -> DoubleDouble {
        let high = number as f64;
        DoubleDouble { high, low: (number - high as i128) as f64 }
    }

    /// Many times this.
    pub(super) fn times(self, count: u64) -> DoubleDouble {
        match count {
            1 => self,
            _ if count < 1 << 53 => self * DoubleDouble { high: count as f64, low: 0.0 },
            _ => self * DoubleDouble::whole(i128::from(count)),
        }
    }

    /// One of so many equal parts; there are fewer than 2^53.
    pub(super) fn part(self, count: u64) -> DoubleDouble {
        let count = count as f64;
        let approximate_cost = self.high / count;
        let rest = self - two_product(approximate_cost, count);
        fast_sum(approximate_cost, rest.high / count)
    }

    pub(super) fn half(self) -> DoubleDouble {
        DoubleDouble { high: self.high / 2.0, low: self.low / 2.0 }
    }

    pub(super) fn max(self, other: DoubleDouble) -> DoubleDouble {
        if self < other { other } else { self }
    }

    pub(super) fn min(self, other: DoubleDouble) -> DoubleDouble {
        if other < self { other } else { self }
    }

    /// Whether it is a whole number that a double holds.
    pub(super) fn is_whole(self) -> bool {
        self.low == 0.0 && self.high.fract() == 0.0
    }

    /// The nearest double.
    pub(super) fn rounded(self) -> f64 {
        self.high
    }
}

impl Add for DoubleDouble {
    type Output = DoubleDouble;

    fn add(self, other: DoubleDouble) -> DoubleDouble {
        let (upper, lower) = (two_sum(self.high, other.high), two_sum(self.low, other.low));
        let sum = fast_sum(upper.high, upper.low + lower.high);
        fast_sum(sum.high, sum.low + lower.low)
    }
}

impl Sub for DoubleDouble {
    type Output = DoubleDouble;

    fn sub(self, other: DoubleDouble) -> DoubleDouble {
        self + DoubleDouble { high: -other.high, low: -other.low }
    }
}

impl Mul for DoubleDouble {
    type Output = DoubleDouble;

    fn mul(self, other: DoubleDouble) -> DoubleDouble {
        let product = two_product(self.high, other.high);
        fast_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The whole number that this is.
    fn exactly(number: DoubleDouble) -> i128 {
        number.high as i128 + number.low as i128
    }

    #[test]
    fn whole_numbers_are_exact() {
        let numbers = [0, 1, -3, 12_345_678_901_234_567, -(1 << 62) - 1, (1 << 90) + (1 << 40) + 7];
        for a in numbers {
            assert_eq!(exactly(DoubleDouble::whole(a)), a);
            for b in numbers {
                let (x, y) = (DoubleDouble::whole(a), DoubleDouble::whole(b));
                assert_eq!(exactly(x + y), a + b);
                assert_eq!(exactly(x - y), a - b);
                assert_eq!(x < y, a < b);
                if let Some(product) = a.checked_mul(b).filter(|product| product.abs() < 1 << 100) {
                    assert_eq!(exactly(x * y), product);
                }
            }
            if a.abs() < 1 << 80 {
                assert_eq!(exactly(DoubleDouble::whole(a * 999_983).part(999_983)), a);
                assert_eq!(exactly(DoubleDouble::whole(a).times(999_983)), a * 999_983);
            }
        }
    }

    #[test]
    fn small_differences_of_large_numbers_survive() {
        let sum = DoubleDouble::difference(1e20, -1e-10);
        assert_eq!((sum - DoubleDouble::difference(1e20, 0.0)).rounded(), 1e-10);
        assert!(!sum.is_whole() && DoubleDouble::whole(7).is_whole());
        // A third, three times.
        let third = DoubleDouble::whole(1).part(3);
        assert!((third.times(3) - DoubleDouble::whole(1)).rounded().abs() < 1e-30);
    }
}
