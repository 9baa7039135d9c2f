//! Quantiles: groups of equally many rows, each mapped to its median (Lodha & Thomas 2007,
//! definitions 7 to 9 and theorem 5).
//!
//! A group of s rows costs floor(s^2/4) ranks, which is convex in s. Equal sizes are therefore
//! best, and as many groups as k allows. If equal values must stay together, groups are the optimal
//! clusters by rank difference.
//!
//! Deviations: the paper's experiments use ceil(n/k) buckets, some of which fall below k, and
//! assign values to the nearest representative. Here the boundaries of groups alone decide.
//!
//! Manual page: `docs/algorithms/quantiles.md`.

use super::RowGroups;
use super::cluster::{ClusterError, ClusterValue, Criterion, SortedCounts, Ties, cluster};

/// The quantile transformation of `rows` sorted rows in groups of `k` or more; equal values may be
/// cut. Nothing if there are fewer than `k` rows, or none.
///
/// ```
/// use incrowd_columns::mask::quantile::quantiles;
/// let groups = quantiles(7, 2).unwrap();
/// assert_eq!(groups.ends(), [2, 4, 7]);
/// assert_eq!(groups.medians().collect::<Vec<_>>(), [0, 2, 5]);
/// ```
#[must_use]
pub fn quantiles(rows: u64, k: u64) -> Option<RowGroups> {
    even_groups(rows, rows / k.max(1))
}

/// So many groups of sorted rows, whose sizes differ by one at most. Nothing if there is none, or there
/// are more than rows.
pub(in crate::mask) fn even_groups(rows: u64, number: u64) -> Option<RowGroups> {
    let number = u128::from(number);
    if number == 0 {
        return None;
    }
    let end = |group: u128| u64::try_from(group * u128::from(rows) / number).unwrap_or(rows);
    RowGroups::new((1..=number).map(end).collect())
}

/// Groups of `k` or more with the least rank difference among those that keep equal values
/// together.
pub fn quantiles_of<V: ClusterValue>(
    line: &SortedCounts<V>,
    k: u64,
) -> Result<RowGroups, ClusterError> {
    Ok(cluster(line, k, Criterion::RankDifference, Ties::Together)?.groups)
}

/// What masking did to a column of numbers: sum (x'-x)^2 over sum (x-mean)^2, 0 if nothing changed
/// and 1 if every value became the mean. Nothing if all values were equal, for then any change is
/// infinitely large, or if there are not as many masked values as values.
///
/// It falls with the square of the number of groups for evenly spread values only: it is
/// (k^2-1)/(n^2-1) for 1 to n in groups of an odd k. The paper takes that for a law of all data.
#[must_use]
pub fn error(values: &[f64], masked: &[f64]) -> Option<f64> {
    if values.len() != masked.len() {
        return None;
    }
    let first = *values.first()?;
    let mean = first + values.iter().map(|x| x - first).sum::<f64>() / values.len() as f64;
    let square = |difference: f64| difference * difference;
    let spread: f64 = values.iter().map(|x| square(x - mean)).sum();
    let moved: f64 = values.iter().zip(masked).map(|(x, y)| square(y - x)).sum();
    (spread > 0.0).then(|| moved / spread)
}
