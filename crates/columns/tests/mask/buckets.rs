//! Buckets of streams: exact ones, and those by samples.

use incrowd_columns::mask::RowGroups;
use incrowd_columns::mask::cluster::SortedCounts;
use incrowd_columns::mask::quantile::{quantiles, quantiles_of};
use incrowd_columns::mask::stream::{
    QuantileBucket, QuantileBuckets, Quantiles, RandomSample, Sketch, StreamError,
};
use proptest::prelude::*;

use super::stream::{ROOM, rows_of_kind, scrambled};
use super::{case, numbers};

/// The buckets of a stream, exactly, and the number of passes.
fn exact(rows: &[i64], k: u64) -> Option<(QuantileBuckets<i64>, u32)> {
    let mut quantiles = Quantiles::new(k, ROOM);
    loop {
        rows.chunks(1_000).for_each(|block| quantiles.add(block));
        match quantiles.end_pass() {
            Ok(Some(buckets)) => return Some((buckets, quantiles.passes())),
            Ok(None) => {}
            Err(error) => {
                assert!(matches!(error, StreamError::Rows(_)), "{error}");
                return None;
            }
        }
    }
}

/// The buckets of a stream by a sample.
fn sketched(rows: &[i64], k: u64, size: usize, seed: u64) -> Option<QuantileBuckets<i64>> {
    let mut sample = RandomSample::new(size, seed);
    sample.add(0, rows);
    let mut sketch = Sketch::new(&sample, k).ok()?;
    sketch.add(rows);
    sketch.buckets().ok()
}

/// Sees to it that buckets are what they say; gives their groups.
fn checked(buckets: &QuantileBuckets<i64>, sorted: &[i64], k: u64) -> RowGroups {
    assert!(buckets.smallest() >= k);
    let mut ends = Vec::new();
    let mut end = 0;
    for (index, bucket) in buckets.list().iter().enumerate() {
        let start = end;
        end += bucket.rows as usize;
        ends.push(end as u64);
        let part = &sorted[start..end];
        assert_eq!((part[0], part[part.len() - 1]), (bucket.lo, bucket.hi));
        assert!(part.iter().all(|&row| buckets.place(row) == index));
        let member = bucket.representative;
        let (first, next) =
            (part.partition_point(|&row| row < member), part.partition_point(|&row| row <= member));
        assert!(first < next, "{member} is no member");
        let median = (part.len() - 1) / 2;
        assert!(median.clamp(first, next - 1).abs_diff(median) as u64 <= bucket.off);
    }
    assert_eq!(end, sorted.len());
    RowGroups::new(ends).unwrap()
}

