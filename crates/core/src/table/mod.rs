//! Encoding cells: texts become codes, rows become counted tuples of codes.

mod counter;
mod dictionary;
mod uniqueness;

pub use counter::Counter;
pub use dictionary::Dictionary;
pub use uniqueness::Uniqueness;
