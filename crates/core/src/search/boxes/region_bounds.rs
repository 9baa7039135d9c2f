//! Lower bounds on the cost of a region, for the exact search.
//!
//! A class lies within its region. So a tuple shares its class with tuples of the region, and its
//! box contains the pair that it makes with each of them. The nearest tuples of the region are
//! added until together they could supply what the tuple lacks, as for the whole table
//! ([`super::tuple_bounds`]). The smaller the region, the fewer neighbours are left, and the higher
//! is the bound. If even all of them do not suffice, the region has no valid partition.

use std::cell::RefCell;

use super::BoxProblem;
use super::tuple_bounds::{Shortfall, floors, neighbours};

/// Above this many tuples only the bounds for the whole table are used: memory grows with the square.
const MOST: usize = 1024;
/// Less than 1 by more than the rounding errors of sums.
const ROUNDING: f64 = 1.0 - 1e-12;

/// The bounds of tuples in regions.
pub(super) struct RegionBounds<'s, 'a> {
    problem: &'s BoxProblem<'a>,
    /// The weight of each tuple in the cost.
    weights: Vec<f64>,
    /// A lower bound on the cost of each tuple, whatever its region.
    floors: Vec<f64>,
    /// Per tuple that cannot be a class alone: the others from the nearest on, and the loss of the
    /// pair.
    neighbours: Vec<Option<Vec<(f64, u32)>>>,
    /// Per tuple: whether it is in the region that is being bounded.
    inside: RefCell<Vec<bool>>,
}

impl<'s, 'a> RegionBounds<'s, 'a> {
    /// Prepares the bounds. `scale` is what a loss of 1 costs per weight.
    pub fn new(problem: &'s BoxProblem<'a>, scale: f64) -> Self {
        let weights: Vec<f64> =
            problem.weights().iter().map(|&weight| weight as f64 * scale).collect();
        let floors = floors(problem).into_iter().zip(&weights);
        let floors = floors.map(|(loss, weight)| loss * weight).collect();
        let needed = |tuple: u32| (!problem.holds(&[tuple])).then(|| neighbours(problem, tuple));
        let neighbours = match problem.tuples() <= MOST {
            true => (0..problem.tuples() as u32).map(needed).collect(),
            false => Vec::new(),
        };
        let inside = RefCell::new(vec![false; problem.tuples()]);
        RegionBounds { problem, weights, floors, neighbours, inside }
    }

    /// A lower bound on the cost of a region; infinite if it has no valid partition. Stops early at
    /// a limit, above which the bound does not matter.
    pub fn of(&self, region: &[u32], limit: f64) -> f64 {
        let mut bound: f64 = region.iter().map(|&tuple| self.floors[tuple as usize]).sum();
        bound *= ROUNDING;
        if self.neighbours.is_empty() || bound >= limit {
            return bound;
        }
        let mut inside = self.inside.borrow_mut();
        region.iter().for_each(|&tuple| inside[tuple as usize] = true);
        for &tuple in region {
            let loss = self.within(tuple, &inside);
            // People without rows weigh nothing, but must be in a class too.
            let weight = self.weights[tuple as usize];
            let floor = if loss == f64::INFINITY { loss } else { loss * weight };
            bound += (floor - self.floors[tuple as usize]).max(0.0) * ROUNDING;
            if bound >= limit {
                break;
            }
        }
        region.iter().for_each(|&tuple| inside[tuple as usize] = false);
        bound
    }

    /// The least loss of a tuple within a region; infinite if no class of it can contain the tuple.
    fn within(&self, tuple: u32, inside: &[bool]) -> f64 {
        let Some(neighbours) = &self.neighbours[tuple as usize] else { return 0.0 };
        let mut shortfall = Shortfall::of(self.problem, tuple);
        for &(loss, other) in neighbours.iter().filter(|(_, other)| inside[*other as usize]) {
            shortfall.take(self.problem, other);
            if shortfall.are_met(self.problem) {
                return loss;
            }
        }
        f64::INFINITY
    }
}