/// Runs of equal values, in no order.
fn runs() -> impl Strategy<Value = (u64, Vec<i64>)> {
    let lengths = prop::collection::vec(1_usize..40, 1..60);
    (1_u64..40, 1_usize..40, lengths).prop_map(|(k, longest, lengths)| {
        let rows = lengths.iter().enumerate().flat_map(|(value, &length)| {
            std::iter::repeat_n(value as i64 * 7 - 100, length.min(longest))
        });
        let mut rows: Vec<i64> = rows.collect();
        rows.sort_by_key(|&row| scrambled(row as u64 ^ k));
        (k, rows)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn buckets_of_runs((k, rows) in runs()) {
        let mut sorted = rows.clone();
        sorted.sort_unstable();
        let best = quantiles_of(&SortedCounts::of_rows(&sorted).unwrap(), k);
        match (exact(&rows, k), sketched(&rows, k, 100, k)) {
            (Some((buckets, _)), Some(sketch)) => {
                let groups = checked(&buckets, &sorted, k);
                prop_assert!(buckets.list().iter().all(|bucket| bucket.off == 0));
                prop_assert!(groups.len() as u64 <= sorted.len() as u64 / k);
                prop_assert!(groups.rank_difference() <= 2 * best.unwrap().rank_difference());
                checked(&sketch, &sorted, k);
            }
            (exact, sketch) => {
                prop_assert!(exact.is_none() && sketch.is_none() && (rows.len() as u64) < k);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn buckets_of_long_streams(kind in 0_u8..5, number in 9_000_u64..40_000, k in 50_u64..9_000) {
        let rows = rows_of_kind(kind, number);
        let mut sorted = rows.clone();
        sorted.sort_unstable();
        let (buckets, passes) = exact(&rows, k).unwrap();
        let groups = checked(&buckets, &sorted, k);
        if kind == 0 || kind == 4 {
            prop_assert_eq!(groups, quantiles(number, k).unwrap());
            prop_assert!(passes > 1);
        } else {
            let best = quantiles_of(&SortedCounts::of_rows(&sorted).unwrap(), k).unwrap();
            prop_assert!(groups.rank_difference() <= 2 * best.rank_difference());
        }
        checked(&sketched(&rows, k, 500, number).unwrap(), &sorted, k);
    }
}

#[test]
fn bounds_decide_in_streams_too() {
    let case = case("quantile", "nearest-trap");
    let rows: Vec<i64> = numbers(&case["input"]["S"]).iter().map(|&row| row as i64).collect();
    let k = case["input"]["k"].as_u64().unwrap();
    for buckets in [exact(&rows, k).unwrap().0, sketched(&rows, k, 100, 0).unwrap()] {
        let parts: Vec<Vec<i64>> = (0..buckets.list().len())
            .map(|at| rows.iter().copied().filter(|&row| buckets.place(row) == at).collect())
            .collect();
        assert_eq!(serde_json::to_value(parts).unwrap(), case["expected"]["quantile_groups"]);
        let medians: Vec<i64> = buckets.list().iter().map(|one| one.representative).collect();
        assert_eq!(serde_json::to_value(medians).unwrap(), case["expected"]["medians"]);
    }
}

#[test]
fn untidy_buckets_are_refused() {
    fn bucket<V>(lo: V, hi: V, representative: V) -> QuantileBucket<V> {
        QuantileBucket { lo, hi, representative, off: 0, rows: 1 }
    }
    assert!(QuantileBuckets::<i64>::new(Vec::new()).is_none());
    assert!(QuantileBuckets::new(vec![bucket(0_i64, 3, 1), bucket(3, 4, 4)]).is_none());
    assert!(QuantileBuckets::new(vec![bucket(0_i64, 3, 4)]).is_none());
    let buckets = QuantileBuckets::new(vec![bucket(0.0, 1.0, 0.5), bucket(2.0, 3.0, 2.0)]).unwrap();
    let places = [-9.0, 1.0, 1.5, 3.0, 9.0].map(|value| buckets.place(value));
    assert_eq!(places, [0, 0, 1, 1, 1]);
}

#[test]
fn other_rows_are_noticed() {
    let rows = rows_of_kind(0, 40_000);
    let read = |other: &[i64]| {
        let mut quantiles = Quantiles::new(1_000, ROOM);
        quantiles.add(&rows);
        assert_eq!(quantiles.end_pass(), Ok(None));
        for _ in 0..100 {
            quantiles.add(other);
            if let Some(buckets) = quantiles.end_pass()? {
                return Ok(buckets);
            }
        }
        panic!("there is no end");
    };
    assert!(read(&rows).is_ok());
    assert_eq!(read(&rows[1..]), Err(StreamError::Changed));
    // As many other rows may do no harm, but neither may they be read for ever.
    for kind in 1..5 {
        let mut other = rows_of_kind(kind, 40_000);
        match read(&other) {
            Ok(buckets) => {
                other.sort_unstable();
                checked(&buckets, &other, 1_000);
            }
            Err(error) => assert_eq!(error, StreamError::Changed),
        }
    }
    let mut sample = RandomSample::new(100, 1);
    sample.add(0, &rows);
    let sketch = Sketch::new(&sample, 1_000).unwrap();
    assert_eq!(sketch.buckets(), Err(StreamError::Changed));
}
