//! The integration tests of the judge, in one binary that links once.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod anatomy;
mod common;
mod composition;
mod dissection;
mod faithful;
mod golden;
mod guarantees;
mod independence;
mod measures;
mod peer;
mod people;
mod portrait;
mod presence;
mod presence_models;
mod proximity;
mod risks;
mod sizes;
mod subsets;
mod uniqueness;
