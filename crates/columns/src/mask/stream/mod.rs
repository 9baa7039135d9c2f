//! Buckets of at least k rows for a column of any length, in bounded memory.
//!
//! [`Quantiles`] are exact (Munro & Paterson 1980) and usually take two passes. [`RandomSample`] and
//! [`Sketch`] take two passes: the sample proposes where to cut (Massart 1990), and the second pass
//! counts, so buckets never fall below k. All of them can be cloned, fed with different rows and
//! merged in any order, so the buckets do not depend on the number of threads. Only the number of
//! passes of the exact method may depend on the order of rows. Where people may have several rows, one
//! row of each is fed ([`OneEach`]), so that a bucket of k rows holds k people.
//!
//! Deviation: Lodha & Thomas (2007), section 4.1, draw (1/eps) ln(1/delta) rows, which are too few,
//! and keep the buckets of the sample, some of which fall below k.
//!
//! Manual page: `docs/algorithms/streamed-quantiles.md`.

mod buckets;
mod error;
mod exact;
mod ledger;
mod one_each;
mod order;
mod plan;
mod sample;
mod selection;
mod sieve;
mod sketch;
mod summary;
mod view;

pub use buckets::{QuantileBucket, QuantileBuckets};
pub use error::StreamError;
pub use exact::Quantiles;
pub use one_each::{ChosenRows, OneEach};
pub use order::SortKey;
pub use plan::room_for;
pub use sample::{RandomSample, sample_rank, sample_size};
pub use selection::{FoundRank, RankSelection};
pub use sketch::Sketch;
