//! Categories: the lowest level of a hierarchy that has few enough values.
//!
//! **Promises** the least generalization of a whole column of categories that leaves at most so
//! many values (paper 002, section 4.2).
//!
//! **Deviations** the paper goes on until a level has d values, which no level need have: it is
//! *at most* d here. Values of the hierarchy that the data lack count too, for which of them occur
//! is not to be learned from the level that was chosen.
//!
//! **Cost** the number of levels.

use crate::hierarchy::Hierarchy;

/// The lowest level with at most `most` values, where level i has `values[i]` of them; nothing if
/// there is none.
///
/// ```
/// use incrowd::mask::level::lowest;
/// let places = [41_000, 29_000, 3_000, 50, 1];
/// assert_eq!(lowest(&places, 3_000), Some(2));
/// assert_eq!(lowest(&places, 2_999), Some(3));
/// ```
#[must_use]
pub fn lowest(values: &[u64], most: u64) -> Option<usize> {
    values.iter().position(|&values| values <= most)
}

/// The lowest level of a hierarchy with at most `most` values; nothing only for 0.
#[must_use]
pub fn lowest_of(hierarchy: &Hierarchy, most: u64) -> Option<usize> {
    let values: Vec<u64> =
        (0..=hierarchy.height()).map(|level| hierarchy.nodes(level) as u64).collect();
    lowest(&values, most)
}
