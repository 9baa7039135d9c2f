//! # The lower bound of boxes
//!
//! **Promises** a proven lower bound on the average loss of every partition of the tuples into
//! classes that meet the demands and whose bounding boxes share no person. It is printed beside the
//! loss.
//!
//! **Takes** the costs loss and loss-ratio, with weights, and any demands. Demands that are not
//! decided by counts are ignored, because a bound for fewer demands is also valid for more. The
//! bound covers classes of whole tuples without suppression, so there is none for
//! `mondrian-relaxed`, `--overlap` and other costs.
//!
//! **Not promised** that the bound can be reached, or that there is one: for very large tables the
//! proof would take too long, and none is printed. Boxes that are not examined count as zero loss,
//! so the bound stays valid.
//!
//! **Choose it** by comparing it with the loss: if the loss is near the bound, more effort cannot
//! gain much. Every release by boxes has it, and `--effort` also gives the proof more time.
//!
//! **Example** table 1 of Nergiz, Atzori & Clifton (2007), nine people: with presence between 1/2
//! and 2/3, every release loses at least 31/108 over all nine people, and the optimum loses
//! 125/324. On 45,222 people with presence between 0 and 0.5 of a study of 1,957 the bound is
//! 0.0047 and `guided` loses 0.0051; with 0 and 0.05 they are 0.033 and 0.086.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --k 5 --recoding multidimensional --effort high --dry-run`
//!
//! **Defined** here, as a Lagrangian relaxation. Row by row ([`BoxProblem::row_bound`]): a row
//! loses at least as much as the smallest box around it that holds. The mean over all rows is a
//! bound. With multipliers ([`BoxProblem::lower_bound`]): the smallest boxes of different rows
//! overlap, but classes may not. Every class therefore pays a price for each of its units, which
//! are people outside the table (presence) or rows (k-anonymity), divided evenly among its rows.
//! Let `u(row)` be the least loss plus price of a box around the row that holds. For the rows of a
//! class, `sum of u <= rows * loss + prices of its units`. Each unit is in exactly one class, so
//! summed over all classes `sum of u - sum of all prices <= total loss`. This holds for any prices;
//! subgradient ascent searches for prices that make the bound large. Prices are negative only if no
//! class is without rows or if units are rows, so that classes without rows gain nothing. Over
//! people: a class with a presence of at most `most` has `rows / most` people or more, so a bound
//! on what rows lose together, divided by `most`, is one on what people do.
//!
//! **Deviations** none: Nergiz, Atzori & Clifton (2007) ask for bounds and give none on the loss.
//!
//! **Cost** up to 10, 60 or 600 million neighbours are looked at for fast, normal and high effort;
//! some fifty million take a second. Stopping it early makes the bound weaker, but not wrong.

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

use super::{BoxProblem, Boxes, Effort};
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
        let dual = |weights: &[u64]| dual(&index, Boxes::Ranges, weights);
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
        boxes: Boxes<'_>,
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
    boxes: Boxes<'s>,
    weights: &[u64],
) -> LagrangianDual<'s> {
    let weigh = |place: u32| (place, weights[index.tuples[place as usize] as usize]);
    let rows = (0..index.len() as u32).map(weigh).filter(|&(_, weight)| weight > 0);
    LagrangianDual { index, boxes, rows: rows.collect() }
}
