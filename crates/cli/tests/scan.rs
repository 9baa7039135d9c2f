//! `incrowd scan`: columns, sets of them, and all minimal sets that single people out, by hand and
//! by brute force.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use crate::support::{self, Dice, Folder};

/// Five people, one of them without an illness.
const SMALL: &str = "\
sex,region,illness
F,north,flu
F,north,hiv
M,north,flu
M,south,flu
M,south,
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("small.csv", SMALL);
    folder
}

#[track_caller]
fn scan(folder: &Folder, words: &str) -> Value {
    folder.run(&format!("scan {words} --json")).succeeds().json()
}

#[track_caller]
fn close(found: &Value, wanted: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{found} is no number"));
    assert!((found - wanted).abs() < 1e-6, "{found} is not {wanted}");
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// A table of so many rows, each of columns with so many values.
fn made(rows: usize, values: &[u64], seed: u64) -> String {
    let mut dice = Dice(seed);
    let names: Vec<String> = (0..values.len()).map(|at| format!("v{at}")).collect();
    let mut text = names.join(",") + "\n";
    for _ in 0..rows {
        let cells: Vec<String> = values.iter().map(|&n| dice.roll(n).to_string()).collect();
        let _ = writeln!(text, "{}", cells.join(","));
    }
    text
}

#[test]
fn the_fields_of_the_interface() {
    let found = scan(&folder(), "study.csv --set age,sex --max-size 3 --universe 1000");
    let wanted = [
        "table",
        "rows",
        "columns",
        "sets",
        "minimal_quasi_identifiers",
        "complete_to_size",
        "search",
        "sample",
        "safe_harbor",
        "warnings",
        "init",
    ];
    assert_eq!(keys(&found), wanted);
    for field in ["name", "type", "distinct", "missing", "entropy", "suggested_role", "why"] {
        assert!(found["columns"][0].get(field).is_some(), "{field}");
    }
    let measures = [
        "columns",
        "unique_rows",
        "unique_fraction",
        "domain",
        "bound",
        "k_estimate",
        "distinction",
        "separation",
    ];
    for field in measures {
        assert!(found["sets"][0].get(field).is_some(), "{field}");
    }
    let roles = ["id", "person", "qi", "sensitive", "plain"];
    for column in found["columns"].as_array().unwrap() {
        assert!(roles.contains(&column["suggested_role"].as_str().unwrap()), "{column}");
        assert!(!column["why"].as_str().unwrap().is_empty(), "{column}");
    }
}

#[test]
fn figures_of_columns_and_sets() {
    let found = scan(&folder(), "small.csv --set sex,region --set illness");
    assert_eq!(found["rows"], 5);
    let illness = &found["columns"][2];
    assert_eq!((&illness["type"], &illness["distinct"]), (&json!("text"), &json!(3)));
    assert_eq!((&illness["missing"], &illness["unique_rows"]), (&json!(1), &json!(2)));
    close(&illness["entropy"], 1.370_951);
    let set = &found["sets"][0];
    assert_eq!(set["columns"], json!(["sex", "region"]));
    assert_eq!((&set["unique_rows"], &set["classes"]), (&json!(1), &json!(3)));
    assert_eq!((&set["smallest_class"], &set["domain"]), (&json!(1), &json!(4)));
    for (field, wanted) in [
        ("unique_fraction", 0.2),
        ("distinction", 0.6),
        ("separation", 0.8),
        ("k_estimate", 1.25),
        ("bound", 4.0 / (5.0 * std::f64::consts::E)),
        ("cap", 0.8 * 0.8_f64.powi(4)),
    ] {
        close(&set[field], wanted);
    }
    assert_eq!(set["dangerous"], true);
    assert_eq!(found["sets"][1]["unique_rows"], 2);

    let found = scan(&folder(), "small.csv --set sex,region --domain region=10 --universe 1000");
    let set = &found["sets"][0];
    assert_eq!((&set["domain"], &set["universe"]), (&json!(20), &json!(1000)));
    close(&set["k_estimate"], 50.0);
    close(&set["bound"], 20.0 / (1000.0 * std::f64::consts::E));
    assert_eq!((&set["dangerous"], &set["unique_rows"]), (&json!(false), &json!(1)));
}

#[test]
fn declared_missing_values_and_kinds() {
    let folder = folder();
    folder.write("t.csv", "age,code\n31,007\n?,008\n40,009\n");
    let columns = |words: &str| scan(&folder, words)["columns"].clone();
    let integers = (&json!("integer"), &json!(1));
    for words in ["t.csv", "t.csv --null ?"] {
        let found = columns(words);
        assert_eq!((&found[0]["type"], &found[0]["missing"]), integers, "{words}");
    }
    folder.run("scan t.csv").says(&["'?' is read as missing", "--null ?"]);
    folder.write("odd.csv", "age,code\n31,007\nold,008\n40,009\n");
    folder.run("scan odd.csv --type age=integer").ends(2).says(&["declared integer", "'old'"]);
    folder.run("scan t.csv --type wage=integer").ends(2).says(&["no column 'wage'", "--type"]);
}

/// The minimal sets by the definition.
fn brute(table: &str, alpha: f64) -> Vec<Vec<String>> {
    let rows = support::cells(table);
    let (names, rows) = rows.split_first().unwrap();
    let unique = |mask: u32| {
        let mut classes: BTreeMap<Vec<&String>, u64> = BTreeMap::new();
        for row in rows {
            let chosen = row.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
            *classes.entry(chosen.map(|(_, cell)| cell).collect()).or_default() += 1;
        }
        classes.values().filter(|&&rows| rows == 1).count() as f64
    };
    let enough: Vec<u32> = (0..1_u32 << names.len())
        .filter(|&mask| unique(mask) >= alpha * rows.len() as f64)
        .collect();
    let minimal =
        |mask: &&u32| !enough.iter().any(|other| other != *mask && other & **mask == *other);
    let name = |mask: &u32| {
        (0..names.len()).filter(|at| mask >> at & 1 == 1).map(|at| names[at].clone()).collect()
    };
    let mut sets: Vec<Vec<String>> = enough.iter().filter(minimal).map(name).collect();
    sets.sort_by_key(|set: &Vec<String>| (set.len(), set.clone()));
    sets
}

#[test]
fn minimal_sets_equal_brute_force() {
    let folder = folder();
    let table = made(60, &[2, 3, 4, 6, 9, 3], 0);
    folder.write("t.csv", &table);
    let found = scan(&folder, "t.csv --alpha 30% --max-size all");
    assert_eq!(found["minimal_quasi_identifiers"], json!(brute(&table, 0.3)));
    assert_eq!((&found["complete_to_size"], &found["sample"]), (&json!(6), &Value::Null));
    assert_eq!(found["search"]["ending"], "exhausted");
    let found = scan(&folder, "t.csv --alpha 30% --max-size 2");
    assert_eq!(found["complete_to_size"], 2);
    assert_eq!(found["search"]["ending"], "size");
    let found = scan(&folder, "t.csv --alpha 1% --most 1");
    assert_eq!(found["minimal_quasi_identifiers"].as_array().unwrap().len(), 1);
    assert_eq!(found["search"]["ending"], "full");
    let found = scan(&folder, "t.csv --time-limit 0s");
    assert_eq!(
        (&found["search"]["ending"], &found["complete_to_size"]),
        (&json!("time"), &json!(0))
    );
    let found = scan(&folder, "t.csv --among v4,v3,v2 --alpha 1%");
    for set in found["minimal_quasi_identifiers"].as_array().unwrap() {
        assert!(
            set.as_array()
                .unwrap()
                .iter()
                .all(|name| ["v2", "v3", "v4"].contains(&name.as_str().unwrap()))
        );
    }
}

#[test]
fn long_lists_are_cut_for_people() {
    let folder = folder();
    folder.write("t.csv", made(100, &[5, 5, 5, 5, 5, 5, 5, 5, 5, 5], 3));
    let found = scan(&folder, "t.csv");
    let sets = found["minimal_quasi_identifiers"].as_array().unwrap().len();
    assert!(sets > 20, "{sets}");
    let run = folder.run("scan t.csv").succeeds();
    let more = format!("and {} more: --json", sets - 20);
    assert!(run.text().contains(&more), "{run}");
    assert!(run.text().contains("complete for sets of up to 5 columns"), "{run}");
    assert!(run.text().lines().all(|line| line.chars().count() <= 100), "{run}");
    assert!(!run.text().contains('\u{1b}'), "colours are for terminals");
}

#[test]
fn bad_words_are_refused() {
    let folder = folder();
    for (words, parts) in [
        ("--set age,salery", &["no column 'salery'", "--set", "did you mean 'salary'?"][..]),
        ("--set age,age", &["--set", "twice"]),
        ("--set ,", &["no column ''"]),
        ("--among age,nobody", &["no column 'nobody'", "--among"]),
        ("--alpha 0", &["--alpha 0", "above 0"]),
        ("--alpha 1.5", &["--alpha 1.5", "up to 1"]),
        ("--alpha -1", &["--alpha", "negative"]),
        ("--alpha much", &["--alpha", "not a number"]),
        ("--confidence 1", &["--confidence 1", "99%"]),
        ("--confidence 95%", &["--confidence is about a sample", "--sample"]),
        ("--seed 2", &["--seed is about a sample", "--sample"]),
        ("--domain wage=5", &["no column 'wage'", "--domain"]),
        ("--domain age=0", &["--domain age=0", "whole one from 1"]),
        ("--domain age", &["COLUMN=VALUE"]),
        ("--universe 11", &["--universe 11", "12 rows"]),
        ("--universe none", &["--universe none", "whole number"]),
        ("--max-size 0", &["--max-size 0", "or all"]),
        ("--most many", &["--most many", "or all"]),
        ("--sample 0", &["--sample 0", "at least 1"]),
        ("--sample 5", &["5 of 12 rows", "too small", "--sample"]),
        ("--time-limit soon", &["--time-limit", "30s"]),
        ("--preset hipaa", &["--preset", "hipaa-safe-harbor"]),
    ] {
        let run = folder.run(&format!("scan study.csv {words} --json")).ends(2).says(parts);
        assert!(run.json()["error"]["message"].is_string(), "{run}");
    }
    folder.write("empty.csv", "a,b\n");
    folder.run("scan empty.csv").ends(2).says(&["no rows"]);
    folder.run("scan nowhere.csv").ends(2).says(&["nowhere.csv"]);
}

#[test]
fn one_row_and_one_column() {
    let folder = folder();
    folder.write("one.csv", "age,sex\n31,F\n");
    let found = scan(&folder, "one.csv --set age");
    assert_eq!(found["minimal_quasi_identifiers"], json!([[]]));
    assert_eq!((&found["sets"][0]["separation"], &found["rows"]), (&Value::Null, &json!(1)));
    let run = folder.run("scan one.csv").succeeds();
    assert!(run.text().contains("needs no column"), "{run}");
    folder.write("flat.csv", "sex\nF\nF\nF\n");
    let run = folder.run("scan flat.csv").succeeds();
    assert!(run.text().contains("no set of columns"), "{run}");
    assert!(run.text().contains("There are no others of any size"), "{run}");
}

#[test]
fn threads_change_nothing() {
    let folder = folder();
    folder.write("t.csv", made(60_000, &[3, 40, 700, 5, 90], 9));
    for words in ["", "--sample 3000 --seed 4", "--sample 50000"] {
        let run = |threads: u8| {
            let flags = format!("scan t.csv --max-size 3 {words} --json --threads {threads}");
            folder.run(&flags).succeeds().stdout
        };
        let (one, four) = (run(1), run(4));
        assert!(one == four, "{words}");
    }
}

#[test]
fn samples_say_what_they_are() {
    let folder = folder();
    let table = made(5000, &[40, 50, 60, 7], 5);
    folder.write("t.csv", &table);
    let found = scan(&folder, "t.csv --sample 2000 --set v0,v1");
    assert_eq!(found["rows"], 5000);
    let sample = &found["sample"];
    assert_eq!((&sample["rows"], &sample["of"]), (&json!(2000), &json!(5000)));
    close(&sample["confidence"], 0.99);
    // Of four columns at most six sets contain none of the others.
    let margin = ((1.0 - 1999.0 / 5000.0) * 600.0_f64.ln() / 4000.0).sqrt();
    close(&sample["margin"], margin);
    let listed: Vec<Vec<String>> =
        serde_json::from_value(found["minimal_quasi_identifiers"].clone()).unwrap();
    for set in brute(&table, 0.2) {
        let within = |small: &Vec<String>| small.iter().all(|name| set.contains(name));
        assert!(listed.iter().any(within), "{set:?} is not covered by {listed:?}");
    }
    let run = folder.run("scan t.csv --sample 2000").succeeds();
    for part in ["2000 of 5000 rows", "99% confidence", "counts are of the sample"] {
        assert!(run.text().contains(part), "'{part}' is not in {run}");
    }
    let other = scan(&folder, "t.csv --sample 2000 --seed 2");
    assert_ne!(other["search"]["unique_rows"], found["search"]["unique_rows"]);
    let whole = scan(&folder, "t.csv --set v0,v1");
    assert_eq!(scan(&folder, "t.csv --sample 5000 --set v0,v1"), whole);
    assert_eq!(whole["sample"], Value::Null);
}

#[test]
fn missing_values_are_counted_in_all_rows() {
    let folder = folder();
    let mut table = "age,note\n".to_owned();
    (0..3000).for_each(|row| table += if row % 3 == 0 { ",x\n" } else { "7,x\n" });
    folder.write("t.csv", table);
    assert_eq!(scan(&folder, "t.csv --sample 1000")["columns"][0]["missing"], 1000);
}

/// People with everything that the rules are about.
fn patients(rows: u64) -> String {
    let mut dice = Dice(11);
    let mut text = "email,ssn,born,zip,sex,age,diagnosis,remarks\n".to_owned();
    for row in 0..rows {
        let illness = ["flu", "hiv", "none"][dice.roll(3) as usize];
        let _ = writeln!(
            text,
            "p{row}@example.org,{:03}-{:02}-{:04},{}-{:02}-{:02},{:05},{},{},{illness},\
             \"Came in on Monday and said that the pain in bed {row} had got worse over the week.\"",
            100 + row % 500,
            1 + row % 98,
            1 + row,
            1930 + dice.roll(70),
            1 + dice.roll(12),
            1 + dice.roll(28),
            2100 + dice.roll(40),
            ["F", "M"][dice.roll(2) as usize],
            20 + dice.roll(60),
        );
    }
    text
}

#[test]
fn safe_harbor_has_a_line_per_rule() {
    let folder = folder();
    folder.write("patients.csv", patients(120));
    let words = "patients.csv --preset hipaa-safe-harbor --max-size 2";
    let found = scan(&folder, words);
    let rules = found["safe_harbor"].as_array().unwrap();
    let letters: String = rules.iter().map(|rule| rule["letter"].as_str().unwrap()).collect();
    assert_eq!(letters, "ABCDEFGHIJKLMNOPQR");
    let columns = |letter: usize| {
        let found = rules[letter]["columns"].as_array().unwrap();
        let part = |column: &Value, key: &str| column[key].as_str().unwrap().to_owned();
        found.iter().map(|c| (part(c, "name"), part(c, "treatment"))).collect::<Vec<_>>()
    };
    let one = |name: &str, treatment: &str| vec![(name.to_owned(), treatment.to_owned())];
    assert_eq!(columns(5), one("email", "drop"));
    assert_eq!(columns(6), one("ssn", "drop"));
    assert_eq!(columns(1), one("zip", "zip3"));
    let dates = columns(2);
    assert!(dates.contains(&("born".to_owned(), "birth-year".to_owned())), "{dates:?}");
    assert!(dates.contains(&("age".to_owned(), "age".to_owned())), "{dates:?}");
    assert_eq!(columns(3), []);
    let run = folder.run(&format!("scan {words}")).succeeds();
    for part in [
        "safe harbor",
        "none found",
        "you know of no way",
        "not read",
        "remarks falls under no rule",
    ] {
        assert!(run.text().contains(part), "'{part}' is not in {run}");
    }
    run.says(&["'remarks' holds free text, which is not read"]);
    assert_eq!(scan(&folder, "patients.csv")["safe_harbor"], Value::Null);
    assert_eq!(scan(&folder, "patients.csv")["warnings"].as_array().unwrap().len(), 1);
}

/// Scans a table, and releases it by the file that the scan wrote.
#[track_caller]
fn starts(folder: &Folder, words: &str) -> String {
    let run = folder.run(&format!("scan {words} --init release.toml")).succeeds();
    assert!(run.text().contains("incrowd release release.toml"), "{run}");
    folder.run("release release.toml").succeeds();
    folder.text("release.toml")
}

#[test]
fn a_starting_point_runs() {
    let folder = folder();
    folder.write("patients.csv", patients(300));
    let toml = starts(&folder, "patients.csv");
    for part in [
        "table = \"patients.csv\"",
        "id = [\"email\", \"ssn\", \"remarks\"]",
        "sensitive = [\"diagnosis\"]",
        "zip = \"mask:5,rounded\"",
        "born = \"date:year,decade,rounded\"",
        "age = \"intervals:",
        "\nl = \"distinct:2\"",
        "# One generalization per column (full-domain), or one per class",
    ] {
        assert!(toml.contains(part), "'{part}' is not in\n{toml}");
    }
    assert!(folder.has("patients.published.csv"));
    let published = folder.text("patients.published.csv");
    assert!(!published.contains("example.org") && !published.contains("Monday"));
    let init = scan(&folder, "patients.csv --init other.toml")["init"].clone();
    assert_eq!(init, "other.toml");
}

/// A survey of 400 people with an outcome, and answers that nobody else knows.
fn survey() -> String {
    let mut dice = Dice(7);
    let answers: Vec<String> = (1..=12).map(|n| format!("q{n}")).collect();
    let mut table = format!("age,country,job,wage,hwage,survived,{}\n", answers.join(","));
    let countries = ["Germany", "France", "Japan", "Brazil"];
    for _ in 0..400 {
        let wage = 1000 + dice.roll(40) * 50;
        let (age, job) = (18 + dice.roll(70), dice.roll(4));
        let country = countries[dice.roll(4) as usize];
        let survived = if dice.roll(2) == 0 { "yes" } else { "no" };
        let cells: Vec<String> = (0..12).map(|_| format!("a{}", dice.roll(3))).collect();
        table += &format!("{age},{country},job{job},{wage},{},{survived},", wage / 40);
        table += &(cells.join(",") + "\n");
    }
    table
}

#[test]
fn proposals_follow_practice() {
    let folder = folder();
    folder.write("survey.csv", survey());
    let toml = starts(&folder, "survey.csv --max-size 2");
    for part in [
        "sensitive = [\"wage\", \"hwage\", \"survived\"]",
        "country = \"standard:countries\"",
        "job = \"keep\"",
        "age = \"intervals:5,10,20,<",
        "hwage: named like 'wage'",
        "survived: named like an outcome",
        "\nl = \"distinct:2\"",
        "# Does anybody else know these of a person?",
        "full-domain: loss",
        "multidimensional: loss",
    ] {
        assert!(toml.contains(part), "'{part}' is not in\n{toml}");
    }
    let parsed: toml::Table = toml.parse().unwrap();
    assert_eq!(parsed["qi"].as_array().unwrap().len(), 10, "{toml}");
    let published = folder.text("survey.published.csv");
    assert!(!published.contains('{') && !published.contains(']'), "ends and sets are the data's");
    let found = folder.run("release release.toml --force --json").succeeds().json();
    let risks = found["risks"].as_array().unwrap();
    assert!(risks.iter().all(|risk| risk["kind"] != "extremes"), "{risks:?}");
}

#[test]
fn starting_points_for_many_tables() {
    for (table, words) in [
        (support::STUDY.to_owned(), ""),
        ("age,sex\n31,F\n40,M\n".to_owned(), ""),
        (made(400, &[9, 40, 300, 2], 1), ""),
        (made(400, &[9, 8, 7, 6, 5, 4, 12, 30, 9, 9], 2), "--sample 300 --alpha 90%"),
        ("age;sex\n?;F\n40;M\n?;\n31;F\n".to_owned(), "--delimiter ; --null ?"),
        (
            "31, F\n40, M\n| no row\n31, F\n".to_owned(),
            "--no-header --names age,sex --trim --comment |",
        ),
        ("code,sex\n7,F\n8,M\n7,M\n8,F\n".to_owned(), "--type code=text"),
    ] {
        let folder = Folder::new();
        folder.write("t.csv", table);
        starts(&folder, &format!("t.csv {words}"));
    }
}

#[test]
fn hostile_names_are_published_as_they_were() {
    let folder = folder();
    let mut table =
        "\"a,b\",\"c=d\",\"a_b\",\"#x\",\"e\"\"f\",\"new\nline\",\" sp \",[q],-v,\"d'\\\"\n"
            .to_owned();
    let mut dice = Dice(2);
    for _ in 0..80 {
        let cells: Vec<String> = (0..10).map(|_| format!("k{}", dice.roll(3))).collect();
        table += &(cells.join(",") + "\n");
    }
    folder.write("t.csv", table);
    let toml = starts(&folder, "t.csv --max-size 2");
    assert!(toml.contains("'\"a,b\"'") && toml.contains("'\"c=d\"'"), "{toml}");
    let header = folder.text("t.published.csv");
    assert!(header.starts_with("\"a,b\",c=d,a_b,#x,\"e\"\"f\","), "{header}");
    let set = folder.command("scan t.csv --json --set").args(["a,b"]).output().unwrap();
    let found: Value = serde_json::from_slice(&set.stdout).unwrap();
    assert_eq!(found["sets"][0]["columns"], json!(["a,b"]));
}

#[test]
fn starting_points_elsewhere() {
    let folder = folder();
    std::fs::create_dir(folder.path("conf")).unwrap();
    folder.run("scan study.csv --init conf/r.toml").succeeds();
    assert!(folder.text("conf/r.toml").contains("table = \"../study.csv\""));
    folder.run("release conf/r.toml").succeeds();
    assert!(folder.has("conf/study.published.csv"));
}

#[test]
fn where_there_is_no_starting_point() {
    let folder = folder();
    folder.write("one.csv", "age,sex\n31,F\n");
    let mut ids = "email,ssn\n".to_owned();
    (0..30).for_each(|row| ids += &format!("p{row}@example.org,123-45-{:04}\n", 1000 + row));
    folder.write("ids.csv", ids);
    folder.write("blurred.csv", "age,sex\n*,F\n31,M\n31,F\n");
    for (table, part) in [
        ("one.csv", "nobody to hide among"),
        ("ids.csv", "no column seems to be a quasi-identifier"),
        ("blurred.csv", "'*'"),
    ] {
        let words = format!("scan {table} --init r.toml");
        folder.run(&words).ends(2).says(&["no starting point", part]);
        assert!(!folder.has("r.toml"), "{table}");
    }
    folder.run("scan study.csv --init r.txt").ends(2).says(&["r.txt", ".toml"]);
    folder.run("scan study.csv --init no/r.toml").ends(2).says(&["no"]);
    folder.feed("scan - --init r.toml", SMALL).ends(2).says(&["standard input"]);
    folder.write("r.toml", "mine");
    folder.run("scan study.csv --init r.toml").ends(2).says(&["r.toml", "--force"]);
    assert_eq!(folder.text("r.toml"), "mine");
    folder.run("scan study.csv --init r.toml --force").succeeds();
    assert!(folder.text("r.toml").contains("study.csv"));
    folder.write("t.toml", SMALL);
    folder.run("scan t.toml --init t.toml --force").ends(2).says(&["t.toml"]);
    assert_eq!(folder.text("t.toml"), SMALL);
}

#[test]
fn standard_input_is_a_table() {
    let run = folder().feed("scan - --json", SMALL).succeeds();
    assert_eq!(run.json()["rows"], 5);
}

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn adult_from_scan_to_release() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/adult/adult.data");
    let folder = folder();
    folder.write("adult.csv", std::fs::read(data).expect("what .ci/adult fetches"));
    let read = "--no-header --trim --names age,workclass,fnlwgt,education,education-num,\
                marital-status,occupation,relationship,race,sex,capital-gain,capital-loss,\
                hours-per-week,native-country,income";
    let found = scan(&folder, &format!("adult.csv {read} --max-size all --set age,sex"));
    assert_eq!(found["minimal_quasi_identifiers"].as_array().unwrap().len(), 658);
    assert_eq!((&found["complete_to_size"], &found["rows"]), (&json!(15), &json!(32_561)));
    let role = |name: &str| {
        let columns = found["columns"].as_array().unwrap().iter();
        let column = columns.clone().find(|column| column["name"] == name).unwrap();
        column["suggested_role"].as_str().unwrap().to_owned()
    };
    assert_eq!((role("age").as_str(), role("income").as_str()), ("qi", "sensitive"));
    let toml = starts(&folder, &format!("adult.csv {read} --null ? --max-size 2"));
    for part in
        ["id = [\"education\"]", "income=frequency:1.06", "\nrecoding = \"multidimensional\""]
    {
        assert!(toml.contains(part), "'{part}' is not in\n{toml}");
    }
    let found = folder.run("release release.toml --force --json").succeeds().json();
    assert!(found["cost"]["loss"].as_f64().unwrap() < 0.5, "{}", found["cost"]);
    let told = |risk: &Value| risk["kind"] == "certain-secret" && risk["severity"] != "notice";
    assert!(!found["risks"].as_array().unwrap().iter().any(told), "{}", found["risks"]);
}

