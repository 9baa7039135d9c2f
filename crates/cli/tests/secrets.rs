//! Protecting secrets, end to end: numbers that lie apart, classes that disclose nothing, and
//! Anatomy's two tables, each looked at with eyes of their own.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::support::{Dice, Folder, cells, column, timeless};

const QI: &str =
    "--qi age,sex,region --hierarchy age=intervals:5,10,20 --hierarchy region=region.csv";

/// Salaries in tenths, by class: the class columns come first, then the salary.
fn classes(text: &str, class_columns: &[&str]) -> BTreeMap<Vec<String>, Vec<i64>> {
    let rows = cells(text);
    let place = |name: &&str| rows[0].iter().position(|cell| cell == name).unwrap();
    let (places, salary): (Vec<usize>, usize) =
        (class_columns.iter().map(place).collect(), place(&"salary"));
    let mut classes: BTreeMap<Vec<String>, Vec<i64>> = BTreeMap::new();
    for row in &rows[1..] {
        let key = places.iter().map(|&place| row[place].clone()).collect();
        classes.entry(key).or_default().push(tenths(&row[salary]));
    }
    classes
}

/// A number with at most one digit behind the point, in tenths.
fn tenths(text: &str) -> i64 {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let size =
        whole.trim_start_matches('-').parse::<i64>().unwrap() * 10 + part.parse::<i64>().unwrap();
    if text.starts_with('-') { -size } else { size }
}

/// The most rows within a distance of one of them.
fn most_near(class: &[i64], eps: i64) -> usize {
    let near = |x: &i64| class.iter().filter(|y| (*y - x).abs() <= eps).count();
    class.iter().map(near).max().unwrap()
}

/// The most rows in an interval so wide.
fn most_in_window(class: &[i64], width: i64) -> usize {
    let window = |x: &i64| class.iter().filter(|y| (x..=&(x + width)).contains(y)).count();
    class.iter().map(window).max().unwrap()
}

/// A table of a few people with two quasi-identifiers and a salary.
fn salaries(dice: &mut Dice, rows: u64) -> String {
    let mut text = "x,y,salary\n".to_owned();
    for _ in 0..rows {
        let (x, y, salary) = (dice.roll(5), dice.roll(3), dice.roll(300) as i64 - 100);
        let sign = if salary < 0 { "-" } else { "" };
        let (whole, part) = (salary.abs() / 10, salary.abs() % 10);
        text += &format!("{x},{y},{sign}{whole}.{part}\n");
    }
    text
}

#[test]
fn numbers_lie_apart_in_every_class_of_every_recoding() {
    let folder = Folder::new();
    let mut dice = Dice(11);
    let mut published = [0; 3];
    for round in 0..30 {
        let rows = 6 + dice.roll(20);
        folder.write("small.csv", salaries(&mut dice, rows));
        let (eps, m, k) =
            (dice.roll(30) as i64, 2 + dice.roll(2) as usize, 1 + dice.roll(3) as usize);
        let demands = [
            (format!("--proximity salary={}.{},{m}", eps / 10, eps % 10), 0),
            (format!("--delta-l salary={}.{},{m}", eps / 10, eps % 10), 1),
            (format!("--delta-l salary={}.{},{m} --delta-l-mode window", eps / 10, eps % 10), 2),
        ];
        for (demand, kind) in demands {
            for how in [
                "full-domain",
                "full-domain --algorithm samarati",
                "multidimensional --effort fast",
                "multidimensional --algorithm mondrian",
                "multidimensional --algorithm mpalm-n2",
                "local --effort fast",
            ] {
                for (deal, class) in [("", &["x", "y"][..]), ("--deal", &["x", "y", "group"])] {
                    let words = format!(
                        "release small.csv --qi x,y --sensitive salary --k {k} {demand} \
                         --recoding {how} {deal} --force -o out.csv --json"
                    );
                    let run = folder.run(&words);
                    assert!([Some(0), Some(1)].contains(&run.status), "{run}");
                    if run.status == Some(1) {
                        continue;
                    }
                    published[kind] += 1;
                    for (name, class) in classes(&folder.text("out.csv"), class) {
                        let most = match kind {
                            0 => most_near(&class, eps),
                            1 => most_near(&class, 2 * eps),
                            _ => most_in_window(&class, 2 * eps),
                        };
                        assert!(
                            class.len() >= k && m * most <= class.len(),
                            "round {round}: {name:?} {class:?} of {words}"
                        );
                    }
                    let same = column(&folder.text("out.csv"), "salary");
                    assert_eq!(same, column(&folder.text("small.csv"), "salary"), "{words}");
                }
            }
        }
    }
    assert!(published.iter().all(|&releases| releases > 100), "{published:?}");
}

