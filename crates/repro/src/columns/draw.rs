//! Numbers drawn by chance, from fixed seeds.

use std::f64::consts::TAU;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Digits after the point that drawn numbers keep.
pub const DECIMALS: u32 = 6;

/// How numbers are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberSpread {
    /// Evenly between 0 and 100.
    Uniform,
    /// Around 0, with a standard deviation of 1.
    Normal,
    /// From 0 on, the fewer the larger, with a mean of 1.
    Exponential,
}

impl NumberSpread {
    /// Every spread.
    pub const ALL: [NumberSpread; 3] =
        [NumberSpread::Uniform, NumberSpread::Normal, NumberSpread::Exponential];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            NumberSpread::Uniform => "uniform",
            NumberSpread::Normal => "normal",
            NumberSpread::Exponential => "exponential",
        }
    }

    /// The spread of this name.
    pub fn named(name: &str) -> Option<NumberSpread> {
        NumberSpread::ALL.into_iter().find(|spread| spread.name() == name)
    }

    /// So many numbers. The same seed draws the same.
    pub fn numbers(self, rows: u64, seed: u64) -> Vec<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        (0..rows).map(|_| rounded(self.number(&mut random))).collect()
    }

    fn number(self, random: &mut ChaCha8Rng) -> f64 {
        // Beyond 0, so that it has a logarithm.
        let share = 1.0 - random.random::<f64>();
        match self {
            NumberSpread::Uniform => 100.0 * share,
            NumberSpread::Normal => {
                (-2.0 * share.ln()).sqrt() * (TAU * random.random::<f64>()).cos()
            }
            NumberSpread::Exponential => -share.ln(),
        }
    }
}

/// As a table would hold it.
fn rounded(number: f64) -> f64 {
    let scale = 10_f64.powi(DECIMALS as i32);
    (number * scale).round() / scale + 0.0
}

/// How people are spread over the values that they can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeopleSpread {
    /// As makes most of them unique: each value has one person, as is to be expected, and one
    /// value has all others; if there are more values than people, all are equally likely.
    Worst,
    /// All values are equally likely.
    Even,
    /// Few values are common and many are rare: the i-th is about 1/i as likely as the first.
    Skewed,
}

impl PeopleSpread {
    /// Every crowd.
    pub const ALL: [PeopleSpread; 3] =
        [PeopleSpread::Worst, PeopleSpread::Even, PeopleSpread::Skewed];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            PeopleSpread::Worst => "worst",
            PeopleSpread::Even => "even",
            PeopleSpread::Skewed => "skewed",
        }
    }

    /// The crowd of this name.
    pub fn named(name: &str) -> Option<PeopleSpread> {
        PeopleSpread::ALL.into_iter().find(|spread| spread.name() == name)
    }

    /// The value of each person, below `values`.
    pub fn draw(self, people: u32, values: u32, seed: u64) -> Vec<u32> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // Crowds that are alike are still drawn apart.
        random.set_stream(self as u64);
        let last = values.saturating_sub(1);
        let mut one = || match self {
            PeopleSpread::Worst if values <= people => random.random_range(0..people).min(last),
            PeopleSpread::Worst | PeopleSpread::Even => random.random_range(0..values.max(1)),
            PeopleSpread::Skewed => {
                let power = f64::from(values).ln_1p() * random.random::<f64>();
                (power.exp() as u32).saturating_sub(1).min(last)
            }
        };
        (0..people).map(|_| one()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(numbers: &[f64]) -> f64 {
        numbers.iter().sum::<f64>() / numbers.len() as f64
    }

    #[test]
    fn numbers_are_spread_as_they_say() {
        // The means and variances of the three laws.
        for (spread, middle, variance) in [
            (NumberSpread::Uniform, 50.0, 10_000.0_f64 / 12.0),
            (NumberSpread::Normal, 0.0, 1.0),
            (NumberSpread::Exponential, 1.0, 1.0),
        ] {
            let numbers = spread.numbers(40_000, 7);
            let found = mean(&numbers);
            let scale = variance.sqrt();
            assert!((found - middle).abs() < 0.02 * scale, "{spread:?}: {found}");
            let squares: Vec<f64> = numbers.iter().map(|x| (x - found) * (x - found)).collect();
            assert!((mean(&squares) / variance - 1.0).abs() < 0.05, "{spread:?}");
            assert_eq!(numbers, spread.numbers(40_000, 7));
            assert_ne!(numbers, spread.numbers(40_000, 8));
        }
    }

    #[test]
    fn crowds_are_spread_as_they_say() {
        let shares = |spread: PeopleSpread| {
            let mut counts = [0_u32; 4];
            spread.draw(40_000, 4, 3).iter().for_each(|&value| counts[value as usize] += 1);
            counts.map(|count| f64::from(count) / 40_000.0)
        };
        for share in shares(PeopleSpread::Even) {
            assert!((share - 0.25).abs() < 0.01, "{share}");
        }
        assert!(shares(PeopleSpread::Worst)[3] > 0.999);
        let skewed = shares(PeopleSpread::Skewed);
        for (place, share) in skewed.iter().enumerate() {
            let expected = ((place + 2) as f64 / (place + 1) as f64).ln() / 5_f64.ln();
            assert!((share - expected).abs() < 0.01, "{skewed:?}");
        }
    }
}
