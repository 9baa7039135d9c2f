//! The verdict is about the file: risks are named beside the demands, and `--strict` refuses them.

use serde_json::{Value, json};

use crate::support::Folder;

/// People with columns by which nobody asked to be protected.
fn exposed(rows: u64) -> String {
    let mut dice = Dice(2);
    let mut line = |_| {
        let (age, sex) = (20 + dice.draw(50), ["f", "m"][dice.draw(2) as usize]);
        let (birth, zip) = (2020 - age, 10_000 + dice.draw(300));
        let job = ["nurse", "baker", "clerk", "judge", "pilot"][dice.draw(5) as usize];
        let illness = ["flu", "cold", "asthma", "gout"][dice.draw(4) as usize];
        format!("{age},{sex},{birth},{zip},{job},{illness}\n")
    };
    let rows: String = (0..rows).map(&mut line).collect();
    format!("age,sex,birth_year,zip,occupation,illness\n{rows}")
}

/// People whose columns tell nothing of each other.
fn clean(rows: u64) -> String {
    let mut dice = Dice(1);
    let mut line = |_| {
        let (age, sex) = (20 + dice.draw(8) * 5, ["f", "m"][dice.draw(2) as usize]);
        let illness = ["flu", "cold", "asthma", "gout"][dice.draw(4) as usize];
        format!("{age},{sex},{illness}\n")
    };
    let rows: String = (0..rows).map(&mut line).collect();
    format!("age,sex,illness\n{rows}")
}

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn draw(&mut self, sides: u64) -> u64 {
        let Dice(state) = self;
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % sides
    }
}

fn kinds(document: &Value) -> Vec<&str> {
    let risks = document["risks"].as_array().unwrap().iter();
    risks.map(|risk| risk["kind"].as_str().unwrap()).collect()
}

#[test]
fn plain_columns_that_single_people_out_are_named() {
    let folder = Folder::new();
    folder.write("t.csv", exposed(1200));
    let words = "release t.csv --qi age,sex --sensitive illness --k 20 -o out.csv";
    let found = folder.run(&format!("{words} --json")).succeeds().json();
    assert_eq!(found["verdict"], "holds-with-risks");
    assert!(kinds(&found).contains(&"singled-out"), "{found}");
    assert!(kinds(&found).contains(&"undone"), "{found}");
    for risk in found["risks"].as_array().unwrap() {
        for key in ["kind", "severity", "count", "of", "columns", "what"] {
            assert!(!risk[key].is_null(), "{key} of {risk}");
        }
    }
    let told = folder.run(&format!("{words} --force")).succeeds().text().to_owned();
    assert!(told.starts_with("Holds, with risks: every demand is met, but"), "{told}");
    assert!(told.contains("what to do: "), "{told}");
}

#[test]
fn strict_refuses_risks_and_publishes_nothing() {
    let folder = Folder::new();
    folder.write("t.csv", exposed(1200));
    let words = "release t.csv --qi age,sex --sensitive illness --k 20 -o out.csv --strict";
    folder
        .run(words)
        .ends(1)
        .says(&["--strict: nothing was published: singled-out", "--qi birth_year,zip"]);
    assert!(!folder.has("out.csv"));
    let found = folder.run(&format!("{words} --json")).ends(1).json();
    assert_eq!((&found["verdict"], &found["output"]), (&json!("holds-with-risks"), &Value::Null));
}

