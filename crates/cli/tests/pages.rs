//! The pages about models and algorithms (`docs/lib.rs`): every algorithm has one, and the commands on
//! them run.

use std::fmt::Write as _;

use incrowd::core::search::ALGORITHMS;
use incrowd::pages::{Page, PageKind, find};

use crate::support::{Dice, Folder};

#[test]
fn every_algorithm_has_a_page() {
    for algorithm in ALGORITHMS {
        assert!(find(algorithm.name()).is_some(), "{}", algorithm.name());
    }
}

/// The commands that are on lines of their own.
fn commands() -> Vec<String> {
    let pages = PageKind::ALL.into_iter().flat_map(PageKind::pages);
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
