//! Posterior presence for an attacker with a prior for each person.
//!
//! Exactly r people of a box with r rows are in the table. A priori, each person is in it
//! independently with probability b. A posteriori, the probability of a set of r people is
//! proportional to the product of its members' odds b/(1-b), and the presence of a person is the
//! share of the sets that contain the person. The sum over sets is a coefficient of a product with
//! one factor per person.
//!
//! Small boxes are computed exactly. In others all odds are first scaled so that r people are
//! expected, which changes no answer and puts the coefficient where the product is large; then
//! floating point keeps it to far better than the margin that is put around it.

use incrowd_terms::Fraction;
use num_bigint::BigUint;

use super::Probability;
use crate::ratio::Ratio;

/// Boxes of more people are computed in floating point.
const EXACT_PEOPLE: u64 = 32;

/// What is put around a result in floating point, whose error is smaller.
const MARGIN: f64 = 1e-9;

/// Terms below are left out of a product.
const NOTHING: f64 = 1e-40;

/// Multiplications that may be spent on one box.
const MOST_EFFORT: u64 = 1 << 33;

/// So many people share a belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Believed {
    pub(crate) belief: Fraction,
    pub(crate) people: u64,
}

/// Beliefs that no table with so many rows agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contradiction {
    /// More people are certain to be in the table than there are rows.
    TooManyCertain(u64),
    /// Fewer people can be in the table than there are rows.
    TooFewPossible(u64),
}

/// The presence of each group of people of a box, whose beliefs differ.
pub(crate) fn weigh(groups: &[Believed], rows: u64) -> Result<Vec<Probability>, Contradiction> {
    let people = |keep: &dyn Fn(Fraction) -> bool| -> u64 {
        groups.iter().filter(|group| keep(group.belief)).map(|group| group.people).sum()
    };
    let sure = people(&|belief| belief == Fraction::ONE);
    let possible = people(&|belief| belief != Fraction::ZERO);
    if sure > rows {
        return Err(Contradiction::TooManyCertain(sure));
    }
    if possible < rows {
        return Err(Contradiction::TooFewPossible(possible));
    }
    let is_open = |group: &Believed| group.belief > Fraction::ZERO && group.belief < Fraction::ONE;
    let open: Vec<Believed> = groups.iter().copied().filter(is_open).collect();
    let mut chances = open_chances(&open, rows - sure, possible - sure).into_iter();
    let chance = |group: &Believed| match group.belief {
        Fraction::ZERO => Probability::Exactly(Ratio::zero()),
        Fraction::ONE => Probability::Exactly(Ratio::one()),
        _ => chances.next().unwrap_or(Probability::Undecided),
    };
    Ok(groups.iter().map(chance).collect())
}

/// The presence of groups about whom nothing was certain.
fn open_chances(groups: &[Believed], rows: u64, people: u64) -> Vec<Probability> {
    // If all beliefs are equal, or all people are in or out, beliefs do not matter.
    if groups.len() <= 1 || rows == 0 || rows == people {
        return vec![Probability::Exactly(Ratio::of(rows, people)); groups.len()];
    }
    if people <= EXACT_PEOPLE {
        return exact(groups, rows as usize);
    }
    let Some(chances) = floating(groups, rows) else {
        return vec![Probability::Undecided; groups.len()];
    };
    let margin = MARGIN + 8.0 * people as f64 * f64::EPSILON;
    let between = |chance: f64| {
        Probability::Between(Ratio::at_most(chance - margin), Ratio::at_least(chance + margin))
    };
    chances.into_iter().map(between).collect()
}

/// Each person is a factor `out + in x` in whole numbers, where in : out are the odds.
fn exact(groups: &[Believed], rows: usize) -> Vec<Probability> {
    let odds = |belief: Fraction| (belief.numerator(), belief.denominator() - belief.numerator());
    let mut product = vec![BigUint::ZERO; rows + 1];
    product[0] = BigUint::from(1_u8);
    for group in groups {
        let (inside, outside) = odds(group.belief);
        for _ in 0..group.people {
            for degree in (0..=rows).rev() {
                let kept = &product[degree] * outside;
                let joined = if degree > 0 { &product[degree - 1] * inside } else { BigUint::ZERO };
                product[degree] = kept + joined;
            }
        }
    }
    let chance = |group: &Believed| {
        let (inside, outside) = odds(group.belief);
        // The product of all but one of the group, by exact division.
        let mut others = &product[0] / outside;
        for term in &product[1..rows] {
            others = (term - others * inside) / outside;
        }
        Probability::Exactly(Ratio::new(others * inside, product[rows].clone()))
    };
    groups.iter().map(chance).collect()
}

