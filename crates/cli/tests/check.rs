//! `incrowd check`: what is measured, and when a demand fails, where.

use serde_json::{Value, json};

use crate::support::{self, Folder, STUDY};

/// Two classes, of three and of four rows.
const PUBLISHED: &str = "\
age,sex,illness,salary,ward
20s,F,flu,10,A
20s,F,flu,20,B
20s,F,hiv,30,A
30s,M,flu,10,B
30s,M,hiv,10,A
30s,M,none,20,B
30s,M,none,40,A
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("published.csv", PUBLISHED);
    folder
}

fn check(folder: &Folder, flags: &str) -> support::Run {
    folder.run(&format!("check published.csv --qi age,sex {flags}"))
}

#[track_caller]
fn close(found: &Value, wanted: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{found} is no number"));
    assert!((found - wanted).abs() < 1e-9, "{found} is not {wanted}");
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_fields_of_the_interface() {
    let found = check(&folder(), "--sensitive illness --json").succeeds().json();
    let wanted = [
        "table",
        "rows",
        "classes",
        "k",
        "unique_rows",
        "average_class",
        "sensitive",
        "disclosures",
        "proximity",
        "learned",
        "risk",
        "guarantees",
        "verdict",
        "risks",
    ];
    assert_eq!(keys(&found), wanted);
    let illness = keys(&found["sensitive"]["illness"]);
    for field in [
        "p",
        "distinct_l",
        "frequency_l",
        "entropy_l",
        "recursive_c",
        "alpha",
        "t",
        "t_ordered",
        "basic_beta",
        "enhanced_beta",
        "enhanced_beta_holds_for",
        "delta_disclosure",
        "delta_disclosure_strict",
    ] {
        assert!(illness.contains(&field), "{field} is not among {illness:?}");
    }
    assert_eq!(keys(&found["risk"]), ["prosecutor", "journalist", "marketer"]);
    assert_eq!(found["guarantees"], json!([]));
}

#[test]
fn classes_and_risks() {
    let found = check(&folder(), "--json").succeeds().json();
    assert_eq!((&found["rows"], &found["classes"], &found["k"]), (&json!(7), &json!(2), &json!(3)));
    assert_eq!((&found["unique_rows"], &found["sensitive"]), (&json!(0), &json!({})));
    close(&found["average_class"], 3.5);
    close(&found["risk"]["prosecutor"], 1.0 / 3.0);
    close(&found["risk"]["marketer"], 2.0 / 7.0);
    assert_eq!(found["risk"]["journalist"], Value::Null, "nobody knows the population");
}

/// By hand: 3/7 flu, 2/7 hiv and 2/7 none in the table; 2/3, 1/3 and 0 in the first class; 1/4, 1/4
/// and 1/2 in the second.
#[test]
fn measures_of_a_column_of_words() {
    let found = check(&folder(), "--sensitive illness --json").succeeds().json();
    let illness = &found["sensitive"]["illness"];
    assert_eq!((&illness["p"], &illness["distinct_l"]), (&json!(2), &json!(2)));
    close(&illness["frequency_l"], 3.0 / 2.0);
    close(&illness["entropy_l"], 3.0 / 2_f64.powf(2.0 / 3.0));
    close(&illness["recursive_c"]["2"], 2.0);
    assert_eq!(illness["recursive_c"]["3"], Value::Null, "the first class has only two values");
    close(&illness["alpha"], 2.0 / 3.0);
    close(&illness["t"], 2.0 / 7.0);
    assert_eq!(illness["t_ordered"], Value::Null, "words have no order");
    close(&illness["basic_beta"], 3.0 / 4.0);
    close(&illness["enhanced_beta"], 3.0 / 4.0);
    close(&illness["enhanced_beta_holds_for"], 3.0 / 4.0);
    close(&illness["delta_disclosure"], (7_f64 / 4.0).ln());
    assert_eq!(illness["delta_disclosure_strict"], Value::Null, "the first class lacks none");
}

/// By hand: the first class is two ranks from the table in 21sts, over three steps.
#[test]
fn measures_of_a_column_of_numbers() {
    let found = check(&folder(), "--sensitive salary,illness --json").succeeds().json();
    assert_eq!(
        keys(&found["sensitive"]),
        ["salary", "illness"],
        "in the order in which they were named"
    );
    close(&found["sensitive"]["salary"]["t_ordered"], 2.0 / 21.0);
    assert_eq!(found["sensitive"]["salary"]["distinct_l"], 3);
}

/// Each model with a demand that is just met and one that just is not; the worst class of the
/// latter.
#[test]
fn demands_are_judged_at_their_edges_and_the_worst_class_is_named() {
    let folder = folder();
    folder.write("h.csv", "flu;lung;*\nhiv;virus;*\nnone;none;*\n");
    let edges = [
        ("k-anonymity", "--k 3", "--k 4", "20s"),
        ("p-sensitivity", "--p 2", "--p 3", "20s"),
        ("distinct-l-diversity", "--l distinct:2", "--l distinct:3", "20s"),
        ("frequency-l-diversity", "--l frequency:3/2", "--l frequency:1.5001", "20s"),
        ("entropy-l-diversity", "--l entropy:1.8898", "--l entropy:1.8899", "20s"),
        ("recursive-cl-diversity", "--l recursive:2.0001,2", "--l recursive:2,2", "20s"),
        ("recursive-cl-diversity", "--l recursive-le:2,2", "--l recursive-le:1.9999,2", "20s"),
        ("alpha-k-anonymity", "--alpha-k 2/3", "--alpha-k 0.6666", "20s"),
        ("t-closeness", "--t 2/7", "--t 0.2857", "20s"),
        (
            "t-closeness",
            "--t 2/7:hierarchical --hierarchy illness=h.csv",
            "--t 0.2857:hierarchical --hierarchy illness=h.csv",
            "20s",
        ),
        ("beta-likeness", "--likeness basic:3/4", "--likeness basic:0.7499", "30s"),
        ("beta-likeness", "--likeness enhanced:3/4", "--likeness enhanced:0.7499", "30s"),
    ];
    for (model, met, unmet, class) in edges {
        let run = check(&folder, &format!("--sensitive illness --json {met}")).succeeds();
        for guarantee in run.json()["guarantees"].as_array().unwrap() {
            assert_eq!(guarantee["holds"], true, "{met}: {run}");
        }
        let run = check(&folder, &format!("--sensitive illness --json {unmet}")).ends(1);
        let found = run.json();
        let failed = found["guarantees"].as_array().unwrap().iter();
        let failed: Vec<&Value> = failed.filter(|guarantee| guarantee["holds"] == false).collect();
        let own =
            failed.iter().find(|guarantee| guarantee["model"].as_str().unwrap().ends_with(model));
        let own = own.unwrap_or_else(|| panic!("{model} did not fail: {run}"));
        let worst = own["worst"].as_str().unwrap_or_else(|| panic!("no class is named: {run}"));
        assert!(worst.contains(&format!("age={class}")), "{unmet}: {worst}");
        assert!(run.stderr.contains(worst), "{run}");
        assert!(!own["demanded"].is_null() && !own["measured"].is_null(), "{run}");
    }
}

#[test]
fn delta_disclosure_asks_for_every_value_in_every_class() {
    let folder = folder();
    let run = check(&folder, "--sensitive illness --disclosure 9 --json").ends(1);
    assert!(run.json()["guarantees"][0]["worst"].as_str().unwrap().contains("age=20s"), "{run}");
    folder.write("even.csv", "x,s\na,u\na,v\nb,u\nb,v\nb,v\n");
    // 2/5 and 3/5 in the table, 1/2 each and 1/3, 2/3 in the classes: ln(5/4) is the largest.
    let even = "check even.csv --qi x --sensitive s --json --disclosure";
    folder.run(&format!("{even} 0.2232")).succeeds();
    folder.run(&format!("{even} 0.2231")).ends(1);
}

#[test]
fn an_ordered_distance_is_measured_in_ranks() {
    let folder = folder();
    check(&folder, "--sensitive salary --t 2/21:ordered").succeeds();
    check(&folder, "--sensitive salary --t 0.0952:ordered").ends(1).says(&["salary", "20s"]);
}

#[test]
fn words_say_what_json_says() {
    let run = check(&folder(), "--sensitive illness --k 3 --l distinct:3").ends(1);
    for part in
        ["7 rows in 2 classes", "holds  3-anonymity", "FAILS  distinct 3-diversity of illness"]
    {
        assert!(run.text().contains(part), "'{part}' is not in {run}");
    }
    assert!(run.stderr.contains("age=20s, sex=F"), "{run}");
}

#[test]
fn several_demands_are_judged_each_for_itself() {
    let run = check(
        &folder(),
        "--sensitive illness,salary --k 4 --p 2 --l salary=distinct:3 --l illness=distinct:3 --json",
    );
    let found = run.ends(1).json();
    let guarantees = found["guarantees"].as_array().unwrap().iter();
    let holds: Vec<(Value, bool)> = guarantees
        .map(|guarantee| (guarantee["column"].clone(), guarantee["holds"] == true))
        .collect();
    let wanted = [
        (Value::Null, false),
        (json!("illness"), true),
        (json!("salary"), true),
        (json!("salary"), true),
        (json!("illness"), false),
    ];
    assert_eq!(holds, wanted);
}

#[test]
fn a_group_splits_classes() {
    let found = check(&folder(), "--group ward --json --k 3").ends(1).json();
    assert_eq!(
        (&found["classes"], &found["k"], &found["unique_rows"]),
        (&json!(4), &json!(1), &json!(1))
    );
}

#[test]
fn values_that_differ_in_text_differ() {
    let folder = Folder::new();
    folder.write("published.csv", "age,sex\n1,F\n1.0,F\n01,F\n,F\n ,F\n");
    let found = check(&folder, "--json").succeeds().json();
    assert_eq!((&found["classes"], &found["unique_rows"]), (&json!(5), &json!(5)));
    let found = check(&folder, "--json --trim").succeeds().json();
    assert_eq!((&found["classes"], &found["unique_rows"]), (&json!(4), &json!(3)));
}

#[test]
fn k_map_reads_labels_through_hierarchies() {
    let folder = Folder::new();
    folder.write("published.csv", "age,sex\n\"[20,30)\",F\n\"[40,50)\",M\n");
    folder.write("people.csv", STUDY);
    let words = "--k-map 2 --public people.csv --hierarchy age=intervals:10 --json";
    let found = check(&folder, words).succeeds().json();
    assert_eq!(found["guarantees"][0]["measured"], 2);
    close(&found["risk"]["journalist"], 0.5);
    check(&folder, &words.replace("--k-map 2", "--k-map 3")).ends(1).says(&["k-map", "[20,30)"]);
    // Without the hierarchy nobody is called [20,30).
    let found = check(&folder, "--k-map 2 --public people.csv --json").ends(1).json();
    assert_eq!(found["guarantees"][0]["measured"], 0);
}

/// Eight rows that are unique and two pairs.
fn sample() -> Folder {
    let folder = Folder::new();
    let mut rows = String::from("age,sex\n");
    for age in 20..28 {
        rows += &format!("{age},F\n");
    }
    folder.write("published.csv", &(rows + "40,M\n40,M\n50,M\n50,M\n"));
    folder
}

#[test]
fn the_size_of_the_population_is_enough_to_estimate_its_uniques() {
    let found = check(&sample(), "--population 24 --json").succeeds().json();
    let wanted = [
        "population",
        "sample_fraction",
        "zayatz",
        "snb",
        "pitman",
        "chosen",
        "estimate",
        "interval",
        "uncertain",
        "unique_rows",
    ];
    let uniqueness = &found["uniqueness"];
    assert_eq!(keys(uniqueness), wanted);
    assert_eq!((&uniqueness["population"], &found["guarantees"]), (&json!(24), &json!([])));
    close(&uniqueness["sample_fraction"], 0.5);
    // By hand: a class of one shows one row with probability 1/2, one of two with 12/23.
    let zayatz = 64.0 / (8.0 / 2.0 + 2.0 * 12.0 / 23.0);
    close(&uniqueness["zayatz"]["uniques"], zayatz);
    close(&uniqueness["zayatz"]["share"], zayatz / 24.0);
    assert_eq!(found["risk"]["journalist"], Value::Null, "an estimate is none of the worst case");
    let chosen = uniqueness["chosen"].as_str().unwrap();
    assert!(["snb", "zayatz"].contains(&chosen), "{chosen}");
    assert_eq!(uniqueness["estimate"], uniqueness[chosen]);
    let found = check(&sample(), "--population 120 --json").succeeds().json();
    assert_eq!(found["uniqueness"]["chosen"], "pitman");
}

#[test]
fn the_whole_population_has_the_uniques_that_it_has() {
    let found = check(&sample(), "--population 12 --json").succeeds().json();
    let uniqueness = &found["uniqueness"];
    close(&uniqueness["estimate"]["uniques"], 8.0);
    close(&uniqueness["unique_rows"], 8.0);
    let run = check(&sample(), "--population 11 --json").ends(2);
    let run = run.says(&["--population 11", "published.csv", "12 rows"]);
    assert_eq!(run.json()["error"]["value"], "11");
}

#[test]
fn a_group_is_nobody_s_knowledge_of_the_population() {
    let folder = folder();
    let found = check(&folder, "--group ward --population 700 --json").succeeds().json();
    assert_eq!(
        (&found["unique_rows"], &found["uniqueness"]["zayatz"]["uniques"]),
        (&json!(1), &json!(0.0))
    );
}

#[test]
fn bad_sizes_of_a_population() {
    let folder = sample();
    for size in ["0", "-3", "many", "1.5"] {
        check(&folder, &format!("--population={size}")).ends(2).says(&[
            "--population",
            size,
            "at least 1",
        ]);
    }
    check(&folder, "--population 99 --public published.csv").ends(2).says(&["--public", "known"]);
    // Beside a demand that needs it, it says both.
    let found = check(&folder, "--k-map 1 --population 99 --json").succeeds().json();
    assert_eq!(
        (&found["guarantees"][0]["model"], &found["uniqueness"]["population"]),
        (&json!("k-map"), &json!(99))
    );
}

#[test]
fn uniques_and_risks_in_words() {
    let run = check(&sample(), "--population 120").succeeds();
    for part in [
        "In a population of 120: about ",
        "are unique on these columns (Pitman; the rule of Dankar et al. for samples of up to 10%)",
        "of the 8 unique rows",
        "prosecutor 1 ",
        "knows that the person is in the table",
        "not known without the register (--public)",
    ] {
        assert!(run.text().contains(part), "'{part}' is not in {run}");
    }
    let folder = Folder::new();
    folder.write("published.csv", "age,sex\n1,F\n2,F\n");
    let run = check(&folder, "--population 100").succeeds();
    assert!(run.text().contains("about 100 people (100%) are unique"), "{run}");
    assert!(run.text().contains("(Zayatz, as Pitman has no solution; "), "{run}");
}

#[test]
fn standard_input_and_threads_change_nothing() {
    let folder = folder();
    let words = "check - --qi age,sex --sensitive illness,salary --k 3 --json";
    let mut wanted = check(&folder, "--sensitive illness,salary --k 3 --json").succeeds().json();
    wanted["table"] = json!("standard input");
    assert_eq!(folder.feed(words, PUBLISHED).succeeds().json(), wanted);
    for threads in [1, 4] {
        assert_eq!(
            folder.feed(&format!("{words} --threads {threads}"), PUBLISHED).succeeds().json(),
            wanted
        );
    }
}
