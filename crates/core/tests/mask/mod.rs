//! Masking column by column: golden vectors, the examples of Lodha & Thomas 2007, and brute force.

mod buckets;
mod budget;
mod cells;
mod cluster;
mod level;
mod quantile;
mod sample;
mod slow;
mod stream;

use incrowd_core::mask::Groups;
use incrowd_core::terms::Fraction;
use serde_json::Value;

/// The people of the paper's universe.
const PEOPLE: u64 = 300_000_000;

fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/golden/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let golden: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    golden["cases"].as_array().unwrap().clone()
}

fn case(file: &str, id: &str) -> Value {
    cases(file).into_iter().find(|case| case["id"] == id).unwrap()
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

/// A cost of the vectors: a number, or an exact text.
fn cost_of(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| {
        let fraction: Fraction = value.as_str().unwrap().parse().unwrap();
        fraction.to_f64()
    })
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// The rows of each group.
fn clusters_of(rows: &[i64], groups: &Groups) -> Vec<Vec<i64>> {
    groups.rows().map(|part| rows[part.start as usize..part.end as usize].to_vec()).collect()
}
