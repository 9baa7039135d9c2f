//! `incrowd mask`: what becomes of columns, and what is refused.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::refusal::{Case, check};
use crate::support::{Folder, cells, column, counts, people, timeless};

fn folder(rows: u64) -> Folder {
    let folder = Folder::new();
    folder.write("people.csv", people(rows));
    folder
}

#[test]
fn numbers_are_grouped_by_rank_and_everything_else_stays() {
    let folder = folder(1000);
    let words =
        "mask people.csv --qi age,salary --k 10 --beta 10% --publish centre -o out.csv --json";
    let found = folder.run(words).succeeds().json();
    let (before, after) = (folder.text("people.csv"), folder.text("out.csv"));
    for kept in ["sex", "city"] {
        assert_eq!(column(&before, kept), column(&after, kept));
    }
    for (place, name) in ["age", "salary"].into_iter().enumerate() {
        let about = &found["columns"][place];
        assert_eq!(about["name"], name);
        let (was, is) = (column(&before, name), column(&after, name));
        let shown = counts(&is);
        let budget = about["budget"].as_u64().unwrap();
        assert_eq!(about["distinct_before"], counts(&was).len());
        assert_eq!(about["distinct_after"], shown.len());
        assert!(shown.len() as u64 <= budget);
        let least = 1000 / budget;
        assert!(shown.values().all(|&rows| rows >= least), "{shown:?}");
        // Each group is a range of numbers and its label their lower median.
        let mut groups: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for (was, is) in was.iter().zip(&is) {
            groups.entry(is.parse().unwrap()).or_default().push(was.parse().unwrap());
        }
        let mut end = 0;
        for (label, mut members) in groups {
            members.sort_unstable();
            assert!(members[0] > end, "groups do not overlap");
            end = *members.last().unwrap();
            assert_eq!(label, members[(members.len() - 1) / 2]);
        }
    }
    let joint: Vec<String> = (column(&after, "age").into_iter().zip(column(&after, "salary")))
        .map(|(age, salary)| format!("{age} {salary}"))
        .collect();
    let joint = counts(&joint);
    assert_eq!(found["joint"]["classes"], joint.len());
    assert_eq!(found["joint"]["k"], *joint.values().min().unwrap());
    assert_eq!((&found["output"], &found["verified"]), (&json!("out.csv"), &json!(true)));
}

/// The squared error of what was published, by the definition.
fn error(before: &str, after: &str, name: &str) -> f64 {
    let read = |text: &str| -> Vec<f64> {
        column(text, name).iter().map(|cell| cell.parse().unwrap()).collect()
    };
    let (was, is) = (read(before), read(after));
    let mean = was.iter().sum::<f64>() / was.len() as f64;
    let moved: f64 = was.iter().zip(&is).map(|(x, y)| (y - x).powi(2)).sum();
    moved / was.iter().map(|x| (x - mean).powi(2)).sum::<f64>()
}

#[test]
fn every_method_groups_and_says_what_it_cost() {
    let folder = folder(600);
    let before = folder.text("people.csv");
    let mut errors = BTreeMap::new();
    for method in ["quantile", "sketch", "kmedian", "kcenter", "cellular", "sse"] {
        let words = format!(
            "mask people.csv --column salary={method}:12 --publish centre -o {method}.csv --id city --json"
        );
        let found = folder.run(&words).succeeds().json();
        let after = folder.text(&format!("{method}.csv"));
        let shown = column(&after, "salary");
        assert!(counts(&shown).values().all(|&rows| rows >= 50), "{method}: {shown:?}");
        let line = &found["columns"][0];
        let measured = line["error"].as_f64().unwrap();
        let wanted = error(&before, &after, "salary");
        assert!((measured - wanted).abs() < 1e-9, "{method}: {measured} {wanted}");
        assert_eq!(line["distinct_after"], counts(&shown).len());
        errors.insert(method, measured);
        assert_eq!(found["dropped"], json!(["city"]));
    }
    let best = errors["sse"];
    assert!(errors.values().all(|&error| best <= error), "{errors:?}");
}

