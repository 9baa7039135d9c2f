//! Exact non-negative fractions: `0.05`, `1/20` and `5%` are the same number.
//!
//! Written by hand, because it must not overflow: products are taken in 128 bits, while
//! `num_rational::Ratio<u64>` multiplies in 64.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// An exact, non-negative fraction in lowest terms.
///
/// Thresholds are compared with shares of counts by cross-multiplication in wide integers, so
/// that one third of three rows is exactly one third.
///
/// ```
/// use incrowd_terms::Fraction;
/// let third: Fraction = "1/3".parse().unwrap();
/// assert!(Fraction::new(1, 3) <= third);
/// assert_eq!("5%".parse::<Fraction>().unwrap(), "0.05".parse().unwrap());
/// assert_eq!("0.66".parse::<Fraction>().unwrap().to_string(), "33/50");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u64,
    denominator: u64,
}

/// Why a text is not a fraction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FractionError {
    /// Not a number at all.
    #[error("'{0}' is not a number; write it like 0.05, 1/20 or 5%")]
    NotANumber(String),
    /// Below zero.
    #[error("'{0}' is negative; write a number from 0 up")]
    Negative(String),
    /// A denominator of zero.
    #[error("'{0}' divides by zero")]
    ZeroDenominator(String),
    /// More digits than an exact 64-bit fraction can hold.
    #[error("'{0}' has more digits than can be kept exactly (18 at most)")]
    TooLong(String),
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
    /// The whole.
    pub const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };

    /// More than any quotient of numbers of rows.
    pub const MANY: Fraction = Fraction { numerator: 1_000_000_000_000_000, denominator: 1 };

    /// `numerator / denominator` in lowest terms.
    ///
    /// # Panics
    /// If the denominator is zero: callers divide by row counts of non-empty classes.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Self {
        assert!(denominator != 0, "a fraction needs a denominator");
        let d = gcd(numerator, denominator).max(1);
        Fraction { numerator: numerator / d, denominator: denominator / d }
    }

    /// The fraction itself if it can be written down and read again, else the next millionth above
    /// it.
    #[must_use]
    pub fn rounded_up(numerator: u128, denominator: u128) -> Self {
        const READABLE: u128 = 1_000_000_000_000_000_000;
        const MILLION: u128 = 1_000_000;
        let (mut a, mut b) = (numerator, denominator.max(1));
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let (numerator, denominator) = (numerator / a, denominator.max(1) / a);
        if numerator < READABLE && denominator < READABLE {
            return Fraction { numerator: numerator as u64, denominator: denominator as u64 };
        }
        let (whole, rest) = (numerator / denominator, numerator % denominator);
        let parts = match rest.checked_mul(MILLION) {
            Some(rest) => rest.div_ceil(denominator),
            None => rest.div_ceil(denominator / MILLION),
        };
        let millionths = whole.saturating_mul(MILLION).saturating_add(parts);
        Fraction::new(u64::try_from(millionths).unwrap_or(u64::MAX), MILLION as u64)
    }

    /// The next fraction above or below with a denominator of at most so much: none below 0.
    ///
    /// ```
    /// use incrowd_terms::Fraction;
    /// assert_eq!(Fraction::new(6, 5).neighbour(6, true), Some(Fraction::new(5, 4)));
    /// assert_eq!(Fraction::new(1, 2).neighbour(5, false), Some(Fraction::new(2, 5)));
    /// ```
    #[must_use]
    pub fn neighbour(self, most: u64, above: bool) -> Option<Self> {
        let (a, b) = (i128::from(self.numerator), i128::from(self.denominator));
        let most = i128::from(most).max(b);
        if !above && a == 0 {
            return None;
        }
        // c/d with c b - a d = 1 (above) or -1 (below) and the largest d: neighbours in a Farey
        // sequence.
        let sign = if above { 1 } else { -1 };
        let inverse = modular_inverse(a.rem_euclid(b), b);
        let d = (-sign * inverse).rem_euclid(b);
        let d = d + (most - d) / b * b;
        let c = (sign + a * d) / b;
        (d > 0 && c >= 0).then(|| Fraction::new(c as u64, d as u64))
    }

    /// The upper half of the fraction in lowest terms.
    #[must_use]
    pub fn numerator(self) -> u64 {
        self.numerator
    }

    /// The lower half of the fraction in lowest terms.
    #[must_use]
    pub fn denominator(self) -> u64 {
        self.denominator
    }

    /// The nearest floating-point number.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The whole part of `self * n`: a share of `n` rows, rounded down.
    #[must_use]
    pub fn floor_of(self, n: u64) -> u64 {
        let product = u128::from(self.numerator) * u128::from(n);
        u64::try_from(product / u128::from(self.denominator)).unwrap_or(u64::MAX)
    }

    /// The fraction as people write it: `0.05` where it has a short decimal form, else `1/3`.
    ///
    /// ```
    /// use incrowd_terms::Fraction;
    /// assert_eq!(Fraction::new(6, 5).plain(), "1.2");
    /// assert_eq!(Fraction::new(1, 3).plain(), "1/3");
    /// ```
    #[must_use]
    pub fn plain(self) -> String {
        let mut scale = 1_u64;
        for digits in 1..=6 {
            scale *= 10;
            if self.denominator > 1 && scale.is_multiple_of(self.denominator) {
                let scaled = u128::from(self.numerator) * u128::from(scale / self.denominator);
                let (whole, rest) = (scaled / u128::from(scale), scaled % u128::from(scale));
                return format!("{whole}.{rest:0digits$}");
            }
        }
        self.to_string()
    }

    /// Whether the fraction is a whole number.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.denominator == 1
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The inverse of a number modulo one that it has no factor in common with.
fn modular_inverse(number: i128, modulus: i128) -> i128 {
    let (mut r, mut s) = ((modulus, number), (0, 1));
    while r.1 != 0 {
        let quotient = r.0 / r.1;
        r = (r.1, r.0 - quotient * r.1);
        s = (s.1, s.0 - quotient * s.1);
    }
    s.0.rem_euclid(modulus)
}

