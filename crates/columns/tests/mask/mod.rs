//! Masking column by column: golden vectors, the examples of Lodha & Thomas 2007, and brute force.

mod buckets;
mod budget;
mod cells;
mod cluster;
mod level;
mod people;
mod quantile;
mod sample;
mod slow;
mod stream;

use incrowd_columns::mask::RowGroups;
use serde_json::Value;

use crate::vectors::{case, cases, number};

/// The people of the paper's universe.
const PEOPLE: u64 = 300_000_000;

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// The rows of each group.
fn clusters_of(rows: &[i64], groups: &RowGroups) -> Vec<Vec<i64>> {
    groups.rows().map(|part| rows[part.start as usize..part.end as usize].to_vec()).collect()
}
