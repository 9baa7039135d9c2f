//! Branch and bound over intervals of the lattice, for lattices that best-first search cannot finish.
//!
//! An interval [low, high] has every node between two nodes. All its nodes generalize `low`, so each
//! row loses at least what it loses there; and all specialize `high`, so the rows that must be
//! suppressed at `high` are suppressed in each of them and lose everything. Both together bound the
//! interval. A split raises `low` above a level of one column, which is known without evaluation, or
//! lowers `high` to it, which takes one evaluation. The interval with the least bound is split first, so the
//! least bound of all is a lower bound on the cost of every valid node.
//!
//! The column and level of a split are chosen by what the two parts are expected to gain: the
//! product of the gains, where that of the lowered part is the average of earlier splits at the
//! same place (pseudocosts, as in integer programming).

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::cost::{CostOver, PriceRule};
use crate::search::SearchControl;

use super::evaluate::Evaluation;
use super::grouping::Source;
use super::optimal::{BATCH, OptimalSearch, Turn, TurnEnd};
use super::penalty_memo::PenaltyMemo;
use super::{LatticeProblem, Node};

/// The number of waiting intervals at which the search stops.
const MOST_WAITING: usize = 1 << 19;
/// The weight of the newest gain in the average of a split.
const NEWEST: f64 = 0.25;
/// Added to gains, so that a split that gains on one side only is still compared by that side.
const LEAST_GAIN: f64 = 1e-6;

/// The bound of every interval with the same highest node and a low node at or above `from`.
struct IntervalBound {
    from: Node,
    /// Per column and level from `from` to the highest node: what the column costs at least. Empty
    /// if the cost depends on classes.
    columns: Vec<f64>,
    /// What is added to the static bound of a low node if the cost depends on classes.
    penalty: f64,
}

/// An interval that may contain the result.
struct Interval {
    bound: f64,
    low: Node,
    high: Node,
    costs: Arc<IntervalBound>,
}

/// The smallest bound comes first; of equal bounds the smallest nodes.
impl Ord for Interval {
    fn cmp(&self, other: &Self) -> Ordering {
        let bounds = other.bound.total_cmp(&self.bound);
        bounds.then_with(|| (&other.low, &other.high).cmp(&(&self.low, &self.high)))
    }
}

impl PartialOrd for Interval {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Interval {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Interval {}

/// A place to split an interval: the lower part has at most this level in the column.
#[derive(Clone, Copy)]
struct Split {
    column: usize,
    level: u8,
}

/// The intervals that may contain the result, and what splits gained.
pub(super) struct Intervals {
    waiting: BinaryHeap<Interval>,
    /// Per column and level: the average gain of lowering the highest node to it.
    gains: Vec<Vec<Option<f64>>>,
}

impl Intervals {
    /// Starts with everything between two nodes.
    pub fn new(problem: &LatticeProblem<'_>, low: &Node, high: &Node) -> Self {
        let costs = Arc::new(problem.interval_bound(low, high, None));
        let whole = Interval {
            bound: costs.of(problem, low, high),
            low: low.clone(),
            high: high.clone(),
            costs,
        };
        let gains = high.0.iter().map(|&level| vec![None; usize::from(level) + 1]).collect();
        Intervals { waiting: BinaryHeap::from([whole]), gains }
    }

    /// The least bound.
    pub fn bound(&self) -> f64 {
        self.waiting.peek().map_or(f64::INFINITY, |interval| interval.bound)
    }
}

impl IntervalBound {
    /// The least cost of a node between two.
    fn of(&self, problem: &LatticeProblem<'_>, low: &Node, high: &Node) -> f64 {
        if self.columns.is_empty() {
            return problem.static_bound(low) + self.penalty;
        }
        let mut start = 0;
        let ends = self.from.0.iter().zip(&low.0).zip(&high.0);
        let column = |((from, low), high): ((&u8, &u8), &u8)| {
            let cost = self.columns[start + usize::from(low - from)];
            start += usize::from(high - from) + 1;
            cost
        };
        ends.map(column).sum()
    }
}

impl OptimalSearch<'_, '_> {
    /// Splits intervals in the order of their bounds until the turn is over.
    pub fn split_intervals(
        &mut self,
        intervals: &mut Intervals,
        turn: Turn,
        control: &SearchControl,
    ) -> TurnEnd {
        loop {
            if self.should_stop(control) {
                return TurnEnd::Stopped;
            }
            if self.is_over(turn) {
                return TurnEnd::Paused;
            }
            if intervals.waiting.len() > MOST_WAITING {
                return TurnEnd::Full;
            }
            let batch = self.next_intervals(intervals);
            if batch.is_empty() {
                return TurnEnd::Exhausted;
            }
            self.split_batch(intervals, batch);
            self.interval_bound = intervals.bound();
            self.report(control);
        }
    }

