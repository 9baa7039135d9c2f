//! What the attacker knows: that spellings of a secret are one secret, and every published column
//! that the register has too.

use std::collections::{BTreeMap, BTreeSet};

use incrowd::terms::{NormalForm, Nulls};
use serde_json::{Value, json};

use crate::support::{Dice, Folder, cells, to_csv};

/// A class of three who all have one secret, in three spellings.
fn spelled(folder: &Folder, secrets: [&str; 3]) {
    let rows = secrets.map(|secret| format!("30,{secret}\n")).concat();
    folder.write("spelled.csv", format!("age,ill\n{rows}40,flu\n40,cold\n40,asthma\n"));
}

#[test]
fn spellings_of_a_secret_are_no_diversity() {
    let folder = Folder::new();
    for secrets in
        [["hiv", "HIV", "hiv "], ["7", "7.0", "7.00"], ["", "n/a", "N/A"], ["é", "e\u{301}", "É"]]
    {
        spelled(&folder, secrets);
        let asked = "--qi age --sensitive ill --null N/A";
        let check = folder.run(&format!("check spelled.csv {asked} --l distinct:2 --json"));
        let found = check.ends(1).json();
        let column = &found["sensitive"]["ill"];
        assert_eq!(
            (&column["distinct_l"], &column["frequency_l"], &column["entropy_l"]),
            (&json!(1), &json!(1.0), &json!(1.0)),
            "{secrets:?}"
        );
        assert_eq!((&column["alpha"], &column["disclosures"]), (&json!(1.0), &json!(1)));
        let listed: BTreeSet<&str> = found["merged"]["ill"][0]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(listed, BTreeSet::from(secrets));
        assert_eq!(found["learned"]["ill"]["certain"]["probability"], "1");
        for model in
            ["--l distinct:2", "--l frequency:3/2", "--l entropy:1.5", "--p 2", "--alpha-k 0.9"]
        {
            let release = format!("release spelled.csv {asked} {model} --k 2 --dry-run --json");
            let levels = folder.run(&release).succeeds().json()["levels"].clone();
            assert_ne!(levels["age"], 0, "{secrets:?} {model}");
        }
    }
}

#[test]
fn anatomy_groups_have_different_secrets_however_spelled() {
    let folder = Folder::new();
    folder.write("t.csv", "age,ill\n1,hiv\n2,HIV\n3,hiv \n4,flu\n");
    let anatomy = "--qi age --sensitive ill --l distinct:2 --recoding anatomy --seed 3";
    folder.run(&format!("release t.csv {anatomy} -o out.csv")).ends(1);
    folder.write("t.csv", "age,ill\n1,hiv\n2,HIV\n3,hiv \n4,flu\n5,cold\n6,Flu\n");
    for seed in 0..8 {
        let words = format!("release t.csv {anatomy}{seed} -o out.csv --force --json");
        let document = folder.run(&words).succeeds().json();
        assert_eq!(document["merged"]["ill"].as_array().unwrap().len(), 2);
        let rows = cells(&folder.text("out.sensitive.csv"));
        let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut texts = Vec::new();
        for row in &rows[1..] {
            groups.entry(&row[0]).or_default().push(row[1].trim().to_lowercase());
            texts.push(row[1].clone());
        }
        texts.sort();
        assert_eq!(texts, ["Flu", "HIV", "cold", "flu", "hiv", "hiv "], "published as written");
        for group in groups.values() {
            let different: BTreeSet<_> = group.iter().collect();
            assert!(different.len() == group.len() && group.len() >= 2, "{groups:?}");
        }
    }
}

#[test]
fn a_named_secret_is_found_in_any_spelling() {
    let folder = Folder::new();
    folder.write("p.csv", "age\n1\n2\n3\n4\n");
    folder.write("t.csv", "age,ill\n1,HIV\n2,hiv\n");
    let asked = "--qi age --sensitive ill --public p.csv --joint-presence ill=hiv:1/4";
    folder.run(&format!("release t.csv {asked} -o out.csv")).ends(1);
}

#[test]
fn certificates_do_not_list_spellings() {
    let folder = Folder::new();
    folder.write("t.csv", "age,ill\n1,qualm\n1,Qualm\n1,flu\n1,flu\n");
    let words = "release t.csv --qi age --sensitive ill --l distinct:2 -o out.csv --certificate c.json --json";
    let document = folder.run(words).succeeds().json();
    assert_eq!(document["merged"], json!({ "ill": [["Qualm", "qualm"]] }));
    let certificate: Value = serde_json::from_str(&folder.text("c.json")).unwrap();
    assert_eq!(certificate.get("merged"), None);
    assert!(!certificate["warnings"].to_string().to_lowercase().contains("qualm"));
    folder.run("verify c.json").succeeds();
}

