//! Documents as text for a terminal, with ANSI styles.
//!
//! Each function draws one document, and knows nothing that is not in it.

mod after;
mod attack;
mod check;
mod delta;
mod empirical;
mod explain;
mod explore;
pub mod grid;
mod hierarchy;
mod learned;
mod mask;
mod release;
mod report;
mod risks;
mod safe_harbor;
mod scan;
pub mod style;
mod verify;
mod words;

pub use attack::attack;
pub use check::check;
pub use delta::delta;
pub use explain::explain;
pub use explore::explore;
pub use hierarchy::hierarchy;
pub use mask::mask;
pub use release::release;
pub use report::report;
pub use scan::scan;
pub use verify::{measured, verify};
pub use words::{figure, short};
