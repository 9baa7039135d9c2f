//! Masking that counts people instead of rows: random tables of visits against the definitions.

use std::collections::{BTreeMap, BTreeSet};

use incrowd::columns::mask::cluster::Ties;
use incrowd::columns::mask::numbers::Grouping;
use incrowd::columns::mask::pseudonym::Pseudonyms;
use incrowd::columns::mask::shift::DateShifts;
use incrowd::io::{MemoryTable, Table};
use incrowd::judge::risk;
use incrowd::masking::{
    Action, BudgetResult, CellCounting, MaskPlan, MaskRelease, MaskStudy, MaskVerdict,
    ProbabilisticAnonymity, PublishedGroup,
};
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

const KEY: &[u8] = b"a key of more than sixteen bytes";

/// Rows with the person of each.
struct Visits {
    names: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    people: Vec<u64>,
}

impl Visits {
    /// The table, in which ids are spelled in several ways.
    fn input(&self) -> Input {
        let row = |(at, row): (usize, &Vec<String>)| {
            let person = self.people[at];
            let id =
                if at.is_multiple_of(2) { format!("P{person}") } else { format!(" p{person} ") };
            [id].into_iter().chain(row.iter().cloned()).collect::<Vec<String>>()
        };
        let names = ["pid"].into_iter().chain(self.names.iter().copied());
        MemoryTable::from_rows("visits", names, self.rows.iter().enumerate().map(row))
            .unwrap()
            .into()
    }

    fn column(&self, name: &str) -> Vec<&str> {
        let at = self.names.iter().position(|other| *other == name).unwrap();
        self.rows.iter().map(|row| row[at].as_str()).collect()
    }

    fn everybody(&self) -> u64 {
        self.people.iter().collect::<BTreeSet<_>>().len() as u64
    }
}

/// A day of 2024.
fn day(number: u64) -> String {
    let (month, day) = (number / 28 + 1, number % 28 + 1);
    format!("2024-{month:02}-{day:02}")
}

/// Some visits of some people: an age that some rows lack, a day, a region and a height.
fn visits(dice: &mut Dice) -> Visits {
    let people = 8 + dice.roll(40);
    let rows = people + dice.roll(4 * people);
    let mut visits = Visits {
        names: vec!["age", "visit", "region", "height"],
        rows: Vec::new(),
        people: Vec::new(),
    };
    for row in 0..rows {
        let person = if row < people { row } else { dice.roll(people) };
        let age = match dice.roll(9) {
            0 => String::new(),
            _ => (20 + person % 30 + dice.roll(3)).to_string(),
        };
        let height = format!("1.{:02}", 50 + dice.roll(45));
        let region = format!("r{}", person % (2 + dice.roll(3)));
        visits.rows.push(vec![age, day(dice.roll(200)), region, height]);
        visits.people.push(person);
    }
    visits
}

fn anonymity(k: u64) -> ProbabilisticAnonymity {
    let beta = Fraction::new(1, 2);
    ProbabilisticAnonymity { k, beta, universe: None, form: CellCounting::Exact }
}

/// A published table as texts.
struct Shown {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Shown {
    fn of(table: MemoryTable) -> Shown {
        let table = Table::from(table);
        let mut rows = Vec::new();
        for block in table.blocks() {
            let block = block.unwrap();
            for row in 0..block.rows() {
                rows.push(block.row(row).map(str::to_owned).collect());
            }
        }
        Shown { names: table.columns().to_vec(), rows }
    }

    fn column(&self, name: &str) -> Vec<&str> {
        let at = self.names.iter().position(|other| other == name).unwrap();
        self.rows.iter().map(|row| row[at].as_str()).collect()
    }

