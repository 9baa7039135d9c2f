//! Lodha & Thomas 2007: which columns single people out, and what it costs to
//! coarsen them one by one.

mod draw;
mod error;
mod fit;
mod masking;
mod quasi;
mod time;
mod timing;
mod tradeoff;
mod uniqueness;

pub use error::ErrorOf;
pub use quasi::Quasi;
pub use time::Time;
pub use uniqueness::UniquenessFigure;

/// The paper's number.
const PAPER: &str = "002";
