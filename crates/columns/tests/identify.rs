//! What identifies people: golden vectors of Lodha & Thomas 2007, its figure 3 on Adult, and brute force over
//! all sets of columns of small tables.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use incrowd_columns::identify::{
    Columns, ColumnsBuilder, ColumnsError, Domains, MinimalSet, MinimalSetRequest, MinimalSets,
    SampleSize, Sampler, SearchEnd, SetMeasure, TableSample, Universe, minimal,
};
use incrowd_core::search::SearchControl;
use incrowd_terms::Fraction;
use proptest::prelude::*;
use serde_json::Value;

use crate::vectors::{case, cases, fraction, number};

/// The rows of the census table Adult, as text.
fn adult_text() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/adult/adult.data");
    let text = std::fs::read_to_string(&path);
    text.unwrap_or_else(|error| panic!("{}: {error}; run .ci/adult", path.display()))
}

/// The cases whose name starts so.
fn named(start: &str) -> Vec<Value> {
    let named = |case: &Value| case["id"].as_str().unwrap().starts_with(start);
    let found: Vec<Value> = cases("quasi_identifier").into_iter().filter(named).collect();
    assert!(!found.is_empty(), "no case starts with {start}");
    found
}

fn near(found: f64, expected: &Value) -> bool {
    let expected = number(expected);
    (found - expected).abs() <= 1e-6 * expected.abs()
}

fn list<T: serde_json::value::Index + Copy>(value: &Value, key: T) -> Vec<u64> {
    value[key].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

/// All sets of columns, as masks.
fn masks(width: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1_u32 << width).map(move |mask| (0..width).filter(|at| mask >> at & 1 == 1).collect())
}

/// The rows of each class, by the definition.
fn class_sizes(rows: &[Vec<u32>], set: &[usize]) -> Vec<u64> {
    let mut classes: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
    for row in rows {
        *classes.entry(set.iter().map(|&column| row[column]).collect()).or_default() += 1;
    }
    classes.into_values().collect()
}

fn unique(rows: &[Vec<u32>], set: &[usize]) -> u64 {
    class_sizes(rows, set).into_iter().filter(|&rows| rows == 1).count() as u64
}

fn table(rows: &[Vec<u32>], width: usize) -> Columns {
    let column = |at: usize| rows.iter().map(|row| row[at]).collect();
    Columns::new((0..width).map(column).collect()).unwrap()
}

/// The minimal sets among some columns with their unique rows, by the definition.
fn brute(rows: &[Vec<u32>], width: usize, request: &MinimalSetRequest) -> Vec<(Vec<usize>, u64)> {
    let among = request.among.clone().unwrap_or_else(|| (0..width).collect());
    let allowed = masks(width).filter(|set| set.iter().all(|column| among.contains(column)));
    let counted = allowed.map(|set| (unique(rows, &set), set));
    let enough =
        |count: u64| !rows.is_empty() && Fraction::new(count, rows.len() as u64) >= request.alpha;
    let good: Vec<(Vec<usize>, u64)> =
        counted.filter(|(count, _)| enough(*count)).map(|(count, set)| (set, count)).collect();
    let within = |small: &[usize], large: &[usize]| small.iter().all(|at| large.contains(at));
    let is_minimal = |(set, _): &&(Vec<usize>, u64)| {
        !good.iter().any(|(other, _)| other != set && within(other, set))
    };
    let mut found: Vec<(Vec<usize>, u64)> = good.iter().filter(is_minimal).cloned().collect();
    found.retain(|(set, _)| set.len() <= request.max_size);
    found.sort_by_key(|(set, _)| (set.len(), set.clone()));
    found
}

fn pairs(found: &MinimalSets) -> Vec<(Vec<usize>, u64)> {
    found.sets.iter().map(|set| (set.columns.clone(), set.unique_rows)).collect()
}

fn in_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

