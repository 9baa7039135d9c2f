//! The Lagrangian dual function: the cheapest box of every row at given multipliers.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::super::BoxFamily;
use super::branch_and_bound::{BoxSearch, CheapestBox};
use super::multipliers::Multipliers;
use super::sorted_index::SortedIndex;
use crate::search::SearchControl;

/// The number of rows per batch. Work that a batch leaves goes to later ones, independent of the
/// threads.
const CHUNK: usize = 64;
/// The work that a row may take, in average shares of the remaining work. Few rows need many.
const SHARES: u64 = 4;
/// A row may take at most this fraction of all work, so that few rows cannot exceed it.
const PART: u64 = 16;
/// The growth of the limit if there is no box below it.
const FARTHER: f64 = 1.4;

/// The rows whose boxes are searched, and the index of tuples.
pub(super) struct LagrangianDual<'s> {
    pub index: &'s SortedIndex<'s, 's>,
    pub boxes: BoxFamily<'s>,
    /// The tuples that count, each with its weight.
    pub rows: Vec<(u32, u64)>,
}

/// The results per row, in the order of `rows`.
#[derive(Clone, Default)]
pub(super) struct RowBoxes {
    /// A lower bound on the cost of a box.
    pub proven: Vec<f64>,
    /// The tuples in the cheapest box, if it was found.
    pub inside: Vec<Vec<u32>>,
}

/// The result of one evaluation.
pub(super) struct DualValue {
    pub known: RowBoxes,
    pub work: u64,
    /// Whether it was stopped early. The bounds are valid in any case.
    pub over: bool,
}

impl<'s> LagrangianDual<'s> {
    /// Searches the cheapest box of every row with about this much work. `least` is the result
    /// without multipliers, `last` the result at other multipliers.
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
            // Keeps some work for the last rows.
            let something = average(work, self.rows.len()) / 2;
            let most = left.saturating_mul(SHARES).max(something).min(work / PART);
            let at_row = |(at, &(place, _)): (usize, &(u32, u64))| {
                let mut search = BoxSearch::new(self.index, multipliers, self.boxes, place, most);
                let floor = search.floor();
                if floor == f64::INFINITY {
                    // There is no box at all, so any bound is valid.
                    return (CheapestBox { proven: 1.0, inside: Vec::new(), finished: true }, 0);
                }
                // A box loses at least as much as the smallest box, whatever it pays.
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

    /// The cheapest box of a row. `last` is a known box, `floor` the least price, and `sure` a
    /// lower bound on the cost.
    fn cheapest(
        &self,
        search: &mut BoxSearch<'s>,
        last: Option<(&[u32], f64)>,
        sure: f64,
        floor: f64,
    ) -> CheapestBox {
        let all = self.index.total_loss();
        let mut proven = sure;
        let mut limit = last.map_or(sure.max(floor + self.index.start), |(_, value)| value);
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

    /// The loss plus the price of a box.
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