#[test]
fn ranges_unless_a_centre_is_asked_for() {
    let folder = Folder::new();
    folder.write("t.csv", "x\n5\n1\n1.50\n\n7\n3\n");
    folder.run("mask t.csv --column x=quantile:2 -o out.csv").succeeds();
    // One of the two is for what is missing, and the other for everything else.
    assert_eq!(folder.text("out.csv"), "x\n*\n*\n*\n\"\"\n*\n*\n");
    folder.run("mask t.csv --column x=quantile:3 -o out.csv --force").succeeds();
    assert_eq!(
        folder.text("out.csv"),
        "x\n\"[5,7]\"\n\"[1,3]\"\n\"[1,3]\"\n\"\"\n\"[5,7]\"\n\"[1,3]\"\n"
    );
}

#[test]
fn ties_are_cut_if_that_is_asked_for() {
    let folder = Folder::new();
    folder.write("t.csv", "x,y\n1,a\n9,b\n2,c\n2,d\n2,e\n1,f\n");
    folder.run("mask t.csv --column x=quantile:2 --publish centre -o out.csv").succeeds();
    assert_eq!(column(&folder.text("out.csv"), "x"), ["*"; 6], "no two groups keep 2 together");
    let words = "mask t.csv --qi x --column x=quantile:2 --ties cut --publish centre -o out.csv --force --json";
    let found = folder.run(words).succeeds().json();
    assert_eq!(column(&folder.text("out.csv"), "x"), ["1", "2", "1", "2", "2", "1"]);
    assert_eq!((&found["joint"]["k"], &found["verified"]), (&json!(3), &json!(true)));
    // Several groups within one value are published as one.
    let rows: String =
        (0..60).map(|row| format!("{},a\n", if row < 50 { 5 } else { row })).collect();
    folder.write("heavy.csv", format!("x,y\n{rows}"));
    let words = "mask heavy.csv --qi x --column x=quantile:9 --ties cut -o out.csv --force --json";
    let found = folder.run(words).succeeds().json();
    let shown = column(&folder.text("out.csv"), "x");
    assert_eq!(found["columns"][0]["distinct_after"], counts(&shown).len());
    assert!(counts(&shown).values().all(|&rows| rows >= 7), "{shown:?}");
}

/// A group's centre that happens to be written like a missing value is not published as one.
#[test]
fn a_centre_that_reads_as_missing() {
    let folder = Folder::new();
    folder.write("t.csv", "x,y\n4,a\n6,a\n4,a\n6,a\n50,a\n60,a\n50,a\n60,a\n5,a\n");
    folder.run("mask t.csv --column x=sse:3 --null 5 --publish centre -o out.csv").succeeds();
    let shown = column(&folder.text("out.csv"), "x");
    assert_eq!(shown, ["4", "4", "4", "4", "55", "55", "55", "55", ""], "5 is no word");
    // What is said of it is of what is published: 4 rows of it are off by 0 or 2.
    let words = "mask t.csv --column x=sse:3 --null 5 --publish centre -o out.csv --force --json";
    let found = folder.run(words).succeeds().json();
    let spread = 2.0 * (26.0_f64 * 26.0 + 24.0 * 24.0 + 20.0 * 20.0 + 30.0 * 30.0);
    let moved = 2.0 * 4.0 + 4.0 * 25.0_f64;
    let error = found["columns"][0]["error"].as_f64().unwrap();
    assert!((error - moved / spread).abs() < 1e-9, "{error} {}", moved / spread);
}

#[test]
fn moments_are_told_apart_within_a_second() {
    let folder = Folder::new();
    let rows: String =
        (0..40).map(|row| format!("2024-03-01T10:00:00.{:03},a\n", 7 * row)).collect();
    folder.write("t.csv", format!("t,y\n{rows}"));
    for method in ["sse", "kcenter", "quantile"] {
        let words = format!("mask t.csv --qi t --column t={method}:10 -o {method}.csv --json");
        let found = folder.run(&words).succeeds().json();
        assert_eq!(found["columns"][0]["distinct_after"], 10, "{method}");
    }
}