    /// The people of each combination of columns.
    fn classes(&self, columns: &[&str], people: &[u64]) -> BTreeMap<Vec<&str>, BTreeSet<u64>> {
        let columns: Vec<Vec<&str>> = columns.iter().map(|name| self.column(name)).collect();
        let mut classes: BTreeMap<Vec<&str>, BTreeSet<u64>> = BTreeMap::new();
        for (row, &person) in people.iter().enumerate() {
            let tuple = columns.iter().map(|column| column[row]).collect();
            classes.entry(tuple).or_default().insert(person);
        }
        classes
    }
}

/// Masks, and hands the plan, what was judged and what is published to a test.
#[track_caller]
fn masked<T>(
    masking: MaskPlan,
    test: impl FnOnce(&MaskRelease<'_>, &MaskVerdict, Shown) -> T,
) -> Option<T> {
    let execution = Execution::default();
    let study = MaskStudy::read(masking, &execution).unwrap();
    let BudgetResult::Possible(release) = study.coarsen().unwrap() else { return None };
    let (judged, table) = release.publish_in_memory(&execution).unwrap();
    assert!(judged.as_planned, "{:?}", judged.discrepancy);
    Some(test(&release, &judged, Shown::of(table.unwrap())))
}

/// Whether a published cell stands for a number or a date.
fn covers(label: &str, value: &str) -> bool {
    let range = label.strip_prefix('[').and_then(|label| label.strip_suffix(']'));
    let at =
        |text: &str| text.parse::<f64>().unwrap_or_else(|_| text.replace('-', "").parse().unwrap());
    match range.and_then(|range| range.split_once(',')) {
        Some((low, high)) => !value.is_empty() && at(low) <= at(value) && at(value) <= at(high),
        None => label == "*" || label == value,
    }
}

#[test]
fn groups_and_combinations_count_people() {
    let (mut possible, mut below) = (0, 0);
    for seed in 0..300 {
        let mut dice = Dice(seed);
        let visits = visits(&mut dice);
        let grouping = Grouping::ALL[(seed % 6) as usize];
        let pseudonym = seed % 3 == 0;
        let k = 2 + dice.roll(3);
        let mut masking = MaskPlan::new(visits.input())
            .qi(["age", "visit", "region"])
            .person("pid")
            .among(anonymity(k));
        masking.grouping = grouping;
        if pseudonym {
            masking = masking.column("pid", Action::Pseudonym).key(KEY).unwrap();
        }
        let qi = ["age", "visit", "region"];
        masked(masking, |release, judged, shown| {
            possible += 1;
            let note = format!("seed {seed} {grouping:?}");
            let everybody = visits.everybody();
            assert_eq!(judged.found.people, Some(everybody), "{note}");
            assert_eq!(judged.found.rows, visits.rows.len() as u64);
            // The budget is that of people.
            let allotment = release.allotment.as_ref().unwrap();
            assert_eq!(allotment.cells.universe, everybody, "{note}");
            let classes = shown.classes(&qi, &visits.people);
            let sizes: Vec<u64> = classes.values().map(|people| people.len() as u64).collect();
            assert_eq!(judged.k(), sizes.iter().min().copied(), "{note}");
            assert_eq!(judged.found.classes, classes.len() as u64, "{note}");
            assert_eq!(judged.hidden, sizes.iter().all(|&size| size >= k), "{note}");
            let small = classes.values().filter(|people| (people.len() as u64) < k);
            let exposed: BTreeSet<u64> = small.flatten().copied().collect();
            let qi_names = qi.map(str::to_owned);
            let risk = risk::joint_k(&judged.found, k, &qi_names);
            assert_eq!(risk.is_some(), !judged.hidden, "{note}");
            if let Some(risk) = risk {
                below += 1;
                assert_eq!((risk.count, risk.of), (exposed.len() as u64, everybody), "{note}");
                assert!(risk.what.contains("people"), "{}", risk.what);
            }
            for (place, name) in [(1, "age"), (2, "visit")] {
                let budget = release.budgets[place].unwrap();
                let own = shown.classes(&[name], &visits.people);
                assert!(own.len() as u64 <= budget, "{note} {name}: {own:?}");
                let values = visits.column(name);
                for (label, value) in shown.column(name).into_iter().zip(&values) {
                    assert!(covers(label, value), "{note}: {label} is not {value}");
                }
                let with_value: BTreeSet<u64> = values
                    .iter()
                    .zip(&visits.people)
                    .filter(|(value, _)| !value.is_empty())
                    .map(|(_, p)| *p)
                    .collect();
                let absent = u64::from(values.contains(&""));
                let distinct = values.iter().collect::<BTreeSet<_>>().len() as u64;
                if distinct <= budget || budget <= absent {
                    continue;
                }
                let need = (with_value.len() as u64 / (budget - absent)).max(1);
                for (label, people) in own.iter().filter(|(label, _)| !label[0].is_empty()) {
                    assert!(
                        people.len() as u64 >= need,
                        "{note} {name} {label:?}: {people:?} of {need}"
                    );
                }
                let marginal = judged.shown(place).unwrap();
                let rarest = own.values().map(BTreeSet::len).min().unwrap() as u64;
                assert_eq!(
                    (marginal.distinct, marginal.rarest),
                    (own.len() as u64, rarest),
                    "{note}"
                );
            }
            assert_eq!(shown.names.contains(&"pid".to_owned()), pseudonym);
            match judged.linked {
                None => assert!(!pseudonym),
                Some(linked) => {
                    let rows = rows_of_people(&shown, &qi, &visits.people);
                    assert_eq!(linked.people, everybody);
                    assert_eq!(linked.alone_with_all, alone_with_all(&rows), "{note}");
                    assert_eq!(linked.alone_with_two, Some(alone_with_two(&rows)), "{note}");
                    let names = Pseudonyms::new(KEY).unwrap();
                    for (name, person) in shown.column("pid").into_iter().zip(&visits.people) {
                        assert_eq!(name, names.of(&format!("p{person}")), "one name per person");
                    }
                }
            }
        });
    }
    assert!(possible > 200 && below > 50, "{possible} {below}");
}

/// The set of published rows of each person.
fn rows_of_people<'a>(
    shown: &'a Shown,
    qi: &[&str],
    people: &[u64],
) -> Vec<BTreeSet<Vec<&'a str>>> {
    let columns: Vec<Vec<&str>> = qi.iter().map(|name| shown.column(name)).collect();
    let mut rows: BTreeMap<u64, BTreeSet<Vec<&str>>> = BTreeMap::new();
    for (row, &person) in people.iter().enumerate() {
        rows.entry(person).or_default().insert(columns.iter().map(|column| column[row]).collect());
    }
    rows.into_values().collect()
}

