//! Lower bounds on the loss of boxes: golden vectors, the definition by all boxes, and all partitions
//! of small fields, none of which may lose less.

use incrowd_core::cost::RangeLoss;
use incrowd_core::hierarchy::{Hierarchy, Spec};
use incrowd_core::search::boxes::{BoxClass, BoxFamily, BoxProblem, Partition};
use incrowd_core::search::{Effort, SearchControl};
use incrowd_core::terms::{
    Demand, Fraction, KAnonymity, KMap, KMapPopulation, Knowledge, Presence, WeakKAnonymity,
};
use proptest::prelude::*;

use crate::support::{Data, vectors};

fn presence(least: Fraction, most: Fraction) -> Demand {
    Demand::Presence(Presence { least, most, knowledge: Knowledge::Table })
}

fn range_losses(data: &Data, range_loss: fn(&Hierarchy, f64) -> RangeLoss) -> Vec<RangeLoss> {
    let weight = 1.0 / data.hierarchies.len() as f64;
    data.hierarchies.iter().map(|hierarchy| range_loss(hierarchy, weight)).collect()
}

/// The bounds of Table 1 over P: row by row among ranges and among nodes, and the best one.
fn table_1(least: &str, most: &str) -> [f64; 3] {
    let data = vectors::table_in_population(&vectors::case("spalm", "table1-1_2-2_3")["input"]);
    let demands = [presence(least.parse().unwrap(), most.parse().unwrap())];
    let models = data.models(&demands);
    let problem = BoxProblem::new(
        &data.frequency_set,
        &models,
        range_losses(&data, RangeLoss::by_leaves),
        true,
    );
    let row_bound =
        |boxes| problem.row_bound(boxes, Effort::Normal, &SearchControl::default()).unwrap();
    let best = problem.lower_bound(Effort::Normal, &SearchControl::default()).unwrap();
    [row_bound(BoxFamily::Ranges), row_bound(BoxFamily::Nodes(&data.hierarchies)), best]
}

#[test]
fn bounds_of_table_1() {
    let expected = [
        ("1/2", "2/3", [31.0 / 108.0, 125.0 / 324.0]),
        ("1/3", "2/3", [89.0 / 324.0, 10.0 / 27.0]),
        ("1/3", "1", [1.0 / 8.0, 17.0 / 81.0]),
    ];
    for (least, most, [bound, optimum]) in expected {
        let [by_rows, _, best] = table_1(least, most);
        assert!((by_rows - bound).abs() < 1e-8, "({least},{most}): {by_rows}");
        assert!(by_rows <= best && best <= optimum, "({least},{most}): {best}");
    }
}

#[test]
fn bounds_of_table_1_among_nodes() {
    for at in 1..=3 {
        let case = vectors::case("beyond", &format!("guillotine-{at}"));
        let delta = |at: usize| case["input"]["delta"][at].as_str().unwrap();
        let [_, by_nodes, _] = table_1(delta(0), delta(1));
        let expected = vectors::number(&case["expected"]["lower_bound"]);
        assert!((by_nodes - expected).abs() < 1e-8, "{}: {by_nodes}", case["id"]);
    }
}

/// A tuple, its rows and its people.
type Counts = (Vec<u32>, u64, u64);

/// A field in one line of small numbers, with a population.
fn line(counts: &[(u32, u64, u64)]) -> Data {
    let repeat = |of: fn(&(u32, u64, u64)) -> u64| -> Vec<Vec<String>> {
        let rows = |tuple: &(u32, u64, u64)| vec![vec![tuple.0.to_string()]; of(tuple) as usize];
        counts.iter().flat_map(rows).collect()
    };
    let (table, public) = (repeat(|tuple| tuple.1), repeat(|tuple| tuple.2));
    Data::new(table.clone(), vec![Vec::new(); table.len()], Some(public), &[Spec::flat()])
}

fn bounds(data: &Data, demands: &[Demand]) -> [f64; 2] {
    let models = data.models(demands);
    let problem = BoxProblem::new(
        &data.frequency_set,
        &models,
        range_losses(data, RangeLoss::by_values),
        false,
    );
    [
        problem.row_bound(BoxFamily::Ranges, Effort::Normal, &SearchControl::default()).unwrap(),
        problem.lower_bound(Effort::Normal, &SearchControl::default()).unwrap(),
    ]
}

#[test]
fn prices_for_strangers_prove_more() {
    // Both members would take the stranger at 5; one of them must go to 0 or to 10.
    let data = line(&[(0, 0, 1), (4, 1, 1), (5, 0, 1), (6, 1, 1), (10, 0, 1)]);
    let [by_rows, best] = bounds(&data, &[presence(Fraction::ZERO, Fraction::new(1, 2))]);
    assert!((by_rows - 0.1).abs() < 1e-8, "{by_rows}");
    // The optimum is (0.1 + 0.4) / 2.
    assert!(best > 0.2 && best <= 0.25, "{best}");
}

