//! People whom no published class matches, where rows of the table were suppressed.
//!
//! An attacker who knows the number of rows of the table knows how many members are among these
//! people. An attacker who knows the demands and the levels also knows their classes, and that each
//! class has no member or a number that violates a demand; with demands on secrets, any number may.
//! All sets of people that fit are equally likely.
//!
//! With f(x) = 1 + sum of C(n, z) x^z over the numbers z that violate, for a class of n people, the
//! ways of having s members altogether are the coefficients of F, the product of all f, and the
//! members of one class in all of them together are those of F x f'/f. Since f(0) = 1, both follow
//! from the series h = x f'/f: h_s = s f_s - sum f_z h_(s-z), and s F_s = sum H_t F_(s-t), where H
//! adds up all h. That is exact in whole numbers. Where these grow too large, the posterior is
//! enclosed by products of positive floating-point numbers, whose relative errors add up.

use num_bigint::{BigInt, BigUint, Sign};

use super::Probability;
use super::enclosure::enclose;
use crate::ratio::Ratio;

/// Unmatched classes that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AlikeClasses {
    /// People of each.
    pub(crate) people: u64,
    pub(crate) classes: u64,
    /// The numbers of members that violate a demand, ascending, up to all that are missing.
    pub(crate) violating: Vec<u64>,
}

/// Multiplications of machine words that whole numbers may take.
const MOST_WORDS: f64 = 3e8;

/// The presence of each person of each kind of class, with so many members among them all; undecided
/// if there is no way of having so many, or finding it takes too long.
pub(crate) fn posteriors(kinds: &[AlikeClasses], members: u64) -> Vec<Probability> {
    let people: u64 = kinds.iter().map(|kind| kind.people * kind.classes).sum();
    let free = |kind: &AlikeClasses| kind.violating.len() as u64 == kind.people.min(members);
    if members == 0 || ((kinds.len() == 1 || kinds.iter().all(free)) && members <= people) {
        return vec![Probability::Exactly(Ratio::of(members, people)); kinds.len()];
    }
    let Some(degree) = usize::try_from(members).ok().filter(|_| members <= people) else {
        return vec![Probability::Undecided; kinds.len()];
    };
    let exact = (words(kinds, degree, people) <= MOST_WORDS).then(|| count(kinds, degree));
    let chances = exact.unwrap_or_else(|| enclose(kinds, degree));
    chances.unwrap_or_else(|| vec![Probability::Undecided; kinds.len()])
}

/// About how many machine words are multiplied.
fn words(kinds: &[AlikeClasses], degree: usize, people: u64) -> f64 {
    let degree = degree as f64;
    let products: f64 = kinds.iter().map(|kind| degree * kind.violating.len() as f64).sum();
    let length = degree * (people as f64).log2() / 64.0 + 1.0;
    (products + degree * degree) * length
}

/// All ways, in whole numbers.
fn count(kinds: &[AlikeClasses], degree: usize) -> Option<Vec<Probability>> {
    let series: Vec<Vec<BigInt>> = kinds.iter().map(|kind| logarithmic(kind, degree)).collect();
    let mut sum = vec![BigInt::ZERO; degree + 1];
    for (kind, series) in kinds.iter().zip(&series) {
        sum.iter_mut().zip(series).for_each(|(sum, term)| *sum += term * kind.classes);
    }
    let mut ways = vec![BigInt::from(1)];
    for s in 1..=degree {
        let total: BigInt = (1..=s).map(|t| &sum[t] * &ways[s - t]).sum();
        ways.push(total / s);
    }
    let all = ways[degree].to_biguint().filter(|all| *all > BigUint::ZERO)?;
    let chance = |(kind, series): (&AlikeClasses, &Vec<BigInt>)| {
        let members: BigInt = (1..=degree).map(|t| &series[t] * &ways[degree - t]).sum();
        debug_assert!(members.sign() != Sign::Minus);
        Probability::Exactly(Ratio::new(
            members.to_biguint().unwrap_or_default(),
            &all * kind.people,
        ))
    };
    Some(kinds.iter().zip(&series).map(chance).collect())
}

