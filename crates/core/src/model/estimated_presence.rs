//! delta-presence from the distribution and the size of a population, without its register. Nergiz,
//! Atzori & Clifton (2007) suggest it in their conclusions.
//!
//! In a class with the share q of the population and n1 of the |T| rows, the number of people
//! outside the table is binomial with N - |T| trials of probability q. The class holds if the
//! presence is outside the limits with probability at most (1 - confidence) n1 / |T|. These budgets
//! add up to 1 - confidence, so by the union bound all classes hold together with the requested
//! confidence.
//!
//! Merge-monotone: the presence of a union lies between those of its parts, so it is outside the
//! limits at most as often as either part, and its budget is the sum of theirs. Suppression is not
//! allowed, because the number of people without a matching class is unknown. Tails are
//! floating-point sums with a relative margin of 1e-9 (`SAFE`).
//!
//! Manual page: `docs/models/estimated-presence.md`.

use incrowd_terms::{self as terms, Demand, Fraction, Knowledge};

use super::binomial::Binomial;
use super::presence::PresenceModel;
use super::{ClassCounts, Model, ModelContext, Monotone, PublishedTable};

pub(super) struct EstimatedPresence {
    pub limits: PresenceModel,
    pub sample: SampleFigures,
}

/// How the table was drawn.
pub(super) struct SampleFigures {
    /// Rows of the table.
    pub rows: u64,
    /// People of the population.
    pub people: u64,
    /// The weights of the distribution altogether.
    pub weights: u64,
    /// The confidence for all classes together.
    pub confidence: Fraction,
}

/// Tails within this share of the budget pass.
const SAFE: f64 = 1.0 + 1e-9;

impl EstimatedPresence {
    pub fn new(
        limits: PresenceModel,
        people: u64,
        confidence: Fraction,
        setting: &ModelContext<'_>,
    ) -> Self {
        let sample =
            SampleFigures { rows: setting.rows, people, weights: setting.people, confidence };
        EstimatedPresence { limits, sample }
    }

    /// The number of people in a class who are not in the table.
    fn others(&self, class: &ClassCounts<'_>) -> Binomial {
        let share = class.people as f64 / self.sample.weights.max(1) as f64;
        Binomial { trials: self.sample.people.saturating_sub(self.sample.rows), p: share.min(1.0) }
    }

    /// How improbable it must be that a class of so many rows is outside the limits.
    fn budget(&self, rows: u64) -> f64 {
        let confidence = self.sample.confidence.min(Fraction::ONE);
        let doubt = (confidence.denominator() - confidence.numerator()) as f64
            / confidence.denominator() as f64;
        doubt * (rows as f64 / self.sample.rows.max(1) as f64)
    }

    /// How probable it is that a class is outside the limits.
    fn outside(&self, class: &ClassCounts<'_>) -> f64 {
        let others = self.others(class);
        let too_few = match fewest_others(self.limits.most, class.members) {
            Some(0) => 0.0,
            Some(fewest) => others.up_to(fewest - 1),
            None => 1.0,
        };
        let too_many = match most_others(self.limits.least, class.members) {
            Some(most) => others.from(most.saturating_add(1)),
            None => 0.0,
        };
        too_few + too_many
    }
}

/// rows/(rows+x) <= most from this x on, if ever.
fn fewest_others(most: Fraction, rows: u64) -> Option<u64> {
    let (above, below) = (u128::from(most.numerator()), u128::from(most.denominator()));
    if rows == 0 || above >= below {
        return Some(0);
    }
    if above == 0 {
        return None;
    }
    u64::try_from((u128::from(rows) * (below - above)).div_ceil(above)).ok()
}

/// least <= rows/(rows+x) up to this x, if not for all.
fn most_others(least: Fraction, rows: u64) -> Option<u64> {
    let (above, below) = (u128::from(least.numerator()), u128::from(least.denominator()));
    if above == 0 {
        return None;
    }
    u64::try_from(u128::from(rows) * below.saturating_sub(above) / above).ok()
}

impl Model for EstimatedPresence {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        if class.members == 0 {
            return self.holds_unpublished(class);
        }
        self.outside(class) * SAFE <= self.budget(class.members)
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn holds_unpublished(&self, class: &ClassCounts<'_>) -> bool {
        self.limits.holds_unpublished(class)
    }

    /// How many people no published class matches is not known.
    fn allows_suppression(&self) -> bool {
        false
    }

    fn needs_secrets(&self) -> bool {
        false
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let knowledge = Knowledge::Distribution {
            people: self.sample.people,
            confidence: self.sample.confidence,
        };
        let PresenceModel { mut least, mut most } = self.limits;
        if class.members == 0 {
            return Some(terms::Presence { least: Fraction::ZERO, most, knowledge }.into());
        }
        let others = self.others(class);
        // Half the budget for each side, or all of it for the one that there is.
        let sides = if least == Fraction::ZERO { 1.0 } else { 2.0 };
        let budget = self.budget(class.members) / (sides * SAFE);
        let within = |tail: f64| tail <= budget;
        // The largest x that X falls short of rarely enough, and the least one that it exceeds so.
        let fewest = last(others.trials, |x| x == 0 || within(others.up_to(x - 1)));
        most = most.max(Fraction::new(class.members, class.members + fewest));
        if least > Fraction::ZERO {
            let beyond = last(others.trials, |x| !within(others.from(x)));
            least = least.min(Fraction::new(class.members, class.members + beyond));
        }
        Some(terms::Presence { least, most, knowledge }.into())
    }
}