fn alone_with_all(rows: &[BTreeSet<Vec<&str>>]) -> u64 {
    let alone = |own: &&BTreeSet<Vec<&str>>| rows.iter().filter(|other| other == own).count() == 1;
    rows.iter().filter(alone).count() as u64
}

fn alone_with_two(rows: &[BTreeSet<Vec<&str>>]) -> u64 {
    let alone = |own: &&BTreeSet<Vec<&str>>| {
        own.iter().any(|one| {
            own.iter().any(|two| {
                rows.iter().filter(|other| other.contains(one) && other.contains(two)).count() == 1
            })
        })
    };
    rows.iter().filter(alone).count() as u64
}

/// With one row per person, people are masked as rows are.
#[test]
fn one_row_each_is_masked_as_rows_are() {
    for seed in 0..40 {
        let mut visits = visits(&mut Dice(500 + seed));
        visits.people = (0..visits.rows.len() as u64).collect();
        let mut masking =
            MaskPlan::new(visits.input()).qi(["age", "visit", "region"]).among(anonymity(3));
        masking.grouping = Grouping::ALL[(seed % 6) as usize];
        let people =
            masked(masking.clone().person("pid"), |_, judged, shown| (judged.k(), shown.rows));
        let rows = masked(masking.without(["pid"]), |_, judged, shown| (judged.k(), shown.rows));
        assert_eq!(people, rows, "seed {seed}");
    }
}

