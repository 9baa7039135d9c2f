//! `money:500,50000`: amounts in steps of 1, 2 and 5.
//!
//! What it makes: amounts are cut at 1, 2 and 5 times every power of ten from the first bound to the
//! second, then at powers of ten only, then `*`. Below the first bound and from the second on the
//! groups are open, and the hierarchy is rounded (`rounding.rs`). Relative precision is about the
//! same for all amounts, as statistics of incomes have it.
//!
//! Example: `742 -> [500,1000) -> [100,1000) -> *` for `money:100,50000`; `80 -> <100 -> <100 -> *`.
//!
//! Refuses: anything but two bounds that ascend and are 1, 2 or 5 times a power of ten; more than
//! 60 steps; values that are no numbers; values that look generalized.

use std::cmp::Ordering;

use incrowd_terms::{Kind, Scalar};
use rust_decimal::Decimal;

use super::rounding::{RangeEnd, RoundedRange};
use super::{
    Builder, BuilderForm, BuilderParameters, BuilderSyntax, Domain, Fault, Hierarchy, Scaffold,
    Spec,
};

const NAME: &str = "money";

pub(super) const FORM: BuilderForm = BuilderForm {
    name: NAME,
    example: "money:500,50000",
    reading: BuilderSyntax::Parameters(read),
};

/// More steps than this are no rounding.
const MOST_STEPS: usize = 60;

/// The bounds of the first level, ascending.
#[derive(Debug)]
struct Money(Vec<Decimal>);

impl Builder for Money {
    fn words(&self) -> String {
        let ends = self.0.first().zip(self.0.last());
        ends.map_or_else(String::new, |(low, high)| format!("{NAME}:{low},{high}"))
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        let kind = if domain.kind == Kind::Integer { Kind::Integer } else { Kind::Decimal };
        let strange = |value: &str| Fault::NotANumber { value: value.to_owned(), builder: NAME };
        let ordered = domain.ordered_as(kind).map_err(strange)?;
        let powers: Vec<Decimal> =
            self.0.iter().copied().filter(|&bound| is_power(bound)).collect();
        let mut scaffold = Scaffold::new(&ordered);
        let mut finest = Vec::new();
        for bounds in [&self.0, &powers] {
            if bounds.is_empty() {
                continue;
            }
            let below = |scalar: &Scalar| {
                bounds.partition_point(|&bound| {
                    Scalar::Number(bound).magnitude(scalar) != Ordering::Greater
                })
            };
            let groups: Vec<usize> = ordered.values.iter().map(|v| below(&v.scalar)).collect();
            if finest.is_empty() {
                finest = groups.iter().map(|&group| range(bounds, group)).collect();
            }
            scaffold.group_by(groups.into_iter(), |&group, _| range(bounds, group).to_string());
        }
        Ok(scaffold.crown()?.rounded_to(finest))
    }
}

/// The range with so many bounds at or below it.
fn range(bounds: &[Decimal], below: usize) -> RoundedRange {
    let text = |bound: &Decimal| bound.normalize().to_string();
    let from = below.checked_sub(1).and_then(|last| bounds.get(last));
    RoundedRange { from: from.map(text), end: bounds.get(below).map(text).map(RangeEnd::Below) }
}

fn read(words: &BuilderParameters<'_>) -> Result<Spec, Fault> {
    let number = |part: &str| {
        let number = Kind::Decimal.read(part).and_then(Scalar::number);
        let number = number.filter(|&number| next(number).is_some());
        number.ok_or_else(|| format!("'{part}' is not 1, 2 or 5 times a power of ten, such as 500"))
    };
    let ends: Vec<Decimal> = words.list(number)?;
    let &[low, high] = &ends[..] else {
        return Err(words.bad("write the first and the last bound, as in money:500,50000".into()));
    };
    if low >= high {
        return Err(words.bad(format!("the bounds must ascend, and {high} follows {low}")));
    }
    let mut bounds = vec![low];
    while let Some(bound) = bounds.last().copied().and_then(next).filter(|&bound| bound <= high) {
        bounds.push(bound);
        if bounds.len() > MOST_STEPS {
            return Err(words.bad(format!("more than {MOST_STEPS} steps are no rounding")));
        }
    }
    Ok(Spec::of(Money(bounds)))
}

/// The first digit of a number with one digit other than zero.
fn leading(bound: Decimal) -> Option<i128> {
    let mut digits = bound.mantissa();
    while digits > 9 && digits % 10 == 0 {
        digits /= 10;
    }
    (1..=9).contains(&digits).then_some(digits)
}

fn is_power(bound: Decimal) -> bool {
    leading(bound) == Some(1)
}

/// The next of 1, 2 and 5 times the powers of ten; nothing if this is none of them.
fn next(bound: Decimal) -> Option<Decimal> {
    let half = Decimal::new(25, 1);
    match leading(bound)? {
        1 | 5 => bound.checked_mul(Decimal::TWO).map(|next| next.normalize()),
        2 => bound.checked_mul(half).map(|next| next.normalize()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::domain::tests::{chains, grown, spec};

    #[test]
    fn amounts_are_cut_in_steps_of_one_two_and_five() {
        let values = ["?", "80", "100", "742", "1999", "60000"];
        let made = grown(&spec("money:100,50000"), Kind::Integer, &values).unwrap();
        assert_eq!(
            chains(&made),
            [
                "?;?;?;*",
                "80;<100;<100;*",
                "100;[100,200);[100,1000);*",
                "742;[500,1000);[100,1000);*",
                "1999;[1000,2000);[1000,10000);*",
                "60000;50000+;10000+;*",
            ]
        );
        assert!(made.is_rounded());
        let small = grown(&spec("money:0.2,5"), Kind::Decimal, &["0.1", "0.7", "4.99"]).unwrap();
        assert_eq!(chains(&small), ["0.1;<0.2;<1;*", "0.7;[0.5,1);<1;*", "4.99;[2,5);1+;*"]);
    }

    #[test]
    fn wrong_bounds_are_refused() {
        for bounds in ["", "500", "500,500", "500,100", "300,1000", "0,10", "-5,5", "1,2,5", "x,5"]
        {
            let error = Spec::parse(&format!("money:{bounds}")).unwrap_err();
            assert!(matches!(error.fault(), Fault::BadSpec { .. }), "{bounds}: {error}");
        }
        assert!(Spec::parse("money:0.0000000001,10000000000000").is_err());
        assert_eq!(spec("money:500,50000").builder().words(), "money:500,50000");
        assert!(grown(&spec("money:1,10"), Kind::Text, &["much"]).is_err());
    }
}
