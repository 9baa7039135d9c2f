//! Published searches for boxes that incrowd's own searches are compared with.
//!
//! Users can select them, and `repro` runs them. [`super::guided`] is the search to use for releases.

mod first_fit;
pub(in crate::search) mod mondrian_smallest_k;
pub(in crate::search) mod mpalm;
