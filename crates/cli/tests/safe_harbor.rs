//! `incrowd mask --preset hipaa-safe-harbor`: rule by rule, and where it is overruled.

use crate::support::{Folder, column};

const VISITS: &str = "\
patient_name,ssn,birth_date,age,zip,city,phone,email,admitted,sex,mrn,ip_address,diagnosis
\"Lovelace, Ada\",123-45-6789,1916-06-30,90,03601,Acworth,(212) 555-0100,ada@example.org,2006-02-03,f,M-100,192.0.2.7,flu
\"Hopper, Grace\",234-56-7890,1916-07-01,89,02138,Boston,212-555-0101,grace@example.org,2006-03-04,f,M-101,192.0.2.8,flu
\"Turing, Alan\",345-67-8901,1950-07-04,55,10200,Nowhere,212-555-0102,alan@example.org,2005-12-31,m,M-102,192.0.2.9,cold
";

#[test]
fn safe_harbor_rule_by_rule() {
    let folder = Folder::new();
    folder.write("visits.csv", VISITS);
    folder.write("zip3.csv", "zip3,population\n036,20000\n021,1200000\n");
    let words = "mask visits.csv --preset hipaa-safe-harbor --reference-date 2006-06-30 -o out.csv";
    let found = folder.run(&format!("{words} --zip3 zip3.csv --json")).succeeds().json();
    let text = folder.text("out.csv");
    assert_eq!(
        text,
        "birth_date,age,zip,admitted,sex,diagnosis\n\
         90+,90+,000,2006,f,flu\n1916,89,021,2006,f,flu\n1950,55,000,2005,m,cold\n"
    );
    let rules = found["safe_harbor"].as_array().unwrap();
    assert_eq!(rules.len(), 18);
    let letters: String = rules.iter().map(|rule| rule["letter"].as_str().unwrap()).collect();
    assert_eq!(letters, "ABCDEFGHIJKLMNOPQR");
    let named = |letter: &str| -> Vec<&str> {
        let rule = rules.iter().find(|rule| rule["letter"] == letter).unwrap();
        let columns = rule["columns"].as_array().unwrap();
        columns.iter().map(|column| column["name"].as_str().unwrap()).collect()
    };
    assert_eq!(named("A"), ["patient_name"]);
    assert_eq!(named("B"), ["zip", "city"]);
    assert_eq!(named("C"), ["birth_date", "age", "admitted"]);
    assert_eq!(named("G"), ["ssn"]);
    assert_eq!(named("H"), ["mrn"]);
    assert_eq!(named("E"), [""; 0]);
    // Without a table of areas, the census of 2020: 102 has few people, too.
    folder.run(&format!("{words} --force")).succeeds();
    assert_eq!(column(&folder.text("out.csv"), "zip"), ["000", "021", "000"]);
    let run = folder.run(&format!("{words} --force")).succeeds();
    assert!(run.text().contains("none found") && run.text().contains("HIPAA safe harbor"), "{run}");
}

/// Too few to say what a column is, and each of them names somebody.
#[test]
fn strays_among_harmless_cells_are_named() {
    let folder = Folder::new();
    let mut text = "code,sex\n".to_owned();
    for row in 0..40 {
        text += if row % 4 == 2 { "123-45-6789,f\n" } else { "none,m\n" };
    }
    folder.write("t.csv", text);
    let words = "mask t.csv --preset hipaa-safe-harbor -o out.csv";
    let says =
        &["'code' is kept", "at least 10 of its rows hold social security numbers", "line 4"];
    folder.run(&format!("{words} --strict")).ends(2).says(says);
    assert!(!folder.has("out.csv"));
    folder.run(words).succeeds().says(says);
    let run = folder.run(&format!("{words} --force --strict --column code=keep")).succeeds();
    assert!(!run.stderr.contains("is kept"), "the steward says so: {run}");
}

/// What a column holds does not depend on what stands first in it.
#[test]
fn a_column_is_looked_at_from_end_to_end() {
    let folder = Folder::new();
    let dates: Vec<String> = (0..600).map(|row| format!("0{}/15/2015", 1 + row % 9)).collect();
    let mut cells = vec!["N/A".to_owned(); 100];
    cells.extend(dates);
    for _ in 0..2 {
        let rows: String = cells.iter().map(|cell| format!("{cell},f\n")).collect();
        folder.write("t.csv", format!("visit,sex\n{rows}"));
        let words = "mask t.csv --preset hipaa-safe-harbor --null N/A -o out.csv --force";
        folder.run(words).succeeds();
        let shown = column(&folder.text("out.csv"), "visit");
        assert!(shown.iter().all(|cell| cell == "2015" || cell == "N/A"), "{shown:?}");
        cells.reverse();
    }
}

