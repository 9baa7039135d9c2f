//! Which values of a column are near which, exactly.
//!
//! Numbers are decimals and days have hours, so a column is scaled once to whole numbers: to the
//! last place of its longest decimal, or to nanoseconds. Whole numbers are never rounded, and a
//! distance between them is within a fraction iff it is within the fraction's whole part. Where
//! all fits, machine words are used; else numbers of any size, with the same results.

use std::ops::Sub;

use incrowd_terms::{DeltaL, Fraction, Kind, Radius, Scalar};
use num_bigint::{BigInt, BigUint, Sign};

use crate::spread::Spread;

/// Whole numbers that are compared in machine words are at most this far from zero, so that their
/// differences fit, too.
const FARTHEST: i128 = 1 << 124;

const NANOSECONDS_A_DAY: u64 = 86_400_000_000_000;

/// How far from a value others are near it: `above / below`, of dates in days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    above: u128,
    below: u64,
    /// Whether it is a part of the value's own magnitude, at most all of it.
    pub(crate) relative: bool,
}

impl From<Radius> for Reach {
    fn from(radius: Radius) -> Self {
        let (eps, relative) = match radius {
            Radius::Absolute(eps) => (eps, false),
            // More than all of it would let the ends of what is near run backwards.
            Radius::Relative(eps) => (eps.min(Fraction::ONE), true),
        };
        Reach { above: eps.numerator().into(), below: eps.denominator(), relative }
    }
}

impl From<DeltaL> for Reach {
    /// Twice delta.
    fn from(DeltaL { delta, .. }: DeltaL) -> Self {
        let (above, below) = (u128::from(delta.numerator()), delta.denominator());
        match below % 2 {
            0 => Reach { above, below: below / 2, relative: false },
            _ => Reach { above: 2 * above, below, relative: false },
        }
    }
}

impl Reach {
    /// The reach as people write it, of dates with its unit.
    pub(crate) fn words(self, kind: Kind) -> String {
        let number = match u64::try_from(self.above) {
            Ok(above) if self.relative => {
                return Radius::Relative(Fraction::new(above, self.below)).to_string();
            }
            Ok(above) => Fraction::new(above, self.below).plain(),
            Err(_) => format!("{}/{}", self.above, self.below),
        };
        match kind {
            Kind::Date if number == "1" => "1 day".into(),
            Kind::Date => format!("{number} days"),
            _ => number,
        }
    }

    /// The reach in steps of which so many are one; of a relative one this means nothing.
    fn in_steps(self, one: &BigUint) -> BigUint {
        one * self.above / self.below
    }
}

/// The values near a value: neighbours by rank, itself among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// What is near each value of a column of numbers or dates. Missing values are near each other and
/// near nothing else. Both ends never fall from one value to the next.
pub(crate) fn nearby(spread: &Spread, reach: Reach) -> Vec<Near> {
    let missing = spread.missing;
    // Values are numbered by 32 bits.
    let mut near = Vec::with_capacity(missing + spread.scalars.len());
    near.resize(missing, Near { start: 0, end: missing as u32 });
    let scale = Scale::of(&spread.scalars);
    match scale.narrow(&spread.scalars, reach) {
        Some(values) => narrow(&values, &scale, reach, &mut near),
        None => wide(&scale.wide(&spread.scalars), &scale, reach, &mut near),
    }
    near
}

fn narrow(values: &[i128], scale: &Scale, reach: Reach, near: &mut Vec<Near>) {
    if reach.relative {
        // `Scale::narrow` made sure that the product fits.
        let (above, below) = (reach.above as i128, i128::from(reach.below));
        return ranges(values, |value| value.abs() * above / below, near);
    }
    let steps = i128::try_from(reach.in_steps(&scale.one)).unwrap_or(i128::MAX);
    ranges(values, |_| steps, near);
}

fn wide(values: &[BigInt], scale: &Scale, reach: Reach, near: &mut Vec<Near>) {
    if reach.relative {
        let part = |value: &BigInt| BigInt::from(value.magnitude() * reach.above / reach.below);
        return ranges(values, part, near);
    }
    let steps = BigInt::from_biguint(Sign::Plus, reach.in_steps(&scale.one));
    ranges(values, |_| steps.clone(), near);
}

