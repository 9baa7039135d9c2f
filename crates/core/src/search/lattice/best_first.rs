//! Best-first branch and bound over the lattice.
//!
//! Nodes are taken in the order of a lower bound that is known before any grouping, so the search
//! ends when the next bound exceeds the best cost. Before a node is examined, a chain of its
//! generalizations is probed from the top: one that fails excludes its specializations, one that
//! succeeds is a new best.
//!
//! Exclusion is sound only as far as the demands are monotone. Rows that violate an
//! inclusion-monotone demand at a node g are suppressed in every specialization x as well, from
//! cells at least as fine, so cost(x) >= bound(x) + penalty(g); the penalty is infinite beyond the
//! suppression limit. Without suppression, all merge-monotone demands exclude the specializations
//! of a node that fails. Every other node whose bound is below the best cost is examined.

use std::cmp::Ordering;

use crate::search::SearchControl;

use super::Node;
use super::optimal::{BATCH, OptimalSearch, Turn, TurnEnd};

/// The number of nodes in memory at which the search stops.
const MOST_WAITING: usize = 1 << 22;
/// The work of bounding a node, if penalties are kept per node or in a list.
const STEP: u64 = 200;
const LISTED_STEP: u64 = 1000;

/// A chain of generalizations of `chain[0]` being probed from the top down.
pub(super) struct Probe {
    chain: Vec<Node>,
    /// The place in the chain to examine next; all above it are examined or skipped.
    at: usize,
}

/// What comes next in the order of bounds.
enum Next {
    /// A node that can still win.
    Node(Node),
    /// Nothing: the search is finished.
    Exhausted,
    /// Nothing yet, because the turn ended.
    Ended(TurnEnd),
}

impl OptimalSearch<'_, '_> {
    /// Examines nodes in the order of their bounds until the turn is over.
    pub fn best_first(&mut self, turn: Turn, control: &SearchControl) -> TurnEnd {
        let mut probes = std::mem::take(&mut self.probes);
        let mut end = None;
        loop {
            while probes.len() < BATCH && end.is_none() {
                match self.next(turn, control) {
                    Next::Node(node) => probes.push(self.probe(node)),
                    Next::Exhausted => break,
                    Next::Ended(how) => end = Some(how),
                }
            }
            let mut wanted: Vec<Node> =
                probes.iter().map(|probe| probe.chain[probe.at].clone()).collect();
            wanted.sort();
            wanted.dedup();
            if !wanted.is_empty() {
                end = end.or(self.end(turn, control));
            }
            if wanted.is_empty() || end.is_some() {
                break;
            }
            let found = self.sources.examine(&wanted);
            let before = self.best_cost();
            for (node, evaluation) in wanted.into_iter().zip(found) {
                self.learn(node, &evaluation);
            }
            self.advance(&mut probes);
            if self.best_cost() != before && (self.penalty_memo.is_partial() || !self.informative) {
                probes.extend(self.below_the_best());
            }
            self.probes = probes;
            self.report(control);
            probes = std::mem::take(&mut self.probes);
        }
        self.probes = probes;
        end.unwrap_or(TurnEnd::Exhausted)
    }

    /// The work of bounding a node.
    pub fn step_work(&self) -> u64 {
        if self.penalty_memo.is_partial() { LISTED_STEP } else { STEP }
    }

    /// How the turn ends now, if it does.
    fn end(&self, turn: Turn, control: &SearchControl) -> Option<TurnEnd> {
        if self.should_stop(control) {
            return Some(TurnEnd::Stopped);
        }
        self.is_over(turn).then_some(TurnEnd::Paused)
    }

    /// The least bound of all undecided nodes.
    pub fn lower_bound(&self) -> f64 {
        let probed = self.probes.iter().map(|probe| self.problem.static_bound(&probe.chain[0]));
        probed.fold(self.frontier.bound(), f64::min).max(self.interval_bound)
    }