/// A dry run and a strict refusal publish nothing for different reasons, and say so.
#[test]
fn a_dry_run_is_told_from_a_refusal() {
    let folder = Folder::new();
    folder.write("t.csv", exposed(1200));
    let words = "release t.csv --qi age,sex --sensitive illness --k 20";
    let dry = folder.run(&format!("{words} --dry-run --report dry.html")).succeeds();
    assert!(dry.text().contains("\nNothing published (dry run): "), "{dry}");
    assert!(folder.text("dry.html").contains("A dry run: nothing was published."));
    let found = folder.run(&format!("{words} --dry-run --json")).succeeds().json();
    assert_eq!((&found["dry_run"], &found["verdict"]), (&json!(true), &json!("holds-with-risks")));
    let strict = format!("{words} --strict -o out.csv");
    let refused = folder.run(&format!("{strict} --report strict.html")).ends(1);
    assert!(refused.text().contains("\nNothing published (refused with --strict): "), "{refused}");
    let page = folder.text("strict.html");
    assert!(page.contains("Nothing was published: <code>strict</code> refuses a file"), "{page}");
    assert!(!page.contains("dry run"));
    let found = folder.run(&format!("{strict} --json")).ends(1).json();
    assert!(found.get("dry_run").is_none(), "{found}");
    // A dry run that finds no release is one, too.
    let found = folder
        .run(&format!("{} --dry-run --json", words.replace("--k 20", "--k 2000")))
        .ends(1)
        .json();
    assert_eq!((&found["dry_run"], &found["verdict"]), (&json!(true), &json!("fails")));
}

