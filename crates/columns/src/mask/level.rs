//! Categories: the lowest level of a hierarchy that has few enough values.
//!
//! **Promises** the least generalization of a whole column of categories that leaves at most so
//! many values (Lodha & Thomas (2007), section 4.2).
//!
//! **Deviations** the paper goes on until a level has d values, which no level need have: it is *at
//! most* d here. Of a table that is a part of something larger, values of the hierarchy that it
//! lacks count too ([`possible`]), for others may have them; of a table that is all there is, only
//! those that occur ([`occurring`]).
//!
//! **Cost** the number of levels.

use std::collections::BTreeSet;

use incrowd_core::hierarchy::Hierarchy;

/// The lowest level with at most `most` values, where level i has `values[i]` of them; nothing if
/// there is none.
///
/// ```
/// use incrowd_columns::mask::level::lowest;
/// let places = [41_000, 29_000, 3_000, 50, 1];
/// assert_eq!(lowest(&places, 3_000), Some(2));
/// assert_eq!(lowest(&places, 2_999), Some(3));
/// ```
#[must_use]
pub fn lowest(values: &[u64], most: u64) -> Option<usize> {
    values.iter().position(|&values| values <= most)
}

/// How many values each level of a hierarchy has.
#[must_use]
pub fn possible(hierarchy: &Hierarchy) -> Vec<u64> {
    (0..=hierarchy.height()).map(|level| hierarchy.nodes(level) as u64).collect()
}

/// How many values each level has of those that occur; texts that are no leaves count as none.
#[must_use]
pub fn occurring<'a>(
    hierarchy: &Hierarchy,
    texts: impl Iterator<Item = &'a str> + Clone,
) -> Vec<u64> {
    let values = |level: usize| {
        let nodes = hierarchy.node_of(level);
        let codes = texts.clone().filter_map(|text| hierarchy.code(text));
        codes.map(|code| nodes[code as usize]).collect::<BTreeSet<u32>>().len() as u64
    };
    (0..=hierarchy.height()).map(values).collect()
}
