//! One file per command.

pub mod check;
pub mod completions;
pub mod demo;
pub mod explain;
mod explore;
pub mod hierarchy;
pub mod release;
