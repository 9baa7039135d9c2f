//! The objectives of searches for boxes.
//!
//! Searches for boxes evaluate millions of cuts, so they support a few fixed sums. Each cost names
//! the sum that is minimal where the cost is.

/// A sum over classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The loss of the ranges of the boxes, averaged over rows and columns.
    #[default]
    Ranges,
    /// The sum of squared class sizes.
    Squares,
    /// The average class size: as many classes with rows as possible.
    Count,
}