/// Texts of one number are one number: what is published of them is counted together.
#[test]
fn a_number_written_in_several_ways() {
    let folder = Folder::new();
    folder.write("t.csv", "x,y\n0,a\n0,b\n1,c\n1.0,d\n1,e\n1.0,f\n3,g\n3,h\n");
    folder.run("mask t.csv --column x=sse:2 --ties cut --publish centre -o out.csv").succeeds();
    let shown = column(&folder.text("out.csv"), "x");
    assert!(counts(&shown).values().all(|&rows| rows == 4), "{shown:?}");
    let words =
        "mask t.csv --column x=quantile:3 --ties cut --publish centre -o out.csv --force --json";
    let found = folder.run(words).succeeds();
    assert_eq!(column(&folder.text("out.csv"), "x"), ["0", "0", "1", "1", "1", "1", "3", "3"]);
    let line = &found.json()["columns"][0];
    assert_eq!((&line["distinct_after"], &line["rank_difference"]), (&json!(3), &json!(0)));
    folder.run("mask t.csv --column x=quantile:4 -o out.csv --force").succeeds();
    assert_eq!(folder.text("out.csv"), folder.text("t.csv"), "four texts may stay");
    // Of 1,1,1,2,2,2,3,4,5 in three groups only 3 and 5 are moved, by a row each.
    folder.write("r.csv", "x,y\n1,a\n1,a\n1,a\n2,a\n2,a\n2,a\n3,a\n4,a\n5,a\n");
    let found =
        folder.run("mask r.csv --column x=quantile:3 -o r.out.csv --json").succeeds().json();
    assert_eq!(found["columns"][0]["rank_difference"], 2);
}

#[test]
fn dates_are_numbers_too() {
    let folder = Folder::new();
    folder.write("t.csv", "d\n2001-03-01\n2001-03-02\n2001-03-04\n2009-12-31\n");
    folder.run("mask t.csv --column d=quantile:2 --publish centre -o out.csv").succeeds();
    let shown = column(&folder.text("out.csv"), "d");
    assert_eq!(shown, ["2001-03-01", "2001-03-01", "2001-03-04", "2001-03-04"]);
    folder.write("m.csv", "d\n2001-03-01\n2001-03-02\n2001-03-06\n2009-12-31\n2009-12-31\n");
    folder.run("mask m.csv --column d=sse:2 --publish centre -o out.csv --force").succeeds();
    assert_eq!(column(&folder.text("out.csv"), "d")[0], "2001-03-03", "the mean day");
}

#[test]
fn cells_are_masked_one_by_one() {
    let folder = Folder::new();
    folder.write("key", "0123456789abcdef\n");
    folder.write(
        "t.csv",
        "id,age,pay,born,note,tag\n7,93,52500,1950-07-04,x,u\n8,17,,1999-01-02,y,v\n7,40,-1,,z,w\n",
    );
    let words = "mask t.csv --column id=pseudonym --key-file key --column age=range:18..89 \
                 --column pay=round:1000 --column born=bottom:1960-01-01 --column note=redact \
                 --column tag=constant:t -o out.csv";
    folder.run(words).succeeds();
    let shown = cells(&folder.text("out.csv"));
    assert_eq!(shown[1][1..], [">89", "53000", "<1960-01-01", "*", "t"]);
    assert_eq!(shown[2][1..], ["<18", "", "1999-01-02", "*", "t"]);
    assert_eq!(shown[3][1..], ["40", "0", "", "*", "t"]);
    assert_eq!(shown[1][0], shown[3][0], "one person, one pseudonym");
    assert_ne!(shown[1][0], shown[2][0]);
    assert_eq!(shown[1][0].len(), 32);
    // The final line feed is no part of the key.
    folder.write("key", "0123456789abcdef");
    folder.run(&format!("{words} --force")).succeeds();
    assert_eq!(cells(&folder.text("out.csv")), shown);
}

