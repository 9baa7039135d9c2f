//! `incrowd attack`: what someone learns who has the published table and the register.

use serde_json::{Value, json};

use crate::support::refusal::{Case, Says, check};
use crate::support::{Folder, Run};

/// Eight people in two regions; half of the north and a quarter of the rest are published.
const REGISTER: &str = "\
name,age,region
Ada,21,north
Ben,25,north
Cleo,33,north
Dan,38,north
Eve,41,south
Finn,46,south
Gus,52,west
Hana,59,west
";

const PUBLISHED: &str = "age,region,illness
\"[21,38]\",north,flu
\"[21,38]\",north,hiv
\"[41,59]\",{south|west},flu
";

fn folder(register: &str, published: &str) -> Folder {
    let folder = Folder::new();
    folder.write("register.csv", register);
    folder.write("published.csv", published);
    folder
}

fn attack(folder: &Folder, flags: &str) -> Run {
    folder.run(&format!("attack published.csv --public register.csv {flags}"))
}

/// What is found where only the column `x` is known.
fn found(register: &str, published: &str, flags: &str) -> Value {
    attack(&folder(register, published), &format!("--qi x --json {flags}")).succeeds().json()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_fields_of_the_interface() {
    let folder = folder(REGISTER, PUBLISHED);
    let found = attack(&folder, "--qi age,region --json").succeeds().json();
    let wanted = [
        "table",
        "public",
        "people",
        "published_rows",
        "overlapping",
        "presence",
        "certainly_in",
        "certainly_out",
        "unknown",
        "histogram",
    ];
    assert_eq!(keys(&found), wanted);
    assert_eq!((&found["people"], &found["published_rows"]), (&json!(8), &json!(3)));
    assert_eq!(found["overlapping"], false);
    assert_eq!(found["presence"], json!({"min": "1/4", "max": "1/2"}));
    assert_eq!((&found["certainly_in"], &found["certainly_out"]), (&json!(0), &json!(0)));
    let histogram = json!([
        {"from": "1/4", "to": "1/4", "people": 4},
        {"from": "1/2", "to": "1/2", "people": 4},
    ]);
    assert_eq!(found["histogram"], histogram);
}

/// The box of the members alone gives them away.
#[test]
fn a_box_around_members_only_is_caught() {
    let (register, published) = ("x\n1\n5\n9\n", "x\n5\n");
    let unknown = found(register, published, "--worst 3");
    assert_eq!(unknown["presence"], json!({"min": "1", "max": "1"}));
    assert_eq!((&unknown["certainly_out"], &unknown["unknown"]), (&json!(0), &json!(2)));
    assert_eq!(unknown["worst"][2]["presence"], "unknown");
    let found = found(register, published, "--worst 2 --members 1");
    assert_eq!(found["presence"], json!({"min": "0", "max": "1"}));
    assert_eq!((&found["certainly_in"], &found["certainly_out"]), (&json!(1), &json!(2)));
    assert_eq!(found["worst"][0]["line"], 3);
    assert_eq!(found["worst"][0]["values"], json!({"x": "5"}));
    assert_eq!(found["worst"][1]["class"], Value::Null);
    let folder = folder(register, published);
    let judged = attack(&folder, "--qi x --presence 0,1/2 --json").ends(1);
    let guarantee = &judged.json()["guarantees"][0];
    assert_eq!(guarantee["holds"], false);
    assert_eq!(guarantee["demanded"], json!({"min": "0", "max": "1/2"}));
    assert_eq!(guarantee["measured"], json!({"min": "0", "max": "1"}));
    judged.says(&["presence", "does not hold", "x=5"]);
    // The box of everyone in the class hides them.
    folder.write("published.csv", "x\n\"[1,9]\"\n");
    let judged = attack(&folder, "--qi x --presence 1/3,1/3 --json").succeeds().json();
    assert_eq!(judged["guarantees"][0]["holds"], true);
}

/// By hand. As sets: 20 of three out of six people, less 4 without anyone of b2. As assignments: 2
/// people for b2, then 5 and 4 for the stars.
#[test]
fn least_common_ancestors_are_caught() {
    let register = "x\na1\na2\nb1\nb1\nb2\nb2\n";
    let folder = folder(register, "x\n{a1|a2|b1}\n{a1|a2|b1}\nb2\n");
    folder.write("x.csv", "a1;a;*\na2;a;*\nb1;b;*\nb2;b;*\n");
    let flags = "--qi x --hierarchy x=x.csv --presence 1/2,1/2 --json";
    assert_eq!(attack(&folder, flags).succeeds().json()["overlapping"], false);
    folder.write("published.csv", "x\n*\n*\nb2\n");
    let run = attack(&folder, flags).ends(1);
    let found = run.json();
    assert_eq!(found["overlapping"], true);
    let presence = json!({
        "subset": {"min": "7/16", "max": "5/8"},
        "matching": {"min": "2/5", "max": "7/10"},
    });
    assert_eq!(found["presence"], presence);
    assert_eq!(keys(&found["histogram"]), ["subset", "matching"]);
    assert_eq!(found["guarantees"][0]["holds"], false);
}

#[test]
fn rows_that_are_missing_are_caught_where_absence_is_to_be_hidden() {
    let (register, published) = ("x\n1\n2\n3\n4\n5\n6\n", "x\n\"[1,4]\"\n");
    let hidden = found(register, published, "--presence 0,1/4 --members 1");
    assert_eq!(hidden["guarantees"][0]["holds"], true);
    assert_eq!((&hidden["certainly_in"], &hidden["certainly_out"]), (&json!(0), &json!(2)));
    let run = attack(&folder(register, published), "--qi x --presence 0.01,1/4").ends(1);
    let run = run.says(&["2 people", "line 6", "match no published class"]);
    assert!(run.text().contains("FAILS"), "{run}");
}

/// Adult's label 25-29 holds 30: the hierarchy says so, its text does not.
#[test]
fn labels_are_read_through_the_hierarchy() {
    let folder = folder("x\n25\n30\n40\n", "x\n25-29\n");
    folder.write("x.csv", "25;25-29;*\n30;25-29;*\n40;40-44;*\n");
    let found = attack(&folder, "--qi x --hierarchy x=x.csv --members 1 --json").succeeds().json();
    assert_eq!(found["presence"], json!({"min": "0", "max": "1/2"}));
    assert_eq!(found["certainly_out"], 1);
}

#[test]
fn intervals_are_cut_over_the_values_of_the_register() {
    let folder = folder("x\n11\n14\n19\n23\n", "x\n\"[10,20)\"\n\"[20,30)\"\n");
    let found = attack(&folder, "--qi x --hierarchy x=intervals:10 --json").succeeds().json();
    assert_eq!(found["presence"], json!({"min": "1/3", "max": "1"}));
}

#[test]
fn missing_values_are_values() {
    let register = "x\n1\n?\n?\n4\n";
    let published = "x\n\"{?|[1,4]}\"\n";
    let found = found(register, published, "--null ?");
    assert_eq!(found["presence"], json!({"min": "1/4", "max": "1/4"}));
}

#[test]
fn the_most_exposed_come_first() {
    let folder = folder(REGISTER, PUBLISHED);
    let found = attack(&folder, "--qi age,region --worst 5 --json").succeeds().json();
    let worst = found["worst"].as_array().unwrap();
    let lines: Vec<u64> = worst.iter().map(|person| person["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [2, 3, 4, 5, 6], "four of the north, then the first of the rest");
    assert_eq!(worst[0]["presence"], "1/2");
    assert_eq!(worst[4]["presence"], "1/4");
    assert_eq!(worst[4]["values"], json!({"age": "41", "region": "south"}));
    assert!(worst[4]["class"].as_str().unwrap().contains("{south|west}"));
}

/// Of two people one is published; odds of 3 to 1 and 1 to 1 beforehand make 3/4 and 1/4.
#[test]
fn beliefs_beforehand_are_weighed() {
    let register = "x,belief\n1,3/4\n2,1/2\n";
    let published = "x\n\"[1,2]\"\n";
    let found = found(register, published, "--prior belief --worst 1");
    assert_eq!(found["presence"], json!({"min": "1/4", "max": "3/4"}));
    assert_eq!(found["worst"][0]["line"], 2);
    let folder = folder(register, published);
    attack(&folder, "--qi x --prior belief --presence 1/4,3/4").succeeds();
    attack(&folder, "--qi x --prior belief --presence 1/4,0.7").ends(1);
    attack(&folder, "--qi x --presence 1/2,1/2").succeeds();
}

/// Everyone's presence in one reading, in the order of the register.
fn everyone(found: &Value, reading: &str) -> Value {
    let mut people = found["worst"].as_array().unwrap().clone();
    people.sort_by_key(|person| person["line"].as_u64());
    let presence = |person: &Value| match &person["presence"] {
        Value::String(one) => json!(one),
        both => both[reading].clone(),
    };
    people.iter().map(presence).collect()
}

/// One vector that overlaps and one that does not fit, as published sets of names, through files
/// and all; the judge is tested with every one.
#[test]
fn golden_presence_of_overlapping_tables() {
    let golden = include_str!("../../core/tests/golden/presence_overlap.json");
    let golden: Value = serde_json::from_str(golden).unwrap();
    let cases = golden["cases"].as_array().unwrap();
    let overlaps = |expected: &Value| expected["subset_model"] != expected["matching_model"];
    let fits = |expected: &Value| expected.get("error").is_none();
    let one =
        |what: &dyn Fn(&Value) -> bool| cases.iter().find(|case| what(&case["expected"])).unwrap();
    for case in [one(&|expected| fits(expected) && overlaps(expected)), one(&|case| !fits(case))] {
        let (input, expected) = (&case["input"], &case["expected"]);
        let people = input["n_P"].as_u64().unwrap();
        let set = |row: &Value| {
            let names = row.as_array().unwrap().iter().map(|person| format!("p{person}"));
            format!("{{{}}}\n", names.collect::<Vec<_>>().join("|"))
        };
        let rows = input["rows_of_Tstar_as_sets_of_matching_P"].as_array().unwrap();
        let published = format!("x\n{}", rows.iter().map(set).collect::<String>());
        let names: String = (0..people).map(|person| format!("p{person}\n")).collect();
        let register = format!("x\n{names}");
        if !fits(expected) {
            attack(&folder(&register, &published), "--qi x").ends(2).says(&["does not fit"]);
            continue;
        }
        let found = found(&register, &published, &format!("--worst {people}"));
        assert_eq!(everyone(&found, "subset"), expected["subset_model"], "{case}");
        assert_eq!(everyone(&found, "matching"), expected["matching_model"], "{case}");
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let folder = Folder::new();
    let rows = |ids: &mut dyn Iterator<Item = u64>| -> String {
        std::iter::once("x,y\n".to_owned())
            .chain(ids.map(|id| format!("{},{}\n", id * 7919 % 1000, id % 13)))
            .collect()
    };
    folder.write("register.csv", rows(&mut (0..60_000)));
    folder.write("published.csv", rows(&mut (0..60_000).filter(|id| id % 3 == 0)));
    let on = |threads: u32| {
        let flags = format!("--qi x,y --worst 20 --json --threads {threads}");
        attack(&folder, &flags).succeeds().stdout
    };
    assert_eq!(on(1), on(4));
}

#[test]
fn the_picture() {
    let folder = folder(REGISTER, PUBLISHED);
    let run = attack(&folder, "--qi age,region --worst 5 --presence 1/4,1/2").succeeds();
    let bar = "█".repeat(40);
    for part in [
        "3 rows about some of the 8 people of register.csv",
        "with a probability from 1/4 (25%) to 1/2 (50%).",
        "0 people are certainly in it, 0 are certainly not.",
        &format!("1/4 (25%)  {bar} 4"),
        &format!("1/2 (50%)  {bar} 4"),
        "the most exposed",
        "line  presence   age  region",
        "6     1/4 (25%)  41   south",
        "holds  (0.25,0.5)-presence",
    ] {
        assert!(run.text().contains(part), "'{part}' is not in {run}");
    }
    assert_eq!(run.stderr, "");
}

#[test]
fn the_picture_of_an_overlapping_table_explains_both_readings() {
    let folder = folder("x\n1\n2\n3\n", "x\n\"[1,2]\"\n\"[1,3]\"\n");
    let run = attack(&folder, "--qi x --worst 1").succeeds();
    for part in [
        "Some people match several published classes",
        "subset    with probability 2/3 (66.67%)",
        "every set of people that can have led to the table",
        "matching  with a probability from 1/2 (50%) to 3/4 (75%)",
        "every way of giving its rows to people",
        "presence, subset  people",
        "presence, matching  people",
        "2     3/4 (75%)",
    ] {
        assert!(run.text().contains(part), "'{part}' is not in {run}");
    }
}

type Files = &'static [(&'static str, &'static [u8])];

/// Tables that fit each other; a case's own files are written over them.
const FITTING: Files = &[("register.csv", b"x\n1\n2\n3\n"), ("published.csv", b"x\n\"[1,3]\"\n")];

const OVERLAPPING: &[u8] = b"x\n\"[1,2]\"\n\"[1,3]\"\n";
const BELIEFS: &[u8] = b"x,belief\n1,0.5\n2,1.5\n3,0.5\n";

/// Words that make no sense, and tables that do not fit: the files, the flags, and what is said.
#[test]
fn what_is_refused() {
    let cases: &[(&str, Files, &str, Says, Value)] = &[
        ("no columns", &[], "", &["--qi"], json!({})),
        (
            "a column that the published table lacks",
            &[("published.csv", b"y\n1\n")],
            "--qi x",
            &["published.csv", "no column 'x'", "--qi"],
            json!({"file": "published.csv", "column": "x"}),
        ),
        (
            "a column that the register lacks",
            &[("register.csv", b"y\n1\n")],
            "--qi x",
            &["register.csv", "no column 'x'", "--qi"],
            json!({"file": "register.csv", "column": "x"}),
        ),
        ("a column twice", &[], "--qi x,x", &["'x' twice"], json!({"column": "x"})),
        (
            "a hierarchy of another column",
            &[],
            "--qi x --hierarchy y=auto",
            &["'y' is no quasi-identifier"],
            json!({"column": "y"}),
        ),
        (
            "a hierarchy that lacks a value",
            &[("x.csv", b"1;*\n2;*\n")],
            "--qi x --hierarchy x=x.csv",
            &["x.csv", "3"],
            json!({"column": "x", "file": "x.csv", "value": "3"}),
        ),
        (
            "one delta",
            &[],
            "--qi x --presence 0.5",
            &["--presence 0.5", "two probabilities"],
            json!({"value": "0.5"}),
        ),
        (
            "deltas in the wrong order",
            &[],
            "--qi x --presence 0.5,0.1",
            &["--presence 0.5,0.1", "above the greatest"],
            json!({"value": "0.5,0.1"}),
        ),
        (
            "a delta above one",
            &[],
            "--qi x --presence 0,2",
            &["--presence 0,2", "above 1"],
            json!({"value": "0,2"}),
        ),
        (
            "beliefs that the register lacks",
            &[],
            "--qi x --prior belief",
            &["no column 'belief'", "--prior"],
            json!({"file": "register.csv", "column": "belief"}),
        ),
        (
            "a belief above one",
            &[("register.csv", BELIEFS)],
            "--qi x --prior belief",
            &["register.csv", "line 3", "belief"],
            json!({"file": "register.csv", "line": 3, "column": "belief", "value": "1.5"}),
        ),
        (
            "an empty table",
            &[("published.csv", b"x\n")],
            "--qi x",
            &["published.csv", "no rows"],
            json!({"file": "published.csv"}),
        ),
        (
            "groups whose secrets are not known",
            &[],
            "--qi x --group nosuch",
            &["--group nosuch", "--secrets"],
            json!({"column": "nosuch"}),
        ),
        (
            "a declared type of no column",
            &[],
            "--qi x --type y=integer",
            &["no column 'y'", "--type"],
            json!({"file": "register.csv", "column": "y"}),
        ),
    ];
    let case = |(what, files, flags, says, fields): &(&'static str, Files, &str, Says, Value)| {
        let command = format!("attack published.csv --public register.csv {flags}");
        let files = [FITTING, files].concat().leak();
        Case { what, files, command, says, fields: fields.clone() }
    };
    check(&cases.iter().map(case).collect::<Vec<_>>());
}

/// A published table that no members of this register can have led to.
#[test]
fn tables_that_do_not_fit() {
    let register = "x\n1\n2\n3\n";
    for (published, says) in [
        ("x\n\"[1,2]\"\n7\n", "x=7"),
        ("x\n1\n1\n", "x=1"),
        ("x\n\"[1,2]\"\n\"[1,2]\"\n1\n2\n", "4 rows"),
        ("x\nold\n", "x=old"),
    ] {
        let run = attack(&folder(register, published), "--qi x --json").ends(2);
        let run = run.says(&["published.csv, line ", "does not fit register.csv", says]);
        assert_eq!(run.json()["error"]["file"], "published.csv", "{run}");
        assert!(run.json()["error"]["line"].as_u64() >= Some(2), "{run}");
    }
}

#[test]
fn beliefs_and_overlapping_classes_do_not_go_together() {
    let folder = folder("x,belief\n1,0.5\n2,0.5\n3,0.5\n", "");
    folder.write("published.csv", OVERLAPPING);
    attack(&folder, "--qi x --prior belief").ends(2).says(&["several", "beliefs"]);
}

#[test]
fn standard_input_is_one_table() {
    let folder = folder("x\n1\n2\n3\n", "x\n\"[1,3]\"\n");
    folder.feed("attack - --public - --qi x", "x\n1\n").ends(2).says(&["standard input"]);
    let words = "attack - --public register.csv --qi x --json";
    let found = folder.feed(words, "x\n\"[1,3]\"\n").succeeds().json();
    assert_eq!(found["presence"], json!({"min": "1/3", "max": "1/3"}));
    folder.run("attack published.csv --qi x").ends(2).says(&["--public"]);
}

/// The city in the state of the same name: whoever knows the level reads the label right.
#[test]
fn a_label_of_several_levels_is_read_at_the_level_that_is_known() {
    let folder = folder("place\nNew York\nAlbany\nAlbany\n", "place\nNew York\n");
    folder.write("places.csv", "New York;New York;*\nAlbany;New York;*\nReno;Nevada;*\n");
    let words = "--qi place --hierarchy place=places.csv --json";
    let presence = |level: u8| {
        let run = attack(&folder, &format!("{words} --level place={level}")).succeeds();
        run.json()["presence"]["max"].clone()
    };
    assert_eq!((presence(0), presence(1)), ("1".into(), "1/3".into()));
    attack(&folder, &format!("{words} --level place=3")).ends(2).says(&["levels 0 to 2"]);
    attack(&folder, "--qi place --level place=1").ends(2).says(&["--hierarchy"]);
}
