//! `--person`: people are counted instead of rows.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::support::{Dice, Folder};

/// How many people the panel has, and how many rows each.
const PEOPLE: u64 = 595;
const YEARS: u64 = 7;

/// A table of visits.
struct Panel {
    text: String,
    /// Whose each row is, in the order of the table.
    people: Vec<u64>,
}

/// People who are asked seven times: most of the rows of a rare class are one person's.
fn panel() -> Panel {
    let mut dice = Dice(16);
    let (mut text, mut people) = ("pid,age,region,illness\n".to_owned(), Vec::new());
    for person in 0..PEOPLE {
        let (age, region) = (20 + dice.roll(40), dice.roll(6));
        for year in 0..YEARS {
            let illness = ["flu", "asthma", "hiv", "none"][dice.roll(4) as usize];
            // The same person in another spelling.
            let id = if year % 2 == 0 { format!("P{person}") } else { format!(" p{person} ") };
            text += &format!("{id},{},{region},{illness}\n", age + year / 4);
            people.push(person);
        }
    }
    Panel { text, people }
}

fn folder() -> (Folder, Panel) {
    let (folder, panel) = (Folder::new(), panel());
    folder.write("panel.csv", &panel.text);
    (folder, panel)
}

/// The people of each class of a published file with all rows in the order of the table.
fn classes(published: &str, people: &[u64]) -> BTreeMap<String, BTreeSet<u64>> {
    let mut classes: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    let rows = published.lines().skip(1);
    assert_eq!(rows.clone().count(), people.len());
    for (row, person) in rows.zip(people) {
        let (qi, _secret) = row.rsplit_once(',').unwrap();
        classes.entry(qi.to_owned()).or_default().insert(*person);
    }
    classes
}

fn smallest(published: &str, people: &[u64]) -> usize {
    classes(published, people).values().map(BTreeSet::len).min().unwrap()
}

fn measured(document: &Value) -> u64 {
    document["guarantees"][0]["measured"].as_u64().unwrap()
}

const RELEASE: &str =
    "release panel.csv --qi age,region --sensitive illness --k 5 -o out.csv --force --json";

#[test]
fn without_a_person_rows_are_counted() {
    let (folder, panel) = folder();
    let found =
        folder.run(&format!("{RELEASE} --id pid --recoding multidimensional")).succeeds().json();
    assert!(measured(&found) >= 5);
    assert!(found.get("people").is_none());
    assert!(smallest(&folder.text("out.csv"), &panel.people) < 5, "rows of one person");
}

#[test]
fn every_class_has_five_people() {
    let (folder, panel) = folder();
    for recoding in ["full-domain", "multidimensional", "local"] {
        let found =
            folder.run(&format!("{RELEASE} --person pid --recoding {recoding}")).succeeds().json();
        let people = json!({"input": 595, "published": 595, "suppressed": 0, "lost_some": 0});
        assert_eq!(found["people"], people);
        assert_eq!(found["rows"]["input"], 4165);
        let published = folder.text("out.csv");
        assert!(published.starts_with("age,region,illness\n"), "the person is dropped");
        let smallest = smallest(&published, &panel.people) as u64;
        assert!(smallest >= 5, "{recoding}: {smallest}");
        assert_eq!(measured(&found), smallest, "{recoding}");
        assert_eq!(found["classes"], classes(&published, &panel.people).len() as u64);
    }
}

#[test]
fn shuffled_rows_are_counted_by_person_too() {
    let (folder, _) = folder();
    let words = format!("{RELEASE} --person pid --order");
    let ordered = folder.run(&format!("{words} input")).succeeds().json();
    let mut rows: Vec<String> = folder.text("out.csv").lines().map(str::to_owned).collect();
    let shuffled = folder.run(&format!("{words} shuffled")).succeeds().json();
    let mut moved: Vec<String> = folder.text("out.csv").lines().map(str::to_owned).collect();
    assert_ne!(rows, moved);
    rows.sort_unstable();
    moved.sort_unstable();
    assert_eq!(rows, moved);
    for key in ["people", "guarantees", "classes", "rows"] {
        assert_eq!(ordered[key], shuffled[key], "{key}");
    }
}

#[test]
fn people_who_lose_rows_are_counted() {
    let folder = Folder::new();
    // Ann has a row beside the others', and Zoe is alone.
    let table = "pid,age\nann,20\nann,90\nben,20\ncat,20\nzoe,70\n";
    folder.write("visits.csv", table);
    let words = "release visits.csv --qi age --person pid --k 3 --suppress 2 --level age=0 \
                 --keep-suppressed -o out.csv";
    let found = folder.run(&format!("{words} --json")).succeeds().json();
    let people = json!({"input": 4, "published": 3, "suppressed": 1, "lost_some": 1});
    assert_eq!(found["people"], people);
    assert_eq!(found["rows"], json!({"input": 5, "published": 3, "suppressed": 2}));
    let run = folder.run(&format!("{words} --force --report page.html")).succeeds();
    let told = run.text();
    let line = "4 people in 5 rows: 1 lost all their rows and 1 some of them";
    assert!(told.contains(line), "{told}");
    assert!(folder.text("page.html").contains("people who lost all their rows"));
}