#[test]
fn dealing_succeeds_whenever_the_fullest_window_allows_it() {
    let folder = Folder::new();
    let mut dice = Dice(3);
    let mut seen = [0; 2];
    for _ in 0..40 {
        let rows = 2 + dice.roll(14);
        folder.write("small.csv", salaries(&mut dice, rows));
        let (eps, m) = (dice.roll(60) as i64, 2 + dice.roll(2) as usize);
        let words = format!(
            "release small.csv --qi x,y --sensitive salary --proximity salary={}.{},{m} --deal \
             --force -o out.csv",
            eps / 10,
            eps % 10
        );
        let everybody: Vec<i64> =
            classes(&folder.text("small.csv"), &[]).into_values().flatten().collect();
        let possible = m * most_in_window(&everybody, eps) <= everybody.len();
        seen[usize::from(possible)] += 1;
        folder.run(&words).ends(if possible { 0 } else { 1 });
    }
    assert!(seen.iter().all(|&cases| cases > 3), "{seen:?}");
}

#[test]
fn check_judges_groups_that_were_dealt() {
    let folder = Folder::new();
    let words = format!(
        "release study.csv --id name {QI} --sensitive illness,salary --k 3 --proximity salary=5000,3 --deal -o out.csv --json"
    );
    let report = folder.run(&words).succeeds().json();
    assert_eq!((&report["group"], &report["verified"]), (&json!("group"), &json!(true)));
    let check = "check out.csv --qi age,sex,region --sensitive salary --proximity salary=5000,3 --k 3 --json";
    let found = folder.run(&format!("{check} --group group")).succeeds().json();
    assert_eq!(found["classes"], report["classes"]);
    assert!(found["proximity"]["salary"]["eps_m"].as_f64().unwrap() >= 3.0);
    let header = folder.text("out.csv").lines().next().unwrap().to_owned();
    assert_eq!(header, "age,sex,region,illness,salary,ward,group");
}

#[test]
fn samarati_finds_a_lowest_node_and_all_minimal_ones_are_listed() {
    let folder = Folder::new();
    let words = format!(
        "release study.csv --id name {QI} --sensitive illness --k 3 --p 2 --suppress 3 --all-minimal --json --dry-run"
    );
    let height = |levels: &Value| -> u64 {
        levels.as_object().unwrap().values().map(|level| level.as_u64().unwrap()).sum()
    };
    let lowest = folder.run(&format!("{words} --algorithm samarati")).succeeds().json();
    let cheapest = folder.run(&words).succeeds().json();
    let nodes = lowest["minimal"]["nodes"].as_array().unwrap();
    assert_eq!(lowest["minimal"]["complete"], json!(true));
    assert_eq!(lowest["minimal"], cheapest["minimal"]);
    let least = nodes.iter().map(|node| height(&node["levels"])).min().unwrap();
    assert_eq!(height(&lowest["levels"]), least);
    let loss = |report: &Value| report["cost"]["loss"].as_f64().unwrap();
    assert!(loss(&cheapest) <= loss(&lowest));
    assert!(nodes.iter().all(|node| loss(&cheapest) <= node["cost"].as_f64().unwrap() + 1e-12));
}

#[test]
fn check_names_the_classes_that_disclose() {
    let folder = Folder::new();
    // Table 3 of Truta & Vinay 2006.
    folder.write(
        "masked.csv",
        "age,sex,illness,income\n20,F,AIDS,50000\n20,F,AIDS,50000\n20,F,Diabetes,50000\n\
         30,M,Diabetes,30000\n30,M,Diabetes,40000\n30,M,Heart Disease,30000\n30,M,Heart Disease,40000\n",
    );
    let words = "check masked.csv --qi age,sex --sensitive illness,income --k 3 --p 2";
    let run = folder.run(words).ends(1).says(&["p-sensitivity of income", "age=20, sex=F"]);
    assert!(run.text().contains("1 class discloses income"), "{run}");
    assert!(run.text().contains("all 3 rows have 50000"), "{run}");
    let found = folder.run(&format!("{words} --json")).ends(1).json();
    assert_eq!(found["disclosures"], json!(1));
    let named = &found["sensitive"]["income"]["disclosing"];
    assert_eq!(named, &json!([{ "class": "class (age=20, sex=F)", "value": "50000", "rows": 3 }]));
    assert_eq!(found["learned"]["income"]["certain"]["probability"], json!("1"));
    assert_eq!(found["learned"]["illness"]["certain"]["probability"], json!("2/3"));
}

