//! Encoding cells: texts become codes, rows become counted tuples of codes.

mod counter;
mod dictionary;
mod incidences;
mod person;
mod uniqueness;

pub use counter::Counter;
pub use dictionary::Dictionary;
pub(crate) use incidences::Incidences;
pub use person::{PersonKey, PersonKeys};
pub use uniqueness::UniquenessEstimate;
