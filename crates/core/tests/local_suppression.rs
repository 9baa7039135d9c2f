//! Local suppression against every way of suppressing cells of small tables.

use std::collections::BTreeMap;

use incrowd_core::cost::Cost;
use incrowd_core::hierarchy::Spec;
use incrowd_core::search::{Effort, Method, Recoding, Scope, Search, SearchControl, SearchOutcome};
use incrowd_core::terms::{Demand, KAnonymity, LDiversity};

use crate::support::Data;

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// A table of so many rows with three values per column, and a secret of three values.
fn table(dice: &mut Dice, rows: u64, columns: usize, values: u64) -> Data {
    let cell = |dice: &mut Dice| char::from(b'a' + dice.roll(values) as u8).to_string();
    let rows: Vec<Vec<String>> =
        (0..rows).map(|_| (0..=columns).map(|_| cell(dice)).collect()).collect();
    let secrets = rows.iter().map(|row| vec![row[columns].clone()]).collect();
    let qi = rows.into_iter().map(|row| row[..columns].to_vec()).collect();
    Data::new(qi, secrets, None, &vec![Spec::flat(); columns])
}

/// The rows as they are published, and the outcome.
fn publish(
    data: &Data,
    demands: &[Demand],
    known: Option<usize>,
    weights: &[f64],
) -> (Option<Vec<Vec<String>>>, SearchOutcome) {
    let encoded = data.encoded();
    let method = Method { known, ..Recoding::LocalSuppression.into() };
    let scope = Scope { weights: weights.to_vec(), ..Scope::of(&encoded) };
    let search = Search::new(&encoded, demands, method, scope);
    let outcome = search.find(&SearchControl::default());
    let (mapping, mut labels) = (search.mapping(&outcome), Vec::new());
    let row = |row: &Vec<String>| {
        mapping.row(row.iter().map(String::as_str), &mut labels).unwrap();
        labels.iter().enumerate().map(|(at, &label)| mapping.text(at, label).to_owned()).collect()
    };
    let rows = outcome.found.is_some().then(|| data.qi.iter().map(row).collect());
    (rows, outcome)
}

/// Whether every class of every view has k rows and l different secrets.
fn holds(
    rows: &[Vec<String>],
    secrets: &[Vec<String>],
    views: &[Vec<usize>],
    k: usize,
    l: usize,
) -> bool {
    views.iter().all(|view| {
        let mut classes: BTreeMap<Vec<&str>, Vec<&str>> = BTreeMap::new();
        for (row, secret) in rows.iter().zip(secrets) {
            let key = view.iter().map(|&column| row[column].as_str()).collect();
            classes.entry(key).or_default().push(&secret[0]);
        }
        classes.into_values().all(|mut class| {
            let rows = class.len();
            class.sort_unstable();
            class.dedup();
            rows >= k && class.len() >= l
        })
    })
}

/// All sets of 1 to `most` columns; those of all columns alone if nothing is said.
fn views(columns: usize, known: Option<usize>) -> Vec<Vec<usize>> {
    let sets =
        (1..1_usize << columns).map(|bits| (0..columns).filter(|at| bits >> at & 1 == 1).collect());
    let fits = |set: &Vec<usize>| match known {
        Some(most) => set.len() <= most,
        None => set.len() == columns,
    };
    sets.filter(fits).collect()
}

fn price(rows: &[Vec<String>], weights: &[f64]) -> f64 {
    let stars = rows.iter().flat_map(|row| row.iter().zip(weights));
    stars.filter(|(cell, _)| *cell == "*").map(|(_, weight)| weight).sum()
}

/// The least price over all ways of suppressing cells, rows with the same cells alike.
fn least(data: &Data, views: &[Vec<usize>], k: usize, l: usize, weights: &[f64]) -> Option<f64> {
    let mut tuples: Vec<&Vec<String>> = data.qi.iter().collect();
    tuples.sort();
    tuples.dedup();
    let columns = weights.len();
    let place: Vec<usize> = data.qi.iter().map(|row| tuples.binary_search(&row).unwrap()).collect();
    let flat: Vec<bool> =
        (0..columns).map(|at| tuples.iter().all(|tuple| tuple[at] == tuples[0][at])).collect();
    let mut best: Option<f64> = None;
    for masks in 0..1_u64 << (tuples.len() * columns) {
        let star = |tuple: usize, at: usize| masks >> (tuple * columns + at) & 1 == 1;
        if (0..tuples.len()).any(|tuple| (0..columns).any(|at| flat[at] && star(tuple, at))) {
            continue;
        }
        let row = |(row, &tuple): (&Vec<String>, &usize)| -> Vec<String> {
            let cell = |(at, cell): (usize, &String)| match star(tuple, at) {
                true => "*".to_owned(),
                false => cell.clone(),
            };
            row.iter().enumerate().map(cell).collect()
        };
        let cost: f64 = place
            .iter()
            .map(|&tuple| {
                (0..columns).filter(|&at| star(tuple, at)).map(|at| weights[at]).sum::<f64>()
            })
            .sum();
        if best.is_some_and(|best| cost >= best) {
            continue;
        }
        let rows: Vec<Vec<String>> = data.qi.iter().zip(&place).map(row).collect();
        if holds(&rows, &data.secrets, views, k, l) {
            best = Some(cost);
        }
    }
    best
}

