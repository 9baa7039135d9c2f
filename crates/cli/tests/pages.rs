//! The manual's pages about models and algorithms are the head comments of their files, and the
//! commands on them run.
//!
//! `INCROWD_MANUAL=update cargo test -p incrowd-cli --test it pages::` writes the pages anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use incrowd::core::pages::{Kind, Page, find};

use crate::support::{Dice, Folder};

const BEGIN: &str = "<!-- pages: begin -->\n";
const END: &str = "<!-- pages: end -->";

/// What to do where the manual differs.
const HINT: &str = "run INCROWD_MANUAL=update cargo test -p incrowd-cli --test it pages::";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn folder(kind: Kind) -> &'static str {
    match kind {
        Kind::Model => "models",
        Kind::Algorithm => "algorithms",
    }
}

/// Where the page stands in the manual.
fn place(kind: Kind, page: &Page) -> String {
    format!("{}/{}.md", folder(kind), page.names[0])
}

fn title(page: &Page) -> String {
    page.text().lines().next().unwrap().trim_start_matches("# ").to_owned()
}

/// The page as it stands in the manual: names of other pages lead to them.
fn markdown(page: &Page) -> String {
    let text = page.text();
    let mut written = String::from("<!-- Made from the head of its source file. -->\n");
    if text.contains("```console") {
        written.push_str("<!-- run: incrowd demo -o . -->\n");
    }
    // Every second part is a block.
    let part = |(at, part): (usize, &str)| {
        if at % 2 == 1 { part.to_owned() } else { linked(part, page) }
    };
    let parts: Vec<String> = text.split("```").enumerate().map(part).collect();
    let _ = writeln!(written, "{}", parts.join("```"));
    let names: Vec<String> = page.names.iter().map(|name| format!("`{name}`")).collect();
    let _ = writeln!(written, "\nIn a terminal: `incrowd explain NAME`, with {}.", one_of(&names));
    written
}

/// "a", "a or b", "a, b or c".
fn one_of(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The text with links from names in backticks to the pages that have them, but for its own.
fn linked(text: &str, own: &Page) -> String {
    let linked = |(at, part): (usize, &str)| match find(part) {
        Some((kind, page)) if at % 2 == 1 && page.names != own.names => {
            format!("[`{part}`](../{})", place(kind, page))
        }
        _ if at % 2 == 1 => format!("`{part}`"),
        _ => part.to_owned(),
    };
    text.split('`').enumerate().map(linked).collect()
}

/// What the manual's table of contents says of the pages.
fn contents() -> String {
    let mut text = String::new();
    for kind in Kind::ALL {
        let name = if kind == Kind::Model { "Models" } else { "Algorithms" };
        let _ = writeln!(text, "\n# {name}\n");
        for page in kind.pages() {
            let _ = writeln!(text, "- [{}]({})", title(page), place(kind, page));
        }
    }
    text.push('\n');
    text
}

fn is_update() -> bool {
    std::env::var("INCROWD_MANUAL").is_ok_and(|value| value == "update")
}

#[test]
fn the_manual_says_what_the_heads_of_files_say() {
    for kind in Kind::ALL {
        let wanted: BTreeMap<PathBuf, String> = kind
            .pages()
            .iter()
            .map(|page| (docs().join(place(kind, page)), markdown(page)))
            .collect();
        let here = docs().join(folder(kind));
        if is_update() {
            fs::create_dir_all(&here).unwrap();
            for (path, text) in &wanted {
                fs::write(path, text).unwrap();
            }
        }
        for entry in fs::read_dir(&here).unwrap() {
            let path = entry.unwrap().path();
            assert!(wanted.contains_key(&path), "{} is no page: delete it", path.display());
        }
        for (path, text) in wanted {
            let found = fs::read_to_string(&path).unwrap_or_default();
            assert!(found == text, "{} is not its head comment: {HINT}", path.display());
        }
    }
}

#[test]
fn the_table_of_contents_lists_every_page() {
    let path = docs().join("SUMMARY.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("a marker where the pages begin");
    let (listed, after) = rest.split_once(END).expect("a marker where the pages end");
    if is_update() {
        fs::write(&path, format!("{before}{BEGIN}{}{END}{after}", contents())).unwrap();
    } else {
        assert_eq!(listed, contents(), "{HINT}");
    }
}

#[test]
fn names_of_other_pages_become_links() {
    let (_, own) = find("k").unwrap();
    let line = "by `t-closeness`, `k-anonymity`, `--k 5` and `optimal`; t-closeness";
    let expected = "by [`t-closeness`](../models/t-closeness.md), `k-anonymity`, `--k 5` and \
                    [`optimal`](../algorithms/optimal.md); t-closeness";
    assert_eq!(linked(line, own), expected);
}

/// The commands that stand on lines of their own.
fn commands() -> Vec<String> {
    let pages = Kind::ALL.into_iter().flat_map(Kind::pages);
    let commands = |page: &Page| -> Vec<String> {
        let of_line =
            |line: &str| line.strip_prefix("`incrowd ")?.strip_suffix('`').map(str::to_owned);
        page.text().lines().filter_map(of_line).collect()
    };
    pages.flat_map(commands).collect()
}

const JOBS: [&str; 4] = ["nurse", "doctor", "teacher", "farmer"];
const ILLNESSES: [&str; 5] = ["flu", "asthma", "hiv", "diabetes", "none"];

/// The tables that the commands name, with few people: a register, a study of every 18th person
/// of it, and salaries.
fn town() -> Folder {
    let folder = Folder::new();
    let mut dice = Dice(7);
    let mut register = String::from("name,age,sex,zip,job,least,greatest,likely\n");
    let mut study = String::from("name,age,sex,zip,job,illness\n");
    let mut shares = String::from("age,sex,zip,job,share\n");
    let mut salaries = String::from("age,zip,salary\n");
    for number in 0..1800_usize {
        let (age, zip) = (20 + dice.roll(40), 47100 + dice.roll(3));
        let sex = if dice.roll(2) == 0 { "F" } else { "M" };
        let job = JOBS[dice.roll(4) as usize];
        let _ = writeln!(register, "person {number},{age},{sex},{zip},{job},0,0.9,0.05");
        let _ = writeln!(shares, "{age},{sex},{zip},{job},1/1800");
        if number % 18 == 0 {
            let illness = ILLNESSES[number / 18 % ILLNESSES.len()];
            let _ = writeln!(study, "person {number},{age},{sex},{zip},{job},{illness}");
            let _ = writeln!(salaries, "{age},{zip},{}", 20_000 + 100 * number);
        }
    }
    folder.write("register.csv", register);
    folder.write("study.csv", study);
    folder.write("shares.csv", shares);
    folder.write("salaries.csv", salaries);
    folder.write(
        "jobs.txt",
        "*\n  health\n    nurse\n    doctor\n  other\n    teacher\n    farmer\n",
    );
    folder
}

#[test]
fn every_command_on_a_page_runs() {
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        town().run(&command).succeeds();
    }
}
