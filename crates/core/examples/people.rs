//! Times searches that count people against those that count rows, on the same tuples.
//!
//! ```sh
//! cargo run --release --package incrowd-core --example people -- adult.data K
//! ```
//!
//! The file is UCI Adult. Every row is a person, with one row or with one to five copies of it. One
//! JSON document is printed: per recoding the seconds and the loss of both.
#![allow(clippy::unwrap_used, reason = "a failing example may stop")]

use std::time::Instant;

use incrowd_core::cost::Cost;
use incrowd_core::encoded::Encoded;
use incrowd_core::hierarchy::{Domain, Spec, build};
use incrowd_core::search::{Method, Recoding, Scope, Search, SearchControl};
use incrowd_core::table::{Counter, PersonKey};
use incrowd_core::terms::{KAnonymity, Kind, NormalForm, Nulls};

/// Where the nine quasi-identifiers stand.
const QI: [usize; 9] = [0, 1, 3, 5, 6, 7, 8, 9, 13];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, k] = words.as_slice() else { panic!("people ADULT K") };
    let (text, k) = (std::fs::read_to_string(file).unwrap(), k.parse().unwrap());
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.contains('?'))
        .map(|line| line.split(", ").collect())
        .collect();
    let mut report = serde_json::Map::new();
    for recoding in [Recoding::FullDomain, Recoding::Multidimensional] {
        let [plain, people] = [false, true].map(|people| run(&rows, people, recoding, k));
        report.insert(
            recoding.name().to_owned(),
            serde_json::json!({
                "rows": { "seconds": plain.0, "loss": plain.1 },
                "people": { "seconds": people.0, "loss": people.1 },
                "ratio": people.0 / plain.0,
            }),
        );
    }
    println!("{}", serde_json::Value::Object(report));
}

/// Counts, encodes and searches: the seconds and the loss.
fn run(rows: &[Vec<&str>], people: bool, recoding: Recoding, k: u64) -> (f64, f64) {
    let start = Instant::now();
    let form = NormalForm::default();
    let mut counter = if people { Counter::of_people(9, 0) } else { Counter::new(9, 0) };
    for (at, row) in rows.iter().enumerate() {
        let cells = || QI.iter().map(|&place| row[place]);
        if !people {
            counter.add(cells(), std::iter::empty());
            continue;
        }
        let key = PersonKey::of(&form, &format!("p{at}")).unwrap();
        for _ in 0..1 + at * 7 % 5 {
            counter.add_of(key, cells(), std::iter::empty());
        }
    }
    let nulls = Nulls::default();
    let hierarchy = |column: usize| {
        let values: Vec<(String, u64)> =
            counter.values(column).iter().map(|text| (text.to_owned(), 1)).collect();
        let (kind, spec) = match column {
            0 => (Kind::Integer, Spec::auto()),
            _ => (Kind::Text, Spec::flat()),
        };
        let domain = Domain { column: "qi", kind, values: &values, nulls: &nulls };
        build(&spec, &domain).unwrap()
    };
    let hierarchies = (0..9).map(hierarchy).collect();
    let table = Encoded::new(&counter, None, hierarchies, vec![], &nulls);
    let demands = [KAnonymity { k }.into()];
    let search = Search::new(&table, &demands, Method::from(recoding), Scope::of(&table));
    let loss = search.find(&SearchControl::default()).cost(Cost::LOSS).unwrap();
    (start.elapsed().as_secs_f64(), loss)
}
