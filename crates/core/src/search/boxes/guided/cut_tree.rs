//! The cut tree of a region.

use super::evaluator::RegionEvaluator;
use super::look_ahead::{cost_as_class, tuples};
use super::summary::{BoxSummary, Coordinate, Point, RankCut, split};

/// The cuts of a region, from the first on.
#[derive(Clone)]
pub(super) enum CutTree<C> {
    /// No cut: the region is a class.
    Class,
    /// Not solved yet.
    Unsolved,
    /// A cut, and the trees of its sides.
    Cut(RankCut<C>, Box<[CutTree<C>; 2]>),
}

impl<C: Coordinate> CutTree<C> {
    /// Replaces the unsolved regions, from the left.
    pub fn filled(self, trees: &mut impl Iterator<Item = CutTree<C>>) -> Self {
        match self {
            CutTree::Class => CutTree::Class,
            CutTree::Unsolved => trees.next().unwrap_or(CutTree::Class),
            CutTree::Cut(cut, sides) => {
                let [left, right] = *sides;
                let left = left.filled(trees);
                CutTree::Cut(cut, Box::new([left, right.filled(trees)]))
            }
        }
    }

    /// Adds the tuples of each class.
    pub fn classes<const N: usize>(&self, points: &mut [Point<C, N>], classes: &mut Vec<Vec<u32>>) {
        if let CutTree::Cut(cut, sides) = self {
            let middle = split(points, *cut).middle;
            let (left, right) = points.split_at_mut(middle);
            sides[0].classes(left, classes);
            sides[1].classes(right, classes);
        } else {
            classes.push(tuples(points));
        }
    }

    /// The total cost of the classes.
    pub fn cost<const N: usize>(
        &self,
        evaluator: &RegionEvaluator<'_>,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
    ) -> f64 {
        let CutTree::Cut(cut, trees) = self else { return evaluator.cost(region) };
        let sides = split(points, *cut);
        let (left, right) = points.split_at_mut(sides.middle);
        trees[0].cost(evaluator, left, &sides.left) + trees[1].cost(evaluator, right, &sides.right)
    }

    /// Undoes cuts next to the leaves, from the left and each at most once, until `room` is used
    /// up. Returns whether there were any.
    pub fn coarsen<const N: usize>(
        &mut self,
        evaluator: &RegionEvaluator<'_>,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        room: &mut f64,
    ) -> bool {
        let CutTree::Cut(cut, trees) = self else { return false };
        if *room <= 0.0 {
            return true;
        }
        let sides = split(points, *cut);
        if let [CutTree::Class, CutTree::Class] = **trees {
            let cost = cost_as_class(evaluator, points, region);
            if cost < f64::INFINITY {
                *room -= cost - evaluator.cost(&sides.left) - evaluator.cost(&sides.right);
                *self = CutTree::Class;
                return true;
            }
            return false;
        }
        let (left, right) = points.split_at_mut(sides.middle);
        let undone = trees[0].coarsen(evaluator, left, &sides.left, room);
        trees[1].coarsen(evaluator, right, &sides.right, room) || undone
    }
}
