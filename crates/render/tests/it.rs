//! The integration tests of reports, in one binary that links once.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod chart;
mod check;
mod documents;
mod page;
mod pages;
mod random;
mod texts;
mod truth;
