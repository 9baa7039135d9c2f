//! `incrowd demo`: a newcomer's one screen, and tables that keep what it says.

use crate::support::Folder;

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

#[test]
fn a_story_makes_its_tables_and_no_more() {
    let folder = Folder::new();
    folder.run("demo study -o study.csv").ends(2).says(&["study.csv: is a file; name a folder"]);
    let stories = [
        ("study", vec!["everyone.csv", "jobs.txt", "register.csv", "study.csv"]),
        ("salaries", vec!["departments.txt", "salaries.csv"]),
        ("hospital", vec!["visits.csv"]),
        ("received", vec!["jobs.txt", "original.csv", "received.csv", "register.csv"]),
    ];
    for (story, files) in stories {
        let run = folder.run(&format!("demo {story} -o {story}")).succeeds();
        let mut found: Vec<String> = std::fs::read_dir(folder.path(story))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        assert_eq!(found, files);
        for file in files {
            assert!(run.text().contains(file), "{file} is not named: {run}");
        }
        let page = format!("docs/tutorials/{story}.md");
        assert!(run.text().contains(&page), "{run}");
        let told = folder.run(&format!("demo {story} -o {story} --force --json")).succeeds().json();
        assert_eq!(told["page"], page);
    }
}

#[test]
fn a_story_is_found_by_its_name_and_its_seed() {
    let folder = Folder::new();
    folder.run("demo salarie -o here").ends(2).says(&["'salarie'", "salaries", "hospital"]);
    folder.run("demo salaries").ends(2).says(&["incrowd demo salaries -o DIR"]);
    for (seed, place) in [("7", "one"), ("7", "two"), ("8", "three")] {
        folder.run(&format!("demo received --seed {seed} -o {place}")).succeeds();
    }
    let table = |place: &str| folder.text(&format!("{place}/received.csv"));
    assert!(table("one") == table("two") && table("one") != table("three"));
    folder.run("demo received -o one").ends(2).says(&["one/received.csv", "--force"]);
}

/// What the tutorial finds in the table must be there for every seed: the claim is true by the
/// letter, a class has one illness, and some people are certainly in the table.
#[test]
fn the_received_table_is_as_bad_as_it_should_be() {
    let folder = Folder::new();
    for seed in [1, 7] {
        folder.run(&format!("demo received --seed {seed} -o . --force")).succeeds();
        let words = "check received.csv --qi age,sex,zip --sensitive illness --k 5 --json";
        let found = folder.run(words).succeeds().json();
        assert_eq!(found["sensitive"]["illness"]["p"], 1, "{found:#}");
        let attack = "attack received.csv --public register.csv --qi age,sex,zip \
                      --hierarchy zip=mask:5 --json";
        let found = folder.run(attack).succeeds().json();
        assert_eq!(found["overlapping"], true);
        assert!(found["certainly_in"].as_u64() > Some(50), "{found:#}");
    }
}
