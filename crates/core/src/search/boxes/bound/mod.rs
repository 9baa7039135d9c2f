//! A lower bound on the average loss of every partition into disjoint boxes that meet the demands,
//! by Lagrangian relaxation.
//!
//! *Row by row* (`row_bound`): a row loses at least as much as the smallest box around it that
//! holds. The mean over all rows is a bound.
//!
//! *With multipliers* (`lower_bound`): the smallest boxes of different rows overlap, but classes
//! may not. Every class pays a price for each of its units, which are people outside the table
//! (presence) or rows (k-anonymity), divided evenly among its rows. Let u(row) be the least loss
//! plus price of a box around the row that holds. For the rows of a class, the sum of u is at most
//! rows * loss plus the prices of its units. Each unit is in exactly one class. So, summed over all
//! classes, the sum of u less the sum of all prices is at most the total loss. This holds for any
//! prices; subgradient ascent searches for prices that make the bound large. Prices are negative
//! only if no class is without rows or if units are rows, so that classes without rows gain nothing.
//!
//! *Over people*: a class with a presence of at most `most` has at least rows / `most` people. A
//! bound on the total loss of rows, divided by `most`, therefore bounds the total loss of people.
//!
//! Demands that counts do not decide are ignored, and boxes that are not examined count as zero
//! loss. Both make the bound weaker, but keep it valid.
//!
//! Manual page: `docs/algorithms/lower-bound.md`.

mod branch_and_bound;
mod dual;
mod knapsack;
mod multipliers;
mod requirements;
mod sorted_index;
mod subgradient;

use dual::LagrangianDual;
use incrowd_terms::Fraction;
use multipliers::Resource;
use sorted_index::SortedIndex;

use super::{BoxFamily, BoxProblem, Effort};
use crate::search::SearchControl;

/// A generous allowance for rounding errors.
const ROUNDING: f64 = 1e-9;

impl BoxProblem<'_> {
    /// The best lower bound on the average loss that this effort proves, or nothing if the problem
    /// is too large. Stopping it early makes the bound weaker, but not wrong.
    #[must_use]
    pub fn lower_bound(&self, effort: Effort, control: &SearchControl) -> Option<f64> {
        let work = work(effort);
        if self.columns() == 0 || SortedIndex::work(self) > work {
            return None;
        }
        let index = SortedIndex::new(self);
        let dual = |weights: &[u64]| dual(&index, BoxFamily::Ranges, weights);
        let within =
            index.contributions.iter().all(|contribution| contribution.rows <= contribution.people);
        let resource = Resource::of(self.constraints()).filter(|_| within);
        if self.weights() == self.members() {
            let sum = dual(self.members()).maximize(resource, work, control)?;
            return Some(self.mean(sum));
        }
        if self.counts_people() && !self.is_over_people() {
            // Multipliers are prices of people, and the loss is over their rows.
            let sum = dual(self.weights()).maximize(None, work, control)?;
            return Some(self.mean(sum));
        }
        // If people without rows may be a class, they lose nothing alone.
        let presence = self.constraints().presence.filter(|_| within);
        let alone = presence.is_some_and(|(least, _)| least == Fraction::ZERO);
        let for_rows = if alone { work / 4 * 3 } else { work / 4 };
        let of_rows = presence.filter(|(_, most)| *most > Fraction::ZERO).and_then(|(_, most)| {
            let sum = dual(self.members()).maximize(resource, for_rows, control)?;
            Some(sum / most.to_f64())
        });
        let of_people = dual(self.weights()).maximize(None, work - for_rows, control);
        let sum = of_people.into_iter().chain(of_rows).max_by(f64::total_cmp)?;
        Some(self.mean(sum))
    }

    /// The mean over all rows of the least loss of a box around the row that holds: the simplest
    /// bound, for comparison. With boxes of hierarchy nodes, it is a bound for recodings to nodes.
    #[doc(hidden)]
    #[must_use]
    pub fn row_bound(
        &self,
        boxes: BoxFamily<'_>,
        effort: Effort,
        control: &SearchControl,
    ) -> Option<f64> {
        let work = work(effort);
        if self.columns() == 0 || SortedIndex::work(self) > work {
            return None;
        }
        let sum =
            dual(&SortedIndex::new(self), boxes, self.weights()).maximize(None, work, control)?;
        Some(self.mean(sum))
    }

    fn mean(&self, sum: f64) -> f64 {
        (sum / self.total_weight().max(1.0) - ROUNDING).clamp(0.0, 1.0)
    }
}

/// The number of neighbours that may be examined. About fifty million take a second.
fn work(effort: Effort) -> u64 {
    match effort {
        Effort::Fast => 10_000_000,
        Effort::Normal => 60_000_000,
        Effort::High => 600_000_000,
    }
}

fn dual<'s>(
    index: &'s SortedIndex<'s, 's>,
    boxes: BoxFamily<'s>,
    weights: &[u64],
) -> LagrangianDual<'s> {
    let weigh = |place: u32| (place, weights[index.tuples[place as usize] as usize]);
    let rows = (0..index.len() as u32).map(weigh).filter(|&(_, weight)| weight > 0);
    LagrangianDual { index, boxes, rows: rows.collect() }
}
