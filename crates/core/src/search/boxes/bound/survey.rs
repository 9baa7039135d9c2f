//! The cheapest box of every row at given prices, and what follows from them for the whole field.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::super::Boxes;
use super::prices::Prices;
use super::search::{Answer, Search};
use super::terrain::Terrain;
use crate::search::Watch;

/// Rows that are looked at together. What they leave is for the others, whatever the threads.
const CHUNK: usize = 64;
/// What a row may take of the work that is left, in average shares: few rows take many.
const SHARES: u64 = 4;
/// The part of all work that a row may take, lest few rows take much more than there is.
const PART: u64 = 16;
/// How much farther to look if there is no box below a limit.
const FARTHER: f64 = 1.4;

/// Whose boxes are looked for, and where.
pub(super) struct Survey<'s> {
    pub terrain: &'s Terrain<'s, 's>,
    pub boxes: Boxes<'s>,
    /// The places that count, each with its weight.
    pub rows: Vec<(u32, u64)>,
}

/// What is known of each row, in the survey's order.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// No box is cheaper.
    pub proven: Vec<f64>,
    /// Who is in the cheapest box, where it was found.
    pub inside: Vec<Vec<u32>>,
}

/// A look at all rows.
pub(super) struct Look {
    pub known: Known,
    pub work: u64,
    /// Whether it was cut short; what is known is true all the same.
    pub over: bool,
}

impl<'s> Survey<'s> {
    /// Looks for the cheapest box of every row with about so much work. `least` is what is known
    /// without prices, `last` what was found at others.
    pub fn look(
        &self,
        prices: &Prices,
        (least, last): (Option<&Known>, Option<&Known>),
        work: u64,
        watch: &Watch,
    ) -> Look {
        let over = AtomicBool::new(false);
        let mut look = Look { known: Known::default(), work: 0, over: false };
        let average = |work: u64, rows: usize| work / (rows as u64).max(1);
        for (chunk, rows) in self.rows.chunks(CHUNK).enumerate() {
            let first = chunk * CHUNK;
            let left = average(work.saturating_sub(look.work), self.rows.len() - first);
            // Rows that come last have something left, too.
            let something = average(work, self.rows.len()) / 2;
            let most = left.saturating_mul(SHARES).max(something).min(work / PART);
            let at_row = |(at, &(place, _)): (usize, &(u32, u64))| {
                let mut search = Search::new(self.terrain, prices, self.boxes, place, most);
                let floor = search.floor();
                if floor == f64::INFINITY {
                    // There is no box at all, and any claim is true.
                    return (Answer { proven: 1.0, inside: Vec::new(), finished: true }, 0);
                }
                // Whatever a box pays, it loses what the least box loses.
                let sure = least.map_or(0.0, |least| least.proven[first + at]) + floor;
                if over.load(Ordering::Relaxed) || watch.is_over(0) {
                    over.store(true, Ordering::Relaxed);
                    return (Answer { proven: sure, inside: Vec::new(), finished: false }, 0);
                }
                let last = last.map(|last| &last.inside[first + at][..]);
                let last = last.filter(|inside| !inside.is_empty());
                let last = last.map(|inside| (inside, self.value(inside, prices)));
                let mut answer = self.cheapest(&mut search, last, sure, floor);
                answer.proven = answer.proven.max(sure);
                (answer, search.work)
            };
            let answers: Vec<(Answer, u64)> = rows.par_iter().enumerate().map(at_row).collect();
            for (answer, work) in answers {
                look.known.proven.push(answer.proven);
                look.known.inside.push(answer.inside);
                look.work += work;
            }
        }
        look.over = over.into_inner();
        look
    }

    /// The cheapest box of a row, of which a box is known perhaps, and that it pays `floor` and is
    /// no cheaper than `sure`.
    fn cheapest(
        &self,
        search: &mut Search<'s>,
        last: Option<(&[u32], f64)>,
        sure: f64,
        floor: f64,
    ) -> Answer {
        let all = self.terrain.length();
        let mut proven = sure;
        let mut limit = last.map_or(sure.max(floor + self.terrain.start()), |(_, value)| value);
        loop {
            let everywhere = limit - floor > all;
            let Some(answer) = search.below(limit, floor) else {
                return Answer { proven, inside: Vec::new(), finished: false };
            };
            let found = !answer.inside.is_empty() || last.is_some();
            if found || everywhere || !answer.finished {
                let mut answer = Answer { proven: answer.proven.max(proven), ..answer };
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
    fn value(&self, inside: &[u32], prices: &Prices) -> f64 {
        let tuples: Vec<u32> =
            inside.iter().map(|&place| self.terrain.tuples[place as usize]).collect();
        let loss = self.terrain.field.box_loss(&self.terrain.field.bounds(&tuples));
        let rows: u64 = inside.iter().map(|&place| self.terrain.parts[place as usize].rows).sum();
        let paid: f64 = inside.iter().map(|&place| prices.charge(place)).sum();
        loss + paid / rows.max(1) as f64
    }
}