/// Every risk says how many, gives the worst example, and names the option that cures it.
#[test]
fn every_risk_has_a_count_an_example_and_a_cure() {
    let folder = Folder::new();
    let mut dice = Dice(5);
    // Patients of several visits in the order of their ids, with a card, a code of their age and a wage that
    // hardly differs within a class.
    let mut line = |visit: u64| {
        let person = visit / 3;
        let (age, sex) = (20 + person * 7 % 50, ["f", "m"][(person % 2) as usize]);
        let wage = 1000 + age / 10 * 500 + dice.draw(3);
        let illness =
            if age < 30 { "gout" } else { ["flu", "cold", "asthma"][dice.draw(3) as usize] };
        format!(
            "p{person},{age},{sex},c{},{:08x},{wage},{illness}\n",
            age * 37 % 101,
            visit * 2_654_435_761 % (1 << 32)
        )
    };
    let rows: String = (0..900).map(&mut line).collect();
    folder.write("t.csv", format!("patient_id,age,sex,code,card,wage,illness\n{rows}"));
    folder.write(
        "register.csv",
        format!(
            "patient_id,age,sex,code\n{}",
            (0..300)
                .map(|person| {
                    let (age, sex) = (20 + person * 7 % 50, ["f", "m"][(person % 2) as usize]);
                    format!("p{person},{age},{sex},c{}\n", age * 37 % 101)
                })
                .collect::<String>()
        ),
    );
    let words = "--qi age,sex --sensitive wage,illness --k 5 -o out.csv --force --json";
    let mut seen = std::collections::BTreeSet::new();
    for more in [
        "release t.csv --id patient_id --recoding multidimensional",
        "release t.csv --person patient_id --hierarchy age=intervals:10 --level age=1..1",
        "release t.csv --person patient_id --public register.csv --k-map 2 --hierarchy age=intervals:10 --level age=1..1",
        "check t.csv --person patient_id",
        "check t.csv",
    ] {
        let words = if more.starts_with("check") {
            words.replace("-o out.csv --force", "")
        } else {
            words.to_owned()
        };
        let run = folder.run(&format!("{more} {words}"));
        let found = run.json();
        for risk in found["risks"].as_array().unwrap() {
            let text = |key: &str| risk[key].as_str().unwrap_or_default().to_owned();
            // What could not be measured has no count and no example.
            if risk["of"] == 0 {
                assert!(!text("cure").is_empty(), "{risk}");
                continue;
            }
            assert!(risk["count"].as_u64().unwrap() > 0 && !text("example").is_empty(), "{risk}");
            let (_, after) = text("cure")
                .split_once('`')
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .unwrap_or_else(|| panic!("{risk}"));
            assert!(after.contains('`'), "{risk}");
            seen.insert(text("kind"));
        }
    }
    let expected = [
        "certain-secret",
        "identifying-column",
        "neighbours",
        "ordered",
        "register-knows",
        "repeated-person",
        "undone",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn a_class_with_one_secret_is_a_certain_secret() {
    let folder = Folder::new();
    let line = |row: u32| {
        let age = 20 + row % 4 * 10;
        let illness =
            if age == 20 { "gout" } else { ["flu", "cold", "asthma"][(row / 4 % 3) as usize] };
        format!("{age},{illness}\n")
    };
    let rows: String = (0..120).map(line).collect();
    folder.write("t.csv", format!("age,illness\n{rows}"));
    let words = "release t.csv --qi age --sensitive illness --k 5 -o out.csv --json";
    let found = folder.run(words).succeeds().json();
    assert_eq!(found["verdict"], "holds-with-risks");
    assert!(kinds(&found).contains(&"certain-secret"), "{found}");
    let words = "check out.csv --qi age --sensitive illness --k 5 --json";
    let found = folder.run(words).succeeds().json();
    assert_eq!(found["verdict"], "holds-with-risks");
    assert!(kinds(&found).contains(&"certain-secret"), "{found}");
}

/// A code of each age stands beside the generalized age.
#[test]
fn a_code_gives_a_generalized_column_back() {
    let folder = Folder::new();
    let line = |row: u32| format!("{},c{}\n", 20 + row % 40, row % 40 * 37 % 101);
    let rows: String = (0..400).map(line).collect();
    folder.write("t.csv", format!("age,code\n{rows}"));
    for order in ["input", "shuffled"] {
        let words =
            format!("release t.csv --qi age --k 50 --order {order} -o out.csv --force --json");
        let found = folder.run(&words).succeeds().json();
        assert_eq!(found["verdict"], "holds-with-risks", "{order}");
        let risks = found["risks"].as_array().unwrap();
        let undone = risks.iter().find(|risk| risk["kind"] == "undone").unwrap();
        assert_eq!(undone["count"], 400, "{order}: {undone}");
        assert!(undone["columns"].as_array().unwrap().contains(&json!("code")), "{undone}");
    }
}

#[test]
fn nothing_is_found_in_a_clean_table() {
    let folder = Folder::new();
    folder.write("t.csv", clean(2000));
    for order in ["input", "shuffled"] {
        let words = format!(
            "release t.csv --qi age,sex --sensitive illness --k 5 --order {order} --strict \
             -o out.csv --force"
        );
        let told = folder.run(&words).succeeds().text().to_owned();
        assert!(told.starts_with("Holds: every demand is met, and nothing else"), "{told}");
        let found = folder.run(&format!("{words} --json")).succeeds().json();
        assert_eq!((&found["verdict"], &found["risks"]), (&json!("holds"), &json!([])));
    }
}

/// A check has no original at hand, says so in one line, and judges nothing without a demand.
#[test]
fn a_check_says_what_it_could_not_measure() {
    let folder = Folder::new();
    folder.write("t.csv", clean(2000));
    let words = "check t.csv --qi age,sex --sensitive illness";
    let found = folder.run(&format!("{words} --k 5 --json")).succeeds().json();
    assert_eq!(found["verdict"], "holds-with-risks");
    assert_eq!(kinds(&found), ["repeated-person", "undone", "ordered"]);
    let told = folder.run(&format!("{words} --k 5")).succeeds().text().to_owned();
    assert!(told.contains("not measured: repeated-person, undone, ordered ("), "{told}");
    let failed = folder.run(&format!("{words} --k 500 --json")).ends(1).json();
    assert_eq!(failed["verdict"], "fails");
    let found = folder.run(&format!("{words} --json")).succeeds().json();
    assert_eq!(found["verdict"], Value::Null);
}

#[test]
fn a_mask_names_what_its_kept_columns_tell() {
    let folder = Folder::new();
    folder.write("t.csv", exposed(1200));
    let words = "mask t.csv --qi age,sex --k 5 --beta 10% --column zip=keep --column birth_year=keep \
                 --column occupation=keep --column illness=keep -o out.csv";
    let found = folder.run(&format!("{words} --json")).succeeds().json();
    assert_eq!(found["verdict"], "holds-with-risks");
    assert!(kinds(&found).contains(&"singled-out"), "{found}");
    folder.run(&format!("{words} --force --strict")).ends(1);
}
