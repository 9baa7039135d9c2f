//! Documents as text for a terminal, with ANSI styles.

mod delta;
mod explain;
mod figures;
pub mod grid;
mod hierarchy;
mod mask;
mod report;
mod safe_harbor;
mod scan;
pub mod style;
mod verify;

pub use delta::delta;
pub use explain::explain;
pub use figures::{measured, short};
pub use hierarchy::hierarchy;
pub use mask::mask;
pub use report::report;
pub use scan::scan;
pub use verify::verify;
