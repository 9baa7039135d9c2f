//! One file per command.

pub mod attack;
pub mod check;
pub mod completions;
pub mod delta;
pub mod demo;
pub mod explain;
pub mod hierarchy;
pub mod mask;
pub mod release;
pub mod report;
pub mod scan;
pub mod verify;
