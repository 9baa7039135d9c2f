//! Quantiles of a stream: a column of any length in bounded memory.
//!
//! [`Quantiles`] are exact, with equal values together, in two passes as a rule. [`Sample`] and
//! [`Sketch`] take two passes always and less time, and are as sure of k. Both give [`Buckets`].
//!
//! Whatever is read adds up: clones that read different rows are merged, in any order, and the
//! result is the same on any number of threads. Only the number of passes of the exact
//! way may depend on the order of rows.

mod buckets;
mod error;
mod exact;
mod ledger;
mod order;
mod plan;
mod sample;
mod selection;
mod sieve;
mod sketch;
mod summary;
mod view;

pub use buckets::{Bucket, Buckets};
pub use error::StreamError;
pub use exact::Quantiles;
pub use order::Ordered;
pub use plan::room_for;
pub use sample::{Sample, sample_rank, sample_size};
pub use selection::{Found, Selection};
pub use sketch::Sketch;
