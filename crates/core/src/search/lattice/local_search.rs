//! Local search over the levels: iterated descent with random restarts.
//!
//! A descent moves to a cheaper valid neighbour until there is none: one column a level up or down,
//! then one column by more levels, or two columns at once. Moves are tried in the order of what they are
//! expected to gain, which is what they gained when they were tried last. A neighbour whose lower
//! bound is not below the cost of the current node is not examined.
//!
//! A restart changes some columns of a good node at random. If the result is not valid, the columns
//! that are more specific than in the good node are raised again, only as far as necessary. The seed
//! is fixed, so the same search finds the same nodes.

use hashbrown::{HashMap, HashSet};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::search::SearchControl;

use super::Node;
use super::optimal::{BATCH, OptimalSearch, Turn};

/// Restarts in a row that examine nothing new, after which the search gives up.
const MOST_IDLE: u32 = 100;
/// Restarts in a row that do not improve the current node, after which the best node is taken again.
const MOST_FAILURES: u32 = 8;
/// Moves of two columns that are tried from a node, at most.
const MOST_PAIRS: usize = 96;
/// Columns that a restart changes.
const CHANGED: std::ops::RangeInclusive<usize> = 2..=5;

/// A column and the level to which a move changes it.
type Step = (usize, u8);

/// The state of local search between its turns.
pub(super) struct LocalSearch {
    random: ChaCha12Rng,
    /// The node that restarts change, and its cost.
    current: Option<(Node, f64)>,
    failures: u32,
    /// What a step gained when it was tried last: column, whether up, and the difference in cost.
    gains: HashMap<(usize, bool), f64>,
    /// Nodes without a cheaper neighbour.
    optima: HashSet<Node>,
}

impl LocalSearch {
    pub fn new() -> Self {
        LocalSearch {
            random: ChaCha12Rng::seed_from_u64(0),
            current: None,
            failures: 0,
            gains: HashMap::new(),
            optima: HashSet::new(),
        }
    }
}

impl OptimalSearch<'_, '_> {
    /// Searches until the turn is over. Returns whether there is more to examine.
    pub fn improve(
        &mut self,
        local: &mut LocalSearch,
        turn: Turn,
        control: &SearchControl,
    ) -> bool {
        let mut idle = 0;
        while idle < MOST_IDLE && !self.is_local_end(turn, control) {
            let Some(start) = self.start(local, turn, control) else { return false };
            let before = self.checked();
            let (node, cost) = self.descend(local, start, turn, control);
            idle = if self.checked() > before { 0 } else { idle + 1 };
            self.accept(local, node, cost);
        }
        idle < MOST_IDLE
    }

    fn is_local_end(&self, turn: Turn, control: &SearchControl) -> bool {
        self.is_over(turn) || self.should_stop(control)
    }

    /// A valid node to descend from: the best one, or a changed copy of the current one.
    fn start(
        &mut self,
        local: &mut LocalSearch,
        turn: Turn,
        control: &SearchControl,
    ) -> Option<(Node, f64)> {
        let (best, evaluation) = self.best.as_ref()?;
        let best = (best.clone(), evaluation.cost?);
        let stale = local.current.as_ref().is_none_or(|(_, cost)| *cost > best.1);
        if stale && (local.current.is_none() || local.failures >= MOST_FAILURES) {
            local.failures = 0;
            local.current = Some(best.clone());
            return Some(best);
        }
        let (from, cost) = local.current.clone()?;
        let changed = self.changed(&from, &mut local.random);
        Some(self.repaired(changed, (from, cost), local, turn, control))
    }

    /// A node with some columns at other levels.
    fn changed(&self, node: &Node, random: &mut ChaCha12Rng) -> Node {
        let mut changed = node.clone();
        for _ in 0..random.random_range(CHANGED) {
            let column = random.random_range(0..node.0.len());
            let levels = self.floor.0[column]..=self.problem.top.0[column];
            changed.0[column] = random.random_range(levels);
        }
        changed
    }