fn demands(k: u64, l: u64) -> Vec<Demand> {
    let k: Demand = KAnonymity { k }.into();
    let diversity = format!("distinct:{l}").parse().unwrap();
    let l: Demand = LDiversity { column: "s0".into(), diversity }.into();
    vec![k, l]
}

/// Publishes small tables, and compares with the optimum. Returns the price of all, and the least.
fn compared(known: Option<usize>, columns: usize, tables: u64) -> (f64, f64) {
    let mut dice = Dice(7 + columns as u64 + 100 * known.unwrap_or(0) as u64);
    let (mut sum, mut optimum) = (0.0, 0.0);
    for _ in 0..tables {
        let (k, l) = (1 + dice.roll(3), 1 + dice.roll(2));
        let most = if columns == 2 { 6 } else { 4 };
        let rows = 2 + dice.roll(most);
        let data = table(&mut dice, rows, columns, 3);
        let weights: Vec<f64> =
            (0..columns).map(|_| [1.0, 1.0, 2.0][dice.roll(3) as usize]).collect();
        let views = views(columns, known);
        let (rows, outcome) = publish(&data, &demands(k, l), known, &weights);
        let least = least(&data, &views, k as usize, l as usize, &weights);
        assert_eq!(rows.is_some(), least.is_some(), "{data:?}");
        let (Some(rows), Some(least)) = (rows, least) else {
            assert!(outcome.proven);
            continue;
        };
        assert!(holds(&rows, &data.secrets, &views, k as usize, l as usize), "{rows:?} {data:?}");
        let cost = price(&rows, &weights);
        let flat = |at: usize| data.qi.iter().all(|row| row[at] == data.qi[0][at]);
        let cells = outcome.figures.as_ref().unwrap().suppressed_cells.clone().unwrap();
        let stars = |at: usize| rows.iter().filter(|row| row[at] == "*").count() as u64;
        assert_eq!(cells, (0..columns).map(stars).collect::<Vec<_>>());
        let whole = data.qi.len() as f64 * weights.iter().sum::<f64>();
        if !(0..columns).any(flat) {
            let loss = outcome.cost(Cost::LOSS).unwrap();
            assert!((loss - cost / whole).abs() < 1e-9, "{loss} {cost} {data:?}");
        }
        assert!(cost >= least, "{rows:?} {least}");
        (sum, optimum) = (sum + cost, optimum + least);
    }
    (sum, optimum)
}

#[test]
fn few_more_cells_than_the_optimum() {
    for (known, columns, tables) in
        [(None, 2, 300), (None, 3, 60), (Some(1), 2, 200), (Some(1), 3, 40), (Some(2), 3, 40)]
    {
        let (sum, optimum) = compared(known, columns, tables);
        println!("known {known:?}, {columns} columns: {:.4} of the optimum", sum / optimum);
        let most = if known.is_none() { 1.03 } else { 1.15 };
        assert!(sum <= optimum * most, "{known:?} {columns}: {sum} {optimum}");
    }
}

#[test]
fn larger_tables_hold_for_whoever_knows_some_columns() {
    let mut dice = Dice(3);
    for round in 0..30 {
        let data = table(&mut dice, 20 + round * 4, 5, 4);
        for known in [None, Some(1), Some(2), Some(3), Some(9)] {
            let (rows, _) = publish(&data, &demands(3, 2), known, &[1.0; 5]);
            assert!(
                holds(&rows.unwrap(), &data.secrets, &views(5, known), 3, 2),
                "{known:?} {data:?}"
            );
        }
    }
}

#[test]
fn heavy_columns_are_spared() {
    let mut dice = Dice(5);
    let data = table(&mut dice, 200, 4, 4);
    let stars = |weights: &[f64], column: usize| {
        let rows = publish(&data, &demands(5, 1), None, weights).0.unwrap();
        rows.iter().filter(|row| row[column] == "*").count()
    };
    assert!(stars(&[20.0, 1.0, 1.0, 1.0], 0) < stars(&[1.0; 4], 0));
}

#[test]
fn more_effort_never_suppresses_more() {
    let mut dice = Dice(11);
    for _ in 0..10 {
        let (data, demands) = (table(&mut dice, 60, 4, 4), demands(3, 1));
        let encoded = data.encoded();
        let loss = |effort: Effort| {
            let method = Method { effort, ..Recoding::LocalSuppression.into() };
            let search = Search::new(&encoded, &demands, method, Scope::of(&encoded));
            search.find(&SearchControl::default()).cost(Cost::LOSS).unwrap()
        };
        let [fast, normal, high] = [Effort::Fast, Effort::Normal, Effort::High].map(loss);
        assert!(high <= normal && normal <= fast, "{fast} {normal} {high}");
    }
}
