//! The cheapest clusters of at least k rows of which there may only be so many.
//!
//! Without a limit the dynamic programme makes as many clusters as pay. Where these are too many, every
//! cluster costs a toll (a Lagrange multiplier), which is raised until few enough are left. All costs that
//! add up satisfy the Monge condition, so the least cost is convex in the number of clusters, and the
//! toll leads to the least cost of any number. A toll at which the number jumps past the limit has two
//! best clusterings, one of more and one of fewer clusters; one of exactly the limit follows the first up
//! to a cluster that lies within one of the second, and the second from there on (Aggarwal, Schieber and
//! Tokuyama 1994). The largest radius does not add up: there the radius is bisected instead.
//!
//! Radius times rows with a member at the centre is not Monge. It is clustered with a larger k that
//! leaves few enough clusters, which need not be the best.

use std::collections::VecDeque;

use super::double_double::DoubleDouble;
use super::{
    Centre, ClusterError, ClusterValue, Clustering, Criterion, DynamicProgram, Holders,
    SortedCounts, Ties, cluster, starts,
};
use crate::mask::RowGroups;
use crate::mask::quantile::even_groups;

/// The cheapest clusters of neighbouring values with at least `k` rows each, `most` of them at most.
///
/// ```
/// use incrowd_columns::mask::cluster::{Criterion, SortedCounts, Ties, cluster_at_most};
/// let line = SortedCounts::of_rows(&[1_i64, 2, 3, 50, 51, 52, 90, 91, 93, 94, 95]).unwrap();
/// let best = cluster_at_most(&line, 2, 4, Criterion::SquaredError, Ties::Together).unwrap();
/// assert_eq!(best.groups.ends(), [3, 6, 8, 11]);
/// ```
///
/// # Errors
/// As [`cluster`].
pub fn cluster_at_most<V: ClusterValue>(
    line: &SortedCounts<V>,
    k: u64,
    most: u64,
    cost: Criterion,
    ties: Ties,
) -> Result<Clustering, ClusterError> {
    let (k, most) = (k.max(1), most.max(1));
    let free = cluster(line, k, cost, ties)?;
    if free.groups.len() as u64 <= most {
        return Ok(free);
    }
    if ties == Ties::Cut && cost == Criterion::RankDifference {
        let rows = line.rows();
        let groups = even_groups(rows, most).ok_or(ClusterError::TooFew { rows, k })?;
        let cost = groups.rank_difference() as f64;
        return Ok(Clustering { groups, cost });
    }
    let apart;
    let line = match ties {
        Ties::Together => line,
        Ties::Cut => {
            apart = line.apart(k);
            &apart
        }
    };
    if cost == Criterion::Cellular(Centre::Member) {
        return by_larger_k(line, k, most, cost);
    }
    let limited = Limited { line, start: starts(&line.before, k), most: most as usize, cost };
    Ok(limited.best(free.groups.len()))
}

/// The cheapest clusters of neighbouring values with at least `k` people each, `most` of them at most,
/// where people may have several rows. Costs are those of rows, and equal values stay together. By radius
/// times rows with a member at the centre they need not be the best.
///
/// ```
/// use incrowd_columns::mask::cluster::{Criterion, Holders, SortedCounts, cluster_people_at_most};
/// // Three rows of one person, and one of another.
/// let line = SortedCounts::of_rows(&[1_i64, 2, 3, 9]).unwrap();
/// let holders = Holders::new(4, vec![(0, 0), (1, 0), (2, 0), (3, 1)]);
/// let best = cluster_people_at_most(&line, &holders, 2, 2, Criterion::SquaredError).unwrap();
/// assert_eq!(best.groups.ends(), [4]);
/// ```
///
/// # Errors
/// If there are fewer people than a cluster needs.
pub fn cluster_people_at_most<V: ClusterValue>(
    line: &SortedCounts<V>,
    holders: &Holders,
    k: u64,
    most: u64,
    cost: Criterion,
) -> Result<Clustering, ClusterError> {
    let (k, most) = (k.max(1), most.max(1));
    let too_few = ClusterError::TooFew { rows: holders.people(), k };
    if holders.people() < k {
        return Err(too_few);
    }
    let start = holders.starts(k);
    let (ends, free) = DynamicProgram::new(line, start.clone(), cost).best();
    if ends.len() as u64 <= most {
        let groups = RowGroups::new(ends).ok_or(too_few)?;
        return Ok(Clustering { groups, cost: free.rounded() });
    }
    Ok(Limited { line, start, most: most as usize, cost }.best(ends.len()))
}

/// A limit that binds.
struct Limited<'a, V> {
    line: &'a SortedCounts<V>,
    /// Per stop: the last one at which a cluster can start.
    start: Vec<Option<usize>>,
    most: usize,
    cost: Criterion,
}