#[test]
fn the_steward_overrules_the_law_with_a_warning() {
    let folder = Folder::new();
    folder.write("visits.csv", VISITS);
    folder.write("key", "0123456789abcdef");
    let words = "mask visits.csv --preset hipaa-safe-harbor --reference-date 2006-06-30 -o out.csv \
                 --column mrn=pseudonym --key-file key --column city=keep --column phone=redact";
    let run =
        folder.run(words).succeeds().says(&["'mrn'", "164.514(c)", "'city'", "asks for 'drop'"]);
    assert!(!run.stderr.contains("'phone'"), "{run}");
    assert_eq!(column(&folder.text("out.csv"), "city"), ["Acworth", "Boston", "Nowhere"]);
    // A hierarchy that was asked for is heeded, though the law has another idea.
    let words = "mask visits.csv --preset hipaa-safe-harbor --reference-date 2006-06-30 -o c.csv \
                 --qi zip --hierarchy zip=mask:5 --k 1 --beta 50% --universe 100";
    folder.run(words).succeeds().says(&["'zip'", "asks for 'zip3'"]);
    assert_eq!(column(&folder.text("c.csv"), "zip"), ["03601", "02138", "10200"]);
    // The preset and a budget work together.
    let words = "mask visits.csv --preset hipaa-safe-harbor --reference-date 2006-06-30 -o b.csv \
                 --qi age,sex --k 1 --beta 50% --universe 100 --json";
    let found = folder.run(words).succeeds().json();
    assert_eq!(found["joint"]["classes"], 3);
}

/// What was kept without a word once: names and values that lead to a person in ways of their own.
#[test]
fn identifiers_in_disguise_are_not_kept() {
    let number = |row: u64| 7919 * row % 9973;
    /// A column, and its cell in each row.
    type Case = (&'static str, fn(u64) -> String);
    let cases: [Case; 14] = [
        ("geocode", |row| format!("42.{};-71.{}", 10 + row % 80, 10 + row % 70)),
        ("beneficiary", |row| format!("{}", row % 7)),
        ("seen", |row| format!("1925{:02}{:02}", 1 + row % 12, 1 + row % 28)),
        ("stamp", |row| format!("{}", 1_500_000_000 + 86_413 * row)),
        ("stamp_ms", |row| format!("{}", 1_500_000_000_000 + 86_413_977 * row)),
        ("w", |row| format!("2020-W{:02}", 1 + row % 52)),
        ("q", |row| format!("2020Q{}", 1 + row % 4)),
        ("yrs", |row| format!("{}", 60 + row % 40)),
        ("age_decades", |row| format!("{}", 1 + row % 10)),
        ("age", |row| format!("{}", 2 + row % 9)),
        ("area", |row| match row % 5 {
            0 | 1 => format!("4790{}-12{:02}", row % 10, row % 100),
            _ => format!("4790{}", row % 10),
        }),
        ("remark_code", |row| ["ssn 123-45-6789", "none", "ok"][row as usize % 3].to_owned()),
        ("geohash", |row| format!("drt2z{}", row % 9)),
        ("subscriber", |row| format!("S{}", row % 9)),
    ];
    for (name, value) in cases {
        let folder = Folder::new();
        let rows: String =
            (0..200).map(|row| format!("{},{}\n", value(row), number(row) % 3)).collect();
        folder.write("t.csv", format!("{name},grp\n{rows}"));
        let words = "mask t.csv --preset hipaa-safe-harbor --reference-date 2024-06-30 -o out.csv";
        folder.run(words).succeeds();
        let text = folder.text("out.csv");
        let kept = text.lines().next().unwrap().contains(name);
        let shown = if kept { column(&text, name) } else { Vec::new() };
        let original: Vec<String> = (0..200).map(value).collect();
        let same = shown.iter().zip(&original).filter(|(shown, was)| shown == was).count();
        match name {
            // Ages below 90 may stay.
            "yrs" => {
                assert!(shown.iter().all(|age| age == "90+" || age.as_str() < "90"), "{shown:?}")
            }
            "seen" => assert!(shown.iter().all(|year| year == "90+"), "{shown:?}"),
            "area" => assert!(shown.iter().all(|zip| zip == "479"), "{shown:?}"),
            _ => assert!(!kept && same == 0, "{name}: {shown:?}"),
        }
    }
}

/// Three digits that no census knows, or where few lived in any of the last three, are not told.
#[test]
fn unknown_areas_count_as_small() {
    let folder = Folder::new();
    folder.write("t.csv", "zip,x\n00501,a\n99950,b\n20201,c\n77201,d\n89001,e\n02138,f\n09012,g\n");
    folder.run("mask t.csv --column zip=zip3 -o out.csv").succeeds();
    let shown = column(&folder.text("out.csv"), "zip");
    assert_eq!(shown, ["000", "000", "000", "000", "000", "021", "000"]);
}

#[test]
fn ages_of_children_only_are_doubted() {
    let folder = Folder::new();
    folder.write("t.csv", "age,sex\n3,f\n12,m\n7,f\n");
    let words = "mask t.csv --preset hipaa-safe-harbor --reference-date 2006-06-30 -o out.csv";
    folder.run(words).succeeds().says(&["'age'", "exceeds 12"]);
    folder.write("t.csv", "age,sex\n3,f\n13,m\n7,f\n");
    let run = folder.run(&format!("{words} --force")).succeeds();
    assert!(!run.to_string().contains("exceeds 12"), "{run}");
}