/// The presence of each group in floating point; `None` if that takes too long.
fn floating(groups: &[Believed], rows: u64) -> Option<Vec<f64>> {
    let scaled = scaled(groups, rows as f64);
    let mut product = Terms { first: 0, terms: vec![1.0] };
    let mut effort = MOST_EFFORT;
    for (&belief, group) in scaled.iter().zip(groups) {
        let factor = Terms::of_equals(group.people, belief);
        let terms = (product.terms.len() as u64).saturating_mul(factor.terms.len() as u64);
        effort = effort.checked_sub(terms)?;
        product = product.times(&factor);
    }
    let whole = product.at(rows);
    let chance = |&belief: &f64| belief * product.without(belief, rows - 1) / whole;
    Some(scaled.iter().map(chance).collect())
}

/// Beliefs whose odds are the given ones times one number, so that `rows` people are expected.
fn scaled(groups: &[Believed], rows: f64) -> Vec<f64> {
    let odds: Vec<f64> = (groups.iter())
        .map(|Believed { belief, .. }| {
            let inside = belief.numerator() as f64;
            inside / (belief.denominator() - belief.numerator()) as f64
        })
        .collect();
    let beliefs = |scale: f64| odds.iter().map(move |odds| odds * scale / (1.0 + odds * scale));
    let expected = |scale: f64| -> f64 {
        beliefs(scale).zip(groups).map(|(belief, group)| belief * group.people as f64).sum()
    };
    // Odds of eighteen digits and boxes of 10^19 people leave the scale within these powers of e.
    let (mut low, mut high) = (-100.0_f64, 100.0_f64);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if expected(middle.exp()) < rows { low = middle } else { high = middle }
    }
    beliefs(low.exp()).collect()
}

/// The terms of a product of factors `(1 - b) + b x` that are not next to nothing.
struct Terms {
    /// The power of the first term.
    first: u64,
    terms: Vec<f64>,
}

impl Terms {
    /// So many people of the same belief, from the most likely number of them in both directions.
    fn of_equals(people: u64, belief: f64) -> Self {
        let odds = belief / (1.0 - belief);
        let mode = ((people as f64 + 1.0) * belief).floor().min(people as f64);
        let (mut below, mut above) = (Vec::new(), vec![1.0]);
        let (mut term, mut at) = (1.0, mode);
        while at > 0.0 && term > NOTHING {
            term *= at / (people as f64 - at + 1.0) / odds;
            at -= 1.0;
            below.push(term);
        }
        let first = at as u64;
        (term, at) = (1.0, mode);
        while at < people as f64 && term > NOTHING {
            term *= (people as f64 - at) / (at + 1.0) * odds;
            at += 1.0;
            above.push(term);
        }
        below.reverse();
        below.append(&mut above);
        let sum: f64 = below.iter().sum();
        below.iter_mut().for_each(|term| *term /= sum);
        Terms { first, terms: below }
    }

    fn times(&self, other: &Terms) -> Terms {
        let mut terms = vec![0.0; self.terms.len() + other.terms.len() - 1];
        for (at, a) in self.terms.iter().enumerate() {
            for (sum, b) in terms[at..].iter_mut().zip(&other.terms) {
                *sum += a * b;
            }
        }
        let something = |term: &f64| *term > NOTHING;
        let start = terms.iter().position(something).unwrap_or(0);
        let end = terms.iter().rposition(something).map_or(terms.len(), |last| last + 1);
        Terms { first: self.first + other.first + start as u64, terms: terms[start..end].to_vec() }
    }

