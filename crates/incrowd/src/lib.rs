//! Publish tables about people so that nobody in them stands out, and prove it.

pub use incrowd_core::*;

/// The worked examples of the page are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