#[test]
fn minimal_sets_and_fractions_of_the_vectors() {
    for case in named("alpha-") {
        let mut builder = ColumnsBuilder::new(case["input"]["rows"][0].as_array().unwrap().len());
        for row in case["input"]["rows"].as_array().unwrap() {
            let cells: Vec<String> = row.as_array().unwrap().iter().map(Value::to_string).collect();
            builder.add(cells.iter().map(String::as_str)).unwrap();
        }
        let (table, _) = builder.finish().unwrap();
        for (set, share) in case["expected"]["singleton_fraction"].as_object().unwrap() {
            let set: Vec<usize> = set.split(',').map(|at| at.parse().unwrap()).collect();
            let measured = SetMeasure::of(&table, &set).unique_fraction();
            assert_eq!(measured, Some(fraction(share)), "{set:?}");
        }
        let request = MinimalSetRequest::new(fraction(&case["input"]["alpha"]));
        let found = minimal(&table, &request, &SearchControl::default());
        let sets: Vec<Vec<usize>> = found.sets.into_iter().map(|set| set.columns).collect();
        let expected = case["expected"]["minimal_alpha_qis"].clone();
        assert_eq!(sets, serde_json::from_value::<Vec<Vec<usize>>>(expected).unwrap());
        assert_eq!((found.ending, found.complete_to), (SearchEnd::Exhausted, table.width()));
    }
}

#[test]
fn domains_bounds_and_estimates_of_figure_3() {
    for case in named("fig3-row") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let domains = Domains::new(list(input, "domain_sizes"));
        let set: Vec<usize> =
            list(input, "columns_1based").into_iter().map(|at| at as usize - 1).collect();
        let universe = Universe { people: input["n"].as_u64().unwrap() };
        let domain = domains.product(&set);
        assert_eq!(Some(domain), expected["D"].as_f64());
        assert!(near(universe.unique_bound(domain), &expected["F2_approx"]), "{case}");
        assert!(near(universe.estimated_k(domain), &expected["kAnon_approx"]), "{case}");
    }
}

#[test]
fn bounds_of_the_vectors() {
    for case in named("bound-") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let universe = Universe { people: input["n"].as_u64().unwrap() };
        let domain = input["D"].as_f64().unwrap();
        assert!(
            near(universe.unique_bound(domain), &expected["fraction_poisson_approx"]),
            "{case}"
        );
        assert!(
            near(universe.unique_cap(domain), &expected["fraction_exact_cap_approx"]),
            "{case}"
        );
    }
    for case in named("thm3-") {
        let universe = Universe { people: case["input"]["n"].as_u64().unwrap() };
        let alpha = fraction(&case["input"]["alpha"]);
        let least = universe.least_dangerous_domain(alpha);
        assert!(near(least, &case["expected"]["min_D_approx"]), "{case}");
        assert!(!universe.is_dangerous(least, alpha) && universe.is_dangerous(least + 1.0, alpha));
        assert!((universe.unique_bound(least) - alpha.to_f64()).abs() < 1e-12, "{case}");
    }
    for case in named("ex2") {
        let domains = case["input"]["domains"].as_array().unwrap().iter();
        let products = domains.enumerate().map(|(at, _)| {
            Domains::new(list(&case["input"]["domains"], at)).product(&[0, 1, 2]) as u64
        });
        assert_eq!(products.collect::<Vec<u64>>(), list(&case["expected"], "D"));
    }
}

/// The unique people to be expected of so many, each of whom has tuple i with probability p_i.
fn expected_unique(people: u64, chances: &[f64]) -> f64 {
    let alone = |&chance: &f64| chance * (1.0 - chance).powf(people as f64 - 1.0);
    people as f64 * chances.iter().map(alone).sum::<f64>()
}

#[test]
fn theorem_1_can_be_passed_and_the_cap_cannot() {
    let case = &named("thm1-")[0];
    let truth = expected_unique(3, &[0.5, 0.5]);
    assert!((truth - number(&case["expected"]["expected_singletons"])).abs() < 1e-12);
    let universe = Universe { people: case["input"]["n"].as_u64().unwrap() };
    let promised = 3.0 * universe.unique_bound(2.0);
    assert!(near(promised, &case["expected"]["paper_bound_approx"]));
    assert!(promised < truth && truth <= 3.0 * universe.unique_cap(2.0));
}

