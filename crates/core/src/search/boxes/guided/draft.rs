//! A way to cut up a region of which some parts are still open, and are solved in parallel.

use rayon::prelude::*;

use super::explore::Explorer;
use super::goal::Goal;
use super::pile::{Grain, Lane, Pile, part};
use super::tree::Tree;

/// A part that may be solved anew.
struct Open<L, const N: usize> {
    start: usize,
    tuples: usize,
    region: Pile<L, N>,
    depth: usize,
    /// The best known way to cut it up, and what that costs.
    tree: Tree<L>,
    cost: f64,
}

/// What came of a part, or of the whole.
pub(super) struct Answer<L> {
    pub cost: f64,
    pub tree: Tree<L>,
    pub examined: u64,
    pub stopped: bool,
}

/// Cuts that are decided, and the parts that are not.
pub(super) struct Draft<L, const N: usize> {
    tree: Tree<L>,
    open: Vec<Open<L, N>>,
    /// What the classes cost that are decided.
    closed: f64,
}

/// Where a part is: its tuples begin at `start`, after `depth` cuts.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub start: usize,
    pub depth: usize,
}

impl Place {
    fn left(self) -> Self {
        Place { depth: self.depth + 1, ..self }
    }

    fn right(self, middle: usize) -> Self {
        Place { start: self.start + middle, depth: self.depth + 1 }
    }
}

impl<L: Lane, const N: usize> Draft<L, N> {
    /// Cuts a region by comparing a few cuts each time, until parts have at most `fine` tuples.
    pub fn explore(
        explorer: &mut Explorer<'_, L, N>,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        place: Place,
        (width, fine): (usize, usize),
    ) -> Self {
        if grains.len() <= fine {
            let cost = explorer.solve(grains, region, 0, place.depth);
            let tree = explorer.tree(grains, region);
            return Self::opened(grains, region, place, tree, cost);
        }
        let Some(cut) = explorer.choose(grains, region, width, place.depth) else {
            let closed = explorer.solve(grains, region, 0, place.depth);
            return Draft { tree: Tree::Class, open: Vec::new(), closed };
        };
        let sides = part(grains, cut);
        let (left, right) = grains.split_at_mut(sides.middle);
        let left = Self::explore(explorer, left, &sides.left, place.left(), (width, fine));
        let place = place.right(sides.middle);
        let right = Self::explore(explorer, right, &sides.right, place, (width, fine));
        left.beside(right, |trees| Tree::Cut(cut, Box::new(trees)))
    }

    /// Opens the parts of a tree that have at most `fine` tuples.
    pub fn open(
        goal: &Goal<'_>,
        tree: Tree<L>,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        place: Place,
        fine: usize,
    ) -> Self {
        if grains.len() <= fine {
            let cost = tree.cost(goal, grains, region);
            return Self::opened(grains, region, place, tree, cost);
        }
        let Tree::Cut(cut, trees) = tree else {
            return Draft { tree: Tree::Class, open: Vec::new(), closed: goal.cost(region) };
        };
        let sides = part(grains, cut);
        let (left, right) = grains.split_at_mut(sides.middle);
        let [first, second] = *trees;
        let left = Self::open(goal, first, left, &sides.left, place.left(), fine);
        let place = place.right(sides.middle);
        let right = Self::open(goal, second, right, &sides.right, place, fine);
        left.beside(right, |trees| Tree::Cut(cut, Box::new(trees)))
    }

    fn opened(
        grains: &[Grain<L, N>],
        region: &Pile<L, N>,
        Place { start, depth }: Place,
        tree: Tree<L>,
        cost: f64,
    ) -> Self {
        let open = Open { start, tuples: grains.len(), region: *region, depth, tree, cost };
        Draft { tree: Tree::Open, open: vec![open], closed: 0.0 }
    }

    fn beside(mut self, other: Self, join: impl Fn([Tree<L>; 2]) -> Tree<L>) -> Self {
        self.open.extend(other.open);
        Draft {
            tree: join([self.tree, other.tree]),
            open: self.open,
            closed: self.closed + other.closed,
        }
    }

    /// Solves every open part anew, and takes what is better. The tuples of the draft begin at the
    /// first of `grains`.
    pub fn finish(
        self,
        grains: &mut [Grain<L, N>],
        solve: impl Fn(&mut [Grain<L, N>], &Pile<L, N>, usize) -> Answer<L> + Sync,
    ) -> Answer<L> {
        let mut slices = Vec::with_capacity(self.open.len());
        let (mut rest, mut at) = (grains, 0);
        for open in &self.open {
            let (_, after) = rest.split_at_mut(open.start - at);
            let (slice, after) = after.split_at_mut(open.tuples);
            (rest, at) = (after, open.start + open.tuples);
            slices.push(slice);
        }
        let pairs = self.open.par_iter().zip(slices);
        let answers: Vec<Answer<L>> =
            pairs.map(|(open, slice)| solve(slice, &open.region, open.depth)).collect();
        let (mut cost, mut examined, mut stopped) = (self.closed, 0, false);
        let mut trees = Vec::with_capacity(answers.len());
        for (open, answer) in self.open.into_iter().zip(answers) {
            examined += answer.examined;
            stopped |= answer.stopped;
            let better = answer.cost < open.cost;
            cost += if better { answer.cost } else { open.cost };
            trees.push(if better { answer.tree } else { open.tree });
        }
        let tree = self.tree.filled(&mut trees.into_iter());
        Answer { cost, tree, examined, stopped }
    }
}
