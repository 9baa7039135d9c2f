//! The slow truth about clusters: definitions, and all that could be.

use incrowd_columns::mask::RowGroups;
use incrowd_columns::mask::cluster::{Centre, Criterion, Ties};

/// What one cluster costs by definition.
pub fn slow_cost(rows: &[f64], cost: Criterion) -> f64 {
    let size = rows.len() as f64;
    let (low, high) = (rows[0], rows[rows.len() - 1]);
    let farthest = |centre: f64| (centre - low).max(high - centre);
    let radius = |centre: Centre| match centre {
        Centre::Anywhere => (high - low) / 2.0,
        Centre::Member => rows.iter().map(|&row| farthest(row)).fold(f64::INFINITY, f64::min),
    };
    match cost {
        Criterion::KCenter(centre) => radius(centre),
        Criterion::Cellular(centre) => radius(centre) * size,
        Criterion::KMedian => {
            let from = |centre: f64| rows.iter().map(|row| (row - centre).abs()).sum::<f64>();
            rows.iter().map(|&row| from(row)).fold(f64::INFINITY, f64::min)
        }
        Criterion::SquaredError => {
            let mean = rows.iter().sum::<f64>() / size;
            rows.iter().map(|row| (row - mean).powi(2)).sum()
        }
        Criterion::RankDifference => {
            let middle = (rows.len() - 1) / 2;
            (0..rows.len()).map(|rank| rank.abs_diff(middle) as f64).sum()
        }
    }
}

/// What given clusters cost, by definition.
pub fn slow_total(rows: &[f64], groups: &RowGroups, cost: Criterion) -> f64 {
    let parts = groups.rows().map(|part| &rows[part.start as usize..part.end as usize]);
    let costs = parts.map(|part| slow_cost(part, cost));
    if matches!(cost, Criterion::KCenter(_)) { costs.fold(0.0, f64::max) } else { costs.sum() }
}

/// The least cost of all clusters of neighbours, by trying every set of ends.
pub fn slow_least(rows: &[f64], k: u64, cost: Criterion, ties: Ties) -> f64 {
    slow_least_at_most(rows, k, u64::MAX, cost, ties)
}

/// The same of so many clusters at most.
pub fn slow_least_at_most(rows: &[f64], k: u64, most: u64, cost: Criterion, ties: Ties) -> f64 {
    let n = rows.len() as u64;
    let mut least = f64::INFINITY;
    for cuts in 0..1_u64 << (n - 1) {
        let ends: Vec<u64> = (1..n).filter(|row| cuts >> (row - 1) & 1 == 1).chain([n]).collect();
        let cut = |end: &u64| *end < n && rows[*end as usize] == rows[*end as usize - 1];
        let groups = RowGroups::new(ends).unwrap();
        if groups.len() as u64 > most {
            continue;
        }
        if groups.smallest() < Some(k) || (ties == Ties::Together && groups.ends().iter().any(cut))
        {
            continue;
        }
        least = least.min(slow_total(rows, &groups, cost));
    }
    least
}

/// Whether no group ends among equal values.
pub fn keeps_ties(rows: &[f64], groups: &RowGroups) -> bool {
    let inner = &groups.ends()[..groups.len() - 1];
    inner.iter().all(|&end| rows[end as usize] > rows[end as usize - 1])
}

/// All costs.
pub const ALL: [Criterion; 7] = [
    Criterion::KMedian,
    Criterion::KCenter(Centre::Anywhere),
    Criterion::KCenter(Centre::Member),
    Criterion::Cellular(Centre::Anywhere),
    Criterion::Cellular(Centre::Member),
    Criterion::SquaredError,
    Criterion::RankDifference,
];

/// The programme of the paper, without any shortcut: stops at row ends, all starts tried.
pub fn plain_programme(rows: &[f64], k: usize, cost: Criterion, ties: Ties) -> f64 {
    let n = rows.len();
    let stop = |row: usize| ties == Ties::Cut || row == 0 || row == n || rows[row] > rows[row - 1];
    let mut least = vec![f64::INFINITY; n + 1];
    least[0] = 0.0;
    for end in (k..=n).filter(|&end| stop(end)) {
        for start in (0..=end - k).filter(|&start| stop(start)) {
            let last = slow_cost(&rows[start..end], cost);
            let joined = match cost {
                Criterion::KCenter(_) => least[start].max(last),
                _ => least[start] + last,
            };
            least[end] = least[end].min(joined);
        }
    }
    least[n]
}
