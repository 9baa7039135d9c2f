//! The values of a column as whole numbers, so that distances between them are exact.
//!
//! A column is scaled to integers once: numbers to the last place of the longest decimal, dates to
//! nanoseconds. A distance between whole numbers is within a fraction iff it is within the
//! fraction's whole part. Where all fits, machine words are used; else numbers of any size, with
//! the same results.

use incrowd_terms::{DeltaL, Fraction, Kind, Radius, Scalar};
use num_bigint::{BigInt, BigUint, Sign};

use crate::densest::ClassMagnitudes;
use crate::values_by_class::ValuesByClass;

/// Numbers in machine words are at most this far from zero, so that their differences fit, too.
const FARTHEST: i128 = 1 << 124;

const NANOSECONDS_A_DAY: u64 = 86_400_000_000_000;

/// How far from a value others are near it: `above / below`, of dates in days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NearRadius {
    above: u128,
    below: u64,
    /// Whether it is a part of the value's own magnitude, at most all of it.
    pub(crate) relative: bool,
}

impl From<Radius> for NearRadius {
    fn from(radius: Radius) -> Self {
        let (eps, relative) = match radius {
            Radius::Absolute(eps) => (eps, false),
            // More than all of it would let the ends of what is near run backwards.
            Radius::Relative(eps) => (eps.min(Fraction::ONE), true),
        };
        NearRadius { above: eps.numerator().into(), below: eps.denominator(), relative }
    }
}

impl From<DeltaL> for NearRadius {
    /// Twice delta.
    fn from(DeltaL { delta, .. }: DeltaL) -> Self {
        let (above, below) = (u128::from(delta.numerator()), delta.denominator());
        match below % 2 {
            0 => NearRadius { above, below: below / 2, relative: false },
            _ => NearRadius { above: 2 * above, below, relative: false },
        }
    }
}

impl NearRadius {
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

/// A column's values as whole numbers of some step, ascending after the missing ones.
#[derive(Debug)]
pub(crate) struct Magnitudes {
    missing: usize,
    values: MagnitudeValues,
    /// How many steps are one, or a day.
    one: BigUint,
}

#[derive(Debug)]
enum MagnitudeValues {
    /// In machine words, the farthest of them so far from zero.
    Narrow(Vec<i128>, i128),
    Wide(Vec<BigInt>),
}

impl Magnitudes {
    /// The values of a column of numbers or dates.
    pub(crate) fn of(spread: &ValuesByClass) -> Magnitudes {
        let scale = MagnitudeScale::of(&spread.scalars);
        let narrow = scale.narrow(&spread.scalars);
        let values = narrow.unwrap_or_else(|| MagnitudeValues::Wide(scale.wide(&spread.scalars)));
        Magnitudes { missing: spread.missing, values, one: scale.one }
    }

    /// The densest place and the densest interval of each class.
    pub(crate) fn densest(&self, classes: impl ClassMagnitudes, reach: NearRadius) {
        match &self.values {
            MagnitudeValues::Wide(values) => self.wide(values, classes, reach),
            MagnitudeValues::Narrow(values, _) if !reach.relative => {
                let steps = i128::try_from(reach.in_steps(&self.one)).unwrap_or(i128::MAX);
                classes.walk(self.missing, values, |_| steps);
            }
            MagnitudeValues::Narrow(values, farthest) => {
                let (above, below) = (i128::try_from(reach.above), i128::from(reach.below));
                let Some(above) = above.ok().filter(|above| farthest.checked_mul(*above).is_some())
                else {
                    let values: Vec<BigInt> = values.iter().copied().map(BigInt::from).collect();
                    return self.wide(&values, classes, reach);
                };
                let part = |value: &i128| value.abs() * above / below;
                classes.walk(self.missing, values, part);
            }
        }
    }

