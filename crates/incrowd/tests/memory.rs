//! Tables in memory are released as files with the same rows are, and no file is written for them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Command;
use std::sync::Arc;

use incrowd::io::{Digest, IoError, MemoryTable, ReadOptions, TableSink};
use incrowd::masking::{Action, BudgetResult, MaskPlan, MaskStudy};
use incrowd::release::anatomy;
use incrowd::scan::{self, Scan};
use incrowd::terms::{Diversity, Fraction, KAnonymity, Knowledge, LDiversity, Presence};
use incrowd::{
    Execution, Listener, MemorySink, Method, Order, Output, Plan, PopulationSource, Recoding,
    ReleaseSearch, Step, Study, Suppression, Table,
};
use proptest::prelude::*;
use tempfile::TempDir;

/// A person: perhaps an age, a district, an illness.
type Person = (Option<i64>, String, String);

fn people() -> impl Strategy<Value = Vec<Person>> {
    let age = prop::option::weighted(0.9, 20_i64..40);
    prop::collection::vec((age, "[ab]{1,2}", "(flu|cold|\"|,)"), 1..30)
}

fn memory(people: &[Person]) -> MemoryTable {
    let columns = [
        ("age", people.iter().map(|(age, ..)| *age).collect()),
        ("district", people.iter().map(|(_, district, _)| district.as_str()).collect()),
        ("illness", people.iter().map(|(.., illness)| illness.as_str()).collect()),
    ];
    MemoryTable::new("people", columns).unwrap()
}

/// The same as a file.
fn file(folder: &TempDir, people: &[Person]) -> std::path::PathBuf {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let row = |(age, district, illness): &Person| {
        let age = age.map(|age| age.to_string()).unwrap_or_default();
        format!("{age},{district},{}\n", quoted(illness))
    };
    let rows: String = people.iter().map(row).collect();
    let path = folder.path().join("people.csv");
    std::fs::write(&path, format!("age,district,illness\n{rows}")).unwrap();
    path
}

fn plan(table: impl Into<incrowd::Input>, k: u64, method: impl Into<Method>) -> Plan {
    let plan = Plan::new(table).qi(["age", "district"]).sensitive(["illness"]).by(method);
    Plan { seed: Some(1), ..plan.demanding(KAnonymity { k }) }
}

/// What is published, by its digest as CSV; nothing if there is no release.
fn by_file(plan: Plan, folder: &TempDir) -> Option<Digest> {
    let execution = Execution::default();
    let study = Study::read(plan, &execution).unwrap();
    let ReleaseSearch::Release(release) = study.find(&execution).unwrap() else { return None };
    let path = folder.path().join("published.csv");
    let output = Output::create(&path.as_path().into(), true, &[]).unwrap();
    assert!(release.publish(output, &execution).unwrap().holds());
    Some(Digest::of(&path, "published").unwrap())
}

