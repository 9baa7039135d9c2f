//! Samples of streams: their sizes, and whether they keep what is promised.

use incrowd_columns::mask::stream::{RandomSample, sample_rank, sample_size};
use proptest::prelude::*;

use super::{case, numbers};

const ROWS: u64 = 4_000;
const SEEDS: u64 = 2_000;

/// The share of seeds for which a sample of this size does what is asked of its draws.
fn share(size: usize, is_good: impl Fn(&[i64]) -> bool) -> f64 {
    let rows: Vec<i64> = (1..=ROWS as i64).collect();
    let good = (0..SEEDS).filter(|&seed| {
        let mut sample = RandomSample::new(size, seed);
        sample.add(0, &rows);
        let draws = sample.draws();
        assert_eq!(draws.len(), size);
        is_good(&draws)
    });
    good.count() as f64 / SEEDS as f64
}

/// How far the value for this rank is away from it, as a share of all rows; ranks are values.
fn miss(draws: &[i64], rank: u64) -> f64 {
    let value = draws[sample_rank(rank, ROWS, draws.len()) - 1];
    (value - rank as i64).unsigned_abs() as f64 / ROWS as f64
}

#[test]
fn golden_sizes() {
    for id in ["sample-size", "sample-size-2"] {
        let case = case("quantile", id);
        let number = |name: &str| case["input"][name].as_f64().unwrap();
        let size = sample_size(number("eps"), number("delta")).unwrap();
        assert_eq!(case["expected"]["dkw_s"], size);
        let paper = (1.0 / number("delta")).ln() / number("eps");
        assert_eq!(case["expected"]["paper_s"], paper.ceil() as u64);
    }
    assert_eq!(sample_size(0.0, 0.1), None);
    assert_eq!(sample_size(0.1, 1.0), None);
    assert_eq!(sample_size(f64::NAN, 0.1), None);
    assert_eq!(sample_size(1e-9, 0.1), None);
}

#[test]
fn golden_ranks() {
    let case = case("quantile", "rank-map");
    let (rows, size) = (case["input"]["n"].as_u64().unwrap(), case["input"]["s"].as_u64().unwrap());
    let ranks = numbers(&case["input"]["t"]).into_iter();
    let mine: Vec<u64> = ranks.map(|rank| sample_rank(rank, rows, size as usize) as u64).collect();
    assert_eq!(mine, numbers(&case["expected"]["sample_rank"]));
}

#[test]
fn all_ranks_are_within_eps_as_often_as_promised() {
    let (eps, delta) = (0.1, 0.1);
    let all_near = |draws: &[i64]| (1..=ROWS).all(|rank| miss(draws, rank) <= eps);
    let slack = 3.0 * (delta * (1.0 - delta) / SEEDS as f64).sqrt();
    let promised = share(sample_size(eps, delta).unwrap(), all_near);
    assert!(promised >= 1.0 - delta - slack, "{promised}");
    // Half as many draws break the promise, so the test can see it broken.
    let half = share(sample_size(eps, delta).unwrap() / 2, all_near);
    assert!(half < 1.0 - delta - slack, "{half}");
}

#[test]
fn the_size_of_the_paper_fails() {
    let case = case("quantile", "sample-size");
    let size = case["expected"]["paper_s"].as_u64().unwrap() as usize;
    let median = share(size, |draws| miss(draws, ROWS / 2) <= 0.1);
    let expected = case["expected"]["P_ok_median_with_paper_s_approx"].as_f64().unwrap();
    assert!((median - expected).abs() < 0.04, "{median} {expected}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn samples_merge_in_any_order(
        rows in prop::collection::vec(-50_i64..50, 1..3_000),
        size in 1_usize..400,
        block in 1_usize..500,
        seed: u64,
    ) {
        let mut whole = RandomSample::new(size, seed);
        whole.add(0, &rows);
        let mut merged = RandomSample::new(size, seed);
        for (index, part) in rows.chunks(block).enumerate().collect::<Vec<_>>().into_iter().rev() {
            let mut sample = RandomSample::new(size, seed);
            sample.add((index * block) as u64, part);
            merged.merge(&sample);
        }
        prop_assert_eq!(whole.draws(), merged.draws());
        prop_assert_eq!(merged.rows(), rows.len() as u64);
        if rows.len() <= size {
            let mut sorted = rows;
            sorted.sort_unstable();
            prop_assert_eq!(whole.draws(), sorted);
        }
    }

    #[test]
    fn every_row_is_as_likely(seed in 0_u64..1 << 40) {
        // 64 seeds, 20 of 100 rows each: a row is hit about 12.8 times, and hardly ever 40.
        let rows: Vec<i64> = (0..100).collect();
        let mut hits = [0; 100];
        for seed in seed..seed + 64 {
            let mut sample = RandomSample::new(20, seed);
            sample.add(seed, &rows);
            sample.draws().iter().for_each(|&row| hits[row as usize] += 1);
        }
        prop_assert!(hits.iter().all(|&hits| hits < 40), "{hits:?}");
    }
}
