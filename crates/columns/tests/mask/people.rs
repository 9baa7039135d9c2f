//! Clusters and buckets of people who may have several rows.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_columns::mask::RowGroups;
use incrowd_columns::mask::cluster::{
    Centre, ClusterError, Criterion, Holders, SortedCounts, Ties, cluster_at_most,
    cluster_people_at_most,
};
use incrowd_columns::mask::numbers::{GroupLimits, Grouping, group_numbers};
use incrowd_columns::mask::scale::Scale;
use incrowd_columns::mask::stream::{OneEach, Quantiles};
use proptest::prelude::*;

use super::slow::slow_total;

/// The criteria that masking uses.
const COSTS: [Criterion; 5] = [
    Criterion::RankDifference,
    Criterion::KMedian,
    Criterion::KCenter(Centre::Anywhere),
    Criterion::Cellular(Centre::Anywhere),
    Criterion::SquaredError,
];

/// The rows of people, sorted by value.
#[derive(Clone, Debug)]
struct Visits(Vec<(i64, u32)>);

impl Visits {
    fn rows(&self) -> Vec<f64> {
        self.0.iter().map(|&(value, _)| value as f64).collect()
    }

    fn people(&self) -> u64 {
        self.0.iter().map(|&(_, person)| person).collect::<BTreeSet<u32>>().len() as u64
    }

    /// The people with a value from one to before another.
    fn between(&self, low: i64, high: i64) -> u64 {
        let inside = self.0.iter().filter(|(value, _)| (low..high).contains(value));
        inside.map(|&(_, person)| person).collect::<BTreeSet<u32>>().len() as u64
    }

    fn values(&self) -> Vec<i64> {
        self.0.iter().map(|&(value, _)| value).collect::<BTreeSet<i64>>().into_iter().collect()
    }

    fn holders(&self) -> Holders {
        let values = self.values();
        let place = |value: i64| values.binary_search(&value).unwrap() as u32;
        let pairs = self.0.iter().map(|&(value, person)| (place(value), person));
        Holders::new(values.len(), pairs.collect())
    }

    fn counts(&self) -> Vec<(f64, u64)> {
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        self.0.iter().for_each(|&(value, _)| *counts.entry(value).or_default() += 1);
        counts.into_iter().map(|(value, rows)| (value as f64, rows)).collect()
    }

    /// All ways to cut the values into clusters of k people or more, so many at most.
    fn clusterings(&self, k: u64, most: usize) -> Vec<RowGroups> {
        let values = self.values();
        let ends_before = |value: i64| self.0.partition_point(|&(other, _)| other < value) as u64;
        let mut found = Vec::new();
        for mask in 0..1_u32 << (values.len() - 1) {
            let cuts: Vec<i64> = (1..values.len())
                .filter(|at| mask >> (at - 1) & 1 == 1)
                .map(|at| values[at])
                .collect();
            let bounds: Vec<i64> =
                [i64::MIN].into_iter().chain(cuts.iter().copied()).chain([i64::MAX]).collect();
            let holds = bounds.windows(2).all(|pair| self.between(pair[0], pair[1]) >= k);
            if holds && bounds.len() - 1 <= most {
                let ends = cuts.into_iter().map(ends_before).chain([self.0.len() as u64]);
                found.push(RowGroups::new(ends.collect()).unwrap());
            }
        }
        found
    }
}

