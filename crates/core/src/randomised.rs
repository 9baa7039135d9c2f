//! # Randomised presence
//!
//! **Promises** `delta-presence` even against someone who knows the algorithm: people of the
//! population are published by the toss of a coin, members with one probability and others with a
//! smaller one, their quasi-identifiers unchanged. Whoever sees a person's row, or sees none,
//! believes no more and no less than the deltas allow.
//!
//! **Against** someone who has the population register, knows how many members there are, how the
//! coins are weighted, and that everybody was as likely to be a member. There is no choice that
//! depends on who is a member, so nothing to infer from it.
//!
//! **Not promised** a study. Some of the published rows are of people who are not in it, members
//! are missing, and only quasi-identifiers are published, because the others have no secrets to
//! show. Whoever thinks some people likelier members than others beforehand can end outside the
//! deltas.
//!
//! **Example** with the coins 3/4 for members and 1/4 for others, and one person in five a member,
//! a published person is a member with probability 3/7 and an unpublished one with 1/13. The other
//! way round, from the deltas to the coins:
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --public register.csv --presence 0.01,0.4 --recoding randomised -o out.csv`
//!
//! **Defined** by paper 000's outlook on randomisation: with coins a and b and the share t of
//! members, a published person is a member with probability a t/(a t + b (1-t)), another with (1-a)
//! t/((1-a) t + (1-b)(1-t)).
//!
//! **Deviations** none.
//!
//! **Cost** one toss per person, drawn from `--seed`; it is `--algorithm chance`, and searches for
//! nothing. Of all coins that keep the deltas, those that publish the most members, and then the
//! fewest others, are taken.

use incrowd_terms::{Demand, Fraction, Knowledge};

/// Coins are weighted in units of 2^-24, so that every comparison is exact.
const UNIT: u64 = 1 << 24;

/// With which probability people are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coins {
    /// Members.
    pub member: Fraction,
    /// Everybody else.
    pub other: Fraction,
}

/// The members of a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// How many there are.
    pub members: u64,
    /// Of how many people.
    pub people: u64,
}

/// The least and the greatest presence that a demand asks for, if coins can promise it.
#[must_use]
pub fn limits(demand: &Demand) -> Option<(Fraction, Fraction)> {
    match demand {
        Demand::Presence(asked) if asked.knowledge == Knowledge::Table => {
            Some((asked.least, asked.most))
        }
        _ => None,
    }
}

impl Coins {
    /// The coins that publish the most members and, that given, the fewest others; none if the
    /// share of members is outside the deltas.
    #[must_use]
    pub fn within(least: Fraction, most: Fraction, share: Share) -> Option<Coins> {
        let tau = share.members as f64 / share.people as f64;
        let odds = |p: f64| p / (1.0 - p);
        let (o, low, high) = (odds(tau), odds(least.to_f64()), odds(most.to_f64()));
        // Where both limits bind; see the two posteriors in the head comment.
        let bound = if low == 0.0 || high <= low {
            1.0
        } else if high.is_infinite() {
            (o - low) / o
        } else {
            high * (o - low) / (o * (high - low))
        };
        let guess = (bound.clamp(0.0, 1.0) * UNIT as f64) as u64;
        // Rounding may cost a unit or two.
        (guess.saturating_sub(8)..=(guess + 8).min(UNIT)).rev().find_map(|member| {
            let other = Coins::fewest_others(member, most, share)?;
            let coins =
                Coins { member: Fraction::new(member, UNIT), other: Fraction::new(other, UNIT) };
            coins.keep(least, most, share).then_some(coins)
        })
    }

    /// The least coin of the others, in units, that hides the members.
    fn fewest_others(member: u64, most: Fraction, share: Share) -> Option<u64> {
        let others = share.people - share.members;
        // a m (1 - most) <= most b (n - m)
        let above = u128::from(member)
            * u128::from(share.members)
            * u128::from(most.denominator() - most.numerator());
        let below = u128::from(most.numerator()) * u128::from(others);
        match (above, below) {
            (0, _) => Some(0),
            (_, 0) => None,
            _ => u64::try_from(above.div_ceil(below)).ok().filter(|&other| other <= UNIT),
        }
    }

    /// Whether both beliefs lie within the deltas.
    #[must_use]
    pub fn keep(&self, least: Fraction, most: Fraction, share: Share) -> bool {
        let (published, unpublished) = self.beliefs(share);
        published.into_iter().chain(unpublished).all(|belief| least <= belief && belief <= most)
    }

    /// The probability that a published person is a member, and that another is; none if there
    /// can be no such person.
    #[must_use]
    pub fn beliefs(&self, share: Share) -> (Option<Fraction>, Option<Fraction>) {
        let (m, o) = (share.members, share.people - share.members);
        let units = |coin: Fraction| {
            u128::from(coin.numerator()) * u128::from(UNIT) / u128::from(coin.denominator())
        };
        let (a, b, unit) = (units(self.member), units(self.other), u128::from(UNIT));
        let belief = |a: u128, b: u128| {
            let (above, all) = (a * u128::from(m), a * u128::from(m) + b * u128::from(o));
            (all > 0).then(|| reduced(above, all))
        };
        (belief(a, b), belief(unit - a, unit - b))
    }
}

/// A fraction whose terms, in lowest terms, fit; counts of people times 2^24 do.
fn reduced(above: u128, below: u128) -> Fraction {
    let (mut a, mut b) = (above, below);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = a.max(1);
    let (mut above, mut below) = (above / divisor, below / divisor);
    while below > u128::from(u64::MAX) {
        (above, below) = (above.div_ceil(2), below / 2);
    }
    Fraction::new(above as u64, below as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fraction(text: &str) -> Fraction {
        text.parse().unwrap()
    }

    #[test]
    fn beliefs_follow_bayes() {
        let coins = Coins { member: fraction("3/4"), other: fraction("1/4") };
        let beliefs = coins.beliefs(Share { members: 1, people: 5 });
        assert_eq!(beliefs, (Some(fraction("3/7")), Some(fraction("1/13"))));
    }

    #[test]
    fn without_a_least_delta_all_members_are_published() {
        let share = Share { members: 1957, people: 45_222 };
        let coins = Coins::within(Fraction::ZERO, fraction("0.2"), share).unwrap();
        assert_eq!(coins.member, Fraction::ONE);
        assert!(coins.other > fraction("0.18") && coins.other < fraction("0.1811"));
        assert_eq!(Coins::within(fraction("0.05"), fraction("0.2"), share), None);
        assert_eq!(Coins::within(Fraction::ZERO, fraction("0.04"), share), None);
    }

    proptest! {
        #[test]
        fn coins_keep_the_deltas_and_no_better_ones_do(
            members in 1_u64..40, others in 1_u64..400, low in 0_u64..100, high in 0_u64..100,
        ) {
            let share = Share { members, people: members + others };
            let (least, most) = (Fraction::new(low.min(high), 100), Fraction::new(low.max(high), 100));
            let tau = Fraction::new(members, share.people);
            match Coins::within(least, most, share) {
                None => prop_assert!(tau < least || tau > most, "{tau} in {least} {most}"),
                Some(coins) => {
                    prop_assert!(coins.keep(least, most, share));
                    let member = Fraction::new(
                        (coins.member.numerator() * (UNIT / coins.member.denominator()) + 16).min(UNIT), UNIT);
                    if member > coins.member {
                        let units = member.numerator() * (UNIT / member.denominator());
                        let better = Coins::fewest_others(units, most, share).map(|other| Coins {
                            member, other: Fraction::new(other, UNIT) });
                        prop_assert!(!better.is_some_and(|better| better.keep(least, most, share)));
                    }
                }
            }
        }
    }
}
