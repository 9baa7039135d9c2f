//! The integration tests of the library, in one binary that links once.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod columns;
mod examples;
mod labels;
mod mask_people;
mod memory;
mod people;
mod rooms;
mod survey_people;
mod visits;
