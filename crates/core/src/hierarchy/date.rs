//! `date:day,month,quarter,year,decade`: dates in ever longer calendar units.
//!
//! What it makes: one level per unit, from short to long, then `*`. A leaf is the date as it was
//! written. Where every value is a plain day, the unit `day` is the leaf level itself; where some
//! carry a time of day, `day` is a level of its own.
//!
//! The word `rounded` may follow the units: `date:year,decade,rounded`. The hierarchy is then *rounded*
//! (`rounding.rs`): boxes go from the first day of a unit of the first level to the last day of another.
//!
//! Example: `2024-03-09 -> 2024-03 -> 2024-Q1 -> 2024 -> 2020s -> *`.
//!
//! Refuses: no unit; units that do not go from short to long; values that are no dates; values
//! that look generalized.

use std::fmt;

use incrowd_terms::Kind;
use jiff::ToSpan;
use jiff::civil::{Date, DateTime, date};

use super::builder::listed;
use super::rounding::{RangeEnd, RoundedRange};
use super::{
    Builder, BuilderForm, BuilderParameters, BuilderSyntax, Domain, Fault, Hierarchy, Scaffold,
    Spec,
};

const NAME: &str = "date";

pub(super) const FORM: BuilderForm = BuilderForm {
    name: NAME,
    example: "date:month,year",
    reading: BuilderSyntax::Parameters(read),
};

/// What follows the units if boxes are rounded to them.
pub(super) const ROUNDED: &str = "rounded";

#[derive(Debug)]
struct DateUnits {
    units: Vec<DateUnit>,
    is_rounded: bool,
}

impl Spec {
    /// Dates in these calendar units, from short to long.
    #[must_use]
    pub fn date(units: Vec<DateUnit>) -> Spec {
        Spec::of(DateUnits { units, is_rounded: false })
    }
}

/// A calendar unit, from short to long; each holds whole ones of the unit before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DateUnit {
    /// `2024-03-09`
    Day,
    /// `2024-03`
    Month,
    /// `2024-Q1`
    Quarter,
    /// `2024`
    Year,
    /// `2020s`
    Decade,
}

impl DateUnit {
    /// Every unit, from short to long.
    pub(crate) const ALL: [DateUnit; 5] =
        [DateUnit::Day, DateUnit::Month, DateUnit::Quarter, DateUnit::Year, DateUnit::Decade];

    /// The word by which users ask for it.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            DateUnit::Day => "day",
            DateUnit::Month => "month",
            DateUnit::Quarter => "quarter",
            DateUnit::Year => "year",
            DateUnit::Decade => "decade",
        }
    }

    /// The unit that a user's word names.
    #[must_use]
    pub(crate) fn from_name(name: &str) -> Option<DateUnit> {
        DateUnit::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// The first day of the unit around a moment.
    fn start(self, moment: DateTime) -> Date {
        let (year, month) = (moment.year(), moment.month());
        match self {
            DateUnit::Day => moment.date(),
            DateUnit::Month => date(year, month, 1),
            DateUnit::Quarter => date(year, (month - 1) / 3 * 3 + 1, 1),
            DateUnit::Year => date(year, 1, 1),
            DateUnit::Decade => date(year.div_euclid(10) * 10, 1, 1),
        }
    }

    /// The last day of the unit that starts with a day; of the last unit of the calendar, its last day.
    fn last(self, start: Date) -> Date {
        let span = match self {
            DateUnit::Day => return start,
            DateUnit::Month => 1.month(),
            DateUnit::Quarter => 3.months(),
            DateUnit::Year => 1.year(),
            DateUnit::Decade => 10.years(),
        };
        let last = start.checked_add(span).and_then(Date::yesterday);
        last.unwrap_or(Date::MAX)
    }

    fn label(self, start: Date) -> String {
        let (year, month, day) = (start.year(), start.month(), start.day());
        match self {
            DateUnit::Day => format!("{year:04}-{month:02}-{day:02}"),
            DateUnit::Month => format!("{year:04}-{month:02}"),
            DateUnit::Quarter => format!("{year:04}-Q{}", (month - 1) / 3 + 1),
            DateUnit::Year => format!("{year:04}"),
            DateUnit::Decade => format!("{year:04}s"),
        }
    }
}

impl fmt::Display for DateUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Builder for DateUnits {
    fn words(&self) -> String {
        let units = self.units.iter().map(|unit| unit.name());
        listed(NAME, units.chain(self.is_rounded.then_some(ROUNDED)))
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        self.check()?;
        let strange = |value: &str| Fault::NotADate { value: value.to_owned(), builder: NAME };
        let ordered = domain.ordered_as(Kind::Date).map_err(strange)?;
        let moments: Vec<_> = ordered.values.iter().filter_map(|v| v.scalar.moment()).collect();
        let plain_days = ordered.values.iter().all(|value| value.text.len() == "2024-03-09".len());
        let mut units = self.units.clone();
        units.retain(|&unit| unit != DateUnit::Day || !plain_days);
        let mut scaffold = Scaffold::new(&ordered);
        for &unit in &units {
            let starts = moments.iter().map(|&moment| unit.start(moment));
            scaffold.group_by(starts, |&start, _| unit.label(start));
        }
        let made = scaffold.crown()?;
        Ok(if self.is_rounded { rounded(made, units.first(), &moments, plain_days) } else { made })
    }
}