#[test]
fn anatomy_keeps_a_person_in_one_group() {
    let folder = Folder::new();
    let mut table = "pid,age,illness\n".to_owned();
    for person in 0..40 {
        for visit in 0..=person % 3 {
            let illness = ["flu", "asthma", "hiv", "none"][(person + visit / 2) % 4];
            table += &format!("p{person},{},{illness}\n", 20 + person);
        }
    }
    folder.write("visits.csv", &table);
    for order in ["input", "shuffled"] {
        let found = folder
            .run(&format!(
                "release visits.csv --qi age --sensitive illness --person pid --l frequency:2 \
                 --recoding anatomy --order {order} -o out.csv --force --json"
            ))
            .succeeds()
            .json();
        assert_eq!(found["people"]["published"], 40);
        assert_eq!(found["verified"], true);
        // Everybody has another age, so a group's ages are its people.
        let mut groups: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in folder.text("out.csv").lines().skip(1) {
            let (age, group) = row.split_once(',').unwrap();
            groups.entry(age.to_owned()).or_default().insert(group.to_owned());
        }
        assert_eq!(groups.len(), 40);
        assert!(groups.values().all(|groups| groups.len() == 1), "{groups:?}");
    }
}

#[test]
fn a_file_may_name_the_person() {
    let (folder, panel) = folder();
    let file = "table = \"panel.csv\"\nqi = [\"age\", \"region\"]\nperson = \"pid\"\nk = 5\n\
                output = \"out.csv\"\n";
    folder.write("release.toml", file);
    let found = folder.run("release release.toml --json").succeeds().json();
    assert_eq!(found["people"]["input"], PEOPLE);
    assert!(smallest(&folder.text("out.csv"), &panel.people) >= 5);
}

#[test]
fn check_counts_people() {
    let (folder, panel) = folder();
    let words = "check panel.csv --qi age,region";
    let rows = folder.run(&format!("{words} --json")).succeeds().json();
    assert!(rows.get("people").is_none());
    let found = folder.run(&format!("{words} --person pid --json")).succeeds().json();
    assert_eq!((&found["people"], &found["rows"]), (&json!(PEOPLE), &json!(4165)));
    let mut sizes: BTreeMap<(String, String), BTreeSet<u64>> = BTreeMap::new();
    for (row, person) in panel.text.lines().skip(1).zip(&panel.people) {
        let cells: Vec<&str> = row.split(',').collect();
        sizes.entry((cells[1].to_owned(), cells[2].to_owned())).or_default().insert(*person);
    }
    let least = sizes.values().map(BTreeSet::len).min().unwrap();
    let alone = sizes.values().filter(|people| people.len() == 1).flatten();
    let alone = alone.collect::<BTreeSet<_>>().len();
    assert_eq!((&found["k"], &found["classes"]), (&json!(least), &json!(sizes.len())));
    assert_eq!(found["unique_rows"], alone);
    assert_eq!(found["risk"]["prosecutor"], 1.0 / least as f64);
    let run = folder.run(&format!("{words} --person pid")).succeeds();
    let told = run.text();
    assert!(told.contains("595 people in 4165 rows"), "{told}");
    assert!(told.contains(&format!("the smallest has {least} people")), "{told}");
    folder.run(&format!("{words} --person pid --k {}", least + 1)).ends(1);
}

#[test]
fn attack_counts_people() {
    let folder = Folder::new();
    folder.write("register.csv", "pid,age\na,20\nb,20\nc,20\nd,20\n");
    folder.write("visits.csv", "pid,age\na,20\na,20\n A ,20\nb,20\n");
    let words = "attack visits.csv --public register.csv --qi age --json";
    let rows = folder.run(words).succeeds().json();
    assert_eq!(rows["presence"], json!({"min": "1", "max": "1"}), "four rows among four");
    let people = folder.run(&format!("{words} --person pid")).succeeds().json();
    assert_eq!(people["presence"], json!({"min": "1/2", "max": "1/2"}), "two of four people");
    folder.run(&format!("{words} --person nobody")).ends(2).says(&["nobody"]);
}

#[test]
fn a_row_of_nobody_is_refused_with_its_line() {
    let folder = Folder::new();
    folder.write("visits.csv", "pid,age\na,20\n,20\nb,20\n");
    for command in ["release visits.csv --k 1 -o out.csv", "check visits.csv"] {
        let run = folder.run(&format!("{command} --qi age --person pid")).ends(2);
        run.says(&["visits.csv, line 3", "pid"]);
    }
    assert!(!folder.has("out.csv"));
}

#[test]
fn what_does_not_go_with_people_is_refused() {
    let (folder, _) = folder();
    let refused = |words: &str, part: &str| folder.run(words).ends(2).says(&[part]);
    refused("check panel.csv --qi age --person age", "one role");
    refused(&format!("{RELEASE} --person age"), "one role");
    refused(&format!("{RELEASE} --person patient"), "patient");
}

