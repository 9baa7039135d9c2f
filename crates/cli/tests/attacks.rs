//! Attacks from outside the counting: by someone who has the published file, the register, the
//! algorithm and all the time in the world.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value;

use crate::support::Folder;

fn column(name: &str, rows: impl IntoIterator<Item = u64>) -> String {
    rows.into_iter().fold(format!("{name}\n"), |mut text, row| {
        let _ = writeln!(text, "{row}");
        text
    })
}

fn warnings(told: &Value) -> String {
    told["warnings"].to_string()
}

#[test]
fn a_randomised_release_is_not_found_by_rerunning_it_on_every_table() {
    let folder = Folder::new();
    folder.write("people.csv", column("age", 20..36));
    folder.write("t.csv", column("age", [28, 32, 33, 34]));
    let words =
        "release --public people.csv --qi age --presence 0.1,0.5 --recoding randomised --force";
    let told = folder.run(&format!("{words} t.csv -o out.csv --json")).succeeds().json();
    assert!(warnings(&told).contains("second randomised release"), "{told}");
    assert!(!warnings(&told).contains("seed"), "{told}");
    let published = folder.text("out.csv");
    let rows: Vec<&str> = published.lines().skip(1).collect();
    assert_eq!(rows.len() as u64, told["rows"]["published"].as_u64().unwrap());
    // With a seed that follows from the table, one run on the right table gives the file; with
    // chance of its own, the right table gives as many files as any other.
    let again = |table: &str| {
        folder.run(&format!("{words} {table} -o again.csv")).succeeds();
        folder.text("again.csv")
    };
    let reruns: BTreeSet<String> = (0..6).map(|_| again("t.csv")).collect();
    assert!(reruns.len() >= 5, "{reruns:?}");
    assert!(!reruns.contains(&published));
}

#[test]
fn whoever_counts_learns_no_more_than_the_deltas_allow() {
    let folder = Folder::new();
    folder.write("people.csv", "x\na\nb\n");
    folder.write("t.csv", "x\na\n");
    let words = "release t.csv --public people.csv --qi x --presence 1/4,3/4 --recoding randomised";
    // Coins of 3/4 and 1/4 would publish a alone, and leave 9/10.
    for _ in 0..8 {
        let told = folder.run(&format!("{words} -o out.csv --force --json")).succeeds().json();
        let measured = &told["guarantees"][0]["measured"];
        assert_eq!(
            (measured["min"].as_str(), measured["max"].as_str()),
            (Some("1/2"), Some("1/2"))
        );
        assert_eq!(folder.text("out.csv").lines().count(), 3);
    }
}

#[test]
fn anatomy_is_not_found_by_rerunning_it_on_every_table() {
    let folder = Folder::new();
    let words = "release study.csv --id name --qi age --sensitive illness --l distinct:2 --recoding anatomy";
    let files: BTreeSet<String> = (0..6)
        .map(|_| {
            folder.run(&format!("{words} -o out.csv --force")).succeeds();
            folder.text("out.csv")
        })
        .collect();
    assert!(files.len() >= 5, "{files:?}");
    let told =
        folder.run(&format!("{words} -o out.csv --force --seed 42 --json")).succeeds().json();
    assert!(warnings(&told).contains("whoever knows or guesses the seed"), "{told}");
}

#[test]
fn shuffled_and_dealt_releases_differ_from_run_to_run() {
    let folder = Folder::new();
    for words in [
        "release study.csv --id name --qi age,sex --sensitive illness --k 2 --order shuffled",
        "release study.csv --id name --qi sex --sensitive salary --proximity salary=5000,2 --deal",
        "release study.csv --id name --qi sex --k 2 --recoding multidimensional --algorithm mondrian-relaxed \
         --order shuffled",
    ] {
        let run = |more: &str| {
            folder.run(&format!("{words} {more} -o out.csv --force")).succeeds();
            folder.text("out.csv")
        };
        let files: BTreeSet<String> = (0..6).map(|_| run("")).collect();
        assert!(files.len() > 1, "{words}: {files:?}");
        assert_eq!(run("--seed 7 --threads 1"), run("--seed 7 --threads 2"), "{words}");
    }
}

#[test]
fn a_sorted_table_is_told_from_one_that_is_not() {
    let folder = Folder::new();
    let sorted = column("age", (0..1000).map(|row| 20 + row / 20));
    folder.write("sorted.csv", sorted);
    folder.write("mixed.csv", column("age", (1..1009).map(|row| 20 + row * row * row % 1009 % 50)));
    let words =
        "--qi age --hierarchy age=intervals:10 --level age=1..1 --k 5 --force -o out.csv --json";
    let told = folder.run(&format!("release sorted.csv {words}")).succeeds().json();
    assert!(warnings(&told).contains("gives 'age' back"), "{told}");
    assert_eq!(told["ordered"][0]["column"], "age");
    for quiet in ["release mixed.csv", "release sorted.csv --order shuffled"] {
        let told = folder.run(&format!("{quiet} {words}")).succeeds().json();
        assert!(!warnings(&told).contains("gives 'age' back"), "{quiet}: {told}");
    }
}

#[test]
fn the_order_of_a_dropped_column_is_told_too() {
    let folder = Folder::new();
    let rows = (0..500).map(|row| format!("p{row:04},{}\n", row * row % 7));
    folder.write("t.csv", std::iter::once("name,sex\n".to_owned()).chain(rows).collect::<String>());
    let told =
        folder.run("release t.csv --id name --qi sex --k 2 -o out.csv --json").succeeds().json();
    assert_eq!(told["ordered"][0]["column"], "name", "{told}");
    let text = folder.run("release t.csv --id name --qi sex --k 2 -o out.csv --force").succeeds();
    assert!(text.text().contains("the order of 'name', which is dropped"), "{text}");
}

#[test]
fn dealing_says_what_it_promises_to_whom() {
    let folder = Folder::new();
    let salaries = [40, 40, 40, 40, 40, 50, 60, 60, 60, 60, 60, 1000];
    let rows = salaries.map(|salary| format!("a,{salary}\n")).concat();
    folder.write("t.csv", format!("x,salary\n{rows}"));
    let words =
        "release t.csv --qi x --sensitive salary --proximity salary=15,2 --deal -o out.csv --json";
    let told = folder.run(words).succeeds().json();
    let guarantee = &told["guarantees"][0];
    let against = guarantee["against"].as_str().unwrap();
    assert!(against.contains("knows a person's group, which nobody outside does"), "{against}");
    assert!(against.contains("window bound"), "{against}");
    // Six of twelve lie from 40 to 50, and six from 50 to 60.
    assert_eq!(guarantee["window"], 2.0);
    assert!(guarantee["measured"].as_f64().unwrap() >= 2.0);
}
