//! Masking column by column: how coarse each column must be so that people hide in a crowd, and
//! the least harmful way of making it so.
//!
//! **Promises** that somebody's combination of published values is shared by k people of the universe
//! with probability 1-beta at least, *if* the combinations are equally likely: probabilistic
//! (1-beta,k)-anonymity. [`cells`] says how many combinations there may be, [`budget`] shares them
//! out among the columns, and each column is then coarsened by itself: numbers by [`quantile`] or by
//! [`cluster`], categories by [`level`].
//!
//! **Against** someone who knows the quasi-identifiers of a person and holds the universe.
//!
//! **Defined** by paper 002 (Lodha and Thomas, 2007), sections 3 and 4.
//!
//! **Deviations** are told in each file. The largest is the paper's own: a column in which every
//! value has k rows says nothing about combinations. Columns that depend on each other make some
//! combinations rare; only `distribution_free` cells do without the assumption, and whoever
//! publishes must measure the joint classes and say what k they really have.
//!
//! **Cost** one pass to gather the values, none to some for groups of numbers that are too many to
//! be held, and one to write. Memory grows with distinct texts and published combinations, not with
//! rows; of very many different numbers only the optimal groups need all.

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
pub mod stream;

pub use groups::Groups;
