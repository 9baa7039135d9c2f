//! The neighbourhoods of the values of a numeric secret.
//!
//! Distances between the distinct values of a column are decided once and exactly. A class then
//! only compares codes, in one pass over its values.
//!
//! The *reach* of a value is everything near it, on both sides. Its *shadow* is the half of the
//! reach below the value, or towards zero if the distance is relative. Two values that are not in
//! each other's shadow are not near each other. Shadows do not depend on the class, so their counts
//! add up when classes are merged.

use std::cmp::Ordering;
use std::ops::Sub;

use incrowd_terms::{Radius, Scalar};
use num_bigint::BigInt;

use super::Histogram;

/// The units of a day, where moments are counted in nanoseconds.
const DAY: i128 = 86_400_000_000_000;

/// From which code to which.
pub(super) type Span = (u32, u32);

/// The span of a value that is missing: none.
const MISSING: Span = (1, 0);

/// The reach of every value of a column.
pub(super) struct ValueReach {
    reach: Vec<Span>,
    /// Values of lower codes cast their shadows to the right.
    first_to_the_left: u32,
}

impl ValueReach {
    /// What is near what, for codes that stand for these numbers or dates, ascending; missing
    /// values are near each other alone. `times` widens the radius.
    pub fn new(numbers: &[Option<Scalar>], radius: Radius, times: u64) -> ValueReach {
        let units = ScaledNumbers::of(numbers);
        let spans = units
            .spans_in(radius, times, |long| (long.unsigned_abs() < 1 << 61).then_some(long as i64))
            .or_else(|| units.spans_in(radius, times, Some))
            .unwrap_or_else(|| units.spans_in_big(radius, times));
        let mut reach = vec![MISSING; numbers.len()];
        for (&code, (low, high)) in units.codes.iter().zip(spans) {
            reach[code as usize] = (units.codes[low as usize], units.codes[high as usize]);
        }
        let first_to_the_left = match radius {
            Radius::Absolute(_) => 0,
            Radius::Relative(_) => units.first_not_negative(),
        };
        ValueReach { reach, first_to_the_left }
    }

    /// The values near one; none if it is missing.
    pub fn near(&self, value: u32) -> Option<Span> {
        Some(self.reach[value as usize]).filter(|&span| span != MISSING)
    }

    /// The values in the shadow of one; none if it is missing.
    pub fn shadow(&self, value: u32) -> Option<Span> {
        let (low, high) = self.near(value)?;
        // Of equal numbers the last casts the shadow of all.
        Some(if value < self.first_to_the_left { (value, high) } else { (low, value) })
    }

    /// The most rows that are near one of a class's values.
    pub fn most_near(&self, class: Histogram<'_>) -> u64 {
        most(class, |value| self.reach[value as usize])
    }

    /// The most rows in the shadow of one of a class's values: for absolute nearness, in any
    /// interval that is as wide as the radius.
    pub fn most_in_shadow(&self, class: Histogram<'_>) -> u64 {
        most(class, |value| self.shadow(value).unwrap_or(MISSING))
    }
}

/// The most rows of a class within the span of one of its values. Both ends of the spans ascend, so
/// two fingers move along the values once.
fn most(class: Histogram<'_>, span: impl Fn(u32) -> Span) -> u64 {
    let entries = || {
        let entries = class.values.iter().copied().zip(class.counts.iter().copied());
        entries.filter(|&(value, _)| span(value) != MISSING)
    };
    let (mut ahead, mut behind) = (entries().peekable(), entries().peekable());
    let (mut inside, mut most, mut numbers) = (0, 0, 0);
    for (value, rows) in entries() {
        let (low, high) = span(value);
        while let Some((_, rows)) = ahead.next_if(|&(value, _)| value <= high) {
            inside += rows;
        }
        while let Some((_, rows)) = behind.next_if(|&(value, _)| value < low) {
            inside -= rows;
        }
        most = most.max(inside);
        numbers += rows;
    }
    let missing = class.counts.iter().sum::<u64>() - numbers;
    most.max(missing)
}

/// Numbers as whole multiples of a unit that they have in common.
struct ScaledNumbers<'n> {
    numbers: &'n [Option<Scalar>],
    /// The codes that stand for a number.
    codes: Vec<u32>,
    /// Digits behind the point, if these are decimals.
    scale: Option<u32>,
    /// How many units make 1, or a day.
    whole: i128,
    /// Powers of ten, of which a decimal can lack 28 at most.
    tens: Vec<i128>,
}

impl<'n> ScaledNumbers<'n> {
    fn of(numbers: &'n [Option<Scalar>]) -> Self {
        let decimals = numbers.iter().flatten().filter_map(|scalar| scalar.number());
        let scale = decimals.map(|number| number.scale()).max();
        let present = (0..).zip(numbers).filter(|(_, number)| number.is_some());
        ScaledNumbers {
            numbers,
            codes: present.map(|(code, _)| code).collect(),
            scale,
            whole: scale.map_or(DAY, |scale| 10_i128.pow(scale)),
            tens: (0..29).map(|digits| 10_i128.pow(digits)).collect(),
        }
    }

    /// The mantissas that are there, and the power of ten that each lacks.
    fn mantissas(&self) -> impl Iterator<Item = (i128, u32)> {
        let scale = self.scale.unwrap_or(0);
        self.numbers.iter().flatten().map(move |scalar| match (scalar.number(), scalar.moment()) {
            (Some(number), _) => (number.mantissa(), scale - number.scale()),
            (_, Some(moment)) => (moment.duration_since(jiff::civil::DateTime::ZERO).as_nanos(), 0),
            _ => (0, 0),
        })
    }