impl<V: ClusterValue> Limited<'_, V> {
    fn rows(&self) -> u64 {
        self.line.rows()
    }

    /// The best clusters, of which there would be so many without the limit.
    fn best(&self, free: usize) -> Clustering {
        let ends = match self.cost {
            Criterion::KCenter(_) => self.by_radius(),
            _ => self.by_penalty(free),
        };
        self.clustering(ends)
    }

    fn program(&self) -> DynamicProgram<'_, V> {
        DynamicProgram::new(self.line, self.start.clone(), self.cost)
    }

    /// Where the best clusters end if each costs a toll.
    fn with_penalty(&self, penalty: f64) -> Vec<u64> {
        let mut program = self.program();
        program.penalty = Some(DoubleDouble::difference(penalty, 0.0));
        program.best().0
    }

    /// Raises the toll until few enough clusters are left of so many.
    fn by_penalty(&self, free: usize) -> Vec<u64> {
        let whole = self.clustering(vec![self.rows()]).cost;
        let number = free as f64;
        // Tolls that are far too high make slow work of it, so the first is low.
        let mut high = (whole / (number * number * number)).max(f64::MIN_POSITIVE);
        let mut low = 0.0_f64;
        let mut many = self.program().best().0;
        let mut few = self.with_penalty(high);
        while few.len() > self.most {
            (low, many) = (high, few);
            high *= 8.0;
            few = self.with_penalty(high);
        }
        // Positive doubles are in the order of their bits.
        while few.len() < self.most && low.to_bits() + 1 < high.to_bits() {
            let middle = f64::from_bits(low.to_bits() + (high.to_bits() - low.to_bits()) / 2);
            let found = self.with_penalty(middle);
            match found.len() > self.most {
                true => (low, many) = (middle, found),
                false => (high, few) = (middle, found),
            }
        }
        crossed(&few, &many, self.most)
    }

    /// The least radius for which few enough clusters do.
    fn by_radius(&self) -> Vec<u64> {
        let mut program = self.program();
        let stops = self.line.before.len() - 1;
        program.exact_cost.settle(0..stops);
        let (mut low, mut high) =
            (0_u64, program.exact_cost.of(0, stops).rounded().next_up().to_bits());
        let within = |bits: u64| {
            let radius = DoubleDouble::difference(f64::from_bits(bits), 0.0);
            self.within(|from, stop| program.exact_cost.of(from, stop) <= radius, usize::lt)
        };
        while low < high {
            let middle = low + (high - low) / 2;
            match within(middle).is_some_and(|ends| ends.len() <= self.most) {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        let radius = DoubleDouble::difference(f64::from_bits(high), 0.0);
        let fits = |from: usize, stop: usize| program.exact_cost.of(from, stop) <= radius;
        let all = || vec![self.rows()];
        let few = self.within(fits, usize::lt).unwrap_or_else(all);
        // A radius that is needed somewhere need not make all clusters as large.
        let many = self.within(fits, usize::gt).unwrap_or_else(all);
        crossed(&few, &many, self.most)
    }

    /// Where clusters end that all fit, the fewest or the most of them; nothing if there are none. What
    /// lies within a cluster that fits must fit too.
    fn within(
        &self,
        fits: impl Fn(usize, usize) -> bool,
        better: fn(&usize, &usize) -> bool,
    ) -> Option<Vec<u64>> {
        let start = &self.start;
        let mut found: Vec<Option<(usize, usize)>> = vec![None; start.len()];
        found[0] = Some((0, 0));
        let (mut first, mut next) = (0, 0);
        // Starts that may still be the best, the best first.
        let mut open: VecDeque<(usize, usize)> = VecDeque::new();
        for stop in 1..start.len() {
            let Some(last) = start[stop] else { continue };
            while next <= last {
                if let Some((clusters, _)) = found[next] {
                    while open.back().is_some_and(|(_, other)| !better(other, &clusters)) {
                        open.pop_back();
                    }
                    open.push_back((next, clusters));
                }
                next += 1;
            }
            while first < stop && !fits(first, stop) {
                first += 1;
            }
            while open.front().is_some_and(|&(from, _)| from < first) {
                open.pop_front();
            }
            found[stop] = open.front().map(|&(from, clusters)| (clusters + 1, from));
        }
        let mut ends = Vec::new();
        let mut stop = start.len() - 1;
        while stop > 0 {
            ends.push(self.line.before[stop]);
            stop = found[stop]?.1;
        }
        ends.reverse();
        Some(ends)
    }

    /// Clusters that end there, with what they cost.
    fn clustering(&self, ends: Vec<u64>) -> Clustering {
        let mut exact_cost = super::ExactCost::new(self.line, self.cost);
        let (mut total, mut from) = (DoubleDouble::ZERO, 0);
        for end in &ends {
            let stop = self.line.before.partition_point(|rows| rows < end);
            exact_cost.settle(from..stop);
            let cost = exact_cost.of(from, stop);
            let largest = matches!(self.cost, Criterion::KCenter(_));
            total = if largest { total.max(cost) } else { total + cost };
            from = stop;
        }
        let groups = RowGroups::new(ends).unwrap_or_else(|| RowGroups::one(self.rows()));
        Clustering { groups, cost: total.rounded() }
    }
}

/// The clusters of the least k from here on that leaves few enough.
fn by_larger_k<V: ClusterValue>(
    line: &SortedCounts<V>,
    k: u64,
    most: u64,
    cost: Criterion,
) -> Result<Clustering, ClusterError> {
    let with = |k: u64| cluster(line, k, cost, Ties::Together);
    let (mut low, mut high) = (k, line.rows().div_ceil(most));
    while low < high {
        let middle = low + (high - low) / 2;
        match with(middle)?.groups.len() as u64 <= most {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    with(high)
}

/// A clustering of so many clusters out of one of fewer and one of more: it follows the finer one up to
/// the start of a cluster that lies within one of the coarser, and the coarser one from that one's end
/// on. By the Monge condition it costs no more than the line between both.
fn crossed(few: &[u64], many: &[u64], wanted: usize) -> Vec<u64> {
    if few.len() >= wanted || many.len() <= wanted {
        return if few.len() >= wanted { few } else { many }.to_vec();
    }
    let more = wanted - few.len();
    // The coarser clusters end at few[i], and the finer ones at many[i + more]; the last always fits.
    let within = (0..few.len()).find(|&place| many[place + more] <= few[place]);
    let place = within.unwrap_or(few.len() - 1);
    [&many[..place + more], &few[place..]].concat()
}
