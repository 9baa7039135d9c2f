//! What a command found, in words and as JSON.

pub mod check;
pub mod release;
