//! All cuts of a region, and the few most promising ones.
//!
//! One pass over the tuples piles them up by rank in every column at once; what lies to the left
//! and to the right of each cut then follows by joining piles from both ends. Columns with many
//! more ranks than the region has tuples are sorted instead, and columns with thousands of steps
//! are taken in steps of about equally many tuples: the cuts in between are as good as the same,
//! and the smaller regions that follow will see them.

use super::goal::{Goal, Outlook, Taste};
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

/// What keeps cuts that are found.
pub(super) trait Keep<L> {
    fn keep(&mut self, candidate: Candidate<L>);

    /// Cuts of so much promise or more are not wanted.
    fn bar(&self) -> f64;
}

/// Room that is used again for every region.
pub(super) struct Scanner<L, const N: usize> {
    piles: Vec<Pile<L, N>>,
    /// Each piled column, and where its piles start.
    piled: Vec<(usize, usize)>,
    sorted: Vec<u64>,
    /// Ranks up to which to cut, each with the place of its pile.
    steps: Vec<(L, usize)>,
    /// For each step: everybody to the right of it.
    beyond: Vec<Pile<L, N>>,
    weighed: Vec<Weighed<L>>,
}

/// A cut that the gate admits, and the outlook of its two sides.
struct Weighed<L> {
    cut: Cut<L>,
    sides: [Outlook; 2],
    whim: f64,
}

impl<L: Lane, const N: usize> Scanner<L, N> {
    pub fn new() -> Self {
        Scanner {
            piles: Vec::new(),
            piled: Vec::new(),
            sorted: Vec::new(),
            steps: Vec::new(),
            beyond: Vec::new(),
            weighed: Vec::new(),
        }
    }

    /// Finds every wanted cut whose sides both pass the gate, column by column. Returns the work
    /// that it was, next to looking at every cell.
    pub fn scan(
        &mut self,
        goal: &Goal<'_>,
        taste: Taste,
        grains: &[Grain<L, N>],
        region: &Pile<L, N>,
        found: &mut impl Keep<L>,
    ) -> u64 {
        self.pile_up(goal.columns(), grains, region);
        self.weighed.clear();
        let (mut piled, mut steps) = (0, 0);
        for column in 0..goal.columns() {
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
            self.weigh(goal, taste, column as u8);
            steps += self.steps.len() as u64;
        }
        self.choose(goal.outlook(region, taste), taste, found);
        10 * steps
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
        for (rank, at) in ranks.zip(start..) {
            if self.piles[at].people > 0 {
                self.steps.push((L::of(rank), at));
            }
        }
    }

    fn step_by_sorting(&mut self, column: usize, grains: &[Grain<L, N>]) {
        self.sorted.clear();
        let keys = (0_u64..).zip(grains);
        let key =
            |(at, grain): (u64, &Grain<L, N>)| (grain.pile.low(column).rank() as u64) << 32 | at;
        self.sorted.extend(keys.map(key));
        self.sorted.sort_unstable();
        self.steps.clear();
        let enough = grains.len() / STEPS;
        let mut taken = 0;
        for &key in &self.sorted {
            let pile = &grains[(key & u64::from(u32::MAX)) as usize].pile;
            let rank = L::of((key >> 32) as usize);
            match self.steps.last_mut() {
                Some((last, at)) if *last == rank || taken < enough => {
                    *last = rank;
                    self.piles[*at].join(pile);
                    taken += 1;
                }
                _ => {
                    self.steps.push((rank, self.piles.len()));
                    self.piles.push(*pile);
                    taken = 1;
                }
            }
        }
    }

    /// Joins the steps from both ends.
    fn weigh(&mut self, goal: &Goal<'_>, taste: Taste, column: u8) {
        let Some((_, cuts)) = self.steps.split_last() else { return };
        self.beyond.clear();
        let mut right = Pile::EMPTY;
        for &(_, at) in self.steps[1..].iter().rev() {
            right.join(&self.piles[at]);
            self.beyond.push(right);
        }
        let mut left = Pile::EMPTY;
        for (&(rank, at), right) in cuts.iter().zip(self.beyond.iter().rev()) {
            left.join(&self.piles[at]);
            if !goal.gate.admits(left.rows, left.people)
                || !goal.gate.admits(right.rows, right.people)
            {
                continue;
            }
            let whim = taste.seed.map_or(1.0, |seed| whim(seed, &left, right, column));
            let sides = [goal.outlook(&left, taste), goal.outlook(right, taste)];
            self.weighed.push(Weighed { cut: Cut { column, rank }, sides, whim });
        }
    }

    fn choose(&self, region: Outlook, taste: Taste, found: &mut impl Keep<L>) {
        let sum = |weighed: &Weighed<L>| weighed.sides[0].cost + weighed.sides[1].cost;
        let least = self.weighed.iter().map(sum).fold(f64::INFINITY, f64::min);
        let slack = taste.slack_for(least, region.cost);
        for weighed in &self.weighed {
            let [left, right] = &weighed.sides;
            let promise = left.promise(slack) * weighed.whim;
            if promise < found.bar() {
                let promise = promise + right.promise(slack) * weighed.whim;
                found.keep(Candidate { promise, cut: weighed.cut });
            }
        }
    }
}

/// A factor from 0.9 to 1.1 that is the same whenever the same cut of the same region is weighed.
fn whim<L: Lane, const N: usize>(
    seed: u64,
    left: &Pile<L, N>,
    right: &Pile<L, N>,
    column: u8,
) -> f64 {
    let mut mixed = seed;
    for word in [left.people, right.people, left.rows, u64::from(column)] {
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

    pub fn candidates(&self) -> &[Candidate<L>] {
        &self.entries[..self.length]
    }
}

impl<L: Lane> Keep<L> for Shortlist<L> {
    #[inline]
    fn keep(&mut self, candidate: Candidate<L>) {
        if candidate.promise >= self.bar() {
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

    #[inline]
    fn bar(&self) -> f64 {
        if self.length < KEPT { f64::INFINITY } else { self.entries[KEPT - 1].promise }
    }
}

impl<L> Keep<L> for Vec<Candidate<L>> {
    fn keep(&mut self, candidate: Candidate<L>) {
        self.push(candidate);
    }

    fn bar(&self) -> f64 {
        f64::INFINITY
    }
}
