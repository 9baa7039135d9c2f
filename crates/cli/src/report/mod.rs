//! What a command found, in words and as JSON.

pub mod attack;
pub mod check;
pub mod delta;
pub mod release;
