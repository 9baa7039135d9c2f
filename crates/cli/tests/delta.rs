//! `incrowd delta`: the deltas of a policy, what they mean, and what is refused.

use serde_json::{Value, json};

use crate::support::refusal::{Case, Says, check};
use crate::support::{Folder, Run};

/// The example of Nergiz, Atzori & Clifton 2007, section 4, with the tables of its section 7.
const PAPER: &str = "delta --prior 0.07 --members 1957 --people 45222 --cost 100 --gain 10000";

fn run(words: &str) -> Run {
    Folder::new().run(words)
}

#[track_caller]
fn close(found: &Value, wanted: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{found} is no number"));
    assert!((found - wanted).abs() < 1e-6, "{found} is not {wanted}");
}

#[test]
fn both_bounds_of_the_paper() {
    let found = run(&format!("{PAPER} --cost-out 200 --json")).succeeds().json();
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(keys[..5], ["delta_min", "delta_max", "posterior_max", "posterior_min", "pair_gap"]);
    let further = ["stakes", "share", "worth_more", "worth_less", "worth_pair", "possible"];
    assert_eq!(keys[5..], further);
    assert_eq!(found["delta_min"], "22701/1000000", "rounded up from 95471/4205646");
    assert_eq!(found["delta_max"], "26781/500000", "rounded down from 112633/2102823");
    close(&found["posterior_max"], 0.08);
    close(&found["posterior_min"], 0.05);
    // From the deltas as they are printed, not as they were before rounding.
    let gap = (0.053562 - 0.022701) * 0.93 / (1.0 - 1957.0 / 45222.0);
    close(&found["pair_gap"], gap);
    assert!(found["posterior_max"].as_f64().unwrap() <= 0.08, "no more than is accepted");
    assert!(found["posterior_min"].as_f64().unwrap() >= 0.05, "no less than is accepted");
}

/// By hand: (0.07 - 1957/45222) / (1 - 1957/45222) is believed of one who is surely not in the table.
#[test]
fn without_a_limit_below_the_least_is_nothing() {
    let found = run(&format!("{PAPER} --json")).succeeds().json();
    assert_eq!(found["delta_min"], "0");
    assert_eq!(found["delta_max"], "26781/500000");
    let share = 1957.0 / 45222.0;
    let lowest = (0.07 - share) / (1.0 - share);
    close(&found["posterior_min"], lowest);
    close(&found["pair_gap"], 0.08 - lowest);
}

#[test]
fn numbers_may_be_spelled_in_three_ways() {
    let words = |prior: &str, cost: &str| {
        let words =
            format!("delta --prior {prior} --members 1 --people 20 --cost {cost} --gain 20");
        run(&format!("{words} --cost-out 1 --json")).succeeds().stdout
    };
    let decimal = words("0.1", "1.0");
    assert_eq!(words("1/10", "1"), decimal);
    assert_eq!(words("10%", "2/2"), decimal);
    let found: Value = serde_json::from_slice(&decimal).unwrap();
    assert_eq!(found["delta_min"], "0", "a negative bound demands nothing");
    assert_eq!(found["delta_max"], "102777/1000000", "rounded down from 37/360");
    close(&found["posterior_max"], 3.0 / 20.0);
    close(&found["posterior_min"], 1.0 / 19.0);
}

#[test]
fn who_accepts_everything_demands_nothing() {
    let words = "delta --prior 10% --members 5 --people 100 --cost 50 --gain 20 --cost-out 50";
    let found = run(&format!("{words} --json")).succeeds().json();
    assert_eq!((&found["delta_min"], &found["delta_max"]), (&json!("0"), &json!("1")));
    assert_eq!(found["posterior_max"], json!(1.0));
}

