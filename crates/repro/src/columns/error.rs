//! Figure 7: how far masking moves numbers, by the number of buckets.
//!
//! The paper shows one curve and says that it follows 1/b^2. Here the same is measured on three
//! laws of numbers and on the numeric columns of Adult, with the two optimal ways of grouping
//! beside the quantiles; the least squared error is a bound for them all.

use incrowd_columns::mask::cluster::Ties;
use incrowd_columns::mask::numbers::{GroupLimits, Grouping, group_numbers};
use incrowd_columns::mask::scale::Scale as Numbering;

use super::PAPER;
use super::draw::{DECIMALS, NumberSpread};
use super::tradeoff::{self, NumberSource};
use crate::key::{unknown, whole, words};
use crate::{Experiment, ExperimentData, Finding, ResultRow, ResultRows, RunScale, adult};

/// The ways of grouping that are compared.
pub const METHODS: [Grouping; 3] = [Grouping::Quantile, Grouping::KMedian, Grouping::SquaredError];

/// How many buckets there are.
const BUCKETS: [u64; 10] = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500];

/// The numeric columns of Adult.
const ADULT: [&str; 6] =
    ["age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week"];

/// Which numbers are masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorOf {
    /// Numbers that are drawn.
    Drawn,
    /// The numeric columns of Adult.
    Adult,
}

impl ErrorOf {
    fn sources(self) -> Vec<&'static str> {
        match self {
            ErrorOf::Drawn => NumberSpread::ALL.map(NumberSpread::name).to_vec(),
            ErrorOf::Adult => ADULT.to_vec(),
        }
    }
}

impl Experiment for ErrorOf {
    fn name(&self) -> &'static str {
        match self {
            ErrorOf::Drawn => "002-error",
            ErrorOf::Adult => "002-error-adult",
        }
    }

    fn title(&self) -> &'static str {
        match self {
            ErrorOf::Drawn => "What masking does to drawn numbers",
            ErrorOf::Adult => "What masking does to Adult's numbers",
        }
    }

    fn paper(&self) -> &'static str {
        PAPER
    }

    fn needs_adult(&self) -> bool {
        *self == ErrorOf::Adult
    }

    fn columns(&self) -> &'static [&'static str] {
        &["source", "method", "rows", "buckets", "k", "groups", "error", "rank_difference", "law"]
    }

    fn points(&self, scale: RunScale) -> Vec<String> {
        let size = match (self, scale) {
            (ErrorOf::Adult, _) => "",
            (ErrorOf::Drawn, RunScale::Quick) => " 25000",
            (ErrorOf::Drawn, RunScale::Full) => " 250000",
        };
        let of = |source: &'static str| {
            METHODS.map(|method| format!("{source} {}{size}", method.name()))
        };
        self.sources().into_iter().flat_map(of).collect()
    }

    fn measure(&self, point: &str, world: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        let (source, method, numbers, decimals) = match self {
            ErrorOf::Drawn => {
                let [source, method, rows] = words(point)?;
                let spread = NumberSpread::named(source).ok_or_else(|| unknown(point))?;
                (source, method, spread.numbers(whole(rows)?, 1), DECIMALS)
            }
            ErrorOf::Adult => {
                let [source, method] = words(point)?;
                (source, method, column(world, source)?, 0)
            }
        };
        let method = Grouping::named(method).ok_or_else(|| unknown(point))?;
        let scale = Numbering::Number { decimals, fixed: true };
        let counts = counted(numbers);
        BUCKETS.iter().map(|&buckets| masked(source, &counts, scale, method, buckets)).collect()
    }

    fn present(&self, rows: &ResultRows, _: RunScale) -> Finding {
        let (from, kind) = match self {
            ErrorOf::Drawn => ("numbers drawn from each of three laws", "laws"),
            ErrorOf::Adult => ("each numeric column of adult.data", "columns of Adult"),
        };
        tradeoff::finding(rows, &NumberSource { names: self.sources(), kind }, from)
    }
}

/// What masking in so many buckets does to numbers.
fn masked(
    source: &str,
    counts: &[(f64, u64)],
    scale: Numbering,
    method: Grouping,
    buckets: u64,
) -> Result<ResultRow, String> {
    let rows: u64 = counts.iter().map(|(_, rows)| rows).sum();
    let k = (rows / buckets).max(1);
    let masked = group_numbers(
        counts,
        None,
        GroupLimits { k, groups: u64::MAX },
        method,
        Ties::Together,
        scale,
        |_| true,
    );
    let masked = masked.map_err(|error| error.to_string())?;
    Ok(vec![
        source.to_owned(),
        method.name().to_owned(),
        rows.to_string(),
        buckets.to_string(),
        k.to_string(),
        masked.groups.len().to_string(),
        masked.error.map_or(String::new(), |error| error.to_string()),
        masked.rank_difference.to_string(),
        (1.0 / (buckets * buckets) as f64).to_string(),
    ])
}

/// Distinct numbers in ascending order, each with its rows.
fn counted(mut numbers: Vec<f64>) -> Vec<(f64, u64)> {
    numbers.sort_by(f64::total_cmp);
    numbers.chunk_by(|one, next| one == next).map(|run| (run[0], run.len() as u64)).collect()
}

/// A numeric column of `adult.data`.
fn column(world: &ExperimentData<'_>, name: &str) -> Result<Vec<f64>, String> {
    let place = adult::place(name).ok_or_else(|| unknown(name))?;
    let rows = adult::rows(world.census()?, adult::DATA)?;
    let number = |row: &Vec<String>| {
        let text = &row[place];
        text.parse().map_err(|_| format!("adult.data, column '{name}': '{text}' is no number"))
    };
    rows.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_are_counted_together() {
        assert_eq!(counted(vec![3.0, 1.0, 3.0]), [(1.0, 1), (3.0, 2)]);
        assert_eq!(counted(Vec::new()), []);
    }

    #[test]
    fn drawn_numbers_move_by_the_definition_of_the_error() {
        let world = ExperimentData { scale: RunScale::Quick, adult: None };
        let rows = ErrorOf::Drawn.measure("exponential quantile 1000", &world).unwrap();
        let mut numbers = NumberSpread::Exponential.numbers(1000, 1);
        numbers.sort_by(f64::total_cmp);
        let mean = numbers.iter().sum::<f64>() / 1000.0;
        // Without ties: five groups of 200, each at its lower median.
        let moved: f64 = numbers
            .chunks(200)
            .flat_map(|group| group.iter().map(|x| (x - group[99]) * (x - group[99])))
            .sum();
        let spread: f64 = numbers.iter().map(|x| (x - mean) * (x - mean)).sum();
        let row = rows.iter().find(|row| row[3] == "5").unwrap();
        let error: f64 = row[6].parse().unwrap();
        assert!((error - moved / spread).abs() < 1e-9, "{error} {}", moved / spread);
        assert_eq!(row[4..6], ["200", "5"]);
    }
}
