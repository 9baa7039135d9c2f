//! The cheapest clusters of neighbouring values with at least k rows each, along one column (Lodha
//! & Thomas 2007, section 4.1), by five criteria.
//!
//! The cost of the first rows is that of fewer rows plus that of one more cluster. The matrix of
//! this recurrence is totally monotone for all criteria but one, and its columns are known k rows
//! ahead, so it splits into blocks that are searched in linear time (Stamm & Schaub 2024; the
//! largest radius satisfies the same conditions). The radius times the rows with a member as centre
//! is not known to be totally monotone, and is searched in O(n k). Costs that are integers or
//! halves are compared exactly (`exact_cost.rs`), others in double-double arithmetic
//! (`approximate_cost.rs`).
//!
//! Where people may have several rows, a cluster needs k people ([`Holders`]), and costs are still those
//! of rows. All that changes is where the last cluster may start, which is all that the recurrence knows
//! of k.
//!
//! Deviations: the paper claims that optimal clusters always consist of neighbouring values, which
//! is false for radius times rows, and limits clusters to 2k - 1 rows, which is false if equal
//! values stay together. Here no cluster can be cut in two.
//!
//! Manual page: `docs/algorithms/optimal-clusters.md`.

mod approximate_cost;
mod at_most;
mod double_double;
mod exact_cost;
mod holders;
mod line;
mod minima;

use approximate_cost::ApproximateCost;
use double_double::DoubleDouble;
use exact_cost::ExactCost;
use minima::{Matrix, minima};

use super::RowGroups;
use super::quantile::quantiles;

pub use at_most::{cluster_at_most, cluster_people_at_most};
pub use holders::Holders;
pub use line::{ClusterValue, SortedCounts};

/// What clusters should have little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The largest distance of a row from the centre of its cluster.
    KCenter(Centre),
    /// The sum of the distances of all rows from the medians of their clusters.
    KMedian,
    /// The sum over all clusters of radius times rows.
    Cellular(Centre),
    /// The sum of the squared distances of all rows from the means of their clusters.
    SquaredError,
    /// The sum of the distances in ranks of all rows from the medians of their clusters.
    RankDifference,
}

/// Where the centre of a cluster may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Centre {
    /// In the middle: the radius is half the range.
    Anywhere,
    /// At a value of the cluster.
    Member,
}

/// Whether rows of equal value may be in different clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// Equal values are published alike.
    #[default]
    Together,
    /// Clusters may end among equal values.
    Cut,
}

/// Clusters and what they cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Clustering {
    /// The rows of each cluster.
    pub groups: RowGroups,
    /// What they cost together.
    pub cost: f64,
}

/// Why there are no clusters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterError {
    /// Not even one cluster.
    #[error("{rows} rows are too few for a cluster of {k}")]
    TooFew {
        /// All rows.
        rows: u64,
        /// Rows that a cluster needs.
        k: u64,
    },
    /// Values that go down.
    #[error("the values are not in ascending order")]
    NotSorted,
    /// No number, or one beyond all reason.
    #[error("a value is not a number, or beyond 1e70")]
    NotUsable,
    /// More rows than can be counted exactly.
    #[error("there are more than 2^53 rows")]
    TooMany,
}

/// The cheapest clusters of neighbouring values with at least `k` rows each.
///
/// ```
/// use incrowd_columns::mask::cluster::{Criterion, SortedCounts, Ties, cluster};
/// let line = SortedCounts::of_rows(&[1_i64, 3, 4, 7, 12]).unwrap();
/// let best = cluster(&line, 2, Criterion::KMedian, Ties::Together).unwrap();
/// assert_eq!((best.groups.ends(), best.cost), (&[3, 5][..], 8.0));
/// ```
pub fn cluster<V: ClusterValue>(
    line: &SortedCounts<V>,
    k: u64,
    cost: Criterion,
    ties: Ties,
) -> Result<Clustering, ClusterError> {
    let k = k.max(1);
    let rows = line.rows();
    if rows < k {
        return Err(ClusterError::TooFew { rows, k });
    }
    if ties == Ties::Cut && cost == Criterion::RankDifference {
        let groups = quantiles(rows, k).ok_or(ClusterError::TooFew { rows, k })?;
        let cost = groups.rank_difference() as f64;
        return Ok(Clustering { groups, cost });
    }
    let has_ties = rows > line.values() as u64;
    let (ends, cost) = if ties == Ties::Cut && has_ties {
        let apart = line.apart(k);
        DynamicProgram::new(&apart, starts(&apart.before, k), cost).best()
    } else {
        DynamicProgram::new(line, starts(&line.before, k), cost).best()
    };
    let groups = RowGroups::new(ends).ok_or(ClusterError::TooFew { rows, k })?;
    Ok(Clustering { groups, cost: cost.rounded() })
}

/// The dynamic programme. A *stop* is a number of values, where clusters may end.
struct DynamicProgram<'a, V> {
    line: &'a SortedCounts<V>,
    exact_cost: ExactCost<'a, V>,
    approximate_cost: ApproximateCost,
    cost: Criterion,
    /// Per stop: the last one at which a cluster can start that ends here; nothing near the start.
    start: Vec<Option<usize>>,
    /// Per stop: the least cost of all before it.
    least: Vec<DoubleDouble>,
    /// Per stop: where the last cluster starts.
    choice: Vec<usize>,
    /// What every cluster costs besides, so that fewer are made; nothing if that does not matter.
    penalty: Option<DoubleDouble>,
}

