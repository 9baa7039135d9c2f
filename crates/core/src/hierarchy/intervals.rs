//! `intervals:5,10,20`: numbers in ever wider intervals.
//!
//! What it makes: one level per width, then `*`. Intervals start at multiples of the width, also
//! below zero, hold their lower end and not their upper one, and are computed exactly.
//!
//! Open ends may follow the widths: `intervals:5,10,20,<20,90+` publishes nothing below 20 but
//! `<20`, and nothing from 90 on but `90+`. At a wider level an end moves outward to the next
//! multiple of the width (`<20`, `80+`). A level whose ends would overlap says nothing and is left
//! out. With open ends the hierarchy is *rounded* (`rounding.rs`): boxes have its bounds, too.
//!
//! Example: `17 -> [15,20) -> [10,20) -> [0,20) -> *`; `-0.2 -> [-0.5,0) -> *` for width 0.5.
//!
//! Refuses: no width; a width that is not positive; a width that is no multiple of the one before
//! (an interval would then straddle two of the next level); an end that is no multiple of the first
//! width, or a lower end above the upper one; values that are no numbers; values that look
//! generalized.

use incrowd_terms::{Kind, Scalar};
use rust_decimal::Decimal;

use super::rounding::{RangeEnd, RoundedRange};
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

#[derive(Debug, Default)]
struct Intervals {
    widths: Vec<Decimal>,
    /// All below this is one group.
    below: Option<Decimal>,
    /// All from this on is one group.
    from: Option<Decimal>,
}

impl Spec {
    /// Numbers in intervals of these widths.
    #[must_use]
    pub fn intervals(widths: Vec<Decimal>) -> Spec {
        Spec::of(Intervals { widths, ..Intervals::default() })
    }

    /// The same with open ends: `below` and all less is one group, `from` and all more another.
    #[must_use]
    pub fn open_intervals(widths: Vec<Decimal>, below: Decimal, from: Decimal) -> Spec {
        Spec::of(Intervals { widths, below: Some(below), from: Some(from) })
    }
}

impl Builder for Intervals {
    fn words(&self) -> String {
        let widths = self.widths.iter().map(Decimal::to_string);
        let below = self.below.iter().map(|end| format!("<{end}"));
        let from = self.from.iter().map(|end| format!("{end}+"));
        let parts: Vec<String> = widths.chain(below).chain(from).collect();
        format!("{NAME}:{}", parts.join(","))
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        self.check()?;
        let kind = if domain.kind == Kind::Integer { Kind::Integer } else { Kind::Decimal };
        let strange = |value: &str| Fault::NotANumber { value: value.to_owned(), builder: NAME };
        let ordered = domain.ordered_as(kind).map_err(strange)?;
        let mut scaffold = Scaffold::new(&ordered);
        let mut finest = None;
        for &width in &self.widths {
            let ends = self.ends(width).ok_or_else(|| too_many_digits(&ordered.values, width))?;
            if ends.overlap() {
                continue;
            }
            let groups: Option<Vec<Interval>> =
                ordered.values.iter().map(|value| ends.interval(value)).collect();
            let groups = groups.ok_or_else(|| too_many_digits(&ordered.values, width))?;
            finest.get_or_insert_with(|| groups.iter().map(|i| i.rounded(width.scale())).collect());
            scaffold.group_by(groups.into_iter(), |interval, _| interval.label(width.scale()));
        }
        let made = scaffold.crown()?;
        let is_open = self.below.is_some() || self.from.is_some();
        Ok(match finest {
            Some(finest) if is_open => made.rounded_to(finest),
            _ => made,
        })
    }
}

fn read(words: &BuilderParameters<'_>) -> Result<Spec, Fault> {
    let number = |part: &str| {
        let number = Kind::Decimal.read(part.trim()).and_then(Scalar::number);
        number.ok_or_else(|| format!("'{part}' is no number; write it like 5 or 0.5"))
    };
    let mut intervals = Intervals::default();
    for part in words.list(Ok)? {
        let wrong = |why: String| words.bad(why);
        let (end, text) = match (part.strip_prefix('<'), part.strip_suffix('+')) {
            (Some(text), _) => (&mut intervals.below, text),
            (None, Some(text)) => (&mut intervals.from, text),
            (None, None) if intervals.below.is_none() && intervals.from.is_none() => {
                intervals.widths.push(number(part).map_err(wrong)?);
                continue;
            }
            (None, None) => {
                return Err(wrong("the open ends come last, as in intervals:5,10,<20,90+".into()));
            }
        };
        if end.replace(number(text).map_err(wrong)?).is_some() {
            return Err(wrong(format!("'{part}' is a second open end on one side")));
        }
    }
    intervals.check()?;
    Ok(Spec::of(intervals))
}

