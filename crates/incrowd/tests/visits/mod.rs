//! Random tables of visits through whole runs: what is published is read back, and every promise is
//! computed again from the original, by the definitions.
//!
//! `INCROWD_CASES` says how many times as many cases are tried.

mod definitions;
mod judged;
mod published;
mod tables;

use std::path::{Path, PathBuf};

use incrowd::options::ReleaseOptions;
use incrowd::run::{Context, release};
use incrowd::{Error, Execution};
use incrowd_document::ReleaseDocument;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use definitions::{Ask, holds};
use published::{Published, best, groups};
use tables::{A, B, Dice, Shape, Visit, csv, visits};

/// So many times as many cases as usual.
fn cases(usual: u64) -> u64 {
    let times = std::env::var("INCROWD_CASES").ok().and_then(|times| times.parse().ok());
    usual * times.unwrap_or(1)
}

/// A folder with a table and the hierarchies.
struct Room {
    folder: TempDir,
}

impl Room {
    fn new() -> Room {
        let room = Room { folder: tempfile::tempdir().unwrap() };
        room.write("a.csv", A);
        room.write("b.csv", B);
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Options that all runs share, and these.
    fn options(&self, more: Value) -> Value {
        let hierarchy =
            |column: &str| format!("{column}={}", self.path(&format!("{column}.csv")).display());
        let mut options = json!({
            "table": self.path("t.csv"),
            "qi": ["a", "b"],
            "person": "pid",
            "hierarchy": [hierarchy("a"), hierarchy("b")],
            "output": self.path("out.csv"),
            "force": true,
        });
        let entries = options.as_object_mut().unwrap();
        entries.extend(more.as_object().unwrap().clone());
        options
    }

    /// Runs a release on one thread.
    fn release(&self, options: Value) -> Result<(ReleaseDocument, bool), Error> {
        let _ = std::fs::remove_file(self.path("out.csv"));
        let options: ReleaseOptions = serde_json::from_value(options).unwrap();
        let answer = release(&options, &context())?;
        assert_eq!(answer.met, Path::new(&self.path("out.csv")).exists());
        Ok((answer.document, answer.met))
    }
}

fn context() -> Context {
    Context::new(Execution::default().on_threads(1))
}

/// Demands as options.
fn asked(demands: &[Ask]) -> Map<String, Value> {
    let mut options = Map::new();
    for demand in demands {
        let (name, word) = demand.word();
        match name {
            "k" | "p" => drop(options.insert(name.to_owned(), word.into())),
            _ => {
                let list = options.entry(name).or_insert_with(|| json!([]));
                list.as_array_mut().unwrap().push(word.into());
            }
        }
        if let Ask::DeltaL(_, _, window) = demand {
            let mode = if *window { "window" } else { "definition" };
            options.insert("delta-l-mode".to_owned(), mode.into());
        }
    }
    options
}

/// A few demands, each option once where it cannot be given twice.
fn demands(dice: &mut Dice, columns: &[usize]) -> Vec<Ask> {
    let mut demands: Vec<Ask> = Vec::new();
    for _ in 0..=dice.roll(3) {
        let next = Ask::random(dice, columns);
        if !demands.iter().any(|known| known.word().0 == next.word().0) {
            demands.push(next);
        }
    }
    // A class of k people has at most k values that nobody shares.
    let k = demands.iter().find_map(|demand| if let Ask::K(k) = demand { Some(*k) } else { None });
    demands.retain(|demand| !matches!((demand, k), (Ask::P(p), Some(k)) if *p > k));
    demands
}

fn table(dice: &mut Dice) -> Vec<Visit> {
    let shape =
        Shape { people: dice.roll(9) + 2, settled: dice.roll(2) == 0, variety: dice.roll(7) + 2 };
    visits(dice, shape)
}

/// Whether the whole table in one class meets all demands.
fn whole_holds(rows: &[Visit], demands: &[Ask]) -> bool {
    let all: Vec<&Visit> = rows.iter().collect();
    demands.iter().all(|demand| holds(demand, &all, &all))
}

#[test]
fn full_domain_releases_of_visits_are_right_and_optimal() {
    let room = Room::new();
    let (mut released, mut refused) = (0, 0);
    for case in 0..cases(300) {
        let mut dice = Dice(1000 + case);
        let rows = table(&mut dice);
        let demands = demands(&mut dice, &[0, 1]);
        let limit = *dice.pick(&[0, 0, 1, rows.len() / 4, rows.len() / 2]);
        room.write("t.csv", &csv(&rows));
        let mut options = asked(&demands);
        let more = json!({"sensitive": ["n", "s"], "suppress": limit.to_string()});
        options.extend(more.as_object().unwrap().clone());
        let told = format!("case {case}: {demands:?}, {limit} suppressed\n{}", csv(&rows));
        let (document, met) = room
            .release(room.options(options.into()))
            .unwrap_or_else(|error| panic!("{told}\n{error}"));
        let expected = best(&rows, &demands, limit);
        assert_eq!(met, expected.is_some(), "{told}");
        let Some(least) = expected else {
            refused += 1;
            continue;
        };
        released += 1;
        let published = Published::read(&room.read("out.csv"), &rows);
        published.check(&document, &demands, limit, &told);
        let loss = document.cost.as_ref().unwrap().loss.unwrap();
        assert!((loss - least).abs() < 1e-9, "{loss} instead of {least}: {told}");
        assert!((published.loss() - least).abs() < 1e-9, "{told}");
        assert_eq!(document.search.proven, Some(true), "{told}");
    }
    assert!(released > 50 && refused > 10, "{released} releases and {refused} refusals");
}

#[test]
fn boxes_of_visits_are_right() {
    let room = Room::new();
    let mut released = 0;
    for case in 0..cases(300) {
        let mut dice = Dice(2000 + case);
        let rows = table(&mut dice);
        let demands = demands(&mut dice, &[0, 1]);
        let recoding = *dice.pick(&["multidimensional", "local"]);
        room.write("t.csv", &csv(&rows));
        let mut options = asked(&demands);
        let more = json!({"sensitive": ["n", "s"], "recoding": recoding});
        options.extend(more.as_object().unwrap().clone());
        let told = format!("case {case}: {recoding} {demands:?}\n{}", csv(&rows));
        let (document, met) = room
            .release(room.options(options.into()))
            .unwrap_or_else(|error| panic!("{told}\n{error}"));
        // One class of everybody is a release.
        let found = &document.guarantees;
        assert!(met || !whole_holds(&rows, &demands), "{found:?} {told}");
        if met {
            released += 1;
            Published::read(&room.read("out.csv"), &rows).check(&document, &demands, 0, &told);
        }
    }
    assert!(released > 50, "{released} releases");
}

#[test]
fn anatomy_of_visits_is_right() {
    let room = Room::new();
    let (mut released, mut refused) = (0, 0);
    for case in 0..cases(200) {
        let mut dice = Dice(3000 + case);
        let rows = table(&mut dice);
        let share = *dice.pick(&[(1, 1), (3, 2), (2, 1), (3, 1)]);
        let mut demands = vec![*dice.pick(&[
            Ask::Frequency(1, share),
            Ask::Distinct(1, share.0),
            Ask::Alpha(1, (share.1, share.0)),
        ])];
        if dice.roll(3) == 0 {
            demands.push(Ask::K(dice.roll(3) as i128 + 1));
        }
        room.write("t.csv", &csv(&rows));
        let mut options = asked(&demands);
        let more = json!({"sensitive": ["s"], "recoding": "anatomy"});
        options.extend(more.as_object().unwrap().clone());
        let told = format!("case {case}: anatomy {demands:?}\n{}", csv(&rows));
        let (document, met) = room
            .release(room.options(options.into()))
            .unwrap_or_else(|error| panic!("{told}\n{error}"));
        if met {
            released += 1;
            groups(
                &room.read("out.csv"),
                &room.read("out.sensitive.csv"),
                &rows,
                &document,
                &demands,
                &told,
            );
        } else {
            refused += 1;
        }
    }
    assert!(released > 40 && refused > 10, "{released} releases and {refused} refusals");
}