#[test]
fn secrets_that_boxes_tell_are_mixed_where_that_costs_little() {
    let folder = Folder::new();
    let mut dice = Dice(11);
    let mut table = "sex,age,class,survived\n".to_owned();
    for _ in 0..600 {
        let (sex, class) = (["F", "M"][dice.roll(2) as usize], 1 + dice.roll(3));
        // Nearly all women of the first class survive, and a fifth of everybody else.
        let survives = if sex == "F" && class == 1 { dice.roll(60) > 0 } else { dice.roll(5) == 0 };
        let survived = if survives { "yes" } else { "no" };
        table += &format!("{sex},{},{class},{survived}\n", 20 + dice.roll(40));
    }
    folder.write("t.csv", table);
    let toml = starts(&folder, "t.csv");
    assert!(toml.contains("survived=frequency:1.06"), "{toml}");
    let found = folder.run("release release.toml --force --json").succeeds().json();
    let told = |risk: &Value| risk["kind"] == "certain-secret" && risk["severity"] != "notice";
    assert!(!found["risks"].as_array().unwrap().iter().any(told), "{}", found["risks"]);
}

#[test]
fn columns_that_say_the_same_are_published_once() {
    let folder = Folder::new();
    let mut dice = Dice(3);
    let schools = ["primary", "middle", "high", "college", "doctor"];
    let rows = (0..300).map(|_| {
        let (age, school) = (20 + dice.roll(40), dice.roll(5) as usize);
        format!("{age},{},{school},{}\n", schools[school], if age % 2 == 0 { "F" } else { "M" })
    });
    folder.write("t.csv", format!("age,education,education-num,sex\n{}", rows.collect::<String>()));
    let toml = starts(&folder, "t.csv");
    assert!(
        toml.contains("education: each value stands beside one value of education-num"),
        "{toml}"
    );
    assert!(toml.contains("qi = [\"age\", \"education-num\", \"sex\"]"), "{toml}");
    let published = folder.text("t.published.csv");
    assert!(published.starts_with("age,education-num,sex\n"), "{published}");
}

#[test]
fn people_with_several_rows_are_noticed() {
    let folder = Folder::new();
    let rows: String = (0..40).map(|row| format!("K{:04},{}\n", row, 20 + row % 7)).collect();
    folder.write("stays.csv", format!("insurance_number,age\n{rows}K0000,20\n"));
    let run = folder.run("scan stays.csv").succeeds();
    assert!(run.text().contains("person") && run.text().contains("has 40 values"), "{run}");
    let release = "release stays.csv --id insurance_number --qi age --k 2 -o out.csv";
    folder.run(&format!("{release} --strict")).ends(1).says(&["repeated-person", "--person"]);
    folder.run(release).ends(0).says(&["'insurance_number'", "repeats"]);
}
