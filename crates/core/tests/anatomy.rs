//! Anatomy: the properties that groups must have, whatever the lots.

use std::collections::BTreeMap;

use incrowd_core::anatomy::{Anatomy, PersonValues, anatomize, anatomize_people};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

use crate::support::vectors::cases;

/// The secrets of each group.
fn groups(anatomy: &Anatomy) -> Vec<Vec<u32>> {
    let mut groups = vec![Vec::new(); anatomy.groups as usize];
    for (secret, of) in (0..).zip(&anatomy.group_of) {
        of.iter().for_each(|&group| groups[group as usize].push(secret));
    }
    groups
}

#[test]
fn the_vectors() {
    for case in cases("anatomy") {
        let (id, expected) = (&case["id"], &case["expected"]);
        let mut rows: BTreeMap<&str, u64> = BTreeMap::new();
        for secret in case["input"]["sensitive"].as_array().unwrap() {
            *rows.entry(secret.as_str().unwrap()).or_default() += 1;
        }
        let rows: Vec<u64> = rows.into_values().collect();
        let l = case["input"]["l"].as_u64().unwrap();
        let found = anatomize(&rows, l, &mut ChaCha12Rng::seed_from_u64(7));
        assert_eq!(found.is_ok(), expected["eligible"].as_bool().unwrap(), "{id}");
        let Ok(found) = found else { continue };
        let sizes: Vec<u64> = groups(&found).iter().map(|group| group.len() as u64).collect();
        assert_eq!(sizes.len() as u64, expected["groups"].as_u64().unwrap(), "{id}");
        let allowed: Vec<u64> = serde_json::from_value(expected["group_sizes_in"].clone()).unwrap();
        assert!(sizes.iter().all(|size| allowed.contains(size)), "{id}: {sizes:?}");
        let residue = sizes.iter().map(|size| size - l).sum::<u64>();
        assert_eq!(residue, expected["residue"].as_u64().unwrap(), "{id}");
    }
}

proptest! {
    #[test]
    fn groups_have_different_secrets_and_lose_no_row(
        rows in proptest::collection::vec(0_u64..12, 1..9),
        l in 1_u64..7,
        seed in any::<u64>(),
    ) {
        let all: u64 = rows.iter().sum();
        let most = rows.iter().copied().max().unwrap();
        let random = &mut ChaCha12Rng::seed_from_u64(seed);
        match anatomize(&rows, l, random) {
            Err(refusal) => {
                prop_assert!(most * l > all);
                prop_assert_eq!((refusal.rows, rows[refusal.secret as usize]), (most, most));
                prop_assert!(anatomize(&rows, refusal.most, random).is_ok());
            }
            Ok(anatomy) => {
                prop_assert!(most * l <= all);
                let counts: Vec<u64> = anatomy.group_of.iter().map(|of| of.len() as u64).collect();
                prop_assert_eq!(counts, rows);
                prop_assert_eq!(u64::from(anatomy.groups), all / l);
                for group in groups(&anatomy) {
                    let mut different = group.clone();
                    different.dedup();
                    prop_assert_eq!(&different, &group, "secrets come in order");
                    prop_assert!(group.len() as u64 >= l);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// All rows of a person are in one group, and no value has more than one l-th of its people,
    /// nor of its rows where that is asked for.
    #[test]
    fn groups_of_people_are_diverse(
        visits in proptest::collection::vec((0..30_u32, 0..9_u32), 1..80),
        l in 1..5_u64,
        by_rows in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let mut people: BTreeMap<u32, PersonValues> = BTreeMap::new();
        for (person, value) in visits {
            let secrets = people.entry(person).or_default();
            secrets.values.insert(value);
            *secrets.rows.entry(value).or_default() += 1;
        }
        let people: Vec<PersonValues> = people.into_values().collect();
        let most = |group: &[&PersonValues]| {
            let having = |value| {
                group.iter().filter(|secrets| secrets.values.contains(&value)).count() as u64
            };
            let rows = |value| -> u64 {
                group.iter().filter_map(|secrets| secrets.rows.get(&value)).sum()
            };
            let all: u64 = group.iter().flat_map(|secrets| secrets.rows.values()).sum();
            (0..9).all(|value| {
                having(value) * l <= group.len() as u64 && (!by_rows || rows(value) * l <= all)
            })
        };
        let found = anatomize_people(&people, l, by_rows, &mut ChaCha12Rng::seed_from_u64(seed));
        let everybody: Vec<&PersonValues> = people.iter().collect();
        prop_assert_eq!(found.is_ok(), most(&everybody));
        if let Ok(anatomy) = found {
            for group in 0..anatomy.groups {
                let own = people.iter().zip(&anatomy.group_of).filter(|(_, of)| **of == group);
                let own: Vec<&PersonValues> = own.map(|(secrets, _)| secrets).collect();
                prop_assert!(!own.is_empty() && most(&own));
            }
        }
    }
}

#[test]
fn people_with_one_value_are_in_small_groups() {
    let person = |at: u32| PersonValues { values: [at % 9].into(), rows: [(at % 9, 3)].into() };
    let people: Vec<PersonValues> = (0..900).map(person).collect();
    let anatomy = anatomize_people(&people, 3, true, &mut ChaCha12Rng::seed_from_u64(1)).unwrap();
    assert_eq!(anatomy.groups, 300);
}
