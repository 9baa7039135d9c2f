//! `incrowd hierarchy`: show, check, export, and use what was exported.

use serde_json::json;

use crate::support::{self, Folder, STUDY};

#[test]
fn a_hierarchy_is_shown_as_an_outline() {
    let folder = Folder::new();
    let run = folder.run("hierarchy region=region.csv study.csv").succeeds();
    let text = run.text();
    for part in ["region is text", "4 leaves", "levels 0 to 2", "cold", "warm", "north", "east"] {
        assert!(text.contains(part), "'{part}' is not in {run}");
    }
    let places: Vec<usize> = ["─ cold", "─ north", "─ west", "─ warm", "─ south", "─ east"]
        .map(|node| text.find(node).unwrap_or_else(|| panic!("{node} is not in {run}")))
        .into();
    assert!(places.is_sorted(), "siblings stand in the order of the file: {run}");
    let short = folder.run("hierarchy region=region.csv study.csv --lines 3").succeeds();
    assert!(short.text().lines().count() < text.lines().count(), "{short}");
}

#[test]
fn a_hierarchy_as_json() {
    let folder = Folder::new();
    // A leaf that the data lack is legal, and counts.
    folder.write("region.csv", format!("{}centre;warm;*\n", support::REGIONS));
    let run = folder.run("hierarchy region=region.csv study.csv --json").succeeds();
    let wanted = json!({
        "column": "region", "type": "text", "leaves": 5, "values_in_table": 4, "height": 2,
        "nodes": [5, 2, 1], "output": null, "table": "study.csv", "examples": ["north", "cold", "*"],
        "outline": [
            "*  (5 values)", "├─ cold  (2 values)", "│  ├─ north", "│  └─ west",
            "└─ warm  (3 values)", "   ├─ south", "   ├─ east", "   └─ centre",
        ],
    });
    assert_eq!(run.json(), wanted);
}

#[test]
fn short_chains_are_padded_below_the_top() {
    let folder = Folder::new();
    folder.write("region.csv", "north;cold;frost;*\nwest;cold;frost;*\nsouth;*\neast;warm;*\n");
    folder.run("hierarchy region=region.csv study.csv --export padded.csv -q").succeeds();
    let padded = "north;cold;frost;*\nwest;cold;frost;*\nsouth;south;south;*\neast;warm;warm;*\n";
    assert_eq!(folder.text("padded.csv"), padded);
}

/// What every builder makes can be written down and used as a file, with the same release.
#[test]
fn an_export_stands_for_its_builder() {
    for (column, spec, more) in [
        ("age", "intervals:5,10,20", ""),
        ("age", "bounds:30,40", ""),
        ("age", "auto", ""),
        ("salary", "auto", ""),
        ("age", "mask:2", "--type age=text"),
        ("region", "region.csv", ""),
        ("region", "tree:region.txt", ""),
        ("region", "auto", ""),
        ("illness", "flat", ""),
        ("born", "date:month,quarter,year,decade", ""),
        ("born", "auto", ""),
        ("note", "auto", "--null ?"),
        ("note", "intervals:2", "--null ?"),
    ] {
        let folder = Folder::new();
        folder.write("region.txt", "*\n  cold\n    north\n    west\n  warm\n    south\n    east\n");
        let notes = ["4", "", "?", "8", "5.5", "-3"];
        let row = |(place, row): (usize, &str)| match place {
            0 => format!("{row},born,note\n"),
            place => format!(
                "{row},19{}-0{}-1{},{}\n",
                40 + 3 * place,
                1 + place % 7,
                place % 9,
                notes[place % 6]
            ),
        };
        folder.write("study.csv", STUDY.lines().enumerate().map(row).collect::<String>());
        let words = format!("hierarchy {column}={spec} study.csv {more} --json");
        let shown = folder.run(&format!("{words} --export exported.csv")).succeeds().json();
        assert_eq!(shown["output"], "exported.csv");
        let again = folder.run(&words.replace(spec, "exported.csv")).succeeds().json();
        assert_eq!(
            (&again["nodes"], &again["height"]),
            (&shown["nodes"], &shown["height"]),
            "{spec}"
        );
        for level in 0..=shown["height"].as_u64().unwrap() {
            let release = |spec: &str| {
                let words = format!(
                    "release study.csv --qi {column} --k 1 --level {column}={level} {more} -q -o -"
                );
                let run = folder.run(&format!("{words} --hierarchy {column}={spec}")).succeeds();
                run.text().to_owned()
            };
            assert_eq!(release(spec), release("exported.csv"), "{column}={spec}, level {level}");
        }
    }
}

#[test]
fn an_export_replaces_nothing_without_force() {
    let folder = Folder::new();
    folder.write("h.csv", "older");
    let words = "hierarchy age=intervals:10 study.csv --export h.csv";
    folder.run(words).ends(2).says(&["h.csv", "exists already", "--force"]);
    assert_eq!(folder.text("h.csv"), "older");
    folder.run(&format!("{words} --force")).succeeds();
    assert!(folder.text("h.csv").starts_with("21;[20,30);*\n"), "{}", folder.text("h.csv"));
}

#[test]
fn an_export_is_a_file() {
    let folder = Folder::new();
    let run = folder.run("hierarchy age=intervals:10 study.csv --export -").ends(2);
    assert_eq!(run.says(&["--export -: name a file"]).text(), "");
}

#[test]
fn labels_with_delimiters_survive_the_export() {
    let folder = Folder::new();
    folder.write("t.csv", "x\n\"a;b\"\n\"say \"\"c\"\"\"\n\"d,e\"\n\"two\nlines\"\n");
    let words = "hierarchy x=flat t.csv --json";
    folder.run(&format!("{words} --export h.csv")).succeeds();
    let again = folder.run(&words.replace("flat", "h.csv")).succeeds().json();
    assert_eq!(again["nodes"], json!([4, 1]));
}