/// More numbers than are held: they stream by, and come out as the sorted rows say.
#[test]
fn a_column_of_many_numbers_streams() {
    const ROWS: u64 = 300_000;
    let folder = Folder::new();
    let mut text = "n,s,z\n".to_owned();
    for row in 0..ROWS {
        // All different, in no order, every thousandth missing, and many zeros in z.
        let number = row * 7_919 % 299_993 * 4 + row % 3;
        let n = if row % 1000 == 7 { String::new() } else { format!("{number}") };
        let z = if row % 3 == 0 { 0 } else { number };
        text += &format!("{n},{number}.25,{z}\n");
    }
    folder.write("t.csv", &text);
    let words = "mask t.csv --column n=quantile:8 --column s=sketch:7 --column z=quantile:5 --publish centre --seed 1 -o out.csv --json";
    let found = folder.run(&format!("{words} --threads 2")).succeeds().json();
    let shown = folder.text("out.csv");
    folder.run(&format!("{words} --threads 1 --force")).succeeds();
    assert_eq!(folder.text("out.csv"), shown, "on any number of threads");
    for (place, (name, groups)) in [("n", 7), ("s", 7), ("z", 5)].into_iter().enumerate() {
        let (was, is) = (column(&text, name), column(&shown, name));
        let mut by_label: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for (was, is) in was.iter().zip(&is) {
            assert_eq!(was.is_empty(), is.is_empty());
            if !was.is_empty() {
                by_label.entry(is.clone()).or_default().push(was.parse().unwrap());
            }
        }
        let rows: usize = by_label.values().map(Vec::len).sum();
        let least = rows / groups;
        let mut ranges = Vec::new();
        for (label, members) in &mut by_label {
            assert!(members.len() >= least, "{name} {label}: {} of {least}", members.len());
            members.sort_unstable_by(f64::total_cmp);
            let centre: f64 = label.parse().unwrap();
            assert!(members.binary_search_by(|x| x.total_cmp(&centre)).is_ok(), "a member");
            if name != "s" {
                assert_eq!(centre, members[(members.len() - 1) / 2], "{name}: the lower median");
            }
            ranges.push((members[0], *members.last().unwrap()));
        }
        ranges.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0), "{ranges:?}");
        let measured = found["columns"][place]["error"].as_f64().unwrap();
        assert!(measured > 0.0 && measured < 0.2, "{found}");
    }
    let wanted = error(&text, &shown, "s");
    assert!((found["columns"][1]["error"].as_f64().unwrap() - wanted).abs() < 1e-9);
}

/// What is kept of so many numbers is counted by estimate before, and exactly after.
#[test]
fn a_kept_column_of_many_numbers() {
    let folder = Folder::new();
    let mut text = "n,b\n".to_owned();
    for row in 0..300_000 {
        text += &format!("{row}.5,{}\n", row % 7);
    }
    folder.write("t.csv", text);
    let words = "mask t.csv --qi n,b --column n=keep --k 2 --beta 10% --universe 9000000000 -o out.csv --json";
    let found = folder.run(words).succeeds().json();
    assert_eq!((&found["verified"], &found["joint"]["k"]), (&json!(true), &json!(1)));
    assert_eq!(found["columns"][0]["distinct_after"], 300_000);
}

/// A text among so many numbers makes a column of texts, wherever it stands.
#[test]
fn one_text_among_many_numbers() {
    let folder = Folder::new();
    let mut text = "n\n".to_owned();
    for row in 0..280_000 {
        text += &format!("{row}\n");
    }
    folder.write("t.csv", text + "what\n");
    let words = "mask t.csv --column n=quantile:8 -o out.csv --threads 2 --json";
    let run = folder.run(words).ends(2).says(&["line 280002", "'what' is no number"]);
    assert_eq!(run.json()["error"]["value"], "what");
    assert!(!folder.has("out.csv"));
}

#[test]
fn the_same_on_any_number_of_threads() {
    let folder = folder(20_000);
    let words =
        "mask people.csv --qi age,sex,city,salary --k 50 --beta 10% --weight age=3 --json --force";
    let one = folder.run(&format!("{words} -o one.csv --threads 1")).succeeds().json();
    let four = folder.run(&format!("{words} -o four.csv --threads 4")).succeeds().json();
    assert_eq!(folder.text("one.csv"), folder.text("four.csv"));
    let (mut one, mut four) = (timeless(one), timeless(four));
    one["output"] = Value::Null;
    four["output"] = Value::Null;
    assert_eq!(one, four);
}

#[test]
fn standard_output_has_the_table_and_nothing_else() {
    let folder = folder(50);
    let words = "mask people.csv --column salary=quantile:5 --id city -o";
    folder.run(&format!("{words} out.csv")).succeeds();
    let run = folder.run(&format!("{words} -")).succeeds();
    assert_eq!(run.text(), folder.text("out.csv"));
    folder.run(&format!("{words} - --json")).ends(2).says(&["standard output"]);
}

