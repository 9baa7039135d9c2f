//! Searches that count people instead of rows, against the definitions, case by case.

mod naive;
mod population;

use std::collections::{BTreeMap, BTreeSet};

use incrowd_core::cost::Cost;
use incrowd_core::search::lattice::Node;
use incrowd_core::search::{
    ALGORITHMS, Algorithm, FoundRelease, Method, PublishedPeople, Recoding, Scope, Search,
    SearchControl, algorithm,
};
use incrowd_core::terms::{
    AlphaK, BetaLikeness, DeltaDisclosure, DeltaL, DeltaLCounting, DeltaLDiversity, Demand,
    EpsMAnonymity, KAnonymity, LDiversity, PSensitivity, TCloseness,
};
use proptest::prelude::*;

use naive::{Visit, Visits};

/// Every kind of demand on identity and secrets, loose and strict.
fn demands() -> Vec<Demand> {
    let mut demands: Vec<Demand> =
        vec![KAnonymity { k: 2 }.into(), KAnonymity { k: 3 }.into(), KAnonymity { k: 5 }.into()];
    for column in ["number", "illness"] {
        let column = || column.to_owned();
        for p in [2, 3] {
            demands.push(PSensitivity { column: column(), p }.into());
        }
        for diversity in [
            "distinct:2",
            "distinct:3",
            "frequency:1.5",
            "frequency:2",
            "entropy:1.6",
            "entropy:2",
            "recursive:2,2",
            "recursive-le:1,2",
            "recursive:3,3",
        ] {
            let diversity = diversity.parse().unwrap();
            demands.push(LDiversity { column: column(), diversity }.into());
        }
        for alpha in ["0.5", "2/3"] {
            demands.push(AlphaK { column: column(), alpha: alpha.parse().unwrap() }.into());
        }
        // Only numbers have an order that does not depend on how values are written.
        let ordered = ["0.3:ordered", "0.15:ordered"].into_iter().filter(|_| column() == "number");
        for closeness in ["0.3", "1/2"].into_iter().chain(ordered) {
            let closeness = closeness.parse().unwrap();
            demands.push(TCloseness { column: column(), closeness }.into());
        }
        for likeness in ["basic:1", "basic:0.5"] {
            let likeness = likeness.parse().unwrap();
            demands.push(BetaLikeness { column: column(), likeness }.into());
        }
        for delta in ["1", "0.6"] {
            let delta = delta.parse().unwrap();
            demands.push(DeltaDisclosure { column: column(), delta }.into());
        }
    }
    for proximity in ["2,2", "1,1.5", "0,2"] {
        let proximity = proximity.parse().unwrap();
        demands.push(EpsMAnonymity { column: "number".into(), proximity }.into());
    }
    for (delta, l, mode) in [
        ("1", "2", DeltaLCounting::Definition),
        ("1", "2", DeltaLCounting::Window),
        ("0.5", "1.5", DeltaLCounting::Window),
    ] {
        let delta_l = DeltaL { delta: delta.parse().unwrap(), l: l.parse().unwrap(), mode };
        demands.push(DeltaLDiversity { column: "number".into(), delta_l }.into());
    }
    demands
}

/// Visits of up to six people, of one tuple each or of several.
fn visits() -> impl Strategy<Value = Vec<Visit>> {
    let row = (0..6_usize, 0..4_usize, 0..3_usize, 0..6_usize, 0..6_usize);
    (proptest::collection::vec(row, 2..13), any::<bool>(), any::<bool>()).prop_map(
        |(rows, one_tuple, one_value)| {
            let mut seen = BTreeMap::new();
            let mut count = BTreeMap::new();
            let mut visits = Vec::new();
            for (person, a, b, number, illness) in rows {
                let mut visit = Visit { person, qi: [a, b], secrets: [number, illness] };
                let first = *seen.entry(person).or_insert(visit);
                if one_tuple {
                    visit.qi = first.qi;
                }
                if one_value {
                    visit.secrets = first.secrets;
                }
                let rows = count.entry(person).or_insert(0);
                *rows += 1;
                // Up to four rows each.
                if *rows <= 4 {
                    visits.push(visit);
                }
            }
            visits
        },
    )
}

fn some_demands() -> impl Strategy<Value = Vec<Demand>> {
    proptest::collection::vec(proptest::sample::select(demands()), 1..3)
}

fn search<'a>(visits: &'a Visits, demands: &[Demand], method: Method, limit: u64) -> Search<'a> {
    let scope = Scope { limit, ..Scope::of(&visits.encoded) };
    Search::new(&visits.encoded, demands, method, scope)
}

