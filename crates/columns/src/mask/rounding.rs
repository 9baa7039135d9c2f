//! Rounding to multiples of a width.
//!
//! **Promises** the nearest multiple, exactly: halves go away from zero, as people round. Nothing
//! is promised about how many share it.
//!
//! **Cost** one decimal division per cell.

use incrowd_terms::Kind;
use rust_decimal::{Decimal, RoundingStrategy};

/// A width to round to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounding {
    width: Decimal,
}

impl Rounding {
    /// Multiples of this width; nothing unless it is a number above 0.
    ///
    /// ```
    /// use incrowd_columns::mask::rounding::Rounding;
    /// let thousands = Rounding::new("1000").unwrap();
    /// assert_eq!(thousands.of("52500"), Some("53000".to_owned()));
    /// assert_eq!(thousands.of("-1499.99"), Some("-1000".to_owned()));
    /// assert_eq!(Rounding::new("0.25").unwrap().of("0.3"), Some("0.25".to_owned()));
    /// assert!(Rounding::new("0").is_none() && thousands.of("much").is_none());
    /// ```
    #[must_use]
    pub fn new(width: &str) -> Option<Self> {
        let width = Kind::Decimal.read(width)?.number()?;
        (width > Decimal::ZERO).then_some(Rounding { width })
    }

    /// The nearest multiple; nothing if the text is no number, or beyond all reason.
    #[must_use]
    pub fn of(&self, text: &str) -> Option<String> {
        let number = Kind::Decimal.read(text)?.number()?;
        let times = number.checked_div(self.width)?;
        let times = times.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
        let rounded = times.checked_mul(self.width)?.normalize();
        // No minus before nothing.
        Some(if rounded.is_zero() { "0".to_owned() } else { rounded.to_string() })
    }
}