#[test]
fn extremes_of_universes() {
    for (people, domain, cap) in [(0, 5.0, 0.0), (1, 1.0, 1.0), (1, 9.0, 1.0), (5, 0.0, 0.0)] {
        let universe = Universe { people };
        assert_eq!(universe.unique_cap(domain), cap, "{people} {domain}");
        assert!(universe.unique_bound(domain) <= 1.0 && universe.estimated_k(domain) >= 1.0);
    }
    let universe = Universe { people: 10_000_000_000 };
    assert_eq!(universe.unique_cap(f64::INFINITY), 1.0);
    assert_eq!(universe.unique_bound(f64::INFINITY), 1.0);
    assert!(!universe.is_dangerous(f64::MAX, Fraction::ONE));
    assert!(universe.is_dangerous(1.0, Fraction::ZERO));
}

#[test]
fn tables_without_rows_or_with_one() {
    let run = |table: &Columns, alpha| {
        minimal(table, &MinimalSetRequest::new(alpha), &SearchControl::default())
    };
    let none = Columns::new(vec![Vec::new(), Vec::new()]).unwrap();
    assert_eq!(run(&none, Fraction::ZERO).sets, []);
    assert_eq!(SetMeasure::of(&none, &[0]).unique_fraction(), None);
    assert_eq!(SetMeasure::of(&none, &[0, 1]).smallest_class(), 0);
    let one = Columns::new(vec![vec![9]]).unwrap();
    assert_eq!(pairs(&run(&one, Fraction::ONE)), [(Vec::new(), 1)]);
    assert_eq!(SetMeasure::of(&one, &[]).separation(), None);
    let bare = Columns::new(Vec::new()).unwrap();
    assert_eq!((bare.rows(), run(&bare, Fraction::ONE).sets.len()), (0, 0));
}

#[test]
fn columns_must_make_a_table() {
    let uneven = Columns::new(vec![vec![1, 2], vec![1]]).unwrap_err();
    assert_eq!(uneven, ColumnsError::Uneven { column: 1, found: 1, expected: 2 });
    let mut builder = ColumnsBuilder::new(2);
    builder.add(["a", "b"]).unwrap();
    let ragged = builder.add(["a", "c", "d"]).unwrap_err();
    assert_eq!(ragged, ColumnsError::Ragged { row: 1, found: 3, expected: 2 });
    let mut other = ColumnsBuilder::new(2);
    other.add(["z", "b"]).unwrap();
    other.add(["a", "b"]).unwrap();
    let (table, texts) = builder.merge(other).finish().unwrap();
    let first = table.codes(0).iter().map(|&code| texts[0].text(code));
    assert_eq!(first.collect::<Vec<_>>(), ["a", "z", "a"]);
    assert_eq!((table.distinct(0), table.distinct(1), table.rows()), (2, 1, 3));
}

/// All fifteen columns of `adult.data`, where a question mark is a value like any other.
fn adult() -> Columns {
    let text = adult_text();
    let mut builder = ColumnsBuilder::new(15);
    for line in text.lines().filter(|line| !line.is_empty()) {
        builder.add(line.split(", ").collect::<Vec<&str>>()).unwrap();
    }
    let (table, _) = builder.finish().unwrap();
    assert_eq!(table.rows(), 32_561);
    table
}

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn unique_rows_of_figure_3_on_adult() {
    let table = adult();
    // The ten columns of the figure, by their places in the file.
    let columns = [0, 1, 3, 5, 6, 7, 8, 9, 12, 13];
    let unique = [2, 986, 65, 5056, 3105, 7581, 1384, 7659, 5215, 12_870, 10_402, 24_802];
    for (row, expected) in (1..=12).zip(unique) {
        let case = case("quasi_identifier", &format!("fig3-row{row}"));
        let set = list(&case["input"], "columns_1based").into_iter();
        let set: Vec<usize> = set.map(|at| columns[at as usize - 1]).collect();
        assert_eq!(SetMeasure::of(&table, &set).unique_rows(), expected, "row {row}");
    }
}

