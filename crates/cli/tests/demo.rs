//! `incrowd demo`: a newcomer's one screen, and tables that keep what it says.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use support::Folder;

#[test]
fn the_demo_fits_on_a_screen_and_leaves_nothing_but_a_report() {
    let folder = Folder::new();
    let before = folder.snapshot();
    let run = folder.run_leaving("demo", "report.html").succeeds();
    assert!(run.text().lines().count() <= 40, "{run}");
    assert!(run.text().lines().all(|line| line.chars().count() <= 120), "{run}");
    for part in ["50000 people", "Before", "Demanded", "After", "Judged", "holds"] {
        assert!(run.text().contains(part), "'{part}' is not in {run}");
    }
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn the_tables_of_the_demo_can_be_checked_by_anyone() {
    let folder = Folder::new();
    folder.run("demo -o kept -q --json").succeeds().json();
    let names = ["jobs.txt", "register.csv", "release.csv", "study.csv"];
    for name in names {
        assert!(folder.has(&format!("kept/{name}")), "{name} is not kept");
    }
    let check = "check kept/release.csv --qi age,sex,zip,job --sensitive illness --k 5 --l distinct:3 --json";
    let found = folder.run(check).succeeds().json();
    assert!(found["rows"].as_u64() > Some(2000), "{found:#}");
    let raw = check.replace("release.csv", "study.csv");
    assert_eq!(folder.run(&raw).ends(1).json()["k"], 1);
}

#[test]
fn a_seed_makes_a_town() {
    let folder = Folder::new();
    for (seed, place) in [("7", "one"), ("7", "two"), ("8", "three")] {
        folder.run(&format!("demo --seed {seed} -o {place} -q")).succeeds();
    }
    let release = |place: &str| folder.bytes(&format!("{place}/release.csv"));
    assert!(release("one") == release("two") && release("one") != release("three"));
}

#[test]
fn an_earlier_demo_is_kept_unless_forced() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("kept")).unwrap();
    folder.write("kept/study.csv", "mine");
    folder.run("demo -o kept -q").ends(2).says(&["kept/study.csv", "--force"]);
    assert_eq!(folder.text("kept/study.csv"), "mine");
    assert!(!folder.has("kept/release.csv"), "all of it or nothing");
    folder.run("demo -o kept -q --force").succeeds();
    assert_ne!(folder.text("kept/study.csv"), "mine");
}
