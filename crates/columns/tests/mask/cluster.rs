//! Optimal clusters.

use incrowd_columns::mask::cluster::{
    Centre, ClusterError, Criterion, SortedCounts, Ties, cluster, cluster_at_most,
};
use proptest::prelude::*;

use super::slow::{ALL, keeps_ties, plain_programme, slow_least, slow_least_at_most, slow_total};
use super::{cases, clusters_of, near, number};

const COSTS: [(&str, Criterion); 6] = [
    ("k_median", Criterion::KMedian),
    ("k_center_half_range", Criterion::KCenter(Centre::Anywhere)),
    ("k_center_member", Criterion::KCenter(Centre::Member)),
    ("cellular_half_range", Criterion::Cellular(Centre::Anywhere)),
    ("cellular_member", Criterion::Cellular(Centre::Member)),
    ("sse", Criterion::SquaredError),
];

#[test]
fn golden_clusters() {
    let mut seen = 0;
    for case in cases("dp_cluster") {
        let points = case["input"]["points"].as_array().unwrap();
        let points: Vec<i64> = points.iter().map(|point| point.as_i64().unwrap()).collect();
        let k = case["input"]["k"].as_u64().unwrap();
        let line = SortedCounts::of_rows(&points).unwrap();
        for (name, ties) in [("ties_free", Ties::Cut), ("ties_together", Ties::Together)] {
            for (cost_name, cost) in COSTS {
                let found = cluster(&line, k, cost, ties);
                let expected = &case["expected"][name];
                seen += 1;
                if expected.is_null() {
                    let rows = points.len() as u64;
                    assert_eq!(found.unwrap_err(), ClusterError::TooFew { rows, k });
                    continue;
                }
                let (found, expected) = (found.unwrap(), &expected[cost_name]);
                let note = format!("{} {name} {cost_name} {found:?}", case["id"]);
                assert!(near(found.cost, number(&expected["cost"])), "{note}");
                let listed = expected["clusterings"].as_array().unwrap();
                let mine = serde_json::to_value(clusters_of(&points, &found.groups)).unwrap();
                // The lists end at six.
                assert!(listed.len() >= 6 || listed.contains(&mine), "{note}");
            }
        }
        if case["id"] == "dp-1" {
            let best = cluster(&line, k, COSTS[3].1, Ties::Together).unwrap().cost;
            let any = &case["expected"]["global_optimum_any_partition"]["cellular_half_range"];
            assert!(number(any) < best, "neighbours are not always best");
        }
    }
    assert_eq!(seen, 7 * 2 * 6);
}

