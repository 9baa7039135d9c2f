//! Published full-domain searches that incrowd's own search is compared with.
//!
//! Users can select them, and `repro` runs them. [`super::optimal`] is the search to use for releases.

pub(in crate::search) mod samarati;
pub(in crate::search) mod smallest_k;
pub(in crate::search) mod spalm;