#[test]
fn the_page_tells_beliefs_money_and_what_to_do_next() {
    let run = run(&format!("{PAPER} --cost-out 200")).succeeds();
    for part in [
        "between 0.022701 and 0.053562",
        "all 45222 people",
        "4.3275%             2.2701% to 5.3562%",
        "7%                  5% to 7.9999%",
        "is worth 10000",
        "at most 99.99 more than before (you accept 100)",
        "at most 200 less (you accept 200)",
        "by 2.9999 points",
        "worth at most 299.99",
        "incrowd release TABLE --public REGISTER",
        "--presence 0.022701,0.053562",
    ] {
        assert!(run.text().contains(part), "'{part}' is not in {run}");
    }
    assert_eq!(run.stderr, "");
    let single = self::run(PAPER).succeeds();
    assert!(single.text().contains("you set no limit, --cost-out does"), "{single}");
    assert!(single.text().contains("--presence 0,0.053562"), "{single}");
}

/// Six decimals can cut off the one presence that every release has.
#[test]
fn a_delta_that_no_release_can_have_is_not_recommended() {
    let words = "delta --prior 1/2 --members 1 --people 3 --cost 1/100000000 --gain 1";
    let run = run(words).succeeds().says(&["no release", "1 of 3 people", "accept a little more"]);
    assert!(!run.text().contains("incrowd release"), "{run}");
    assert!(run.text().contains("at most 0 more"), "{run}");
}

#[test]
fn stakes_that_make_no_sense() {
    let cases: &[(&str, &str, Says)] = &[
        ("--prior", "0", &["--prior 0", "above 0 and below 1"]),
        ("--prior", "1", &["--prior 1", "above 0 and below 1"]),
        ("--prior", "150%", &["--prior 150%", "above 0 and below 1"]),
        ("--prior", "-0.1", &["--prior -0.1", "negative"]),
        ("--prior", "often", &["'often' is not a number", "1/20"]),
        ("--prior", "0.04", &["--prior 0.04", "below 1957/45222", "at least that"]),
        ("--members", "0", &["--members 0", "at least 1 person"]),
        ("--members", "-5", &["--members -5", "whole number"]),
        ("--members", "2.5", &["--members 2.5", "whole number"]),
        ("--members", "45223", &["--members 45223", "45222", "part of the population"]),
        ("--members", "99999999999999999999", &["--members 99999999999999999999"]),
        ("--people", "0", &["--people 0", "at least 1 person"]),
        ("--people", "many", &["--people many", "whole number"]),
        ("--cost", "0", &["--cost 0", "above 0"]),
        ("--cost", "-100", &["--cost -100", "negative"]),
        ("--cost", "$100", &["'$100' is not a number"]),
        ("--gain", "0", &["--gain 0", "above 0"]),
        ("--gain", "-1", &["--gain -1", "negative"]),
        ("--gain", "inf", &["'inf' is not a number"]),
        ("--cost-out", "0", &["--cost-out 0", "above 0", "leave it out"]),
        ("--cost-out", "-1", &["--cost-out -1", "negative"]),
        ("--cost-out", "NaN", &["'NaN' is not a number"]),
    ];
    let case = |&(flag, value, says): &(&'static str, &'static str, Says)| {
        let mut words: Vec<&str> = PAPER.split(' ').collect();
        match words.iter().position(|&word| word == flag) {
            Some(place) => words[place + 1] = value,
            None => words.extend([flag, value]),
        }
        let command = words.join(" ");
        Case { what: value, files: &[], command, says, fields: json!({ "value": value }) }
    };
    check(&cases.iter().map(case).collect::<Vec<_>>());
}

#[test]
fn a_missing_figure_is_bad_usage() {
    for flag in ["--prior", "--members", "--people", "--cost", "--gain"] {
        let words: Vec<&str> = PAPER.split(' ').collect();
        let place = words.iter().position(|&word| word == flag).unwrap();
        let rest = [&words[..place], &words[place + 2..]].concat().join(" ");
        run(&rest).ends(2).says(&[flag]);
        assert!(run(&format!("{rest} --json")).ends(2).json()["error"]["message"].is_string());
    }
}
