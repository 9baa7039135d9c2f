//! The optimal full-domain search: best-first branch and bound over the lattice.
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
//!
//! Batches do not depend on the number of threads, and counts and units of cost are integers until
//! the final figure, so the result does not depend on the number of threads either.
//!
//! Manual page: `docs/algorithms/optimal.md`.

use std::cmp::Ordering;

use hashbrown::HashSet;

use crate::cost::Cost;
use crate::search::{
    Algorithm, FoundRelease, Progress, Recoding, Search, SearchControl, SearchOutcome, Searcher,
};

use super::evaluate::Evaluation;
use super::floor::Floor;
use super::frontier::Frontier;
use super::grouping::{Classes, Source};
use super::penalty_memo::PenaltyMemo;
use super::sources::Sources;
use super::{LatticeProblem, Node};

/// Chains that are probed at the same time.
const BATCH: usize = 8;
/// The number of nodes in memory at which the search stops.
const MOST_WAITING: usize = 1 << 22;

/// The result of the search.
#[derive(Clone, Debug)]
pub struct OptimalResult {
    /// The best node and its evaluation.
    pub best: Option<(Node, Evaluation)>,
    /// A lower bound on the cost of every node that meets the demands.
    pub lower_bound: f64,
    /// Nodes of the lattice.
    pub nodes: u128,
    /// Nodes that were examined.
    pub checked: u64,
    /// Whether the result is proven optimal, or proven not to exist.
    pub proven: bool,
}

/// The cheapest node, by branch and bound.
pub(in crate::search) struct Optimal;

impl Algorithm for Optimal {
    fn name(&self) -> &'static str {
        "optimal"
    }

    fn recoding(&self) -> Recoding {
        Recoding::FullDomain
    }

    fn minimises(&self, _cost: Cost) -> bool {
        true
    }

    fn suppresses(&self) -> bool {
        true
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for Optimal {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let outcome = search.problem(search.method().cost).optimal(control);
        SearchOutcome {
            found: outcome.best.map(|(node, _)| FoundRelease::Node(node)),
            lower_bound: Some(outcome.lower_bound),
            nodes: outcome.nodes,
            checked: outcome.checked,
            proven: outcome.proven,
            cut_short: !outcome.proven,
            ..SearchOutcome::default()
        }
    }
}

/// A chain of generalizations of `chain[0]` being probed from the top down.
struct Probe {
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
    /// Time or memory ran out.
    Stopped,
}

struct OptimalSearch<'p, 'a> {
    problem: &'p LatticeProblem<'a>,
    /// Every node that can win is above it.
    floor: Node,
    frontier: Frontier<'p, 'a>,
    penalty_memo: PenaltyMemo,
    best: Option<(Node, Evaluation)>,
    sources: Sources<'p, 'a>,
    examined: HashSet<Node>,
    /// Whether evaluating a generalization can exclude a node.
    informative: bool,
}

impl LatticeProblem<'_> {
    /// Finds the cheapest node that meets the demands.
    #[must_use]
    pub fn optimal(&self, control: &SearchControl) -> OptimalResult {
        // The most general node is evaluated first, even without time: it is usually valid, and if
        // it fails, there may be no valid node at all.
        let top = self.examine(&self.top);
        let informative =
            self.limit == 0 || self.models.iter().any(|model| model.bounds_suppression());
        let floor = match informative && !top.dead {
            true => self.floor(control),
            false => Floor { node: self.bottom.clone(), examined: Vec::new() },
        };
        OptimalSearch::new(self, top, floor, informative).run(control)
    }

    /// Examines one node.
    #[must_use]
    pub fn examine(&self, node: &Node) -> Evaluation {
        let leaves = Node(vec![0; node.0.len()]);
        let source = Source { node: &leaves, groups: &self.frequency_set.base };
        self.examine_from(source, node).0
    }

    /// The classes of a node, built from the tuples of the frequency set.
    pub(super) fn classes_from_leaves<'s>(
        &'s self,
        leaves: &'s Node,
        node: &'s Node,
    ) -> Classes<'s> {
        let source = Source { node: leaves, groups: &self.frequency_set.base };
        self.classes(source, node)
    }
}

