//! Looking ahead: what a region really costs when it is cut up.
//!
//! Solving a region at level 0 follows the most promising cut all the way down. At level 1 each of
//! the few most promising cuts is finished that way, the best of them is taken, and its sides are
//! solved at level 1 in turn; at level 2 the cuts are finished at level 1, and so on. A region is
//! known by its box, whatever cuts led to it, and the best that was ever found for it is
//! remembered: so an answer at a higher level is never worse than at a lower one.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

use super::goal::{Goal, Taste};
use super::pile::{Cut, Grain, Lane, Pile, part};
use super::scan::{Candidate, KEPT, Keep, Scanner, Shortlist};
use super::tree::Tree;
use crate::search::Watch;

/// Nothing is cut deeper: a bound for the stack, far beyond the depth of sensible trees.
const DEEPEST: usize = 300;

/// How wide to look: at level `l`, `width` cuts in regions of at most `most` tuples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rung {
    pub width: usize,
    pub most: usize,
}

/// What is known of a region.
struct Spot<L, const N: usize> {
    lanes: [L; N],
    /// What it costs as a class; infinite if it cannot be one.
    own: f64,
    best: f64,
    /// The first cut of the best way to cut it up.
    cut: Option<Cut<L>>,
    /// One above the highest level at which it was solved.
    settled: usize,
    cuts: Option<Cuts<L>>,
}

/// The most promising cuts, best first.
#[derive(Clone, Copy)]
struct Cuts<L> {
    kept: [Cut<L>; KEPT],
    length: usize,
}

/// Solves regions, and remembers them.
pub(super) struct Explorer<'g, L, const N: usize> {
    goal: &'g Goal<'g>,
    taste: Taste,
    rungs: &'g [Rung],
    watch: &'g Watch,
    scanner: Scanner<L, N>,
    spots: Vec<Spot<L, N>>,
    index: HashTable<u32>,
    /// Regions examined.
    pub examined: u64,
    /// A measure of the time spent that does not depend on the clock.
    pub work: u64,
    /// Beyond this much work no cuts are compared any more.
    pub most_work: u64,
    /// Whether the watch said that it is over.
    pub stopped: bool,
}

impl<'g, L: Lane, const N: usize> Explorer<'g, L, N> {
    pub fn new(goal: &'g Goal<'g>, taste: Taste, rungs: &'g [Rung], watch: &'g Watch) -> Self {
        Explorer {
            goal,
            taste,
            rungs,
            watch,
            scanner: Scanner::new(),
            spots: Vec::new(),
            index: HashTable::new(),
            examined: 0,
            work: 0,
            most_work: u64::MAX,
            stopped: false,
        }
    }

    /// The least cost that is found for a region at a level.
    pub fn solve(
        &mut self,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        level: usize,
        depth: usize,
    ) -> f64 {
        let spot = self.spot(grains, region);
        if self.spots[spot].settled > level {
            return self.spots[spot].best;
        }
        let cuts = self.cuts(spot, grains, region, depth);
        let Some(&first) = cuts.kept[..cuts.length].first() else {
            return self.spots[spot].best;
        };
        let (rung, width) = self.look(level, grains.len());
        let mut follow = first;
        if rung > 0 {
            for &cut in &cuts.kept[..cuts.length.min(width)] {
                self.try_cut(spot, grains, cut, rung - 1, depth);
            }
            follow = self.spots[spot].cut.unwrap_or(first);
        }
        self.try_cut(spot, grains, follow, level, depth);
        self.spots[spot].settled = self.spots[spot].settled.max(level + 1);
        self.spots[spot].best
    }

    /// What a region costs when the most promising cuts are followed, as at level 0; but nothing
    /// is remembered, and it stops as soon as that is known to be `enough` or more.
    pub fn sweep(
        &mut self,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        enough: f64,
        depth: usize,
    ) -> f64 {
        let own = own_cost(self.goal, grains, region);
        let Some(cut) = self.first(grains, region, own, depth) else { return own };
        let sides = part(grains, cut);
        let (left, right) = grains.split_at_mut(sides.middle);
        let mut cost = self.sweep(left, &sides.left, enough.min(own), depth + 1);
        if cost < enough.min(own) {
            cost += self.sweep(right, &sides.right, enough.min(own) - cost, depth + 1);
        }
        cost.min(own)
    }

    /// The most promising cut of a region.
    pub fn first(
        &mut self,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        own: f64,
        depth: usize,
    ) -> Option<Cut<L>> {
        self.shortlist(grains, region, own, depth).candidates().first().map(|found| found.cut)
    }

    /// The best cut of a region among so many, each finished at level 0.
    pub fn choose(
        &mut self,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        width: usize,
        depth: usize,
    ) -> Option<Cut<L>> {
        let spot = self.spot(grains, region);
        let cuts = self.cuts(spot, grains, region, depth);
        let width = if self.work > self.most_work { 1 } else { width };
        for &cut in &cuts.kept[..cuts.length.min(width)] {
            self.try_cut(spot, grains, cut, 0, depth);
        }
        match self.spots[spot].cut {
            // Perhaps a longer look finds parts that hold.
            None if self.spots[spot].own == f64::INFINITY => {
                cuts.kept[..cuts.length].first().copied()
            }
            best => best,
        }
    }

    /// The highest level up to this one that is meant for regions of this size, and its width.
    fn look(&self, level: usize, tuples: usize) -> (usize, usize) {
        if self.work > self.most_work {
            return (0, 1);
        }
        let rungs = self.rungs[..level].iter().enumerate().rev();
        let mut fitting = rungs.filter(|(_, rung)| tuples <= rung.most);
        fitting.next().map_or((0, 1), |(at, rung)| (at + 1, rung.width))
    }

