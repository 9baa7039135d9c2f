//! All cuts of a region, and the few most promising ones.
//!
//! One pass over the tuples piles them up by rank in every column at once; what lies to the left
//! and to the right of each cut then follows by joining piles from both ends. Columns with many
//! more ranks than the region has tuples are sorted instead, and columns with thousands of steps
//! are taken in steps of about equally many tuples: the cuts in between are as good as the same,
//! and the smaller regions that follow will see them.

use super::goal::{Goal, Taste};
use super::pile::{Cut, Grain, Lane, Pile};

/// How many cuts of a region are kept.
pub(super) const KEPT: usize = 8;

/// A cut and the promise of its two sides together: less is better.
#[derive(Clone, Copy)]
pub(super) struct Candidate<L> {
    pub promise: f64,
    pub cut: Cut<L>,
}

/// Columns with more ranks are sorted.
const PILED: usize = 4096;

/// About as many steps as a sorted column is cut into at most.
const STEPS: usize = 1024;

/// Room that is used again for every region.
pub(super) struct Scanner<L, const N: usize> {
    piles: Vec<Pile<L, N>>,
    /// Column by column: where its piles start, less its lowest rank.
    piled: Vec<(usize, usize)>,
    sorted: Vec<u64>,
    steps: Vec<(L, Pile<L, N>)>,
    /// For each step: everybody to the right of it.
    beyond: Vec<Pile<L, N>>,
}

impl<L: Lane, const N: usize> Scanner<L, N> {
    pub fn new() -> Self {
        Scanner {
            piles: Vec::new(),
            piled: Vec::new(),
            sorted: Vec::new(),
            steps: Vec::new(),
            beyond: Vec::new(),
        }
    }

    /// Calls `found` with every cut whose sides both pass the gate, column by column.
    pub fn scan(
        &mut self,
        goal: &Goal<'_>,
        taste: Taste,
        grains: &[Grain<L, N>],
        region: &Pile<L, N>,
        mut found: impl FnMut(Candidate<L>),
    ) {
        self.pile_up(goal.scales.len(), grains, region);
        let mut piled = 0;
        for column in 0..goal.scales.len() {
            let (low, high) = (region.low(column).rank(), region.high(column).rank());
            if low == high {
                continue;
            }
            if self.piled.get(piled).is_some_and(|&(at, _)| at == column) {
                self.step_by_piles(self.piled[piled].1, low..=high);
                piled += 1;
            } else {
                self.step_by_sorting(column, grains);
            }
            self.weigh(goal, taste, column as u8, &mut found);
        }
    }

    /// Piles tuples up by rank, in all columns where there are not too many ranks.
    fn pile_up(&mut self, columns: usize, grains: &[Grain<L, N>], region: &Pile<L, N>) {
        self.piled.clear();
        let mut start = 0;
        for column in 0..columns {
            let (low, high) = (region.low(column).rank(), region.high(column).rank());
            if low < high && high - low < PILED.min(2 * grains.len()) {
                self.piled.push((column, start));
                start += high - low + 1;
            }
        }
        self.piles.clear();
        self.piles.resize(start, Pile::EMPTY);
        for grain in grains {
            for &(column, start) in &self.piled {
                let rank = grain.pile.low(column).rank() - region.low(column).rank();
                self.piles[start + rank].join(&grain.pile);
            }
        }
    }

    fn step_by_piles(&mut self, start: usize, ranks: std::ops::RangeInclusive<usize>) {
        self.steps.clear();
        let piles = ranks.zip(&self.piles[start..]).filter(|(_, pile)| pile.people > 0);
        self.steps.extend(piles.map(|(rank, &pile)| (L::of(rank), pile)));
    }

    fn step_by_sorting(&mut self, column: usize, grains: &[Grain<L, N>]) {
        self.sorted.clear();
        let keys = (0_u64..).zip(grains);
        let key = |(at, grain): (u64, &Grain<L, N>)| (grain.pile.low(column).rank() as u64) << 32 | at;
        self.sorted.extend(keys.map(key));
        self.sorted.sort_unstable();
        self.steps.clear();
        let enough = grains.len() / STEPS;
        let mut taken = 0;
        for &key in &self.sorted {
            let pile = &grains[(key & u64::from(u32::MAX)) as usize].pile;
            let rank = L::of((key >> 32) as usize);
            match self.steps.last_mut() {
                Some((last, step)) if *last == rank || taken < enough => {
                    *last = rank;
                    step.join(pile);
                    taken += 1;
                }
                _ => {
                    self.steps.push((rank, *pile));
                    taken = 1;
                }
            }
        }
    }

    /// Joins the steps from both ends.
    fn weigh(
        &mut self,
        goal: &Goal<'_>,
        taste: Taste,
        column: u8,
        found: &mut impl FnMut(Candidate<L>),
    ) {
        self.beyond.clear();
        self.beyond.resize(self.steps.len(), Pile::EMPTY);
        for at in (1..self.steps.len()).rev() {
            let mut pile = self.beyond[at];
            pile.join(&self.steps[at].1);
            self.beyond[at - 1] = pile;
        }
        let mut left = Pile::EMPTY;
        let cuts = self.steps.len().saturating_sub(1);
        for ((rank, step), right) in self.steps[..cuts].iter().zip(&self.beyond) {
            left.join(step);
            if goal.gate.admits(left.rows, left.people) && goal.gate.admits(right.rows, right.people) {
                let mut promise = goal.promise(&left, taste) + goal.promise(right, taste);
                if let Some(seed) = taste.seed {
                    promise *= whim(seed, left.people ^ right.people.rotate_left(32), column, *rank);
                }
                found(Candidate { promise, cut: Cut { column, rank: *rank } });
            }
        }
    }
}

/// A factor from 0.9 to 1.1 that is the same whenever the same cut of the same region is weighed.
fn whim<L: Lane>(seed: u64, counts: u64, column: u8, rank: L) -> f64 {
    let mut mixed = seed ^ counts.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for word in [u64::from(column), rank.rank() as u64] {
        mixed = (mixed ^ word).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^= mixed >> 29;
    }
    0.9 + 0.2 * ((mixed >> 11) as f64 / (1_u64 << 53) as f64)
}

/// The most promising cuts, best first; of equal ones those that were found first.
#[derive(Clone, Copy)]
pub(super) struct Shortlist<L> {
    entries: [Candidate<L>; KEPT],
    length: usize,
}

impl<L: Lane> Shortlist<L> {
    pub fn new() -> Self {
        let none = Candidate { promise: f64::INFINITY, cut: Cut { column: 0, rank: L::LAST } };
        Shortlist { entries: [none; KEPT], length: 0 }
    }

    #[inline]
    pub fn add(&mut self, candidate: Candidate<L>) {
        if self.length == KEPT && candidate.promise >= self.entries[KEPT - 1].promise {
            return;
        }
        let mut at = self.length.min(KEPT - 1);
        while at > 0 && candidate.promise < self.entries[at - 1].promise {
            self.entries[at] = self.entries[at - 1];
            at -= 1;
        }
        self.entries[at] = candidate;
        self.length = (self.length + 1).min(KEPT);
    }

    pub fn candidates(&self) -> &[Candidate<L>] {
        &self.entries[..self.length]
    }
}