    fn wide(&self, values: &[BigInt], classes: impl ClassMagnitudes, reach: NearRadius) {
        let steps = BigInt::from_biguint(Sign::Plus, reach.in_steps(&self.one));
        let reach = |value: &BigInt| match reach.relative {
            true => BigInt::from(value.magnitude() * reach.above / reach.below),
            false => steps.clone(),
        };
        classes.walk(self.missing, values, reach);
    }
}

/// How a column's values become whole numbers.
struct MagnitudeScale {
    /// The most places behind the point.
    places: u32,
    /// How many steps are one, or a day.
    one: BigUint,
    /// From where moments are counted.
    origin: Scalar,
}

impl MagnitudeScale {
    fn of(scalars: &[Scalar]) -> MagnitudeScale {
        let places = scalars.iter().filter_map(|scalar| Some(scalar.number()?.scale()));
        let places = places.max().unwrap_or(0);
        let origin = scalars.first().copied().unwrap_or(Scalar::Text);
        let one = match origin {
            Scalar::Moment(_) => NANOSECONDS_A_DAY.into(),
            _ => BigUint::from(10_u8).pow(places),
        };
        MagnitudeScale { places, one, origin }
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

    /// The values in steps, in machine words if they and their differences fit.
    fn narrow(&self, scalars: &[Scalar]) -> Option<MagnitudeValues> {
        let powers: Vec<i128> = (0..=self.places).map(|places| 10_i128.pow(places)).collect();
        let limits: Vec<i128> = powers.iter().map(|power| FARTHEST / power).collect();
        let mut values = Vec::with_capacity(scalars.len());
        for scalar in scalars {
            let (value, places) = self.part(scalar);
            let (power, limit) = (powers[places as usize], limits[places as usize]);
            if !(-limit..=limit).contains(&value) {
                return None;
            }
            values.push(if places == 0 { value } else { value * power });
        }
        let farthest = [values.first(), values.last()].into_iter().flatten().map(|end| end.abs());
        let farthest = farthest.max().unwrap_or(0);
        Some(MagnitudeValues::Narrow(values, farthest))
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
    use crate::densest::{ByRows, Densest};
    use crate::values_by_class::tests::spread;

    fn absolute(eps: &str) -> NearRadius {
        Radius::Absolute(eps.parse().unwrap()).into()
    }

    fn relative(eps: &str) -> NearRadius {
        Radius::Relative(eps.parse().unwrap()).into()
    }

    fn places(
        magnitudes: &Magnitudes,
        spread: &ValuesByClass,
        reach: NearRadius,
    ) -> Vec<(Densest, Densest)> {
        let mut places = Vec::new();
        let each = |both| places.push(both);
        magnitudes.densest(ByRows { classes: spread.classes(), each }, reach);
        places
    }

    /// Whether two values are near each other, in either direction.
    fn are_near(pair: [&str; 2], reach: NearRadius) -> bool {
        let spread = spread(&[&format!("a {}", pair[0]), &format!("a {}", pair[1])]);
        places(&Magnitudes::of(&spread), &spread, reach)[0].0.rows == 2
    }

    #[test]
    fn a_part_of_a_day_counts() {
        let days = ["2024-02-28", "2024-02-29T12:00:00"];
        assert!(are_near(days, absolute("3/2")));
        assert!(!are_near(days, absolute("1.499999999999988")));
        let moments = [days[1], "2024-03-01T00:00:00.000000001"];
        assert!(are_near(moments, absolute("0.500000000000012")));
        assert!(!are_near(moments, absolute("0.500000000000011")));
        assert!(!are_near(moments, absolute("0.5")));
    }

    #[test]
    fn relative_reach_is_of_the_value_itself() {
        // 80 is within a fifth of 100, though 100 is not within a fifth of 80.
        assert!(are_near(["80", "100"], relative("1/5")));
        assert!(!are_near(["79.9", "100"], relative("1/5")));
        assert!(are_near(["-80", "-100"], relative("1/5")));
        assert!(!are_near(["0", "1"], relative("1/2")));
        assert!(are_near(["0", "1"], relative("1")) && !are_near(["-1", "1"], relative("1")));
        assert!(are_near(["0", "0.00"], relative("0")));
    }

    /// Twenty-eight digits before the point and as many behind it do not fit a machine word
    /// together, and products with eighteen digits of a fraction even less.
    #[test]
    fn the_longest_numbers_are_exact() {
        let tiny = "0.0000000000000000000000000001";
        let large = ["7922816251426433759354395033", "7922816251426433759354395034"];
        assert!(are_near(large, absolute("1")));
        assert!(!are_near(large, absolute("0.999999999999999999")));
        assert!(
            are_near(large, relative("0.000000000000000001")) && !are_near(large, relative("0"))
        );
        assert!(are_near([tiny, large[0]], relative("1")));
        assert!(!are_near([tiny, large[0]], relative("0.999999999999999999")));
        assert!(are_near(["1.0000000000000000000000000001", tiny], absolute("1")));
        assert!(!are_near(["1.0000000000000000000000000002", tiny], absolute("1")));
        let mixed = spread(&["a 7922816251426433759354395033", &format!("a {tiny}")]);
        assert!(matches!(Magnitudes::of(&mixed).values, MagnitudeValues::Wide(_)));
        assert!(matches!(
            Magnitudes::of(&spread(&["a 1.5"])).values,
            MagnitudeValues::Narrow(_, 15)
        ));
    }

    #[test]
    fn words_are_short() {
        assert_eq!(relative("10%").words(Kind::Integer), "10%");
        assert_eq!(absolute("1").words(Kind::Date), "1 day");
        let twice = |delta: Fraction| {
            let mode = incrowd_terms::DeltaLCounting::Definition;
            NearRadius::from(DeltaL { delta, l: Fraction::ONE, mode })
        };
        assert_eq!(twice(Fraction::new(15, 2)), absolute("15"));
        assert_eq!(twice(Fraction::new(1, 3)).words(Kind::Date), "2/3 days");
        assert_eq!(twice(u64::MAX.into()).words(Kind::Integer), "36893488147419103230/1");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn numbers_of_any_size_agree_with_machine_words(
            rows in prop::collection::vec((0_u8..3, -3000_i64..3000, 0_u32..4), 1..40),
            (above, below) in (0_u64..4000, 1_u64..9),
            is_relative: bool,
        ) {
            let eps = Fraction::new(above, below);
            let reach =
                NearRadius::from(if is_relative { Radius::Relative(eps) } else { Radius::Absolute(eps) });
            let rows: Vec<String> =
                rows.iter().map(|(class, value, places)| format!("c{class} {value}e-{places}")).collect();
            let spread = spread(&rows.iter().map(String::as_str).collect::<Vec<_>>());
            let narrow = Magnitudes::of(&spread);
            prop_assert!(matches!(narrow.values, MagnitudeValues::Narrow(..)));
            let values = MagnitudeValues::Wide(MagnitudeScale::of(&spread.scalars).wide(&spread.scalars));
            let wide = Magnitudes { missing: narrow.missing, values, one: narrow.one.clone() };
            prop_assert_eq!(places(&narrow, &spread, reach), places(&wide, &spread, reach));
        }
    }
}
