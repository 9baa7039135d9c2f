//! Samples of a table.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// So many rows, all equally likely, the same for the same seed.
pub(super) fn sample(
    rows: &[Vec<String>],
    wanted: usize,
    seed: u64,
) -> Result<Vec<Vec<String>>, String> {
    if wanted > rows.len() {
        return Err(format!("a sample of {wanted} rows needs more than {} rows", rows.len()));
    }
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut numbers: Vec<usize> = (0..rows.len()).collect();
    for place in 0..wanted {
        numbers.swap(place, chance.random_range(place..rows.len()));
    }
    Ok(numbers[..wanted].iter().map(|&number| rows[number].clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_drawn_as_often_and_at_most_once() {
        let rows: Vec<Vec<String>> = (0..10).map(|number: u32| vec![number.to_string()]).collect();
        let mut drawn = [0; 10];
        for seed in 0..2000 {
            let mut sample = sample(&rows, 3, seed).unwrap();
            sample.sort();
            sample.dedup();
            assert_eq!(sample.len(), 3);
            sample.iter().for_each(|row| drawn[row[0].parse::<usize>().unwrap()] += 1);
        }
        assert!(drawn.iter().all(|times| (500..700).contains(times)), "{drawn:?}");
        assert!(sample(&rows, 11, 0).is_err());
    }
}