/// Adds what is near each of the ascending values, which are ranked after those known before.
fn ranges<T: Ord>(values: &[T], reach: impl Fn(&T) -> T, near: &mut Vec<Near>)
where
    for<'v> &'v T: Sub<&'v T, Output = T>,
{
    let before = near.len();
    let (mut start, mut end) = (0, 0);
    near.extend(values.iter().map(|value| {
        let reach = reach(value);
        // A value is within any reach of itself, so neither end passes it.
        while value - &values[start] > reach {
            start += 1;
        }
        while end < values.len() && &values[end] - value <= reach {
            end += 1;
        }
        Near { start: (before + start) as u32, end: (before + end) as u32 }
    }));
}

/// How a column's values become whole numbers.
struct Scale {
    /// The most places behind the point.
    places: u32,
    /// How many steps are one, or a day.
    one: BigUint,
    /// From where moments are counted.
    origin: Scalar,
}

impl Scale {
    fn of(scalars: &[Scalar]) -> Scale {
        let places = scalars.iter().filter_map(|scalar| Some(scalar.number()?.scale()));
        let places = places.max().unwrap_or(0);
        let origin = scalars.first().copied().unwrap_or(Scalar::Text);
        let one = match origin {
            Scalar::Moment(_) => NANOSECONDS_A_DAY.into(),
            _ => BigUint::from(10_u8).pow(places),
        };
        Scale { places, one, origin }
    }

    /// A value as a whole number of steps, but for a power of ten.
    #[inline]
    fn part(&self, scalar: &Scalar) -> (i128, u32) {
        match (scalar, self.origin) {
            (Scalar::Number(number), _) => (number.mantissa(), self.places - number.scale()),
            (Scalar::Moment(moment), Scalar::Moment(first)) => {
                (moment.duration_since(first).as_nanos(), 0)
            }
            _ => (0, 0),
        }
    }

    /// The values in steps, in machine words if they and what is reckoned with them fit.
    fn narrow(&self, scalars: &[Scalar], reach: Reach) -> Option<Vec<i128>> {
        // A relative reach is at most one, so both its parts fit as well.
        let factor = if reach.relative { i128::try_from(reach.above).ok()?.max(1) } else { 1 };
        let powers: Vec<i128> = (0..=self.places).map(|places| 10_i128.pow(places)).collect();
        let limits: Vec<i128> = powers.iter().map(|power| FARTHEST / power / factor).collect();
        let scaled = |scalar: &Scalar| {
            let (value, places) = self.part(scalar);
            let limit = limits[places as usize];
            (-limit..=limit).contains(&value).then(|| value * powers[places as usize])
        };
        scalars.iter().map(scaled).collect()
    }

