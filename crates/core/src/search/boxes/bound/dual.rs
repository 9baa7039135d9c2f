//! The cheapest box of every row at given prices, and what follows from them for the whole field.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::super::Boxes;
use super::branch_and_bound::{BoxSearch, CheapestBox};
use super::multipliers::Multipliers;
use super::sorted_index::SortedIndex;
use crate::search::SearchControl;

/// Rows that are looked at together. What they leave is for the others, whatever the threads.
const CHUNK: usize = 64;
/// What a row may take of the work that is left, in average shares: few rows take many.
const SHARES: u64 = 4;
/// The part of all work that a row may take, lest few rows take much more than there is.
const PART: u64 = 16;
/// How much farther to look if there is no box below a limit.
const FARTHER: f64 = 1.4;

/// Whose boxes are looked for, and where.
pub(super) struct LagrangianDual<'s> {
    pub index: &'s SortedIndex<'s, 's>,
    pub boxes: Boxes<'s>,
    /// The places that count, each with its weight.
    pub rows: Vec<(u32, u64)>,
}

/// What is known of each row, in the survey's order.
#[derive(Clone, Default)]
pub(super) struct RowBoxes {
    /// No box is cheaper.
    pub proven: Vec<f64>,
    /// Who is in the cheapest box, where it was found.
    pub inside: Vec<Vec<u32>>,
}

/// A look at all rows.
pub(super) struct DualValue {
    pub known: RowBoxes,
    pub work: u64,
    /// Whether it was cut short; what is known is true all the same.
    pub over: bool,
}

impl<'s> LagrangianDual<'s> {
    /// Looks for the cheapest box of every row with about so much work. `least` is what is known
    /// without prices, `last` what was found at others.
    pub fn evaluate(
        &self,
        multipliers: &Multipliers,
        (least, last): (Option<&RowBoxes>, Option<&RowBoxes>),
        work: u64,
        control: &SearchControl,
    ) -> DualValue {
        let over = AtomicBool::new(false);
        let mut result = DualValue { known: RowBoxes::default(), work: 0, over: false };
        let average = |work: u64, rows: usize| work / (rows as u64).max(1);
        for (chunk, rows) in self.rows.chunks(CHUNK).enumerate() {
            let first = chunk * CHUNK;
            let left = average(work.saturating_sub(result.work), self.rows.len() - first);
            // Rows that come last have something left, too.
            let something = average(work, self.rows.len()) / 2;
            let most = left.saturating_mul(SHARES).max(something).min(work / PART);
            let at_row = |(at, &(place, _)): (usize, &(u32, u64))| {
                let mut search = BoxSearch::new(self.index, multipliers, self.boxes, place, most);
                let floor = search.floor();
                if floor == f64::INFINITY {
                    // There is no box at all, and any claim is true.
                    return (CheapestBox { proven: 1.0, inside: Vec::new(), finished: true }, 0);
                }
                // Whatever a box pays, it loses what the least box loses.
                let sure = least.map_or(0.0, |least| least.proven[first + at]) + floor;
                if over.load(Ordering::Relaxed) || control.should_stop(0) {
                    over.store(true, Ordering::Relaxed);
                    return (CheapestBox { proven: sure, inside: Vec::new(), finished: false }, 0);
                }
                let last = last.map(|last| &last.inside[first + at][..]);
                let last = last.filter(|inside| !inside.is_empty());
                let last = last.map(|inside| (inside, self.value(inside, multipliers)));
                let mut answer = self.cheapest(&mut search, last, sure, floor);
                answer.proven = answer.proven.max(sure);
                (answer, search.work)
            };
            let answers: Vec<(CheapestBox, u64)> =
                rows.par_iter().enumerate().map(at_row).collect();
            for (answer, work) in answers {
                result.known.proven.push(answer.proven);
                result.known.inside.push(answer.inside);
                result.work += work;
            }
        }
        result.over = over.into_inner();
        result
    }

    /// The cheapest box of a row, of which a box is known perhaps, and that it pays `floor` and is
    /// no cheaper than `sure`.
    fn cheapest(
        &self,
        search: &mut BoxSearch<'s>,
        last: Option<(&[u32], f64)>,
        sure: f64,
        floor: f64,
    ) -> CheapestBox {
        let all = self.index.total_loss();
        let mut proven = sure;
        let mut limit = last.map_or(sure.max(floor + self.index.start()), |(_, value)| value);
        loop {
            let everywhere = limit - floor > all;
            let Some(answer) = search.below(limit, floor) else {
                return CheapestBox { proven, inside: Vec::new(), finished: false };
            };
            let found = !answer.inside.is_empty() || last.is_some();
            if found || everywhere || !answer.finished {
                let mut answer = CheapestBox { proven: answer.proven.max(proven), ..answer };
                if answer.inside.is_empty() {
                    answer.inside = last.map_or(Vec::new(), |(inside, _)| inside.to_vec());
                }
                return answer;
            }
            proven = limit;
            limit = floor + (limit - floor) * FARTHER;
        }
    }

    /// What a box loses and pays.
    fn value(&self, inside: &[u32], multipliers: &Multipliers) -> f64 {
        let tuples: Vec<u32> =
            inside.iter().map(|&place| self.index.tuples[place as usize]).collect();
        let loss = self.index.problem.box_loss(&self.index.problem.bounds(&tuples));
        let rows: u64 =
            inside.iter().map(|&place| self.index.contributions[place as usize].rows).sum();
        let paid: f64 = inside.iter().map(|&place| multipliers.charge(place)).sum();
        loss + paid / rows.max(1) as f64
    }
}
