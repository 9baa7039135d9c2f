//! The integration tests of the command, in one binary that links once.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod attack;
mod attacks;
mod bad_input;
mod bad_output;
mod bad_usage;
mod beliefs;
mod bounds;
mod certificate;
mod check;
mod delta;
mod demo;
mod estimates;
mod evidence;
mod explain;
mod guesses;
mod hierarchy;
mod interrupt;
mod known;
mod manual;
mod mask;
mod mask_groups;
mod mask_plan;
mod pages;
mod presence;
mod readme;
mod release;
mod release_choice;
mod safe_harbor;
mod scan;
mod schema;
mod secrets;
mod support;
mod tampering;
mod terminal;