impl Intervals {
    /// The rules of widths and ends, which need no data.
    fn check(&self) -> Result<(), Fault> {
        let bad = |why: String| Fault::BadSpec { spec: self.words(), why };
        let Some(&finest) = self.widths.first() else {
            return Err(bad("at least one width is needed, as in intervals:5,10,20".into()));
        };
        if let Some(width) = self.widths.iter().find(|width| **width <= Decimal::ZERO) {
            return Err(bad(format!("a width must be above 0, and {width} is not")));
        }
        for pair in self.widths.windows(2) {
            if pair[1] <= pair[0] || !is_multiple(pair[1], pair[0]) {
                let why = "each width must be a multiple of the one before it, as in 5,10,20";
                return Err(bad(format!("{why}; {} is not one of {}", pair[1], pair[0])));
            }
        }
        if let Some(end) =
            self.below.iter().chain(&self.from).find(|end| !is_multiple(**end, finest))
        {
            return Err(bad(format!(
                "an open end must be a multiple of {finest}, and {end} is not"
            )));
        }
        match (self.below, self.from) {
            (Some(below), Some(from)) if below > from => {
                Err(bad(format!("the open ends <{below} and {from}+ overlap")))
            }
            _ => Ok(()),
        }
    }

    /// The open ends at a width, moved outward to its multiples; `None` if that is not exact.
    fn ends(&self, width: Decimal) -> Option<Ends> {
        let steps = |end: Decimal| {
            in_common_units(end, width).map(|(end, step)| (end.div_euclid(step), end % step != 0))
        };
        let below = self.below.map(|end| steps(end).map(|(whole, rest)| whole + i128::from(rest)));
        let from = self.from.map(|end| steps(end).map(|(whole, _)| whole));
        Some(Ends { width, below: transposed(below)?, from: transposed(from)? })
    }
}

/// What was computed, if it was asked for; nothing if it could not be.
fn transposed(step: Option<Option<i128>>) -> Option<Option<i128>> {
    step.map_or(Some(None), |step| step.map(Some))
}

/// The intervals of a width, with open ends in multiples of it.
struct Ends {
    width: Decimal,
    below: Option<i128>,
    from: Option<i128>,
}

impl Ends {
    fn overlap(&self) -> bool {
        self.below.zip(self.from).is_some_and(|(below, from)| below > from)
    }

    /// The interval of a value; `None` if it cannot be computed exactly.
    fn interval(&self, value: &DomainValue<'_>) -> Option<Interval> {
        let (number, step) = in_common_units(value.scalar.number()?, self.width)?;
        let steps = number.div_euclid(step);
        let units = |steps: i128| steps.checked_mul(self.width.mantissa());
        match (self.below, self.from) {
            (Some(below), _) if steps < below => Some(Interval::Below(units(below)?)),
            (_, Some(from)) if steps >= from => Some(Interval::From(units(from)?)),
            _ => Some(Interval::Between(units(steps)?, units(steps.checked_add(1)?)?)),
        }
    }
}

/// An interval, its ends in units of the width's last decimal place.
#[derive(PartialEq)]
enum Interval {
    Below(i128),
    Between(i128, i128),
    From(i128),
}

impl Interval {
    fn label(&self, scale: u32) -> String {
        self.rounded(scale).to_string()
    }

    fn rounded(&self, scale: u32) -> RoundedRange {
        let (from, below) = match *self {
            Interval::Below(end) => (None, Some(end)),
            Interval::Between(low, high) => (Some(low), Some(high)),
            Interval::From(end) => (Some(end), None),
        };
        let text = |units: i128| written(units, scale);
        RoundedRange { from: from.map(text), end: below.map(text).map(RangeEnd::Below) }
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

fn too_many_digits(values: &[DomainValue<'_>], width: Decimal) -> Fault {
    let steps = Ends { width, below: None, from: None };
    let value = values.iter().find(|value| steps.interval(value).is_none());
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
    fn open_ends_are_rounded_outward_at_wider_levels() {
        let ages = of("5,10,20,<20,90+", Kind::Integer, &["3", "19", "20", "84", "91", "103"]);
        assert_eq!(
            chains(&ages.unwrap()),
            [
                "3;<20;<20;<20;*",
                "19;<20;<20;<20;*",
                "20;[20,25);[20,30);[20,40);*",
                "84;[80,85);[80,90);80+;*",
                "91;90+;90+;80+;*",
                "103;90+;90+;80+;*",
            ]
        );
        let young = of("5,20,<15", Kind::Integer, &["14", "15", "20"]).unwrap();
        assert_eq!(chains(&young), ["14;<15;<20;*", "15;[15,20);<20;*", "20;[20,25);[20,40);*"]);
    }

    #[test]
    fn levels_whose_open_ends_overlap_are_left_out() {
        let ages = of("5,10,50,<20,40+", Kind::Integer, &["18", "30", "41"]).unwrap();
        assert_eq!(chains(&ages), ["18;<20;<20;*", "30;[30,35);[30,40);*", "41;40+;40+;*"]);
    }

    #[test]
    fn wrong_ends_are_refused() {
        for ends in ["5,<21", "5,93+", "5,<90,20+", "<20,5", "5,<x", "5,<20,<25", "5,+", "<20"] {
            let error = Spec::parse(&format!("intervals:{ends}")).unwrap_err();
            assert!(matches!(error.fault(), Fault::BadSpec { .. }), "{ends}: {error}");
        }
        let words = "intervals:0.5,1,<0.5,2.5+";
        assert_eq!(spec(words).builder().words(), words);
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
