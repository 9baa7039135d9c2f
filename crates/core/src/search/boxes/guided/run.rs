//! One run: one way to weigh cuts, on the whole field.
//!
//! A field that is too large to look ahead in is cut into blocks by promise alone, on as many
//! threads as there are. Within a block cuts are compared until regions are fine, and each fine
//! region is solved on its own, again in parallel. Every piece is a function of its people alone,
//! so the number of threads changes nothing.

use super::draft::{Answer, Draft, Place};
use super::explore::{Explorer, own_cost};
use super::goal::{Goal, Taste};
use super::pile::{Grain, Lane, Pile, part};
use super::plan::{BLOCK, FINE, Plan, Stage};
use super::tree::Tree;
use crate::search::Watch;

/// What a run needs to know.
#[derive(Clone, Copy)]
pub(super) struct Run<'g> {
    pub goal: &'g Goal<'g>,
    pub taste: Taste,
    pub stage: Stage,
    pub watch: &'g Watch,
}

impl Run<'_> {
    /// Cuts up a region that begins after `depth` cuts; costs infinitely much if no way is found.
    pub fn solve<L: Lane, const N: usize>(
        &self,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        depth: usize,
    ) -> Answer<L> {
        if grains.len() <= BLOCK {
            return self.solve_block(grains, region, depth);
        }
        let mut explorer = Explorer::new(self.goal, self.taste, &[], self.watch);
        let own = own_cost(self.goal, grains, region);
        let cut = explorer.first(grains, region, own, depth);
        let (examined, stopped) = (explorer.examined, explorer.stopped);
        let Some(cut) = cut else {
            return Answer { cost: own, tree: Tree::Class, examined, stopped };
        };
        let sides = part(grains, cut);
        let (left, right) = grains.split_at_mut(sides.middle);
        let (left, right) = rayon::join(
            || self.solve(left, &sides.left, depth + 1),
            || self.solve(right, &sides.right, depth + 1),
        );
        let examined = examined + left.examined + right.examined;
        let stopped = stopped || left.stopped || right.stopped;
        let cost = left.cost + right.cost;
        if own <= cost {
            return Answer { cost: own, tree: Tree::Class, examined, stopped };
        }
        Answer { cost, tree: Tree::Cut(cut, Box::new([left.tree, right.tree])), examined, stopped }
    }

    fn solve_block<L: Lane, const N: usize>(
        &self,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        depth: usize,
    ) -> Answer<L> {
        let mut explorer = Explorer::new(self.goal, self.taste, &[], self.watch);
        let cost = explorer.solve(grains, region, 0, depth);
        let plan = self.stage.plan(grains.len(), explorer.work);
        if plan.rungs.is_empty() || explorer.stopped {
            let tree = explorer.tree(grains, region);
            return Answer { cost, tree, examined: explorer.examined, stopped: explorer.stopped };
        }
        let each = explorer.work / grains.len() as u64;
        explorer.most_work = explorer.work.saturating_mul(2 * plan.times);
        let (place, how) = (Place { start: 0, depth }, (plan.width, FINE));
        let draft = Draft::explore(&mut explorer, grains, region, place, how);
        let (examined, stopped) = (explorer.examined, explorer.stopped);
        drop(explorer);
        let mut answer = draft
            .finish(grains, |grains, region, depth| self.refine(grains, region, depth, plan, each));
        answer.examined += examined;
        answer.stopped |= stopped;
        answer
    }

    /// Solves a fine region on its own. `each` is what a quick look cost per tuple.
    fn refine<L: Lane, const N: usize>(
        &self,
        grains: &mut [Grain<L, N>],
        region: &Pile<L, N>,
        depth: usize,
        plan: Plan,
        each: u64,
    ) -> Answer<L> {
        let mut explorer = Explorer::new(self.goal, self.taste, plan.rungs, self.watch);
        explorer.most_work = (grains.len() as u64 * each).saturating_mul(4 * plan.times);
        let cost = explorer.solve(grains, region, plan.rungs.len(), depth);
        let tree = explorer.tree(grains, region);
        Answer { cost, tree, examined: explorer.examined, stopped: explorer.stopped }
    }
}