/// Proves a list of sets to be minimal and complete, by measuring only: each set identifies enough
/// rows, none contains another, and the largest sets that contain none identify too few. As
/// nothing is lost with a column more, all sets are decided by that.
fn assert_all_minimal(table: &Columns, alpha: Fraction, found: &MinimalSets) {
    let mask = |set: &[usize]| set.iter().fold(0_u32, |mask, at| mask | 1 << at);
    let known: Vec<u32> = found.sets.iter().map(|set| mask(&set.columns)).collect();
    for (at, set) in found.sets.iter().enumerate() {
        let measure = SetMeasure::of(table, &set.columns);
        assert!(measure.identifies(alpha) && measure.unique_rows() == set.unique_rows);
        let within = |other: &usize| *other != at && known[*other] & known[at] == known[*other];
        assert_eq!((0..known.len()).find(within), None, "{:?}", set.columns);
    }
    let free = |mask: u32| !known.iter().any(|set| set & mask == *set);
    let width = table.width();
    let largest = (0..1_u32 << width).filter(|&mask| {
        free(mask) && (0..width).all(|at| mask >> at & 1 == 1 || !free(mask | 1 << at))
    });
    for mask in largest {
        let set: Vec<usize> = (0..width).filter(|at| mask >> at & 1 == 1).collect();
        assert!(!SetMeasure::of(table, &set).identifies(alpha), "missing: within {set:?}");
    }
}

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn all_minimal_sets_of_adult() {
    let table = adult();
    for (alpha, sets) in [("0.01", 245), ("0.2", 658), ("0.5", 326), ("0.9", 95)] {
        let alpha: Fraction = alpha.parse().unwrap();
        let start = Instant::now();
        let found = minimal(&table, &MinimalSetRequest::new(alpha), &SearchControl::default());
        let (count, checked) = (found.sets.len(), found.checked);
        eprintln!("alpha {alpha}: {count} sets, {checked} counted, {:?}", start.elapsed());
        assert_all_minimal(&table, alpha, &found);
        assert_eq!((found.ending, found.complete_to, count), (SearchEnd::Exhausted, 15, sets));
    }
}

/// A table of columns of different strength that looks the same in every run.
fn made(width: usize, rows: usize) -> Columns {
    let mut state = 0x1234_5678_u64;
    let mut chance = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    let column = |at: usize| (0..rows).map(|_| chance() % (2 + at as u32 % 4)).collect();
    Columns::new((0..width).map(column).collect()).unwrap()
}

#[test]
fn threads_and_limits_change_nothing_that_is_stated() {
    let table = made(14, 400);
    let request = MinimalSetRequest::new(Fraction::new(1, 3));
    let run = |request: &MinimalSetRequest, control: &SearchControl, threads| {
        in_threads(threads, || minimal(&table, request, control))
    };
    let all = run(&request, &SearchControl::default(), 1);
    assert_eq!(all, run(&request, &SearchControl::default(), 4));
    assert_all_minimal(&table, request.alpha, &all);
    assert!(all.sets.len() > 100 && all.checked > 1000, "{} {}", all.sets.len(), all.checked);

    for max_size in 0..=6 {
        let small =
            run(&MinimalSetRequest { max_size, ..request.clone() }, &SearchControl::default(), 2);
        let within = all.sets.iter().filter(|set| set.columns.len() <= max_size);
        assert_eq!(small.sets, within.cloned().collect::<Vec<_>>(), "to size {max_size}");
        assert_eq!((small.ending, small.complete_to), (SearchEnd::Size, max_size));
    }

    let few = MinimalSetRequest { most_sets: 40, ..request.clone() };
    let full = run(&few, &SearchControl::default(), 1);
    assert_eq!(full, run(&few, &SearchControl::default(), 3));
    assert_eq!((full.ending, full.sets.len()), (SearchEnd::Full, 40));
    assert!(full.sets.iter().all(|set| all.sets.contains(set)));

    let control = SearchControl::default().at_most(700);
    let short = run(&request, &control, 1);
    assert_eq!(short, run(&request, &control, 4));
    assert_eq!(short.ending, SearchEnd::SearchControl);
    assert!(short.sets.iter().all(|set| all.sets.contains(set)));
    let sure = all.sets.iter().filter(|set| set.columns.len() <= short.complete_to);
    assert!(sure.clone().all(|set| short.sets.contains(set)));

    for most_work in [0, 1, 20_000, 100_000, 400_000, 2_000_000, 8_000_000] {
        let budget = MinimalSetRequest { most_work: Some(most_work), ..request.clone() };
        let short = run(&budget, &SearchControl::default(), 1);
        assert_eq!(short, run(&budget, &SearchControl::default(), 4), "{most_work}");
        assert!(short.sets.iter().all(|set| all.sets.contains(set)), "{most_work}");
        let sure = all.sets.iter().filter(|set| set.columns.len() <= short.complete_to);
        let listed = short.sets.iter().filter(|set| set.columns.len() <= short.complete_to);
        assert!(sure.eq(listed), "complete to {} with {most_work}", short.complete_to);
        match most_work {
            0..=400_000 => assert_eq!(short.ending, SearchEnd::Work, "{most_work}"),
            8_000_000.. => assert_eq!(short.sets, all.sets),
            _ => {}
        }
    }

    let cancelled = SearchControl::default();
    cancelled.cancel();
    let nothing = run(&request, &cancelled, 2);
    assert_eq!(
        (nothing.ending, nothing.complete_to, nothing.checked),
        (SearchEnd::SearchControl, 0, 0)
    );
}