/// Columns of more numbers than are held: every group has its people, by every method.
#[test]
fn streamed_groups_count_people() {
    let mut dice = Dice(9);
    let (people, rows) = (60_000, 300_000);
    let mut visits = Visits { names: vec!["dose", "sex"], rows: Vec::new(), people: Vec::new() };
    for row in 0..rows {
        // Some people have very many rows, and all of theirs lie together.
        let person = if row < people { row } else { dice.roll(people).min(dice.roll(people)) };
        let dose = match dice.roll(50) {
            0 => String::new(),
            _ => format!("{}.{:03}", person / 3 + dice.roll(40), dice.roll(1000)),
        };
        visits.rows.push(vec![dose, ["f", "m"][(person % 2) as usize].to_owned()]);
        visits.people.push(person);
    }
    let values = visits.column("dose");
    let distinct = values.iter().collect::<BTreeSet<_>>().len();
    assert!(distinct > 1 << 18, "{distinct}: these would be held");
    for grouping in Grouping::ALL {
        let centre = grouping == Grouping::Quantile;
        for publish in [PublishedGroup::Range, PublishedGroup::Centre]
            .into_iter()
            .take(1 + usize::from(centre))
        {
            let mut masking = MaskPlan::new(visits.input())
                .person("pid")
                .qi(["dose", "sex"])
                .column("sex", Action::Keep)
                .column("dose", Action::Numbers(grouping, Some(40)));
            masking.publish = publish;
            masked(masking, |_, judged, shown| {
                let own = shown.classes(&["dose"], &visits.people);
                assert!((2..=40).contains(&own.len()), "{grouping:?}: {}", own.len());
                let with_value: BTreeSet<u64> = values
                    .iter()
                    .zip(&visits.people)
                    .filter(|(value, _)| !value.is_empty())
                    .map(|(_, p)| *p)
                    .collect();
                let need = with_value.len() / 39;
                for (label, people) in own.iter().filter(|(label, _)| !label[0].is_empty()) {
                    assert!(
                        people.len() >= need,
                        "{grouping:?} {label:?}: {} of {need}",
                        people.len()
                    );
                }
                if publish == PublishedGroup::Range {
                    for (label, value) in shown.column("dose").into_iter().zip(&values) {
                        assert!(covers(label, value), "{label} is not {value}");
                    }
                }
                let classes = shown.classes(&["dose", "sex"], &visits.people);
                let k = classes.values().map(BTreeSet::len).min().unwrap();
                assert_eq!(judged.k(), Some(k as u64), "{grouping:?}");
                let way = &judged.columns[1].as_ref().unwrap().way;
                assert!(way.contains("people or more"), "{way}");
                assert!(judged.columns[1].as_ref().unwrap().error.is_some_and(|error| error < 0.2));
            });
        }
    }
}

fn refused(masking: MaskPlan) -> String {
    MaskStudy::read(masking, &Execution::default()).unwrap_err().message().to_owned()
}

