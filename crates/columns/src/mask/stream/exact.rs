//! The quantile transformation of a stream: exact, in bounded memory, with equal values together.
//!
//! **Promises** at most floor(n/k) buckets of k rows or more, each with its exact number of rows,
//! its smallest and largest value and its lower median. Without ties at the quantiles they are
//! those of [`quantiles`](crate::mask::quantile::quantiles). The outcome does not depend on the
//! order of the rows.
//!
//! **Defined** by Lodha & Thomas (2007), definitions 7 to 9 and theorem 5, on top of [`RankSelection`].
//!
//! **Deviations** a quantile that falls among equal values may cut before them or after them. Among
//! these cuts, and those at the ends and in the middles of the quantile groups, the buckets are
//! those of the least rank difference. [`quantiles_of`](crate::mask::quantile::quantiles_of)
//! chooses among the cuts between all values, which only somebody who holds all values can. Where
//! ties are about as long as buckets, ours move more ranks: up to 1.51 times as many were found by
//! a search through random columns, and tests allow for twice.
//!
//! **Cost** that of a `RankSelection` of three ranks per bucket: two passes where the room is large
//! enough, one where there are few different values. A third may be needed if ties moved a median.

use super::buckets::{QuantileBucket, QuantileBuckets};
use super::error::StreamError;
use super::order::SortKey;
use super::selection::RankSelection;
use crate::mask::RowGroups;
use crate::mask::cluster::{ClusterError, Criterion, SortedCounts, Ties, cluster_at_most};
use crate::mask::quantile::even_groups;

/// Quantile buckets of a stream that is read until they are known.
///
/// ```
/// use incrowd_columns::mask::stream::Quantiles;
/// let rows = [3_i64, 0, 11, 2, 10, 1];
/// let mut quantiles = Quantiles::new(3, 1 << 20);
/// let buckets = loop {
///     quantiles.add(&rows);
///     if let Some(buckets) = quantiles.end_pass().unwrap() {
///         break buckets;
///     }
/// };
/// let medians: Vec<i64> = buckets.list().iter().map(|bucket| bucket.representative).collect();
/// assert_eq!(medians, [1, 10]);
/// ```
#[derive(Clone, Debug)]
pub struct Quantiles<V> {
    k: u64,
    /// How many buckets there may be.
    most: u64,
    selection: RankSelection<V>,
    stage: QuantileStage,
}

#[derive(Clone, Debug)]
enum QuantileStage {
    /// The number of rows is not known.
    First,
    /// Looks for the ends of the groups that there were without ties.
    Ends(RowGroups),
    /// Looks for the ends and medians of the groups that there are.
    Members(RowGroups),
}

impl<V: SortKey> Quantiles<V> {
    /// Before the first pass: buckets of `k` rows or more, and room for so many values.
    #[must_use]
    pub fn new(k: u64, room: usize) -> Self {
        Quantiles {
            k: k.max(1),
            most: u64::MAX,
            selection: RankSelection::new(room),
            stage: QuantileStage::First,
        }
    }

    /// The same with so many buckets at most.
    #[must_use]
    pub fn at_most(self, buckets: u64) -> Self {
        Quantiles { most: buckets.max(1), ..self }
    }

    /// Reads rows. Every pass must read the same ones, in any order.
    pub fn add(&mut self, values: &[V]) {
        self.selection.add(values);
    }

    /// Adds what a clone of this, made before the pass, has read of other rows.
    pub fn merge(&mut self, other: Self) {
        self.selection.merge(other.selection);
    }

    /// All rows have been read once more: the buckets, or nothing if another pass is needed.
    pub fn end_pass(&mut self) -> Result<Option<QuantileBuckets<V>>, StreamError> {
        self.selection.end_pass()?;
        if let QuantileStage::First = self.stage {
            let rows = self.selection.rows();
            let groups = even_groups(rows, (rows / self.k).min(self.most));
            let groups = groups.ok_or(ClusterError::TooFew { rows, k: self.k })?;
            self.selection.want(&members(&groups));
            self.stage = QuantileStage::Ends(groups);
        }
        if !self.selection.is_done() {
            return Ok(None);
        }
        if let QuantileStage::Ends(groups) = &self.stage {
            let groups = if self.is_clean(groups) { groups.clone() } else { self.regrouped()? };
            self.selection.want(&members(&groups));
            self.stage = QuantileStage::Members(groups);
        }
        if !self.selection.is_done() {
            return Ok(None);
        }
        self.buckets().map(Some).ok_or(StreamError::Changed)
    }

    /// How many passes there were.
    #[must_use]
    pub fn passes(&self) -> u32 {
        self.selection.passes()
    }

    /// How many more passes it takes, as the worst case has it, unless ties move a median.
    #[must_use]
    pub fn passes_left(&self) -> u64 {
        self.selection.passes_left()
    }

    /// How many numbers are held now.
    #[must_use]
    pub fn held(&self) -> usize {
        self.selection.held()
    }

    /// Whether no group ends among equal values.
    fn is_clean(&self, groups: &RowGroups) -> bool {
        let is_last = |&end: &u64| self.selection.found(end - 1).is_some_and(|at| at.upto == end);
        groups.ends().iter().all(is_last)
    }

    /// The best groups that end before or after a value that was found.
    fn regrouped(&self) -> Result<RowGroups, ClusterError> {
        let mut ends: Vec<u64> =
            self.selection.all_found().flat_map(|found| [found.below, found.upto]).collect();
        ends.push(0);
        ends.sort_unstable();
        ends.dedup();
        best_groups(ends.windows(2).map(|pair| pair[1] - pair[0]), self.k, self.most)
    }

    fn buckets(&self) -> Option<QuantileBuckets<V>> {
        let QuantileStage::Members(groups) = &self.stage else { return None };
        let value = |rank: u64| Some(self.selection.found(rank)?.value);
        let bucket = |(rows, median): (std::ops::Range<u64>, u64)| {
            Some(QuantileBucket {
                lo: value(rows.start)?,
                hi: value(rows.end - 1)?,
                representative: value(median)?,
                off: 0,
                rows: rows.end - rows.start,
            })
        };
        QuantileBuckets::new(
            groups.rows().zip(groups.medians()).map(bucket).collect::<Option<_>>()?,
        )
    }
}

/// The first, the middle and the last row of each group.
fn members(groups: &RowGroups) -> Vec<u64> {
    let rows = groups.rows().zip(groups.medians());
    rows.flat_map(|(rows, median)| [rows.start, median, rows.end - 1]).collect()
}

/// Groups of `k` rows or more, at most so many, of the least rank difference, made of neighbouring
/// pieces of so many rows each.
pub(super) fn best_groups(
    pieces: impl IntoIterator<Item = u64>,
    k: u64,
    most: u64,
) -> Result<RowGroups, ClusterError> {
    let line = SortedCounts::of_counts((0_i64..).zip(pieces))?;
    Ok(cluster_at_most(&line, k, most, Criterion::RankDifference, Ties::Together)?.groups)
}