/// The series x f'/f of one class.
fn logarithmic(kind: &AlikeClasses, degree: usize) -> Vec<BigInt> {
    let mut weights: Vec<(usize, BigInt)> = Vec::with_capacity(kind.violating.len());
    let (mut ways, mut chosen) = (BigInt::from(1), 0);
    for &members in &kind.violating {
        while chosen < members {
            ways = ways * (kind.people - chosen) / (chosen + 1);
            chosen += 1;
        }
        weights.push((members as usize, ways.clone()));
    }
    let mut series = vec![BigInt::ZERO; degree + 1];
    for s in 1..=degree {
        let mut term = BigInt::ZERO;
        for (z, weight) in weights.iter().take_while(|(z, _)| *z <= s) {
            if *z == s {
                term += weight * s;
            } else {
                term -= weight * &series[s - z];
            }
        }
        series[s] = term;
    }
    series
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kind(people: u64, classes: u64, violating: impl IntoIterator<Item = u64>) -> AlikeClasses {
        AlikeClasses { people, classes, violating: violating.into_iter().collect() }
    }

    #[test]
    fn an_empty_village_hides_no_mayor() {
        // Above a tenth: any of two mayors, from three of twenty villagers on.
        let found = posteriors(&[kind(2, 1, 1..=2), kind(20, 1, [])], 2);
        assert_eq!(
            found,
            [Probability::Exactly(Ratio::one()), Probability::Exactly(Ratio::zero())]
        );
        let hundred = posteriors(&[kind(2, 100, 1..=2)], 2);
        assert_eq!(hundred, [Probability::Exactly(Ratio::of(1, 100))]);
        assert_eq!(
            posteriors(&[kind(2, 1, [1]), kind(3, 1, [])], 2),
            vec![Probability::Undecided; 2]
        );
    }

    /// Everybody's posterior by trying every set of people.
    fn slowly(kinds: &[AlikeClasses], members: u64) -> Option<Vec<Ratio>> {
        let mut classes: Vec<(usize, u32)> = Vec::new();
        let (mut place, mut first) = (0, Vec::new());
        for (at, kind) in kinds.iter().enumerate() {
            first.push(place);
            for _ in 0..kind.classes {
                classes.push((at, place));
                place += kind.people as u32;
            }
        }
        let fits = |set: u32| {
            u64::from(set.count_ones()) == members
                && classes.iter().all(|&(at, start)| {
                    let mask = (1 << kinds[at].people) - 1;
                    let inside = u64::from((set >> start & mask).count_ones());
                    inside == 0 || kinds[at].violating.contains(&inside)
                })
        };
        let sets: Vec<u32> = (0..1_u32 << place).filter(|&set| fits(set)).collect();
        let share = |&start: &u32| {
            let inside = sets.iter().filter(|&&set| set >> start & 1 == 1).count();
            Ratio::of(inside as u64, sets.len() as u64)
        };
        (!sets.is_empty()).then(|| first.iter().map(share).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn posteriors_are_those_of_all_sets(
            sizes in prop::collection::vec((1_u64..5, 1_u64..4), 1..4),
            violates in prop::array::uniform32(any::<bool>()),
            members in 1_u64..8,
        ) {
            let kinds: Vec<AlikeClasses> = sizes.iter().enumerate().map(|(at, &(people, classes))| {
                let violating = |z: &u64| violates[(at * 7 + *z as usize) % 32];
                kind(people, classes, (1..=people.min(members)).filter(violating))
            }).collect();
            prop_assume!(kinds.iter().map(|kind| kind.people * kind.classes).sum::<u64>() <= 14);
            let found = posteriors(&kinds, members);
            let Some(expected) = slowly(&kinds, members) else {
                // Symmetry alone cannot tell that there is no way.
                let symmetric = kinds.len() == 1;
                prop_assert!(symmetric || found.iter().all(|chance| *chance == Probability::Undecided));
                return Ok(());
            };
            for (chance, expected) in found.iter().zip(&expected) {
                prop_assert_eq!(chance, &Probability::Exactly(expected.clone()));
            }
            for (chance, expected) in enclose(&kinds, members as usize).unwrap().iter().zip(&expected) {
                prop_assert!(chance.least().unwrap() <= expected && expected <= chance.most().unwrap());
            }
        }
    }
}