#[test]
fn what_is_learned_depends_on_what_is_known() {
    let folder = Folder::new();
    folder.write("people.csv", "age\n20\n20\n20\n20\n30\n30\n");
    folder.write("table.csv", "age,illness\n20,flu\n20,hiv\n30,flu\n30,flu\n");
    let words = "check table.csv --qi age --sensitive illness --public people.csv --k-map 2";
    let learned =
        folder.run(&format!("{words} --json")).succeeds().json()["learned"]["illness"].clone();
    let guess =
        |odds: &str, class: &str| json!({ "probability": odds, "value": "flu", "class": class });
    assert_eq!(learned["certain"], guess("1", "class (age=30)"));
    assert_eq!(learned["uncertain"], guess("1", "class (age=30)"));
    let attack = "attack table.csv --qi age --sensitive illness --public people.csv --json";
    assert_eq!(folder.run(attack).succeeds().json()["learned"]["illness"], learned);
    let text = folder.run(words).succeeds();
    assert!(
        text.text().contains("knows that a person is in the table: at worst certainty"),
        "{text}"
    );
    let alone = folder.run("check table.csv --qi age --sensitive illness --json").succeeds().json();
    assert_eq!(alone["learned"]["illness"]["uncertain"], Value::Null);
}

/// The secrets of each group, from both tables of Anatomy.
fn anatomy(folder: &Folder, name: &str) -> BTreeMap<String, BTreeMap<String, u64>> {
    let mut groups: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for row in &cells(&folder.text(&format!("{name}.sensitive.csv")))[1..] {
        let known = groups.entry(row[0].clone()).or_default();
        assert!(known.insert(row[1].clone(), row[2].parse().unwrap()).is_none());
    }
    let mut sizes: BTreeMap<String, u64> = BTreeMap::new();
    for group in column(&folder.text(&format!("{name}.csv")), "group") {
        *sizes.entry(group).or_default() += 1;
    }
    let counted: BTreeMap<String, u64> =
        groups.iter().map(|(group, secrets)| (group.clone(), secrets.values().sum())).collect();
    assert_eq!(sizes, counted);
    groups
}

const ANATOMY: &str =
    "release study.csv --id name,salary --qi age,sex,region --sensitive illness --recoding anatomy";

#[test]
fn anatomy_publishes_what_is_known_and_the_secrets_by_group() {
    let folder = Folder::new();
    let report =
        folder.run(&format!("{ANATOMY} --l distinct:3 -o out.csv --json")).succeeds().json();
    assert_eq!(report["rows"], json!({ "input": 12, "published": 12, "suppressed": 0 }));
    assert_eq!((&report["classes"], &report["verified"]), (&json!(4), &json!(true)));
    assert_eq!(report["secrets"], json!("out.sensitive.csv"));
    let text = folder.text("out.csv");
    assert!(text.starts_with("age,sex,region,ward,group\n21,F,north,A,"), "{text}");
    let groups = anatomy(&folder, "out");
    assert!(groups.values().all(|secrets| secrets.len() == 3 && secrets.values().all(|&n| n == 1)));
    // Who has which secret is one of three in everybody's group.
    let check =
        "check out.csv --secrets out.sensitive.csv --qi age,sex,region --sensitive illness --json";
    let found = folder.run(&format!("{check} --l frequency:3 --alpha-k 1/3")).succeeds().json();
    assert_eq!((&found["classes"], &found["k"]), (&json!(4), &json!(1)));
    assert_eq!(found["learned"]["illness"]["certain"]["probability"], json!("1/3"));
    folder.run(&format!("{check} --l frequency:4")).ends(1);
    folder.write(
        "people.csv",
        "age,sex,region\n".to_owned()
            + &(2..14)
                .map(|at| {
                    let row = cells(&folder.text("study.csv"))[at - 1].clone();
                    format!("{},{},{}\n", row[1], row[2], row[3])
                })
                .collect::<String>()
                .repeat(2),
    );
    let attack = "attack out.csv --secrets out.sensitive.csv --public people.csv --qi age,sex,region --sensitive illness --json";
    let found = folder.run(attack).succeeds().json();
    assert_eq!(found["presence"], json!({ "min": "1/2", "max": "1/2" }));
    assert_eq!(found["learned"]["illness"]["uncertain"]["probability"], json!("1/6"));
}

