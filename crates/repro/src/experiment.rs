//! What an experiment is.

use std::path::Path;

use incrowd_render::Chart;

use crate::Claim;

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunScale {
    /// Enough to see the shape, in minutes.
    Quick,
    /// The grid of the paper.
    Full,
}

/// What experiments are run on.
#[derive(Clone, Copy, Debug)]
pub struct ExperimentData<'a> {
    /// How much is measured.
    pub scale: RunScale,
    /// The folder with `adult.data` and `adult.test`, checked.
    pub adult: Option<&'a Path>,
}

impl<'a> ExperimentData<'a> {
    /// The folder of the census table.
    pub(crate) fn census(&self) -> Result<&'a Path, String> {
        self.adult.ok_or_else(|| "the census table Adult is missing; see --adult".to_owned())
    }
}

/// One row of figures: a cell per column of the experiment, as it stands in the CSV file.
pub type ResultRow = Vec<String>;

/// All rows of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultRows {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, in the order of the points.
    pub rows: Vec<ResultRow>,
}

/// Something a paper measured.
pub trait Experiment: Sync {
    /// What it is called on the command line and in file names: `000-cost`.
    fn name(&self) -> &'static str;

    /// What is measured, in a few words.
    fn title(&self) -> &'static str;

    /// The first three digits of the paper.
    fn paper(&self) -> &'static str;

    /// Whether it needs the census table.
    fn needs_adult(&self) -> bool;

    /// The columns of its rows. Columns whose names end in `seconds` may differ between runs.
    fn columns(&self) -> &'static [&'static str];

    /// The measurements to make, each by a key that says all that it depends on, such as
    /// `random 0.01,0.05 mpalm-n1`.
    fn points(&self, scale: RunScale) -> Vec<String>;

    /// Makes one measurement.
    ///
    /// # Errors
    /// A sentence that says what is missing or wrong.
    fn measure(&self, point: &str, world: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String>;

    /// What the rows show, beside what the paper claims.
    fn present(&self, rows: &ResultRows, scale: RunScale) -> Finding;
}

/// What an experiment shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// How it was done, and how it differs from what the paper did.
    pub method: Vec<String>,
    /// Pictures to be laid beside the paper's.
    pub pictures: Vec<Picture>,
    /// What the paper claims, and whether it is so.
    pub claims: Vec<Claim>,
}

/// A chart beside the paper's figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The paper's figure or table: `Figure 3`.
    pub of: &'static str,
    /// What the paper's figure shows, in our words.
    pub claim: String,
    /// Ours.
    pub chart: Chart,
}