    fn at(&self, power: u64) -> f64 {
        let place = power.checked_sub(self.first).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| self.terms.get(place)).copied().unwrap_or(0.0)
    }

    /// A term of the product without one factor, by dividing from the side on which errors shrink.
    fn without(&self, belief: f64, power: u64) -> f64 {
        let end = self.first + self.terms.len() as u64;
        let mut term = 0.0;
        if belief <= 0.5 {
            for at in self.first..=power {
                term = (self.at(at) - belief * term) / (1.0 - belief);
            }
        } else {
            for at in (power + 1..end).rev() {
                term = (self.at(at) - (1.0 - belief) * term) / belief;
            }
        }
        term
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// By the definition: all sets of so many people.
    fn defined(people: &[Fraction], rows: u32) -> Option<Vec<Ratio>> {
        let weight = |set: u32| -> u64 {
            let factor = |(person, belief): (usize, &Fraction)| match set >> person & 1 {
                1 => belief.numerator(),
                _ => belief.denominator() - belief.numerator(),
            };
            people.iter().enumerate().map(factor).product()
        };
        let sets = || (0..1_u32 << people.len()).filter(|set| set.count_ones() == rows);
        let whole: u64 = sets().map(weight).sum();
        let part = |person: usize| sets().filter(|set| set >> person & 1 == 1).map(weight).sum();
        (whole > 0).then(|| (0..people.len()).map(|p| Ratio::of(part(p), whole)).collect())
    }

    fn group(belief: &str, people: u64) -> Believed {
        Believed { belief: belief.parse().unwrap(), people }
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            beliefs in prop::collection::vec(0_u64..8, 1..9),
            rows in 0_u32..9,
        ) {
            let people: Vec<Fraction> = beliefs.iter().map(|&b| Fraction::new(b, 7)).collect();
            let groups: Vec<Believed> =
                people.iter().map(|&belief| Believed { belief, people: 1 }).collect();
            match (weigh(&groups, u64::from(rows)), defined(&people, rows)) {
                (Err(_), None) => {}
                (Ok(found), Some(expected)) => {
                    let expected: Vec<Probability> =
                        expected.into_iter().map(Probability::Exactly).collect();
                    prop_assert_eq!(found, expected);
                }
                (found, expected) => prop_assert!(false, "{found:?} {expected:?}"),
            }
        }

        #[test]
        fn floating_point_agrees_with_exact_numbers(
            beliefs in prop::collection::vec((1_u64..99, 1_u64..6), 2..8),
            rows in 1_usize..20,
        ) {
            let groups: Vec<Believed> = beliefs.iter()
                .map(|&(b, people)| Believed { belief: Fraction::new(b, 99), people }).collect();
            let people: u64 = groups.iter().map(|group| group.people).sum();
            prop_assume!((rows as u64) < people);
            let found = floating(&groups, rows as u64).unwrap();
            for (found, exact) in found.iter().zip(exact(&groups, rows)) {
                let exact = exact.least().unwrap().to_f64();
                prop_assert!((found - exact).abs() < 1e-12, "{found} {exact}");
            }
        }
    }

    #[test]
    fn large_boxes_keep_their_promise() {
        let groups = [group("0.01", 30_000), group("0.1", 15_000), group("0.9", 222)];
        let found = weigh(&groups, 1957).unwrap();
        let middle = |chance: &Probability| {
            let (least, most) = (chance.least().unwrap().to_f64(), chance.most().unwrap().to_f64());
            assert!(most - least < 1e-8);
            f64::midpoint(least, most)
        };
        let chances: Vec<f64> = found.iter().map(middle).collect();
        let expected: f64 =
            chances.iter().zip(&groups).map(|(chance, group)| chance * group.people as f64).sum();
        assert!((expected - 1957.0).abs() < 1e-3, "{expected}");
        assert!(chances[0] < chances[1] && chances[1] < chances[2]);
        // Many beliefs, each of one person.
        let many: Vec<Believed> =
            (1..2000_u64).map(|b| Believed { belief: Fraction::new(b, 2000), people: 1 }).collect();
        let found = weigh(&many, 100).unwrap();
        let expected: f64 = found.iter().map(middle).sum();
        assert!((expected - 100.0).abs() < 1e-6, "{expected}");
    }

    #[test]
    fn equal_beliefs_change_nothing_and_impossible_ones_are_told() {
        assert_eq!(weigh(&[group("1/3", 7)], 2), Ok(vec![Probability::Exactly(Ratio::of(2, 7))]));
        let sure = [group("1", 2), group("0", 5), group("0.2", 3)];
        let chances = [Ratio::one(), Ratio::zero(), Ratio::of(1, 3)].map(Probability::Exactly);
        assert_eq!(weigh(&sure, 3), Ok(chances.to_vec()));
        assert_eq!(weigh(&sure, 1), Err(Contradiction::TooManyCertain(2)));
        assert_eq!(weigh(&sure, 6), Err(Contradiction::TooFewPossible(5)));
    }
}