fn by(algorithm: &'static dyn Algorithm) -> Method {
    Method { algorithm, ..algorithm.recoding().into() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    /// Every node of the lattice is as the definitions say, and every search finds what they do.
    #[test]
    fn nodes_are_valid_by_the_definitions(
        rows in visits(),
        demands in some_demands(),
        limit in 0..6_usize,
    ) {
        let visits = Visits::new(rows);
        let search = search(&visits, &demands, Method::default(), limit as u64);
        let problem = search.problem(Cost::LOSS);
        let control = SearchControl::default();
        let mut valid: Vec<(f64, Node)> = Vec::new();
        for node in visits.nodes() {
            let published = visits.publish(&node, &demands, limit);
            let found = problem.examine(&node);
            prop_assert_eq!(found.cost.is_some(), published.is_some(), "{} {:?}", node, demands);
            if let Some((classes, gone)) = published {
                let loss = visits.loss(&node, &gone);
                prop_assert!((found.cost.unwrap() - loss).abs() < 1e-9);
                prop_assert_eq!((found.suppressed, found.classes), (gone.len() as u64, classes.len() as u64));
                prop_assert_eq!(search.figures(&FoundRelease::Node(node.clone())).people, counted(&visits, &gone));
                valid.push((loss, node));
            }
        }
        let cheapest = valid.iter().map(|(loss, _)| *loss).min_by(f64::total_cmp);
        let optimal = problem.optimal(&control);
        prop_assert_eq!(optimal.best.is_some(), cheapest.is_some());
        if let (Some((_, best)), Some(cheapest)) = (&optimal.best, cheapest) {
            prop_assert!((best.cost.unwrap() - cheapest).abs() < 1e-9, "{demands:?}");
            prop_assert!((optimal.lower_bound - cheapest).abs() < 1e-9);
        }
        let lowest = problem.samarati(&control).best.map(|(node, _)| node.height());
        prop_assert_eq!(lowest, valid.iter().map(|(_, node)| node.height()).min());
        let is_minimal = |node: &&Node| {
            !valid.iter().any(|(_, other)| other != *node && other.specializes(node))
        };
        let minimal: BTreeSet<Node> =
            valid.iter().map(|(_, node)| node).filter(is_minimal).cloned().collect();
        let found: BTreeSet<Node> =
            problem.minimal(&control).nodes.into_iter().map(|(node, _)| node).collect();
        prop_assert_eq!(found, minimal);
        if limit == 0 {
            let spalm = problem.spalm(&control).best.and_then(|(_, found)| found.cost);
            prop_assert_eq!(spalm.is_some(), cheapest.is_some());
            prop_assert!(spalm.zip(cheapest).is_none_or(|(one, other)| (one - other).abs() < 1e-9));
        }
        if optimal.best.is_none() {
            for near in search.nearest(&control).into_iter().filter_map(|near| near.demand) {
                let some = visits.nodes().iter().any(|node| {
                    visits.publish(node, std::slice::from_ref(&near), limit).is_some()
                });
                prop_assert!(some, "{near:?} cannot be met");
            }
        }
    }
}

/// How many people lose rows, by the rows that are gone.
fn counted(visits: &Visits, gone: &[usize]) -> PublishedPeople {
    let all: Vec<usize> = (0..visits.rows.len()).collect();
    let people = visits.people(&all);
    let lost = |rows: &Vec<usize>| rows.iter().filter(|row| gone.contains(row)).count();
    let suppressed = people.values().filter(|rows| lost(rows) == rows.len()).count() as u64;
    let touched = people.values().filter(|rows| lost(rows) > 0).count() as u64;
    let input = people.len() as u64;
    PublishedPeople {
        input,
        published: input - suppressed,
        suppressed,
        partly: touched - suppressed,
    }
}

/// The rows of each class of a partition.
fn classes(visits: &Visits, found: &FoundRelease) -> Vec<Vec<usize>> {
    let FoundRelease::Boxes(partition) = found else { panic!("boxes were asked for") };
    let frequency_set = &visits.encoded.frequency_set;
    let codes = |tuple: u32| (0..2).map(move |column| frequency_set.code(column, tuple) as usize);
    let own = |row: usize| (0..2).map(move |column| visits.leaf(row, column).0);
    let rows = |tuples: &Vec<u32>| {
        let has = |row: &usize| tuples.iter().any(|&tuple| codes(tuple).eq(own(*row)));
        (0..visits.rows.len()).filter(has).collect()
    };
    partition.classes.iter().map(|class| rows(&class.tuples)).collect()
}

/// The least loss of a region by recursive cuts, times the rows; infinite if it has no valid parts.
fn least_loss(visits: &Visits, demands: &[Demand], region: &[usize], all: &[usize]) -> f64 {
    let leaves = |column: usize| -> BTreeSet<usize> {
        region.iter().map(|&row| visits.leaf(row, column).0).collect()
    };
    let width = |column: usize| {
        let (leaves, of) = (leaves(column), visits.leaf(region[0], column).1);
        let wide = leaves.last().unwrap() - leaves.first().unwrap();
        if of == 1 { 0.0 } else { wide as f64 / (of - 1) as f64 / 2.0 }
    };
    let holds = demands.iter().all(|demand| visits.holds(demand, region, all));
    let own = region.len() as f64 * (width(0) + width(1));
    let mut least = if holds { own } else { f64::INFINITY };
    for column in 0..2 {
        for &cut in leaves(column).iter().skip(1) {
            let (left, right): (Vec<usize>, Vec<usize>) =
                region.iter().partition(|&&row| visits.leaf(row, column).0 < cut);
            let sides = [left, right].map(|side| least_loss(visits, demands, &side, all));
            least = least.min(sides[0] + sides[1]);
        }
    }
    least
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1200, ..ProptestConfig::default() })]

    /// Every algorithm for boxes finds classes that hold by the definitions, and `exact` the best.
    #[test]
    fn boxes_hold_by_the_definitions(rows in visits(), demands in some_demands()) {
        let rows: Vec<Visit> = rows.into_iter().map(|row| {
            Visit { qi: [row.qi[0], row.qi[1] % 2], ..row }
        }).collect();
        let visits = Visits::new(rows);
        let all: Vec<usize> = (0..visits.rows.len()).collect();
        let least = least_loss(&visits, &demands, &all, &all) / all.len() as f64;
        let together = demands.iter().all(|demand| visits.holds(demand, &all, &all));
        for algorithm in ALGORITHMS.iter().copied() {
            let boxes = matches!(
                algorithm.recoding(),
                Recoding::Multidimensional | Recoding::Local | Recoding::LocalSuppression
            );
            if !boxes || !algorithm.counts_people() {
                continue;
            }
            let search = search(&visits, &demands, by(algorithm), 0);
            let outcome = search.find(&SearchControl::default());
            let name = algorithm.name();
            prop_assert!(outcome.found.is_some() || !together, "{name} {demands:?}");
            if name == "exact" {
                prop_assert!(outcome.proven);
                prop_assert_eq!(outcome.found.is_some(), least.is_finite());
            } else if outcome.proven && outcome.found.is_none() {
                prop_assert!(least.is_infinite(), "{name} {demands:?}");
            }
            let Some(found) = outcome.found else { continue };
            let classes = classes(&visits, &found);
            let mut covered = classes.concat();
            covered.sort_unstable();
            prop_assert_eq!(&covered, &all);
            for class in &classes {
                for demand in &demands {
                    prop_assert!(visits.holds(demand, class, &all), "{name}: {demand:?} {class:?}");
                }
            }
            let loss = search.figures(&found).cost(Cost::LOSS).unwrap();
            if name == "exact" {
                prop_assert!((loss - least).abs() < 1e-9, "{loss} {least} {demands:?}");
            }
            if let Some(bound) = outcome.lower_bound {
                prop_assert!(bound <= least + 1e-9 || name == "cluster", "{name} {bound} {least}");
                prop_assert!(bound <= loss + 1e-9);
            }
        }
    }
}

/// A panel: 60 people with seven rows each, one per year. Every class has five different people.
#[test]
fn every_class_of_a_panel_has_five_people() {
    let rows = (0..60).flat_map(|person| {
        (0..7).map(move |year| Visit {
            person,
            qi: [(person * 7 % 23 + year) % 24, (person + year) % 5],
            secrets: [person % 6, year % 6],
        })
    });
    let visits = Visits::new(rows.collect());
    let all: Vec<usize> = (0..visits.rows.len()).collect();
    let k: Demand = KAnonymity { k: 5 }.into();
    let demands = [k.clone()];
    for name in ["guided", "mondrian", "cluster", "mpalm-n1", "mpalm-b2"] {
        let search = search(&visits, &demands, by(algorithm(name).unwrap()), 0);
        let found = search.find(&SearchControl::default()).found.unwrap();
        let classes = classes(&visits, &found);
        assert!(classes.len() > 5, "{name}");
        for class in &classes {
            assert!(visits.holds(&k, class, &all), "{name}");
        }
    }
    let search = search(&visits, &demands, Method::default(), 20);
    let Some(FoundRelease::Node(node)) = search.find(&SearchControl::default()).found else {
        panic!()
    };
    assert!(visits.publish(&node, &demands, 20).is_some());
}
