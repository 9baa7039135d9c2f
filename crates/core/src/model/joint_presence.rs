//! Joint presence: limits the probability that a person of the population is in the table *and* has
//! a sensitive value. Nergiz, Atzori & Clifton (2007) suggest it in their conclusions.
//!
//! A class holds if the rows with a value are at most the given share of its people.
//! Merge-monotone, because the share of a union lies between those of its parts. With `--prior`,
//! the probability is the posterior of `prior_presence.rs` times the share of the value among
//! the rows; that is not monotone, and `may_hold` falls back to the plain share.
//!
//! Manual page: `docs/models/joint-presence.md`.

use incrowd_terms::{self as terms, Demand, Fraction};

use super::presence::{PresenceModel, least_going};
use super::prior_presence::PriorPresence;
use super::{ClassCounts, Model, ModelContext, Monotone, PublishedTable};

struct JointPresenceModel {
    column: String,
    value: Option<String>,
    secret: usize,
    /// If the demand names a value: its code, if it occurs.
    code: Option<Option<u32>>,
    most: Fraction,
    /// What is believed of people beforehand, if anything is.
    beliefs: Option<PriorPresence>,
}

pub(super) fn model(asked: &terms::JointPresence, setting: &ModelContext<'_>) -> Box<dyn Model> {
    let terms::JointPresence { column, value, most, prior } = asked.clone();
    let code = value.as_ref().map(|_| setting.value);
    let anything = || PresenceModel { least: Fraction::ZERO, most: Fraction::ONE };
    let beliefs =
        prior.map(|prior| PriorPresence::new(anything(), setting.person_attribute(&prior)));
    Box::new(JointPresenceModel { column, value, secret: setting.secret, code, most, beliefs })
}

impl JointPresenceModel {
    /// The rows of each value that the demand speaks of.
    fn rows<'a>(&self, class: &ClassCounts<'a>) -> impl Iterator<Item = u64> + use<'a> {
        let histogram = class.secrets[self.secret];
        let code = self.code;
        let spoken_of = move |value: u32| code.is_none_or(|only| only == Some(value));
        let pairs = histogram.values.iter().zip(histogram.counts);
        pairs.filter(move |(value, _)| spoken_of(**value)).map(|(_, &rows)| rows)
    }
}

fn product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

impl Model for JointPresenceModel {
    /// With beliefs, a person has the secret with its share of the class's rows, if they are in.
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        let Some(beliefs) = &self.beliefs else { return self.may_hold(class, whole) };
        match self.rows(class).max() {
            None | Some(0) => true,
            Some(rows) => {
                let most = product(self.most.numerator(), class.members);
                beliefs.is_at_most(class, most, product(self.most.denominator(), rows))
            }
        }
    }

    fn monotone(&self) -> Monotone {
        if self.beliefs.is_some() { Monotone::No } else { Monotone::Merge }
    }

    /// The mean over the class's people: whatever is believed, somebody is no less likely.
    fn may_hold(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        let right = product(self.most.numerator(), class.people);
        self.rows(class).all(|rows| product(rows, self.most.denominator()) <= right)
    }

    fn allows_suppression(&self) -> bool {
        self.beliefs.is_none()
    }

    fn needs_person_attributes(&self) -> bool {
        self.beliefs.is_some()
    }

    /// The secrets of suppressed rows are not published: all may be the one that is asked for.
    fn unmatched_presence(&self) -> Option<(Fraction, Fraction)> {
        Some((Fraction::ZERO, self.most))
    }

    /// Rows with different values are different rows, so what must go of each adds up.
    fn least_suppressed(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> u64 {
        self.rows(class).map(|rows| least_going(self.most, rows, class.people)).sum()
    }

    fn bounds_suppression(&self) -> bool {
        true
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let rows = self.rows(class).max().unwrap_or(0);
        if rows > class.people || self.beliefs.is_some() {
            return None;
        }
        let share = if rows == 0 { Fraction::ZERO } else { Fraction::new(rows, class.people) };
        let (column, value) = (self.column.clone(), self.value.clone());
        Some(terms::JointPresence { column, value, most: self.most.max(share), prior: None }.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::Histogram;
    use super::*;

    static WHOLE: PublishedTable = PublishedTable::of_rows(0, Vec::new());

    fn model(value: Option<(&str, Option<u32>)>, most: Fraction) -> JointPresenceModel {
        let (name, code) = (value.map(|(name, _)| name.to_owned()), value.map(|(_, code)| code));
        let column = "illness".into();
        JointPresenceModel { column, value: name, secret: 0, code, most, beliefs: None }
    }

    #[test]
    fn golden_vector() {
        let golden = include_str!("../../tests/golden/beyond.json");
        let golden: Value = serde_json::from_str(golden).unwrap();
        let cases = golden["cases"].as_array().unwrap();
        let case = cases.iter().find(|case| case["id"] == "joint-presence").unwrap();
        let (class, limits) = (&case["input"]["class"], &case["input"]["limits"]);
        let names = ["hiv", "flu"];
        let counts = names.map(|name| class["sensitive"][name].as_u64().unwrap());
        let secrets = [Histogram { values: &[0, 1], counts: &counts }];
        let rows = class["n1"].as_u64().unwrap();
        let people = class["n"].as_u64().unwrap();
        let class = ClassCounts::of_rows(rows, people, &secrets, &[]);
        for (name, code) in names.into_iter().zip(0..) {
            let limit: Fraction = limits[name].as_str().unwrap().parse().unwrap();
            assert!(model(Some((name, Some(code))), limit).holds(&class, &WHOLE), "{name}");
            let share = case["expected"][format!("P(in T and {name})")].as_str().unwrap();
            let Some(Demand::JointPresence(terms::JointPresence { most, .. })) =
                model(Some((name, Some(code))), Fraction::ZERO).nearest(&class, &WHOLE)
            else {
                panic!("{name} has a nearest demand");
            };
            assert_eq!(most, share.parse().unwrap());
        }
        // The stricter of the two limits for both values is broken by flu alone.
        let strict = model(None, Fraction::new(1, 10));
        assert!(!strict.holds(&class, &WHOLE));
        // 3 - x <= (10 - x) / 10 only from x = 20/9 on.
        assert_eq!(strict.least_suppressed(&class, &WHOLE), 3);
        assert!(model(Some(("cold", None)), Fraction::ZERO).holds(&class, &WHOLE));
    }
}