    /// The intervals with the least bounds that may contain the result.
    fn next_intervals(&mut self, intervals: &mut Intervals) -> Vec<(Interval, Split)> {
        let mut batch = Vec::new();
        while batch.len() < BATCH
            && let Some(interval) = intervals.waiting.pop()
        {
            self.steps += self.step_work();
            if self.cannot_win(&interval) {
                continue;
            }
            if let Some(split) = self.split_of(intervals, &interval) {
                batch.push((interval, split));
            }
        }
        batch
    }

    /// Splits intervals and queues their parts.
    fn split_batch(&mut self, intervals: &mut Intervals, batch: Vec<(Interval, Split)>) {
        let source = self.sources.whole();
        let columns = self.floor.0.len();
        let work = batch.len() * source.groups.len() * (columns + 8);
        let (problem, memo) = (self.problem, &self.penalty_memo);
        let evaluated: Vec<(Interval, Split, Interval, Option<Evaluation>)> = batch
            .into_par_iter()
            .map(|(interval, split)| {
                let (lower, evaluation) = problem.lowered(source, &interval, split, memo);
                (interval, split, lower, evaluation)
            })
            .collect();
        self.steps += work as u64;
        for (interval, split, lower, evaluation) in evaluated {
            let gain = (lower.bound - interval.bound).max(0.0);
            let known = &mut intervals.gains[split.column][usize::from(split.level)];
            let gain = gain.min(self.gap(interval.bound));
            *known = Some(known.map_or(gain, |known| known + NEWEST * (gain - known)));
            if let Some(evaluation) = evaluation {
                self.record(lower.high.clone(), &evaluation);
            }
            for part in [lower, problem.raised(interval, split)] {
                if !self.cannot_win(&part) {
                    intervals.waiting.push(part);
                }
            }
        }
    }

    /// Whether no node of an interval can be the result. Its lowest node is the least by order too.
    fn cannot_win(&self, interval: &Interval) -> bool {
        if interval.bound == f64::INFINITY {
            return true;
        }
        let Some((best, evaluation)) = &self.best else { return false };
        match self.problem.compare(interval.bound, evaluation.cost.unwrap_or(f64::INFINITY)) {
            Ordering::Greater => true,
            Ordering::Equal => interval.low >= *best,
            Ordering::Less => false,
        }
    }

    /// How far a bound is from the cost of the best node.
    fn gap(&self, bound: f64) -> f64 {
        self.best_cost().map_or(1.0, |cost| (cost - bound).max(0.0))
    }

    /// The split of an interval from which most is expected; none if it is a single node.
    fn split_of(&self, intervals: &Intervals, interval: &Interval) -> Option<Split> {
        let gap = self.gap(interval.bound);
        let mut best: Option<(f64, Split)> = None;
        let mut raised = interval.low.clone();
        for column in 0..interval.low.0.len() {
            for level in interval.low.0[column]..interval.high.0[column] {
                raised.0[column] = level + 1;
                let upper = interval.costs.of(self.problem, &raised, &interval.high);
                let upper = (upper - interval.bound).clamp(0.0, gap);
                // A place that was never tried is worth trying.
                let lower = intervals.gains[column][usize::from(level)].unwrap_or(gap).min(gap);
                let score = (upper + LEAST_GAIN) * (lower + LEAST_GAIN);
                if best.is_none_or(|(least, _)| score > least) {
                    best = Some((score, Split { column, level }));
                }
            }
            raised.0[column] = interval.low.0[column];
        }
        best.map(|(_, split)| split)
    }
}

impl LatticeProblem<'_> {
    /// The part of an interval above a split.
    fn raised(&self, mut interval: Interval, split: Split) -> Interval {
        interval.low.0[split.column] = split.level + 1;
        let bound = interval.costs.of(self, &interval.low, &interval.high);
        Interval { bound: bound.max(interval.bound), ..interval }
    }

    /// The part of an interval up to a split, and the evaluation of its highest node, unless that is
    /// known to be impossible.
    fn lowered(
        &self,
        source: Source<'_>,
        interval: &Interval,
        split: Split,
        memo: &PenaltyMemo,
    ) -> (Interval, Option<Evaluation>) {
        let low = interval.low.clone();
        let mut high = interval.high.clone();
        high.0[split.column] = split.level;
        if memo.penalty(&high) == f64::INFINITY {
            let costs = Arc::clone(&interval.costs);
            return (Interval { bound: f64::INFINITY, low, high, costs }, None);
        }
        let (evaluation, condemned) = self.examine_with_condemned(source, &high);
        let costs = Arc::new(self.interval_bound(&low, &high, Some((&evaluation, condemned))));
        let bound = match evaluation.dead {
            true => f64::INFINITY,
            false => costs.of(self, &low, &high).max(interval.bound),
        };
        (Interval { bound, low, high, costs }, Some(evaluation))
    }

