//! Quantiles, ranks and errors.

use std::collections::BTreeMap;

use incrowd_columns::mask::RowGroups;
use incrowd_columns::mask::cluster::{Criterion, SortedCounts, Ties};
use incrowd_columns::mask::quantile::{error, quantiles, quantiles_of};
use proptest::prelude::*;

use super::slow::{keeps_ties, slow_least};
use super::{case, cases, clusters_of, near, numbers};

#[test]
fn golden_quantiles() {
    let mut seen = 0;
    for case in cases("quantile") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let Some(sizes) = expected.get("sizes_multiset") else { continue };
        let groups = quantiles(input["n"].as_u64().unwrap(), input["k"].as_u64().unwrap());
        seen += 1;
        if sizes.is_null() {
            assert_eq!(groups, None);
            continue;
        }
        let groups = groups.unwrap();
        let mut mine: Vec<u64> = groups.rows().map(|rows| rows.end - rows.start).collect();
        mine.sort_unstable();
        assert_eq!(mine, numbers(sizes), "{case}");
        let least = expected["min_rank_difference"].as_u64().unwrap();
        assert_eq!(groups.rank_difference(), u128::from(least), "{case}");
    }
    assert_eq!(seen, 8);
}

#[test]
fn examples_of_ranks() {
    // Examples 9 to 11: 1, 3, 4 become 3, and 7, 12 become 7.
    let case = case("quantile", "ex9-11");
    let mut rows = numbers(&case["input"]["S"]);
    rows.sort_unstable();
    for (rank, row) in (1..).zip(&rows) {
        assert_eq!(case["expected"]["ranks"][row.to_string()], rank);
    }
    let groups = RowGroups::new(vec![3, 5]).unwrap();
    for (part, median) in groups.rows().zip(groups.medians()) {
        for row in part {
            let becomes = &case["input"]["f"][rows[row as usize].to_string()];
            assert_eq!(*becomes, rows[median as usize]);
        }
    }
    assert_eq!(groups.smallest(), case["expected"]["anonymity"].as_u64());
    assert_eq!(groups.rank_difference(), 3);
    assert_eq!(case["expected"]["rank_difference"], 3);
}

#[test]
fn boundaries_decide_not_nearness() {
    let case = case("quantile", "nearest-trap");
    let rows = numbers(&case["input"]["S"]);
    let groups = quantiles(rows.len() as u64, case["input"]["k"].as_u64().unwrap()).unwrap();
    let whole: Vec<i64> = rows.iter().map(|&row| row as i64).collect();
    let mine = serde_json::to_value(clusters_of(&whole, &groups)).unwrap();
    assert_eq!(mine, case["expected"]["quantile_groups"]);
    let medians: Vec<u64> = groups.medians().map(|row| rows[row as usize]).collect();
    assert_eq!(medians, numbers(&case["expected"]["medians"]));
    // By nearness the second median would be left with fewer than k.
    let nearest = |row: u64| *medians.iter().min_by_key(|median| median.abs_diff(row)).unwrap();
    let mut fibres: BTreeMap<String, u64> = BTreeMap::new();
    rows.iter().for_each(|&row| *fibres.entry(nearest(row).to_string()).or_default() += 1);
    let fibres = serde_json::to_value(fibres).unwrap();
    assert_eq!(fibres, case["expected"]["fibres_if_nearest_median"]);
}

#[test]
fn columns_do_not_make_a_crowd() {
    let case = case("quantile", "columnwise-trap");
    let rows: Vec<Vec<u64>> =
        case["input"]["rows"].as_array().unwrap().iter().map(numbers).collect();
    let k = case["input"]["k"].as_u64().unwrap();
    let mut published = vec![Vec::new(); rows.len()];
    for column in 0..2 {
        let mut values: Vec<i64> = rows.iter().map(|row| row[column] as i64).collect();
        values.sort_unstable();
        let groups = quantiles_of(&SortedCounts::of_rows(&values).unwrap(), k).unwrap();
        assert!(groups.smallest() >= Some(k));
        for (row, published) in rows.iter().zip(&mut published) {
            let rank = values.partition_point(|&value| value < row[column] as i64) as u64;
            published.push(groups.ends().partition_point(|&end| end <= rank));
        }
    }
    let mut classes: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
    published.into_iter().for_each(|row| *classes.entry(row).or_default() += 1);
    assert_eq!(classes.values().min().copied(), case["expected"]["joint_anonymity"].as_u64());
}

#[test]
fn error_of_evenly_spread_values() {
    for (n, k) in [(9_u64, 3_u64), (100, 5), (9_999, 99)] {
        let values: Vec<f64> = (1..=n).map(|value| value as f64).collect();
        let groups = quantiles(n, k).unwrap();
        let mut masked = values.clone();
        for (part, median) in groups.rows().zip(groups.medians()) {
            part.for_each(|row| masked[row as usize] = values[median as usize]);
        }
        if n.is_multiple_of(k) {
            let law = (k * k - 1) as f64 / (n * n - 1) as f64;
            assert!(near(error(&values, &masked).unwrap(), law), "{n} {k}");
        }
        assert_eq!(error(&values, &values), Some(0.0));
        let mean = vec![(n + 1) as f64 / 2.0; values.len()];
        assert!(near(error(&values, &mean).unwrap(), 1.0));
    }
    assert_eq!(error(&[2.0, 2.0], &[2.0, 2.0]), None);
    assert_eq!(error(&[1.0, 2.0], &[1.0]), None);
    assert_eq!(error(&[], &[]), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn quantiles_move_the_fewest_ranks(n in 1_u64..13, k in 1_u64..6) {
        let rows: Vec<f64> = (0..n).map(|row| row as f64).collect();
        let least = slow_least(&rows, k, Criterion::RankDifference, Ties::Cut);
        match quantiles(n, k) {
            Some(groups) => {
                prop_assert_eq!(groups.rank_difference() as f64, least);
                prop_assert!(groups.smallest() >= Some(k));
                prop_assert_eq!(groups.len() as u64, n / k);
                prop_assert_eq!(groups.ends().last(), Some(&n));
            }
            None => prop_assert!(n < k),
        }
    }

    #[test]
    fn kept_together_they_still_move_the_fewest(
        mut rows in prop::collection::vec(0_i64..6, 1..12),
        k in 1_u64..5,
    ) {
        rows.sort_unstable();
        let real: Vec<f64> = rows.iter().map(|&row| row as f64).collect();
        let groups = quantiles_of(&SortedCounts::of_rows(&rows).unwrap(), k);
        let least = slow_least(&real, k, Criterion::RankDifference, Ties::Together);
        match groups {
            Ok(groups) => {
                prop_assert_eq!(groups.rank_difference() as f64, least);
                prop_assert!(groups.smallest() >= Some(k) && keeps_ties(&real, &groups));
            }
            Err(_) => prop_assert!((rows.len() as u64) < k),
        }
    }
}