impl<'a, V: ClusterValue> DynamicProgram<'a, V> {
    /// The programme for a line, given per stop the last one at which a cluster can start.
    fn new(line: &'a SortedCounts<V>, start: Vec<Option<usize>>, cost: Criterion) -> Self {
        let stops = line.before.len();
        let mut least = vec![DoubleDouble::INFINITE; stops];
        least[0] = DoubleDouble::ZERO;
        let choice = vec![0; stops];
        let (exact_cost, approximate_cost) =
            (ExactCost::new(line, cost), ApproximateCost::new(cost));
        DynamicProgram {
            line,
            exact_cost,
            approximate_cost,
            cost,
            start,
            least,
            choice,
            penalty: None,
        }
    }

    /// Where the best clusters end, in rows, and what they cost.
    fn best(mut self) -> (Vec<u64>, DoubleDouble) {
        let last = self.start.len() - 1;
        let mut first = self.start.iter().position(Option::is_some).unwrap_or(last + 1);
        while first <= last {
            first = self.settle_block(first);
        }
        let mut ends = Vec::new();
        let mut stop = last;
        while stop > 0 {
            ends.push(self.line.before[stop]);
            stop = self.choice[stop];
        }
        ends.reverse();
        (ends, self.least[last])
    }

    /// Settles all stops from here on whose last cluster starts before here, and says which stop
    /// is next.
    fn settle_block(&mut self, first: usize) -> usize {
        let next = (first + 1..self.start.len()).find(|&stop| self.start[stop] >= Some(first));
        let next = next.unwrap_or(self.start.len());
        let left = self.earliest(first);
        self.exact_cost.settle(left..next - 1);
        let before = &self.line.before[left..next];
        self.approximate_cost.settle(&self.exact_cost, &self.least[left..first], before);
        let stops: Vec<usize> = (first..next).collect();
        let found = if self.cost == Criterion::Cellular(Centre::Member) {
            stops.iter().map(|&stop| self.scan(stop)).collect()
        } else {
            // The best start never moves back.
            let left = left.max(self.choice[first - 1]);
            let right = self.start[next - 1].unwrap_or_default();
            minima(self, &stops, &(left..=right).collect::<Vec<_>>())
        };
        for (stop, from) in stops.into_iter().zip(found) {
            // The toll is the same wherever the last cluster starts, so it counts only here.
            self.least[stop] = self.value(stop, from) + self.penalty.unwrap_or(DoubleDouble::ZERO);
            self.choice[stop] = from;
        }
        next
    }

    /// The earliest start of a cluster that ends here and could not be cut in two. Where clusters
    /// cost a toll, one that could be cut may be worth having.
    fn earliest(&self, stop: usize) -> usize {
        if self.penalty.is_some() {
            return self.choice[stop - 1];
        }
        let start = self.start[stop].and_then(|start| self.start[start]);
        start.map_or(0, |start| start + 1)
    }

    /// The cost of all before a stop if the last cluster starts there.
    fn value(&self, stop: usize, from: usize) -> DoubleDouble {
        let before = self.least[from];
        if before == DoubleDouble::INFINITE {
            return before;
        }
        if !matches!(self.cost, Criterion::KCenter(_)) {
            return before + self.exact_cost.of(from, stop);
        }
        // No radius is above the range, so most need not be measured.
        let is_small = self.exact_cost.range(from, stop) <= before;
        if is_small { before } else { before.max(self.exact_cost.of(from, stop)) }
    }

    /// The best start of the last cluster, by trying all that may be.
    fn scan(&self, stop: usize) -> usize {
        let look = |from: usize| ApproximateEntry {
            stop,
            from,
            value: self.approximate_cost.value(&self.exact_cost, from, stop),
        };
        let mut best = look(self.start[stop].unwrap_or_default());
        for from in (self.earliest(stop)..best.from).rev() {
            let floor = self.approximate_cost.floor(from, stop);
            if self.approximate_cost.is_no_higher(best.value, floor) == Some(true) {
                continue;
            }
            let other = look(from);
            if !self.is_no_higher(best, other) {
                best = other;
            }
        }
        best.from
    }
}

/// A last cluster, and what it makes all before its stop cost, roughly.
#[derive(Clone, Copy)]
struct ApproximateEntry {
    stop: usize,
    from: usize,
    value: f64,
}

impl<V: ClusterValue> Matrix for DynamicProgram<'_, V> {
    type Entry = ApproximateEntry;

    fn entry(&self, stop: usize, from: usize) -> Option<ApproximateEntry> {
        let entry = || ApproximateEntry {
            stop,
            from,
            value: self.approximate_cost.value(&self.exact_cost, from, stop),
        };
        (self.start[stop] >= Some(from)).then(entry)
    }

    fn is_no_higher(&self, one: ApproximateEntry, other: ApproximateEntry) -> bool {
        let exact = |entry: ApproximateEntry| self.value(entry.stop, entry.from);
        let approximate_cost = self.approximate_cost.is_no_higher(one.value, other.value);
        approximate_cost.unwrap_or_else(|| exact(one) <= exact(other))
    }
}

/// Per stop: the last stop that has at least `k` rows between them.
fn starts(before: &[u64], k: u64) -> Vec<Option<usize>> {
    let mut next = 0;
    let start = |&rows: &u64| {
        while before[next] + k <= rows {
            next += 1;
        }
        next.checked_sub(1)
    };
    before.iter().map(start).collect()
}
