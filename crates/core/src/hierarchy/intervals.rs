//! `intervals:5,10,20`: numbers in ever wider intervals.
//!
//! What it makes: one level per width, then `*`. Intervals start at multiples of the width, also
//! below zero, hold their lower end and not their upper one, and are computed exactly.
//!
//! Example: `17 -> [15,20) -> [10,20) -> [0,20) -> *`; `-0.2 -> [-0.5,0) -> *` for width 0.5.
//!
//! Refuses: no width; a width that is not positive; a width that is no multiple of the one before
//! (an interval would then straddle two of the next level); values that are no numbers; values
//! that look generalized.

use incrowd_terms::{Kind, Scalar};
use rust_decimal::Decimal;

use super::builder::listed;
use super::{
    Builder, BuilderForm, BuilderParameters, BuilderSyntax, Domain, DomainValue, Fault, Hierarchy,
    Scaffold, Spec,
};

const NAME: &str = "intervals";

pub(super) const FORM: BuilderForm = BuilderForm {
    name: NAME,
    example: "intervals:5,10,20",
    reading: BuilderSyntax::Parameters(read),
};

#[derive(Debug)]
struct Intervals(Vec<Decimal>);

impl Spec {
    /// Numbers in intervals of these widths.
    #[must_use]
    pub fn intervals(widths: Vec<Decimal>) -> Spec {
        Spec::of(Intervals(widths))
    }
}

impl Builder for Intervals {
    fn words(&self) -> String {
        listed(NAME, self.0.iter())
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        self.check()?;
        let kind = if domain.kind == Kind::Integer { Kind::Integer } else { Kind::Decimal };
        let strange = |value: &str| Fault::NotANumber { value: value.to_owned(), builder: NAME };
        let ordered = domain.ordered_as(kind).map_err(strange)?;
        let mut scaffold = Scaffold::new(&ordered);
        for &width in &self.0 {
            let floors: Option<Vec<_>> = ordered.values.iter().map(|v| floor(v, width)).collect();
            let floors = floors.ok_or_else(|| too_many_digits(&ordered.values, width))?;
            scaffold.group_by(floors.into_iter(), |&(low, high), _| {
                format!("[{},{})", written(low, width.scale()), written(high, width.scale()))
            });
        }
        scaffold.crown()
    }
}

fn read(words: &BuilderParameters<'_>) -> Result<Spec, Fault> {
    let number = |part: &str| {
        let number = Kind::Decimal.read(part).and_then(Scalar::number);
        number.ok_or_else(|| format!("'{part}' is no number; write it like 5 or 0.5"))
    };
    let intervals = Intervals(words.list(number)?);
    intervals.check()?;
    Ok(Spec::of(intervals))
}

impl Intervals {
    /// The widths' own rules, which need no data.
    fn check(&self) -> Result<(), Fault> {
        let bad = |why: String| Fault::BadSpec { spec: self.words(), why };
        if self.0.is_empty() {
            return Err(bad("at least one width is needed, as in intervals:5,10,20".into()));
        }
        if let Some(width) = self.0.iter().find(|width| **width <= Decimal::ZERO) {
            return Err(bad(format!("a width must be above 0, and {width} is not")));
        }
        for pair in self.0.windows(2) {
            if pair[1] <= pair[0] || !is_multiple(pair[1], pair[0]) {
                let why = "each width must be a multiple of the one before it, as in 5,10,20";
                return Err(bad(format!("{why}; {} is not one of {}", pair[1], pair[0])));
            }
        }
        Ok(())
    }
}

fn is_multiple(width: Decimal, of: Decimal) -> bool {
    in_common_units(width, of).is_some_and(|(width, of)| width % of == 0)
}

/// Both numbers as whole multiples of the smaller of their last decimal places.
fn in_common_units(a: Decimal, b: Decimal) -> Option<(i128, i128)> {
    let scale = a.scale().max(b.scale());
    let units = |n: Decimal| n.mantissa().checked_mul(10_i128.checked_pow(scale - n.scale())?);
    Some((units(a)?, units(b)?))
}

/// The interval of a value, both ends in units of the width's last decimal place; `None` if it
/// cannot be computed exactly.
fn floor(value: &DomainValue<'_>, width: Decimal) -> Option<(i128, i128)> {
    let number = value.scalar.number()?;
    let (number, step) = in_common_units(number, width)?;
    let steps = number.div_euclid(step);
    let low = steps.checked_mul(width.mantissa())?;
    Some((low, low.checked_add(width.mantissa())?))
}

