//! The integration tests of the core, in one binary that links once.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod adult;
mod anatomy;
mod anytime;
mod bound;
mod boxes;
mod chance;
mod figures;
mod golden;
mod lists;
mod local_suppression;
mod optimal;
mod partitions;
mod people;
mod presence;
mod proximity;
mod risk;
mod sensitivity;
mod support;
mod suppression;
mod tally;
