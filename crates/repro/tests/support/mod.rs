//! What tests of experiments share.

pub mod command;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use repro::{ClaimVerdict, Experiment, ExperimentData, ResultRows, RunScale};

/// The folder of the census table.
pub fn adult() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/adult");
    folder.canonicalize().expect("what .ci/adult fetches")
}

/// Writes made-up files in the shape of the census table.
pub fn made_up(folder: &Path, rows: usize) {
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let mut file = |name: &str, rows: usize, end: &str| {
        let mut text = String::new();
        for _ in 0..rows {
            let mut pick = |of: &[&str]| of[chance.random_range(0..of.len())].to_owned();
            let words = [
                pick(&["Private", "State-gov", "?"]),
                pick(&["Bachelors", "11th", "Masters"]),
                pick(&["Married-civ-spouse", "Never-married", "Divorced", "Widowed"]),
                pick(&["Sales", "Craft-repair"]),
                pick(&["Husband", "Own-child"]),
                pick(&["White", "White", "White", "Black", "Other"]),
                pick(&["Male", "Female"]),
                pick(&["0", "0", "0", "0", "0", "0", "0", "5013", "7688"]),
                pick(&["0", "0", "0", "0", "0", "0", "1902", "1977"]),
                pick(&["United-States", "Mexico"]),
                pick(&["<=50K", "<=50K", "<=50K", ">50K"]),
            ];
            let [class, school, marital, job, kin, race, sex, gain, loss, country, pay] = words;
            let age = chance.random_range(17..=90);
            let weight = chance.random_range(12_285..=1_484_705);
            let (years, hours) = (chance.random_range(1..=16), chance.random_range(1..=99));
            let _ = writeln!(
                text,
                "{age}, {class}, {weight}, {school}, {years}, {marital}, {job}, {kin}, {race}, {sex}, \
                 {gain}, {loss}, {hours}, {country}, {pay}{end}"
            );
        }
        std::fs::write(folder.join(name), text).unwrap();
    };
    file("adult.data", rows, "");
    file("adult.test", rows / 2, ".");
}

/// Some measurements of an experiment.
pub fn measured(
    experiment: &dyn Experiment,
    points: &[String],
    adult: Option<&Path>,
) -> ResultRows {
    let world = ExperimentData { scale: RunScale::Quick, adult };
    let columns: Vec<String> = experiment.columns().iter().map(|&name| name.to_owned()).collect();
    let rows: Vec<_> =
        points.iter().flat_map(|point| experiment.measure(point, &world).unwrap()).collect();
    assert!(rows.iter().all(|row| row.len() == columns.len()), "{rows:?}");
    ResultRows { columns, rows }
}

/// The verdicts that rows lead to.
pub fn verdicts(experiment: &dyn Experiment, rows: &ResultRows) -> Vec<ClaimVerdict> {
    let finding = experiment.present(rows, RunScale::Quick);
    for claim in &finding.claims {
        eprintln!(
            "{}: {} -- {} -- {:?} {}",
            claim.at, claim.said, claim.found, claim.verdict, claim.why
        );
    }
    finding.claims.iter().map(|claim| claim.verdict).collect()
}

/// A column of rows, as numbers.
pub fn numbers(rows: &ResultRows, column: &str) -> Vec<f64> {
    let place = rows.columns.iter().position(|name| name == column).unwrap();
    rows.rows.iter().map(|row| row[place].parse().unwrap()).collect()
}