impl<'p, 'a> OptimalSearch<'p, 'a> {
    fn new(
        problem: &'p LatticeProblem<'a>,
        top: Evaluation,
        floor: Floor,
        informative: bool,
    ) -> Self {
        let per_node = problem.nodes_from(&floor.node) <= problem.memory;
        let penalty_memo = PenaltyMemo::new(&floor.node, &problem.top, per_node);
        let jumping = penalty_memo.is_partial();
        let mut search = OptimalSearch {
            problem,
            frontier: Frontier::new(problem, floor.node.clone(), jumping),
            sources: Sources::new(problem, &floor.node),
            floor: floor.node,
            penalty_memo,
            best: None,
            examined: HashSet::new(),
            informative,
        };
        if top.dead {
            search.frontier.clear();
        }
        search.learn(problem.top.clone(), &top);
        for (node, evaluation) in floor.examined {
            search.learn(node, &evaluation);
        }
        search
    }

    fn run(mut self, control: &SearchControl) -> OptimalResult {
        let mut probes = Vec::new();
        let mut stopped = false;
        loop {
            while probes.len() < BATCH && !stopped {
                match self.next(control) {
                    Next::Node(node) => probes.push(self.probe(node)),
                    Next::Exhausted => break,
                    Next::Stopped => stopped = true,
                }
            }
            let mut wanted: Vec<Node> =
                probes.iter().map(|probe| probe.chain[probe.at].clone()).collect();
            wanted.sort();
            wanted.dedup();
            stopped |= !wanted.is_empty() && control.should_stop(self.checked());
            if wanted.is_empty() || stopped {
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
            control.report(Progress {
                checked: self.checked(),
                best: self.best.as_ref().and_then(|(_, evaluation)| evaluation.cost),
                lower_bound: self.lower_bound(&probes),
            });
        }
        let best_cost = self.best.as_ref().and_then(|(_, evaluation)| evaluation.cost);
        let lower_bound = match best_cost {
            Some(cost) if !stopped => cost,
            Some(cost) => self.lower_bound(&probes).min(cost),
            None if stopped => self.lower_bound(&probes),
            None => f64::INFINITY,
        };
        OptimalResult {
            lower_bound,
            nodes: self.problem.nodes(),
            checked: self.checked(),
            best: self.best,
            proven: !stopped,
        }
    }

    /// The least bound of all undecided nodes.
    fn lower_bound(&self, probes: &[Probe]) -> f64 {
        let probed = probes.iter().map(|probe| self.problem.static_bound(&probe.chain[0]));
        probed.fold(self.frontier.bound(), f64::min)
    }

    /// The next node in order of bounds that can still win.
    fn next(&mut self, control: &SearchControl) -> Next {
        for popped in 0_u64.. {
            if popped % 1024 == 1023 && control.should_stop(self.checked()) {
                return Next::Stopped;
            }
            if self.frontier.len() > MOST_WAITING {
                return Next::Stopped;
            }
            let Some(waiting) = self.frontier.pop() else { break };
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
            if !hopeless && !self.examined.contains(node) {
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
            !self.hopeless(node, self.problem.static_bound(node)) && !self.examined.contains(node)
        };
        nodes.filter(open).map(|node| Probe { at: 0, chain: vec![node] }).collect()
    }

    fn checked(&self) -> u64 {
        self.examined.len() as u64
    }

    fn best_cost(&self) -> Option<f64> {
        self.best.as_ref().and_then(|(_, evaluation)| evaluation.cost)
    }

    /// Whether a node can no longer be the result.
    fn hopeless(&self, node: &Node, bound: f64) -> bool {
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
        let open = chain.iter().rposition(|node| !self.examined.contains(node));
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

    fn learn(&mut self, node: Node, evaluation: &Evaluation) {
        let penalty = if evaluation.dead { f64::INFINITY } else { evaluation.penalty };
        // Nodes below the floor are already excluded.
        if penalty > 0.0 && self.floor.specializes(&node) {
            self.penalty_memo.learn(&node, penalty);
        }
        if let Some(cost) = evaluation.cost
            && self.problem.improves(&node, cost, self.best.as_ref())
        {
            self.best = Some((node.clone(), evaluation.clone()));
        }
        self.examined.insert(node);
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
            while probe.at > 0 && self.examined.contains(&probe.chain[probe.at]) {
                probe.at /= 2;
            }
            !self.examined.contains(&probe.chain[probe.at])
        });
    }
}
