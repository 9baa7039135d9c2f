//! The attacks against their definitions, planted leaks, and a peer.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use incrowd_io::{Location, ReadOptions, Table};
use incrowd_terms::Nulls;
use proptest::prelude::*;

use super::nearest::EqualRows;
use super::*;

struct Sheets {
    folder: PathBuf,
}

impl Drop for Sheets {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

impl Sheets {
    fn new(name: &str) -> Sheets {
        let folder = std::env::temp_dir().join(format!("empirical-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Sheets { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn table(&self, name: &str, lines: &[String]) -> Table {
        std::fs::write(self.path(name), lines.join("\n") + "\n").unwrap();
        Table::open(&Location::Path(self.path(name)), &ReadOptions::default()).unwrap()
    }
}

/// An attack with nothing special.
fn with_attack<R>(
    (published, original, control): (&Table, &Table, Option<&Table>),
    (qi, sensitive): (&[&str], &[&str]),
    person: Option<&str>,
    then: impl FnOnce(&EmpiricalAttack<'_>) -> R,
) -> R {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let (qi, sensitive, nulls) = (names(qi), names(sensitive), Nulls::default());
    then(&EmpiricalAttack {
        published,
        original,
        control,
        qi: &qi,
        sensitive: &sensitive,
        person,
        nulls: &nulls,
        kinds: &BTreeMap::new(),
        hierarchies: &BTreeMap::new(),
        threads: 2,
    })
}

fn dice(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// People with an age, a zip code, a wage and an illness that depends on nothing.
fn people(count: u64) -> Vec<[u64; 4]> {
    let mut draw = dice(7);
    (0..count).map(|_| [20 + draw(60), 10_000 + draw(500), draw(100_000), draw(6)]).collect()
}

fn lines(header: &str, rows: impl Iterator<Item = String>) -> Vec<String> {
    std::iter::once(header.to_owned()).chain(rows).collect()
}

#[test]
fn a_table_that_was_only_stripped_of_names_is_open() {
    let sheets = Sheets::new("open");
    let rows = people(800);
    let row = |r: &[u64; 4]| format!("{},{},{},{}", r[0], r[1], r[2], r[3]);
    let all = lines("age,zip,wage,illness", rows.iter().map(row));
    let (published, original) = (sheets.table("p.csv", &all), sheets.table("t.csv", &all));
    let tables = (&published, &original, None);
    let found = with_attack(tables, (&["age", "zip"], &["illness"]), None, empirical);
    let found = found.unwrap();
    let SinglingOut { risk, columns, unique_rows } = found.singling_out;
    assert!(risk.interval.unwrap()[0] > 0.9 && unique_rows > 750, "{columns:?} {risk:?}");
    assert!(found.linkability.unwrap().risk.interval.unwrap()[0] > 0.5);
    let [inference] = &found.inference[..] else { panic!("one secret") };
    assert!(inference.risk.interval.unwrap()[0] > 0.5, "{inference:?}");
    assert_eq!((inference.secret.as_str(), found.control), ("illness", Control::Split));
}

#[test]
fn classes_of_many_people_give_little_away() {
    let sheets = Sheets::new("closed");
    let rows = people(4_000);
    let row = |r: &[u64; 4]| format!("{},{},{}", r[0], r[1], r[3]);
    let original = sheets.table("t.csv", &lines("age,zip,illness", rows.iter().map(row)));
    let half = |age: u64| if age < 50 { "[20,49]" } else { "[50,79]" };
    let row = |r: &[u64; 4]| format!("\"{}\",*,{}", half(r[0]), r[3]);
    let published = sheets.table("p.csv", &lines("age,zip,illness", rows.iter().map(row)));
    let tables = (&published, &original, None);
    let found = with_attack(tables, (&["age", "zip"], &["illness"]), None, |attack| {
        empirical(attack).unwrap()
    });
    assert_eq!((found.singling_out.unique_rows, found.singling_out.risk.risk), (0, None));
    assert!(found.linkability.unwrap().risk.interval.unwrap()[1] < 0.05);
    let inference = found.inference[0].risk;
    assert!(inference.interval.unwrap()[0] <= 0.0, "{inference:?}");
    assert!(inference.interval.unwrap()[1] < 0.1, "{inference:?}");
}

#[test]
fn what_others_of_a_kind_give_away_is_not_counted_against_the_file() {
    let sheets = Sheets::new("law");
    // The illness follows from the age: whoever was not published is guessed as well.
    let row = |r: &[u64; 4]| format!("{},{}", r[0], r[0] / 10);
    let all = lines("age,illness", people(600).iter().map(row));
    let (published, original) = (sheets.table("p.csv", &all), sheets.table("t.csv", &all));
    let tables = (&published, &original, None);
    let found = with_attack(tables, (&["age"], &["illness"]), None, |attack| {
        empirical(attack).unwrap().inference[0].risk
    });
    assert!(found.attack.successes >= found.attack.guesses as f64 * 0.99, "{found:?}");
    assert!(found.risk.is_none_or(|risk| risk < 0.05), "{found:?}");
}

#[test]
fn a_person_is_known_by_one_row_and_left_out_with_all() {
    let sheets = Sheets::new("visits");
    // Two rows each with the same illness: one of them does not hide the person from the other.
    let rows = people(300);
    let row = |r: &[u64; 4]| {
        let id = r[2];
        format!("{id},{},{},{}\n{id},{},{},{}", r[0], r[1], r[3], r[0], r[1], r[3])
    };
    let original = sheets.table("t.csv", &lines("id,age,zip,illness", rows.iter().map(row)));
    let row = |r: &[u64; 4]| format!("{},{},{}\n{0},{1},{2}", r[0], r[1], r[3]);
    let published = sheets.table("p.csv", &lines("age,zip,illness", rows.iter().map(row)));
    let tables = (&published, &original, None);
    let columns = (&["age", "zip"][..], &["illness"][..]);
    let counted = |person| {
        with_attack(tables, columns, person, |attack| empirical(attack).unwrap().inference[0].risk)
    };
    let (rows, people) = (counted(None).control, counted(Some("id")).control);
    assert!(rows.successes > 0.7 * rows.guesses as f64, "the other row tells the same: {rows:?}");
    assert!(people.successes < 0.4 * people.guesses as f64, "nobody else does: {people:?}");
}

#[test]
fn empty_and_single_rows_are_no_failure() {
    for count in [0, 1, 2] {
        let sheets = Sheets::new(&format!("few{count}"));
        let row = |r: &[u64; 4]| format!("{},{}", r[0], r[3]);
        let all = lines("age,illness", people(count).iter().map(row));
        let (published, original) = (sheets.table("p.csv", &all), sheets.table("t.csv", &all));
        let none = sheets.table("n.csv", &all[..1]);
        for tables in [(&published, &original, None), (&published, &original, Some(&none))] {
            with_attack(tables, (&["age"], &[]), None, |attack| empirical(attack).unwrap());
        }
        with_attack((&none, &original, None), (&["age"], &[]), None, |attack| {
            let found = empirical(attack).unwrap();
            assert_eq!(found.inference[0].risk.attack.guesses, 0);
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The nearest rows by the definition: every row compared with every column.
    #[test]
    fn the_nearest_rows_are_nearest(
        published in prop::collection::vec((0..4_usize, 0..3_usize), 1..9),
        original in prop::collection::vec((0..8_u64, 0..3_usize), 1..4),
        known in prop::sample::subsequence(vec![0_usize, 1], 1..=2),
    ) {
        let (ages, sexes) = (["[0,3]", "[4,7]", "5", "*"], ["f", "m", "{f|m}"]);
        let sheets = Sheets::new("nearest");
        let row = |&(age, sex): &(usize, usize)| format!("\"{}\",{}", ages[age], sexes[sex]);
        let published = sheets.table("p.csv", &lines("age,sex", published.iter().map(row)));
        let row = |&(age, sex): &(u64, usize)| format!("{age},{}", ["f", "m", "d"][sex]);
        let text = lines("age,sex", original.iter().map(row));
        let original = sheets.table("t.csv", &text);
        with_attack((&published, &original, None), (&["age"], &[]), None, |attack| {
            let world = AttackerTables::read(attack).unwrap();
            let sample = world.sample();
            let values = (0..2).map(|column| world.original.code(column, 0)).collect();
            let target = targets::Target { values };
            let far = target.far(&world, &[0, 1]);
            let total = |row: u32| -> f32 {
                known.iter().map(|&c| far[c][world.published.code(c, row as usize) as usize]).sum()
            };
            let rows = 0..world.published.len() as u32;
            let least = rows.clone().map(total).fold(f32::INFINITY, f32::min);
            let expected: Vec<u32> = rows.filter(|&row| total(row) == least).collect();
            let mut nearest = EqualRows::of(&world, &sample, &known).nearest(&far);
            nearest.sort_unstable();
            prop_assert_eq!(nearest, expected);
            for (column, far) in far.iter().enumerate() {
                for label in world.columns[column].labels.ids() {
                    let covers = world.covers(column, label, target.values[column]);
                    prop_assert_eq!(covers, far[label as usize] == 0.0);
                }
            }
            Ok(())
        })?;
    }
}

const SCRIPT: &str = r#"
import json, sys, warnings
import pandas as pd
from anonymeter.evaluators import InferenceEvaluator, LinkabilityEvaluator
warnings.simplefilter("ignore")

ori, syn, control = (pd.read_csv(path) for path in sys.argv[1:4])
found = {}
evaluators = {
    "inference": InferenceEvaluator(
        ori, syn, aux_cols=["a", "b"], secret="s", regression=True,
        n_attacks=len(ori), control=control),
    "linkability": LinkabilityEvaluator(
        ori, syn, aux_cols=(["a", "b"], ["c", "d"]), n_attacks=len(ori), control=control),
}
for name, evaluator in evaluators.items():
    evaluator.evaluate(n_jobs=1)
    results, risk = evaluator.results(), evaluator.risk()
    found[name] = [int(results.n_success), int(results.n_control), risk.value, *risk.ci]
print(json.dumps(found))
"#;

/// Numbers without ties, so that both tools name the same nearest row: a release with a little noise.
#[test]
#[ignore = "needs Anonymeter, which bench/setup installs"]
fn figures_agree_with_anonymeter() {
    let sheets = Sheets::new("anonymeter");
    let mut draw = dice(11);
    let mut rows = |count: usize| -> Vec<[u64; 5]> {
        (0..count).map(|_| [0; 5].map(|_| 100_000 + draw(100_000))).collect()
    };
    let (people, others) = (rows(400), rows(400));
    let mut noise = dice(13);
    let noisy: Vec<[u64; 5]> =
        people.iter().map(|row| row.map(|value| value - 1_000 + noise(2_000))).collect();
    let table = |name, rows: &[[u64; 5]]| {
        let row = |r: &[u64; 5]| r.map(|value| value.to_string()).join(",");
        sheets.table(name, &lines("a,b,c,d,s", rows.iter().map(row)))
    };
    let (original, control) = (table("t.csv", &people), table("c.csv", &others));
    let published = table("p.csv", &noisy);
    let python = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/anonymeter-venv/bin/python");
    let paths = ["t.csv", "p.csv", "c.csv"].map(|name| sheets.path(name));
    let output = Command::new(python).args(["-c", SCRIPT]).args(paths).output();
    let output = output.expect("what bench/setup installs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let theirs: BTreeMap<String, [f64; 5]> = serde_json::from_slice(&output.stdout).unwrap();
    with_attack((&published, &original, Some(&control)), (&["a", "b"], &["s"]), None, |attack| {
        let world = AttackerTables::read(attack).unwrap();
        let sample = world.sample();
        let all = |rows: &world::CodedRows| -> Vec<targets::Target> {
            let values = |row| (0..5).map(|column| rows.code(column, row)).collect();
            (0..rows.len()).map(|row| targets::Target { values: values(row) }).collect()
        };
        let held_out = world.control.as_ref().unwrap();
        let tried = targets::Sides { attacked: all(&world.original), control: all(held_out) };
        let groups = |columns: [usize; 2]| EqualRows::of(&world, &sample, &columns);
        let split = [groups([0, 1]), groups([2, 3])];
        let ours = [
            ("inference", inference::measure(&world, &split[0], 4, &tried, 2)),
            ("linkability", linkability::measure(&world, &split, &tried, 2)),
        ];
        for (name, ours) in ours {
            let [low, high] = ours.interval.unwrap();
            let counts = [ours.attack.successes, ours.control.successes];
            let ours = [counts[0], counts[1], ours.risk.unwrap(), low, high];
            for (ours, theirs) in ours.iter().zip(theirs[name]) {
                assert!((ours - theirs).abs() < 1e-9, "{name}: {ours} and {theirs}");
            }
        }
        assert!(theirs["linkability"][0] > 50.0, "the comparison is about something: {theirs:?}");
    });
}
