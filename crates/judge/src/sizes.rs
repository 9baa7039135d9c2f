//! How large the classes of a table are: the smallest of them in words, and all of them in buckets
//! beside those of another table.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::division::Division;

/// How many of the smallest classes are named.
const MOST_NAMED: usize = 10;

/// A class of few rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SmallClass {
    /// The class in words.
    pub class: String,
    /// Its rows, or its people where people are counted.
    pub rows: u64,
}

/// Classes of about one size, in two tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SizeBucket {
    /// The fewest rows of such a class.
    pub from: u64,
    /// The most rows.
    pub to: u64,
    /// The classes of the original; `None` without an original.
    pub before: Option<ClassCount>,
    /// The classes of the published table.
    pub after: ClassCount,
}

/// How many classes there are, and how many rows they have together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClassCount {
    /// The classes.
    pub classes: u64,
    /// Their rows.
    pub rows: u64,
}

/// The smallest classes, by rows and then in the order of the file.
pub(crate) fn smallest(classes: &Division<'_>) -> Vec<SmallClass> {
    let (sizes, lines) = (classes.sizes(), classes.lines());
    let place = |&class: &usize| (sizes[class], lines[class]);
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    if order.len() > MOST_NAMED {
        order.select_nth_unstable_by_key(MOST_NAMED, place);
        order.truncate(MOST_NAMED);
    }
    order.sort_unstable_by_key(place);
    let named = |class: usize| SmallClass { class: classes.name(class), rows: sizes[class] };
    order.into_iter().map(named).collect()
}

/// Lays the class sizes of two tables side by side, given how many classes have each size
/// ([`Findings::class_sizes`](crate::Findings::class_sizes)). Buckets are 1, 2, 3 to 4, 5 to 9, 10 to
/// 19, 20 to 49 and so on, from the first to the last in which either table has a class.
///
/// ```
/// use std::collections::BTreeMap;
/// use incrowd_judge::class_sizes_side_by_side;
/// let (before, after) = (BTreeMap::from([(1, 2), (4, 1)]), BTreeMap::from([(6, 1)]));
/// let buckets = class_sizes_side_by_side(Some(&before), &after);
/// let ends: Vec<(u64, u64)> = buckets.iter().map(|bucket| (bucket.from, bucket.to)).collect();
/// assert_eq!(ends, [(1, 1), (2, 2), (3, 4), (5, 9)]);
/// assert_eq!((buckets[2].before.unwrap().rows, buckets[3].after.rows), (4, 6));
/// ```
#[must_use]
pub fn class_sizes_side_by_side(
    before: Option<&BTreeMap<u64, u64>>,
    after: &BTreeMap<u64, u64>,
) -> Vec<SizeBucket> {
    let filled = |sizes: &BTreeMap<u64, u64>| {
        let mut sizes = sizes.iter().filter(|&(&size, &classes)| size > 0 && classes > 0);
        let first = sizes.next().map(|(&size, _)| size)?;
        Some((first, sizes.next_back().map_or(first, |(&size, _)| size)))
    };
    let ends: Vec<(u64, u64)> = before.into_iter().chain([after]).filter_map(filled).collect();
    let least = ends.iter().map(|ends| ends.0).min();
    let most = ends.iter().map(|ends| ends.1).max();
    let (Some(least), Some(most)) = (least, most) else { return Vec::new() };
    let bucket = |(from, to): (u64, u64)| SizeBucket {
        from,
        to,
        before: before.map(|sizes| within(sizes, from, to)),
        after: within(after, from, to),
    };
    let between = |&(from, to): &(u64, u64)| to >= least && from <= most;
    buckets().filter(between).take_while(|&(from, _)| from <= most).map(bucket).collect()
}

/// The classes whose sizes lie between two, both included.
fn within(sizes: &BTreeMap<u64, u64>, from: u64, to: u64) -> ClassCount {
    sizes.range(from..=to).fold(ClassCount::default(), |count, (&size, &classes)| ClassCount {
        classes: count.classes.saturating_add(classes),
        rows: count.rows.saturating_add(size.saturating_mul(classes)),
    })
}

/// All buckets: 1, 2, 3 to 4, and from 5 on always up to the next 1, 2 or 5 times a power of ten.
fn buckets() -> impl Iterator<Item = (u64, u64)> {
    let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    let starts = powers.flat_map(|power| [1, 2, 5].map(|times| power.checked_mul(times)));
    let starts: Vec<u64> = [1, 2, 3].into_iter().chain(starts.flatten().skip(2)).collect();
    let ends: Vec<u64> = starts.iter().skip(1).map(|start| start - 1).chain([u64::MAX]).collect();
    starts.into_iter().zip(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equivalence_classes::tests::{grouping, rows};

    #[test]
    fn the_smallest_classes_come_first_and_ties_as_in_the_file() {
        let all = rows(&["b", "a", "b", "c", "d", "d", "d"]);
        let grouping = grouping(1, &all);
        let found = smallest(&Division { grouping: &grouping, columns: &["x"] });
        let found: Vec<(&str, u64)> = found.iter().map(|one| (&*one.class, one.rows)).collect();
        let expected =
            [("class (x=a)", 1), ("class (x=c)", 1), ("class (x=b)", 2), ("class (x=d)", 3)];
        assert_eq!(found, expected);
    }

    #[test]
    fn only_ten_are_named() {
        let texts: Vec<String> =
            (0..15).rev().flat_map(|at| vec![format!("v{at}"); at + 1]).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let grouping = grouping(1, &rows(&texts));
        let found = smallest(&Division { grouping: &grouping, columns: &["x"] });
        let sizes: Vec<u64> = found.iter().map(|one| one.rows).collect();
        assert_eq!(sizes, (1..=10).collect::<Vec<u64>>());
    }

    #[test]
    fn every_size_has_one_bucket() {
        let all: Vec<(u64, u64)> = buckets().collect();
        let first = [(1, 1), (2, 2), (3, 4), (5, 9), (10, 19), (20, 49), (50, 99), (100, 199)];
        assert_eq!(all[..8], first);
        assert!(all.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0));
        assert_eq!(all.last().map(|last| last.1), Some(u64::MAX));
    }

    #[test]
    fn buckets_reach_from_the_smallest_to_the_largest_class() {
        let after = BTreeMap::from([(5, 3), (9, 1), (60, 2)]);
        let found = class_sizes_side_by_side(None, &after);
        let counted = |classes, rows| ClassCount { classes, rows };
        let ends: Vec<(u64, ClassCount)> = found.iter().map(|one| (one.from, one.after)).collect();
        let expected =
            [(5, counted(4, 24)), (10, counted(0, 0)), (20, counted(0, 0)), (50, counted(2, 120))];
        assert_eq!(ends, expected);
        assert!(found.iter().all(|one| one.before.is_none()));
        assert!(class_sizes_side_by_side(Some(&BTreeMap::new()), &BTreeMap::new()).is_empty());
        let largest = BTreeMap::from([(u64::MAX, 2)]);
        let found = class_sizes_side_by_side(Some(&after), &largest);
        assert_eq!(found.last().map(|one| (one.to, one.after.rows)), Some((u64::MAX, u64::MAX)));
    }
}
