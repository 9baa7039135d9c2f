//! One run: one way to weigh cuts, on the whole field.
//!
//! A field that is too large to look ahead in is cut into blocks by promise alone, on as many
//! threads as there are. Within a block cuts are compared until regions are fine, and each fine
//! region is solved on its own, again in parallel. Every piece is a function of its people alone,
//! so the number of threads changes nothing.
//!
//! A run also keeps a promise about itself: it costs at least [`Run::share`] of what following the
//! most promising cuts costs, even if it could do better. That is next to never felt, and it lets
//! another request tell what a run would cost at least by a quick look (`grid.rs`).

use rayon::prelude::*;

use super::explore::{Explorer, Tree, own_cost};
use super::goal::{Goal, Taste};
use super::pile::{Grain, Lane, Pile, part};
use super::plan::{BLOCK, Budget, FINE, Plan};
use crate::search::Watch;

/// What a run needs to know.
#[derive(Clone, Copy)]
pub(super) struct Run<'g> {
    pub goal: &'g Goal<'g>,
    pub taste: Taste,
    pub budget: Budget,
    pub watch: &'g Watch,
    /// How far below the quick answer the final one may go, as a share of it.
    pub share: f64,
}

/// A way to cut up a region.
pub(super) struct Solution<L> {
    /// Infinite if no way was found.
    pub cost: f64,
    pub tree: Tree<L>,
    /// What following the most promising cuts costs.
    pub quick: f64,
    pub examined: u64,
    pub cut_short: bool,
}

/// A region that is yet to be solved.
struct Open<L, const N: usize> {
    start: usize,
    tuples: usize,
    region: Pile<L, N>,
    /// What the best known way costs.
    cost: f64,
    depth: usize,
}

/// A region cut up until its parts are fine.
struct Draft<L, const N: usize> {
    tree: Tree<L>,
    open: Vec<Open<L, N>>,
    /// What the classes cost that are no open regions.
    closed: f64,
}

impl Run<'_> {
    /// Cuts up a region.
    pub fn solve<L: Lane, const N: usize>(
        &self,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        depth: usize,
    ) -> Solution<L> {
        if grains.len() <= BLOCK {
            return self.solve_block(grains, region, depth);
        }
        let mut explorer = Explorer::new(self.goal, self.taste, &[], self.watch);
        let own = own_cost(self.goal, grains, region);
        let Some(cut) = explorer.first(grains, region, own, depth) else {
            let (examined, cut_short) = (explorer.examined, explorer.stopped);
            return Solution { cost: own, tree: Tree::Class, quick: own, examined, cut_short };
        };
        let sides = part(grains, cut);
        let (left, right) = grains.split_at_mut(sides.middle);
        let (left, right) = rayon::join(
            || self.solve(left, &sides.left, depth + 1),
            || self.solve(right, &sides.right, depth + 1),
        );
        let cost = left.cost + right.cost;
        let tree = Tree::Cut(cut, Box::new([left.tree, right.tree]));
        let (cost, tree) = if own <= cost { (own, Tree::Class) } else { (cost, tree) };
        Solution {
            cost,
            tree,
            quick: own.min(left.quick + right.quick),
            examined: explorer.examined + left.examined + right.examined,
            cut_short: explorer.stopped || left.cut_short || right.cut_short,
        }
    }

    fn solve_block<L: Lane, const N: usize>(
        &self,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        depth: usize,
    ) -> Solution<L> {
        let mut explorer = Explorer::new(self.goal, self.taste, &[], self.watch);
        let quick = explorer.solve(grains, region, 0, depth);
        let plan = self.budget.plan(grains.len(), explorer.work);
        let mut solution = Solution {
            cost: quick,
            tree: Tree::Class,
            quick,
            examined: explorer.examined,
            cut_short: explorer.stopped,
        };
        let floor = floor_of(quick, self.share);
        if plan.rungs.is_empty() || explorer.stopped {
            solution.tree = explorer.tree(grains, region);
            return solution;
        }
        let greedy = (self.share > 0.0).then(|| explorer.tree(grains, region));
        explorer.most_work = explorer.work.saturating_mul(2 * plan.times);
        let mut draft = Draft { tree: Tree::Class, open: Vec::new(), closed: 0.0 };
        draft.tree = self.draft(&mut explorer, grains, region, depth, 0, plan, &mut draft);
        let drafted = draft.closed + draft.open.iter().map(|open| open.cost).sum::<f64>();
        solution.examined = explorer.examined;
        solution.cut_short = explorer.stopped;
        if let Some(greedy) = greedy
            && drafted < floor
        {
            solution.tree = greedy;
            return solution;
        }
        self.refine(&mut solution, draft, &explorer, plan, drafted - floor);
        solution
    }
}
