//! `incrowd release --recoding local-suppression`, and `check --known`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::support::{Dice, Folder};

/// Visits with an id, three quasi-identifiers, one of them rarely different, and a secret.
fn visits(folder: &Folder, rows: usize, people: u64) {
    let mut dice = Dice(9);
    let mut text = String::from("id,city,job,sex,illness\n");
    for _ in 0..rows {
        let mut pick = |words: &[&'static str]| words[dice.roll(words.len() as u64) as usize];
        let city = pick(&["Rome", "Rome", "Rome", "Oslo", "Oslo", "Bern", "Kiel"]);
        let job = pick(&["nurse", "nurse", "cook", "cook", "pilot", "judge"]);
        let (sex, illness) = (pick(&["f", "m"]), pick(&["flu", "hiv", "none"]));
        let id = dice.roll(people);
        text += &format!("{id},{city},{job},{sex},{illness}\n");
    }
    folder.write("visits.csv", text);
}

/// The cells of a file without its header.
fn cells(text: &str) -> Vec<Vec<String>> {
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

const WORDS: &str = "release visits.csv --qi city,job,sex --recoding local-suppression";

/// The least number of rows, or of people, that share their cells in a set of columns.
fn least(rows: &[Vec<String>], people: &[String], columns: &[usize]) -> usize {
    let mut classes: BTreeMap<Vec<&str>, BTreeSet<&str>> = BTreeMap::new();
    for (row, person) in rows.iter().zip(people) {
        let key = columns.iter().map(|&column| row[column].as_str()).collect();
        classes.entry(key).or_default().insert(person);
    }
    classes.values().map(BTreeSet::len).min().unwrap()
}

fn numbered(rows: usize) -> Vec<String> {
    (0..rows).map(|row| row.to_string()).collect()
}

#[test]
fn cells_are_as_they_were_or_stars() {
    let folder = Folder::new();
    visits(&folder, 120, 1000);
    let told = folder.run(&format!("{WORDS} --id id --k 4 -o out.csv --json")).succeeds().json();
    let (before, after) = (cells(&folder.text("visits.csv")), cells(&folder.text("out.csv")));
    let mut stars = [0_u64; 3];
    for (before, after) in before.iter().zip(&after) {
        for column in 0..3 {
            stars[column] += u64::from(after[column] == "*");
            assert!(after[column] == "*" || after[column] == before[column + 1]);
        }
    }
    assert!(least(&after, &numbered(120), &[0, 1, 2]) >= 4);
    let suppressed: u64 = stars.iter().sum();
    assert!(suppressed > 0 && suppressed < 120, "{stars:?}");
    let by_column = json!({ "city": stars[0], "job": stars[1], "sex": stars[2] });
    let expected = json!({ "suppressed": suppressed, "of": 360, "by_column": by_column });
    assert_eq!(told["cells"], expected);
    assert!((told["cost"]["loss"].as_f64().unwrap() - suppressed as f64 / 360.0).abs() < 1e-9);
    assert_eq!((&told["recoding"], &told["verified"]), (&json!("local-suppression"), &json!(true)));
    let spared = format!("{WORDS} --id id --k 4 --weight city=30 --weight job=30 --dry-run --json");
    let spared = folder.run(&spared).succeeds().json();
    let of = |told: &Value, column: &str| told["cells"]["by_column"][column].as_u64().unwrap();
    let price = |told: &Value| 30 * (of(told, "city") + of(told, "job")) + of(told, "sex");
    assert!(price(&spared) <= price(&told), "{spared}");
    for threads in ["1", "3"] {
        let words = format!("{WORDS} --id id --k 4 --threads {threads} -o again.csv --force");
        folder.run(&words).succeeds();
        assert_eq!(folder.bytes("again.csv"), folder.bytes("out.csv"));
    }
    let text = folder.run(&format!("{WORDS} --id id --k 4 --dry-run")).succeeds();
    let line = format!("{suppressed} of 360 cells of quasi-identifiers suppressed");
    assert!(text.text().contains(&line), "{text}");
}

#[test]
fn whoever_knows_some_columns_finds_enough_rows() {
    let folder = Folder::new();
    visits(&folder, 120, 1000);
    let mut suppressed = Vec::new();
    for (known, sets) in [
        (1, vec![vec![0], vec![1], vec![2]]),
        (2, vec![vec![0, 1], vec![0, 2], vec![1, 2], vec![0], vec![1], vec![2]]),
        (3, vec![vec![0, 1, 2]]),
    ] {
        let words = format!(
            "{WORDS} --id id --k 5 --sensitive illness --l distinct:2 --known {known} -o out.csv \
             --certificate c.json --report r.html --force --json"
        );
        let told = folder.run(&words).succeeds().json();
        let rows = cells(&folder.text("out.csv"));
        let least = sets.iter().map(|set| least(&rows, &numbered(120), set)).min().unwrap();
        assert!(least >= 5, "{known}: {least}");
        let guarantee = &told["guarantees"][0];
        assert_eq!((&guarantee["measured"], &told["known"]), (&json!(least), &json!(known)));
        let subset = guarantee["subset"].as_array().unwrap().len() as u64;
        assert!((1..=known).contains(&subset), "{guarantee}");
        assert!(guarantee["against"].as_str().unwrap().contains(&format!("at most {known} of")));
        suppressed.push(told["cells"]["suppressed"].as_u64().unwrap());
        let check = format!("check out.csv --qi city,job,sex --k 5 --known {known} --json");
        let checked = folder.run(&check).succeeds().json();
        assert_eq!(checked["guarantees"][0]["measured"], json!(least));
        assert_eq!(checked["guarantees"][0]["subset"], guarantee["subset"]);
        folder.run("verify c.json").succeeds();
    }
    assert!(suppressed.is_sorted(), "who knows more must find less: {suppressed:?}");
    let raw = folder.run("check visits.csv --qi city,job,sex --k 30 --known 1 --json");
    assert_eq!(raw.status, Some(1), "{raw}");
    let raw = raw.json();
    assert_eq!((&raw["known"], &raw["guarantees"][0]["holds"]), (&json!(1), &json!(false)));
}

#[test]
fn people_are_counted_instead_of_rows() {
    let folder = Folder::new();
    visits(&folder, 200, 30);
    let people: Vec<String> =
        cells(&folder.text("visits.csv")).into_iter().map(|row| row[0].clone()).collect();
    for (flags, sets) in
        [("", vec![vec![0, 1, 2]]), ("--known 2", vec![vec![0, 1], vec![0, 2], vec![1, 2]])]
    {
        let words = format!("{WORDS} --person id --k 6 {flags} -o out.csv --force --json");
        let told = folder.run(&words).succeeds().json();
        let rows = cells(&folder.text("out.csv"));
        let least = sets.iter().map(|set| least(&rows, &people, set)).min().unwrap();
        assert!(least >= 6 && told["guarantees"][0]["measured"] == json!(least), "{told}");
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = Folder::new();
    visits(&folder, 40, 1000);
    for (flags, word) in [
        ("--k-map 3 --public visits.csv", "local-suppression"),
        ("--presence 0,0.5 --public visits.csv", "local-suppression"),
        ("--k 3 --suppress 2%", "suppress"),
        ("--k 3 --keep-suppressed", "keep-suppressed"),
        ("--k 3 --proof", "proof"),
        ("--k 3 --known 0", "known"),
        ("--k 3 --cost discernibility", "cost"),
    ] {
        let run = folder.run(&format!("{WORDS} --id id {flags} --dry-run"));
        assert_eq!(run.status, Some(2), "{flags}: {run}");
        assert!(run.to_string().contains(word), "{flags}: {run}");
    }
    let other = folder.run("release visits.csv --qi city,job --k 3 --known 1 --dry-run");
    assert_eq!(other.status, Some(2), "{other}");
    let few = folder.run(&format!("{WORDS} --id id --k 41 --dry-run"));
    assert_eq!(few.status, Some(1), "{few}");
    let check = folder.run("check visits.csv --qi city,job --group sex --k 1 --known 1");
    assert_eq!(check.status, Some(2), "{check}");
}
