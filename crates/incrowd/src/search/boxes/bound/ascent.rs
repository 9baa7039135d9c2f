//! Prices that raise the bound, step by step.
//!
//! Every class must share what it needs with nobody, while the cheapest boxes of rows overlap. A
//! price on what too many of these boxes want, and a reward for what none of them does, makes
//! them look elsewhere; what the prices take from all classes together is known, because each
//! unit is in one class. The prices move along the difference of demand and supply as long as the
//! bound that they prove rises.

use super::prices::{Goods, Prices};
use super::survey::{Known, Look, Survey};
use crate::search::Watch;

/// Steps at most.
const STEPS: usize = 200;
/// What a row pays more after the first step, in parts of what rows lose.
const FIRST_STEP: f64 = 1.0;
/// What rows lose at least, for that purpose, in parts of what everything in one box loses.
const LITTLE: f64 = 0.01;
/// The last steps, in parts of the first, and what a step must win not to be shortened.
const LEAST_STEP: f64 = 0.01;
const LEAST_GAIN: f64 = 0.002;
/// Demand above supply that counts as one step at most.
const MOST_EXCESS: f64 = 3.0;
/// What a single row may take, in average shares of the work that is left.
const SHARES: u64 = 8;
/// Less work than this is not worth starting with a row.
const LEAST_SHARE: u64 = 400;

impl Survey<'_> {
    /// The rows together are proven to lose this much, in units of weight; nothing if that is too
    /// dear.
    pub fn climb(&self, goods: Option<Goods>, mut work: u64, watch: &Watch) -> Option<f64> {
        let share = |work: u64| (std::env::var("SH").map_or(8.0,|x|x.parse::<f64>().unwrap_or(1.0))*(work as f64/ (self.rows.len() as f64).max(1.0))) as u64;
        if share(work) < LEAST_SHARE {
            return None;
        }
        let mut prices = Prices::none(self.terrain, goods);
        let bs=std::env::var("BS").map_or(1.0,|x|x.parse::<f64>().unwrap_or(1.0));let first = self.look(&prices, None, None, (share(work) as f64*bs) as u64, watch);
        let mut best = self.sum(&first.known, &prices);
        let Some(goods) = goods.filter(|_| !first.over) else { return Some(best) };
        work = work.saturating_sub(first.work);
        let least = first.known;
        let weight: u64 = self.rows.iter().map(|&(_, weight)| weight).sum();
        let scale = (best / weight.max(1) as f64).max(LITTLE * self.terrain.length());
        let mut step = std::env::var("FS").map_or(FIRST_STEP,|x|x.parse::<f64>().unwrap_or(1.0)) * scale / goods.per_row();
        let least_step = step * LEAST_STEP;
        let (mut known, mut expected) = (least.clone(), first.work);
        let mut way = self.excess(&known);
        for _ in 0..STEPS {
            if expected > work || step < least_step {
                break;
            }
            let moved = prices.moved(&way, step);
            let Look { known: found, work: spent, over } =
                self.look(&moved, Some(&least), Some(&known), share(work), watch);
            work = work.saturating_sub(spent);
            let sum = self.sum(&found, &moved);
            if std::env::var("DBG").is_ok() {eprintln!("step {step:.6} sum {:.5} best {:.5} spent {} left {work}",sum/weight as f64,best/weight as f64,spent/1000000);}
            // Little is won where the prices already swing to and fro.
            if sum < best * (1.0 + LEAST_GAIN) {
                step /= 2.0;
            }
            if sum > best {
                (best, prices, expected) = (sum, moved, spent + spent / 2);
                way = self.excess(&found);
            }
            known = found;
            if over {
                break;
            }
        }
        Some(best)
    }

    /// What all rows lose together at these prices.
    fn sum(&self, known: &Known, prices: &Prices) -> f64 {
        let rows = self.rows.iter().zip(&known.proven);
        rows.map(|(&(_, weight), proven)| weight as f64 * proven).sum::<f64>() - prices.total()
    }

    /// Demand less supply, per unit of each place.
    fn excess(&self, known: &Known) -> Vec<f64> {
        let mut excess = vec![-1.0; self.terrain.len()];
        for (&(_, weight), inside) in self.rows.iter().zip(&known.inside) {
            let rows = |&place: &u32| self.terrain.parts[place as usize].rows;
            let share = weight as f64 / inside.iter().map(rows).sum::<u64>().max(1) as f64;
            for &place in inside {
                excess[place as usize] += share;
            }
        }
        for excess in &mut excess {
            *excess = excess.min(std::env::var("ME").map_or(MOST_EXCESS,|x|x.parse::<f64>().unwrap_or(1.0)));
        }
        excess
    }
}
