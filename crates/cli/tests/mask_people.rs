//! `mask --person`: people are counted instead of rows, and their dates can be moved.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::support::{Dice, Folder, column};

/// Visits of people who have several, with the ids spelled in two ways.
fn visits(people: u64, seed: u64) -> (String, Vec<u64>) {
    let mut dice = Dice(seed);
    let (mut text, mut whose) = ("patient_id,age,region,visit,cost\n".to_owned(), Vec::new());
    for row in 0..4 * people {
        let person = if row < people { row } else { dice.roll(people) };
        let id = if row % 2 == 0 { format!("P{person}") } else { format!("p{person} ") };
        let (age, region) = (20 + person % 60 + dice.roll(2), dice.roll(3));
        let visit = format!("2024-{:02}-{:02}", 1 + dice.roll(6), 1 + dice.roll(28));
        text += &format!("{id},{age},r{region},{visit},{}\n", 10 * dice.roll(100));
        whose.push(person);
    }
    (text, whose)
}

fn folder() -> (Folder, Vec<u64>) {
    let (folder, (text, whose)) = (Folder::new(), visits(300, 5));
    folder.write("visits.csv", text);
    folder.write("key", "a key of more than sixteen bytes\n");
    (folder, whose)
}

/// The people of each combination of columns.
fn classes(text: &str, columns: &[&str], whose: &[u64]) -> BTreeMap<Vec<String>, BTreeSet<u64>> {
    let columns: Vec<Vec<String>> = columns.iter().map(|name| column(text, name)).collect();
    let mut classes: BTreeMap<Vec<String>, BTreeSet<u64>> = BTreeMap::new();
    for (row, &person) in whose.iter().enumerate() {
        let tuple = columns.iter().map(|column| column[row].clone()).collect();
        classes.entry(tuple).or_default().insert(person);
    }
    classes
}

fn risk<'a>(document: &'a Value, kind: &str) -> Vec<&'a Value> {
    let risks = document["risks"].as_array().unwrap().iter();
    risks.filter(|risk| risk["kind"] == kind).collect()
}

const MASK: &str =
    "mask visits.csv --person patient_id --qi age,region --k 20 --beta 10% -o out.csv --force";

#[test]
fn combinations_count_people_by_every_method() {
    let (folder, whose) = folder();
    for method in ["quantile", "sketch", "kmedian", "kcenter", "cellular", "sse"] {
        let found = folder.run(&format!("{MASK} --method {method} --json")).succeeds().json();
        assert_eq!((&found["rows"], &found["people"]), (&json!(1200), &json!(300)));
        assert_eq!(found["promise"]["universe"], 300, "the universe is of people");
        let out = folder.text("out.csv");
        assert!(out.starts_with("age,region,visit,cost\n"), "the person is dropped");
        assert_eq!(found["dropped"], json!(["patient_id"]));
        let classes = classes(&out, &["age", "region"], &whose);
        let k = classes.values().map(BTreeSet::len).min().unwrap() as u64;
        assert_eq!(found["joint"], json!({"k": k, "classes": classes.len()}), "{method}");
        assert!(risk(&found, "repeated-person").is_empty(), "{found}");
        let budget = found["columns"][0]["budget"].as_u64().unwrap();
        let ages = self::classes(&out, &["age"], &whose);
        assert!(ages.values().all(|people| people.len() as u64 >= 300 / budget), "{method}");
        let exposed: BTreeSet<&u64> =
            classes.values().filter(|people| people.len() < 20).flatten().collect();
        for risk in risk(&found, "joint-k") {
            assert_eq!((&risk["count"], &risk["of"]), (&json!(exposed.len()), &json!(300)));
        }
        assert_eq!(risk(&found, "joint-k").len(), usize::from(k < 20), "{method}");
    }
    let told = folder.run(MASK).succeeds();
    assert!(told.text().contains("people or more"), "{told}");
    assert!(told.text().contains("1200 rows of 300 people written to out.csv"), "{told}");
    let strict = folder.run(&format!("{} --strict", MASK.replace("--k 20", "--k 200")));
    strict.ends(1);
}