    /// The values in steps, in numbers of any size.
    fn wide(&self, scalars: &[Scalar]) -> Vec<BigInt> {
        let scaled = |scalar: &Scalar| {
            let (value, places) = self.part(scalar);
            BigInt::from(value) * BigInt::from(10_u8).pow(places)
        };
        scalars.iter().map(scaled).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::spread::tests::spread;

    fn absolute(eps: &str) -> Reach {
        Radius::Absolute(eps.parse().unwrap()).into()
    }

    fn relative(eps: &str) -> Reach {
        Radius::Relative(eps.parse().unwrap()).into()
    }

    fn found(texts: &[&str], reach: Reach) -> Vec<(u32, u32)> {
        let rows: Vec<String> = texts.iter().map(|text| format!("a {text}")).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        nearby(&spread(&rows), reach).iter().map(|near| (near.start, near.end)).collect()
    }

    #[test]
    fn missing_values_are_near_each_other_alone() {
        // In order: ? 0 1 1.0 3, with a second kind of missing value before them.
        let all = ["1", "?", "3", "0", "1.0"];
        assert_eq!(found(&all, absolute("1")), [(0, 1), (1, 4), (1, 4), (1, 4), (4, 5)]);
        assert_eq!(found(&all, absolute("0")), [(0, 1), (1, 2), (2, 4), (2, 4), (4, 5)]);
        assert_eq!(found(&["?"], absolute("7")), [(0, 1)]);
    }

    #[test]
    fn a_part_of_a_day_counts() {
        let moments = ["2024-02-28", "2024-02-29T12:00:00", "2024-03-01T00:00:00.000000001"];
        assert_eq!(found(&moments, absolute("3/2")), [(0, 2), (0, 3), (1, 3)]);
        assert_eq!(found(&moments, absolute("1/2")), [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(found(&moments[1..], absolute("0.500000000000012")), [(0, 2), (0, 2)]);
        assert_eq!(found(&moments[1..], absolute("0.500000000000011")), [(0, 1), (1, 2)]);
    }

    #[test]
    fn relative_reach_is_of_the_value_itself() {
        assert_eq!(found(&["80", "100"], relative("1/5")), [(0, 1), (0, 2)]);
        assert_eq!(found(&["0", "1"], relative("1/2")), [(0, 1), (1, 2)]);
        assert_eq!(found(&["-1", "0", "1"], relative("1")), [(0, 2), (1, 2), (1, 3)]);
    }

    /// Twenty-eight digits before the point and as many behind it do not fit one machine word
    /// together, and products with eighteen digits of a fraction even less.
    #[test]
    fn the_longest_numbers_are_exact() {
        let long = [
            "0.0000000000000000000000000001",
            "0.0000000000000000000000000002",
            "1",
            "1.0000000000000000000000000002",
            "7922816251426433759354395033",
            "7922816251426433759354395034",
        ];
        let pairs = [(0, 2), (0, 2), (2, 4), (2, 4), (4, 5), (5, 6)];
        assert_eq!(found(&long, absolute("0.000000000000000001")), pairs);
        assert_eq!(found(&long, absolute("1"))[2..], [(0, 4), (1, 4), (4, 6), (4, 6)]);
        assert_eq!(found(&long, relative("0.999999999999999999"))[4..], [(4, 6), (4, 6)]);
        assert_eq!(found(&long, relative("1"))[3..], [(0, 4), (0, 6), (0, 6)]);
        let near = found(&long, relative("0.000000000000000001"));
        assert_eq!(near, [(0, 1), (1, 2), (2, 4), (2, 4), (4, 6), (4, 6)]);
    }

    #[test]
    fn words_are_short() {
        assert_eq!(relative("10%").words(Kind::Integer), "10%");
        assert_eq!(absolute("1").words(Kind::Date), "1 day");
        let twice = |delta: Fraction| {
            let mode = incrowd_terms::Alike::Definition;
            Reach::from(DeltaL { delta, l: Fraction::ONE, mode })
        };
        assert_eq!(twice(Fraction::new(15, 2)), absolute("15"));
        assert_eq!(twice(Fraction::new(1, 3)).words(Kind::Date), "2/3 days");
        assert_eq!(twice(u64::MAX.into()).words(Kind::Integer), "36893488147419103230/1");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn words_of_any_size_agree(
            values in prop::collection::vec((-3000_i64..3000, 0_u32..4), 0..30),
            (above, below) in (0_u64..40, 1_u64..9),
            is_relative: bool,
        ) {
            let eps = Fraction::new(above, below);
            let reach =
                Reach::from(if is_relative { Radius::Relative(eps) } else { Radius::Absolute(eps) });
            let mut values: Vec<(i128, String)> = values.iter()
                .map(|&(value, places)| {
                    let thousandths = i128::from(value) * 10_i128.pow(3 - places);
                    (thousandths, format!("{value}e-{places}"))
                })
                .collect();
            values.sort();
            let scalars: Vec<Scalar> =
                values.iter().map(|(_, text)| Kind::Decimal.read(text).unwrap()).collect();
            let scale = Scale { places: 3, one: 1000_u32.into(), origin: Scalar::Text };
            let before = Near { start: 0, end: 1 };
            let (mut small, mut large) = (vec![before], vec![before]);
            narrow(&scale.narrow(&scalars, reach).unwrap(), &scale, reach, &mut small);
            wide(&scale.wide(&scalars), &scale, reach, &mut large);
            prop_assert_eq!(&small, &large);
            let (above, below) = (reach.above as i128, i128::from(reach.below));
            for ((x, _), near) in values.iter().zip(&small[1..]) {
                let scale = if is_relative { x.abs() } else { 1000 };
                for ((y, _), rank) in values.iter().zip(1..) {
                    let is_near = (x - y).abs() * below <= above * scale;
                    prop_assert_eq!(is_near, (near.start..near.end).contains(&rank));
                }
            }
        }
    }
}
