//! The strictness of a demand as figures. With them, the strictest demand of a kind that can be met
//! is found without distinguishing between models.

use std::cmp::Ordering;

use crate::Fraction;

/// One figure of a demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strictness {
    /// What is demanded.
    pub value: Fraction,
    /// The demand of this kind that is met if any is.
    pub loosest: Fraction,
    /// Which figures a table can have.
    pub grid: FigureGrid,
}

/// The figures that a table can have, and so the demands that can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureGrid {
    /// Whole numbers.
    Whole,
    /// Quotients of numbers of rows or people.
    Counts,
    /// Anything: figures are rounded to millionths, on the side that can be met.
    Millionths,
}

const MILLION: u64 = 1_000_000;

impl Strictness {
    /// A figure of which more is stricter.
    pub(super) fn rising(value: impl Into<Fraction>, loosest: Fraction, grid: FigureGrid) -> Self {
        Strictness { value: value.into(), loosest, grid }
    }

    /// A figure of which less is stricter.
    pub(super) fn falling(value: Fraction, loosest: Fraction, grid: FigureGrid) -> Self {
        Strictness { value, loosest: loosest.max(value), grid }
    }

    /// A whole number from 1, of which more is stricter.
    pub(super) fn whole(value: u64) -> Vec<Self> {
        vec![Strictness::rising(value, Fraction::ONE, FigureGrid::Whole)]
    }

    /// Compares two figures: the greater is the stricter.
    #[must_use]
    pub fn compare(&self, one: Fraction, other: Fraction) -> Ordering {
        if self.loosest > self.value { other.cmp(&one) } else { one.cmp(&other) }
    }

    /// A figure about halfway between two, none if there is none worth trying.
    #[must_use]
    pub fn between(&self, low: Fraction, high: Fraction) -> Option<Fraction> {
        let scale = if self.grid == FigureGrid::Whole { 1 } else { MILLION };
        let middle = f64::midpoint(low.to_f64(), high.to_f64()) * scale as f64;
        let middle = Fraction::new(middle.floor() as u64, scale);
        let (least, most) = (low.min(high), low.max(high));
        (middle > least && middle < most).then_some(middle)
    }

    /// The loosest figure that is stricter than one that was met; quotients are of at most so
    /// many.
    #[must_use]
    pub fn next(&self, met: Fraction, most: u64) -> Option<Fraction> {
        let rises = self.loosest <= self.value;
        let next = match self.grid {
            FigureGrid::Whole => step(met, 1, rises),
            FigureGrid::Counts => met.neighbour(most, rises),
            FigureGrid::Millionths => step(met, MILLION, rises),
        }?;
        (self.compare(next, self.value) != Ordering::Greater).then_some(next)
    }
}

/// The next multiple of `1/scale` above or below a figure.
fn step(figure: Fraction, scale: u64, up: bool) -> Option<Fraction> {
    let whole = figure.floor_of(scale);
    let on_grid = Fraction::new(whole, scale) == figure;
    let next = match (up, on_grid) {
        (true, _) => whole.checked_add(1),
        (false, true) => whole.checked_sub(1),
        (false, false) => Some(whole),
    };
    next.map(|next| Fraction::new(next, scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_figure_is_the_loosest_that_is_stricter() {
        let l = Strictness::rising(3, Fraction::ONE, FigureGrid::Counts);
        assert_eq!(l.next(Fraction::new(6, 5), 6), Some(Fraction::new(5, 4)));
        let t = Strictness::falling(Fraction::ZERO, Fraction::ONE, FigureGrid::Millionths);
        assert_eq!(t.next(Fraction::new(1, 3), 6), Some(Fraction::new(333_333, 1_000_000)));
        let k = Strictness::whole(3)[0];
        assert_eq!(k.next(3.into(), 9), None, "no stricter than was demanded");
    }
}
