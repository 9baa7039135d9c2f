//! A cut tree with unsolved parts, which are solved in parallel.

use rayon::prelude::*;

use super::cut_tree::CutTree;
use super::evaluator::RegionEvaluator;
use super::look_ahead::LookAhead;
use super::summary::{BoxSummary, Coordinate, Point, split};

/// A part that can be solved again.
struct OpenPart<C, const N: usize> {
    start: usize,
    tuples: usize,
    region: BoxSummary<C, N>,
    depth: usize,
    /// The best known cut tree of the part, and its cost.
    tree: CutTree<C>,
    cost: f64,
}

/// The result for a part, or for the whole.
pub(super) struct TreeResult<C> {
    pub cost: f64,
    pub tree: CutTree<C>,
    pub examined: u64,
    /// The work done, in units that do not depend on the clock.
    pub work: u64,
    pub stopped: bool,
}

/// Decided cuts, and the parts that are still open.
pub(super) struct PartialTree<C, const N: usize> {
    tree: CutTree<C>,
    open: Vec<OpenPart<C, N>>,
    /// The cost of the classes that are decided.
    closed: f64,
}

/// The position of a part: its tuples begin at `start`, after `depth` cuts.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub start: usize,
    pub depth: usize,
}

impl Position {
    fn left(self) -> Self {
        Position { depth: self.depth + 1, ..self }
    }

    fn right(self, middle: usize) -> Self {
        Position { start: self.start + middle, depth: self.depth + 1 }
    }
}

impl<C: Coordinate, const N: usize> PartialTree<C, N> {
    /// Cuts a region by comparing `width` cuts each time, until parts have at most `fine`
    /// tuples.
    pub fn look_ahead(
        look_ahead: &mut LookAhead<'_, C, N>,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        place: Position,
        (width, fine): (usize, usize),
    ) -> Self {
        if points.len() <= fine {
            let cost = look_ahead.solve(points, region, 0, place.depth);
            let tree = look_ahead.tree(points, region);
            return Self::opened(points, region, place, tree, cost);
        }
        let Some(cut) = look_ahead.choose(points, region, width, place.depth) else {
            let closed = look_ahead.solve(points, region, 0, place.depth);
            return PartialTree { tree: CutTree::Class, open: Vec::new(), closed };
        };
        let sides = split(points, cut);
        let (left, right) = points.split_at_mut(sides.middle);
        let left = Self::look_ahead(look_ahead, left, &sides.left, place.left(), (width, fine));
        let place = place.right(sides.middle);
        let right = Self::look_ahead(look_ahead, right, &sides.right, place, (width, fine));
        left.beside(right, |trees| CutTree::Cut(cut, Box::new(trees)))
    }

    /// Opens the parts of a tree that have at most `fine` tuples.
    pub fn open(
        evaluator: &RegionEvaluator<'_>,
        tree: CutTree<C>,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        place: Position,
        fine: usize,
    ) -> Self {
        if points.len() <= fine {
            let cost = tree.cost(evaluator, points, region);
            return Self::opened(points, region, place, tree, cost);
        }
        let CutTree::Cut(cut, trees) = tree else {
            return PartialTree {
                tree: CutTree::Class,
                open: Vec::new(),
                closed: evaluator.cost(region),
            };
        };
        let sides = split(points, cut);
        let (left, right) = points.split_at_mut(sides.middle);
        let [first, second] = *trees;
        let left = Self::open(evaluator, first, left, &sides.left, place.left(), fine);
        let place = place.right(sides.middle);
        let right = Self::open(evaluator, second, right, &sides.right, place, fine);
        left.beside(right, |trees| CutTree::Cut(cut, Box::new(trees)))
    }

    fn opened(
        points: &[Point<C, N>],
        region: &BoxSummary<C, N>,
        Position { start, depth }: Position,
        tree: CutTree<C>,
        cost: f64,
    ) -> Self {
        let open = OpenPart { start, tuples: points.len(), region: *region, depth, tree, cost };
        PartialTree { tree: CutTree::Unsolved, open: vec![open], closed: 0.0 }
    }

    fn beside(mut self, other: Self, join: impl Fn([CutTree<C>; 2]) -> CutTree<C>) -> Self {
        self.open.extend(other.open);
        PartialTree {
            tree: join([self.tree, other.tree]),
            open: self.open,
            closed: self.closed + other.closed,
        }
    }

    /// Solves every open part again, and keeps the better result. The tuples of the tree begin at
    /// the first of `points`.
    pub fn finish(
        self,
        points: &mut [Point<C, N>],
        solve: impl Fn(&mut [Point<C, N>], &BoxSummary<C, N>, usize) -> TreeResult<C> + Sync,
    ) -> TreeResult<C> {
        let mut slices = Vec::with_capacity(self.open.len());
        let (mut rest, mut at) = (points, 0);
        for open in &self.open {
            let (_, after) = rest.split_at_mut(open.start - at);
            let (slice, after) = after.split_at_mut(open.tuples);
            (rest, at) = (after, open.start + open.tuples);
            slices.push(slice);
        }
        let pairs = self.open.par_iter().zip(slices);
        let answers: Vec<TreeResult<C>> =
            pairs.map(|(open, slice)| solve(slice, &open.region, open.depth)).collect();
        let (mut cost, mut examined, mut work, mut stopped) = (self.closed, 0, 0, false);
        let mut trees = Vec::with_capacity(answers.len());
        for (open, answer) in self.open.into_iter().zip(answers) {
            examined += answer.examined;
            work += answer.work;
            stopped |= answer.stopped;
            let better = answer.cost < open.cost;
            cost += if better { answer.cost } else { open.cost };
            trees.push(if better { answer.tree } else { open.tree });
        }
        let tree = self.tree.filled(&mut trees.into_iter());
        TreeResult { cost, tree, examined, work, stopped }
    }
}