/// The last number from 0 to `end` of which something is true that is true of 0, and false from
/// somewhere on.
fn last(end: u64, is_true: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if is_true(middle) { low = middle } else { high = middle - 1 }
    }
    low
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    static WHOLE: PublishedTable = PublishedTable::of_rows(0, Vec::new());

    fn class(rows: u64, people: u64) -> ClassCounts<'static> {
        ClassCounts::of_rows(rows, people, &[], &[])
    }

    fn model(least: &str, most: &str, confidence: &str) -> EstimatedPresence {
        let number = |text: &str| -> Fraction { text.parse().unwrap() };
        let limits = PresenceModel { least: number(least), most: number(most) };
        let confidence = number(confidence);
        let sample = SampleFigures { rows: 10, people: 100, weights: 1000, confidence };
        EstimatedPresence { limits, sample }
    }

    #[test]
    fn golden_vector() {
        let golden = include_str!("../../tests/golden/beyond.json");
        let golden: Value = serde_json::from_str(golden).unwrap();
        let cases = golden["cases"].as_array().unwrap();
        let case = cases.iter().find(|case| case["id"] == "distribution-1").unwrap();
        let (input, expected) = (&case["input"], &case["expected"]);
        let most: Fraction = input["delta_max"].as_str().unwrap().parse().unwrap();
        let rows = input["n1"].as_u64().unwrap();
        assert_eq!(fewest_others(most, rows), expected["needed_non_T_matches"].as_u64());
        let model = model("0", "1/2", "0");
        assert_eq!(Some(model.sample.people), input["N"].as_u64());
        assert_eq!(Some(model.sample.rows), input["m"].as_u64());
        let confidence = 1.0 - model.outside(&class(rows, 100));
        assert!((confidence - expected["confidence_approx"].as_f64().unwrap()).abs() < 1e-9);
    }

    #[test]
    fn the_budget_is_the_classs_part_of_the_doubt() {
        // 3 of 10 rows: outside with probability .0046045 is allowed from a doubt of .015348 on.
        assert!(model("0", "1/2", "0.9846").holds(&class(3, 100), &WHOLE));
        assert!(!model("0", "1/2", "0.9847").holds(&class(3, 100), &WHOLE));
    }

    #[test]
    fn certainty_needs_limits_that_cannot_break() {
        let sure = model("0", "1", "1");
        assert!(sure.holds(&class(3, 0), &WHOLE) && sure.holds(&class(3, 1000), &WHOLE));
        // All 90 others may be in the class, or none.
        assert!(!model("3/92", "1", "1").holds(&class(3, 100), &WHOLE));
        assert!(model("3/93", "1", "1").holds(&class(3, 100), &WHOLE));
        assert!(!model("0", "99%", "1").holds(&class(3, 100), &WHOLE));
        assert!(model("10%", "10%", "1").holds(&class(10, 1000), &WHOLE));
    }

    #[test]
    fn classes_without_rows() {
        assert!(model("0", "1/2", "0.9").holds_unpublished(&class(0, 5)));
        assert!(!model("1/100", "1/2", "0.9").holds_unpublished(&class(0, 5)));
        assert!(model("1/100", "1/2", "0.9").holds_unpublished(&class(0, 0)));
    }

    #[test]
    fn merging_keeps_and_the_nearest_demand_holds() {
        let models = [
            model("0", "1/2", "0.9"),
            model("0", "0.2", "0.5"),
            model("0.05", "0.5", "0.8"),
            model("0.1", "0.1", "0.95"),
        ];
        let classes: Vec<ClassCounts<'_>> = (0..=5_u64)
            .flat_map(|rows| [5, 60, 200, 480].map(|people| class(rows, people)))
            .collect();
        for model in &models {
            for a in &classes {
                for b in classes.iter().filter(|b| a.people + b.people <= 1000) {
                    let union = class(a.rows + b.rows, a.people + b.people);
                    let both = model.holds(a, &WHOLE) && model.holds(b, &WHOLE);
                    assert!(!both || model.holds(&union, &WHOLE));
                }
                let Some(Demand::Presence(terms::Presence { least, most, .. })) =
                    model.nearest(a, &WHOLE)
                else {
                    panic!("a distribution always allows some limits");
                };
                let met = self::model(
                    &least.to_string(),
                    &most.to_string(),
                    &model.sample.confidence.to_string(),
                );
                assert!(met.holds(a, &WHOLE), "{} of {}: {least} {most}", a.rows, a.people);
            }
        }
    }
}