#[test]
fn what_makes_no_sense_is_refused() {
    let visits = visits(&mut Dice(1));
    let masking = || MaskPlan::new(visits.input()).person("pid");
    let why = refused(masking().qi(["pid"]));
    assert!(why.contains("`qi`") && why.contains("`person`"), "{why}");
    for action in [Action::Keep, Action::Redact, Action::Numbers(Grouping::Quantile, Some(3))] {
        let why = refused(masking().column("pid", action));
        assert!(why.contains("'pid'") && why.contains("pseudonym"), "{why}");
    }
    let why = refused(MaskPlan { ties: Ties::Cut, ..masking().qi(["age"]) });
    assert!(why.contains("`ties = cut`"), "{why}");
    let shift = || Action::read("shift:30d").unwrap();
    let why = refused(MaskPlan::new(visits.input()).key(KEY).unwrap().column("visit", shift()));
    assert!(why.contains("`column visit = shift:30d` needs `person`"), "{why}");
    let why = refused(masking().column("visit", shift()));
    assert!(why.contains("`key-file`"), "{why}");
    let other = Action::read("shift:10d").unwrap();
    let why = refused(masking().key(KEY).unwrap().column("visit", shift()).column("age", other));
    assert!(why.contains("10d") && why.contains("30d") && why.contains("together"), "{why}");
    let study = MaskStudy::read(
        masking().key(KEY).unwrap().column("height", shift()),
        &Execution::default(),
    )
    .unwrap();
    let BudgetResult::Possible(release) = study.coarsen().unwrap() else {
        panic!("no plan is needed")
    };
    let why = release.publish_in_memory(&Execution::default()).unwrap_err();
    assert!(
        why.message().contains("line 2, column 'height'") && why.message().contains("no day"),
        "{why}"
    );
    for word in [
        "shift",
        "shift:",
        "shift:30",
        "shift:0d",
        "shift:-3d",
        "shift:d",
        "shift:99999d",
        "shift:3w",
    ] {
        assert!(Action::read(word).is_err(), "{word}");
    }
    let missing =
        MemoryTable::from_rows("visits", ["pid", "age"], [["a", "1"], [" ", "2"]]).unwrap();
    let why = refused(MaskPlan::new(missing).person("pid").column("age", Action::Redact));
    assert!(why.contains("line 3, column 'pid'"), "{why}");
}

/// Two columns of dates, one with times, of people with several visits.
fn stays(dice: &mut Dice) -> Visits {
    let mut visits =
        Visits { names: vec!["visit", "left", "ward"], rows: Vec::new(), people: Vec::new() };
    let people = 4 + dice.roll(20);
    for row in 0..people + dice.roll(3 * people) {
        let person = if row < people { row } else { dice.roll(people) };
        let start = 20 + dice.roll(60);
        let left = match dice.roll(6) {
            0 => String::new(),
            _ => format!(
                "{}{}:{:02}",
                day(start + dice.roll(9)),
                ["T10", " 23"][dice.roll(2) as usize],
                dice.roll(60)
            ),
        };
        visits.rows.push(vec![day(start), left, format!("w{}", dice.roll(3))]);
        visits.people.push(person);
    }
    visits
}