#[test]
fn rewards_for_lonely_strangers_prove_more() {
    // Somebody must take the stranger at 10 in, though no member wants to.
    let data = line(&[(0, 1, 2), (1, 1, 2), (10, 0, 1)]);
    let [by_rows, best] = bounds(&data, &[presence(Fraction::new(1, 4), Fraction::new(1, 2))]);
    assert!(by_rows.abs() < 1e-8, "{by_rows}");
    // The optimum is (0 + 0.9) / 2.
    assert!(best > 0.4 && best <= 0.45, "{best}");
}

#[test]
fn rewards_for_lonely_rows_prove_more() {
    // The row at 10 loses 0.9, and makes another lose it too.
    let data = line(&[(0, 1, 1), (1, 2, 2), (10, 1, 1)]);
    let [by_rows, best] = bounds(&data, &[Demand::KAnonymity(KAnonymity { k: 2 })]);
    assert!((by_rows - (0.1 + 0.0 + 0.9) / 4.0).abs() < 1e-8, "{by_rows}");
    // The optimum is three rows within 0.9 of each other and one that is lost to them: all in one.
    assert!(best > by_rows + 0.2 && best <= 1.0, "{best}");
}

#[derive(Clone, Debug)]
struct Case {
    /// Codes, rows and people of distinct tuples.
    tuples: Vec<(Vec<u32>, u64, u64)>,
    demands: Vec<Demand>,
    population: bool,
    over_people: bool,
    range_loss: usize,
}

const RULERS: [fn(&Hierarchy, f64) -> RangeLoss; 3] =
    [RangeLoss::by_leaves, RangeLoss::by_ratio, RangeLoss::by_values];

impl Case {
    fn data(&self) -> Data {
        let repeat = |of: fn(&Counts) -> u64| -> Vec<Vec<String>> {
            let text = |codes: &[u32]| codes.iter().map(u32::to_string).collect();
            let rows = |tuple: &Counts| vec![text(&tuple.0); of(tuple) as usize];
            self.tuples.iter().flat_map(rows).collect()
        };
        let table = repeat(|tuple| tuple.1);
        let public = self.population.then(|| repeat(|tuple| tuple.2));
        let none = vec![Vec::new(); table.len()];
        Data::new(table, none, public, &vec![Spec::flat(); self.tuples[0].0.len()])
    }

