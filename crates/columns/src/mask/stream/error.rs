//! What can go wrong between passes.

use crate::mask::cluster::ClusterError;

/// Why there are no buckets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StreamError {
    /// Too few rows, or too many.
    #[error(transparent)]
    Rows(#[from] ClusterError),
    /// A later pass contradicts the first.
    #[error("the rows are not those of the first pass")]
    Changed,
}
