//! Multipliers that raise the bound, step by step.
//!
//! Every class must share what it needs with nobody, while the cheapest boxes of rows overlap. A
//! price on what too many of these boxes want, and a reward for what none of them does, makes
//! them look elsewhere; what the prices take from all classes together is known, because each
//! unit is in one class. The prices move along the difference of demand and supply as long as the
//! bound that they prove rises.

use super::dual::{DualValue, LagrangianDual, RowBoxes};
use super::multipliers::{Multipliers, Resource};
use crate::search::SearchControl;

/// Steps at most.
const STEPS: usize = 200;
/// What a row is taken to lose at least for the first step, in parts of what everything in one box
/// loses.
const LITTLE: f64 = 0.01;
/// The last steps, in parts of the first, and what a step must win not to be shortened.
const LEAST_STEP: f64 = 0.01;
const LEAST_GAIN: f64 = 0.002;
/// How much longer the next step is after one that won enough.
const LONGER: f64 = 1.1;
/// Demand above supply that counts as one step at most.
const MOST_EXCESS: f64 = 3.0;
/// What is left of the work for the steps, if there are any, is all but one of these parts.
const PARTS: u64 = 3;
/// Less work than this for each row is not worth starting.
const LEAST_WORK: u64 = 100;

impl LagrangianDual<'_> {
    /// What all rows together are proven to lose, by weight; nothing if that is too dear.
    pub fn maximize(
        &self,
        resource: Option<Resource>,
        mut work: u64,
        control: &SearchControl,
    ) -> Option<f64> {
        if work / (self.rows.len() as u64).max(1) < LEAST_WORK {
            return None;
        }
        let mut multipliers = Multipliers::none(self.index, resource);
        let for_first = if resource.is_some() { work / PARTS } else { work };
        let DualValue { known: least, work: mut expected, over } =
            self.evaluate(&multipliers, (None, None), for_first, control);
        let mut best = self.sum(&least, &multipliers);
        let Some(resource) = resource.filter(|_| !over) else { return Some(best) };
        work = work.saturating_sub(expected);
        let mut step = self.first_step(resource, best);
        let shortest = step * LEAST_STEP;
        let (mut known, mut direction) = (least.clone(), self.excess(&least));
        for _ in 0..STEPS {
            if expected / 2 > work || step < shortest {
                break;
            }
            let moved = multipliers.moved(&direction, step);
            let result = self.evaluate(&moved, (Some(&least), Some(&known)), work, control);
            work = work.saturating_sub(result.work);
            let sum = self.sum(&result.known, &moved);
            // Little is won where the prices already swing to and fro.
            step *= if sum > best * (1.0 + LEAST_GAIN) { LONGER } else { 0.5 };
            if sum > best {
                (best, multipliers, expected) = (sum, moved, 2 * result.work);
                direction = self.excess(&result.known);
            }
            known = result.known;
            if result.over {
                break;
            }
        }
        Some(best)
    }

    /// How far prices move at first, given what all rows lose.
    fn first_step(&self, resource: Resource, sum: f64) -> f64 {
        let weight: u64 = self.rows.iter().map(|&(_, weight)| weight).sum();
        let mean = (sum / weight.max(1) as f64).max(LITTLE * self.index.total_loss());
        resource.first_step() * mean
    }

    /// What all rows lose together at these prices.
    fn sum(&self, known: &RowBoxes, multipliers: &Multipliers) -> f64 {
        let rows = self.rows.iter().zip(&known.proven);
        rows.map(|(&(_, weight), proven)| weight as f64 * proven).sum::<f64>() - multipliers.total()
    }

    /// Demand less supply, per unit of each place.
    fn excess(&self, known: &RowBoxes) -> Vec<f64> {
        let mut excess = vec![-1.0; self.index.len()];
        for (&(_, weight), inside) in self.rows.iter().zip(&known.inside) {
            let rows = |&place: &u32| self.index.contributions[place as usize].rows;
            let share = weight as f64 / inside.iter().map(rows).sum::<u64>().max(1) as f64;
            for &place in inside {
                excess[place as usize] += share;
            }
        }
        for excess in &mut excess {
            *excess = excess.min(MOST_EXCESS);
        }
        excess
    }
}