    /// Evaluates a node. Also returns the rows of each group of the source that every
    /// specialization suppresses, if the cost counts rows of cells.
    fn examine_with_condemned(
        &self,
        source: Source<'_>,
        node: &Node,
    ) -> (Evaluation, Option<CondemnedRows>) {
        let unfilled = self.unfilled(source, node);
        if self.has_too_many_classes(&unfilled.classes.counts.rows) {
            return (Evaluation::TOO_MANY_CLASSES, None);
        }
        let by_cells = matches!(self.price.charge, PriceRule::Cells(_));
        let counts = by_cells && self.price.over == CostOver::Members && self.limit > 0;
        let class_of = counts.then(|| unfilled.class_of.clone());
        let classes = self.fill(unfilled);
        let (evaluation, kept) = self.evaluated(&classes);
        let condemned = class_of.filter(|_| !evaluation.dead).map(|class_of| {
            let mut all = vec![false; classes.counts.len()];
            let mut some = Vec::new();
            for &(class, rows) in &kept.condemned {
                match rows == classes.counts.rows[class] {
                    true => all[class] = true,
                    false => some.push((class, rows)),
                }
            }
            let groups = (0..).zip(&class_of).filter(|(_, class)| all[**class as usize]);
            let groups = groups.map(|(group, _)| group).collect();
            self.condemned_rows(source, groups, self.suppressing(&classes, &some))
        });
        (evaluation, condemned)
    }

    /// Sums the rows of suppressed groups per value.
    fn condemned_rows(
        &self,
        source: Source<'_>,
        groups: Vec<u32>,
        some: Vec<u128>,
    ) -> CondemnedRows {
        let rows_of = |column: usize| {
            let level = usize::from(source.node.0[column]);
            let mut rows = vec![0_u64; self.hierarchies[column].nodes(level)];
            let codes = &source.groups.codes[column];
            for &group in &groups {
                rows[codes[group as usize] as usize] += source.groups.rows[group as usize];
            }
            (0..).zip(rows).filter(|&(_, rows)| rows > 0).collect()
        };
        let values = (0..source.groups.codes.len()).map(rows_of).collect();
        CondemnedRows { at: source.node.clone(), values, some }
    }

    /// The bound of intervals between two nodes. Without an evaluation of the highest node, no row
    /// need be suppressed.
    fn interval_bound(
        &self,
        low: &Node,
        high: &Node,
        evaluated: Option<(&Evaluation, Option<CondemnedRows>)>,
    ) -> IntervalBound {
        let penalty = evaluated.as_ref().map_or(0.0, |(evaluation, _)| evaluation.penalty);
        let condemned = evaluated.and_then(|(_, condemned)| condemned);
        let mut bound = IntervalBound { from: low.clone(), columns: Vec::new(), penalty };
        let PriceRule::Cells(prices) = &self.price.charge else { return bound };
        if self.price.over == CostOver::People && penalty > 0.0 {
            return bound;
        }
        for (column, price) in prices.iter().enumerate() {
            for level in low.0[column]..=high.0[column] {
                let added = condemned.as_ref().map_or(0, |rows| {
                    rows.some[column] + self.added(rows, column, usize::from(level))
                });
                let units = price.whole[usize::from(level)] + added;
                bound.columns.push(units as f64 * price.scale);
            }
        }
        bound
    }

    /// The units that suppressing rows adds to a column at a level.
    fn added(&self, condemned: &CondemnedRows, column: usize, level: usize) -> u128 {
        let PriceRule::Cells(prices) = &self.price.charge else { return 0 };
        // Groups may be coarser than the level. Suppressing them adds less than from finer cells.
        let from = usize::from(condemned.at.0[column]);
        let level = level.max(from);
        let (above, units) =
            (&self.level_maps[column][from][level], &prices[column].suppressing[level]);
        let values = condemned.values[column].iter();
        values
            .map(|&(code, rows)| {
                u128::from(rows) * u128::from(units[above[code as usize] as usize])
            })
            .sum()
    }
}

/// The rows that every specialization of a node suppresses.
struct CondemnedRows {
    /// The node of the groups that were counted.
    at: Node,
    /// Per column: the rows of each value, of classes that are suppressed completely.
    values: Vec<Vec<(u32, u64)>>,
    /// Per column: the units that suppressing some rows of other classes adds.
    some: Vec<u128>,
}
