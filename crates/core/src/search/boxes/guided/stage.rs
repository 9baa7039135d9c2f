//! One run of a stage: one scoring on the whole problem.
//!
//! A problem that is too large for look-ahead is cut into blocks by score alone, in parallel.
//! Within a block, cuts are compared until regions are small, and each small region is solved
//! independently, again in parallel. The result of each part depends only on its people, so the
//! number of threads changes nothing.

use super::cut_tree::CutTree;
use super::evaluator::{RegionEvaluator, Scoring};
use super::look_ahead::{LookAhead, cost_as_class};
use super::partial_tree::{PartialTree, Position, TreeResult};
use super::plan::{BLOCK, BeamPlan, FINE, Stage};
use super::summary::{BoxSummary, Coordinate, Point, split};
use crate::search::SearchControl;

/// The inputs of a run.
#[derive(Clone, Copy)]
pub(super) struct StageRun<'g> {
    pub evaluator: &'g RegionEvaluator<'g>,
    pub scoring: Scoring,
    pub stage: Stage,
    pub control: &'g SearchControl,
}

impl StageRun<'_> {
    /// Solves a region at depth `depth`. The cost is infinite if no partition is found.
    pub fn solve<C: Coordinate, const N: usize>(
        &self,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        depth: usize,
    ) -> TreeResult<C> {
        if points.len() <= BLOCK {
            return self.solve_block(points, region, depth);
        }
        let mut look_ahead = LookAhead::new(self.evaluator, self.scoring, &[], self.control);
        let own = cost_as_class(self.evaluator, points, region);
        let cut = look_ahead.first(points, region, own, depth);
        let (examined, work, stopped) = (look_ahead.examined, look_ahead.work, look_ahead.stopped);
        let Some(cut) = cut else {
            return TreeResult { cost: own, tree: CutTree::Class, examined, work, stopped };
        };
        let sides = split(points, cut);
        let (left, right) = points.split_at_mut(sides.middle);
        let (left, right) = rayon::join(
            || self.solve(left, &sides.left, depth + 1),
            || self.solve(right, &sides.right, depth + 1),
        );
        let examined = examined + left.examined + right.examined;
        let work = work + left.work + right.work;
        let stopped = stopped || left.stopped || right.stopped;
        let cost = left.cost + right.cost;
        if own <= cost {
            return TreeResult { cost: own, tree: CutTree::Class, examined, work, stopped };
        }
        TreeResult {
            cost,
            tree: CutTree::Cut(cut, Box::new([left.tree, right.tree])),
            examined,
            work,
            stopped,
        }
    }

    fn solve_block<C: Coordinate, const N: usize>(
        &self,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        depth: usize,
    ) -> TreeResult<C> {
        let mut look_ahead = LookAhead::new(self.evaluator, self.scoring, &[], self.control);
        let cost = look_ahead.solve(points, region, 0, depth);
        let plan = self.stage.plan(points.len(), look_ahead.work);
        if plan.beams.is_empty() || look_ahead.stopped {
            return TreeResult { cost, ..look_ahead.result(points, region) };
        }
        let each = look_ahead.work / points.len() as u64;
        look_ahead.most_work = look_ahead.work.saturating_mul(2 * plan.times);
        let (place, how) = (Position { start: 0, depth }, (plan.width, FINE));
        let partial_tree = PartialTree::look_ahead(&mut look_ahead, points, region, place, how);
        let (examined, work, stopped) = (look_ahead.examined, look_ahead.work, look_ahead.stopped);
        drop(look_ahead);
        let mut answer = partial_tree
            .finish(points, |points, region, depth| self.refine(points, region, depth, plan, each));
        answer.examined += examined;
        answer.work += work;
        answer.stopped |= stopped;
        answer
    }

    /// Solves a small region independently. `each` is the work of the greedy pass per tuple.
    fn refine<C: Coordinate, const N: usize>(
        &self,
        points: &mut [Point<C, N>],
        region: &BoxSummary<C, N>,
        depth: usize,
        plan: BeamPlan,
        each: u64,
    ) -> TreeResult<C> {
        let mut look_ahead = LookAhead::new(self.evaluator, self.scoring, plan.beams, self.control);
        look_ahead.most_work = (points.len() as u64 * each).saturating_mul(4 * plan.times);
        let cost = look_ahead.solve(points, region, plan.beams.len(), depth);
        TreeResult { cost, ..look_ahead.result(points, region) }
    }
}