    /// The node, or the first valid one on the way up to a node that is as general as `valid` in
    /// every column; `valid` itself if there is none.
    fn repaired(
        &mut self,
        node: Node,
        valid: (Node, f64),
        local: &mut LocalSearch,
        turn: Turn,
        control: &SearchControl,
    ) -> (Node, f64) {
        let chain = chain(node, &valid.0, &mut local.random);
        let (mut low, mut high, mut found) = (0, chain.len(), valid);
        while low < high && !self.is_local_end(turn, control) {
            // The node itself first; it is often valid.
            let at = if low == 0 { 0 } else { low + (high - low) / 2 };
            let cost = self.costs(std::slice::from_ref(&chain[at]), control)[0];
            if cost < f64::INFINITY {
                (high, found) = (at, (chain[at].clone(), cost));
            } else {
                low = at + 1;
            }
        }
        found
    }

    /// Takes over the end of a descent as the current node if it is not worse.
    fn accept(&self, local: &mut LocalSearch, node: Node, cost: f64) {
        let better = local.current.as_ref().is_none_or(|(_, current)| cost < *current);
        let equal = local.current.as_ref().is_some_and(|(_, current)| cost <= *current);
        local.failures = if better { 0 } else { local.failures + 1 };
        if better || equal || local.failures % MOST_FAILURES == MOST_FAILURES / 2 {
            local.current = Some((node, cost));
        }
    }

    /// Moves to cheaper neighbours while there are any.
    fn descend(
        &mut self,
        local: &mut LocalSearch,
        start: (Node, f64),
        turn: Turn,
        control: &SearchControl,
    ) -> (Node, f64) {
        let mut at = start;
        while !local.optima.contains(&at.0) && !self.is_local_end(turn, control) {
            let steps = self.single_steps(&at.0);
            let singles = steps.iter().map(|&step| vec![step]).collect();
            if let Some(next) = self.first_better(local, &at, singles, usize::MAX, turn, control) {
                at = next;
                continue;
            }
            let pairs = self.pairs(&at.0, &steps);
            match self.first_better(local, &at, pairs, MOST_PAIRS, turn, control) {
                Some(next) => at = next,
                None if self.is_local_end(turn, control) => break,
                None => {
                    local.optima.insert(at.0.clone());
                }
            }
        }
        at
    }

    /// One column a level up or down.
    fn single_steps(&self, node: &Node) -> Vec<Step> {
        let around = |column: usize| {
            let level = node.0[column];
            let down = (level > self.floor.0[column]).then(|| (column, level - 1));
            let up = (level < self.problem.top.0[column]).then(|| (column, level + 1));
            down.into_iter().chain(up)
        };
        (0..node.0.len()).flat_map(around).collect()
    }

    /// Two columns a level up or down, or one column by two levels.
    fn pairs(&self, node: &Node, steps: &[Step]) -> Vec<Vec<Step>> {
        let mut pairs = Vec::new();
        for (at, &one) in steps.iter().enumerate() {
            let others = steps[at + 1..].iter().filter(|other| other.0 != one.0);
            pairs.extend(others.map(|&other| vec![one, other]));
            let level = node.0[one.0];
            let further = if one.1 > level { one.1.checked_add(1) } else { one.1.checked_sub(1) };
            let allowed = self.floor.0[one.0]..=self.problem.top.0[one.0];
            pairs.extend(further.filter(|to| allowed.contains(to)).map(|to| vec![(one.0, to)]));
        }
        pairs
    }

