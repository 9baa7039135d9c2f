//! What searches that cut boxes make small.
//!
//! They weigh millions of cuts, so there are few sums that they know, each of which is least where
//! a cost is. A cost says which is its own.

/// A sum over classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// What the ranges of the boxes lose, averaged over rows and columns.
    #[default]
    Ranges,
    /// The sum of squared class sizes.
    Squares,
    /// The average class size: as many classes with rows as possible.
    Count,
}