#[test]
fn anatomy_hides_presence_too_if_it_is_demanded() {
    let folder = Folder::new();
    let rows = cells(&folder.text("study.csv"));
    let person = |row: &Vec<String>| format!("{},{},{}\n", row[1], row[2], row[3]);
    let others = "22,F,north\n25,M,south\n31,F,west\n38,M,east\n45,F,north\n46,M,west\n";
    let people: String = rows[1..].iter().map(person).collect();
    folder.write("people.csv", format!("age,sex,region\n{people}{others}{others}"));
    let words = format!(
        "{ANATOMY} --hierarchy region=region.csv --l distinct:3 --k 3 --public people.csv --presence 0,0.6 -o out.csv --json"
    );
    let report = folder.run(&words).succeeds().json();
    assert_eq!(report["verified"], json!(true));
    let loss = report["cost"]["loss"].as_f64().unwrap();
    assert!(0.0 < loss && loss < 1.0, "{report}");
    assert!(anatomy(&folder, "out").values().all(|secrets| secrets.len() == 3));
    let mut classes: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for row in &cells(&folder.text("out.csv"))[1..] {
        *classes.entry(row[..3].to_vec()).or_default() += 1;
    }
    assert!(classes.values().all(|&rows| rows >= 3), "{classes:?}");
    let attack = "attack out.csv --secrets out.sensitive.csv --public people.csv --qi age,sex,region \
                  --hierarchy region=region.csv --sensitive illness --presence 0,0.6 --json";
    let found = folder.run(attack).succeeds().json();
    assert_eq!(found["guarantees"][0]["holds"], json!(true));
    // Who is in the table is uncertain, and so the secret is doubly so.
    let guess = |who: &str| {
        let text = found["learned"]["illness"][who]["probability"].as_str().unwrap().to_owned();
        let (above, below) = text.split_once('/').unwrap();
        above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
    };
    assert!(guess("certain") <= 1.0 / 3.0 + 1e-12 && guess("uncertain") <= 0.2 + 1e-12, "{found}");
    let none = words.replace("0,0.6", "0,0.1").replace("out.csv", "no.csv");
    folder.run(&none).ends(1);
    assert!(!folder.has("no.csv") && !folder.has("no.sensitive.csv"));
}

#[test]
fn anatomy_draws_the_same_groups_from_the_same_seed() {
    let folder = Folder::new();
    let publish = |seed: &str, name: &str| {
        let words = format!("{ANATOMY} --l distinct:2 {seed} -o {name}.csv --json --threads 3");
        let report = timeless(folder.run(&words).succeeds().json());
        anatomy(&folder, name);
        drop(report);
        (folder.text(&format!("{name}.csv")), folder.text(&format!("{name}.sensitive.csv")))
    };
    assert_eq!(publish("--seed 4", "c"), publish("--seed 4", "d"));
    let seeds: BTreeSet<(String, String)> =
        (1..6).map(|seed| publish(&format!("--seed {seed}"), &format!("s{seed}"))).collect();
    assert_eq!(seeds.len(), 5);
    let shuffled = folder.run(&format!("{ANATOMY} --l distinct:2 --order shuffled -o e.csv"));
    shuffled.succeeds();
    anatomy(&folder, "e");
}

#[test]
fn anatomy_says_which_secret_is_too_frequent() {
    let folder = Folder::new();
    folder.write("flu.csv", "age,illness\n1,flu\n2,flu\n3,flu\n4,hiv\n5,none\n");
    let words =
        "release flu.csv --qi age --sensitive illness --l distinct:2 --recoding anatomy -o out.csv";
    folder.run(words).ends(1).says(&["3 of 5 rows have 'flu'", "more than one in 2"]);
    let report = folder.run(&format!("{words} --json")).ends(1).json();
    assert_eq!(report["output"], Value::Null);
    assert_eq!(report["nearest"][0]["demanded"], json!(1));
    assert!(!folder.has("out.csv") && !folder.has("out.sensitive.csv"));
}

