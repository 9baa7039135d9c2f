//! Which values of a numeric secret are near which others.
//!
//! Distances are decided once per column, exactly, between its distinct values in order. A class
//! then compares codes alone: one walk over its values, whatever the numbers are.
//!
//! A value's *reach* is all that is near it, on both sides. Its *shadow* is the half of that which
//! lies towards the left, or towards zero where nearness is relative. Two values that are not in
//! each other's shadow are not near each other, and the shadows are the same whatever the class, so
//! that what they hold adds up when classes merge.

use std::cmp::Ordering;
use std::ops::Sub;

use incrowd_terms::{Radius, Scalar};
use num_bigint::BigInt;

use super::Histogram;

/// The units of a day, where moments are counted in nanoseconds.
const DAY: i128 = 86_400_000_000_000;

/// From which code to which; nothing for values that are missing.
type Span = Option<(u32, u32)>;

/// The reach and the shadow of every value of a column.
pub(super) struct Reach {
    reach: Vec<Span>,
    shadow: Vec<Span>,
}

impl Reach {
    /// What is near what, for codes that stand for these numbers or dates, ascending; missing
    /// values are near each other alone. `times` widens the radius.
    pub fn new(numbers: &[Option<Scalar>], radius: Radius, times: u64) -> Reach {
        let present = |(code, number): (usize, &Option<Scalar>)| number.map(|n| (code as u32, n));
        let present: Vec<(u32, Scalar)> = numbers.iter().enumerate().filter_map(present).collect();
        let units = Units::of(&present);
        let spans = match units.narrow(radius, times) {
            Some((points, radii)) => spans(&points, &radii),
            None => {
                let (points, radii) = units.wide(radius, times);
                spans(&points, &radii)
            }
        };
        let mut found =
            Reach { reach: vec![None; numbers.len()], shadow: vec![None; numbers.len()] };
        for ((place, &(code, _)), (low, high)) in present.iter().enumerate().zip(spans) {
            let at = |place: usize| present[place].0;
            let towards_zero = matches!(radius, Radius::Relative(_)) && units.is_negative(place);
            found.reach[code as usize] = Some((at(low), at(high)));
            // Of equal numbers each casts the shadow of all.
            found.shadow[code as usize] =
                Some(if towards_zero { (code, at(high)) } else { (at(low), code) });
        }
        found
    }

    /// The most rows that are near one of a class's values.
    pub fn most_near(&self, class: Histogram<'_>) -> u64 {
        most(&self.reach, class)
    }

    /// The most rows in the shadow of one of a class's values: for absolute nearness, in any
    /// interval that is as wide as the radius.
    pub fn most_in_shadow(&self, class: Histogram<'_>) -> u64 {
        most(&self.shadow, class)
    }
}

/// The most rows of a class within the span of one of its values. Both ends of the spans ascend, so
/// two fingers move along the values once.
fn most(spans: &[Span], class: Histogram<'_>) -> u64 {
    let entries = || {
        let span = |(&value, &rows): (&u32, &u64)| Some((value, spans[value as usize]?, rows));
        class.values.iter().zip(class.counts).filter_map(span)
    };
    let (mut ahead, mut behind) = (entries().peekable(), entries().peekable());
    let (mut inside, mut most, mut numbers) = (0, 0, 0);
    for (_, (low, high), rows) in entries() {
        while let Some((_, _, rows)) = ahead.next_if(|&(value, ..)| value <= high) {
            inside += rows;
        }
        while let Some((_, _, rows)) = behind.next_if(|&(value, ..)| value < low) {
            inside -= rows;
        }
        most = most.max(inside);
        numbers += rows;
    }
    let missing = class.counts.iter().sum::<u64>() - numbers;
    most.max(missing)
}

/// Numbers as whole multiples of a unit that they have in common.
struct Units {
    /// Mantissas, and the power of ten that each still lacks.
    mantissas: Vec<(i128, u32)>,
    /// How many units make 1, or a day.
    whole: i128,
}

impl Units {
    fn of(numbers: &[(u32, Scalar)]) -> Units {
        let decimals = numbers.iter().filter_map(|(_, scalar)| scalar.number());
        let scale = decimals.map(|number| number.scale()).max();
        let mantissa = |(_, scalar): &(u32, Scalar)| match (scalar.number(), scalar.moment()) {
            (Some(number), _) => (number.mantissa(), scale.unwrap_or(0) - number.scale()),
            (_, Some(moment)) => (moment.duration_since(jiff::civil::DateTime::ZERO).as_nanos(), 0),
            _ => (0, 0),
        };
        Units {
            mantissas: numbers.iter().map(mantissa).collect(),
            // At most 28 digits.
            whole: scale.map_or(DAY, |scale| 10_i128.pow(scale)),
        }
    }

    fn is_negative(&self, place: usize) -> bool {
        self.mantissas[place].0 < 0
    }

