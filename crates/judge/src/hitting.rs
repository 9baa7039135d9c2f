//! How many values it takes until every person of a class has one of them.
//!
//! A class is l-diverse where people have several values iff no l-1 values cover everybody. The least
//! number of values that do is the smallest hitting set of the people's sets of values: exact where
//! bounded branching ends, a lower bound otherwise, which is the safe side.

use std::cmp::Reverse;

use hashbrown::{HashMap, HashSet};

/// Sets of values that may be looked at for one class.
const MOST_LOOKS: u64 = 1 << 21;

/// The fewest values such that every person has one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fewest {
    pub(crate) values: u64,
    /// Whether it is that number, and not only at most it.
    pub(crate) exact: bool,
}

/// The fewest values that hit every set; none is empty.
pub(crate) fn fewest(sets: Vec<Vec<u32>>) -> Fewest {
    fewest_within(sets, MOST_LOOKS)
}

fn fewest_within(mut sets: Vec<Vec<u32>>, most_looks: u64) -> Fewest {
    sets.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    sets.dedup();
    // The value of a person who has no other is needed.
    let single = sets.partition_point(|set| set.len() == 1);
    let needed: Vec<u32> = sets[..single].iter().map(|set| set[0]).collect();
    let mut open = sets.split_off(single);
    open.retain(|set| !set.iter().any(|value| needed.binary_search(value).is_ok()));
    let needed = needed.len() as u64;
    let (mut least, most) = (apart(&open, &[]), greedy(&open));
    let mut looks = most_looks;
    while least < most {
        match hit(&open, least, &mut Vec::new(), &mut looks) {
            Some(true) => break,
            Some(false) => least += 1,
            None => return Fewest { values: needed + least, exact: false },
        }
    }
    Fewest { values: needed + least, exact: true }
}

/// Whether so many more values can hit all sets that the chosen ones do not; `None` if that takes too
/// long.
fn hit(sets: &[Vec<u32>], more: u64, chosen: &mut Vec<u32>, looks: &mut u64) -> Option<bool> {
    *looks = looks.checked_sub(2 * sets.len() as u64)?;
    let Some(set) = sets.iter().find(|set| !is_hit(set, chosen)) else { return Some(true) };
    if apart(sets, chosen) > more {
        return Some(false);
    }
    for &value in set {
        chosen.push(value);
        let found = hit(sets, more - 1, chosen, looks);
        chosen.pop();
        if found != Some(false) {
            return found;
        }
    }
    Some(false)
}

fn is_hit(set: &[u32], chosen: &[u32]) -> bool {
    set.iter().any(|value| chosen.contains(value))
}

/// A lower bound: sets that share no value each need one of their own.
fn apart(sets: &[Vec<u32>], chosen: &[u32]) -> u64 {
    let (mut taken, mut number): (HashSet<u32>, u64) = (HashSet::new(), 0);
    for set in sets.iter().filter(|set| !is_hit(set, chosen)) {
        if !set.iter().any(|value| taken.contains(value)) {
            taken.extend(set);
            number += 1;
        }
    }
    number
}

/// An upper bound: always the value that hits most of the sets that are left.
fn greedy(sets: &[Vec<u32>]) -> u64 {
    let (mut left, mut number): (Vec<&Vec<u32>>, u64) = (sets.iter().collect(), 0);
    let mut counts: HashMap<u32, u64> = HashMap::new();
    left.iter().copied().flatten().for_each(|&value| *counts.entry(value).or_insert(0) += 1);
    while let Some((&best, _)) = counts.iter().max_by_key(|&(&value, &sets)| (sets, Reverse(value)))
        && !left.is_empty()
    {
        left.retain(|set| {
            let stays = !set.contains(&best);
            if !stays {
                set.iter().for_each(|value| *counts.entry(*value).or_insert(1) -= 1);
            }
            stays
        });
        number += 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// By trying every set of the values 0 to 7.
    fn by_definition(sets: &[Vec<u32>]) -> u64 {
        let hits = |chosen: &u32| sets.iter().all(|set| set.iter().any(|v| chosen >> v & 1 == 1));
        (0..256_u32).filter(hits).map(|chosen| u64::from(chosen.count_ones())).min().unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn agrees_with_the_definition(
            sets in prop::collection::vec(prop::collection::btree_set(0_u32..8, 1..4), 1..12),
            looks in 1_u64..400,
        ) {
            let sets: Vec<Vec<u32>> = sets.into_iter().map(|s| s.into_iter().collect()).collect();
            let expected = by_definition(&sets);
            prop_assert_eq!(fewest(sets.clone()), Fewest { values: expected, exact: true });
            // A bound is one, however little may be looked at.
            let hurried = fewest_within(sets, looks);
            prop_assert!(hurried.values <= expected);
            prop_assert!(!hurried.exact || hurried.values == expected);
        }
    }

    #[test]
    fn one_value_each_is_the_number_of_values() {
        let sets = [3, 1, 3, 7].map(|value| vec![value]).to_vec();
        assert_eq!(fewest(sets), Fewest { values: 3, exact: true });
        let shared = vec![vec![1, 2], vec![1, 3], vec![1, 4]];
        assert_eq!(fewest(shared), Fewest { values: 1, exact: true });
    }
}