#[test]
fn what_is_refused() {
    const T: &[(&str, &[u8])] = &[("t.csv", b"age,zip,born\n30,02138,1950-01-01\n40,2139,soon\n")];
    let case = |what, words: &str, says, fields| Case {
        what,
        files: T,
        command: format!("mask t.csv {words}"),
        says,
        fields,
    };
    check(&[
        case("nothing to do", "", &["nothing to mask"], json!({})),
        case("no beta", "--qi age --k 1", &["--beta"], json!({})),
        case("beta of nothing", "--qi age --k 1 --beta 0", &["above 0"], json!({ "value": "0" })),
        case("an idle seed", "--qi age --k 1 --beta 1% --seed 2", &["--seed", "sketch"], json!({})),
        case("beta alone", "--qi age --beta 1%", &["without --k"], json!({})),
        case("no crowd", "--qi age", &["how coarse is 'age'"], json!({ "column": "age" })),
        case(
            "an unknown column",
            "--qi aeg --k 1 --beta 1%",
            &["no column 'aeg'", "did you mean 'age'"],
            json!({ "file": "t.csv", "column": "aeg" }),
        ),
        case(
            "an unknown action",
            "--column age=squash",
            &["--column age=squash", "none of keep"],
            json!({ "column": "age", "value": "squash" }),
        ),
        case(
            "an action with too much",
            "--column age=keep:3",
            &["takes no ':3'"],
            json!({ "column": "age", "value": "keep:3" }),
        ),
        case(
            "limits the wrong way round",
            "--column age=range:9..3",
            &["'9' is above '3'"],
            json!({ "column": "age", "value": "range:9..3" }),
        ),
        case(
            "no number of values",
            "--column age=quantile",
            &["no quasi-identifier", "quantile:20"],
            json!({ "column": "age" }),
        ),
        case("no key", "--column age=pseudonym", &["--key-file"], json!({ "column": "age" })),
        case(
            "text for numbers",
            "--column born=quantile:2",
            &["line 3", "groups numbers or dates", "'soon'"],
            json!({ "file": "t.csv", "line": 3, "column": "born", "value": "soon" }),
        ),
        case(
            "a zip that lost its zero",
            "--column zip=zip3",
            &["line 3", "leading zero"],
            json!({ "file": "t.csv", "line": 3, "column": "zip", "value": "2139" }),
        ),
        case(
            "no date",
            "--column born=year",
            &["line 3", "'soon' is no date"],
            json!({ "file": "t.csv", "line": 3, "column": "born", "value": "soon" }),
        ),
        case(
            "births without a day of reference",
            "--column born=birth-year",
            &["--reference-date"],
            json!({ "column": "born" }),
        ),
        case(
            "a strange day of reference",
            "--column born=birth-year --reference-date today",
            &["2024-12-31"],
            json!({ "value": "today" }),
        ),
        case(
            "a universe smaller than the table",
            "--qi age --k 1 --beta 1% --universe 1",
            &["the table alone has 2 rows"],
            json!({ "value": "1" }),
        ),
        case(
            "a weight of no quasi-identifier",
            "--qi age --k 1 --beta 1% --weight zip=2",
            &["'zip' is no quasi-identifier"],
            json!({ "column": "zip" }),
        ),
        case(
            "a level that is not there",
            "--column zip=level:9",
            &["levels 0 to"],
            json!({ "column": "zip", "value": "9" }),
        ),
        case(
            "an unknown preset",
            "--preset gdpr",
            &["hipaa-safe-harbor"],
            json!({ "value": "gdpr" }),
        ),
        case(
            "a day of reference for nothing",
            "--column age=keep --reference-date 2024-12-31",
            &["--reference-date is for"],
            json!({}),
        ),
        case(
            "ranges of nothing",
            "--column age=keep --publish range",
            &["--publish is about"],
            json!({}),
        ),
        case(
            "an unknown way to publish",
            "--column age=quantile:2 --publish mean",
            &["range", "centre"],
            json!({ "value": "mean" }),
        ),
        case(
            "a column with two roles",
            "--qi age --id age --k 1 --beta 1%",
            &["it has one role"],
            json!({ "column": "age" }),
        ),
        case("nothing left", "--id age,zip,born", &["nothing is left"], json!({ "file": "t.csv" })),
        case(
            "plan and output",
            "--qi age --plan --k 1 --beta 1%",
            &["--plan publishes nothing"],
            json!({}),
        ),
        case(
            "a kind of no column",
            "--column age=keep --type agee=text",
            &["no column 'agee'"],
            json!({ "file": "t.csv", "column": "agee" }),
        ),
        case(
            "a domain of categories",
            "--qi zip --domain zip=9 --k 1 --beta 1%",
            &["the values of its hierarchy"],
            json!({ "column": "zip" }),
        ),
    ]);
}
