//! Releases that count people instead of rows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use incrowd::core::search::{Method, PublishedPeople, Recoding, algorithm};
use incrowd::io::{Block, MemorySink, MemoryTable, Table};
use incrowd::release::anatomy;
use incrowd::terms::{Fraction, KAnonymity, KMap, KMapPopulation, Knowledge, LDiversity, Presence};
use incrowd::{Execution, Plan, PopulationSource, ReleaseSearch, Study, Suppression};
use tempfile::TempDir;

fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn refused(plan: Plan) -> String {
    Study::read(plan, &Execution::default()).unwrap_err().message().to_owned()
}

/// A panel: people with seven rows each, all of another age.
fn panel(people: usize) -> String {
    const ILLNESSES: [&str; 4] = ["flu", "asthma", "hiv", "cold"];
    panel_with(people, |person, year| ILLNESSES[(person + year / 3) % 4])
}

/// The same with the illness of a person in a year.
fn panel_with(people: usize, illness: impl Fn(usize, usize) -> &'static str) -> String {
    let row = |person: usize, year: usize| {
        let spelled =
            if year.is_multiple_of(2) { format!("P{person}") } else { format!(" p{person}") };
        let (age, illness) = (30 + person % 11 + year, illness(person, year));
        format!("{spelled},{age},{},{illness}\n", person % 3)
    };
    let row = &row;
    let rows = (0..people).flat_map(|person| (0..7).map(move |year| row(person, year)));
    format!("pid,age,zip,illness\n{}", rows.collect::<String>())
}

fn visits(folder: &TempDir, text: &str) -> Plan {
    Plan::new(file(folder, "visits.csv", text)).qi(["age", "zip"]).person("pid")
}

#[test]
fn every_published_class_of_a_panel_has_five_people() {
    let folder = TempDir::new().unwrap();
    let text = panel(40);
    let people: Vec<&str> =
        text.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    for recoding in [Recoding::FullDomain, Recoding::Multidimensional, Recoding::Local] {
        let plan = visits(&folder, &text).by(recoding).demanding(KAnonymity { k: 5 });
        let (study, execution) =
            (Study::read(plan, &Execution::default()).unwrap(), Execution::default());
        let before = study.original_figures();
        assert_eq!((before.rows, before.people), (280, 40));
        let ReleaseSearch::Release(mut release) = study.find(&execution).unwrap() else {
            panic!("five of 40")
        };
        let all = PublishedPeople { input: 40, published: 40, suppressed: 0, partly: 0 };
        assert_eq!(release.people(), Some(all));
        let (sink, _) = release.write(MemorySink::new("out"), &execution).unwrap();
        let out = text_of(sink.into_table().unwrap());
        let mut lines = out.lines();
        assert_eq!(lines.next(), Some("age,zip,illness"));
        let mut classes: BTreeMap<Vec<&str>, BTreeSet<String>> = BTreeMap::new();
        for (line, person) in lines.zip(&people) {
            let labels: Vec<&str> = line.rsplitn(2, ',').skip(1).collect();
            classes.entry(labels).or_default().insert(person.trim().to_lowercase());
        }
        assert!(classes.len() > 1, "{recoding:?}");
        assert!(classes.values().all(|people| people.len() >= 5), "{recoding:?}: {classes:?}");
    }
}

/// A table as CSV.
fn text_of(table: MemoryTable) -> String {
    let table = Table::from(table);
    let mut text = format!("{}\n", table.columns().join(","));
    let rows = |block: &Block| {
        let row = |row: usize| {
            let cells: Vec<&str> =
                (0..table.columns().len()).map(|at| block.cell(row, at)).collect();
            format!("{}\n", cells.join(","))
        };
        Ok((0..block.rows()).map(row).collect::<String>())
    };
    Execution::default()
        .map_ordered("reading", &table, rows, |part| {
            text.push_str(&part);
            Ok(())
        })
        .unwrap();
    text
}

#[test]
fn suppression_says_who_lost_rows() {
    let folder = TempDir::new().unwrap();
    // Four people at 30; one of them also at 90, where somebody else is alone besides.
    let text = "pid,age,zip,illness\na,30,1,flu\nb,30,1,flu\nc,30,1,flu\nd,30,1,flu\nd,90,1,flu\ne,90,1,flu\n";
    let plan =
        visits(&folder, text).demanding(KAnonymity { k: 3 }).suppressing(Suppression::Rows(2));
    let study = Study::read(plan, &Execution::default()).unwrap();
    let ReleaseSearch::Release(release) = study.find(&Execution::default()).unwrap() else {
        panic!()
    };
    let lost = PublishedPeople { input: 5, published: 4, suppressed: 1, partly: 1 };
    assert_eq!(release.people(), Some(lost));
}

#[test]
fn a_row_that_is_nobodys_is_refused_with_its_line() {
    let folder = TempDir::new().unwrap();
    let text = "pid,age,zip,illness\na,30,1,flu\n ,31,1,flu\n";
    let why = refused(visits(&folder, text).demanding(KAnonymity { k: 2 }));
    assert!(why.contains("line 3, column 'pid'") && why.contains("`person`"), "{why}");
    let why = refused(visits(&folder, text).person("age").demanding(KAnonymity { k: 2 }));
    assert!(why.contains("`qi`") && why.contains("`person`"), "{why}");
}