    /// Solves both sides of a cut, and remembers it if it is the best so far.
    fn try_cut(
        &mut self,
        spot: usize,
        grains: &mut [Grain<L, N>],
        cut: Cut<L>,
        level: usize,
        depth: usize,
    ) {
        let sides = part(grains, cut);
        let (left, right) = grains.split_at_mut(sides.middle);
        let cost = self.solve(left, &sides.left, level, depth + 1)
            + self.solve(right, &sides.right, level, depth + 1);
        let spot = &mut self.spots[spot];
        if cost < spot.best {
            (spot.best, spot.cut) = (cost, Some(cut));
        }
    }

    /// Where a region is remembered.
    fn spot(&mut self, grains: &[Grain<L, N>], region: &Pile<L, N>) -> usize {
        let hasher = FixedState::default();
        let hash = hasher.hash_one(region.lanes);
        let spots = &self.spots;
        let same = |&spot: &u32| spots[spot as usize].lanes == region.lanes;
        if let Some(&spot) = self.index.find(hash, same) {
            return spot as usize;
        }
        let own = own_cost(self.goal, grains, region);
        let at = self.spots.len();
        self.index
            .insert_unique(hash, at as u32, |&spot| hasher.hash_one(spots[spot as usize].lanes));
        let lanes = region.lanes;
        self.spots.push(Spot { lanes, own, best: own, cut: None, settled: 0, cuts: None });
        at
    }

    /// The most promising cuts of a region. One without any is settled for good.
    fn cuts(
        &mut self,
        spot: usize,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        depth: usize,
    ) -> Cuts<L> {
        if let Some(cuts) = self.spots[spot].cuts {
            return cuts;
        }
        let mut cuts = Cuts { kept: [Cut { column: 0, rank: L::LAST }; KEPT], length: 0 };
        let list = self.shortlist(grains, region, self.spots[spot].own, depth);
        cuts.length = list.candidates().len();
        for (kept, candidate) in cuts.kept.iter_mut().zip(list.candidates()) {
            *kept = candidate.cut;
        }
        if cuts.length == 0 {
            self.spots[spot].settled = usize::MAX;
        }
        self.spots[spot].cuts = Some(cuts);
        cuts
    }

    fn shortlist(
        &mut self,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        own: f64,
        depth: usize,
    ) -> Shortlist<L> {
        let mut list = Shortlist::new();
        let hopeless = grains.len() < 2
            || depth >= DEEPEST
            || own <= self.goal.least(region)
            || self.goal.is_indivisible(region);
        if hopeless || self.is_over() {
            return list;
        }
        self.examined += 1;
        self.work += (grains.len() * self.goal.columns()) as u64;
        if self.goal.gate.complete {
            self.work += self.scanner.scan(self.goal, self.taste, grains, region, &mut list);
        } else {
            let mut candidates = Vec::new();
            self.work += self.scanner.scan(self.goal, self.taste, grains, region, &mut candidates);
            candidates.sort_by(|one, other| one.promise.total_cmp(&other.promise));
            self.confirm(grains, &candidates, &mut list);
        }
        list
    }

    /// Keeps the best candidates whose sides may hold as far as all demands go. In large regions,
    /// where asking is dear and most cuts hold, only the first few are asked.
    fn confirm(
        &mut self,
        grains: &mut [Grain<L, N>],
        candidates: &[Candidate<L>],
        list: &mut Shortlist<L>,
    ) {
        let questions = (4 * KEPT).max((1 << 16) / grains.len());
        for &candidate in candidates.iter().take(questions) {
            self.work += 4 * grains.len() as u64;
            let middle = part(grains, candidate.cut).middle;
            let (left, right) = grains.split_at(middle);
            if [left, right].iter().all(|side| self.goal.field.may_hold(&tuples(side))) {
                list.keep(candidate);
                if list.candidates().len() == KEPT {
                    return;
                }
            }
        }
    }

    fn is_over(&mut self) -> bool {
        // The clock is read now and then only.
        if self.examined.is_multiple_of(64) || self.watch.most_checks.is_some() {
            self.stopped |= self.watch.is_over(self.examined);
        }
        self.stopped
    }

    /// The best way that was found to cut up a region that was solved.
    pub fn tree(&self, grains: &mut [Grain<L, N>], region: &Pile<L, N>) -> Tree<L> {
        let hash = FixedState::default().hash_one(region.lanes);
        let same = |&spot: &u32| self.spots[spot as usize].lanes == region.lanes;
        let cut = self.index.find(hash, same).and_then(|&spot| self.spots[spot as usize].cut);
        let Some(cut) = cut else { return Tree::Class };
        let sides = part(grains, cut);
        let (left, right) = grains.split_at_mut(sides.middle);
        Tree::Cut(cut, Box::new([self.tree(left, &sides.left), self.tree(right, &sides.right)]))
    }
}

/// What a region costs as a class; infinite if it cannot be one. Its counts pass the gate.
pub(super) fn own_cost<L: Lane, const N: usize>(
    goal: &Goal<'_>,
    grains: &[Grain<L, N>],
    region: &Pile<L, N>,
) -> f64 {
    let holds = goal.gate.complete || goal.field.holds(&tuples(grains));
    if holds { goal.cost(region) } else { f64::INFINITY }
}

/// The tuples of some grains.
pub(super) fn tuples<L, const N: usize>(grains: &[Grain<L, N>]) -> Vec<u32> {
    grains.iter().map(|grain| grain.tuple).collect()
}
