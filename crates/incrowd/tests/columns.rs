//! What the library tells of the values of columns: before, after, and how often it looks.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use incrowd::core::hierarchy::Spec;
use incrowd::io::{ReadOptions, Table};
use incrowd::reading::no_rows;
use incrowd::release::{ColumnChanges, ValueChange};
use incrowd::terms::{KAnonymity, KMap, KMapPopulation};
use incrowd::{
    Execution, Listener, Location, OriginalFigures, Output, Plan, PopulationSource, Reading,
    Release, ReleaseSearch, Step, Study, Suppression, labels,
};
use tempfile::TempDir;

const STUDY: &str = "age,zip\n31,471\n31,471\n35,471\n52,479\n58,479\n77,111\n";

fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn spec(words: &str) -> Spec {
    Spec::parse(words).unwrap().read(|_| -> std::io::Result<String> { unreachable!() }).unwrap()
}

fn study(plan: Plan) -> Study {
    let plan = plan
        .qi(["age", "zip"])
        .hierarchy("age", spec("intervals:10,100"))
        .hierarchy("zip", spec("mask:3"))
        .demanding(KAnonymity { k: 2 })
        .suppressing(Suppression::Rows(1));
    Study::read(plan, &Execution::default()).unwrap()
}

fn release(study: &Study) -> Release<'_> {
    match study.find(&Execution::default()).unwrap() {
        ReleaseSearch::Release(release) => release,
        ReleaseSearch::NoRelease(_) => panic!("no release"),
    }
}

#[test]
fn the_danger_before_is_that_of_the_table_as_it_came() {
    let folder = TempDir::new().unwrap();
    let plan = Plan::new(file(&folder, "study.csv", STUDY));
    let mut expected = OriginalFigures {
        rows: 6,
        people: 6,
        classes: 5,
        k: Some(1),
        unique_rows: 4,
        average_class: Some(1.2),
        prosecutor: Some(1.0),
        journalist: None,
        marketer: Some(5.0 / 6.0),
        class_sizes: BTreeMap::from([(1, 4), (2, 1)]),
    };
    assert_eq!(study(plan.clone()).original_figures(), expected);
    // Everybody has a double in the register; nobody outside the table counts.
    let people = STUDY.lines().skip(1).flat_map(|row| [row, row]).chain(["99,999"]);
    let register = format!("age,zip\n{}\n", people.collect::<Vec<_>>().join("\n"));
    let register = Location::from(file(&folder, "register.csv", &register).as_path());
    let demand = KMap { k: 2, population: KMapPopulation::Table };
    let known = plan.drawn_from(PopulationSource::Register(register.into())).demanding(demand);
    expected.journalist = Some(0.5);
    assert_eq!(study(known).original_figures(), expected);
}

#[test]
fn changes_are_of_published_rows_and_the_most_frequent_first() {
    let folder = TempDir::new().unwrap();
    let study = study(Plan::new(file(&folder, "study.csv", STUDY)));
    let found = release(&study);
    let change = |before: &str, after: &str, rows| ValueChange {
        before: before.to_owned(),
        after: after.to_owned(),
        rows,
    };
    // The row of 77 is left out: it is a value before, and nothing after.
    let ages =
        [("31", "[30,40)", 2), ("35", "[30,40)", 1), ("52", "[50,60)", 1), ("58", "[50,60)", 1)];
    let zips = [("471", "471", 3), ("479", "479", 2)];
    let expected = [(5, ages.to_vec()), (3, zips.to_vec())].map(|(values, pairs)| ColumnChanges {
        values,
        pairs: pairs.into_iter().map(|(before, after, rows)| change(before, after, rows)).collect(),
    });
    let changes = study.changes(&found.mapping());
    assert_eq!(changes, expected);
    assert_eq!([changes[0].labels(), changes[1].labels()], [2, 2]);
    // What is written says the same.
    let place = folder.path().join("out.csv");
    let output = Output::create(&Location::from(place.as_path()), false, &[]).unwrap();
    assert!(found.publish(output, &Execution::default()).unwrap().holds());
    let text = std::fs::read_to_string(place).unwrap();
    assert_eq!(text.lines().filter(|line| line.starts_with("\"[30,40)\",471")).count(), 3);
}

/// Counts the passes over tables.
#[derive(Default)]
struct Passes(AtomicUsize);

struct Pass;

impl Step for Pass {}

impl Listener for Passes {
    fn begin(&self, _name: &'static str, _bytes: Option<u64>) -> Arc<dyn Step> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Arc::new(Pass)
    }
}

#[test]
fn a_table_is_read_once_for_all_its_labels() {
    let folder = TempDir::new().unwrap();
    let options = ReadOptions::default();
    let open = |name: &str, text: &str| {
        Table::open(&Location::from(file(&folder, name, text).as_path()), &options).unwrap()
    };
    let register = open("register.csv", "age,zip,job\n31,471,cook\n52,479,nurse\n*,*,*\n");
    let own = open("own.csv", "illness\nflu\ncold\n");
    let specs = [("age", "intervals:10"), ("zip", "mask:3"), ("job", "flat"), ("illness", "flat")];
    let specs: BTreeMap<String, Spec> =
        specs.into_iter().map(|(column, words)| (column.to_owned(), spec(words))).collect();
    let source = |column: &str| Ok(Some(if column == "illness" { &own } else { &register }));
    let passes = Arc::new(Passes::default());
    let execution = Execution::default().heard_by(passes.clone());
    let chains = labels::read(&Reading::default(), &specs, source, true, &execution).unwrap();
    assert_eq!(passes.0.load(Ordering::Relaxed), 2);
    assert_eq!(chains.keys().collect::<Vec<_>>(), ["age", "illness", "job", "zip"]);
    assert_eq!((chains["zip"].height(), chains["illness"].height()), (3, 1));
    // A column that is not there is named with the table that lacks it.
    let lost = |_: &str| Ok(Some(&own));
    let failure = labels::read(&Reading::default(), &specs, lost, false, &execution).err().unwrap();
    assert_eq!(failure.column(), Some("age"));
    assert!(failure.file().unwrap().ends_with("own.csv"));
}

#[test]
fn a_table_without_rows_is_named() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "empty.csv", "a\n");
    let table = Table::open(&Location::from(path.as_path()), &ReadOptions::default()).unwrap();
    let failure = no_rows(&table);
    assert_eq!(failure.file(), path.to_str());
    assert!(failure.message().ends_with("empty.csv: the table has a header but no rows"));
}