#[test]
fn a_plan_is_for_people() {
    let (folder, _) = folder();
    let words = "mask visits.csv --qi age,region --k 20 --beta 10% --plan --json";
    let rows = folder.run(words).succeeds().json();
    let people = folder.run(&format!("{words} --person patient_id")).succeeds().json();
    assert_eq!(
        (&rows["promise"]["universe"], &people["promise"]["universe"]),
        (&json!(1200), &json!(300))
    );
    assert!(people["cells"].as_u64() < rows["cells"].as_u64());
    assert_eq!(people["people"], 300);
    folder
        .run(&format!("{words} --person patient_id --universe 299"))
        .ends(2)
        .says(&["--universe 299", "300 people"]);
    folder
        .run("mask --plan --domain age=9 --universe 99 --k 5 --beta 10% --person pid")
        .ends(2)
        .says(&["--person needs a table"]);
}

#[test]
fn a_pseudonym_links_rows_and_the_result_says_so() {
    let (folder, whose) = folder();
    let words = format!("{MASK} --column patient_id=pseudonym --key-file key");
    let run = folder.run(&format!("{words} --json")).succeeds();
    let found = run.json();
    let out = folder.text("out.csv");
    let names = column(&out, "patient_id");
    let mut of_person: BTreeMap<u64, BTreeSet<&String>> = BTreeMap::new();
    let mut rows: BTreeMap<u64, BTreeSet<(String, String)>> = BTreeMap::new();
    let known = column(&out, "age").into_iter().zip(column(&out, "region"));
    for ((name, person), known) in names.iter().zip(&whose).zip(known) {
        of_person.entry(*person).or_default().insert(name);
        rows.entry(*person).or_default().insert(known);
    }
    assert!(of_person.values().all(|names| names.len() == 1), "one name for both spellings");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 300);
    let all =
        |own: &BTreeSet<(String, String)>| rows.values().filter(|other| *other == own).count() == 1;
    let alone = rows.values().filter(|own| all(own)).count();
    assert_eq!(found["linked"]["people"], 300);
    assert_eq!(found["linked"]["alone_with_all"], alone, "{found}");
    let both =
        |one, two| rows.values().filter(|own| own.contains(one) && own.contains(two)).count() == 1;
    let by_two = rows
        .values()
        .filter(|own| own.iter().any(|one| own.iter().any(|two| both(one, two))))
        .count();
    assert_eq!(found["linked"]["alone_with_two"], by_two);
    assert!(run.stderr.contains(&format!("{alone} of 300 people are alone")), "{run}");
    folder.run(&format!("{words} --report page.html")).succeeds();
    assert!(folder.text("page.html").contains("people alone with the set of all their rows"));
    for (more, why) in [
        ("--column patient_id=keep", "pseudonym"),
        ("--column patient_id=redact", "pseudonym"),
        ("--ties cut", "--ties cut"),
    ] {
        folder.run(&format!("{MASK} {more}")).ends(2).says(&[why]);
    }
}

/// Whoever has the masked file counts its people by their pseudonyms; without them, promises about people
/// are attested.
#[test]
fn a_certificate_measures_pseudonyms_and_attests_people() {
    let (folder, _) = folder();
    let words = format!("{MASK} --certificate c.json --json");
    let k = |document: &Value| document["joint"]["k"].clone();

    let linked = format!("{words} --column patient_id=pseudonym --key-file key");
    let found = folder.run(&linked).succeeds().json();
    let certificate: Value = serde_json::from_str(&folder.text("c.json")).unwrap();
    assert_eq!(certificate["evidence"]["question"]["person"], json!({"column": "patient_id"}));
    assert_eq!(k(&certificate), k(&found), "people");
    folder.run("verify c.json").succeeds();
    let (text, out) = (folder.text("c.json"), folder.text("out.csv"));
    folder.write("c.json", text.replacen(&format!("\"k\": {}", k(&found)), "\"k\": 999", 1));
    folder.run("verify c.json").ends(1);

    let found = folder.run(&words).succeeds().json();
    let certificate: Value = serde_json::from_str(&folder.text("c.json")).unwrap();
    assert_eq!(certificate["evidence"]["question"]["person"], "unpublished");
    assert_eq!(
        (k(&certificate), &certificate["guarantees"][0]["measured"]),
        (Value::Null, &Value::Null)
    );
    assert!(k(&found).is_u64(), "the holder knows it");
    let verified = folder.run("verify c.json --json").succeeds().json();
    assert!(verified["attested"].as_array().unwrap().contains(&json!("/guarantees")), "{verified}");
    assert_ne!(folder.text("out.csv"), out);
}