/// Rows of up to six columns of few values, so that rows agree often and columns tell each other.
fn small_tables() -> impl Strategy<Value = (usize, Vec<Vec<u32>>)> {
    (1_usize..=6).prop_flat_map(|width| {
        let cell = prop_oneof![3 => 0_u32..2, 2 => 0_u32..4, 1 => 0_u32..12];
        let rows = prop::collection::vec(prop::collection::vec(cell, width), 0..24);
        (Just(width), rows, any::<bool>()).prop_map(|(width, mut rows, copied)| {
            if copied {
                for row in &mut rows {
                    row[width - 1] = row[0] / 2;
                }
            }
            (width, rows)
        })
    })
}

fn alphas() -> impl Strategy<Value = Fraction> {
    (0_u64..=12).prop_map(|twelfths| Fraction::new(twelfths, 12))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn minimal_sets_equal_brute_force(
        (width, rows) in small_tables(),
        alpha in alphas(),
        max_size in prop_oneof![Just(usize::MAX), 0_usize..4],
        among in prop::option::of(prop::collection::vec(any::<prop::sample::Index>(), 0..6)),
    ) {
        let table = table(&rows, width);
        let among = among.map(|picks| picks.iter().map(|pick| pick.index(width)).collect());
        let request = MinimalSetRequest { max_size, among, ..MinimalSetRequest::new(alpha) };
        let found = minimal(&table, &request, &SearchControl::default());
        prop_assert_eq!(pairs(&found), brute(&rows, width, &request));
        if found.ending == SearchEnd::Exhausted {
            let larger = MinimalSetRequest { max_size: usize::MAX, ..request };
            prop_assert_eq!(pairs(&found), brute(&rows, width, &larger));
        } else {
            prop_assert_eq!((found.ending, found.complete_to), (SearchEnd::Size, max_size));
        }
    }

    #[test]
    fn a_budget_misses_no_set_of_the_size_stated(
        (width, rows) in small_tables(),
        alpha in alphas(),
        max_size in prop_oneof![Just(usize::MAX), 0_usize..4],
        most_work in 0_u64..3000,
    ) {
        let table = table(&rows, width);
        let request = MinimalSetRequest { max_size, ..MinimalSetRequest::new(alpha) };
        let budget = MinimalSetRequest { most_work: Some(most_work), ..request.clone() };
        let found = minimal(&table, &budget, &SearchControl::default());
        let all = brute(&rows, width, &request);
        let listed = pairs(&found);
        prop_assert!(listed.iter().all(|set| all.contains(set)));
        for set in all.iter().filter(|set| set.0.len() <= found.complete_to) {
            prop_assert!(listed.contains(set), "{:?} is missing", set);
        }
        if found.ending != SearchEnd::Work {
            prop_assert_eq!(listed, all);
        }
    }

    #[test]
    fn samples_are_the_same_however_they_are_gathered(
        (width, mut rows) in small_tables(),
        copies in 1_usize..8,
        most in 1_u64..200,
        seed in any::<u64>(),
        parts in 1_usize..5,
    ) {
        let own = rows.clone();
        (1..copies).for_each(|_| rows.extend(own.iter().cloned()));
        let one = sample(&rows, width, most, seed, 1);
        let several = sample(&rows, width, most, seed, parts);
        prop_assert_eq!(drawn(&one), drawn(&several));
        let n = rows.len() as u64;
        prop_assert_eq!(one.draw, SampleSize::of_rows(n.min(most), n));
        prop_assert_eq!(one.columns.rows(), n.min(most));
        if one.draw.is_whole() {
            let mut texts: Vec<Vec<String>> =
                rows.iter().map(|row| row.iter().map(u32::to_string).collect()).collect();
            texts.sort();
            prop_assert_eq!(drawn(&one), texts);
            let exact = one.draw.margin(width, 5, Fraction::new(99, 100));
            let alpha = Fraction::new(1, 3);
            prop_assert_eq!((exact, one.draw.lowered(alpha, exact)), (0.0, Some(alpha)));
        }
    }

    #[test]
    fn measures_equal_their_definitions((width, rows) in small_tables(), pick in any::<u32>()) {
        let table = table(&rows, width);
        let set: Vec<usize> = (0..width).filter(|at| pick >> at & 1 == 1).collect();
        let measure = SetMeasure::of(&table, &set);
        let sizes = class_sizes(&rows, &set);
        let n = rows.len() as u64;
        prop_assert_eq!(measure.unique_rows(), unique(&rows, &set));
        prop_assert_eq!(measure.classes(), sizes.len() as u64);
        prop_assert_eq!(measure.smallest_class(), sizes.iter().copied().min().unwrap_or(0));
        let listed = measure.class_sizes().iter().flat_map(|&(rows, classes)| {
            std::iter::repeat_n(rows, classes as usize)
        });
        let mut sorted = sizes.clone();
        sorted.sort_unstable();
        prop_assert_eq!(listed.collect::<Vec<u64>>(), sorted);
        let differ = |a: &Vec<u32>, b: &Vec<u32>| set.iter().any(|&at| a[at] != b[at]);
        let apart = (0..rows.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let apart = apart.filter(|&(a, b)| differ(&rows[a], &rows[b])).count() as u64;
        let all = n * n.saturating_sub(1) / 2;
        prop_assert_eq!(measure.separation(), (all > 0).then(|| Fraction::new(apart, all)));
        let tuples = (n > 0).then(|| sizes.len() as f64 / n as f64);
        prop_assert_eq!(measure.distinction(), tuples);
    }

    #[test]
    fn a_column_more_never_hides_a_row((width, rows) in small_tables(), alpha in alphas()) {
        let table = table(&rows, width);
        for set in masks(width) {
            let measure = SetMeasure::of(&table, &set);
            for column in 0..width {
                let larger = SetMeasure::of(&table, &[&set[..], &[column]].concat());
                prop_assert!(larger.unique_rows() >= measure.unique_rows());
                prop_assert!(larger.identifies(alpha) || !measure.identifies(alpha));
            }
        }
    }

    #[test]
    fn no_distribution_passes_the_cap(
        weights in prop::collection::vec(0.0_f64..1.0, 1..12),
        sharpness in 0.0_f64..8.0,
        people in 1_u64..40,
    ) {
        let weights: Vec<f64> = weights.iter().map(|weight| weight.powf(sharpness)).collect();
        let sum: f64 = weights.iter().sum();
        prop_assume!(sum > 0.0);
        let chances: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
        let cap = Universe { people }.unique_cap(chances.len() as f64) * people as f64;
        prop_assert!(expected_unique(people, &chances) <= cap + 1e-9);
    }
}

/// Draws rows, shared out among some samplers that are poured together in the end.
fn sample(rows: &[Vec<u32>], width: usize, most: u64, seed: u64, parts: usize) -> TableSample {
    let mut samplers = vec![Sampler::new(width, most, seed); parts];
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(u32::to_string).collect();
        let part = (number / 7) % parts;
        samplers[part].add(number as u64, cells.iter().map(String::as_str)).unwrap();
        if samplers[part].held() > 20 && part > 0 {
            let (first, others) = samplers.split_at_mut(1);
            others[part - 1].pour_into(&mut first[0]);
        }
    }
    let mut all = samplers.remove(0);
    samplers.iter_mut().for_each(|part| part.pour_into(&mut all));
    all.finish().unwrap()
}

