//! Nearness of numeric secrets (Zare-Mirakabad): the checkers against the definitions, and everything
//! that enforces them against brute force.

use std::collections::BTreeMap;

use incrowd_core::cost::{Cost, RangeLoss};
use incrowd_core::hierarchy::Spec;
use incrowd_core::model::{
    self, ClassCounts, Dealing, Histogram, Model, ModelContext, PublishedTable,
};
use incrowd_core::publish::{DealtGroups, SensitiveCounts};
use incrowd_core::search::boxes::{
    BoxProblem, ColumnStrategy, CutPoints, Partition, ValueStrategy,
};
use incrowd_core::search::{Effort, SearchControl};
use incrowd_core::terms::{
    DeltaL, DeltaLCounting, DeltaLDiversity, Demand, EpsMAnonymity, Fraction, KAnonymity, Kind,
    Proximity, Radius, Scalar,
};
use num_bigint::BigInt;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use serde_json::Value;

use crate::support::vectors::{case, cases, fraction};
use crate::support::{Data, row};

fn proximity(radius: Radius, m: u64) -> Demand {
    let proximity = Proximity { radius, m: Fraction::from(m) };
    Demand::EpsMAnonymity(EpsMAnonymity { column: "s0".into(), proximity })
}

fn delta_l(delta: Fraction, l: Fraction, mode: DeltaLCounting) -> Demand {
    Demand::DeltaLDiversity(DeltaLDiversity {
        column: "s0".into(),
        delta_l: DeltaL { delta, l, mode },
    })
}

/// A class of these texts, as a column of a kind has them.
struct Numbers {
    scalars: Vec<Option<Scalar>>,
    values: Vec<u32>,
    counts: Vec<u64>,
}

impl Numbers {
    fn new(texts: &[String], kind: Kind) -> Self {
        let mut distinct: Vec<&String> = texts.iter().collect();
        let place = |text: &str| (!text.is_empty()).then(|| kind.read(text).unwrap());
        distinct.sort_by(|a, b| match (place(a), place(b)) {
            (Some(x), Some(y)) => x.magnitude(&y).then(a.cmp(b)),
            (x, y) => x.is_some().cmp(&y.is_some()),
        });
        distinct.dedup();
        let count = |text: &&String| texts.iter().filter(|other| other == text).count() as u64;
        Numbers {
            scalars: distinct.iter().map(|text| place(text)).collect(),
            counts: distinct.iter().map(count).collect(),
            values: (0..distinct.len() as u32).collect(),
        }
    }