fn too_many_digits(values: &[DomainValue<'_>], width: Decimal) -> Fault {
    let value = values.iter().find(|value| floor(value, width).is_none());
    let value = value.map_or_else(String::new, |value| value.text.to_owned());
    Fault::TooManyDigits { value, width: width.to_string() }
}

/// A number of `scale` decimals as people write it: no zeros at its end.
fn written(units: i128, scale: u32) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let digits = format!("{:0>1$}", units.unsigned_abs(), scale as usize + 1);
    let (whole, decimals) = digits.split_at(digits.len() - scale as usize);
    let decimals = decimals.trim_end_matches('0');
    let point = if decimals.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{decimals}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::domain::tests::{chains, grown, spec};
    use crate::hierarchy::{HierarchyError, Spec};
    use proptest::prelude::*;

    fn of(widths: &str, kind: Kind, values: &[&str]) -> Result<Hierarchy, HierarchyError> {
        grown(&spec(&format!("intervals:{widths}")), kind, values)
    }

    #[test]
    fn intervals_nest_and_start_at_multiples() {
        let ages = of("5,10,20", Kind::Integer, &["20", "17", "15", "0", "19"]).unwrap();
        assert_eq!(
            chains(&ages),
            [
                "0;[0,5);[0,10);[0,20);*",
                "15;[15,20);[10,20);[0,20);*",
                "17;[15,20);[10,20);[0,20);*",
                "19;[15,20);[10,20);[0,20);*",
                "20;[20,25);[20,30);[20,40);*",
            ]
        );
        assert_eq!((ages.kind(), ages.height()), (Kind::Integer, 4));
    }

    #[test]
    fn negatives_are_rounded_down() {
        let cold = of("5", Kind::Integer, &["-1", "-5", "-6", "0"]).unwrap();
        assert_eq!(chains(&cold), ["-6;[-10,-5);*", "-5;[-5,0);*", "-1;[-5,0);*", "0;[0,5);*"]);
    }

    #[test]
    fn decimals_are_exact() {
        let fine = of("0.1,0.5", Kind::Decimal, &["0.3", "-0.2", "0.30", "1e2", "-0.001"]).unwrap();
        assert_eq!(
            chains(&fine),
            [
                "-0.2;[-0.2,-0.1);[-0.5,0);*",
                "-0.001;[-0.1,0);[-0.5,0);*",
                "0.3;[0.3,0.4);[0,0.5);*",
                "0.30;[0.3,0.4);[0,0.5);*",
                "1e2;[100,100.1);[100,100.5);*",
            ]
        );
    }

    #[test]
    fn missing_values_stay_apart_up_to_the_top() {
        let ages = of("5,10", Kind::Integer, &["17", "?"]).unwrap();
        assert_eq!(chains(&ages), ["?;?;?;*", "17;[15,20);[10,20);*"]);
    }

    #[test]
    fn wrong_widths_are_refused() {
        for widths in ["", "0", "-5", "5,5", "10,5", "5,12", "5,x", "1e-40"] {
            let error = Spec::parse(&format!("intervals:{widths}")).unwrap_err();
            assert!(matches!(error.fault(), Fault::BadSpec { .. }), "{error}");
        }
        let unparsed = Spec::intervals(vec![Decimal::TEN, Decimal::ONE]);
        assert!(grown(&unparsed, Kind::Integer, &["1"]).is_err());
    }

    #[test]
    fn the_first_value_that_is_no_number_is_named() {
        let error = of("5", Kind::Text, &["1", "x", "old", "2"]).unwrap_err();
        assert_eq!((error.value(), error.column()), (Some("old"), Some("col")));
        assert!(error.to_string().contains("no number"));
        assert_eq!(of("5", Kind::Date, &["2024-01-01"]).unwrap_err().value(), Some("2024-01-01"));
    }

    #[test]
    fn what_cannot_be_exact_is_refused() {
        let huge = "79228162514264337593543950335";
        let error = of("0.00000000000000000001", Kind::Integer, &["1", huge]).unwrap_err();
        assert_eq!(error.value(), Some(huge));
        assert!(of("10", Kind::Integer, &["1", huge]).is_ok());
    }

    proptest! {
        #[test]
        fn every_value_lies_in_its_intervals(cents in -100_000_i64..100_000, width in 1_i64..500) {
            let (text, width) = (Decimal::new(cents, 2).to_string(), Decimal::new(width, 1));
            let wide = width * Decimal::TEN;
            let made = grown(&Spec::intervals(vec![width, wide]), Kind::Decimal, &[&text]).unwrap();
            for (level, width) in [(1, width), (2, wide)] {
                let ends = made.label(level, 0).trim_matches(['[', ')']).split_once(',').unwrap();
                let (low, high): (Decimal, Decimal) = (ends.0.parse().unwrap(), ends.1.parse().unwrap());
                let value = Decimal::new(cents, 2);
                prop_assert!(low <= value && value < high && high - low == width);
                prop_assert!((low % width).is_zero());
            }
        }
    }
}
