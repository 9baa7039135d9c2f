//! # The lower bound of boxes
//!
//! **Promises** a number below which no release by boxes can go: the average loss of any partition
//! of the tuples into classes that meet the demands and whose least boxes have no person in common,
//! however it was found. It is proven, and printed beside the loss.
//!
//! **Takes** the costs loss and loss-ratio, with weights, and any demands; those that counts do not
//! decide are left out, for a bound for fewer demands is one for more. Classes are of whole tuples
//! and nothing is suppressed, so there is none for `mondrian-relaxed`, `--overlap` and other costs.
//!
//! **Not promised** that the bound can be reached, nor that there is one: on tables so large that
//! the proof would be too dear none is printed. What is not examined counts as nothing, which is
//! sound.
//!
//! **Choose it** by looking at it: where the loss is near the bound, more effort is in vain. It
//! comes with every release by boxes, and `--effort` gives the proof more time too.
//!
//! **Example** table 1 of paper 000, nine people: with presence between 1/2 and 2/3 no release
//! loses less than 31/108 over all nine, and the optimum loses 125/324. On 45,222 people with
//! presence between 0 and 0.5 of a study of 1,957 the bound is 0.0047 and `guided` loses 0.0051;
//! with 0 and 0.05 they are 0.033 and 0.086.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --k 5 --recoding multidimensional --effort high --dry-run`
//!
//! **Defined** here. Row by row ([`BoxProblem::row_bound`]): whatever class a row ends up in, it loses
//! no less than the least box around it that holds. The mean of these over all rows is a bound.
//! With prices ([`BoxProblem::lower_bound`]): the least boxes of different rows overlap, where classes
//! may not. So let every class pay a price for each of its units, be they people who are not in the
//! table (presence) or rows (k-anonymity), divided evenly among its rows, and let `u(row)` be the
//! least that a box around the row that holds loses and pays. The rows of a class then have `sum of
//! u <= rows * loss + prices of its units`; summed over all classes, each unit being in one of
//! them, `sum of u - sum of all prices <= total loss`. That is true of any prices, so those are
//! searched for that make it large (`ascent`). Multipliers are negative only where no class is without
//! rows or where units are rows, so that classes without rows earn nothing. Over people: a class
//! with a presence of at most `most` has `rows / most` people or more, so a bound on what rows lose
//! together, divided by `most`, is one on what people do.
//!
//! **Deviations** none: paper 000 asks for bounds and gives none on the loss.
//!
//! **Cost** up to 10, 60 or 600 million neighbours are looked at for fast, normal and high effort;
//! some fifty million take a second. A watch that stops it makes the bound weaker, not wrong.

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

/// What rounding may have added, and much more.
const ROUNDING: f64 = 1e-9;

impl BoxProblem<'_> {
    /// No release loses less on average: the best bound that so much effort proves, or nothing if
    /// that would take more. A watch that stops it makes the bound weaker, not wrong.
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
        if self.weights() == self.rows() {
            let sum = dual(self.rows()).maximize(resource, work, control)?;
            return Some(self.mean(sum));
        }
        // Where people without rows may be a class, they lose nothing by themselves.
        let presence = self.constraints().presence.filter(|_| within);
        let alone = presence.is_some_and(|(least, _)| least == Fraction::ZERO);
        let for_rows = if alone { work / 4 * 3 } else { work / 4 };
        let of_rows = presence.filter(|(_, most)| *most > Fraction::ZERO).and_then(|(_, most)| {
            let sum = dual(self.rows()).maximize(resource, for_rows, control)?;
            Some(sum / most.to_f64())
        });
        let of_people = dual(self.weights()).maximize(None, work - for_rows, control);
        let sum = of_people.into_iter().chain(of_rows).max_by(f64::total_cmp)?;
        Some(self.mean(sum))
    }

    /// The mean over all rows of the least loss of a box around the row that holds: the simplest
    /// bound, and the one to compare with. Boxes of hierarchy nodes give one for recodings to
    /// nodes alone.
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

/// How many candidates may be looked at: some fifty million take a second.
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
