//! `bounds:18,40,65`: numbers or dates, cut at given points.
//!
//! What it makes: one level of ranges, each with its lower bound and without its upper one, then
//! `*`. Bounds are printed as they were written.
//!
//! Example: `17 -> <18 -> *`, `18 -> [18,40) -> *`, `70 -> >=65 -> *`.
//!
//! Refuses: no bound; bounds that do not ascend, or that mix numbers and dates; values that are
//! no numbers (or no dates, if the bounds are dates); values that look generalized.

use std::cmp::Ordering;

use incrowd_terms::{Kind, Scalar};

use super::builder::listed;
use super::{
    Builder, BuilderForm, BuilderParameters, BuilderSyntax, Domain, Fault, Hierarchy, Scaffold,
    Spec,
};

const NAME: &str = "bounds";

pub(super) const FORM: BuilderForm = BuilderForm {
    name: NAME,
    example: "bounds:18,40,65",
    reading: BuilderSyntax::Parameters(read),
};

#[derive(Debug)]
struct Bounds(Vec<Bound>);

impl Spec {
    /// Numbers or dates, cut at these points.
    #[must_use]
    pub fn bounds(points: Vec<Bound>) -> Spec {
        Spec::of(Bounds(points))
    }
}

/// A point at which values are cut: a number or a date, as the user wrote it.
///
/// ```
/// use incrowd_core::hierarchy::Bound;
/// assert_eq!(Bound::read("2000-01-01").unwrap().text(), "2000-01-01");
/// assert!(Bound::read("young").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    text: String,
    at: Scalar,
}

impl Bound {
    /// Reads a number or a date.
    #[must_use]
    pub fn read(text: &str) -> Option<Bound> {
        let at = Kind::Decimal.read(text).or_else(|| Kind::Date.read(text))?;
        Some(Bound { text: text.to_owned(), at })
    }

    /// The bound as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    fn is_date(&self) -> bool {
        self.at.moment().is_some()
    }
}

impl Builder for Bounds {
    fn words(&self) -> String {
        listed(NAME, self.0.iter().map(Bound::text))
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        self.check()?;
        let dates = self.0.iter().any(Bound::is_date);
        let kind = match domain.kind {
            _ if dates => Kind::Date,
            Kind::Integer => Kind::Integer,
            _ => Kind::Decimal,
        };
        let ordered = domain.ordered_as(kind).map_err(|strange| {
            let value = strange.to_owned();
            if dates {
                Fault::NotADate { value, builder: NAME }
            } else {
                Fault::NotANumber { value, builder: NAME }
            }
        })?;
        let below = |scalar: &Scalar| {
            self.0.partition_point(|bound| bound.at.magnitude(scalar) != Ordering::Greater)
        };
        let mut scaffold = Scaffold::new(&ordered);
        let ranges = ordered.values.iter().map(|value| below(&value.scalar));
        scaffold.group_by(ranges, |&range, _| label(&self.0, range));
        scaffold.crown()
    }
}

fn read(words: &BuilderParameters<'_>) -> Result<Spec, Fault> {
    let bounds = Bounds(words.list(|part| {
        let wrong = || format!("'{part}' is no number and no date such as 2024-03-09");
        Bound::read(part).ok_or_else(wrong)
    })?);
    bounds.check()?;
    Ok(Spec::of(bounds))
}

/// The name of the range with so many bounds at or below it.
fn label(bounds: &[Bound], below: usize) -> String {
    let low = below.checked_sub(1).and_then(|last| bounds.get(last));
    match (low, bounds.get(below)) {
        (Some(low), Some(high)) => format!("[{},{})", low.text, high.text),
        (None, Some(high)) => format!("<{}", high.text),
        (Some(low), None) => format!(">={}", low.text),
        (None, None) => super::TOP.to_owned(),
    }
}

impl Bounds {
    /// The bounds' own rules, which need no data.
    fn check(&self) -> Result<(), Fault> {
        let bad = |why: String| Fault::BadSpec { spec: self.words(), why };
        if self.0.is_empty() {
            return Err(bad("at least one bound is needed, as in bounds:18,40,65".into()));
        }
        for pair in self.0.windows(2) {
            let (one, next) = (&pair[0], &pair[1]);
            if one.is_date() != next.is_date() {
                return Err(bad("the bounds must be all numbers or all dates".into()));
            }
            if one.at.magnitude(&next.at) != Ordering::Less {
                let why = format!("bounds must ascend, and {} follows {}", next.text, one.text);
                return Err(bad(why));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::domain::tests::{chains, grown, spec};

    #[test]
    fn values_fall_between_bounds() {
        let ages = ["65", "17", "18", "39", "40", "?"];
        let ages = grown(&spec("bounds:18,40,65"), Kind::Integer, &ages).unwrap();
        assert_eq!(
            chains(&ages),
            ["?;?;*", "17;<18;*", "18;[18,40);*", "39;[18,40);*", "40;[40,65);*", "65;>=65;*"]
        );
    }

    #[test]
    fn dates_have_bounds_too() {
        let births = ["1999-12-31T23:59:59", "2000-01-01", "2010-06-01"];
        let births = grown(&spec("bounds:2000-01-01,2010-01-01"), Kind::Date, &births).unwrap();
        assert_eq!(
            chains(&births),
            [
                "1999-12-31T23:59:59;<2000-01-01;*",
                "2000-01-01;[2000-01-01,2010-01-01);*",
                "2010-06-01;>=2010-01-01;*"
            ]
        );
        assert_eq!(births.kind(), Kind::Date);
    }

    #[test]
    fn bounds_are_printed_as_written() {
        let made = grown(&spec("bounds:-0.50, 1.0"), Kind::Decimal, &["-0.5", "1"]).unwrap();
        assert_eq!(chains(&made), ["-0.5;[-0.50,1.0);*", "1;>=1.0;*"]);
    }

    #[test]
    fn wrong_bounds_are_refused() {
        for bounds in ["", "18,18", "40,18", "18,x", "18,2000-01-01", "18,,40"] {
            let error = Spec::parse(&format!("bounds:{bounds}")).unwrap_err();
            assert!(matches!(error.fault(), Fault::BadSpec { .. }), "{error}");
        }
    }

    #[test]
    fn values_of_another_kind_are_named() {
        let error = grown(&spec("bounds:18"), Kind::Text, &["20", "old"]).unwrap_err();
        assert!(error.value() == Some("old") && error.to_string().contains("no number"));
        let error = grown(&spec("bounds:2000-01-01"), Kind::Integer, &["20"]).unwrap_err();
        assert!(error.value() == Some("20") && error.to_string().contains("no date"));
    }
}
