//! The experiments on a small town, where everything can be counted person by person.

#![allow(clippy::unwrap_used)]

mod brute;
mod census;
mod findings;
mod town;
