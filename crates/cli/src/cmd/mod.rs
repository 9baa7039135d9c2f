//! One file per command.

mod anatomy;
pub mod attack;
pub mod check;
pub mod completions;
pub mod delta;
pub mod demo;
pub mod explain;
mod explore;
pub mod hierarchy;
pub mod mask;
mod randomised;
pub mod release;
pub mod report;
pub mod scan;
pub mod verify;
