//! Randomised presence: publishes fixed numbers of members and of other people, drawn at random, so
//! that the presence of everybody lies within the limits even if the attacker knows the algorithm.
//! Nergiz, Atzori & Clifton (2007) name randomisation as an outlook.
//!
//! The numbers depend only on the sizes of the table and the population and on the limits, so the
//! choice discloses nothing. All sets of the published size are equally likely, so a published
//! person is a member with probability j/M and anybody else with (m-j)/(n-M). An independent coin
//! per person would bound the posterior only on average.
//!
//! Manual page: `docs/models/randomised-presence.md`.

use incrowd_terms::{Demand, Fraction, Knowledge};
use rand::{Rng, RngExt};

/// How many people a randomised release publishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawSizes {
    /// Members.
    pub members: u64,
    /// Everybody else.
    pub others: u64,
}

/// The members of a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberShare {
    /// How many there are.
    pub members: u64,
    /// Of how many people.
    pub people: u64,
}

/// The least and the greatest presence that a demand asks for, if a draw can promise it.
#[must_use]
pub fn limits(demand: &Demand) -> Option<(Fraction, Fraction)> {
    match demand {
        Demand::Presence(asked) if asked.knowledge == Knowledge::Table => {
            Some((asked.least, asked.most))
        }
        _ => None,
    }
}

impl DrawSizes {
    /// The draw that publishes the most members and, that given, the fewest others; none if the
    /// share of members is outside the deltas. Publishing everybody keeps every delta that the
    /// share keeps, so there is one otherwise.
    #[must_use]
    pub fn within(least: Fraction, most: Fraction, share: MemberShare) -> Option<DrawSizes> {
        (1..=share.members).rev().find_map(|members| {
            let fewest = fewest_rows(members, least, most, share)?;
            let draw = DrawSizes { members, others: fewest - members };
            draw.keeps(least, most, share).then_some(draw)
        })
    }

    /// Whether both posteriors lie within the deltas.
    #[must_use]
    pub fn keeps(self, least: Fraction, most: Fraction, share: MemberShare) -> bool {
        let (published, unpublished) = self.posteriors(share);
        published.into_iter().chain(unpublished).all(|belief| least <= belief && belief <= most)
    }

    /// The probability that a published person is a member, and that another is; none if there
    /// is no such person.
    #[must_use]
    pub fn posteriors(self, share: MemberShare) -> (Option<Fraction>, Option<Fraction>) {
        let of = |members: u64, people: u64| (people > 0).then(|| Fraction::new(members, people));
        let published = self.members + self.others;
        (of(self.members, published), of(share.members - self.members, share.people - published))
    }
}

/// The fewest published rows, with so many members among them, that keep the deltas; none if no
/// number of others does. With j members of m, M rows and n people: j/M <= most, and (m-j)/(n-M) >=
/// least. The other two limits only ask for fewer rows.
fn fewest_rows(members: u64, least: Fraction, most: Fraction, share: MemberShare) -> Option<u64> {
    let over = |count: u64, of: Fraction| {
        (u128::from(count) * u128::from(of.denominator()), u128::from(of.numerator()))
    };
    let (above, below) = over(members, most);
    let hidden =
        above.checked_div(below).map(|rows| rows + u128::from(!above.is_multiple_of(below)))?;
    let (above, below) = over(share.members - members, least);
    // As many people may be left out as the members who are left out can hide among.
    let left_out = above.checked_div(below).unwrap_or(u128::from(share.people));
    let shown = u128::from(share.people).saturating_sub(left_out);
    let rows = u64::try_from(hidden.max(shown)).ok()?.max(members);
    (rows - members <= share.people - share.members).then_some(rows)
}

/// Selection sampling: one pass over the population in which each set of the right size is equally
/// likely.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    members: RemainingPeople,
    others: RemainingPeople,
}

/// People of a kind who have not come by, and how many of them are still to be published.
#[derive(Clone, Copy, Debug)]
struct RemainingPeople {
    people: u64,
    wanted: u64,
}

impl Selection {
    /// The selection of a draw before anybody has come by.
    #[must_use]
    pub fn new(draw: DrawSizes, share: MemberShare) -> Self {
        Selection {
            members: RemainingPeople { people: share.members, wanted: draw.members },
            others: RemainingPeople { people: share.people - share.members, wanted: draw.others },
        }
    }

    /// Whether the person who comes by is published. Of more people than there were, none is.
    pub fn publishes(&mut self, is_member: bool, random: &mut impl Rng) -> bool {
        let left = if is_member { &mut self.members } else { &mut self.others };
        let chosen = left.people > 0 && random.random_range(0..left.people) < left.wanted;
        left.people = left.people.saturating_sub(1);
        left.wanted -= u64::from(chosen);
        chosen
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha12Rng;

    use super::*;

    fn fraction(text: &str) -> Fraction {
        text.parse().unwrap()
    }

    #[test]
    fn one_of_two_cannot_be_published_alone() {
        let share = MemberShare { members: 1, people: 2 };
        let draw = DrawSizes::within(fraction("1/4"), fraction("3/4"), share).unwrap();
        assert_eq!(draw, DrawSizes { members: 1, others: 1 });
        assert_eq!(draw.posteriors(share), (Some(fraction("1/2")), None));
    }

    #[test]
    fn without_a_least_delta_all_members_are_published() {
        let share = MemberShare { members: 1957, people: 45_222 };
        let draw = DrawSizes::within(Fraction::ZERO, fraction("0.2"), share).unwrap();
        assert_eq!(draw, DrawSizes { members: 1957, others: 4 * 1957 });
        assert_eq!(DrawSizes::within(fraction("0.05"), fraction("0.2"), share), None);
        assert_eq!(DrawSizes::within(Fraction::ZERO, fraction("0.04"), share), None);
    }

    proptest! {
        #[test]
        fn a_draw_keeps_the_deltas_and_no_better_one_does(
            members in 1_u64..12, others in 0_u64..40, low in 0_u64..=20, high in 0_u64..=20,
        ) {
            let share = MemberShare { members, people: members + others };
            let (least, most) = (Fraction::new(low.min(high), 20), Fraction::new(low.max(high), 20));
            let all = (1..=members).rev().flat_map(|members| {
                (0..=others).map(move |others| DrawSizes { members, others })
            });
            let best = all.into_iter().find(|draw| draw.keeps(least, most, share));
            prop_assert_eq!(DrawSizes::within(least, most, share), best);
            let tau = Fraction::new(members, share.people);
            prop_assert_eq!(best.is_some(), least <= tau && tau <= most);
        }

        #[test]
        fn a_selection_publishes_exactly_the_draw(
            people in proptest::collection::vec(any::<bool>(), 1..30), seed in any::<u64>(), part in 0_u64..=30,
        ) {
            let members = people.iter().filter(|&&member| member).count() as u64;
            let share = MemberShare { members, people: people.len() as u64 };
            let draw = DrawSizes { members: members.min(part), others: (share.people - members).min(part / 2) };
            let mut random = ChaCha12Rng::seed_from_u64(seed);
            let mut selection = Selection::new(draw, share);
            let published = people.iter().filter(|&&member| selection.publishes(member, &mut random));
            let published: Vec<bool> = published.copied().collect();
            let shown = published.iter().filter(|&&member| member).count() as u64;
            prop_assert_eq!((shown, published.len() as u64 - shown), (draw.members, draw.others));
        }
    }
}
