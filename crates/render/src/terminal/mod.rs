//! Documents as text for a terminal, with ANSI styles.

pub mod grid;
pub mod style;
