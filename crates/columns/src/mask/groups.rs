//! Sorted rows in consecutive groups: what every masking of one column of numbers comes to.

use std::ops::Range;

/// Consecutive groups of sorted rows; none is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowGroups {
    ends: Vec<u64>,
}

impl RowGroups {
    /// Groups that end before these rows: `[3, 5]` are the rows 0 to 2, and 3 and 4. Nothing if an
    /// end does not lie beyond the one before it.
    ///
    /// ```
    /// use incrowd_columns::mask::RowGroups;
    /// assert_eq!(RowGroups::new(vec![3, 5]).unwrap().rank_difference(), 3);
    /// assert!(RowGroups::new(vec![3, 3]).is_none());
    /// ```
    #[must_use]
    pub fn new(ends: Vec<u64>) -> Option<Self> {
        let rising = ends.first() != Some(&0) && ends.windows(2).all(|pair| pair[0] < pair[1]);
        rising.then_some(RowGroups { ends })
    }

    /// All rows in one group.
    pub(super) fn one(rows: u64) -> Self {
        RowGroups { ends: vec![rows] }
    }

    /// How many groups there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no rows at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Where each group ends: the number of rows in it and before it.
    #[must_use]
    pub fn ends(&self) -> &[u64] {
        &self.ends
    }

    /// The rows of each group, in order.
    pub fn rows(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| start..*end)
    }

    /// The row in the middle of each group, the lower one of two: what the group is mapped to when
    /// ranks matter. It is a member of the group.
    pub fn medians(&self) -> impl Iterator<Item = u64> + '_ {
        self.rows().map(|rows| rows.start + (rows.end - rows.start - 1) / 2)
    }

    /// The rows of the smallest group: the k that the column has by itself.
    #[must_use]
    pub fn smallest(&self) -> Option<u64> {
        self.rows().map(|rows| rows.end - rows.start).min()
    }

    /// How many ranks all rows together are away from the medians of their groups. A group of s
    /// rows adds the whole part of s^2/4, wherever it lies.
    #[must_use]
    pub fn rank_difference(&self) -> u128 {
        let of = |rows: Range<u64>| {
            let size = u128::from(rows.end - rows.start);
            (size / 2) * (size - size / 2)
        };
        self.rows().map(of).sum()
    }
}