#[test]
fn the_preset_counts_people_too() {
    let (folder, whose) = folder();
    let words = "mask visits.csv --preset hipaa-safe-harbor --person patient_id --qi region --k 20 --beta 10% \
                 -o out.csv --json";
    let found = folder.run(words).succeeds().json();
    let out = folder.text("out.csv");
    let classes = classes(&out, &["region"], &whose);
    assert_eq!(found["joint"]["k"], classes.values().map(BTreeSet::len).min().unwrap());
    assert_eq!(found["people"], 300);
    assert_eq!(column(&out, "visit").iter().collect::<BTreeSet<_>>().len(), 1, "years");
}

#[test]
fn dates_of_a_person_move_alike() {
    let (folder, whose) = folder();
    let words = "mask visits.csv --person patient_id --column visit=shift:30d --key-file key -o out.csv --force";
    let run = folder.run(&format!("{words} --json")).succeeds();
    let found = run.json();
    let (before, after) = (folder.text("visits.csv"), folder.text("out.csv"));
    let day = |text: &str| -> i64 {
        let part = |range: std::ops::Range<usize>| text[range].parse::<i64>().unwrap();
        let leap = i64::from(part(0..4) % 4 == 0);
        let lengths = [31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let months: i64 = lengths[..part(5..7) as usize - 1].iter().sum();
        365 * part(0..4) + (part(0..4) - 1) / 4 + months + part(8..10)
    };
    let mut moved: BTreeMap<u64, BTreeSet<i64>> = BTreeMap::new();
    let both = column(&before, "visit").into_iter().zip(column(&after, "visit"));
    for ((before, after), person) in both.zip(&whose) {
        moved.entry(*person).or_default().insert(day(&after) - day(&before));
    }
    assert!(moved.values().all(|days| days.len() == 1), "{moved:?}");
    let shifts: BTreeSet<i64> = moved.values().flatten().copied().collect();
    assert!(shifts.len() > 50 && *shifts.first().unwrap() >= -30 && *shifts.last().unwrap() <= 30);
    let shift = &found["shift"];
    assert_eq!((&shift["days"], &shift["people"]), (&json!(30), &json!(300)));
    assert!(shift["alone_with_intervals"].as_u64().unwrap() > 200, "{shift}");
    assert!(shift["narrowed"].as_u64().unwrap() > 0, "{shift}");
    assert!(run.stderr.contains("are alone with the pattern of their dates"), "{run}");
    assert!(run.stderr.contains("can rule out some of the 61 shifts"), "{run}");
    assert!(risk(&found, "singled-out").is_empty(), "nothing links the rows: {found}");
    let linked =
        folder.run(&format!("{words} --column patient_id=pseudonym --json")).succeeds().json();
    let told = risk(&linked, "singled-out");
    assert!(told.iter().any(|risk| risk["columns"] == json!(["visit"])), "{linked}");
    // The same key moves the same people alike, whatever else is published.
    assert_eq!(column(&folder.text("out.csv"), "visit"), column(&after, "visit"));
    for (words, why) in [
        (
            "--column visit=shift:30d --key-file key",
            vec!["--column visit=shift:30d needs --person", "whose a row is"],
        ),
        (
            "--person patient_id --column visit=shift:30d",
            vec!["--column visit=shift:30d needs a key", "--key-file"],
        ),
        ("--person patient_id --column visit=shift:30 --key-file key", vec!["shift:30d"]),
        (
            "--person patient_id --column cost=shift:30d --key-file key",
            vec!["line 2", "'cost'", "no day"],
        ),
    ] {
        let run = folder.run(&format!("mask visits.csv {words} -o no.csv"));
        let run = run.ends(2).says(&why);
        assert!(!folder.has("no.csv"), "{run}");
    }
    let help = folder.run("mask --help").succeeds();
    assert!(help.text().contains("shift:30d"), "{help}");
    folder.run("explain date-shift").succeeds();
    folder.run("explain shift").succeeds();
}

/// Whoever counts rows is told, in the result, that people repeat.
#[test]
fn identifiers_that_repeat_are_in_the_result() {
    let (folder, _) = folder();
    let release =
        "release visits.csv --id patient_id --qi age,region --k 2 -o out.csv --force --json";
    let check = "check visits.csv --qi age,region --k 1 --json";
    let mask = "mask visits.csv --id patient_id --qi age,region --k 20 --beta 10% -o out.csv --force --json";
    let without_qi =
        "mask visits.csv --id patient_id --column age=round:10 -o out.csv --force --json";
    for words in [release, check, mask, without_qi] {
        let found = folder.run(words).succeeds().json();
        let told = risk(&found, "repeated-person");
        assert_eq!(told.len(), 1, "{words}: {found}");
        assert_eq!(
            (&told[0]["severity"], &told[0]["of"]),
            (&json!("severe"), &json!(1200)),
            "{words}"
        );
        assert_eq!(told[0]["columns"], json!(["patient_id"]), "{words}");
    }
    // A person column is the cure.
    for words in [format!("{check} --person patient_id"), MASK.to_owned() + " --json"] {
        let found = folder.run(&words).succeeds().json();
        assert!(risk(&found, "repeated-person").is_empty(), "{words}: {found}");
    }
    // One row in two hundred is a notice, one in fifty a warning.
    for (repeated, severity) in [(1, "notice"), (5, "warning")] {
        let mut text = "patient_id,age\n".to_owned();
        (0..398).for_each(|row| text += &format!("p{},{}\n", row.max(repeated), row % 10));
        folder.write("few.csv", text);
        for words in [
            "check few.csv --qi age --k 1",
            "mask few.csv --id patient_id --qi age --k 2 --beta 10% -o out.csv --force",
        ] {
            let found = folder.run(&format!("{words} --json")).succeeds().json();
            let told = risk(&found, "repeated-person");
            assert_eq!(told.len(), 1, "{words}");
            assert_eq!(told[0]["severity"], severity, "{words}: {found}");
        }
    }
}

/// Columns that name nobody repeat by nature: no more than a notice, unless one of them may be a name.
#[test]
fn dropped_columns_that_name_nobody_are_a_notice() {
    let folder = Folder::new();
    let mut text = "birth_year,zip,member,age,illness\n".to_owned();
    let mut dice = Dice(3);
    for _ in 0..400 {
        let (year, zip) = (1950 + dice.roll(30), 10_000 + dice.roll(20));
        let illness = ["flu", "gout", "hiv", "cold"][dice.roll(4) as usize];
        text += &format!("{year},{zip},m{},{},{illness}\n", dice.roll(200), 20 + 5 * dice.roll(6));
    }
    folder.write("t.csv", text);
    for (id, severity) in [("birth_year,zip", "notice"), ("birth_year,zip,member", "warning")] {
        let words = format!("release t.csv --id {id} --qi age --k 5 -o out.csv --force --json");
        let found = folder.run(&words).succeeds().json();
        let told = risk(&found, "repeated-person");
        assert_eq!(told.len(), 1, "{id}: {found}");
        assert_eq!(told[0]["severity"], severity, "{id}: {found}");
    }
}
