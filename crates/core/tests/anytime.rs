//! Searches that end before the proof, on lattices small enough for brute force: limits are forced
//! small, so that local search takes its turns.

use incrowd_core::cost::Cost;
use incrowd_core::search::lattice::{Budget, OptimalResult};
use incrowd_core::search::{Effort, Method, Scope, Search, SearchControl};
use incrowd_core::terms::{Demand, KAnonymity};
use proptest::prelude::*;

use crate::optimal::{demand, sensible, table};
use crate::support::Data;

/// The least cost by brute force.
fn optimum(data: &Data, demands: &[Demand], cost: Cost, limit: u64) -> f64 {
    let models = data.models(demands);
    let problem = data.problem(&models, cost, limit);
    let costs = data.nodes().into_iter().filter_map(|node| problem.examine(&node).cost);
    costs.fold(f64::INFINITY, f64::min)
}

/// A table of many columns, whose lattice has 4^9 nodes.
fn wide() -> Data {
    let mut state = 7_u64;
    let mut cell = |letters: &'static str| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let at = (state >> 33) as usize % letters.len();
        letters[at..=at].to_owned()
    };
    let rows: Vec<Vec<String>> =
        (0..300).map(|_| (0..9).map(|_| cell("aaaabbcdef")).collect()).collect();
    let specs = vec![crate::optimal::tree(2); 9];
    Data::new(rows, vec![Vec::new(); 300], None, &specs)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn what_a_budget_allows_is_valid_and_bounded(
        data in table(),
        demands in proptest::collection::vec(demand(), 1..4),
        percent in prop_oneof![Just(0_u64), 0_u64..=100],
        cost in 0..Cost::ALL.len(),
        checks in 0_u64..40,
        patience in 0_u64..6,
        listed in any::<bool>(),
    ) {
        let cost = Cost::ALL[cost];
        let demands = sensible(&data, demands);
        let limit = data.qi.len() as u64 * percent / 100;
        let models = data.models(&demands);
        let problem = data.problem(&models, cost, limit).with_patience(patience);
        let problem = if listed { problem.with_memory(0) } else { problem };
        let budget = Budget { checks, work: Some(0) };
        let found = problem.within(budget, &SearchControl::default());
        let least = optimum(&data, &demands, cost, limit);
        let rounding = 1e-9 * least.clamp(1.0, 1e9);
        prop_assert!(found.lower_bound <= least + rounding, "{} {}", found.lower_bound, least);
        match &found.best {
            Some((node, evaluation)) => {
                prop_assert!(evaluation.cost.unwrap() >= least - rounding);
                prop_assert_eq!(problem.examine(node).cost, evaluation.cost);
            }
            None => prop_assert!(!found.proven || least == f64::INFINITY),
        }
        // The floor is found first, by some nodes per column, and nodes are examined in batches.
        let columns = data.hierarchies.len() as u64;
        prop_assert!(found.checked <= checks.max(1 + 3 * columns) + 8 + columns);
    }

    #[test]
    fn the_proof_equals_brute_force_after_local_search(
        data in table(),
        demands in proptest::collection::vec(demand(), 1..4),
        percent in prop_oneof![Just(0_u64), 0_u64..=100],
        cost in 0..Cost::ALL.len(),
        patience in 0_u64..6,
        listed in any::<bool>(),
    ) {
        let cost = Cost::ALL[cost];
        let demands = sensible(&data, demands);
        let limit = data.qi.len() as u64 * percent / 100;
        let models = data.models(&demands);
        let plain = data.problem(&models, cost, limit).optimal(&SearchControl::default());
        let problem = data.problem(&models, cost, limit).with_patience(patience);
        let problem = if listed { problem.with_memory(0) } else { problem };
        let found = problem.within(Budget::PROOF, &SearchControl::default());
        let least = optimum(&data, &demands, cost, limit);
        prop_assert!(found.proven);
        let costs = found.best.as_ref().map_or(f64::INFINITY, |(_, found)| found.cost.unwrap());
        prop_assert!(costs == least || (costs - least).abs() < 1e-9 * least.max(1.0));
        prop_assert_eq!(found.best.map(|(node, _)| node), plain.best.map(|(node, _)| node));
    }
}

/// What a search of the wide table finds in a budget.
fn search_wide(checks: u64, limit: u64) -> OptimalResult {
    let data = wide();
    let models = data.models(&[KAnonymity { k: 3 }.into()]);
    let problem = data.problem(&models, Cost::LOSS, limit).with_memory(0).with_patience(20);
    problem.within(Budget { checks, work: Some(0) }, &SearchControl::default())
}

#[test]
fn a_budget_gives_the_same_on_any_number_of_threads() {
    let on = |threads: usize, limit: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let found = pool.install(|| search_wide(400, limit));
        (found.best.map(|(node, _)| node), found.lower_bound.to_bits(), found.checked)
    };
    for limit in [0, 30, 300] {
        assert_eq!(on(1, limit), on(4, limit));
    }
}

#[test]
fn a_larger_budget_costs_no_more_and_bounds_no_less() {
    for limit in [0, 30, 300] {
        let (mut cost, mut bound) = (f64::INFINITY, 0.0);
        for checks in [50, 100, 400, 1600] {
            let found = search_wide(checks, limit);
            let found_cost = found.best.unwrap().1.cost.unwrap();
            assert!(found_cost <= cost && found.lower_bound >= bound, "{checks} {limit}");
            assert!(found.lower_bound <= found_cost);
            (cost, bound) = (found_cost, found.lower_bound);
        }
    }
}

#[test]
fn an_effort_ends_by_counts_and_proof_goes_on() {
    let data = wide();
    let table = data.encoded();
    let demands = [Demand::from(KAnonymity { k: 3 })];
    let scope = Scope { limit: 300, ..Scope::of(&table) };
    let find = |effort, proof| {
        let method = Method { effort, proof, ..Method::default() };
        let search = Search::new(&table, &demands, method, scope.clone());
        search.find(&SearchControl::default())
    };
    let (fast, proven) = (find(Effort::Fast, false), find(Effort::Fast, true));
    assert!(!fast.proven && fast.cut_short && fast.checked < 1100, "{}", fast.checked);
    assert!(proven.proven && !proven.cut_short);
    let cost = |outcome: &incrowd_core::search::SearchOutcome| outcome.cost(Cost::LOSS).unwrap();
    assert!(fast.lower_bound.unwrap() <= cost(&proven) && cost(&proven) <= cost(&fast) + 1e-12);
}

#[test]
fn a_cancelled_search_returns_what_it_has() {
    let data = wide();
    let models = data.models(&[KAnonymity { k: 3 }.into()]);
    let problem = data.problem(&models, Cost::LOSS, 300).with_memory(0).with_patience(20);
    let control = SearchControl::default();
    let elsewhere = control.clone();
    let control = control.with_listener(move |progress| {
        if progress.checked > 200 {
            elsewhere.cancel();
        }
    });
    let found = problem.within(Budget::PROOF, &control);
    assert!(!found.proven && found.best.is_some());
    assert!(found.checked < 300, "{}", found.checked);
}