#[test]
fn an_identifier_that_repeats_is_told_of() {
    let (folder, _) = folder();
    let told = |flags: &str| {
        let found = folder.run(&format!("{RELEASE} {flags}")).succeeds().json();
        let warnings = found["warnings"].as_array().unwrap();
        warnings.iter().any(|warning| warning.as_str().unwrap().contains("'pid' repeats"))
    };
    assert!(told("--id pid"), "as an identifier");
    assert!(told(""), "as a plain column");
    assert!(!told("--person pid"));
    assert!(!told("--person pid --id pid"));
}

#[test]
fn scan_suggests_the_person() {
    let (folder, _) = folder();
    let found = folder.run("scan panel.csv --init release.toml --json").succeeds().json();
    assert_eq!(found["columns"][0]["suggested_role"], "person");
    let file = folder.text("release.toml");
    assert!(file.contains("\nperson = \"pid\"\n"), "{file}");
    let found = folder.run("release release.toml -o out.csv --json").succeeds().json();
    assert_eq!(found["people"]["input"], PEOPLE);
    // An identifier that does not repeat is dropped, and no more.
    folder.write("once.csv", "pid,age\na,20\nb,21\nc,22\n");
    let found = folder.run("scan once.csv --json").succeeds().json();
    assert_eq!(found["columns"][0]["suggested_role"], "id");
}

/// A scan of the panel counts people: all figures by the definitions.
#[test]
fn a_scan_counts_people() {
    let (folder, panel) = folder();
    let words = "scan panel.csv --person pid --set age,region --set age --json";
    let found = folder.run(words).succeeds().json();
    assert_eq!((&found["rows"], &found["people"]), (&json!(4165), &json!(595)));
    let cells: Vec<Vec<&str>> =
        panel.text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    for (set, columns) in found["sets"].as_array().unwrap().iter().zip([&[1, 2][..], &[1]]) {
        let mut holders: BTreeMap<Vec<&str>, BTreeSet<u64>> = BTreeMap::new();
        let tuple = |row: &Vec<&'_ str>| -> Vec<String> {
            columns.iter().map(|&at| row[at].to_owned()).collect()
        };
        let mut shared: BTreeMap<u64, usize> = BTreeMap::new();
        for (row, &person) in cells.iter().zip(&panel.people) {
            let own: Vec<&str> = columns.iter().map(|&at| row[at]).collect();
            holders.entry(own).or_default().insert(person);
        }
        for (row, &person) in cells.iter().zip(&panel.people) {
            let own = tuple(row);
            let people = &holders[&own.iter().map(String::as_str).collect::<Vec<_>>()];
            let least = shared.entry(person).or_insert(usize::MAX);
            *least = people.len().min(*least);
        }
        let unique = shared.values().filter(|&&people| people == 1).count();
        assert_eq!(set["unique_rows"], unique as u64, "{set}");
        assert_eq!(set["classes"], holders.len() as u64);
        let smallest = holders.values().map(BTreeSet::len).min().unwrap();
        assert_eq!(set["smallest_class"], smallest as u64);
        assert_eq!(set["universe"], 595);
        let each = holders.values().map(BTreeSet::len).sum::<usize>() as f64 / 595.0;
        let k = (595.0 * each / set["domain"].as_f64().unwrap()).max(1.0);
        assert!((set["k_estimate"].as_f64().unwrap() - k).abs() < 1e-9, "{set}");
    }
    let roles = found["columns"].as_array().unwrap();
    assert_eq!(roles[0]["suggested_role"], "person");
    let listed = found["minimal_quasi_identifiers"].as_array().unwrap();
    assert!(listed.iter().all(|set| !set.as_array().unwrap().contains(&json!("pid"))));
    let told = folder.run("scan panel.csv --person pid").succeeds();
    assert!(told.text().contains("4165 rows of 595 people"), "{told}");
    assert!(!told.stderr.contains("repeats"), "{told}");
    let rows = folder.run("scan panel.csv --json").succeeds();
    assert!(rows.json().get("people").is_none());
    assert!(rows.stderr.contains("--person pid"), "{rows}");
    folder.run("scan panel.csv --person pid --init start.toml --report scan.html").succeeds();
    assert!(folder.text("start.toml").contains("person = \"pid\""));
    assert!(folder.text("scan.html").contains("People are counted, not rows"));
    folder.run("release start.toml").succeeds();
}

#[test]
fn a_scan_without_a_person_is_refused() {
    let folder = Folder::new();
    folder.write("visits.csv", "pid,age\na,1\n,2\n");
    folder.run("scan visits.csv --person pid").ends(2).says(&[
        "line 3",
        "'pid'",
        "every row must say whose it is",
    ]);
    folder.run("scan visits.csv --person age --set age").ends(2).says(&["--person", "--set"]);
}