    /// The next node in order of bounds that can still win.
    fn next(&mut self, turn: Turn, control: &SearchControl) -> Next {
        for popped in 0_u64.. {
            if popped % 1024 == 1023
                && let Some(end) = self.end(turn, control)
            {
                return Next::Ended(end);
            }
            if self.frontier.len() > MOST_WAITING {
                return Next::Ended(TurnEnd::Full);
            }
            let Some(waiting) = self.frontier.pop() else { break };
            self.steps += self.step_work();
            if let Some(cost) = self.best_cost()
                && self.problem.compare(waiting.bound, cost) == Ordering::Greater
            {
                self.frontier.clear();
                break;
            }
            let (node, bound) = (&waiting.node, waiting.bound);
            let hopeless = self.hopeless(node, bound);
            match self.penalty_memo.pivot(node) {
                // Bounds and penalties never fall on the way up to the pivot.
                Some(pivot) if hopeless => self.frontier.step_over(&waiting, pivot),
                _ => self.frontier.step_up(&waiting),
            }
            if !hopeless && !self.examined.contains_key(node) {
                return Next::Node(waiting.node);
            }
        }
        Next::Exhausted
    }

    /// Probes of the direct specializations of the best node. If the lattice is too large to finish
    /// or chains exclude nothing, descending from a good node quickly finds a better one.
    fn below_the_best(&self) -> Vec<Probe> {
        let Some((best, _)) = &self.best else { return Vec::new() };
        let lowered = (0..best.0.len()).filter(|&column| best.0[column] > self.floor.0[column]);
        let nodes = lowered.map(|column| {
            let mut below = best.clone();
            below.0[column] -= 1;
            below
        });
        let open = |node: &Node| {
            !self.hopeless(node, self.problem.static_bound(node))
                && !self.examined.contains_key(node)
        };
        nodes.filter(open).map(|node| Probe { at: 0, chain: vec![node] }).collect()
    }

    /// Whether a node can no longer be the result.
    pub fn hopeless(&self, node: &Node, bound: f64) -> bool {
        let bound = bound + self.penalty_memo.penalty(node);
        if bound == f64::INFINITY {
            return true;
        }
        let Some((best, evaluation)) = &self.best else { return false };
        match self.problem.compare(bound, evaluation.cost.unwrap_or(f64::INFINITY)) {
            Ordering::Greater => true,
            Ordering::Equal => node >= best,
            Ordering::Less => false,
        }
    }

    /// A chain from the node upwards by the cheapest steps, while its nodes can win.
    fn probe(&self, node: Node) -> Probe {
        let mut chain = vec![node];
        if self.informative {
            while let Some((above, bound)) = self.cheapest_step(&chain[chain.len() - 1])
                && !self.hopeless(&above, bound)
            {
                chain.push(above);
            }
        }
        let open = chain.iter().rposition(|node| !self.examined.contains_key(node));
        Probe { at: open.unwrap_or(0), chain }
    }

    /// The direct generalization with the least bound.
    fn cheapest_step(&self, node: &Node) -> Option<(Node, f64)> {
        let top = &self.problem.top;
        let raised =
            (0..node.0.len()).filter(|&column| node.0[column] < top.0[column]).map(|column| {
                let mut above = node.clone();
                above.0[column] += 1;
                let bound = self.problem.static_bound(&above);
                (above, bound)
            });
        raised.min_by(|a, b| a.1.total_cmp(&b.1).then_with(|| a.0.cmp(&b.0)))
    }

    /// Moves each probe to its next node, and drops decided ones.
    fn advance(&self, probes: &mut Vec<Probe>) {
        probes.retain_mut(|probe| {
            let start = &probe.chain[0];
            if probe.at == 0 || self.hopeless(start, self.problem.static_bound(start)) {
                return false;
            }
            // The node just evaluated did not decide the start of the chain: continue halfway down.
            probe.at /= 2;
            while probe.at > 0 && self.examined.contains_key(&probe.chain[probe.at]) {
                probe.at /= 2;
            }
            !self.examined.contains_key(&probe.chain[probe.at])
        });
    }
}
