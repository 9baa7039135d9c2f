//! # Quantiles of a stream
//!
//! **Promises** buckets of k rows or more of a column of any length in bounded memory.
//! [`Quantiles`] are exact, with equal values together, in two passes as a rule. [`Sample`] and
//! [`Sketch`] take two passes always and less time, and are as sure of k: the sample only proposes
//! where to cut, and the second pass counts. Both give [`Buckets`].
//!
//! **Takes** `mask --method quantile` for columns of more different numbers than can be held, and
//! `--method sketch` for any; numbers and dates.
//!
//! **Not promised** equal buckets: a sample may make them uneven, but never smaller than k. If ties
//! are about as long as buckets, even the exact method moves more ranks than one with all values in
//! memory: up to 1.51 times as many were found.
//!
//! **Choose it** as `sketch` if a column is long and has few buckets; otherwise the exact method
//! takes hardly longer.
//!
//! **Example** with eps = delta = 0.01 the sample is 26,492 rows, whatever the length of the
//! column. The paper's formula gives 461, and then the median is within eps in one run of three
//! only.
//!
//! `incrowd mask study.csv --id name --qi age --k 20 --beta 10% --method sketch -o masked.csv`
//!
//! **Defined** by Munro and Paterson (1980) for the exact way, and by Massart (1990) for the
//! sample; Lodha & Thomas (2007), section 4.1, is what they serve.
//!
//! **Deviations** Lodha & Thomas (2007) take (1/eps) ln(1/delta) draws, which are far too few, and
//! leaves buckets as the sample cuts them, some of them below k. Whatever is read adds up: clones
//! that read different rows are merged, in any order, and the result is the same on any number of
//! threads. Only the number of passes of the exact way may depend on the order of rows.
//!
//! **Cost** for n rows and q buckets, memory of the order sqrt(q n) log n for two exact passes. Ten
//! million rows of three columns were masked in 2.4 s and 38 MB either way.

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
pub use order::SortKey;
pub use plan::room_for;
pub use sample::{Sample, sample_rank, sample_size};
pub use selection::{FoundRank, RankSelection};
pub use sketch::Sketch;