    fn ask<T>(
        &self,
        demand: &Demand,
        ask: impl Fn(&dyn Model, &ClassCounts<'_>, &PublishedTable) -> T,
    ) -> T {
        let model =
            model::of(demand, &ModelContext { numbers: &self.scalars, ..ModelContext::default() });
        let secrets = [Histogram { values: &self.values, counts: &self.counts }];
        let rows = self.counts.iter().sum();
        let whole = PublishedTable::of_rows(rows, vec![self.counts.clone()]);
        ask(&*model, &ClassCounts::of_rows(rows, 0, &secrets, &[]), &whole)
    }

    /// The greatest m or l for which a demand of this kind holds.
    fn measure(&self, demand: &Demand) -> Fraction {
        match self.ask(demand, |model, class, whole| model.nearest(class, whole).unwrap()) {
            Demand::EpsMAnonymity(EpsMAnonymity { proximity, .. }) => proximity.m,
            Demand::DeltaLDiversity(DeltaLDiversity { delta_l, .. }) => delta_l.l,
            other => panic!("{other}"),
        }
    }
}

fn numbers(values: &Value) -> Numbers {
    let texts: Vec<String> = values.as_array().unwrap().iter().map(ToString::to_string).collect();
    Numbers::new(&texts, Kind::Decimal)
}

fn exact(value: &Value) -> Fraction {
    value.as_u64().map_or_else(|| fraction(value), Fraction::from)
}

const MANY: u64 = 1_000_000;

#[test]
fn the_vectors_of_paper_003() {
    let mut seen = (0, 0);
    for case in cases("proximity") {
        let (id, input, expected) = (&case["id"], &case["input"], &case["expected"]);
        if input.get("radius").is_some() {
            seen.0 += 1;
            let (class, radius) = (numbers(&input["E"]), exact(&input["radius"]));
            let measured = |demand| class.measure(&demand);
            let eps_m = measured(proximity(Radius::Absolute(radius), MANY));
            assert_eq!(eps_m, fraction(&expected["eps_m_absolute_m(eps=radius)"]), "{id}");
            let by = |mode| measured(delta_l(radius, Fraction::from(MANY), mode));
            assert_eq!(
                by(DeltaLCounting::Definition),
                fraction(&expected["def5_l(delta=radius)"]),
                "{id}"
            );
            assert_eq!(
                by(DeltaLCounting::Window),
                fraction(&expected["window_l(delta=radius)"]),
                "{id}"
            );
            let frequency = measured(proximity(Radius::Absolute(Fraction::ZERO), MANY));
            assert_eq!(frequency, fraction(&expected["frequency_l"]), "{id}");
        } else if input.get("eps_relative").is_some() {
            seen.1 += 1;
            let radius = Radius::Relative(fraction(&input["eps_relative"]));
            let m = numbers(&input["E"]).measure(&proximity(radius, MANY));
            assert_eq!(m, fraction(&expected["m_relative"]), "{id}");
        }
    }
    assert_eq!(seen, (16, 4));
}

#[test]
fn the_counterexample_to_003s_monotonicity() {
    let case = case("proximity", "non-monotone");
    let (input, expected) = (&case["input"], &case["expected"]);
    let union = [&input["E1"], &input["E2"]].map(|e| e.as_array().unwrap().clone()).concat();
    let classes = [input["E1"].clone(), input["E2"].clone(), Value::from(union)];
    for (mode, name) in [(DeltaLCounting::Definition, "def5"), (DeltaLCounting::Window, "window")] {
        let demand = delta_l(fraction(&input["delta"]), exact(&input["l"]), mode);
        let holds = |class: &Value| {
            numbers(class).ask(&demand, |model, class, whole| model.holds(class, whole))
        };
        assert_eq!(Value::from(classes.iter().map(holds).collect::<Vec<_>>()), expected[name]);
    }
}

#[test]
fn the_tables_of_paper_003() {
    // Figure 1: three classes that are 3-diverse by frequency, and of no use against nearness.
    let class = |texts: &[&str]| Numbers::new(&row(texts), Kind::Integer);
    let measure = |numbers: &Numbers, eps: u64| {
        numbers.measure(&proximity(Radius::Absolute(Fraction::from(eps)), MANY))
    };
    let young = class(&["490", "500", "510", "1000"]);
    assert_eq!(measure(&young, 10), Fraction::new(4, 3));
    assert_eq!(measure(&young, 0), Fraction::from(4));
    // Figure 2, examples 2 and 3.
    let (g1, g2) = (class(&["40", "60"]), class(&["40", "50", "60"]));
    assert_eq!((measure(&g1, 15), measure(&g2, 15)), (Fraction::from(2), Fraction::ONE));
    let l =
        g1.measure(&delta_l(Fraction::from(15), Fraction::from(MANY), DeltaLCounting::Definition));
    assert_eq!(l, Fraction::ONE);
}

#[test]
fn dates_are_numbers_of_days() {
    let texts = row(&["2024-02-28", "2024-02-29", "2024-03-01T12:00:00", "2025-01-01"]);
    let class = Numbers::new(&texts, Kind::Date);
    let m = |days: &str| class.measure(&proximity(Radius::Absolute(days.parse().unwrap()), MANY));
    assert_eq!(m("1"), Fraction::from(2));
    assert_eq!(m("1.4"), Fraction::from(2));
    assert_eq!(m("1.5"), Fraction::new(4, 3));
    assert_eq!(m("400"), Fraction::ONE);
}

/// A decimal as a whole number of 10^-20, slowly.
fn units(text: &str) -> BigInt {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{part:0<20}").parse().unwrap()
}

/// Whether `a` is within the radius of `x`.
fn is_near(a: &str, x: &str, radius: Radius, times: u64) -> bool {
    let (a, x) = (units(a), units(x));
    let distance = BigInt::from((&a - &x).magnitude().clone());
    match radius {
        Radius::Absolute(eps) => {
            distance * eps.denominator() <= units("1") * eps.numerator() * times
        }
        Radius::Relative(eps) => {
            distance * eps.denominator()
                <= BigInt::from(x.magnitude().clone()) * eps.numerator() * times
        }
    }
}

/// The most rows near one of them, by looking at every pair.
fn most_near(class: &[String], radius: Radius, times: u64) -> u64 {
    let near = |x: &String| {
        let is = |a: &&String| match (a.is_empty(), x.is_empty()) {
            (false, false) => is_near(a, x, radius, times),
            (a, x) => a && x,
        };
        class.iter().filter(is).count() as u64
    };
    class.iter().map(near).max().unwrap()
}

/// The most rows in an interval so wide, by looking at every interval that begins at a row.
fn most_in_window(class: &[String], width: Fraction) -> u64 {
    let window = |x: &String| {
        let is = |a: &&String| match (a.is_empty(), x.is_empty()) {
            (false, false) => units(a) >= units(x) && is_near(a, x, Radius::Absolute(width), 1),
            (a, x) => a && x,
        };
        class.iter().filter(is).count() as u64
    };
    class.iter().map(window).max().unwrap()
}

fn number() -> impl Strategy<Value = String> {
    let plain = (-40_i32..40, 0..3_usize).prop_map(|(n, shape)| match shape {
        0 => n.to_string(),
        1 => format!("{n}.{}", n.unsigned_abs() % 10),
        _ => format!("{n}.0"),
    });
    let long = prop_oneof![
        Just("0.00000000000000000001".to_owned()),
        Just("10.00000000000000000001".to_owned()),
        Just("79228162514.26433759354395033".to_owned()),
        Just("-9999999999999.999999999999999".to_owned()),
    ];
    // "-0.5" would need a sign before its 0: shapes of -0 are left out by the sign of n.
    prop_oneof![8 => plain, 1 => long, 1 => Just(String::new())]
}

fn radius() -> impl Strategy<Value = Radius> {
    let absolute = (0_u64..60, 1_u64..5).prop_map(|(a, b)| Radius::Absolute(Fraction::new(a, b)));
    let relative = (0_u64..=8).prop_map(|a| Radius::Relative(Fraction::new(a, 8)));
    prop_oneof![2 => absolute, 1 => relative]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn the_checkers_equal_their_definitions(
        texts in proptest::collection::vec(number(), 1..12),
        radius in radius(),
        part in (2_u64..9, 1_u64..4),
    ) {
        let class = Numbers::new(&texts, Kind::Decimal);
        let rows = texts.len() as u64;
        let found = class.measure(&proximity(radius, MANY));
        prop_assert_eq!(found, Fraction::new(rows, most_near(&texts, radius, 1)));
        let part = Fraction::new(part.0, part.1).max(Fraction::ONE);
        let holds = |demand: &Demand| class.ask(demand, |model, class, whole| model.holds(class, whole));
        let demanded = Demand::EpsMAnonymity(EpsMAnonymity { column: "s0".into(), proximity: Proximity { radius, m: part } });
        prop_assert_eq!(holds(&demanded), found >= part);
        let Radius::Absolute(delta) = radius else { return Ok(()) };
        let by = |mode| class.measure(&delta_l(delta, Fraction::from(MANY), mode));
        prop_assert_eq!(by(DeltaLCounting::Definition), Fraction::new(rows, most_near(&texts, radius, 2)));
        let width = Fraction::new(delta.numerator() * 2, delta.denominator());
        prop_assert_eq!(by(DeltaLCounting::Window), Fraction::new(rows, most_in_window(&texts, width)));
    }

    /// What may hold is asked of what could still be cut up: it must not fail where some way of
    /// cutting up would do.
    #[test]
    fn the_relaxation_never_rejects_what_can_be_cut_up(
        texts in proptest::collection::vec(number(), 1..9),
        cuts in proptest::collection::vec(0..4_usize, 9),
        radius in radius(),
    ) {
        let mut parts: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (text, part) in texts.iter().zip(cuts) {
            parts.entry(part).or_default().push(text.clone());
        }
        let worst = parts.values().map(|part| Fraction::new(part.len() as u64, most_near(part, radius, 1)));
        let m = worst.min().unwrap();
        let demand = Demand::EpsMAnonymity(EpsMAnonymity { column: "s0".into(), proximity: Proximity { radius, m } });
        let numbers = Numbers::new(&texts, Kind::Decimal);
        prop_assert!(numbers.ask(&demand, |model, class, whole| model.may_hold(class, whole)));
    }
}

#[test]
fn the_round_robin_vector() {
    let case = case("proximity", "roundrobin");
    let input = &case["input"];
    let values: Vec<String> =
        input["E"].as_array().unwrap().iter().map(ToString::to_string).collect();
    let radius = Radius::Absolute(exact(&input["eps"]));
    let demands = [proximity(radius, input["m"].as_u64().unwrap())];
    let groups = dealt(&values, &demands).unwrap();
    let expected: Vec<Vec<String>> = case["expected"]["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group.as_array().unwrap().iter().map(ToString::to_string).collect())
        .collect();
    assert_eq!(groups, expected);
}

/// The groups that one class of these numbers is dealt into.
fn dealt(texts: &[String], demands: &[Demand]) -> Option<Vec<Vec<String>>> {
    let qi = vec![row(&["x"]); texts.len()];
    let secrets: Vec<Vec<String>> = texts.iter().map(|text| vec![text.clone()]).collect();
    let data = Data::new(qi, secrets, None, &[Spec::flat()]);
    let numbers = data.secret_numbers(0);
    let setting = |_: &Demand| ModelContext { numbers: &numbers, ..ModelContext::default() };
    let code = |text: &String| data.orders[0][text];
    let mut census = SensitiveCounts::default();
    texts.iter().for_each(|text| census.add(&[0], &[code(text)]));
    let random = &mut ChaCha12Rng::seed_from_u64(texts.len() as u64);
    let mut deal =
        DealtGroups::new(census, &[numbers.len()], &Dealing::new(demands, setting), random).ok()?;
    let mut groups: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for text in texts {
        groups.entry(deal.group(&[0], &[code(text)]).unwrap()).or_default().push(text.clone());
    }
    assert_eq!(deal.groups(), groups.len() as u64);
    // How groups are numbered is drawn.
    let mut groups: Vec<Vec<String>> = groups.into_values().collect();
    groups.sort_unstable();
    Some(groups)
}

/// Whether numbers can be parted into groups of at least `k` that hold, by trying every way.
fn can_be_grouped(texts: &[String], radius: Radius, m: u64, k: u64) -> bool {
    fn place(
        texts: &[String],
        groups: &mut Vec<Vec<String>>,
        is_good: &dyn Fn(&[String]) -> bool,
    ) -> bool {
        let Some((first, rest)) = texts.split_first() else {
            return groups.iter().all(|group| is_good(group));
        };
        for at in 0..=groups.len() {
            if at == groups.len() {
                groups.push(Vec::new());
            }
            groups[at].push(first.clone());
            let done = place(rest, groups, is_good);
            groups[at].pop();
            if groups[at].is_empty() {
                groups.pop();
            }
            if done {
                return true;
            }
        }
        false
    }
    let is_good = |group: &[String]| {
        let rows = group.len() as u64;
        rows >= k && m * most_near(group, radius, 1) <= rows
    };
    place(texts, &mut Vec::new(), &is_good)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn dealing_succeeds_whenever_anything_can(
        texts in proptest::collection::vec(number(), 1..8),
        radius in radius(),
        m in 1_u64..5,
    ) {
        let groups = dealt(&texts, &[proximity(radius, m)]);
        prop_assert_eq!(groups.is_some(), can_be_grouped(&texts, radius, m, 1));
        for group in groups.into_iter().flatten() {
            prop_assert!(m * most_near(&group, radius, 1) <= group.len() as u64);
        }
    }

    #[test]
    fn dealt_groups_keep_k(
        texts in proptest::collection::vec(number(), 1..24),
        radius in radius(),
        m in 1_u64..4,
        k in 1_u64..6,
    ) {
        let demands = [Demand::KAnonymity(KAnonymity { k }), proximity(radius, m)];
        for group in dealt(&texts, &demands).into_iter().flatten() {
            let rows = group.len() as u64;
            prop_assert!(rows >= k && m * most_near(&group, radius, 1) <= rows);
        }
    }

    /// What the search takes for a class that can be dealt, can be dealt.
    #[test]
    fn the_search_and_the_dealer_agree(
        texts in proptest::collection::vec(number(), 1..24),
        radius in radius(),
        m in 1_u64..4,
        k in 1_u64..6,
    ) {
        let demands = [Demand::KAnonymity(KAnonymity { k }), proximity(radius, m)];
        let qi = vec![row(&["x"]); texts.len()];
        let secrets: Vec<Vec<String>> = texts.iter().map(|text| vec![text.clone()]).collect();
        let data = Data::new(qi, secrets, None, &[Spec::flat()]);
        let models = data.models_dealt(&demands, Dealing::least_rows(&demands));
        let found = data.problem(&models, Cost::LOSS, 0).optimal(&SearchControl::default());
        prop_assert_eq!(found.best.is_some(), dealt(&texts, &demands).is_some());
    }
}

#[test]
fn larger_groups_take_several_near_numbers_each() {
    // One at a time, two groups of four would have 0, 1 and 4 together.
    let texts = row(&["1", "7", "12", "4", "0", "0", "2", "10"]);
    let radius = Radius::Absolute(Fraction::from(3));
    let groups =
        dealt(&texts, &[Demand::KAnonymity(KAnonymity { k: 4 }), proximity(radius, 2)]).unwrap();
    assert_eq!(groups, [row(&["1", "12", "2", "10"]), row(&["7", "4", "0", "0"])]);
}

#[test]
fn parts_of_an_m_can_ask_for_more_than_any_grouping_has() {
    // models.md, section 6.6: a partition exists iff m times the fullest window is at most the
    // class. Of m = 3/2 and {1,2,3} that says yes, and no grouping does.
    let texts = row(&["1", "2", "3"]);
    let radius = Radius::Absolute(Fraction::ONE);
    assert_eq!(most_in_window(&texts, Fraction::ONE) * 3, texts.len() as u64 * 2);
    let demand = Demand::EpsMAnonymity(EpsMAnonymity {
        column: "s0".into(),
        proximity: Proximity { radius, m: Fraction::new(3, 2) },
    });
    assert_eq!(dealt(&texts, &[demand]), None);
    let groupings: [&[&[&str]]; 5] = [
        &[&["1", "2", "3"]],
        &[&["1"], &["2", "3"]],
        &[&["2"], &["1", "3"]],
        &[&["3"], &["1", "2"]],
        &[&["1"], &["2"], &["3"]],
    ];
    for grouping in groupings {
        let good =
            |group: &&&[&str]| 3 * most_near(&row(group), radius, 1) <= 2 * group.len() as u64;
        assert!(!grouping.iter().all(|group| good(&group)), "{grouping:?}");
    }
}

/// A table in which everybody together breaks the definition, and both halves keep it.
fn halves() -> Data {
    let ages = ["1", "1", "9", "9"].map(|age| row(&[age]));
    let salaries = ["40", "60", "50", "80"].map(|salary| row(&[salary]));
    Data::new(ages.to_vec(), salaries.to_vec(), None, &[Spec::flat()])
}

#[test]
fn every_algorithm_finds_classes_though_everybody_together_breaks_the_definition() {
    let data = halves();
    let demands = [delta_l(Fraction::new(15, 2), Fraction::from(2), DeltaLCounting::Definition)];
    let models = data.models(&demands);
    let best =
        data.problem(&models, Cost::LOSS, 0).optimal(&SearchControl::default()).best.unwrap();
    assert_eq!((best.0.height(), best.1.cost), (0, Some(0.0)));
    let range_losses = vec![RangeLoss::by_leaves(&data.hierarchies[0], 1.0)];
    let problem = BoxProblem::new(&data.frequency_set, &models, range_losses, false);
    let control = SearchControl::default();
    let guided = problem.guided(Effort::Fast, &control);
    let found: [Option<Partition>; 6] = [
        problem.mondrian(CutPoints::Leaves, &control),
        problem.mpalm(ColumnStrategy::Next, ValueStrategy::Balanced, &control),
        problem.mpalm(ColumnStrategy::Next, ValueStrategy::First, &control),
        problem.mpalm(ColumnStrategy::Broadest, ValueStrategy::Distinct, &control),
        problem.cluster(guided.as_ref(), &control),
        guided,
    ];
    for (at, partition) in found.iter().enumerate() {
        let partition = partition.as_ref().unwrap_or_else(|| panic!("algorithm {at}"));
        assert_eq!((partition.classes.len(), problem.loss(partition)), (2, 0.0), "algorithm {at}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Cuts that are made because parts may hold are undone where they do not.
    #[test]
    fn what_is_cut_by_the_relaxation_holds_in_the_end(
        people in proptest::collection::vec((0_u8..8, 0_u8..4, 0_u32..30), 1..30),
        eps in 0_u64..8,
        k in 1_u64..4,
    ) {
        let cells = |person: &(u8, u8, u32)| vec![person.0.to_string(), person.1.to_string()];
        let qi: Vec<Vec<String>> = people.iter().map(cells).collect();
        let secrets = people.iter().map(|person| vec![person.2.to_string()]).collect();
        let data = Data::new(qi, secrets, None, &[Spec::flat(), Spec::flat()]);
        let demands = [Demand::KAnonymity(KAnonymity { k }), proximity(Radius::Absolute(Fraction::from(eps)), 2)];
        let models = data.models(&demands);
        let range_losses = data.hierarchies.iter().map(|h| RangeLoss::by_leaves(h, 0.5)).collect();
        let problem = BoxProblem::new(&data.frequency_set, &models, range_losses, false);
        let control = SearchControl::default();
        let columns = ColumnStrategy::Next;
        for partition in [
            problem.mondrian(CutPoints::Leaves, &control),
            problem.mpalm(columns, ValueStrategy::Balanced, &control),
            problem.mpalm(columns, ValueStrategy::First, &control),
        ].into_iter().flatten() {
            let mut tuples: Vec<u32> =
                partition.classes.iter().flat_map(|class| class.tuples.clone()).collect();
            tuples.sort_unstable();
            prop_assert_eq!(tuples, (0..problem.tuples() as u32).collect::<Vec<_>>());
            prop_assert!(partition.classes.iter().all(|class| problem.holds(&class.tuples)));
        }
        let everybody: Vec<u32> = (0..problem.tuples() as u32).collect();
        if problem.holds(&everybody) {
            prop_assert!(problem.mondrian(CutPoints::Leaves, &control).is_some());
        }
    }
}
