//! delta-presence against an attacker with a prior for each person: the posterior of everybody must
//! lie between the limits. Nergiz, Atzori & Clifton (2007) suggest it in their conclusions.
//!
//! People join independently with their priors, and the release shows how many of a class are
//! members, so membership follows a conditional Bernoulli distribution. Not monotone. The
//! posteriors of a class add up to its number of members, so plain delta-presence is necessary, and
//! `may_hold` tests that.
//!
//! Posteriors are floating-point numbers. A class closer than `SAFE` to a limit is rejected, unless
//! all its priors are equal, which is decided in integers. Priors of 0 and 1 do not change; a class
//! that contradicts one is rejected.
//!
//! Manual page: `docs/models/prior-presence.md`.

use std::cmp::Ordering;

use incrowd_terms::{self as terms, Demand, Fraction, Knowledge};

use super::conditional_bernoulli::{SameOdds, first_and_last};
use super::presence::PresenceModel;
use super::{AttributeNumbers, ClassCounts, Model, Monotone, PublishedTable};

pub(super) struct PriorPresence {
    limits: PresenceModel,
    beliefs: AttributeNumbers,
    /// Per code: the logarithm of b/(1-b).
    log_odds: Vec<f64>,
}

/// Closer to a limit than this is beyond it.
const SAFE: f64 = 1e-9;

/// A class as the adversary sees it beforehand.
#[derive(Default)]
struct PriorClass {
    /// People who are surely in.
    certain: u64,
    /// People who are surely not.
    impossible: u64,
    /// The others, by belief, the least likely first.
    open: Vec<SameOdds>,
}

/// What the adversary believes afterwards of the least and of the most likely person.
enum Posterior {
    /// The beliefs contradict the release.
    Refuted,
    /// So many of so many, for everybody who is open.
    Even(u64, u64),
    Range(f64, f64),
}

impl PriorPresence {
    pub fn new(limits: PresenceModel, beliefs: AttributeNumbers) -> Self {
        let log_odds = |belief: &Fraction| {
            let (above, below) = (belief.numerator(), belief.denominator());
            (above as f64).ln() - (below.saturating_sub(above) as f64).ln()
        };
        let log_odds = beliefs.numbers.iter().map(log_odds).collect();
        PriorPresence { limits, beliefs, log_odds }
    }

    fn believed(&self, class: &ClassCounts<'_>) -> PriorClass {
        let mut believed = PriorClass::default();
        for (code, belief, people) in self.beliefs.of(class) {
            if belief == Fraction::ZERO {
                believed.impossible += people;
            } else if belief >= Fraction::ONE {
                believed.certain += people;
            } else {
                let log_odds = self.log_odds[code as usize];
                believed.open.push(SameOdds { log_odds, people });
            }
        }
        believed.open.sort_by(|a, b| a.log_odds.total_cmp(&b.log_odds));
        believed.open.dedup_by(|next, kept| {
            let same = next.log_odds.total_cmp(&kept.log_odds) == Ordering::Equal;
            kept.people += if same { next.people } else { 0 };
            same
        });
        believed
    }

    /// Whether nobody of a class is in the table with a probability above `part / whole`.
    pub fn is_at_most(&self, class: &ClassCounts<'_>, part: u128, whole: u128) -> bool {
        let believed = self.believed(class);
        let posterior = believed.after(class.members);
        if matches!(posterior, Posterior::Refuted) || part >= whole {
            return !matches!(posterior, Posterior::Refuted);
        }
        let open = match posterior {
            Posterior::Even(members, open) => {
                let (left, right) =
                    (whole.checked_mul(members.into()), part.checked_mul(open.into()));
                left.zip(right).is_some_and(|(left, right)| left <= right)
            }
            Posterior::Range(_, high) => part as f64 / whole as f64 - high >= SAFE,
            Posterior::Refuted => false,
        };
        believed.certain == 0 && open
    }

    /// Whether the limits allow what nobody can be talked out of.
    fn admits_the_sure(&self, class: &ClassCounts<'_>) -> bool {
        self.beliefs.of(class).all(|(_, belief, _)| {
            (belief > Fraction::ZERO || self.limits.least == Fraction::ZERO)
                && (belief < Fraction::ONE || self.limits.most >= Fraction::ONE)
        })
    }
}

