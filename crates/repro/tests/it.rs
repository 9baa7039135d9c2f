//! The integration tests of the experiments, in one binary that links once.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod columns;
mod command;
mod fetch;
mod run;
mod secrets;
mod sensitive;
mod support;