/// The rows of a sample as texts, sorted.
fn drawn(sample: &TableSample) -> Vec<Vec<String>> {
    let width = sample.columns.width();
    let cell = |column: usize, row: usize| {
        sample.texts[column].text(sample.columns.codes(column)[row]).to_owned()
    };
    let row = |row| (0..width).map(|column| cell(column, row)).collect();
    let mut rows: Vec<Vec<String>> = (0..sample.columns.rows() as usize).map(row).collect();
    rows.sort();
    rows
}

#[test]
fn each_row_is_as_likely_to_be_drawn() {
    let rows: Vec<Vec<u32>> = (0..40).map(|row| vec![row]).collect();
    let mut times = [0_u32; 40];
    let seeds = 4000;
    for seed in 0..seeds {
        let sample = sample(&rows, 1, 10, seed, 1);
        assert_eq!(sample.draw, SampleSize::of_rows(10, 40));
        drawn(&sample).iter().for_each(|row| times[row[0].parse::<usize>().unwrap()] += 1);
    }
    // A thousand times each; five standard deviations are 137.
    assert!(times.iter().all(|time| (863..=1137).contains(time)), "{times:?}");
}

#[test]
fn no_set_is_missed_more_often_than_promised() {
    // In each column a fifth of the rows have a value of their own and all others the same: on a
    // sample they are unique no more often than they are drawn.
    let (rows, width) = (300_u32, 4_u32);
    let cell =
        |row: u32, column: u32| if (row + 37 * column).is_multiple_of(5) { row + 1 } else { 0 };
    let rows: Vec<Vec<u32>> = (0..rows)
        .map(|row| (0..width).map(|column| cell(row, column * column)).collect())
        .collect();
    let (width, alpha, confidence) = (4, Fraction::new(1, 5), Fraction::new(9, 10));
    let request = MinimalSetRequest { max_size: 3, ..MinimalSetRequest::new(alpha) };
    let truth = brute(&rows, width, &request);
    assert_eq!(truth.len(), width);
    let seeds = 300;
    let missed = |lower: bool| {
        let misses = |&seed: &u64| {
            let sample = sample(&rows, width, 120, seed, 1);
            let margin = if lower { sample.draw.margin(width, 3, confidence) } else { 0.0 };
            let alpha = sample.draw.lowered(alpha, margin).unwrap();
            let request = MinimalSetRequest { alpha, ..request.clone() };
            let found = minimal(&sample.columns, &request, &SearchControl::default());
            let within = |small: &MinimalSet, set: &[usize]| {
                small.columns.iter().all(|column| set.contains(column))
            };
            !truth.iter().all(|(set, _)| found.sets.iter().any(|small| within(small, set)))
        };
        (0..seeds).filter(misses).count()
    };
    let (promised, bare) = (missed(true), missed(false));
    assert!(promised <= 30, "{promised} of {seeds}");
    assert!(bare > 30, "without a margin {bare} of {seeds}: this table proves nothing");
}