fn by_memory(plan: Plan) -> Option<Digest> {
    let execution = Execution::default();
    let study = Study::read(plan, &execution).unwrap();
    let ReleaseSearch::Release(release) = study.find(&execution).unwrap() else { return None };
    let (verdict, published) = release.publish_in_memory(&execution).unwrap();
    assert!(verdict.holds(), "{:?} {:?}", verdict.findings, verdict.doubts);
    Some(Table::from(published.unwrap()).digest().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_release_is_the_same_from_a_file_and_from_memory(
        people in people(),
        k in 1_u64..4,
        recoding in prop::sample::select(vec![
            Recoding::FullDomain,
            Recoding::Multidimensional,
            Recoding::Local,
        ]),
        shuffled: bool,
        suppressed in 0_u64..3,
        keep_suppressed: bool,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let suppressed = if recoding == Recoding::FullDomain { suppressed } else { 0 };
        let order = if shuffled { Order::Shuffled } else { Order::Input };
        let keep_suppressed = keep_suppressed && suppressed > 0;
        let plan = |table: incrowd::Input| {
            let plan = plan(table, k, recoding).suppressing(Suppression::Rows(suppressed));
            Plan { order, keep_suppressed, ..plan }
        };
        let from_file = by_file(plan(file(&folder, &people).into()), &folder);
        prop_assert_eq!(by_memory(plan(memory(&people).into())), from_file);
    }
}

/// A hundred people of different ages, and every third of them.
fn town() -> (MemoryTable, MemoryTable) {
    let person = |age: i64| (Some(20 + age % 50), "a".to_owned(), format!("illness {}", age % 7));
    let everybody: Vec<Person> = (0..100).map(person).collect();
    let members: Vec<Person> = everybody.iter().step_by(3).cloned().collect();
    (memory(&members).named("members"), memory(&everybody).named("everybody"))
}

/// Publishes tables in memory in every way.
#[test]
fn all_is_done_in_memory() {
    let execution = Execution::default();
    let (table, register) = town();
    let shuffled =
        |method: Method| Plan { order: Order::Shuffled, ..plan(table.clone(), 3, method) };
    assert!(by_memory(shuffled(Recoding::FullDomain.into())).is_some());
    let overlapping = Method { overlap: true, ..Recoding::Local.into() };
    assert!(by_memory(plan(table.clone(), 3, overlapping)).is_some());

    let diversity = Diversity::Distinct(2);
    let diverse = Plan::new(table.clone())
        .qi(["age", "district"])
        .sensitive(["illness"])
        .demanding(LDiversity { column: "illness".into(), diversity })
        .by(Recoding::Anatomy);
    let study = Study::read(diverse, &execution).unwrap();
    let anatomy::AnatomySearch::Anatomy(mut parts) = study.anatomize(&execution).unwrap() else {
        panic!()
    };
    let sinks = (MemorySink::new("people"), MemorySink::new("secrets"));
    let ((people, secrets), written) = parts.write(sinks, &execution).unwrap();
    assert!(parts.judge((&people, &secrets), written, &execution).unwrap().holds());
    assert_eq!(people.into_table().unwrap().rows(), table.rows());

    let (least, most) = (Fraction::new(1, 10), Fraction::new(1, 2));
    let drawn = Plan::new(table.clone())
        .qi(["age", "district"])
        .without(["illness"])
        .drawn_from(PopulationSource::Register(register.into()))
        .demanding(Presence { least, most, knowledge: Knowledge::Table });
    let drawn = |recoding| drawn.clone().by(recoding);
    assert!(by_memory(drawn(Recoding::Multidimensional)).is_some());
    let study = Study::read(drawn(Recoding::Randomised), &execution).unwrap();
    let drawing = study.draw().unwrap();
    let draw = drawing.draw.unwrap();
    let sink = drawing.write(draw, MemorySink::new("drawn"), &execution).unwrap();
    assert!(drawing.judge(draw, &sink, &execution).unwrap().holds);

    let masking =
        MaskPlan::new(table.clone()).column("age", Action::read("quantile:4").unwrap()).qi(["age"]);
    let gathering = MaskStudy::read(masking, &execution).unwrap();
    let BudgetResult::Possible(coarsening) = gathering.coarsen().unwrap() else { panic!() };
    let (judged, masked) = coarsening.publish_in_memory(&execution).unwrap();
    assert_eq!((judged.as_planned, masked.unwrap().rows()), (true, table.rows()));

    let survey = Scan::read(scan::ScanPlan::new(table).set(["age"]), &execution).unwrap();
    assert_eq!(survey.columns.len(), 3);
}

/// The same with no folder for temporary files.
#[test]
fn no_file_is_written() {
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "all_is_done_in_memory", "--quiet"])
        .env("TMPDIR", "/no/such/folder")
        .status();
    assert!(status.unwrap().success());
}

/// Cancels the work as soon as a step begins.
struct Impatient(&'static str, std::sync::OnceLock<Execution>);

struct Nothing;

impl Step for Nothing {}

impl Listener for Impatient {
    fn begin(&self, name: &'static str, _bytes: Option<u64>) -> Arc<dyn Step> {
        if name == self.0 {
            self.1.get().unwrap().cancel();
        }
        Arc::new(Nothing)
    }
}

#[test]
fn reading_and_judging_memory_can_be_cancelled() {
    for step in ["reading", "writing", "judging"] {
        let impatient = Arc::new(Impatient(step, std::sync::OnceLock::new()));
        let execution = Execution::default().heard_by(impatient.clone());
        impatient.1.set(execution.clone()).ok().unwrap();
        let study = Study::read(plan(town().0, 3, Recoding::FullDomain), &execution);
        let failed = match &study {
            Err(failure) => failure.clone(),
            Ok(study) => {
                let ReleaseSearch::Release(release) = study.find(&execution).unwrap() else {
                    panic!()
                };
                release.publish_in_memory(&execution).err().unwrap()
            }
        };
        assert_eq!(study.is_err(), step == "reading");
        assert!(failed.message().contains("cancelled"), "{step}: {failed}");
    }
}

#[test]
fn memory_without_rows_or_columns_is_refused_as_files_are() {
    let folder = tempfile::tempdir().unwrap();
    let refused =
        |plan: Plan| Study::read(plan, &Execution::default()).err().unwrap().message().to_owned();
    let path = file(&folder, &[]);
    let told = refused(plan(path.as_path(), 2, Recoding::FullDomain));
    let told = told.replace(&path.display().to_string(), "people");
    assert_eq!(refused(plan(memory(&[]), 2, Recoding::FullDomain)), told);
    let unknown = |table: incrowd::Input| refused(plan(table, 2, Recoding::FullDomain).qi(["zip"]));
    let told = unknown(path.as_path().into()).replace(&path.display().to_string(), "people");
    assert_eq!(unknown(memory(&[]).into()), told);
    let nothing: Result<MemoryTable, IoError> =
        MemoryTable::new("people", Vec::<(&str, incrowd::io::ColumnValues)>::new());
    assert!(nothing.unwrap_err().to_string().contains("is empty"));
    let unwritten = MemorySink::new("t").reopen(&ReadOptions::default());
    assert!(unwritten.is_err());
}
