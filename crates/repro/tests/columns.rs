//! Lodha & Thomas 2007: figure 3 on the real table, and verdicts that follow the figures. The first needs
//! the data folder that only developers have; it skips loudly without it.

use repro::{ClaimVerdict, Experiment, ExperimentData, ResultRows, RunScale, experiments};

use crate::support::{self, adult, measured};

fn experiment(name: &str) -> &'static dyn Experiment {
    *experiments().iter().find(|one| one.name() == name).unwrap()
}

fn rows_of(name: &str, rows: Vec<Vec<String>>) -> ResultRows {
    let columns = experiment(name).columns().iter().map(|&column| column.to_owned()).collect();
    ResultRows { columns, rows }
}

fn verdicts(name: &str, rows: &ResultRows) -> Vec<ClaimVerdict> {
    support::verdicts(experiment(name), rows)
}

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn figure_3_is_that_of_the_paper() {
    let folder = adult();
    let quasi = experiment("002-quasi");
    let mut rows = measured(quasi, &quasi.points(RunScale::Quick), Some(&folder));
    let unique: Vec<&str> = rows.rows.iter().map(|row| row[3].as_str()).collect();
    let printed = [
        "2", "986", "65", "5056", "3105", "7581", "1384", "7659", "5215", "12870", "10402", "24802",
    ];
    assert_eq!(unique, printed);
    // 73 ages; 94 numbers of hours.
    assert_eq!((rows.rows[0][5].as_str(), rows.rows[1][5].as_str()), ("73", "6862"));
    use ClaimVerdict::{DoesNot, Partly, Reproduces};
    assert_eq!(verdicts("002-quasi", &rows), [Reproduces, Reproduces, DoesNot, Reproduces]);
    rows.rows[4][3] = "3106".to_owned();
    rows.rows[5][4] = "0.19".to_owned();
    assert_eq!(verdicts("002-quasi", &rows), [Partly, Partly, DoesNot, DoesNot]);
    let finding = quasi.present(&rows, RunScale::Quick);
    assert_eq!(finding.claims[0].why, "They differ in these rows: 5.");
}

#[test]
fn without_the_table_there_is_a_sentence() {
    let world = ExperimentData { scale: RunScale::Quick, adult: None };
    for (name, point) in [("002-quasi", "row 1"), ("002-error-adult", "age quantile")] {
        let missing = experiment(name).measure(point, &world).unwrap_err();
        assert_eq!(missing, "the census table Adult is missing; see --adult");
    }
    for (name, point) in [
        ("002-quasi", "row 13"),
        ("002-quasi", "row 0"),
        ("002-quasi", ""),
        ("002-error", "uniform quantile"),
        ("002-error", "uniform magic 100"),
        ("002-time-rows", "magic"),
    ] {
        let unknown = experiment(name).measure(point, &world).unwrap_err();
        assert!(unknown.starts_with("there is no measurement"), "{unknown}");
    }
}

/// Times of both ways by some law, over ten places.
fn times(name: &str, varied: usize, seconds: impl Fn(f64) -> f64) -> ResultRows {
    let mut rows = Vec::new();
    for way in ["sketch", "quantile"] {
        for place in 1..=10 {
            let mut row = ["", "250000", "1", "25", "25", ""].map(str::to_owned).to_vec();
            way.clone_into(&mut row[0]);
            row[varied] = place.to_string();
            row[5] = seconds(f64::from(place)).to_string();
            rows.push(row);
        }
    }
    rows_of(name, rows)
}

#[test]
fn times_are_judged_by_their_shape() {
    use ClaimVerdict::{CannotBeTold, DoesNot, Partly, Reproduces};
    let first = |name: &str, varied, law: fn(f64) -> f64| {
        verdicts(name, &times(name, varied, law))[..2].to_vec()
    };
    assert_eq!(first("002-time-rows", 1, |x| 2.0 + x), [Reproduces, CannotBeTold]);
    assert_eq!(first("002-time-rows", 1, |x| x * x), [Partly, CannotBeTold]);
    assert_eq!(first("002-time-rows", 1, |x| 1.0 / x), [DoesNot, CannotBeTold]);
    assert_eq!(first("002-time-columns", 2, |x| x), [Reproduces, Reproduces]);
    assert_eq!(first("002-time-columns", 2, |x| 5.0 + x), [Reproduces, DoesNot]);
    assert_eq!(first("002-time-buckets", 3, |x| 9.0 + x.ln()), [Reproduces, Reproduces]);
    assert_eq!(first("002-time-buckets", 3, |x| 1.0 + x.ln()), [DoesNot, Reproduces]);
    assert_eq!(first("002-time-buckets", 3, |_| 1.0), [Reproduces, CannotBeTold]);
    assert_eq!(first("002-time-buckets", 3, f64::exp), [DoesNot, DoesNot]);
}

/// Errors of all methods by some law.
fn errors(quantile: impl Fn(f64) -> f64, least: impl Fn(f64) -> f64) -> ResultRows {
    let mut rows = Vec::new();
    for source in ["uniform", "normal", "exponential"] {
        for method in ["quantile", "kmedian", "sse"] {
            for b in [1.0, 2.0, 10.0, 100.0_f64] {
                let error = if method == "quantile" { quantile(b) } else { least(b) };
                let figures = [1000.0, b, 1000.0 / b, b, error, error, 1.0 / (b * b)];
                let texts = [source, method].map(str::to_owned);
                rows.push(texts.into_iter().chain(figures.map(|f| f.to_string())).collect());
            }
        }
    }
    rows_of("002-error", rows)
}

#[test]
fn errors_are_judged_by_the_law() {
    use ClaimVerdict::{DoesNot, Reproduces};
    let square = |b: f64| 1.0 / (b * b);
    assert_eq!(verdicts("002-error", &errors(square, square)), [Reproduces; 4]);
    let linear = |b: f64| 1.0 / b;
    assert_eq!(
        verdicts("002-error", &errors(linear, square)),
        [DoesNot, DoesNot, DoesNot, DoesNot]
    );
    // A constant other than 1/n^2 is one, too.
    let double = |b: f64| 2.0 / (b * b);
    assert_eq!(
        verdicts("002-error", &errors(double, double)),
        [DoesNot, Reproduces, Reproduces, Reproduces]
    );
}

#[test]
fn evenly_spread_numbers_follow_the_law_and_no_grouping_beats_the_bound() {
    let world = ExperimentData { scale: RunScale::Quick, adult: None };
    let measure = |point: &str| experiment("002-error").measure(point, &world).unwrap();
    let error = |row: &Vec<String>| row[6].parse::<f64>().unwrap();
    for spread in ["uniform", "normal", "exponential"] {
        let bound = measure(&format!("{spread} sse 5000"));
        for method in ["quantile", "kmedian"] {
            let rows = measure(&format!("{spread} {method} 5000"));
            for (row, least) in rows.iter().zip(&bound) {
                assert!(error(row) >= error(least) * (1.0 - 1e-6), "{row:?} beats {least:?}");
            }
        }
    }
    for row in measure("uniform quantile 5000").iter().filter(|row| row[3] != "1") {
        let law = row[8].parse::<f64>().unwrap();
        assert!((error(row) / law - 1.0).abs() < 0.2 || row[3] == "500", "{row:?}");
    }
}
