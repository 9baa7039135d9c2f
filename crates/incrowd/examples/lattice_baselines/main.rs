//! Plain searches over full-domain lattices, for comparison with the search of incrowd: hill
//! climbing, a genetic search, top-down and bottom-up. Nothing of incrowd uses them.
//!
//! ```sh
//! cargo run --release -p incrowd --example lattice_baselines release.toml 1000 3000
//! ```
//!
//! Prints one line per search and number of evaluations: the name, the evaluations, the cost of
//! the best node and the seconds. `bench/lattice` makes the tables and the page of results.

mod bottom_up;
mod evaluator;
mod genetic;
mod hill_climbing;
mod top_down;

use std::time::Instant;

use evaluator::Evaluator;
use incrowd::core::search::SearchControl;
use incrowd::core::search::lattice::LatticeProblem;
use incrowd::request::{ReleaseRequest, parse_release_toml};
use incrowd::{Execution, Study};

type Baseline = (&'static str, fn(&mut Evaluator<'_, '_>));

const BASELINES: [Baseline; 4] = [
    ("hill climbing", hill_climbing::search),
    ("genetic", genetic::search),
    ("top-down", top_down::search),
    ("bottom-up", bottom_up::search),
];

/// Runs every search on the table of a release.toml.
///
/// # Errors
/// If the file or its table cannot be read.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let Some(path) = words.next() else { return Ok(()) };
    let request =
        ReleaseRequest::new(&parse_release_toml(&std::fs::read_to_string(&path)?, &path)?)?;
    let study = Study::read(request.plan, &Execution::default())?;
    let search = study.search(&study.plan.demands, study.plan.suppression)?;
    let problem = search.problem(study.plan.method.cost);
    for most in words {
        compare(&problem, most.parse()?);
    }
    Ok(())
}

fn compare(problem: &LatticeProblem<'_>, most: u64) {
    for (name, search) in BASELINES {
        let start = Instant::now();
        let mut evaluator = Evaluator::new(problem, most);
        search(&mut evaluator);
        line(name, most, evaluator.best(), start);
    }
    let start = Instant::now();
    let found = problem.optimal(&SearchControl::default().at_most(most));
    line("incrowd", most, found.best.and_then(|(_, evaluation)| evaluation.cost), start);
}

fn line(name: &str, most: u64, cost: Option<f64>, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    println!("{name},{most},{},{seconds:.2}", cost.unwrap_or(f64::INFINITY));
}
