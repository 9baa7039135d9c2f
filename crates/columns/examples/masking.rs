//! Times the grouping of one column of numbers, for comparisons with others.
//!
//! ```sh
//! cargo run --release --package incrowd-columns --example masking -- NUMBERS K RUNS
//! ```
//!
//! NUMBERS is a file of doubles in ascending order, eight bytes each, least significant first. One
//! JSON document is printed: for each method the best of the runs in seconds, and the cost.
#![allow(clippy::unwrap_used, reason = "a failing example may stop")]

use std::time::Instant;

use incrowd_columns::mask::cluster::{Centre, Criterion, SortedCounts, Ties, cluster};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [numbers, k, runs] = words.as_slice() else { panic!("masking NUMBERS K RUNS") };
    let (k, runs): (u64, u32) = (k.parse().unwrap(), runs.parse().unwrap());
    let bytes = std::fs::read(numbers).unwrap();
    let numbers: Vec<f64> =
        bytes.chunks_exact(8).map(|eight| f64::from_le_bytes(eight.try_into().unwrap())).collect();
    let costs = [
        ("quantile", Criterion::RankDifference),
        ("kmedian", Criterion::KMedian),
        ("sse", Criterion::SquaredError),
        ("kcenter", Criterion::KCenter(Centre::Anywhere)),
        ("cellular", Criterion::Cellular(Centre::Anywhere)),
    ];
    let mut report = serde_json::Map::new();
    for (name, cost) in costs {
        let mut best = f64::INFINITY;
        let mut found = None;
        for _ in 0..runs {
            let start = Instant::now();
            let line = SortedCounts::of_rows(&numbers).unwrap();
            found = Some(cluster(&line, k, cost, Ties::Together).unwrap());
            best = best.min(start.elapsed().as_secs_f64());
        }
        let found = found.unwrap();
        let about = serde_json::json!({
            "seconds": best, "cost": found.cost, "groups": found.groups.len(),
        });
        report.insert(name.to_owned(), about);
    }
    println!("{}", serde_json::Value::from(report));
}
