//! The two studies: everybody equally likely to be drawn, and those who are prone to diabetes more.
//!
//! Nergiz, Atzori & Clifton 2007 takes the chances of diabetes by age, race and sex from the NIDDK's fact sheet of 2005
//! and treats them as independent, so that a person's weight is their product. It prints neither
//! its draw nor how it got 1,957 people from it; we draw as many, one after another, each time
//! among those who are left and in proportion to their weights (Efraimidis and Spirakis).

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// Draws some of the people whose weights these are, and returns who is drawn.
pub(super) fn draw(weights: &[f64], size: usize, seed: u64) -> Vec<bool> {
    let mut chance = ChaCha12Rng::seed_from_u64(seed);
    // Whoever waits least comes first; heavier people wait less.
    let waiting = weights.iter().map(|weight| -(1.0 - chance.random::<f64>()).ln() / weight);
    let mut order: Vec<(f64, usize)> = waiting.zip(0..).collect();
    order.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let mut drawn = vec![false; weights.len()];
    for &(_, person) in order.iter().take(size) {
        drawn[person] = true;
    }
    drawn
}

/// How prone to diabetes a person is, in proportion.
pub(super) fn prevalence(age: u32, race: &str, sex: &str) -> f64 {
    let by_age = match age {
        ..40 => 0.02,
        40..60 => 0.10,
        _ => 0.209,
    };
    let by_race = match race {
        "White" => 0.087,
        "Black" => 0.133,
        "Amer-Indian-Eskimo" => 0.128,
        _ => 0.1,
    };
    by_age * by_race * if sex == "Male" { 0.105 } else { 0.088 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn so_many_are_drawn_and_the_heavier_more_often() {
        let weights: Vec<f64> = (0..1000).map(|at| if at < 500 { 1.0 } else { 9.0 }).collect();
        let drawn = draw(&weights, 100, 1);
        assert_eq!(drawn.iter().filter(|&&drawn| drawn).count(), 100);
        // A tenth of the weight is light: about ten of a hundred, and never half of them.
        let light = drawn[..500].iter().filter(|&&drawn| drawn).count();
        assert!((2..25).contains(&light), "{light}");
        assert_eq!(drawn, draw(&weights, 100, 1));
        assert_ne!(drawn, draw(&weights, 100, 2));
    }
}
