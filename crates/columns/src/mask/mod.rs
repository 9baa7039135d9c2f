//! Coarsens a table column by column, for probabilistic anonymity (Lodha & Thomas 2007, sections 3
//! and 4).
//!
//! [`cells`] sets how many combinations of values may be published, [`budget`] divides them among
//! the columns, and each column is coarsened separately: numbers by [`quantile`], [`cluster`] or
//! [`stream`], categories by [`level`], single cells by [`coding`], [`rounding`], [`pseudonym`] and
//! [`shift`].
//!
//! The guarantee assumes that all combinations are equally likely. Dependent columns make some
//! rare, so the judge counts the combinations of the published file.
//!
//! Manual page: `docs/models/probabilistic-anonymity.md`.

pub mod budget;
pub mod cells;
pub mod cluster;
pub mod coding;
mod groups;
pub mod level;
pub mod numbers;
pub mod pseudonym;
pub mod quantile;
pub mod rounding;
pub mod scale;
pub mod shift;
pub mod stream;

pub use groups::RowGroups;