    /// Points and radii in machine words, if everything fits with room for differences.
    fn narrow(&self, radius: Radius, times: u64) -> Option<(Vec<i128>, Vec<i128>)> {
        let (above, below) = parts(radius);
        let above = above.checked_mul(times.into())?;
        let fits = |product: i128| (product.unsigned_abs() < 1 << 125).then_some(product);
        let mut points = Vec::with_capacity(self.mantissas.len());
        let mut radii = Vec::with_capacity(self.mantissas.len());
        for &(mantissa, lacking) in &self.mantissas {
            let value = mantissa.checked_mul(10_i128.checked_pow(lacking)?)?;
            points.push(fits(value.checked_mul(below)?)?);
            radii.push(match radius {
                Radius::Absolute(_) => fits(self.whole.checked_mul(above)?)?,
                Radius::Relative(_) => fits(value.checked_abs()?.checked_mul(above)?)?,
            });
        }
        Some((points, radii))
    }

    /// The same in numbers of any length.
    fn wide(&self, radius: Radius, times: u64) -> (Vec<BigInt>, Vec<BigInt>) {
        let (above, below) = parts(radius);
        let above = BigInt::from(above) * times;
        let value = |&(mantissa, lacking): &(i128, u32)| {
            BigInt::from(mantissa) * BigInt::from(10).pow(lacking)
        };
        let radius = |pair: &(i128, u32)| match radius {
            Radius::Absolute(_) => &above * self.whole,
            Radius::Relative(_) => &above * BigInt::from(value(pair).magnitude().clone()),
        };
        let points = self.mantissas.iter().map(|pair| value(pair) * below).collect();
        (points, self.mantissas.iter().map(radius).collect())
    }
}

/// The halves of a radius.
fn parts(radius: Radius) -> (i128, i128) {
    let (Radius::Absolute(eps) | Radius::Relative(eps)) = radius;
    (eps.numerator().into(), eps.denominator().into())
}

/// For each of the ascending points: the first and the last that is within its radius. A relative
/// radius grows no faster than the points, so both ends only ever move on.
fn spans<T>(points: &[T], radii: &[T]) -> Vec<(usize, usize)>
where
    T: Ord,
    for<'a> &'a T: Sub<&'a T, Output = T>,
{
    let within = |from: usize, to: usize, of: usize| {
        (&points[to] - &points[from]).cmp(&radii[of]) != Ordering::Greater
    };
    let (mut low, mut high) = (0, 0);
    let span = |place: usize| {
        while !within(low, place, place) {
            low += 1;
        }
        high = high.max(place);
        while high + 1 < points.len() && within(place, high + 1, place) {
            high += 1;
        }
        (low, high)
    };
    (0..points.len()).map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use incrowd_terms::{Fraction, Kind};

    fn numbers(texts: &[&str]) -> Vec<Option<Scalar>> {
        texts.iter().map(|text| Kind::Decimal.read(text)).collect()
    }

    #[test]
    fn words_and_long_numbers_agree() {
        let short = ["-7.5", "-2", "-1.99", "0", "1e-3", "2", "2.000", "9"];
        let present: Vec<(u32, Scalar)> =
            (0..).zip(numbers(&short).into_iter().flatten()).collect();
        let units = Units::of(&present);
        for radius in [
            Radius::Absolute(Fraction::new(1, 3)),
            Radius::Absolute(Fraction::new(11, 2)),
            Radius::Absolute(Fraction::ZERO),
            Radius::Relative(Fraction::new(3, 4)),
            Radius::Relative(Fraction::ONE),
        ] {
            let (points, radii) = units.narrow(radius, 2).unwrap();
            let (wide_points, wide_radii) = units.wide(radius, 2);
            if matches!(radius, Radius::Absolute(_)) {
                assert_eq!(spans(&points, &radii), spans(&wide_points, &wide_radii), "{radius}");
            }
            let (points, radii) = units.narrow(radius, 1).unwrap();
            let (wide_points, wide_radii) = units.wide(radius, 1);
            assert_eq!(spans(&points, &radii), spans(&wide_points, &wide_radii), "{radius}");
        }
    }

    #[test]
    fn the_last_of_many_digits_counts() {
        let texts =
            ["0.0000000000000000000000000001", "1.0000000000000000000000000001", "79228162514264"];
        let reach = |eps: &str| {
            Reach::new(&numbers(&texts), Radius::Absolute(eps.parse().unwrap()), 1).reach
        };
        assert_eq!(reach("1")[0], Some((0, 1)));
        assert_eq!(reach("0.99999999999999999")[0], Some((0, 0)));
    }

    #[test]
    fn missing_values_are_near_each_other_only() {
        let all = numbers(&["", "?", "1", "3"]);
        let reach = Reach::new(&all, Radius::Absolute(Fraction::from(5)), 1);
        let class = |counts: &[u64; 4]| {
            let histogram = Histogram { values: &[0, 1, 2, 3], counts };
            (reach.most_near(histogram), reach.most_in_shadow(histogram))
        };
        assert_eq!(class(&[4, 3, 1, 2]), (7, 7));
        assert_eq!(class(&[1, 1, 4, 2]), (6, 6));
    }
}