#[test]
fn what_cannot_count_people_is_refused() {
    let folder = TempDir::new().unwrap();
    let plan = || visits(&folder, &panel(12)).demanding(KAnonymity { k: 2 });
    let relaxed = Method {
        algorithm: algorithm("mondrian-relaxed").unwrap(),
        ..Recoding::Multidimensional.into()
    };
    let why = refused(plan().by(relaxed));
    assert!(why.contains("mondrian-relaxed") && why.contains("12 people have 84 rows"), "{why}");
    let text = panel(12).replace("illness", "salary").replace("flu", "1").replace("asthma", "7");
    let text = text.replace("hiv", "13").replace("cold", "20");
    let dealt =
        visits(&folder, &text).sensitive(["salary"]).demanding(incrowd::terms::EpsMAnonymity {
            column: "salary".into(),
            proximity: "2,2".parse().unwrap(),
        });
    let why = refused(dealt.by(Method { deal: true, ..Method::default() }));
    assert!(why.contains("`deal`"), "{why}");
}

#[test]
fn threads_do_not_change_what_is_counted() {
    let folder = TempDir::new().unwrap();
    let text = panel(3000);
    let read = |threads: usize| {
        let execution = Execution::default().on_threads(threads);
        let plan = visits(&folder, &text).sensitive(["illness"]).demanding(LDiversity {
            column: "illness".into(),
            diversity: "entropy:2".parse().unwrap(),
        });
        let study = Study::read(plan, &execution).unwrap();
        let ReleaseSearch::Release(release) = study.find(&execution).unwrap() else { panic!() };
        (study.original_figures(), format!("{:?}", release.found))
    };
    assert_eq!(read(1), read(4));
}

#[test]
fn a_register_with_several_rows_per_person_counts_people() {
    let folder = TempDir::new().unwrap();
    let person = |at: usize| format!("{at},{},{}\n", 20 + at % 10, at % 2);
    let twice = |people: &mut dyn Iterator<Item = usize>| -> String {
        people.flat_map(|at| [person(at), person(at)]).collect()
    };
    let register = format!("pid,age,zip\n{}", twice(&mut (0..60)));
    let table = format!("pid,age,zip\n{}{}", twice(&mut (0..60).step_by(3)), person(0));
    let presence = Presence {
        least: Fraction::new(1, 10),
        most: Fraction::new(1, 2),
        knowledge: Knowledge::Table,
    };
    let drawn = |table: &str, register: &str| {
        let register = PopulationSource::Register(file(&folder, "register.csv", register).into());
        visits(&folder, table).drawn_from(register)
    };
    for recoding in [Recoding::FullDomain, Recoding::Multidimensional] {
        let plan = drawn(&table, &register).by(recoding).demanding(presence.clone());
        let plan = plan.demanding(KMap { k: 4, population: KMapPopulation::Table });
        let study = Study::read(plan, &Execution::default()).unwrap();
        let tally = &study.encoded.frequency_set;
        assert_eq!((tally.people(), tally.members(), tally.rows()), (60, 20, 41));
        assert!(matches!(study.find(&Execution::default()).unwrap(), ReleaseSearch::Release(_)));
    }
    let moved = |text: &str| format!("{text}0,25,0\n");
    let plan = |table: &str, register: &str| drawn(table, register).demanding(presence.clone());
    let why = refused(plan(&table, &moved(&register)));
    assert!(why.contains("register.csv, lines 2 and 122, column 'age'"), "{why}");
    let why = refused(plan(&moved(&table), &register));
    assert!(why.contains("visits.csv, lines 2 and 43, column 'age'"), "{why}");
    let stranger = format!("{table}99,20,0\n100,20,0\n101,20,0\n102,20,0\n103,20,0\n104,20,0\n");
    let why = refused(plan(&stranger, &register));
    assert!(why.contains("is not in the population"), "{why}");
}

#[test]
fn anatomy_keeps_the_rows_of_a_person_together() {
    let folder = TempDir::new().unwrap();
    // Everybody has two of eight illnesses.
    let illnesses = ["flu", "asthma", "hiv", "cold", "gout", "mumps", "cough", "fever"];
    let text = panel_with(80, |person, year| illnesses[(person + year / 4) % 8]);
    let plan =
        visits(&folder, &text).sensitive(["illness"]).by(Recoding::Anatomy).demanding(LDiversity {
            column: "illness".into(),
            diversity: "distinct:2".parse().unwrap(),
        });
    let execution = Execution::default();
    let study = Study::read(plan, &execution).unwrap();
    let anatomy::AnatomySearch::Anatomy(mut anatomy) = study.anatomize(&execution).unwrap() else {
        panic!()
    };
    let sinks = (MemorySink::new("people"), MemorySink::new("secrets"));
    let ((people, secrets), written) = anatomy.write(sinks, &execution).unwrap();
    assert_eq!(written.rows, 560);
    let people = text_of(people.into_table().unwrap());
    let secrets = text_of(secrets.into_table().unwrap());
    let mut group_of: BTreeMap<String, &str> = BTreeMap::new();
    let mut values: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
    let mut rows: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for (published, original) in people.lines().skip(1).zip(text.lines().skip(1)) {
        let cells: Vec<&str> = original.split(',').collect();
        let (person, group) =
            (cells[0].trim().to_lowercase(), published.rsplit(',').next().unwrap());
        assert_eq!(*group_of.entry(person.clone()).or_insert(group), group);
        values.entry((group, cells[3])).or_default().insert(person);
        *rows.entry((group, cells[3])).or_default() += 1;
    }
    for ((group, value), having) in &values {
        let members = group_of.values().filter(|of| *of == group).count();
        assert!(2 * having.len() <= members, "{value} in {group}");
    }
    let told: BTreeMap<(&str, &str), u64> = secrets
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            ((cells[0], cells[1]), cells[2].parse().unwrap())
        })
        .collect();
    assert_eq!(told, rows);
}