/// The hierarchy, rounded to whole units of its first level. A last second holds no fractions of
/// seconds, so where there are some, boxes publish single nodes.
fn rounded(
    made: Hierarchy,
    unit: Option<&DateUnit>,
    moments: &[DateTime],
    plain_days: bool,
) -> Hierarchy {
    let has_fractions = moments.iter().any(|moment| moment.subsec_nanosecond() != 0);
    let Some(&unit) = unit.filter(|_| !has_fractions) else { return made.in_nodes() };
    let times = if plain_days { ["", ""] } else { ["T00:00:00", "T23:59:59"] };
    let range = |&moment: &DateTime| {
        let start = unit.start(moment);
        RoundedRange {
            from: Some(format!("{start}{}", times[0])),
            end: Some(RangeEnd::Last(format!("{}{}", unit.last(start), times[1]))),
        }
    };
    made.rounded_to(moments.iter().map(range).collect())
}

fn read(words: &BuilderParameters<'_>) -> Result<Spec, Fault> {
    let (units, is_rounded) = match words.parameters.rsplit_once(',') {
        Some((units, last)) if last.trim() == ROUNDED => (units, true),
        _ => (words.parameters, false),
    };
    let unit = |part: &str| {
        let wrong = || format!("'{part}' is none of day, month, quarter, year, decade");
        DateUnit::from_name(part).ok_or_else(wrong)
    };
    let units = BuilderParameters { parameters: units, ..*words }.list(unit)?;
    let units = DateUnits { units, is_rounded };
    units.check()?;
    Ok(Spec::of(units))
}

impl DateUnits {
    /// The units' own rules, which need no data.
    fn check(&self) -> Result<(), Fault> {
        let bad = |why: &str| Fault::BadSpec { spec: self.words(), why: why.to_owned() };
        if self.units.is_empty() {
            return Err(bad("at least one unit is needed, as in date:month,year"));
        }
        if !self.units.is_sorted_by(|short, long| short < long) {
            return Err(bad("units go from short to long: day,month,quarter,year,decade"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::domain::tests::{chains, grown, spec};

    #[test]
    fn days_are_the_leaves() {
        let days = ["2024-03-09", "2019-12-31", "?", "2024-04-01"];
        let days = grown(&spec("date:day,month,quarter,year,decade"), Kind::Date, &days).unwrap();
        assert_eq!(
            chains(&days),
            [
                "?;?;?;?;?;*",
                "2019-12-31;2019-12;2019-Q4;2019;2010s;*",
                "2024-03-09;2024-03;2024-Q1;2024;2020s;*",
                "2024-04-01;2024-04;2024-Q2;2024;2020s;*",
            ]
        );
        let only = grown(&spec("date:day"), Kind::Date, &["2024-03-09"]).unwrap();
        assert_eq!(chains(&only), ["2024-03-09;*"]);
    }

    #[test]
    fn times_of_day_get_a_day_level() {
        let moments = ["2024-03-09T17:00:00", "2024-03-09 08:30:00", "2024-03-10"];
        let made = grown(&spec("date:day,year"), Kind::Date, &moments).unwrap();
        assert_eq!(
            chains(&made),
            [
                "2024-03-09 08:30:00;2024-03-09;2024;*",
                "2024-03-09T17:00:00;2024-03-09;2024;*",
                "2024-03-10;2024-03-10;2024;*",
            ]
        );
        let yearly = grown(&spec("date:year"), Kind::Date, &moments).unwrap();
        assert_eq!((yearly.height(), yearly.nodes(1)), (2, 1));
    }

    #[test]
    fn rounded_units_hold_their_last_second() {
        let moments = ["2024-03-09T17:00:00", "2024-03-31T23:59:59", "2025-01-01T00:00:00"];
        let made = grown(&spec("date:month,year,rounded"), Kind::Date, &moments).unwrap();
        let range = made.rounded_range(0, 1).unwrap().to_string();
        assert_eq!(range, "[2024-03-01T00:00:00,2024-03-31T23:59:59]");
        let exact = ["2024-03-09T17:00:00.5", "2024-03-31T23:59:59.9", "2025-01-01T00:00:00"];
        let made = grown(&spec("date:month,year,rounded"), Kind::Date, &exact).unwrap();
        assert_eq!((made.rounded_range(0, 1), made.outward((0, 2))), (None, (0, 2)));
        assert_eq!(spec("date:year, decade ,rounded"), spec("date:year,decade,rounded"));
    }

    #[test]
    fn wrong_units_are_refused() {
        for units in [
            "rounded",
            "year,rounded,decade",
            "",
            "year,month",
            "day,day",
            "week",
            "day,,year",
            "Year",
        ] {
            let error = Spec::parse(&format!("date:{units}")).unwrap_err();
            assert!(matches!(error.fault(), Fault::BadSpec { .. }), "{error}");
        }
    }

    #[test]
    fn a_value_that_is_no_date_is_named() {
        let error = grown(&spec("date:year"), Kind::Text, &["2024-01-01", "soon"]).unwrap_err();
        assert!(error.value() == Some("soon") && error.to_string().contains("2024-03-09"));
    }
}
