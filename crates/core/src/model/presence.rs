//! delta-presence (Nergiz, Atzori & Clifton 2007): in every class, the share of members among the
//! people of the population lies between two limits.
//!
//! Merge-monotone, because the share of a union lies between the shares of its parts; not
//! inclusion-monotone. Classes without rows count: their people have presence 0, which fails if the
//! lower limit is above 0. With suppression, the members among the people whom no published class
//! matches must keep the limits too (`unmatched_presence`).
//!
//! Deviation: the paper draws a box around the members of a class only, which discloses them. Here
//! a box covers all people of its class.
//!
//! Manual page: `docs/models/delta-presence.md`.

use incrowd_terms::{self as terms, Demand, Fraction, Knowledge};

use super::estimated_presence::EstimatedPresence;
use super::prior_presence::PriorPresence;
use super::{ClassCounts, CountConstraints, Model, ModelContext, Monotone, PublishedTable};

pub(super) struct PresenceModel {
    pub least: Fraction,
    pub most: Fraction,
}

pub(super) fn model(asked: &terms::Presence, setting: &ModelContext<'_>) -> Box<dyn Model> {
    let limits = PresenceModel { least: asked.least, most: asked.most };
    match &asked.knowledge {
        Knowledge::Table => Box::new(limits),
        Knowledge::Prior { column } => {
            Box::new(PriorPresence::new(limits, setting.person_attribute(column)))
        }
        Knowledge::Distribution { people, confidence } => {
            Box::new(EstimatedPresence::new(limits, *people, *confidence, setting))
        }
    }
}

impl PresenceModel {
    /// Whether so many members among so many people are within the limits.
    pub fn admits(&self, members: u64, people: u64) -> bool {
        if people == 0 {
            return members == 0;
        }
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        product(self.least.numerator(), people) <= product(members, self.least.denominator())
            && product(members, self.most.denominator()) <= product(self.most.numerator(), people)
    }
}

/// How many of the members in a class must go, however finely it is cut up. A part that stays has
/// at most the share `most` of members among its people, and x members that go take at least x
/// people with them: members - x <= most (people - x).
pub(super) fn least_going(most: Fraction, members: u64, people: u64) -> u64 {
    let (above, below) = (u128::from(most.numerator()), u128::from(most.denominator()));
    let excess = (below * u128::from(members)).saturating_sub(above * u128::from(people));
    if excess == 0 {
        return 0;
    }
    let share = below.saturating_sub(above).max(1);
    u64::try_from(excess.div_ceil(share)).map_or(members, |going| going.min(members))
}

impl Model for PresenceModel {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        self.admits(class.members, class.people)
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn holds_unpublished(&self, class: &ClassCounts<'_>) -> bool {
        self.least == Fraction::ZERO || class.people == 0
    }

    fn unmatched_presence(&self) -> Option<(Fraction, Fraction)> {
        Some((self.least, self.most))
    }

    fn least_suppressed(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> u64 {
        least_going(self.most, class.members, class.people)
    }

    fn bounds_suppression(&self) -> bool {
        true
    }

    fn needs_secrets(&self) -> bool {
        false
    }

    fn counts(&self, constraints: &mut CountConstraints) -> bool {
        let (least, most) = constraints.presence.unwrap_or((self.least, self.most));
        constraints.presence = Some((least.max(self.least), most.min(self.most)));
        true
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        if class.people == 0 {
            return None;
        }
        let presence = Fraction::new(class.members, class.people);
        let (least, most) = (self.least.min(presence), self.most.max(presence));
        Some(terms::Presence { least, most, knowledge: Knowledge::Table }.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn fraction(value: &Value) -> Fraction {
        value.as_str().unwrap().parse().unwrap()
    }

    #[test]
    fn golden_vectors() {
        let golden = include_str!("../../tests/golden/presence_check.json");
        let golden: Value = serde_json::from_str(golden).unwrap();
        let mut checked = 0;
        for case in golden["cases"].as_array().unwrap() {
            let Some(classes) = case["input"]["classes_n1_n"].as_array() else { continue };
            let delta = &case["input"]["delta"];
            let model = PresenceModel { least: fraction(&delta[0]), most: fraction(&delta[1]) };
            let counts = classes.iter().map(|class| {
                let [members, people]: [u64; 2] = serde_json::from_value(class.clone()).unwrap();
                ClassCounts::of_rows(members, people, &[], &[])
            });
            let whole = PublishedTable::of_rows(0, vec![]);
            let holds = counts.clone().all(|class| model.holds(&class, &whole));
            assert_eq!(Some(holds), case["expected"]["delta_present"].as_bool(), "{}", case["id"]);
            let mut counts = counts;
            let tightest = counts.try_fold((Fraction::ONE, Fraction::ZERO), |limits, class| {
                let model = PresenceModel { least: limits.0, most: limits.1 };
                model.nearest(&class, &whole)?.presence()
            });
            if let Some(expected) = case["expected"]["tightest_delta"].as_array() {
                assert_eq!(tightest, Some((fraction(&expected[0]), fraction(&expected[1]))));
            }
            checked += 1;
        }
        assert_eq!(checked, 11);
    }

    #[test]
    fn what_must_go_is_the_least_over_all_ways_of_cutting_up() {
        // A class is cut up into single people at the finest; then members go one by one, unless
        // `most` is 1. Coarser ways keep whole parts: all splits into two parts are tried.
        for (above, below) in [(0, 1), (1, 10), (1, 3), (1, 2), (9, 10), (1, 1)] {
            let most = Fraction::new(above, below);
            let stays = |members: u64, people: u64| members * below <= people * above;
            for people in 0..=14_u64 {
                for members in 0..=people {
                    let bound = least_going(most, members, people);
                    // Keep a part with m members of n people; the rest goes.
                    let kept = (0..=people).flat_map(|n| (0..=n.min(members)).map(move |m| (m, n)));
                    let possible = kept.filter(|&(m, n)| members - m <= people - n && stays(m, n));
                    let least = possible.map(|(m, _)| members - m).min().unwrap();
                    assert_eq!(bound, least, "{members} of {people} at {most}");
                }
            }
        }
    }
}
