//! Subgradient ascent: moves the multipliers to raise the lower bound.
//!
//! Classes do not share people, but the cheapest boxes of different rows overlap. A positive
//! multiplier on units that too many boxes use, and a negative one on units that no box uses, moves
//! the boxes apart. The total of the multipliers is known, because each unit is in exactly one
//! class. The multipliers move along the subgradient, which is demand minus supply, as long as the
//! bound rises.

use super::dual::{DualValue, LagrangianDual, RowBoxes};
use super::multipliers::{Multipliers, Resource};
use crate::search::SearchControl;

/// The number of steps, at most.
const STEPS: usize = 200;
/// The least loss of a row that the first step assumes, as a share of the loss of one box around
/// everything.
const LITTLE: f64 = 0.01;
/// The shortest step as a share of the first one, and the least gain of a step that is not
/// shortened.
const LEAST_STEP: f64 = 0.01;
const LEAST_GAIN: f64 = 0.002;
/// The factor for the next step after one that gained enough.
const LONGER: f64 = 1.1;
/// The greatest excess demand that is used.
const MOST_EXCESS: f64 = 3.0;
/// The first evaluation gets one of this many parts of the work; the steps get the rest.
const PARTS: u64 = 3;
/// The prices that are summed up in the time of one unit of work. Where prices may be negative, a row
/// sums up those of all tuples that lower its price.
const PRICED: u64 = 16;
/// With less work per row than this, no bound is computed.
const LEAST_WORK: u64 = 100;

impl LagrangianDual<'_> {
    /// A lower bound on the total weighted loss of all rows; nothing if it would take too much
    /// work.
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
        let pairs = (self.rows.len() as u64).saturating_mul(self.index.len() as u64);
        let ascends = |resource: &Resource| {
            let affordable = !resource.may_be_negative() || pairs / PRICED <= work;
            !over && affordable && (pairs <= work || self.is_directed(*resource, &least))
        };
        let Some(resource) = resource.filter(ascends) else { return Some(best) };
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
            // Small gains mean that the multipliers oscillate.
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

    /// Whether enough boxes are known for a subgradient. Units that no known box uses get a negative
    /// multiplier, which is slow to price and gains nothing if their boxes were only not found. Small
    /// tables can afford it.
    fn is_directed(&self, resource: Resource, known: &RowBoxes) -> bool {
        let found = known.inside.iter().filter(|inside| !inside.is_empty()).count();
        !resource.may_be_negative() || 2 * found >= self.rows.len()
    }

    /// The length of the first step, given the total loss of all rows.
    fn first_step(&self, resource: Resource, sum: f64) -> f64 {
        let weight: u64 = self.rows.iter().map(|&(_, weight)| weight).sum();
        let mean = (sum / weight.max(1) as f64).max(LITTLE * self.index.total_loss());
        resource.first_step() * mean
    }

    /// The value of the dual function at these multipliers.
    fn sum(&self, known: &RowBoxes, multipliers: &Multipliers) -> f64 {
        let rows = self.rows.iter().zip(&known.proven);
        rows.map(|(&(_, weight), proven)| weight as f64 * proven).sum::<f64>() - multipliers.total()
    }

    /// The subgradient: demand minus supply per unit of each tuple.
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