    /// Calls with the field.
    fn with_field<R>(&self, call: impl FnOnce(&BoxProblem<'_>) -> R) -> R {
        let data = self.data();
        let models = data.models(&self.demands);
        let range_losses = range_losses(&data, RULERS[self.range_loss]);
        call(&BoxProblem::new(&data.frequency_set, &models, range_losses, self.over_people))
    }
}

fn fields() -> impl Strategy<Value = Case> {
    let shares =
        prop::sample::select(vec![(0, 1), (1, 8), (1, 4), (1, 3), (1, 2), (2, 3), (3, 4), (1, 1)]);
    let share = || shares.clone().prop_map(|(above, below)| Fraction::new(above, below));
    let hiding =
        (share(), share()).prop_map(|(one, other)| presence(one.min(other), one.max(other)));
    let upper = share().prop_map(|most| presence(Fraction::ZERO, most));
    let k_map =
        (1_u64..6).prop_map(|k| Demand::KMap(KMap { k, population: KMapPopulation::Table }));
    let k_anonymity = || (1_u64..5).prop_map(|k| Demand::KAnonymity(KAnonymity { k }));
    let with_population = prop_oneof![
        4 => hiding.clone().prop_map(|demand| vec![demand]),
        2 => upper.prop_map(|demand| vec![demand]),
        1 => k_map.prop_map(|demand| vec![demand]),
        1 => (hiding, k_anonymity()).prop_map(|(one, other)| vec![one, other]),
        1 => k_anonymity().prop_map(|demand| vec![demand]),
        1 => (1_u64..5).prop_map(|k| vec![Demand::WeakKAnonymity(WeakKAnonymity { k })]),
    ];
    let alone = k_anonymity().prop_map(|demand| vec![demand]);
    let demands = prop_oneof![
        3 => with_population.prop_map(|demands| (demands, true)),
        1 => alone.prop_map(|demands| (demands, false)),
    ];
    let tuples = (1_usize..=3).prop_flat_map(|columns| {
        let codes = prop::collection::vec(0_u32..6, columns);
        prop::collection::btree_map(codes, (0_u64..4, 0_u64..6), 1..=6)
    });
    (tuples, demands, any::<bool>(), 0..RULERS.len()).prop_map(
        |(tuples, (demands, population), over_people, range_loss)| {
            let counts =
                |(codes, (rows, others)): (Vec<u32>, (u64, u64))| (codes, rows, rows + others);
            let exists = |tuple: &(Vec<u32>, u64, u64)| tuple.1 > 0 || (population && tuple.2 > 0);
            let tuples = tuples.into_iter().map(counts).filter(exists).collect();
            Case { tuples, demands, population, over_people, range_loss }
        },
    )
}

fn inside(problem: &BoxProblem<'_>, ranges: &[(u32, u32)]) -> Vec<u32> {
    let is_inside = |tuple: &u32| {
        let codes = problem.codes(*tuple).iter().zip(ranges);
        codes.into_iter().all(|(&code, &(low, high))| low <= code && code <= high)
    };
    (0..problem.tuples() as u32).filter(is_inside).collect()
}

/// All boxes of ranges.
fn all_boxes(problem: &BoxProblem<'_>) -> Vec<Vec<(u32, u32)>> {
    let mut boxes = vec![Vec::new()];
    for range_loss in problem.range_losses() {
        let leaves = range_loss.positions().len() as u32;
        let ranges: Vec<(u32, u32)> =
            (0..leaves).flat_map(|low| (low..leaves).map(move |high| (low, high))).collect();
        let longer = |one: &Vec<(u32, u32)>| {
            let one = one.clone();
            ranges.iter().map(move |&range| [&one[..], &[range]].concat()).collect::<Vec<_>>()
        };
        boxes = boxes.iter().flat_map(longer).collect();
    }
    boxes
}

/// The bound by its definition, or nothing if some row has no box.
fn definition(problem: &BoxProblem<'_>) -> Option<f64> {
    let mut least = vec![f64::INFINITY; problem.tuples()];
    for ranges in all_boxes(problem) {
        let inside = inside(problem, &ranges);
        if !inside.is_empty() && problem.holds(&inside) {
            let loss = problem.box_loss(&ranges);
            for tuple in inside {
                least[tuple as usize] = loss.min(least[tuple as usize]);
            }
        }
    }
    let weighed = least.iter().zip(problem.weights()).filter(|&(_, &weight)| weight > 0);
    let sum: f64 = weighed.map(|(least, &weight)| least * weight as f64).sum();
    sum.is_finite().then(|| sum / problem.total_weight())
}

/// Every way to put tuples into classes.
fn all_partitions(tuples: u32) -> Vec<Vec<Vec<u32>>> {
    let mut partitions = vec![Vec::new()];
    for tuple in 0..tuples {
        let grow = |partition: &Vec<Vec<u32>>| {
            let mut grown = vec![[&partition[..], &[vec![tuple]]].concat()];
            for at in 0..partition.len() {
                let mut other = partition.clone();
                other[at].push(tuple);
                grown.push(other);
            }
            grown
        };
        partitions = partitions.iter().flat_map(grow).collect();
    }
    partitions
}

/// The least loss of all partitions whose classes hold and share nobody.
fn optimum(problem: &BoxProblem<'_>) -> Option<f64> {
    let is_class = |class: &BoxClass| {
        problem.holds(&class.tuples) && inside(problem, &class.ranges) == class.tuples
    };
    let partitions = all_partitions(problem.tuples() as u32).into_iter().filter_map(|classes| {
        let classes: Vec<BoxClass> =
            classes.into_iter().map(|tuples| problem.class(tuples)).collect();
        let partition =
            Partition { classes, suppressed: Vec::new(), examined: 0, cut_short: false };
        partition.classes.iter().all(is_class).then(|| problem.loss(&partition))
    });
    partitions.min_by(f64::total_cmp)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_partition_loses_less(case in fields()) {
        prop_assume!(case.tuples.iter().any(|tuple| tuple.1 > 0));
        case.with_field(|problem| {
            let Some(optimum) = optimum(problem) else { return Ok(()) };
            for effort in [Effort::Fast, Effort::Normal, Effort::High] {
                let bound = problem.lower_bound(effort, &SearchControl::default()).unwrap();
                prop_assert!(bound <= optimum, "{bound} {optimum}");
                let by_rows = problem.row_bound(BoxFamily::Ranges, effort, &SearchControl::default()).unwrap();
                prop_assert!(by_rows <= bound, "{by_rows} {bound}");
            }
            let stopped = SearchControl::default();
            stopped.cancel();
            prop_assert!(problem.lower_bound(Effort::Normal, &stopped).unwrap_or(0.0) <= optimum);
            Ok(())
        })?;
    }

    #[test]
    fn rows_have_the_least_of_all_boxes(case in fields()) {
        prop_assume!(case.tuples.iter().any(|tuple| tuple.1 > 0));
        case.with_field(|problem| {
            let Some(expected) = definition(problem) else { return Ok(()) };
            let bound = problem.row_bound(BoxFamily::Ranges, Effort::Normal, &SearchControl::default()).unwrap();
            prop_assert!((bound - expected).abs() < 1e-8, "{bound} {expected}");
            Ok(())
        })?;
    }
}