    /// The code of the first number that is not negative.
    fn first_not_negative(&self) -> u32 {
        let negative = self.mantissas().take_while(|(mantissa, _)| *mantissa < 0).count();
        self.codes.get(negative).copied().unwrap_or(u32::MAX)
    }

    /// The spans of all numbers in machine words, if everything fits with room for differences.
    fn spans_in<T>(
        &self,
        radius: Radius,
        times: u64,
        short: impl Fn(i128) -> Option<T>,
    ) -> Option<Vec<Span>>
    where
        T: Ord,
        for<'a> &'a T: Sub<&'a T, Output = T>,
    {
        let (above, below) = parts(radius);
        let above = above.checked_mul(times.into())?;
        let fits = |long: i128| (long.unsigned_abs() < 1 << 125).then_some(long).and_then(&short);
        let value =
            |(mantissa, lacking): (i128, u32)| mantissa.checked_mul(self.tens[lacking as usize]);
        let point = |pair| fits(value(pair)?.checked_mul(below)?);
        let points: Vec<T> = self.mantissas().map(point).collect::<Option<_>>()?;
        let radii = match radius {
            Radius::Absolute(_) => Radii::Same(fits(self.whole.checked_mul(above)?)?),
            Radius::Relative(_) => {
                let radius = |pair| fits(value(pair)?.checked_abs()?.checked_mul(above)?);
                Radii::Each(self.mantissas().map(radius).collect::<Option<_>>()?)
            }
        };
        Some(spans(&points, &radii))
    }

    /// The same in numbers of any length.
    fn spans_in_big(&self, radius: Radius, times: u64) -> Vec<Span> {
        let (above, below) = parts(radius);
        let above = BigInt::from(above) * times;
        let value = |(mantissa, lacking): (i128, u32)| {
            BigInt::from(mantissa) * BigInt::from(10).pow(lacking)
        };
        let points: Vec<BigInt> = self.mantissas().map(|pair| value(pair) * below).collect();
        let radii = match radius {
            Radius::Absolute(_) => Radii::Same(above * self.whole),
            Radius::Relative(_) => {
                let radius = |pair| &above * BigInt::from(value(pair).magnitude().clone());
                Radii::Each(self.mantissas().map(radius).collect())
            }
        };
        spans(&points, &radii)
    }
}

/// How far each point reaches.
enum Radii<T> {
    Same(T),
    Each(Vec<T>),
}

impl<T> Radii<T> {
    fn of(&self, place: usize) -> &T {
        match self {
            Radii::Same(radius) => radius,
            Radii::Each(radii) => &radii[place],
        }
    }
}

/// The halves of a radius.
fn parts(radius: Radius) -> (i128, i128) {
    let (Radius::Absolute(eps) | Radius::Relative(eps)) = radius;
    (eps.numerator().into(), eps.denominator().into())
}

/// For each of the ascending points: the first and the last that is within its radius. A relative
/// radius grows no faster than the points, so both ends only ever move on.
fn spans<T>(points: &[T], radii: &Radii<T>) -> Vec<Span>
where
    T: Ord,
    for<'a> &'a T: Sub<&'a T, Output = T>,
{
    let within = |from: usize, to: usize, of: usize| {
        (&points[to] - &points[from]).cmp(radii.of(of)) != Ordering::Greater
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
        // Values are numbered by 32 bits, and so are their places.
        (low as u32, high as u32)
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
        let all = numbers(&["-7.5", "-2", "-1.99", "0", "1e-3", "2", "2.000", "9"]);
        let units = ScaledNumbers::of(&all);
        for (radius, times) in [
            (Radius::Absolute(Fraction::new(1, 3)), 2),
            (Radius::Absolute(Fraction::new(11, 2)), 2),
            (Radius::Absolute(Fraction::ZERO), 1),
            (Radius::Relative(Fraction::new(3, 4)), 1),
            (Radius::Relative(Fraction::ONE), 1),
        ] {
            let expected = Some(units.spans_in_big(radius, times));
            assert_eq!(units.spans_in(radius, times, Some), expected, "{radius}");
            let short = units.spans_in(radius, times, |long| i64::try_from(long).ok());
            assert_eq!(short, expected, "{radius}");
        }
    }

    #[test]
    fn the_last_of_many_digits_counts() {
        let texts =
            ["0.0000000000000000000000000001", "1.0000000000000000000000000001", "79228162514264"];
        let reach = |eps: &str| {
            ValueReach::new(&numbers(&texts), Radius::Absolute(eps.parse().unwrap()), 1).reach
        };
        assert_eq!(reach("1")[0], (0, 1));
        assert_eq!(reach("0.99999999999999999")[0], (0, 0));
    }

    #[test]
    fn missing_values_are_near_each_other_only() {
        let all = numbers(&["", "?", "1", "3"]);
        let reach = ValueReach::new(&all, Radius::Absolute(Fraction::from(5)), 1);
        let class = |counts: &[u64; 4]| {
            let histogram = Histogram { values: &[0, 1, 2, 3], counts };
            (reach.most_near(histogram), reach.most_in_shadow(histogram))
        };
        assert_eq!(class(&[4, 3, 1, 2]), (7, 7));
        assert_eq!(class(&[1, 1, 4, 2]), (6, 6));
    }
}
