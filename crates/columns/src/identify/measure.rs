//! How well a set of columns distinguishes the rows of a table, by exact counts.
//!
//! **Promises** exact counts. *Unique rows* are those that agree with no other row on all columns
//! of the set; their fraction is the alpha of which the set is a quasi-identifier. *Distinction* is
//! the share of distinct tuples among rows, *separation* the share of pairs of rows that the set
//! tells apart: two weaker measures, for sets that make nobody unique but narrow everybody down.
//!
//! **Cost** one pass over the rows left per column of the set.

use std::collections::BTreeMap;

use incrowd_terms::Fraction;

use super::Columns;
use super::partition::{Scratch, StrippedPartition};

/// What a set of columns tells apart.
///
/// ```
/// use incrowd_columns::identify::{Columns, Measure};
/// use incrowd_terms::Fraction;
/// let table = Columns::new(vec![vec![0, 0, 1], vec![0, 0, 0]]).unwrap();
/// let measure = Measure::of(&table, &[0, 1]);
/// assert_eq!((measure.unique_rows(), measure.classes(), measure.smallest_class()), (1, 2, 1));
/// assert_eq!(measure.separation(), Some(Fraction::new(2, 3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    rows: u64,
    /// Classes by their rows, ascending.
    sizes: Vec<(u64, u64)>,
}

impl Measure {
    /// Measures a set of columns.
    ///
    /// # Panics
    /// If the table has no such column.
    #[must_use]
    pub fn of(columns: &Columns, set: &[usize]) -> Self {
        let mut scratch = Scratch::new(columns);
        let (mut partition, mut finer) =
            (StrippedPartition::whole(columns), StrippedPartition::default());
        for &column in set {
            partition.refine(columns.codes(column), &mut scratch, &mut finer);
            std::mem::swap(&mut partition, &mut finer);
        }
        let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
        for class in partition.classes() {
            *sizes.entry(class.len() as u64).or_default() += 1;
        }
        let unique = u64::from(partition.split().unique);
        let alone = (unique > 0).then_some((1, unique));
        Measure { rows: columns.rows(), sizes: alone.into_iter().chain(sizes).collect() }
    }

    /// Rows of the table.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Rows that agree with no other row.
    #[must_use]
    pub fn unique_rows(&self) -> u64 {
        self.sizes.first().filter(|(rows, _)| *rows == 1).map_or(0, |&(_, classes)| classes)
    }

    /// Classes of rows that agree: the distinct tuples.
    #[must_use]
    pub fn classes(&self) -> u64 {
        self.sizes.iter().map(|(_, classes)| classes).sum()
    }

    /// The rows of the smallest class: the k that the table has on these columns; 0 without rows.
    #[must_use]
    pub fn smallest_class(&self) -> u64 {
        self.sizes.first().map_or(0, |&(rows, _)| rows)
    }

    /// How many classes there are of each size: (rows of a class, classes), ascending.
    #[must_use]
    pub fn class_sizes(&self) -> &[(u64, u64)] {
        &self.sizes
    }

    /// The share of rows that are unique; nothing without rows.
    #[must_use]
    pub fn unique_fraction(&self) -> Option<Fraction> {
        (self.rows > 0).then(|| Fraction::new(self.unique_rows(), self.rows))
    }

    /// Distinct tuples per row; nothing without rows.
    #[must_use]
    pub fn distinction(&self) -> Option<Fraction> {
        (self.rows > 0).then(|| Fraction::new(self.classes(), self.rows))
    }

    /// The share of pairs of rows that are told apart; nothing without pairs.
    #[must_use]
    pub fn separation(&self) -> Option<Fraction> {
        // Rows are numbered by 32 bits, so that pairs fit into 64.
        let pairs = |rows: u64| rows * rows.saturating_sub(1) / 2;
        let alike: u64 = self.sizes.iter().map(|&(rows, classes)| classes * pairs(rows)).sum();
        let all = pairs(self.rows);
        (all > 0).then(|| Fraction::new(all - alike, all))
    }

    /// Whether at least a fraction alpha of the rows is unique. Of an empty table, none is.
    #[must_use]
    pub fn identifies(&self, alpha: Fraction) -> bool {
        self.unique_fraction().is_some_and(|share| share >= alpha)
    }
}