#[test]
fn margins_narrow_with_rows_and_widen_with_doubt() {
    let sure = |percent| Fraction::new(percent, 100);
    let draw = |rows| SampleSize::of_rows(rows, 1_000_000);
    let margin = |rows, width, size, percent| draw(rows).margin(width, size, sure(percent));
    assert!(margin(1000, 15, 5, 99) > margin(2000, 15, 5, 99));
    assert!(margin(1000, 15, 5, 99) < margin(1000, 60, 5, 99));
    assert!(margin(1000, 15, 5, 99) > margin(1000, 15, 2, 99));
    assert!(margin(1000, 15, 5, 99) > margin(1000, 15, 5, 90));
    assert_eq!(margin(1000, 15, 7, 99), margin(1000, 15, 15, 99));
    assert_eq!(margin(1_000_000, 15, 5, 99), 0.0);
    assert_eq!(draw(0).margin(15, 5, sure(99)), 1.0);
    // Of one column there is one set: the bound for a single share.
    let single = SampleSize::of_rows(50, u64::MAX).margin(1, 5, sure(95));
    assert!((single - (20.0_f64.ln() / 100.0).sqrt()).abs() < 1e-12);
    assert_eq!(draw(20).lowered(sure(20), margin(20, 15, 5, 99)), None);
    for (width, alpha) in [(1, 20), (15, 1), (60, 50), (15, 100)] {
        let rows = draw(1).rows_needed(sure(alpha), width, 5, sure(99));
        let enough = SampleSize::of_rows(rows, u64::MAX);
        assert!(enough.lowered(sure(alpha), enough.margin(width, 5, sure(99))).is_some());
    }
}