fn visits() -> impl Strategy<Value = Visits> {
    prop::collection::vec((0_i64..9, 0_u32..7), 1..18).prop_map(|mut rows| {
        rows.sort_unstable();
        Visits(rows)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn clusters_of_people_equal_brute_force(visits in visits(), k in 1_u64..5, most in 1_u64..6) {
        let (rows, holders) = (visits.rows(), visits.holders());
        let line = SortedCounts::of_rows(&rows).unwrap();
        for cost in COSTS {
            let found = cluster_people_at_most(&line, &holders, k, most, cost);
            if visits.people() < k {
                let rows = visits.people();
                prop_assert_eq!(found.unwrap_err(), ClusterError::TooFew { rows, k });
                continue;
            }
            let found = found.unwrap();
            let all = visits.clusterings(k, most as usize);
            prop_assert!(all.contains(&found.groups), "{:?} {:?}", cost, found);
            let least = all.iter().map(|groups| slow_total(&rows, groups, cost)).fold(f64::INFINITY, f64::min);
            prop_assert!((found.cost - least).abs() < 1e-9, "{:?} {:?} {}", cost, found, least);
            prop_assert!((slow_total(&rows, &found.groups, cost) - least).abs() < 1e-9);
        }
    }

    #[test]
    fn one_row_each_is_clustered_as_rows_are(values in prop::collection::vec(0_i64..30, 1..40), k in 1_u64..6, most in 1_u64..9) {
        let mut rows: Vec<(i64, u32)> = values.into_iter().zip(0..).collect();
        rows.sort_unstable();
        let visits = Visits(rows);
        let line = SortedCounts::of_rows(&visits.rows()).unwrap();
        for cost in COSTS {
            let people = cluster_people_at_most(&line, &visits.holders(), k, most, cost);
            prop_assert_eq!(people, cluster_at_most(&line, k, most, cost, Ties::Together), "{:?}", cost);
        }
    }

    /// A column of numbers: as many groups as the budget allows at most, each of floor(people / budget)
    /// people, by every method.
    #[test]
    fn masked_numbers_have_their_people(visits in visits(), budget in 1_u64..6) {
        let (holders, counts) = (visits.holders(), visits.counts());
        let room = GroupLimits::of(holders.people(), budget).unwrap();
        prop_assert_eq!(room.k, (visits.people() / budget).max(1));
        let scale = Scale::Number { decimals: 0, fixed: true };
        for grouping in Grouping::ALL {
            let masked = group_numbers(&counts, Some(&holders), room, grouping, Ties::Together, scale, |_| true).unwrap();
            prop_assert!(masked.groups.len() as u64 <= budget);
            let mut rows = 0;
            for group in &masked.groups {
                let people = visits.between(group.low as i64, group.high as i64 + 1);
                prop_assert_eq!(group.people, Some(people));
                prop_assert!(people >= room.k, "{:?} {:?}", grouping, masked);
                rows += group.rows;
            }
            prop_assert_eq!(rows, visits.0.len() as u64);
        }
    }

    /// Buckets of one row each hold the people that they need, whichever rows were chosen.
    #[test]
    fn buckets_of_one_row_each_have_their_people(visits in visits(), k in 1_u64..5, seed in any::<u64>()) {
        let mut one_each = OneEach::new(7, seed);
        let mut other = one_each.clone();
        for (row, &(_, person)) in visits.0.iter().enumerate() {
            // Seen by two threads.
            if row % 3 == 0 { &mut other } else { &mut one_each }.see(person, row as u64);
        }
        one_each.merge(&other);
        let chosen = one_each.chosen();
        prop_assert_eq!(chosen.people(), visits.people());
        let rows: Vec<(i64, u32)> = (0..).zip(&visits.0).filter(|(row, _)| chosen.has(*row)).map(|(_, row)| *row).collect();
        prop_assert_eq!(rows.iter().map(|(_, person)| person).collect::<BTreeSet<_>>().len(), rows.len());
        prop_assert_eq!(rows.len() as u64, visits.people());
        if visits.people() < k {
            return Ok(());
        }
        let values: Vec<i64> = rows.iter().map(|(value, _)| *value).collect();
        let mut quantiles = Quantiles::new(k, 1 << 20);
        let buckets = loop {
            quantiles.add(&values);
            if let Some(buckets) = quantiles.end_pass().unwrap() {
                break buckets;
            }
        };
        let mut people: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        for &(value, person) in &visits.0 {
            people.entry(buckets.place(value)).or_default().insert(person);
        }
        prop_assert_eq!(people.len(), buckets.list().len());
        prop_assert!(people.values().all(|people| people.len() as u64 >= k));
    }
}

/// Every row of a person is as likely to be chosen as any other.
#[test]
fn one_row_each_is_chosen_at_random() {
    let mut times = [0_u32; 5];
    for seed in 0..5000 {
        let mut one_each = OneEach::new(1, seed);
        (0..5).for_each(|row| one_each.see(0, row));
        let chosen = one_each.chosen();
        (0..5).filter(|&row| chosen.has(row)).for_each(|row| times[row as usize] += 1);
    }
    // A thousand times each; five standard deviations are 141.
    assert_eq!(times.iter().sum::<u32>(), 5000);
    assert!(times.iter().all(|time| (859..=1141).contains(time)), "{times:?}");
}
