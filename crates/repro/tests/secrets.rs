//! Zare-Mirakabad: what its experiments find.

use repro::secrets::{Checking, Definitions, Examples};
use repro::{ClaimVerdict, Experiment, RunScale};

use ClaimVerdict::{DoesNot, Reproduces};

use crate::support::{adult, made_up, measured, numbers, verdicts};

#[test]
fn the_examples_of_the_paper() {
    let rows = measured(&Examples, &Examples.points(RunScale::Full), None);
    let expected = [Reproduces, DoesNot, Reproduces, DoesNot, Reproduces, DoesNot, DoesNot];
    assert_eq!(verdicts(&Examples, &rows), expected);
    let union = rows.rows.iter().find(|row| row[0] == "half of example 1, union").unwrap();
    assert_eq!(union[4..], ["1.3333", "2", "4", "2"]);
}

#[test]
fn the_printed_algorithm_errs_about_single_rows_and_both_sides() {
    let rows = measured(&Checking, &Checking.points(RunScale::Quick), None);
    assert_eq!(verdicts(&Checking, &rows), [DoesNot, DoesNot, DoesNot, Reproduces]);
    // One row has l = 1, and every l that is asked for is more.
    assert_eq!(numbers(&rows, "wrong_yes_window")[0], numbers(&rows, "questions")[0]);
    assert!(numbers(&rows, "wrong_yes_window")[1..].iter().all(|&wrong| wrong == 0.0));
    // An interval never says no where the definition says yes.
    assert!(numbers(&rows, "wrong_no").iter().all(|&wrong| wrong == 0.0));
    assert!(numbers(&rows, "wrong_yes")[3] > 0.0);
}

#[test]
fn definitions_on_a_made_up_table() {
    let folder = tempfile::tempdir().unwrap();
    made_up(folder.path(), 3000);
    let points = ["k=5 five age", "k=50 eight capital-gain"].map(str::to_owned);
    let rows = measured(&Definitions, &points, Some(folder.path()));
    assert_eq!(rows.rows.len(), 8);
    let [definition, window] = ["definition", "window"].map(|column| numbers(&rows, column));
    assert!(definition.iter().zip(&window).all(|(definition, window)| definition <= window));
    assert!(numbers(&rows, "classes_apart_double_eps_m").iter().all(|&apart| apart == 0.0));
    assert!(numbers(&rows, "unions_broken_window").iter().all(|&broken| broken == 0.0));
    let again = measured(&Definitions, &points, Some(folder.path()));
    assert_eq!(rows, again);
    let world = repro::ExperimentData { scale: RunScale::Quick, adult: None };
    assert!(Definitions.measure(&points[0], &world).unwrap_err().contains("Adult"));
    assert!(Definitions.measure("k=5 six age", &world).is_err());
}

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn definitions_on_adult() {
    let folder = adult();
    let points: Vec<String> =
        ["age", "hours-per-week"].iter().map(|column| format!("k=50 five {column}")).collect();
    let rows = measured(&Definitions, &points, Some(&folder));
    let found = verdicts(&Definitions, &rows);
    assert_eq!(found, [DoesNot, Reproduces, DoesNot, DoesNot, Reproduces, Reproduces]);
}