/// Clusters of these rows as whole numbers and as doubles are the best, hold k and cost what they
/// say.
fn check_clusters(whole: &[i64], k: u64) {
    let rows: Vec<f64> = whole.iter().map(|&row| row as f64).collect();
    let (line, real) =
        (SortedCounts::of_rows(whole).unwrap(), SortedCounts::of_rows(&rows).unwrap());
    for ties in [Ties::Together, Ties::Cut] {
        for cost in ALL {
            let least = slow_least(&rows, k, cost, ties);
            for found in [cluster(&line, k, cost, ties), cluster(&real, k, cost, ties)] {
                let found = found.unwrap();
                let note = format!("{whole:?} {k} {cost:?} {ties:?} {found:?} {least}");
                assert!((found.cost - least).abs() < 1e-9, "{note}");
                assert!((slow_total(&rows, &found.groups, cost) - least).abs() < 1e-9, "{note}");
                assert!(found.groups.smallest() >= Some(k), "{note}");
                assert_eq!(found.groups.ends().last(), Some(&(rows.len() as u64)), "{note}");
                assert!(ties == Ties::Cut || keeps_ties(&rows, &found.groups), "{note}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn clusters_equal_brute_force(
        mut rows in prop::collection::vec(0_i64..25, 1..11),
        k in 1_u64..5,
    ) {
        rows.sort_unstable();
        if rows.len() as u64 >= k {
            check_clusters(&rows, k);
        }
    }

    #[test]
    fn clusters_of_many_rows_equal_the_plain_programme(
        mut rows in prop::collection::vec(0_i64..3000, 20..90),
        fold in 1_i64..60,
        k in 1_usize..16,
    ) {
        // Fewer values make more of them equal.
        rows.iter_mut().for_each(|row| *row /= fold);
        rows.sort_unstable();
        let real: Vec<f64> = rows.iter().map(|&row| row as f64).collect();
        let line = SortedCounts::of_rows(&rows).unwrap();
        for ties in [Ties::Together, Ties::Cut] {
            for cost in ALL {
                let found = cluster(&line, k as u64, cost, ties).unwrap();
                let least = plain_programme(&real, k, cost, ties);
                prop_assert!((found.cost - least).abs() <= 1e-9 * least.max(1.0), "{cost:?} {ties:?}");
                let mine = slow_total(&real, &found.groups, cost);
                prop_assert!((mine - least).abs() <= 1e-9 * least.max(1.0), "{cost:?} {ties:?}");
                prop_assert!(found.groups.smallest() >= Some(k as u64));
                prop_assert!(ties == Ties::Cut || keeps_ties(&real, &found.groups));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn clusters_of_fractions_equal_the_plain_programme(
        mut rows in prop::collection::vec(0.0_f64..10.0, 20..80),
        power in 1_i32..9,
        k in 1_usize..14,
    ) {
        // Powers make values sparse at one end and crowded at the other.
        rows.iter_mut().for_each(|row| *row = row.powi(power));
        rows.sort_unstable_by(f64::total_cmp);
        let line = SortedCounts::of_rows(&rows).unwrap();
        for cost in ALL {
            let found = cluster(&line, k as u64, cost, Ties::Together).unwrap();
            let least = plain_programme(&rows, k, cost, Ties::Together);
            let mine = slow_total(&rows, &found.groups, cost);
            prop_assert!((found.cost - least).abs() <= 1e-9 * least, "{cost:?}");
            prop_assert!((mine - least).abs() <= 1e-9 * least, "{cost:?}");
            prop_assert!(found.groups.smallest() >= Some(k as u64));
        }
    }
}

#[test]
fn counts_are_as_good_as_rows() {
    // Values with so many rows that those in the middle are never taken apart.
    let counts = [(0_i64, 3_u64), (10, 50), (11, 1), (40, 64), (41, 2), (90, 1), (91, 30)];
    let rows: Vec<i64> =
        counts.iter().flat_map(|&(value, count)| (0..count).map(move |_| value)).collect();
    let real: Vec<f64> = rows.iter().map(|&row| row as f64).collect();
    let line = SortedCounts::of_counts(counts).unwrap();
    assert_eq!((line.rows(), line.values()), (151, 7));
    for k in [2, 4, 7] {
        for cost in ALL {
            for ties in [Ties::Together, Ties::Cut] {
                let found = cluster(&line, k, cost, ties).unwrap();
                let least = plain_programme(&real, k as usize, cost, ties);
                assert!((found.cost - least).abs() < 1e-9, "{k} {cost:?} {ties:?} {found:?}");
                assert!(found.groups.smallest() >= Some(k));
            }
        }
    }
    let huge =
        SortedCounts::of_counts([(1_i64, 10_000_000_000), (2, 3), (5, 7_000_000_000)]).unwrap();
    let found = cluster(&huge, 5, Criterion::KMedian, Ties::Cut).unwrap();
    assert_eq!((found.cost, found.groups.smallest() >= Some(5)), (2.0, true));
}

#[test]
fn far_away_values_blur_nothing() {
    // Clusters of a thousandth among values of up to 10^15: doubles alone would lose them.
    let far = 1e15;
    let fine = [0.0, 0.001, 0.01, 0.011, 0.02, 0.0212];
    let rows: Vec<f64> = fine.into_iter().chain([far, far + 1.0]).collect();
    let line = SortedCounts::of_rows(&rows).unwrap();
    for cost in [Criterion::SquaredError, Criterion::KMedian, Criterion::Cellular(Centre::Anywhere)]
    {
        let found = cluster(&line, 2, cost, Ties::Together).unwrap();
        assert_eq!(found.groups.ends(), [2, 4, 6, 8], "{cost:?}");
    }
    // Whole numbers at both ends of their range.
    let ends = [i64::MIN, i64::MIN + 1, -1, 0, i64::MAX - 1, i64::MAX];
    let line = SortedCounts::of_rows(&ends).unwrap();
    for cost in ALL {
        let found = cluster(&line, 2, cost, Ties::Together).unwrap();
        assert_eq!(found.groups.ends(), [2, 4, 6], "{cost:?}");
    }
    let found = cluster(&line, 2, Criterion::KMedian, Ties::Together).unwrap();
    assert_eq!(found.cost, 3.0);
}

#[test]
fn refused_lines() {
    assert_eq!(SortedCounts::of_rows(&[2_i64, 1]).unwrap_err(), ClusterError::NotSorted);
    for value in [f64::NAN, f64::INFINITY, 1e80] {
        assert_eq!(SortedCounts::of_rows(&[value]).unwrap_err(), ClusterError::NotUsable);
    }
    assert_eq!(SortedCounts::of_counts([(1_i64, u64::MAX)]).unwrap_err(), ClusterError::TooMany);
    let empty = SortedCounts::<f64>::of_rows(&[]).unwrap();
    let refused = cluster(&empty, 0, Criterion::KMedian, Ties::Together).unwrap_err();
    assert_eq!(refused, ClusterError::TooFew { rows: 0, k: 1 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A budget that does not divide the rows: floor(rows / budget) rows or more in each group, and
    /// never more groups than the budget.
    #[test]
    fn a_limited_number_of_clusters_is_the_best_of_all(
        mut rows in prop::collection::vec(0_i64..60, 2..13),
        budget in 1_u64..9,
    ) {
        rows.sort_unstable();
        let real: Vec<f64> = rows.iter().map(|&row| row as f64).collect();
        let line = SortedCounts::of_rows(&rows).unwrap();
        let k = (rows.len() as u64 / budget).max(1);
        for cost in ALL {
            let found = cluster_at_most(&line, k, budget, cost, Ties::Together).unwrap();
            prop_assert!(found.groups.len() as u64 <= budget && found.groups.smallest() >= Some(k));
            prop_assert!(keeps_ties(&real, &found.groups));
            let mine = slow_total(&real, &found.groups, cost);
            prop_assert!((found.cost - mine).abs() <= 1e-9 * mine.max(1.0), "{cost:?}");
            let least = slow_least_at_most(&real, k, budget, cost, Ties::Together);
            // Radius times rows with a member at the centre is only promised to be within the limit.
            let best = (mine - least).abs() <= 1e-9 * least.max(1.0);
            prop_assert!(best || cost == Criterion::Cellular(Centre::Member), "{cost:?} {found:?} {least}");
            let cut = cluster_at_most(&line, k, budget, cost, Ties::Cut).unwrap();
            prop_assert!(cut.groups.len() as u64 <= budget && cut.groups.smallest() >= Some(k));
        }
    }
}

/// Many groups of few rows, where the limit binds: the number of groups is the limit itself.
#[test]
fn the_limit_is_used_up() {
    let rows: Vec<i64> = (0..5_000).map(|row| row * row % 7_919 + row).collect();
    let mut rows = rows;
    rows.sort_unstable();
    let line = SortedCounts::of_rows(&rows).unwrap();
    for cost in ALL {
        let found = cluster_at_most(&line, 1, 1_700, cost, Ties::Together).unwrap();
        let groups = found.groups.len();
        assert!(groups <= 1_700, "{cost:?} {groups}");
        assert!(
            groups == 1_700 || cost == Criterion::Cellular(Centre::Member),
            "{cost:?} {groups}"
        );
    }
}
