//! How a region is cut up.

use super::explore::{own_cost, tuples};
use super::goal::Goal;
use super::pile::{Cut, Grain, Lane, Pile, part};

/// The cuts of a region, from the first one on.
pub(super) enum Tree<L> {
    /// None: it is a class.
    Class,
    /// Not known yet.
    Open,
    /// A cut, and those of its sides.
    Cut(Cut<L>, Box<[Tree<L>; 2]>),
}

impl<L: Lane> Tree<L> {
    /// The tree with its open regions filled in, from the left.
    pub fn filled(self, trees: &mut impl Iterator<Item = Tree<L>>) -> Self {
        match self {
            Tree::Class => Tree::Class,
            Tree::Open => trees.next().unwrap_or(Tree::Class),
            Tree::Cut(cut, sides) => {
                let [left, right] = *sides;
                let left = left.filled(trees);
                Tree::Cut(cut, Box::new([left, right.filled(trees)]))
            }
        }
    }

    /// Adds the tuples of each class.
    pub fn classes<const N: usize>(&self, grains: &mut [Grain<L, N>], classes: &mut Vec<Vec<u32>>) {
        if let Tree::Cut(cut, sides) = self {
            let middle = part(grains, *cut).middle;
            let (left, right) = grains.split_at_mut(middle);
            sides[0].classes(left, classes);
            sides[1].classes(right, classes);
        } else {
            classes.push(tuples(grains));
        }
    }

    /// What the classes cost.
    pub fn cost<const N: usize>(
        &self,
        goal: &Goal<'_>,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
    ) -> f64 {
        let Tree::Cut(cut, trees) = self else { return goal.cost(region) };
        let sides = part(grains, *cut);
        let (left, right) = grains.split_at_mut(sides.middle);
        trees[0].cost(goal, left, &sides.left) + trees[1].cost(goal, right, &sides.right)
    }

    /// Undoes last cuts, from the left and each at most once, until `room` is used up. Says
    /// whether there were any.
    pub fn coarsen<const N: usize>(
        &mut self,
        goal: &Goal<'_>,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        room: &mut f64,
    ) -> bool {
        let Tree::Cut(cut, trees) = self else { return false };
        if *room <= 0.0 {
            return true;
        }
        let sides = part(grains, *cut);
        if let [Tree::Class, Tree::Class] = **trees {
            let cost = own_cost(goal, grains, region);
            if cost < f64::INFINITY {
                *room -= cost - goal.cost(&sides.left) - goal.cost(&sides.right);
                *self = Tree::Class;
                return true;
            }
            return false;
        }
        let (left, right) = grains.split_at_mut(sides.middle);
        let undone = trees[0].coarsen(goal, left, &sides.left, room);
        trees[1].coarsen(goal, right, &sides.right, room) || undone
    }
}