impl From<u64> for Fraction {
    fn from(whole: u64) -> Self {
        Fraction { numerator: whole, denominator: 1 }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = u128::from(self.numerator) * u128::from(other.denominator);
        let right = u128::from(other.numerator) * u128::from(self.denominator);
        left.cmp(&right)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

impl FromStr for Fraction {
    type Err = FractionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let trimmed = text.trim();
        if trimmed.starts_with('-') {
            // "-0" is rejected too: a sign on a share is a typing error.
            return Err(FractionError::Negative(text.to_owned()));
        }
        if let Some((above, below)) = trimmed.split_once('/') {
            let (a, b) = (decimal(above.trim(), text)?, decimal(below.trim(), text)?);
            let denominator = u128::from(b.0) * u128::from(a.1);
            if denominator == 0 {
                return Err(FractionError::ZeroDenominator(text.to_owned()));
            }
            return reduced(u128::from(a.0) * u128::from(b.1), denominator, text);
        }
        let (number, percent) = match trimmed.strip_suffix('%') {
            Some(number) => (number.trim_end(), 100),
            None => (trimmed, 1),
        };
        let (digits, scale) = decimal(number, text)?;
        reduced(u128::from(digits), u128::from(scale) * percent, text)
    }
}

/// `digits / scale` of a plain decimal number such as `12.5`.
fn decimal(number: &str, whole_text: &str) -> Result<(u64, u64), FractionError> {
    let (before, after) = number.split_once('.').unwrap_or((number, ""));
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if before.len() + after.len() == 0 || !all_digits(before) || !all_digits(after) {
        return Err(FractionError::NotANumber(whole_text.to_owned()));
    }
    let after = after.trim_end_matches('0');
    let digits = format!("{before}{after}");
    let digits = digits.trim_start_matches('0');
    if digits.len() > 18 || after.len() > 18 {
        return Err(FractionError::TooLong(whole_text.to_owned()));
    }
    let value = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    Ok((value, 10_u64.pow(after.len() as u32)))
}

fn reduced(numerator: u128, denominator: u128, text: &str) -> Result<Fraction, FractionError> {
    let (mut a, mut b) = (numerator, denominator);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let d = a.max(1);
    match (u64::try_from(numerator / d), u64::try_from(denominator / d)) {
        (Ok(numerator), Ok(denominator)) => Ok(Fraction { numerator, denominator }),
        _ => Err(FractionError::TooLong(text.to_owned())),
    }
}

impl serde::Serialize for Fraction {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f(text: &str) -> Fraction {
        text.parse().unwrap()
    }

    #[test]
    fn three_spellings_are_one_number() {
        assert_eq!(f("0.05"), f("1/20"));
        assert_eq!(f("0.05"), f("5%"));
        assert_eq!(f(".5"), f("50 %"));
        assert_eq!(f("0.50/1.5"), f("1/3"));
        assert_eq!(f("2.50").to_string(), "5/2");
    }

    #[test]
    fn equality_is_exact() {
        assert!(Fraction::new(1, 3) <= f("1/3"));
        assert!(Fraction::new(2, 3) > f("0.66"));
        assert!(Fraction::new(1957, 45222) <= Fraction::new(1957, 45222));
    }

    #[test]
    fn bad_texts_are_named() {
        assert!(matches!("NaN".parse::<Fraction>(), Err(FractionError::NotANumber(_))));
        assert!(matches!("".parse::<Fraction>(), Err(FractionError::NotANumber(_))));
        assert!(matches!("%".parse::<Fraction>(), Err(FractionError::NotANumber(_))));
        assert!(matches!("1e9".parse::<Fraction>(), Err(FractionError::NotANumber(_))));
        assert!(matches!("inf".parse::<Fraction>(), Err(FractionError::NotANumber(_))));
        assert!(matches!("-1".parse::<Fraction>(), Err(FractionError::Negative(_))));
        assert!(matches!("1/0".parse::<Fraction>(), Err(FractionError::ZeroDenominator(_))));
        assert!(matches!(
            "0.1234567890123456789".parse::<Fraction>(),
            Err(FractionError::TooLong(_))
        ));
    }

    #[test]
    fn shares_of_rows_round_down() {
        assert_eq!(f("2%").floor_of(30_162), 603);
        assert_eq!(f("1/3").floor_of(9), 3);
        assert_eq!(Fraction::ONE.floor_of(7), 7);
    }

    proptest::proptest! {
        #[test]
        fn order_agrees_with_cross_multiplication(a in 0_u64..1000, b in 1_u64..1000, c in 0_u64..1000, d in 1_u64..1000) {
            let order = (a * d).cmp(&(c * b));
            proptest::prop_assert_eq!(Fraction::new(a, b).cmp(&Fraction::new(c, d)), order);
        }

        #[test]
        fn display_reads_back(a in 0_u64..u64::MAX / 2, b in 1_u64..1_000_000_000) {
            let x = Fraction::new(a % 1_000_000_000_000, b);
            proptest::prop_assert_eq!(x.to_string().parse::<Fraction>().unwrap(), x);
        }
    }
}