/// A secret in one of its spellings.
fn respelled(dice: &mut Dice, secret: &str) -> String {
    match dice.roll(5) {
        0 => secret.to_uppercase(),
        1 => format!("{secret} "),
        2 => format!(" {secret}"),
        3 if secret.parse::<i64>().is_ok() => {
            format!("{secret}.{}", "0".repeat(dice.roll(3) as usize))
        }
        _ => secret.to_owned(),
    }
}

#[test]
fn random_spellings_never_raise_a_measure() {
    let folder = Folder::new();
    let mut dice = Dice(14);
    let mut published = 0;
    for round in 0..24 {
        let secrets = if round % 2 == 0 { ["ab", "c", "d e"] } else { ["7", "12", "3"] };
        let rows: Vec<(u64, String)> = (0..6 + dice.roll(14))
            .map(|_| (dice.roll(4), secrets[dice.roll(3) as usize].to_owned()))
            .collect();
        let table = |rows: &[(u64, String)]| {
            let line = |(x, s): &(u64, String)| vec![x.to_string(), s.clone()];
            let header = std::iter::once(vec!["x".to_owned(), "s".to_owned()]);
            to_csv(&header.chain(rows.iter().map(line)).collect::<Vec<_>>())
        };
        let other: Vec<(u64, String)> =
            rows.iter().map(|(x, s)| (*x, respelled(&mut dice, s))).collect();
        folder.write("plain.csv", table(&rows));
        folder.write("other.csv", table(&other));
        let measure = |name: &str| {
            let words = format!("check {name} --qi x --sensitive s --json");
            folder.run(&words).succeeds().json()["sensitive"]["s"].clone()
        };
        let (plain, other) = (measure("plain.csv"), measure("other.csv"));
        let figure = |of: &Value, name: &str| of[name].as_f64().unwrap_or(f64::INFINITY);
        for name in ["p", "distinct_l", "frequency_l", "entropy_l"] {
            assert!(
                figure(&other, name) <= figure(&plain, name) + 1e-12,
                "{name}: {other} {plain}"
            );
        }
        for name in [
            "alpha",
            "t",
            "basic_beta",
            "enhanced_beta",
            "delta_disclosure",
            "enhanced_beta_holds_for",
            "delta_disclosure_strict",
            "disclosures",
        ] {
            assert!(
                figure(&other, name) >= figure(&plain, name) - 1e-12,
                "{name}: {other} {plain}"
            );
        }
        let demand = [
            "--l distinct:2",
            "--l frequency:3/2",
            "--l entropy:1.7",
            "--l recursive:2,2",
            "--alpha-k 0.6",
            "--t 0.4",
            "--likeness basic:1",
            "--likeness enhanced:1",
            "--disclosure 2",
            "--p 2",
        ][dice.roll(10) as usize];
        let words = format!("--qi x --sensitive s {demand} --k 2");
        let release = format!("release other.csv {words} --suppress 50% -o out.csv --force --json");
        if folder.run(&release).status == Some(0) {
            published += 1;
            let mut rows = cells(&folder.text("out.csv"));
            for row in &mut rows[1..] {
                let text = row[1].trim().to_lowercase();
                row[1] = text.split_once('.').map_or(text.clone(), |(whole, _)| whole.to_owned());
            }
            folder.write("merged.csv", to_csv(&rows));
            folder.run(&format!("check merged.csv {words}")).succeeds();
        }
    }
    assert!(published > 4, "{published} releases");
}

/// Words in spellings that look alike or mean the same.
fn respelled_word(dice: &mut Dice, word: &str) -> String {
    match dice.roll(8) {
        0 => word.to_uppercase(),
        1 => format!("  {word}\t"),
        2 => word.replace(' ', "  "),
        3 => word.replace(' ', "\u{a0}"),
        4 => format!("\u{200b}{word}"),
        5 => word.replace('é', "e\u{301}").replace('s', "\u{17f}"),
        6 => word.chars().map(full_width).collect(),
        _ => word.to_owned(),
    }
}

/// The wide form of a letter, as East Asian keyboards write it.
fn full_width(letter: char) -> char {
    match letter {
        '!'..='~' => char::from_u32(letter as u32 + 0xfee0).unwrap(),
        letter => letter,
    }
}

/// Numbers in spellings that are numbers too.
fn respelled_number(dice: &mut Dice, number: &str) -> String {
    match dice.roll(6) {
        0 => format!("{number}.0"),
        1 => format!("{number}.000"),
        2 => format!("+{number}"),
        3 => format!("{number}e0"),
        4 => format!("{number}."),
        _ => number.to_owned(),
    }
}

