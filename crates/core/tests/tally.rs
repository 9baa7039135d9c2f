//! The tally does not depend on who counted what.

use incrowd_core::frequency_set::{FrequencySet, SensitiveOrder};
use incrowd_core::hierarchy::{Domain, Hierarchy, Spec, build};
use incrowd_core::table::Counter;
use incrowd_core::terms::{Kind, Nulls};
use proptest::prelude::*;

fn hierarchies(values: &[String], columns: usize) -> Vec<Hierarchy> {
    let mut values: Vec<(String, u64)> = values.iter().map(|text| (text.clone(), 1)).collect();
    values.sort();
    values.dedup();
    let nulls = Nulls::default();
    let domain = Domain { column: "x", kind: Kind::Text, values: &values, nulls: &nulls };
    (0..columns).map(|_| build(&Spec::flat(), &domain).unwrap()).collect()
}

/// Tuples with their rows and people, in the order of the tally.
fn listed(frequency_set: &FrequencySet, columns: usize) -> Vec<(Vec<u32>, u64, u64)> {
    let tuple = |tuple: u32| {
        let codes = (0..columns).map(|column| frequency_set.code(column, tuple)).collect();
        (codes, frequency_set.rows_of(tuple), frequency_set.people_of(tuple))
    };
    (0..frequency_set.tuples() as u32).map(tuple).collect()
}

proptest! {
    #[test]
    fn the_order_of_counting_leaves_no_trace(
        rows in proptest::collection::vec((proptest::collection::vec(0_u8..6, 3), 0_u8..3), 1..40),
        cut in 0..40_usize,
    ) {
        let cut = cut.min(rows.len());
        let count = |rows: &[(Vec<u8>, u8)]| {
            let mut counter = Counter::new(3, 1);
            for (cells, secret) in rows {
                let cells: Vec<String> = cells.iter().map(u8::to_string).collect();
                let secret = secret.to_string();
                counter.add(cells.iter().map(String::as_str), std::iter::once(secret.as_str()));
            }
            counter
        };
        let all: Vec<String> = (0..6).map(|value| value.to_string()).collect();
        let hierarchies = hierarchies(&all, 3);
        let frequency_set = |members: &Counter, people: &Counter| {
            let order = |counter: &Counter| {
                let codes = counter.secret_values(0).iter().map(|text| text.parse().unwrap());
                vec![SensitiveOrder { codes: codes.collect(), places: 3 }]
            };
            FrequencySet::new(members, Some(people), &hierarchies, &order(members), &order(people))
        };
        let (first, rest) = rows.split_at(cut);
        let one = frequency_set(&count(&rows), &count(&rows));
        let other = count(rest).merge(count(first));
        let other = frequency_set(&other, &other);
        prop_assert_eq!(listed(&one, 3), listed(&other, 3));
        prop_assert!(listed(&one, 3).is_sorted());
        prop_assert_eq!(one.whole().secrets, other.whole().secrets);
    }
}
