//! `incrowd explain`, and the other pages that people read: help, version, completions.

use incrowd::pages::PageKind;

use crate::support::Folder;

/// The names of all pages of a kind: what one is called, and what a list of them is.
fn pages(folder: &Folder, one: &str, all: &str) -> Vec<String> {
    let list = folder.run("explain --json").succeeds().json();
    let name = |page: &serde_json::Value| page[one].as_str().unwrap().to_owned();
    list[all].as_array().unwrap().iter().map(name).collect()
}

#[test]
fn every_page_is_printed_with_the_outline_of_its_kind() {
    let folder = Folder::new();
    for kind in PageKind::ALL {
        let (one, all) = match kind {
            PageKind::Model => ("model", "models"),
            PageKind::Algorithm => ("algorithm", "algorithms"),
        };
        let names = pages(&folder, one, all);
        assert_eq!(names, kind.pages().iter().map(|page| page.names[0]).collect::<Vec<_>>());
        for name in &names {
            let run = folder.run(&format!("explain {name}")).succeeds();
            let places = kind.outline().iter().map(|heading| {
                let place = run.text().find(&format!("\n{heading}: "));
                place.unwrap_or_else(|| panic!("{heading} is not in {run}"))
            });
            assert!(places.is_sorted(), "{run}");
            assert!(!run.text().contains("[`"), "a link that leads nowhere: {run}");
            assert!(!run.text().contains("```"), "the fence of a block: {run}");
            let page = folder.run(&format!("explain {name} --json")).succeeds().json();
            assert_eq!(page[one], name.as_str());
            assert_eq!(page["names"][0], name.as_str());
            assert!(page["page"].as_str().unwrap().contains("**Promises**"));
        }
    }
}

/// Whatever can be asked for by `--algorithm` and `mask --method` has a page; so has each way to
/// recode.
#[test]
fn every_algorithm_leads_to_its_page() {
    let folder = Folder::new();
    let mut names = 0;
    for words in [
        "release study.csv --qi sex --k 2 -o out.csv --algorithm",
        "release study.csv --qi sex --k 2 -o out.csv --recoding",
        "mask study.csv --qi age --k 2 --beta 10% -o out.csv --method",
    ] {
        let run = folder.run(&format!("{words} nothing")).ends(2);
        let (_, list) = run.stderr.split_once(" is none of ").unwrap_or_else(|| panic!("{run}"));
        for name in list.trim().split(", ") {
            folder.run(&format!("explain {name}")).succeeds();
            names += 1;
        }
    }
    assert_eq!(names, 22 + 6 + 6);
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
fn the_list_tells_what_each_page_promises() {
    let folder = Folder::new();
    let run = folder.run("explain").succeeds();
    for page in PageKind::ALL.into_iter().flat_map(PageKind::pages) {
        let entry = format!("{}\n    {}\n", page.names[0], page.promise());
        assert!(run.text().contains(&entry), "{entry} is not in {run}");
    }
}

#[test]
fn an_unknown_name_is_an_error_that_suggests_the_right_one() {
    let folder = Folder::new();
    let run = folder.run("explain k-anonimity --json").ends(2);
    let run = run.says(&["'k-anonimity'", "did you mean 'k-anonymity'?", "t-closeness"]);
    assert_eq!(run.json()["error"]["value"], "k-anonimity");
    folder.run("explain mondrain").ends(2).says(&["did you mean 'mondrian'?", "optimal"]);
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
fn the_experiments_are_said_to_have_moved() {
    let folder = Folder::new();
    for words in ["repro", "repro 003 --quick -o results", "repro --json", "repro --help"] {
        let run = folder.run(words).ends(2).says(&["cargo run --release -p repro"]);
        assert_eq!(run.text().contains("error"), words.contains("--json"), "{run}");
    }
    assert!(!folder.run("--help").text().contains("repro"));
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
fn shells_complete_the_words_of_a_flag() {
    let script = Folder::new().run("completions bash").succeeds();
    for words in ["fast normal high", "members public", "mondrian", "hipaa-safe-harbor", "kmedian"]
    {
        assert!(script.text().contains(words), "{words}");
    }
}

#[test]
fn help_names_flags_and_not_options() {
    let folder = Folder::new();
    for command in ["release", "check", "attack", "scan", "mask", "verify"] {
        let run = folder.run(&format!("{command} --help")).succeeds();
        let help = run.text();
        for option in ["`presence`", "`recoding = ", "`key`", "`sample`", "`column`", "`plan`"] {
            assert!(!help.contains(option), "{command}: {option}");
        }
    }
    let help = folder.run("release --help").succeeds();
    assert!(help.text().contains("--recoding local"), "{help}");
    assert!(help.text().contains("rows of --public published by chance"), "{help}");
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

/// What people see first fits on a screen; the rest is a word away.
#[test]
fn the_short_help_fits_on_one_screen() {
    let folder = Folder::new();
    for command in ["release", "check", "attack", "scan", "mask"] {
        let short = folder.run(&format!("{command} -h")).succeeds();
        let lines = short.text().lines().count();
        assert!(lines <= 50, "{command} -h has {lines} lines");
        assert!(short.text().contains("--help lists all options"), "{command}");
        let whole = folder.run(&format!("{command} --help")).succeeds();
        assert!(whole.text().lines().count() > lines, "{command}");
    }
}