impl PriorClass {
    fn after(&self, rows: u64) -> Posterior {
        let open: u64 = self.open.iter().map(|alike| alike.people).sum();
        match rows.checked_sub(self.certain) {
            Some(members) if members > open => Posterior::Refuted,
            None => Posterior::Refuted,
            Some(members) if self.open.len() < 2 || members == 0 || members == open => {
                Posterior::Even(members, open)
            }
            Some(members) => {
                let (least, most) = first_and_last(&self.open, members);
                Posterior::Range(least, most)
            }
        }
    }
}

impl Model for PriorPresence {
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        if class.members == 0 {
            return self.holds_unpublished(class);
        }
        if !self.may_hold(class, whole) {
            return false;
        }
        let PresenceModel { least, most } = &self.limits;
        match self.believed(class).after(class.members) {
            Posterior::Refuted => false,
            Posterior::Even(members, open) => self.limits.admits(members, open),
            Posterior::Range(low, high) => {
                (*least == Fraction::ZERO || low - least.to_f64() >= SAFE)
                    && (*most >= Fraction::ONE || most.to_f64() - high >= SAFE)
            }
        }
    }

    fn monotone(&self) -> Monotone {
        Monotone::No
    }

    fn may_hold(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        self.limits.admits(class.members, class.people) && self.admits_the_sure(class)
    }

    fn holds_unpublished(&self, class: &ClassCounts<'_>) -> bool {
        self.limits.holds_unpublished(class)
            && self.beliefs.of(class).all(|(_, belief, _)| belief < Fraction::ONE)
    }

    /// Beliefs would weigh every way of leaving rows out.
    fn allows_suppression(&self) -> bool {
        false
    }

    fn least_suppressed(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> u64 {
        self.limits.least_suppressed(class, whole)
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

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let believed = self.believed(class);
        let (mut least, mut most) = match believed.after(class.members) {
            Posterior::Refuted => return None,
            Posterior::Even(_, 0) => (self.limits.least, self.limits.most),
            Posterior::Even(members, open) => {
                let share = Fraction::new(members, open);
                (share, share)
            }
            Posterior::Range(low, high) => {
                // Rounded outwards to what the class surely has.
                let millionths = |share: f64| Fraction::new(share.max(0.0) as u64, 1_000_000);
                let (low, high) = (low - 2.0 * SAFE, high + 2.0 * SAFE);
                (millionths((low * 1e6).floor()), millionths((high * 1e6).ceil()))
            }
        };
        if believed.impossible > 0 {
            least = Fraction::ZERO;
        }
        if believed.certain > 0 {
            most = Fraction::ONE;
        }
        let knowledge = Knowledge::Prior { column: self.beliefs.column.clone() };
        let (least, most) = (self.limits.least.min(least), self.limits.most.max(most));
        Some(terms::Presence { least, most: most.min(Fraction::ONE), knowledge }.into())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Histogram;
    use super::*;

    static WHOLE: PublishedTable = PublishedTable::of_rows(0, Vec::new());
    const BELIEFS: [&str; 5] = ["0", "1/10", "1/2", "0.9", "1"];

    fn model(least: Fraction, most: Fraction) -> PriorPresence {
        let numbers = BELIEFS.iter().map(|text| text.parse().unwrap()).collect();
        let beliefs = AttributeNumbers { column: "likely".into(), place: 0, numbers };
        PriorPresence::new(PresenceModel { least, most }, beliefs)
    }

    fn with_class<T>(
        rows: u64,
        people: [u64; 5],
        question: impl FnOnce(&ClassCounts<'_>) -> T,
    ) -> T {
        let values: Vec<u32> = (0..5).filter(|&code| people[code as usize] > 0).collect();
        let counts: Vec<u64> = people.into_iter().filter(|&people| people > 0).collect();
        let histogram = Histogram { values: &values, counts: &counts };
        question(&ClassCounts::of_rows(rows, counts.iter().sum(), &[], &[histogram]))
    }

    /// One of two took part, of whom 9/10 and 1/10 were believed: 81/82, as the page says.
    #[test]
    fn the_odds_of_two_against_each_other() {
        let holds = |most| {
            with_class(1, [0, 1, 0, 1, 0], |class| model(Fraction::ZERO, most).holds(class, &WHOLE))
        };
        assert!(holds(Fraction::new(82, 83)));
        assert!(!holds(Fraction::new(80, 81)));
    }

    /// The belief afterwards in each person, by adding up over all sets; none if there is no set.
    fn slowly(rows: u64, people: [u64; 5]) -> Option<Vec<f64>> {
        let beliefs: Vec<f64> = (0..5)
            .flat_map(|code| {
                let belief: Fraction = BELIEFS[code].parse().unwrap();
                vec![belief.to_f64(); people[code] as usize]
            })
            .collect();
        let (mut all, mut each) = (0.0, vec![0.0; beliefs.len()]);
        for set in 0_u32..1 << beliefs.len() {
            if u64::from(set.count_ones()) != rows {
                continue;
            }
            let is_in = |person: usize| set >> person & 1 == 1;
            let factor = |person: usize| {
                if is_in(person) { beliefs[person] } else { 1.0 - beliefs[person] }
            };
            let product: f64 = (0..beliefs.len()).map(factor).product();
            all += product;
            for (person, sum) in each.iter_mut().enumerate() {
                *sum += if is_in(person) { product } else { 0.0 };
            }
        }
        (all > 0.0).then(|| each.iter().map(|sum| sum / all).collect())
    }

    proptest! {
        #[test]
        fn it_decides_as_the_sum_over_all_sets(
            people in proptest::array::uniform5(0_u64..4),
            rows in 1_u64..6,
            least in 0_u64..30,
            most in 1_u64..=100,
        ) {
            let (least, most) = (Fraction::new(least, 97), Fraction::new(most, 100));
            let slow = slowly(rows, people);
            // A tie between different beliefs is refused, on the safe side.
            let ties = |p: &f64| {
                let near = |limit: Fraction| (p - limit.to_f64()).abs() < 2.0 * SAFE;
                (least > Fraction::ZERO && near(least)) || (most < Fraction::ONE && near(most))
            };
            let different = people[1..4].iter().filter(|&&people| people > 0).count() > 1;
            prop_assume!(!different || !slow.iter().flatten().any(ties));
            let within = |p: &f64| least.to_f64() - 1e-12 <= *p && *p <= most.to_f64() + 1e-12;
            let expected = slow.as_ref().is_some_and(|all| all.iter().all(within));
            let model = model(least, most);
            let (holds, may, nearest) = with_class(rows, people, |class| {
                (model.holds(class, &WHOLE), model.may_hold(class, &WHOLE), model.nearest(class, &WHOLE))
            });
            prop_assert_eq!(holds, expected, "{:?}", slow);
            prop_assert!(may || !holds);
            prop_assert_eq!(nearest.is_some(), slow.is_some());
            if let Some(Demand::Presence(terms::Presence { least, most, .. })) = nearest {
                let met = self::model(least, most);
                prop_assert!(with_class(rows, people, |class| met.holds(class, &WHOLE)));
            }
        }
    }

    #[test]
    fn equal_beliefs_are_delta_presence_exactly() {
        let third = Fraction::new(1, 3);
        for code in [1, 2, 3] {
            let mut people = [0; 5];
            people[code] = 3_000_000;
            assert!(with_class(1_000_000, people, |c| model(third, third).holds(c, &WHOLE)));
            assert!(!with_class(1_000_001, people, |c| model(third, third).holds(c, &WHOLE)));
        }
    }

    #[test]
    fn the_unpublished_are_surely_out() {
        let lax = model(Fraction::ZERO, Fraction::new(1, 2));
        let strict = model(Fraction::new(1, 100), Fraction::new(1, 2));
        assert!(with_class(0, [1, 2, 1, 1, 0], |class| lax.holds_unpublished(class)));
        assert!(!with_class(0, [1, 2, 1, 1, 1], |class| lax.holds_unpublished(class)));
        assert!(!with_class(0, [1, 2, 1, 1, 0], |class| strict.holds_unpublished(class)));
        assert!(!lax.allows_suppression());
    }
}
