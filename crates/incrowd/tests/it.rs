//! The integration tests of the library, in one binary that links once.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod columns;
mod examples;
mod memory;
mod people;
mod rooms;
