//! delta-presence with limits per person: the share of members in a class must suit the limits of
//! everybody in it.
//!
//! Not monotone: two classes with different limits can each hold while their union does not.
//! `may_hold` is a necessary condition that is merge-monotone: the lower limits of the people add
//! up to at most the number of members, and the upper limits to at least that number. Both sides of
//! that inequality are sums over people, so they add up when classes are merged.
//!
//! Limits are converted to integers over a common denominator, so decisions are exact.
//!
//! Manual page: `docs/models/personal-presence.md`.

use incrowd_terms::{self as terms, Demand, Fraction};

use super::{AttributeNumbers, ClassCounts, Model, ModelContext, Monotone, PublishedTable};

struct PersonalPresenceModel {
    low: AttributeNumbers,
    high: AttributeNumbers,
    /// One, in the units in which limits are added up.
    one: u128,
    /// Per code: the limit in units. Exact where a common denominator is in reach, else rounded
    /// such that the sums prune less.
    low_units: Vec<u128>,
    high_units: Vec<u128>,
}

/// The largest common denominator: sums over 2^64 people stay within 128 bits.
const MOST_UNITS: u128 = 1 << 62;

pub(super) fn model(asked: &terms::PersonalPresence, setting: &ModelContext<'_>) -> Box<dyn Model> {
    let (low, high) = (setting.person_attribute(&asked.low), setting.person_attribute(&asked.high));
    Box::new(PersonalPresenceModel::new(low, high))
}

impl PersonalPresenceModel {
    fn new(low: AttributeNumbers, high: AttributeNumbers) -> Self {
        let numbers = || low.numbers.iter().chain(&high.numbers);
        let common = numbers().try_fold(1_u128, |common, number| {
            let below = u128::from(number.denominator());
            let common = common / gcd(common, below) * below;
            (common <= MOST_UNITS).then_some(common)
        });
        let one = common.unwrap_or(MOST_UNITS);
        // Beyond 1 a limit says no more than 1 does.
        let above = |number: &Fraction| {
            let number = (*number).min(Fraction::ONE);
            (u128::from(number.numerator()) * one, u128::from(number.denominator()))
        };
        let down = |number| {
            let (above, below) = above(number);
            above / below
        };
        let up = |number| {
            let (above, below) = above(number);
            above.div_ceil(below)
        };
        let low_units = low.numbers.iter().map(down).collect();
        let high_units = high.numbers.iter().map(up).collect();
        PersonalPresenceModel { low, high, one, low_units, high_units }
    }

    /// The limits of a class's people, added up.
    fn sum(limits: &AttributeNumbers, units: &[u128], class: &ClassCounts<'_>) -> u128 {
        limits.of(class).map(|(code, _, people)| units[code as usize] * u128::from(people)).sum()
    }

    fn members(&self, class: &ClassCounts<'_>) -> u128 {
        self.one * u128::from(class.members)
    }
}

