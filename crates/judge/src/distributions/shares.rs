//! How a column is distributed, before and after.

use incrowd_terms::Scalar;

use crate::ranks::{RankRange, Ranks};

use super::bins::{BinnedValues, Bins};
use super::place::lowest;
use super::tally::Tally;
use super::{Bin, CountedColumn, Distribution};

/// How often the values of a column occur in both tables, or in the published one alone.
pub(super) fn distribution(counted: &CountedColumn<'_>) -> Distribution {
    let column = counted.name.to_owned();
    if let Some(reason) = counted.skipped() {
        return Distribution {
            column,
            bins: None,
            distance: None,
            skipped: Some(reason),
            strange: 0.0,
        };
    }
    let (bins, strange) = match counted.before {
        Some(original) => side_by_side(counted, original),
        None => (alone(counted), 0.0),
    };
    let rows = counted.before.map(Tally::total).unwrap_or(0);
    let comparable = rows > 0 && counted.after.total() > 0;
    let difference = |bin: &Bin| bin.before.map_or(0.0, |before| (before - bin.after).abs());
    let distance = || (bins.iter().map(difference).sum::<f64>() / 2.0).min(1.0);
    let distance = comparable.then(distance);
    Distribution { column, bins: Some(bins), distance, skipped: None, strange }
}

/// The published texts as they are, numbers and dates by their lower ends.
fn alone(counted: &CountedColumn<'_>) -> Vec<Bin> {
    let tally = counted.after;
    let places = places(counted);
    let is_value =
        |text: &str| counted.nulls.is_missing(text) || counted.reader.scalar(text).is_some();
    let scale = counted.scale().filter(|_| tally.texts().iter().all(is_value));
    let (reader, nulls) = (&counted.reader, counted.nulls);
    let values = BinnedValues { tally, scale, reader, nulls, others: false };
    let bins = Bins::of(&values, Some(&|id| places[id as usize]));
    let shares = bins.rows(tally).into_iter().map(|rows| share(rows as f64, tally.total()));
    let bin = |(label, after)| Bin { label, before: None, after };
    bins.labels.into_iter().zip(shares).map(bin).collect()
}

/// The place of each published text: by its lower end, and else behind those that have one, the
/// most frequent first.
fn places(counted: &CountedColumn<'_>) -> Vec<u32> {
    let tally = counted.after;
    let mut order: Vec<u32> = tally.texts().ids().collect();
    tally.sort_by_frequency(&mut order);
    let lowest: Vec<Option<Scalar>> =
        tally.texts().iter().map(|text| lowest(&counted.reader, text)).collect();
    order.sort_by(|&a, &b| match (&lowest[a as usize], &lowest[b as usize]) {
        (Some(a), Some(b)) => a.magnitude(b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    let mut places = vec![0; order.len()];
    for (&id, place) in order.iter().zip(0..) {
        places[id as usize] = place;
    }
    places
}

/// The original's values, and what the published texts leave of them; and the share of the published
/// rows that stand for none of them.
fn side_by_side(counted: &CountedColumn<'_>, original: &Tally) -> (Vec<Bin>, f64) {
    let published = counted.after;
    let ranks = Ranks::of(counted.reading, counted.nulls, published.texts(), original.texts());
    let (reader, nulls, scale) = (&counted.reader, counted.nulls, counted.scale());
    let others = published.texts().ids().any(|label| ranks.stretches(label).is_empty());
    let values = BinnedValues { tally: original, scale, reader, nulls, others };
    let order = |id: u32| ranks.rank(id);
    let has_order = scale.is_some() || counted.reading.chains.is_some();
    let bins = Bins::of(&values, if has_order { Some(&order) } else { None });
    let before = bins.rows(original);
    let (after, strange) = after(counted, original, &ranks, &bins);
    let bin = |((label, before), after): ((String, u64), f64)| Bin {
        label,
        before: Some(share(before as f64, original.total())),
        after: share(after, published.total()),
    };
    let other = bins.other;
    let all = bins.labels.into_iter().zip(before).zip(after).map(bin).enumerate();
    // Nobody misses other values if there are none.
    let is_shown = |(at, bin): &(usize, Bin)| {
        Some(*at) != other || bin.before != Some(0.0) || bin.after != 0.0
    };
    let shown = all.filter(is_shown).map(|(_, bin)| bin).collect();
    (shown, share(strange as f64, published.total()))
}

fn share(rows: f64, total: u64) -> f64 {
    if total == 0 { 0.0 } else { rows / total as f64 }
}

/// The published rows in each bin, where a text counts in equal parts for each original value that
/// it covers, and a new number in the step that it belongs to; and the rows that have no place at all.
fn after(
    counted: &CountedColumn<'_>,
    original: &Tally,
    ranks: &Ranks,
    bins: &Bins,
) -> (Vec<f64>, u64) {
    let published = counted.after;
    let below = Below::of(original, ranks, bins);
    let (mut rows, mut strange) = (vec![0.0; bins.labels.len()], 0);
    let mut labels: Vec<u32> = published.texts().ids().collect();
    // Sums of floating-point numbers depend on their order, which must not be that of the workers.
    published.sort_by_frequency(&mut labels);
    let mut covered = vec![0_u64; bins.labels.len()];
    for label in labels {
        let stretches = ranks.stretches(label);
        if stretches.is_empty() {
            let number = counted.reader.scalar(published.text(label));
            let step = number.and_then(|number| bins.step_of(&number));
            let here = published.rows(label);
            strange += if step.is_none() { here } else { 0 };
            step.or(bins.other).into_iter().for_each(|bin| rows[bin] += here as f64);
            continue;
        }
        covered.fill(0);
        stretches.iter().for_each(|&stretch| below.add(stretch, &mut covered));
        let all: u64 = covered.iter().sum();
        for (rows, &some) in rows.iter_mut().zip(&covered) {
            *rows += published.rows(label) as f64 * (some as f64 / all as f64);
        }
    }
    (rows, strange)
}

/// How many values of each bin stand before each rank, so that a label that covers thousands of
/// values is counted as fast as one that covers two.
struct Below {
    bins: usize,
    counts: Vec<u32>,
}

impl Below {
    fn of(original: &Tally, ranks: &Ranks, bins: &Bins) -> Self {
        let number = bins.labels.len();
        let values = original.texts().len();
        let mut bin_of_rank = vec![0; values];
        for id in original.texts().ids() {
            bin_of_rank[ranks.rank(id) as usize] = bins.of_value[id as usize];
        }
        let mut counts = vec![0; (values + 1) * number];
        for (rank, bin) in bin_of_rank.into_iter().enumerate() {
            counts.copy_within(rank * number..(rank + 1) * number, (rank + 1) * number);
            counts[(rank + 1) * number + bin] += 1;
        }
        Below { bins: number, counts }
    }

    /// Adds the values of a stretch to those of each bin.
    fn add(&self, RankRange { first, last }: RankRange, covered: &mut [u64]) {
        let at = |rank: usize| &self.counts[rank * self.bins..(rank + 1) * self.bins];
        let ends = at(first as usize).iter().zip(at(last as usize + 1));
        for (covered, (before, behind)) in covered.iter_mut().zip(ends) {
            *covered += u64::from(behind - before);
        }
    }
}