/// A demand of every model of secrets, with limits that some classes keep and others do not. Those that
/// need numbers come last.
fn demands(dice: &mut Dice, numbers: bool) -> Vec<String> {
    let tenths = |dice: &mut Dice, from: u64, sides: u64| {
        let tenths = from + dice.roll(sides);
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    let mut words = vec![
        format!("--p {}", 1 + dice.roll(3)),
        format!("--l distinct:{}", 1 + dice.roll(3)),
        format!("--l frequency:{}", tenths(dice, 10, 20)),
        format!("--l entropy:{}", tenths(dice, 10, 20)),
        format!("--l recursive:{},{}", 1 + dice.roll(4), 1 + dice.roll(3)),
        format!("--l recursive-le:{},{}", 1 + dice.roll(4), 1 + dice.roll(3)),
        format!("--alpha-k {}", tenths(dice, 3, 8)),
        format!("--t {}", tenths(dice, 1, 8)),
        format!("--likeness basic:{}", tenths(dice, 1, 20)),
        format!("--likeness enhanced:{}", tenths(dice, 1, 20)),
        format!("--disclosure {}", tenths(dice, 3, 15)),
    ];
    if numbers {
        words.push(format!("--t {}:ordered", tenths(dice, 1, 5)));
        words.push(format!("--proximity s={},{}", dice.roll(4), tenths(dice, 10, 15)));
        words.push(format!("--proximity s={}%,{}", 10 * dice.roll(6), tenths(dice, 10, 15)));
        words.push(format!("--delta-l s={},{}", dice.roll(3), tenths(dice, 10, 15)));
        let mode = ["definition", "window"][dice.roll(2) as usize];
        words.push(format!("--delta-l-mode {mode}"));
    }
    words
}

/// Whatever the spellings, a table keeps no demand that it does not keep with one spelling per value.
#[test]
fn no_model_holds_for_the_sake_of_a_spelling() {
    let folder = Folder::new();
    let mut dice = Dice(33);
    let (mut seen, mut lost, mut published) = (BTreeMap::<String, [u64; 2]>::new(), 0, 0);
    let form = NormalForm::new(&Nulls::default());
    for round in 0..80 {
        let numbers = round % 2 == 0;
        let secrets = if numbers { ["7", "12", "3"] } else { ["caf\u{e9} s", "flu", "none"] };
        let rows: Vec<(u64, &str)> = (0..6 + dice.roll(14))
            .map(|_| (dice.roll(3), secrets[dice.roll(3) as usize]))
            .collect();
        let respell = if numbers { respelled_number } else { respelled_word };
        let table = |spell: &mut dyn FnMut(&str) -> String| {
            let line = |(x, s): &(u64, &str)| vec![x.to_string(), spell(s)];
            let header = std::iter::once(vec!["x".to_owned(), "s".to_owned()]);
            to_csv(&header.chain(rows.iter().map(line)).collect::<Vec<_>>())
        };
        folder.write("plain.csv", table(&mut |s| s.to_owned()));
        folder.write("other.csv", table(&mut |s| respell(&mut dice, s)));
        let words = demands(&mut dice, numbers);
        let demands = words.join(" ");
        let judged = |name: &str| {
            let run = folder.run(&format!("check {name} --qi x --sensitive s {demands} --json"));
            assert!(matches!(run.status, Some(0 | 1)), "{run}");
            run.json()["guarantees"].as_array().unwrap().clone()
        };
        let (plain, other) = (judged("plain.csv"), judged("other.csv"));
        assert_eq!(plain.len(), other.len());
        for (plain, other) in plain.iter().zip(&other) {
            let name = format!("{} {}", plain["model"], plain["demanded"]["form"]);
            let (before, after) = (plain["holds"] == true, other["holds"] == true);
            assert!(before || !after, "{plain:#} {other:#}\n{}", folder.text("other.csv"));
            seen.entry(name).or_default()[usize::from(before)] += 1;
            lost += u64::from(before && !after);
        }
        // What is published keeps the demand with one spelling per value too.
        let demand = &words[dice.roll(words.len() as u64) as usize];
        if demand.starts_with("--delta-l-mode") {
            continue;
        }
        let words = format!("--qi x --sensitive s --k 2 {demand}");
        let release = format!("release other.csv {words} --suppress 60% --force -o out.csv");
        if folder.run(&release).status == Some(0) {
            published += 1;
            let mut rows = cells(&folder.text("out.csv"));
            for row in &mut rows[1..] {
                let value = |secret: &&&str| form.same(secret, &row[1]);
                row[1] = (*secrets.iter().find(value).unwrap()).to_owned();
            }
            folder.write("merged.csv", to_csv(&rows));
            folder.run(&format!("check merged.csv {words}")).succeeds();
        }
    }
    assert!(published > 20, "{published} releases");
    // Models that compare with the table may fail for a spelling, which is the safe side.
    assert!(lost > 0);
    assert!(
        seen.len() > 11 && seen.values().all(|[fail, hold]| *fail > 2 && *hold > 2),
        "{seen:?}"
    );
}

/// Twelve people, one of them the mayor; six of them, and the mayor, are in the table.
fn town(folder: &Folder, job_in_register: &str, job_of_mayor: &str) {
    let mut register = format!("name,age,{job_in_register}\n");
    let mut table = "age,job,ill\n".to_owned();
    for age in 20..32 {
        let job = if age == 26 { job_of_mayor } else { "clerk" };
        register += &format!("N{age},{age},{job}\n");
        if age % 2 == 0 {
            table += &format!("{age},{job},{}\n", if age % 4 == 0 { "flu" } else { "hiv" });
        }
    }
    folder.write("register.csv", register);
    folder.write("town.csv", table);
}

const TOWN: &str = "--public register.csv --presence 0,1/2 --k-map 6";

#[test]
fn what_the_register_knows_too_is_measured() {
    let folder = Folder::new();
    town(&folder, "job", "mayor");
    for release in ["", "--sensitive ill", "--recoding multidimensional"] {
        let words = format!("release town.csv --qi age {TOWN} {release} -o out.csv --json");
        let run =
            folder.run(&words).ends(1).says(&["'job'", "--qi job", "--id job", "register.csv"]);
        let document = run.json();
        assert_eq!((document["output"].clone(), folder.has("out.csv")), (Value::Null, false));
        assert!(
            document["guarantees"].as_array().unwrap().iter().any(|found| found["holds"] == false)
        );
    }
    // Both cures.
    folder.run(&format!("release town.csv --qi age --id job {TOWN} -o dropped.csv")).succeeds();
    folder.run(&format!("release town.csv --qi age,job {TOWN} -o treated.csv")).succeeds();
    // A published file that others made is judged and attacked by the same rule.
    let ages = "[20,31]";
    let rows = [("clerk", 5), ("mayor", 1)].map(|(job, n)| format!("\"{ages}\",{job}\n").repeat(n));
    folder.write("theirs.csv", format!("age,job\n{}", rows.concat()));
    folder.run("check theirs.csv --qi age --public register.csv --k-map 6").ends(1).says(&["job"]);
    let attacked = folder.run("attack theirs.csv --public register.csv --qi age --json").succeeds();
    let found = attacked.says(&["job", "--qi age,job"]).json();
    assert_eq!(found["certainly_in"], 0);
    assert_eq!(
        (&found["known"]["columns"], &found["known"]["certainly_in"]),
        (&json!(["job"]), &json!(1))
    );
    folder.run("attack theirs.csv --public register.csv --qi age --presence 0,1/2").ends(1);
}

#[test]
fn columns_go_together_however_their_name_is_spelled() {
    let folder = Folder::new();
    town(&folder, "Job", "mayor");
    folder.run(&format!("release town.csv --qi age {TOWN} -o out.csv")).ends(1).says(&["'job'"]);
}

#[test]
fn columns_go_together_by_their_values() {
    let folder = Folder::new();
    town(&folder, "profession", "mayor");
    let words = format!("release town.csv --qi age {TOWN} -o out.csv");
    folder.run(&words).ends(1).says(&["'job'", "'profession'", "--id job"]);
    assert!(!folder.has("out.csv"));
    folder.run(&format!("release town.csv --qi age --id job {TOWN} -o dropped.csv")).succeeds();
    // A column that is the same for everybody is known, and tells nothing.
    town(&folder, "profession", "clerk");
    folder.run(&format!("release town.csv --qi age {TOWN} -o constant.csv")).succeeds();
}

/// Sixteen people of two professions, every second of them in the table.
fn village(folder: &Folder, column: &str) {
    let job = |age: u64| if age % 4 < 2 { "cook" } else { "clerk" };
    let line = |age: u64| format!("{age},{}\n", job(age));
    folder
        .write("register.csv", format!("age,{column}\n{}", (20..36).map(line).collect::<String>()));
    let members = (20..36).step_by(2).map(line).collect::<String>();
    folder.write("village.csv", format!("age,job\n{members}"));
}

#[test]
fn a_certificate_says_which_columns_have_another_name_in_the_register() {
    let folder = Folder::new();
    for column in ["job", "profession"] {
        village(&folder, column);
        let words = "release village.csv --qi age --hierarchy age=flat --public register.csv --presence 0,1/2 --k-map 4 -o out.csv --force \
                     --certificate c.json --json";
        let run = folder.run(words).succeeds().says(&["the register has job"]);
        // Measured with the column, by whatever name: eight cooks, four of them members.
        let measured: Vec<Value> = (run.json()["guarantees"].as_array().unwrap().iter())
            .map(|guarantee| guarantee["measured"].clone())
            .collect();
        assert!(measured.contains(&json!(8)), "{measured:?}");
        let certificate: Value = serde_json::from_str(&folder.text("c.json")).unwrap();
        let named = match column {
            "job" => json!({}),
            other => json!({ "job": other }),
        };
        assert_eq!(certificate["evidence"]["question"]["same_values"], named);
        folder.run("verify c.json").succeeds();
        std::fs::remove_file(folder.path("village.csv")).unwrap();
        folder.run("verify c.json").succeeds();
    }
}

#[test]
fn unrelated_columns_are_not_taken_for_one() {
    let folder = Folder::new();
    let line = |age: u64| format!("{age},{}\n", if age % 4 < 2 { "cook" } else { "clerk" });
    folder.write("register.csv", format!("age,job\n{}", (20..60).map(line).collect::<String>()));
    let other = |age: u64| format!("{age},{}\n", if age % 6 < 3 { "cook" } else { "clerk" });
    let members = (20..60).step_by(2).map(other).collect::<String>();
    folder.write("table.csv", format!("age,hobby\n{members}"));
    let words = "release table.csv --qi age --public register.csv --presence 0,1/2 -o out.csv";
    let run = folder.run(words).succeeds();
    assert!(!run.stderr.contains("register has"), "{run}");
}

#[test]
fn people_whom_no_class_matches_depend_on_how_many_rows_were_suppressed() {
    let folder = Folder::new();
    folder.write("register.csv", format!("job\n{}{}", "clerk\n".repeat(20), "mayor\n".repeat(2)));
    folder.write("out.csv", format!("job\n{}", "clerk\n".repeat(2)));
    let check = "check out.csv --qi job --public register.csv --presence 0,1/2";
    folder.run(check).succeeds().says(&["2 people", "--members"]);
    folder.run(&format!("{check} --members 2")).succeeds();
    folder.run(&format!("{check} --members 4")).ends(1).says(&["2 people", "--level"]);
    folder.run(&format!("{check} --members 1")).ends(2).says(&["--members 1", "2 rows"]);
}

#[test]
fn what_the_register_knows_may_do_no_harm() {
    let folder = Folder::new();
    town(&folder, "job", "clerk");
    let words = format!("release town.csv --qi age {TOWN} -o out.csv --certificate c.json --json");
    let run = folder.run(&words).succeeds().says(&["the register has job too"]);
    assert!(run.json()["warnings"].to_string().contains("job"));
    folder.run("verify c.json").succeeds();
}

#[test]
fn a_register_in_the_table_itself_knows_its_plain_columns_but_no_secret() {
    let folder = Folder::new();
    let person = |age: u64| {
        let (study, job) = (
            ["no", "yes"][usize::from(age.is_multiple_of(2))],
            if age == 26 { "mayor" } else { "clerk" },
        );
        format!("{age},{study},{job},ill{age}\n")
    };
    folder.write(
        "one.csv",
        format!("age,study,job,ill\n{}", (20..32).map(person).collect::<String>()),
    );
    let words =
        "release one.csv --qi age --sensitive ill --member study=yes --presence 0,1/2 -o out.csv";
    folder.run(words).ends(1).says(&["'job'", "--id job"]);
    folder.run(&format!("{words} --id job")).succeeds();
}

#[test]
fn a_register_that_has_the_secret_undoes_anatomy() {
    let folder = Folder::new();
    let rows = |keep: fn(u64) -> bool| -> String {
        (0..8).filter(|&at| keep(at)).map(|at| format!("30,ill{at}\n")).collect()
    };
    folder.write("p.csv", format!("age,ill\n{}", rows(|_| true)));
    folder.write("t.csv", format!("age,ill\n{}", rows(|at| at % 2 == 0)));
    let words = "release t.csv --qi age --sensitive ill --l distinct:2 --recoding anatomy --public p.csv \
                 --presence 0,1/2 -o out.csv";
    folder.run(words).ends(1).says(&["'ill'"]);
    folder.write("p.csv", format!("age\n{}", "30\n".repeat(8)));
    folder.run(words).succeeds();
}