#[test]
fn anatomy_says_what_it_did_not_do() {
    let folder = Folder::new();
    let words = format!("{ANATOMY} --l distinct:2 --k 2 --time-limit 0s --dry-run");
    let run = folder.run(&words).succeeds().says(&["the search was cut short"]);
    assert!(run.text().contains("\nNothing published (dry run): 12 rows"), "{run}");
    let told = folder.run(&format!("{words} --json")).succeeds().json();
    assert_eq!((&told["dry_run"], &told["output"]), (&json!(true), &Value::Null));
    let warnings = told["warnings"].as_array().unwrap();
    let cut_short = |warning: &Value| warning.as_str().unwrap().contains("cut short");
    assert!(warnings.iter().any(cut_short), "{told}");
}

#[test]
fn anatomy_refuses_what_it_cannot_keep() {
    let folder = Folder::new();
    let refuse = |words: &str, said: &str| {
        let before = folder.snapshot();
        folder.run(&format!("{ANATOMY} {words}")).ends(2).says(&[said]);
        assert_eq!(folder.snapshot(), before);
    };
    refuse("--k 2 -o out.csv", "demands on a secret");
    refuse("--l distinct:2 --audit 3 -o out.csv", "--audit");
    refuse("--l distinct:2 --weight age=2 -o out.csv", "--weight");
    refuse("--l distinct:2 --effort high -o out.csv", "--effort");
    refuse("--l distinct:2 --t 0.5 -o out.csv", "closeness");
    refuse("--l distinct:2 --suppress 1 -o out.csv", "--suppress");
    refuse("--l distinct:2 --deal -o out.csv", "--deal");
    refuse("--l distinct:2 -o -", "two tables");
    refuse("--l distinct:2 --all-minimal -o out.csv", "full-domain");
    folder.write("out.sensitive.csv", "mine\n");
    refuse("--l distinct:2 -o out.csv", "out.sensitive.csv: exists already");
    folder.write("grouped.csv", "age,group,illness\n1,2,flu\n2,3,hiv\n");
    let words = "release grouped.csv --qi age --sensitive illness --l distinct:2 --recoding anatomy -o g.csv";
    folder.run(words).ends(2).says(&["second column 'group'"]);
    let words = "release grouped.csv --id group --qi age --sensitive illness --l distinct:2 --recoding anatomy --dry-run";
    folder.run(words).succeeds();
    let words = "release study.csv --qi age --sensitive illness,salary --l distinct:2 --recoding anatomy -o g.csv";
    folder.run(words).ends(2).says(&["one sensitive column"]);
}

#[test]
fn tables_of_anatomy_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    folder.run(&format!("{ANATOMY} --l distinct:2 -o out.csv")).succeeds();
    let check = "check out.csv --secrets bad.csv --qi age,sex,region --sensitive illness";
    let good = folder.text("out.sensitive.csv");
    let bad = |text: String, said: &str| {
        folder.write("bad.csv", text);
        folder.run(check).ends(2).says(&[said]);
    };
    bad(good.replacen(",1\n", ",2\n", 1), "group");
    bad(good.replacen(",1\n", ",0\n", 1), "count");
    bad(good.replacen(",1\n", ",one\n", 1), "count");
    let last = good.trim_end().rfind('\n').unwrap();
    bad(good[..=last].to_owned(), "group");
    bad(format!("{good}99,flu,1\n"), "99");
    let second = good.lines().nth(1).unwrap();
    bad(format!("{good}{second}\n"), "already");
}

#[test]
fn bad_nearness_is_refused() {
    let folder = Folder::new();
    folder.write("dated.csv", "age,seen,pay\n1,2024-01-01,5\n2,2024-02-01,6\n");
    let refuse = |words: &str, said: &str| {
        folder.run(&format!("release {words} --qi age -o out.csv")).ends(2).says(&[said]);
        assert!(!folder.has("out.csv"));
    };
    refuse("study.csv --sensitive illness --proximity illness=1,2", "numbers or dates");
    refuse("study.csv --sensitive illness --delta-l illness=1,2", "numbers or dates");
    refuse("dated.csv --sensitive seen --proximity seen=10%,2", "number of days");
    refuse("dated.csv --sensitive pay --proximity pay=-1,2", "negative");
    refuse("dated.csv --sensitive pay --proximity pay=NaN,2", "not a number");
    refuse("dated.csv --sensitive pay --proximity pay=1,0.5", "at least 1");
    refuse("dated.csv --sensitive pay --proximity pay=150%,2", "100%");
    refuse("dated.csv --sensitive pay --delta-l pay=5%,2", "distance");
    refuse("dated.csv --sensitive pay --delta-l pay=1,2 --delta-l-mode middle", "definition");
    refuse("dated.csv --sensitive pay --k 1 --delta-l-mode window", "--delta-l");
    refuse("dated.csv --sensitive pay --k 1 --deal", "--deal is for");
    refuse("dated.csv --sensitive seen --proximity pay=1,2", "no sensitive column");
    let judge = |words: &str, said: &str| {
        folder.run(&format!("check {words} --qi age")).ends(2).says(&[said])
    };
    judge("study.csv --sensitive illness --proximity illness=1,2", "illness");
    judge("dated.csv --sensitive seen --proximity seen=10%,2", "seen");
}

