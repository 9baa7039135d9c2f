//! Runs again what the papers behind incrowd published.
//!
//! An [`Experiment`] is a list of measurements ([`Experiment::points`]), each of which yields rows
//! of figures, and a presentation of all rows beside what its paper claims. Measurements are kept
//! as CSV files, so that a run that was interrupted goes on where it stopped, and so that pages
//! are made of the same figures that others can read.

pub mod adult;
mod adult_sample;
mod choose;
mod claim;
pub mod clock;
mod columns;
mod experiment;
mod experiments;
mod failure;
mod figures;
mod key;
mod page;
mod pictures;
mod presence;
mod run;
pub mod secrets;
pub mod sensitive;
mod stamp;
mod store;
mod summary;

pub use choose::choose;
pub use claim::{Claim, ClaimVerdict};
pub use experiment::{
    Experiment, ExperimentData, Finding, Picture, ResultRow, ResultRows, RunScale,
};
pub use experiments::experiments;
pub use failure::Failure;
pub use run::{ExperimentResult, Job, LeftOut, RunListener, RunOutcome, run, run_among};