impl Model for PersonalPresenceModel {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        if class.people == 0 {
            return class.members == 0;
        }
        let presence = Fraction::new(class.members, class.people);
        self.low.of(class).all(|(_, low, _)| low <= presence)
            && self.high.of(class).all(|(_, high, _)| presence <= high)
    }

    fn monotone(&self) -> Monotone {
        Monotone::No
    }

    fn may_hold(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        let members = self.members(class);
        Self::sum(&self.low, &self.low_units, class) <= members
            && members <= Self::sum(&self.high, &self.high_units, class)
    }

    fn holds_unpublished(&self, class: &ClassCounts<'_>) -> bool {
        self.low.of(class).all(|(_, low, _)| low == Fraction::ZERO)
    }

    fn allows_suppression(&self) -> bool {
        false
    }

    /// The parts that stay have no more rows than the greatest limits of their people add up to.
    fn least_suppressed(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> u64 {
        let allowed = Self::sum(&self.high, &self.high_units, class);
        let excess = self.members(class).saturating_sub(allowed).div_ceil(self.one);
        u64::try_from(excess).unwrap_or(class.members)
    }

    fn bounds_suppression(&self) -> bool {
        true
    }

    fn needs_secrets(&self) -> bool {
        false
    }

    fn needs_person_attributes(&self) -> bool {
        true
    }

    /// The limits are the people's own: there is nothing to relax.
    fn nearest(&self, _: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        None
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::Histogram;
    use super::*;

    static WHOLE: PublishedTable = PublishedTable::of_rows(0, Vec::new());

    fn limits(column: &str, place: usize, numbers: &[&str]) -> AttributeNumbers {
        let numbers = numbers.iter().map(|text| text.parse().unwrap()).collect();
        AttributeNumbers { column: column.into(), place, numbers }
    }

    fn with_class<T>(
        rows: u64,
        groups: &[(u32, u64)],
        question: impl FnOnce(&ClassCounts<'_>) -> T,
    ) -> T {
        let (values, counts): (Vec<u32>, Vec<u64>) = groups.iter().copied().unzip();
        let histogram = Histogram { values: &values, counts: &counts };
        let people = counts.iter().sum();
        question(&ClassCounts::of_rows(rows, people, &[], &[histogram, histogram]))
    }

    #[test]
    fn golden_vector() {
        let golden = include_str!("../../tests/golden/beyond.json");
        let golden: Value = serde_json::from_str(golden).unwrap();
        let cases = golden["cases"].as_array().unwrap();
        let case = cases.iter().find(|case| case["id"] == "personalised-merge").unwrap();
        let (input, expected) = (&case["input"], &case["expected"]);
        let limit = |class: &str, side: usize| input[class]["limits"][side].as_str().unwrap();
        let count = |class: &str, key: &str| input[class][key].as_u64().unwrap();
        let model = PersonalPresenceModel::new(
            limits("low", 0, &[limit("E1", 0), limit("E2", 0)]),
            limits("high", 1, &[limit("E1", 1), limit("E2", 1)]),
        );
        let (first, second) = (count("E1", "n"), count("E2", "n"));
        let holds = |rows, groups: &[_]| with_class(rows, groups, |c| model.holds(c, &WHOLE));
        assert_eq!(Some(holds(count("E1", "n1"), &[(0, first)])), expected["E1_ok"].as_bool());
        assert_eq!(Some(holds(count("E2", "n1"), &[(1, second)])), expected["E2_ok"].as_bool());
        let both = count("E1", "n1") + count("E2", "n1");
        let merged = [(0, first), (1, second)];
        assert_eq!(Some(holds(both, &merged)), expected["merged_ok"].as_bool());
        let may = with_class(both, &merged, |class| model.may_hold(class, &WHOLE));
        assert_eq!(Some(may), expected["averaged_necessary_condition"].as_bool());
        let ratio: Fraction = expected["merged_ratio"].as_str().unwrap().parse().unwrap();
        assert_eq!(Fraction::new(both, first + second), ratio);
    }

    #[test]
    fn sums_decide_exactly() {
        let thirds = ["1/3", "1/7", "0"];
        let model =
            PersonalPresenceModel::new(limits("low", 0, &thirds), limits("high", 1, &thirds));
        // 3/3 + 7/7 = 2 of 10 people.
        let may = |rows| with_class(rows, &[(0, 3), (1, 7)], |c| model.may_hold(c, &WHOLE));
        assert_eq!([may(1), may(2), may(3)], [false, true, false]);
        let least = |rows, groups: &[_]| {
            with_class(rows, groups, |class| model.least_suppressed(class, &WHOLE))
        };
        assert_eq!((least(2, &[(0, 3), (1, 7)]), least(5, &[(0, 3), (1, 7)])), (0, 3));
        assert_eq!(least(2, &[(0, 4)]), 1);
        assert!(!with_class(0, &[(1, 2), (2, 1)], |class| model.holds_unpublished(class)));
        assert!(with_class(0, &[(2, 1)], |class| model.holds_unpublished(class)));
    }

    #[test]
    fn denominators_beyond_reach_prune_less_but_never_wrongly() {
        let odd = ["1/1000000007", "1/998244353", "1/1000000009"];
        let model =
            PersonalPresenceModel::new(limits("low", 0, &odd), limits("high", 1, &["1"; 3]));
        assert_eq!(model.one, MOST_UNITS);
        let groups = [(0, 1_000_000_007), (1, 998_244_353), (2, 1_000_000_009)];
        let may = |rows| with_class(rows, &groups, |class| model.may_hold(class, &WHOLE));
        assert_eq!((may(2), may(3), may(4)), (false, true, true));
    }
}
