//! `incrowd explain`, and the other pages that people read: help, version, completions.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use support::Folder;

fn models(folder: &Folder) -> Vec<String> {
    let list = folder.run("explain --json").succeeds().json();
    let name = |model: &serde_json::Value| model["model"].as_str().unwrap().to_owned();
    list["models"].as_array().unwrap().iter().map(name).collect()
}

#[test]
fn every_model_has_a_page_with_the_outline_of_the_house() {
    let folder = Folder::new();
    let models = models(&folder);
    assert_eq!(models.len(), 26, "{models:?}");
    for model in &models {
        let run = folder.run(&format!("explain {model}")).succeeds();
        let places = ["Promises", "Against", "Defined", "Deviations", "Cost"].map(|heading| {
            let place = run.text().find(&format!("\n{heading}"));
            place.unwrap_or_else(|| panic!("{heading} is not in {run}"))
        });
        assert!(places.is_sorted(), "{run}");
        assert!(!run.text().contains("[`"), "a link that leads nowhere: {run}");
        let page = folder.run(&format!("explain {model} --json")).succeeds().json();
        assert_eq!(page["model"], model.as_str());
        assert!(page["page"].as_str().unwrap().contains("Promises"));
    }
}

/// A user who has a flag, or a report, in hand finds the page by the name that stands there.
#[test]
fn flags_and_reports_lead_to_pages() {
    let folder = Folder::new();
    for flag in [
        "k",
        "p",
        "l",
        "alpha-k",
        "t",
        "likeness",
        "disclosure",
        "k-map",
        "presence",
        "personal-presence",
        "joint-presence",
        "prior",
        "weak-k",
        "membership",
    ] {
        folder.run(&format!("explain {flag}")).succeeds();
    }
    for form in ["distinct", "frequency", "entropy", "recursive", "recursive-le"] {
        folder.run(&format!("explain {form}")).succeeds();
    }
    let words = "check study.csv --qi sex --sensitive illness --k 1 --k-map 1 --population 99 --p 1 --l distinct:1 \
                 --l frequency:1 --l entropy:1 --l recursive:99,1 --l recursive-le:99,1 --alpha-k 1 --t 1 \
                 --likeness basic:9 --likeness enhanced:9 --disclosure 9 --json";
    let found = folder.run(words).json();
    let guarantees = found["guarantees"].as_array().unwrap();
    assert_eq!(guarantees.len(), 13, "{found:#}");
    for guarantee in guarantees {
        folder.run(&format!("explain {}", guarantee["model"].as_str().unwrap())).succeeds();
    }
}

#[test]
fn the_list_tells_what_each_model_promises() {
    let folder = Folder::new();
    let run = folder.run("explain").succeeds();
    for model in models(&folder) {
        assert!(run.text().contains(&model), "{model} is not in {run}");
    }
}

#[test]
fn an_unknown_model_is_an_error_that_suggests_the_right_one() {
    let folder = Folder::new();
    let run = folder.run("explain k-anonimity --json").ends(2);
    let run = run.says(&["'k-anonimity'", "did you mean 'k-anonymity'?", "t-closeness"]);
    assert_eq!(run.json()["error"]["value"], "k-anonimity");
}

#[test]
fn help_has_examples_and_every_command_has_help() {
    let folder = Folder::new();
    let help = folder.run("--help").succeeds();
    for command in ["release", "check", "hierarchy", "demo", "explain", "completions"] {
        assert!(help.text().contains(command), "{help}");
        let own = folder.run(&format!("{command} --help")).succeeds();
        assert!(own.text().contains("Usage: incrowd"), "{own}");
    }
    for command in ["release", "check", "hierarchy"] {
        let own = folder.run(&format!("{command} --help")).succeeds();
        assert!(own.text().contains("Examples:"), "{own}");
    }
    let version = folder.run("--version").succeeds();
    assert_eq!(version.text(), format!("incrowd {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_for_every_shell() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = folder.run(&format!("completions {shell}")).succeeds();
        assert!(run.text().contains("keep-suppressed"), "{shell}: {run}");
    }
    folder.run("completions dish").ends(2).says(&["dish"]);
}

#[test]
fn no_colours_where_there_is_no_terminal() {
    let folder = Folder::new();
    for words in [
        "explain k-anonymity",
        "check study.csv --qi sex --k 99",
        "hierarchy age=auto study.csv",
        "--help",
    ] {
        let run = folder.run(words);
        assert!(!run.text().contains('\u{1b}') && !run.stderr.contains('\u{1b}'), "{run}");
    }
}