/// The number of a day of 2024, leap days included.
fn number(text: &str) -> i64 {
    let part = |range: std::ops::Range<usize>| text[range].parse::<i64>().unwrap();
    let (year, month, day) = (part(0..4), part(5..7), part(8..10));
    let lengths = [31, 28 + i64::from(year % 4 == 0), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let before: i64 = lengths[..month as usize - 1].iter().sum();
    (year - 2020) * 365 + (year - 2017) / 4 + before + day
}

#[test]
fn all_dates_of_a_person_move_alike() {
    for seed in 0..200 {
        let mut dice = Dice(1000 + seed);
        let visits = stays(&mut dice);
        let most = 1 + dice.roll(30) as u32;
        let linked = seed % 2 == 0;
        let mut masking = MaskPlan::new(visits.input())
            .person("pid")
            .key(KEY)
            .unwrap()
            .column("visit", Action::Shift(most))
            .column("left", Action::Shift(most));
        if linked {
            masking = masking.column("pid", Action::Pseudonym);
        }
        if seed % 3 == 0 {
            // A quasi-identifier of shifted dates is counted as it is published.
            masking = masking.qi(["visit"]);
        }
        let shifts = DateShifts::new(KEY).unwrap();
        masked(masking, |_, judged, shown| {
            for name in ["visit", "left"] {
                let before = visits.column(name);
                for ((after, before), person) in
                    shown.column(name).iter().zip(before).zip(&visits.people)
                {
                    if before.is_empty() {
                        assert_eq!(*after, "");
                        continue;
                    }
                    assert_eq!(&after[10..], &before[10..], "times stay");
                    let days = i64::from(shifts.days(&format!("p{person}"), most));
                    assert_eq!(
                        number(after) - number(before),
                        days,
                        "seed {seed}: {before} {after}"
                    );
                }
            }
            let found = judged.shift().unwrap();
            assert_eq!((found.days, found.people), (most, visits.everybody()));
            assert_eq!(found.alone_with_intervals, alone_with_intervals(&visits), "seed {seed}");
            let possible: Vec<u64> = possible_shifts(&visits, &shifts, most.into());
            let all = 2 * u64::from(most) + 1;
            assert_eq!(found.narrowed, possible.iter().filter(|&&left| left < all).count() as u64);
            assert_eq!(found.certain, possible.iter().filter(|&&left| left == 1).count() as u64);
            assert_eq!(found.fewest_shifts, possible.iter().min().copied());
            assert_eq!(judged.linked.is_some(), linked);
            if seed % 3 == 0 {
                let classes = shown.classes(&["visit"], &visits.people);
                assert_eq!(judged.k(), classes.values().map(|people| people.len() as u64).min());
            }
        })
        .unwrap();
    }
}

/// The dates of a person's rows, as numbers.
fn dates(visits: &Visits, person: u64) -> Vec<[Option<i64>; 2]> {
    let (visit, left) = (visits.column("visit"), visits.column("left"));
    let own = (0..visits.rows.len()).filter(|&row| visits.people[row] == person);
    let of = |text: &str| (!text.is_empty()).then(|| number(text));
    own.map(|row| [of(visit[row]), of(left[row])]).collect()
}

fn alone_with_intervals(visits: &Visits) -> u64 {
    let people: BTreeSet<u64> = visits.people.iter().copied().collect();
    let pattern = |person: &u64| {
        let rows = dates(visits, *person);
        let first = rows.iter().flatten().flatten().min().copied().unwrap();
        let mut rows: Vec<[Option<i64>; 2]> =
            rows.into_iter().map(|row| row.map(|day| day.map(|day| day - first))).collect();
        rows.sort();
        rows
    };
    let patterns: Vec<_> = people.iter().map(pattern).collect();
    let alone =
        |own: &&Vec<[Option<i64>; 2]>| patterns.iter().filter(|other| other == own).count() == 1;
    patterns.iter().filter(alone).count() as u64
}

/// How many shifts of each person whoever knows the period and the weekdays of the dates cannot rule out.
fn possible_shifts(visits: &Visits, shifts: &DateShifts, most: i64) -> Vec<u64> {
    let all: Vec<Vec<i64>> = ["visit", "left"]
        .iter()
        .map(|name| {
            visits
                .column(name)
                .iter()
                .filter(|text| !text.is_empty())
                .map(|text| number(text))
                .collect()
        })
        .collect();
    let people: BTreeSet<u64> = visits.people.iter().copied().collect();
    let possible = |person: &u64| {
        let days = i64::from(shifts.days(&format!("p{person}"), most as u32));
        let published: Vec<[Option<i64>; 2]> = dates(visits, *person)
            .into_iter()
            .map(|row| row.map(|day| day.map(|day| day + days)))
            .collect();
        let fits = |guess: &i64| {
            published.iter().all(|row| {
                row.iter().zip(&all).all(|(day, all)| {
                    let Some(day) = day.map(|day| day - guess) else { return true };
                    let (first, last) = (all.iter().min().unwrap(), all.iter().max().unwrap());
                    let open = all.iter().any(|other| (other - day).rem_euclid(7) == 0);
                    *first <= day && day <= *last && open
                })
            })
        };
        (-most..=most).filter(fits).count() as u64
    };
    people.iter().map(possible).collect()
}

/// The same person moves alike in every table under one key, and differently under another.
#[test]
fn keys_decide_shifts() {
    let visits = stays(&mut Dice(4));
    let run = |key: &[u8]| {
        let masking = MaskPlan::new(visits.input()).person("pid").key(key).unwrap();
        let masking = masking.column("visit", Action::Shift(300)).without(["left"]);
        masked(masking, |_, _, shown| shown.rows).unwrap()
    };
    assert_eq!(run(KEY), run(KEY));
    assert_ne!(run(KEY), run(b"another key of sixteen bytes"));
}
