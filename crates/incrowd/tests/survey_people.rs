//! Scans that count people instead of rows, on random tables of visits against the definitions.

use std::collections::{BTreeMap, BTreeSet};

use incrowd::columns::identify::Role;
use incrowd::io::{MemoryTable, Table};
use incrowd::scan::{Scan, ScanPlan};
use incrowd::terms::Fraction;
use incrowd::{Execution, Input};

/// Chance that is the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

const COLUMNS: [&str; 4] = ["age", "region", "job", "day"];

/// Rows of four cells, with the person of each.
fn visits(seed: u64) -> Vec<(u64, [String; 4])> {
    let mut dice = Dice(seed);
    let people = 2 + dice.roll(12);
    let values: Vec<u64> = COLUMNS.iter().map(|_| 1 + dice.roll(5)).collect();
    let rows = 1 + dice.roll(40);
    let row = |_| {
        let person = dice.roll(people);
        let cell = |at: usize, dice: &mut Dice| {
            // Some columns are the same in all rows of a person.
            let value = if at == 1 { person % values[at] } else { dice.roll(values[at]) };
            format!("{}{value}", COLUMNS[at])
        };
        (person, std::array::from_fn(|at| cell(at, &mut dice)))
    };
    (0..rows).map(row).collect()
}

/// Ids are spelled in several ways.
fn table(rows: &[(u64, [String; 4])]) -> Table {
    let row = |(at, (person, cells)): (usize, &(u64, [String; 4]))| {
        let id = if at.is_multiple_of(2) { format!("P{person}") } else { format!(" p{person} ") };
        let mut row = vec![id];
        row.extend(cells.iter().cloned());
        row
    };
    let names = ["pid"].into_iter().chain(COLUMNS);
    MemoryTable::from_rows("visits", names, rows.iter().enumerate().map(row)).unwrap().into()
}

/// How many people share the row of each person that the fewest share.
fn fewest(rows: &[(u64, [String; 4])], set: &[usize]) -> BTreeMap<u64, u64> {
    let mut fewest = BTreeMap::new();
    for (person, cells) in rows {
        let agrees = |other: &[String; 4]| set.iter().all(|&at| other[at] == cells[at]);
        let sharing: BTreeSet<u64> =
            rows.iter().filter(|(_, other)| agrees(other)).map(|(person, _)| *person).collect();
        let least = fewest.entry(*person).or_insert(u64::MAX);
        *least = (*least).min(sharing.len() as u64);
    }
    fewest
}

fn survey(plan: ScanPlan, rows: &[(u64, [String; 4])]) -> Scan {
    Scan::of(plan, table(rows), &Execution::default()).unwrap()
}

fn plan() -> ScanPlan {
    ScanPlan::new(Input::from(std::path::Path::new("visits.csv")))
        .person("pid")
        .alpha(Fraction::new(1, 3))
}

#[test]
fn sets_and_minimal_sets_are_about_people() {
    let sets: Vec<Vec<usize>> =
        (1..16_u32).map(|mask| (0..4).filter(|at| mask >> at & 1 == 1).collect()).collect();
    for seed in 0..400 {
        let rows = visits(seed);
        let mut plan = plan();
        for set in &sets {
            plan = plan.set(set.iter().map(|&at| COLUMNS[at]));
        }
        let found = survey(plan, &rows);
        let people = fewest(&rows, &[]).len() as u64;
        assert_eq!(found.sample.draw.members(), (people, people), "seed {seed}");
        assert_eq!(found.universe.people, people);
        let mut unique: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
        for (set, risk) in sets.iter().zip(&found.sets) {
            let shared = fewest(&rows, set);
            let alone = shared.values().filter(|&&size| size == 1).count() as u64;
            unique.insert(set.clone(), alone);
            assert_eq!(risk.measure.unique_rows(), alone, "seed {seed} {set:?}");
            let distinction = shared.values().map(|&size| 1.0 / size as f64).sum::<f64>();
            let distinction = distinction / people as f64;
            assert!((risk.measure.distinction().unwrap() - distinction).abs() < 1e-12);
            let apart: u64 = shared.values().map(|&size| people - size).sum();
            let pairs = people * people.saturating_sub(1);
            let separation = (pairs > 0).then(|| Fraction::new(apart, pairs));
            assert_eq!(risk.measure.separation(), separation, "seed {seed} {set:?}");
        }
        // Alone, a person needs no column to be found.
        let enough = |set: &Vec<usize>| {
            set.is_empty() && people == 1 || 3 * unique.get(set).copied().unwrap_or(0) >= people
        };
        let good: Vec<&Vec<usize>> = sets.iter().filter(|set| enough(set)).collect();
        let smaller = |set: &Vec<usize>| {
            good.iter().any(|other| *other != set && other.iter().all(|at| set.contains(at)))
        };
        let mut minimal: Vec<Vec<usize>> = match people {
            1 => vec![Vec::new()],
            _ => good.iter().filter(|set| !smaller(set)).map(|set| (*set).clone()).collect(),
        };
        minimal.sort_by_key(|set| (set.len(), set.clone()));
        // The person's own column is the first.
        let listed: Vec<Vec<usize>> = (found.minimal.sets.iter())
            .map(|set| set.columns.iter().map(|at| at - 1).collect())
            .collect();
        assert_eq!(listed, minimal, "seed {seed}");
    }
}

#[test]
fn the_person_is_no_column_to_look_for_and_is_suggested_as_such() {
    let rows = visits(3);
    let found = survey(plan(), &rows);
    assert_eq!(found.with_role(Role::Person), [0]);
    assert!(found.minimal.sets.iter().all(|set| !set.columns.contains(&0)));
    for plan in [plan().set(["pid", "age"]), ScanPlan { among: Some(vec!["pid".into()]), ..plan() }]
    {
        let why = Scan::of(plan, table(&rows), &Execution::default()).unwrap_err();
        assert!(why.message().contains("`person`") && why.message().contains("'pid'"), "{why}");
    }
    let stray = plan().person("who");
    let why = Scan::of(stray, table(&rows), &Execution::default()).unwrap_err();
    assert!(why.message().contains("'who'"), "{why}");
    let universe = ScanPlan { universe: Some(1), ..plan() };
    let why = Scan::of(universe, table(&rows), &Execution::default()).unwrap_err();
    assert!(why.message().contains("people"), "{why}");
}

#[test]
fn samples_hold_whole_people() {
    let mut dice = Dice(5);
    let row = |at: u64| {
        let person = at % 700;
        (person, std::array::from_fn(|column| format!("{}", dice.roll(3 + 40 * column as u64))))
    };
    let rows: Vec<(u64, [String; 4])> = (0..4200).map(row).collect();
    let plan = ScanPlan { sample: Some(2500), ..plan() };
    let found = survey(plan, &rows);
    let draw = found.sample.draw;
    let people = draw.people.unwrap();
    assert_eq!((people.of, draw.of), (700, 4200));
    assert_eq!(draw.rows, 6 * people.drawn, "everybody has six rows");
    assert!(draw.rows <= 2500 && people.drawn > 150, "{draw:?}");
    assert!(found.margin > 0.0);
}
