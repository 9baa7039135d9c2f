//! beta-likeness and delta-disclosure: how far the share of a value in a class differs from its
//! share in the table.
//!
//! `q` is a value's share in the class, `p` its share in the table. Beta-likeness (Cao and Karras
//! 2012) bounds the gain `(q - p) / p`; the enhanced form bounds it by `-ln p` as well, so that
//! rare values may gain more than common ones. Delta-disclosure (Brickell and Shmatikov 2008)
//! bounds `|ln(q/p)|` and needs every value of the table in every class.

use incrowd_terms::Fraction;

use crate::exact::Share;
use crate::values_by_class::{ClassValues, ValueRows, ValuesByClass};

/// How one value of a class compares with the whole table, in whole numbers: `q/p = here/usual`.
#[derive(Clone, Copy, Debug)]
struct ValueRatio {
    here: u128,
    usual: u128,
}

impl ValueRatio {
    fn of(spread: &ValuesByClass, class: ClassValues<'_>, cell: &ValueRows) -> Self {
        ValueRatio {
            here: u128::from(cell.rows) * u128::from(spread.rows),
            usual: u128::from(spread.total(cell.value)) * u128::from(class.rows),
        }
    }

    /// `(q - p) / p`, or zero where the value lost.
    fn gain(self) -> Share {
        Share::new(self.here.saturating_sub(self.usual), self.usual)
    }

    /// `|ln(q/p)|`; accurate also where `q` is almost `p`.
    fn surprise(self) -> f64 {
        let change = self.here.abs_diff(self.usual) as f64 / self.usual as f64;
        let signed = if self.here < self.usual { -change } else { change };
        signed.ln_1p().abs()
    }
}

/// `-ln p` of a value; exactly zero for the only value of a table.
pub(crate) fn rarity(spread: &ValuesByClass, value: u32) -> f64 {
    let total = spread.total(value);
    ((spread.rows - total) as f64 / total as f64).ln_1p()
}

/// The largest gain of a value in the class.
pub(crate) fn largest_gain(spread: &ValuesByClass, class: ClassValues<'_>) -> f64 {
    let gains = class.cells.iter().map(|cell| ValueRatio::of(spread, class, cell).gain().to_f64());
    gains.fold(0.0, f64::max)
}

/// Whether no value gains more than `beta`.
pub(crate) fn gains_at_most(
    spread: &ValuesByClass,
    class: ClassValues<'_>,
    beta: Fraction,
) -> bool {
    class.cells.iter().all(|cell| ValueRatio::of(spread, class, cell).gain().at_most(beta))
}

/// Whether no value gains more than `-ln p`. Floats may decide: a gain is rational and `ln p` is
/// not, unless `p` is one, where both sides are exactly zero.
pub(crate) fn gains_at_most_rarity(spread: &ValuesByClass, class: ClassValues<'_>) -> bool {
    class.cells.iter().all(|cell| {
        // A value that counts for nobody in the table gains without end.
        let gain = ValueRatio::of(spread, class, cell).gain().to_f64();
        gain.is_finite() && gain <= rarity(spread, cell.value)
    })
}

/// The largest `|ln(q/p)|` of the values that the class has.
pub(crate) fn largest_surprise(spread: &ValuesByClass, class: ClassValues<'_>) -> f64 {
    let surprises = class.cells.iter().map(|cell| ValueRatio::of(spread, class, cell).surprise());
    surprises.fold(0.0, f64::max)
}

/// Whether the class lacks a value of the table.
pub(crate) fn lacks_a_value(spread: &ValuesByClass, class: ClassValues<'_>) -> bool {
    let of_table = |cell: &&ValueRows| spread.total(cell.value) > 0;
    let here = match spread.uncounted {
        0 => class.cells.len(),
        _ => class.cells.iter().filter(of_table).count(),
    };
    here < spread.totals.len() - spread.uncounted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values_by_class::tests::spread;

    #[test]
    fn gains_and_surprises_by_hand() {
        // x: 3 of 8 rows; class a has 2 of 3, class b 1 of 5.
        let spread = spread(&["a x", "a x", "a y", "b x", "b y", "b y", "b y", "b y"]);
        let (a, b) = (spread.class(0), spread.class(1));
        assert!((largest_gain(&spread, a) - 7.0 / 9.0).abs() < 1e-15);
        assert!(gains_at_most(&spread, a, Fraction::new(7, 9)));
        assert!(!gains_at_most(&spread, a, Fraction::new(77_777, 100_000)));
        // y in a: 1/3 : 5/8 = 8/15. x in b: 1/5 : 3/8 = 8/15.
        assert!((largest_surprise(&spread, a) - (15.0_f64 / 8.0).ln()).abs() < 1e-15);
        assert!((largest_surprise(&spread, b) - (15.0_f64 / 8.0).ln()).abs() < 1e-15);
        // y gains 4/5 : 5/8 = 7/25 in b; -ln(5/8) = 0.47. x gains 7/9 in a; -ln(3/8) = 0.98.
        assert!(gains_at_most_rarity(&spread, a) && gains_at_most_rarity(&spread, b));
        assert!(!lacks_a_value(&spread, a));
    }

    #[test]
    fn a_common_value_may_not_gain_much() {
        // y: 8 of 10 rows, alone in class b: gain 1/4 > -ln(4/5) = 0.223.
        let rows = ["a x", "a x", "a y", "a y", "b y", "b y", "b y", "b y", "b y", "b y"];
        let spread = spread(&rows);
        assert!(!gains_at_most_rarity(&spread, spread.class(1)));
        assert!(lacks_a_value(&spread, spread.class(1)));
    }

    #[test]
    fn the_only_value_gains_nothing() {
        let spread = spread(&["a x", "b x"]);
        assert!(gains_at_most_rarity(&spread, spread.class(0)));
        assert_eq!(largest_surprise(&spread, spread.class(0)), 0.0);
        assert_eq!(rarity(&spread, 0), 0.0);
    }
}
