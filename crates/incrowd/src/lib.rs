//! Publish tables about people so that nobody in them stands out, and prove it.

pub use incrowd_core::*;