#[test]
fn missing_numbers_are_near_each_other() {
    let folder = Folder::new();
    folder.write("gaps.csv", "x,pay\n1,\n2,\n3,5\n4,90\n");
    let check = "check gaps.csv --qi x --sensitive pay --proximity pay=1,1 --json";
    let found = folder.run(check).succeeds().json();
    assert_eq!(found["proximity"]["pay"]["eps_m"], json!(1.0));
    let release = "--qi x --sensitive pay --proximity pay=1,2 --json --force -o out.csv";
    folder.run(&format!("release gaps.csv {release}")).succeeds();
    folder.run("check out.csv --qi x --sensitive pay --proximity pay=1,2").succeeds();
    // Nothing but missing numbers: all are alike, whatever they would be.
    folder.write("gaps.csv", "x,pay\n1,\n2,\n");
    folder.run(&format!("release gaps.csv {release}")).ends(1);
    folder.run("check gaps.csv --qi x --sensitive pay --proximity pay=1,2").ends(1);
}

#[test]
fn eps_of_zero_and_m_of_one_are_legal() {
    let folder = Folder::new();
    let words = "release study.csv --id name --qi age --sensitive salary --proximity salary=0,1 --delta-l salary=0,1 --json --dry-run";
    let report = folder.run(words).succeeds().json();
    assert_eq!(report["cost"]["loss"], json!(0.0));
    folder.write("dates.csv", "x,seen\n1,2024-02-28\n1,2024-03-01\n1,2024-06-01\n1,2024-06-03\n");
    let figure = |eps: &str| {
        let words =
            format!("check dates.csv --qi x --sensitive seen --proximity seen={eps},1 --json");
        folder.run(&words).succeeds().json()["proximity"]["seen"]["eps_m"].clone()
    };
    assert_eq!((figure("1"), figure("2")), (json!(4.0), json!(2.0)));
}

#[test]
fn where_dealing_spoils_another_secret_classes_are_left_as_they_are() {
    let folder = Folder::new();
    // Of x = 1, no grouping keeps pay apart and two illnesses in each group.
    folder.write(
        "both.csv",
        "x,pay,ill\n1,40,flu\n1,60,flu\n1,50,hiv\n1,80,flu\n2,200,hiv\n2,300,flu\n2,400,hiv\n\
         2,500,flu\n2,600,hiv\n2,700,flu\n",
    );
    let words = "release both.csv --qi x --sensitive pay,ill --deal --proximity pay=15,2 --force -o out.csv --json";
    let dealt = folder.run(&format!("{words} --l ill=distinct:1")).succeeds().json();
    assert_eq!(
        (&dealt["cost"]["loss"], &dealt["warnings"].as_array().unwrap().len()),
        (&json!(0.0), &1)
    );
    let whole = folder.run(&format!("{words} --l ill=distinct:2")).succeeds().json();
    assert_eq!((&whole["cost"]["loss"], &whole["verified"]), (&json!(1.0), &json!(true)));
    assert!(whole["warnings"][0].as_str().unwrap().contains("cannot be dealt"), "{whole}");
    let impossible = folder.run(&format!("{words} --l ill=distinct:3")).ends(1);
    assert!(!impossible.json()["nearest"].as_array().unwrap().is_empty());
    // The nearest demand can be met.
    folder.write("k.csv", "x,pay\n1,1\n2,1\n3,2\n4,2\n5,9\n6,9\n7,9\n8,5\n");
    let words = "release k.csv --qi x --sensitive pay --deal --k 4 --force -o out.csv --json";
    let report = folder.run(&format!("{words} --proximity pay=1,3")).ends(1).json();
    let near = &report["nearest"][1]["demanded"];
    let again = format!("{words} --proximity pay={},{}", near["eps"], near["m"]);
    folder.run(&again).succeeds();
}
