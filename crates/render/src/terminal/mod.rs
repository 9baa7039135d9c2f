//! Documents as text for a terminal, with ANSI styles.
//!
//! Each function draws one document, and knows nothing that is not in it.

mod attack;
mod check;
mod explore;
pub mod grid;
mod learned;
mod release;
pub mod style;
mod words;

pub use attack::attack;
pub use check::check;
pub use explore::explore;
pub use release::release;
pub use words::{figure, short};
