//! The integration tests of columns, in one binary that links once.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod identifier;
mod identify;
mod identify_people;
mod mask;
mod safe_harbor;
mod vectors;