    /// The best of the first moves that lead to a cheaper node, in the order of expected gain.
    fn first_better(
        &mut self,
        local: &mut LocalSearch,
        at: &(Node, f64),
        moves: Vec<Vec<Step>>,
        most: usize,
        turn: Turn,
        control: &SearchControl,
    ) -> Option<(Node, f64)> {
        self.steps += moves.len() as u64 * self.step_work();
        let mut promising: Vec<(f64, Node, Vec<Step>)> = moves
            .into_iter()
            .map(|steps| (self.expected(local, &at.0, &steps), moved(&at.0, &steps), steps))
            .filter(|(_, node, steps)| self.is_promising(at, node, steps))
            .collect();
        promising.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        promising.truncate(most);
        for batch in promising.chunks(BATCH) {
            if self.is_local_end(turn, control) {
                return None;
            }
            let nodes: Vec<Node> = batch.iter().map(|(_, node, _)| node.clone()).collect();
            let costs = self.costs(&nodes, control);
            for ((_, _, steps), &cost) in batch.iter().zip(&costs) {
                self.note_gain(local, at, steps, cost);
            }
            let better = nodes.into_iter().zip(costs).filter(|(_, cost)| *cost < at.1);
            let best = better.min_by(|a, b| a.1.total_cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
            if best.is_some() {
                return best;
            }
        }
        None
    }

    /// The expected change of the cost: what the steps changed last, or what they change at least.
    fn expected(&self, local: &LocalSearch, node: &Node, steps: &[Step]) -> f64 {
        let bound = self.problem.static_bound(node);
        let of = |&step: &Step| {
            let up = step.1 > node.0[step.0];
            let at_least = || self.problem.static_bound(&moved(node, &[step])) - bound;
            local.gains.get(&(step.0, up)).copied().unwrap_or_else(at_least)
        };
        steps.iter().map(of).sum()
    }

    /// Remembers what a single step changed.
    fn note_gain(&self, local: &mut LocalSearch, at: &(Node, f64), steps: &[Step], cost: f64) {
        if let [(column, level)] = *steps
            && level.abs_diff(at.0.0[column]) == 1
        {
            let up = level > at.0.0[column];
            match cost < f64::INFINITY {
                true => local.gains.insert((column, up), cost - at.1),
                false => local.gains.remove(&(column, up)),
            };
        }
    }

    /// Whether a neighbour can be cheaper. The node with only the upward steps is a generalization,
    /// so its penalty bounds the neighbour's, if it is known.
    fn is_promising(&self, at: &(Node, f64), node: &Node, steps: &[Step]) -> bool {
        let ups: Vec<Step> = steps.iter().copied().filter(|step| step.1 > at.0.0[step.0]).collect();
        let above = self.examined.get(&moved(&at.0, &ups));
        let penalty = above.map_or(0.0, |known| known.penalty).max(self.penalty_memo.penalty(node));
        self.problem.static_bound(node) + penalty < at.1
    }

    /// The costs of nodes; infinite for those that are not valid.
    fn costs(&mut self, nodes: &[Node], control: &SearchControl) -> Vec<f64> {
        let mut wanted: Vec<Node> = nodes.to_vec();
        wanted.retain(|node| !self.examined.contains_key(node));
        wanted.sort();
        wanted.dedup();
        if !wanted.is_empty() {
            let found = self.sources.examine(&wanted);
            for (node, evaluation) in wanted.into_iter().zip(found) {
                // The list of penalties is for general nodes, which exclude much.
                match evaluation.dead || !self.penalty_memo.is_partial() {
                    true => self.learn(node, &evaluation),
                    false => self.record(node, &evaluation),
                }
            }
            self.report(control);
        }
        nodes.iter().map(|node| self.examined[node].cost).collect()
    }
}

/// A node with some columns at other levels.
fn moved(node: &Node, steps: &[Step]) -> Node {
    let mut moved = node.clone();
    for &(column, level) in steps {
        moved.0[column] = level;
    }
    moved
}

/// The nodes from one to its least generalization that is as general as another, one level at a time
/// in random order.
fn chain(node: Node, other: &Node, random: &mut ChaCha12Rng) -> Vec<Node> {
    let mut chain = vec![node];
    loop {
        let last = &chain[chain.len() - 1];
        let lower: Vec<usize> =
            (0..other.0.len()).filter(|&column| last.0[column] < other.0[column]).collect();
        if lower.is_empty() {
            return chain;
        }
        let column = lower[random.random_range(0..lower.len())];
        let step = (column, last.0[column] + 1);
        chain.push(moved(last, &[step]));
    }
}
