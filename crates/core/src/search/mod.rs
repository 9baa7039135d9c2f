//! Searches: finding a generalization that meets the demands at least cost.

pub mod boxes;
pub mod lattice;
mod watch;

pub use watch::{Progress, Watch};
