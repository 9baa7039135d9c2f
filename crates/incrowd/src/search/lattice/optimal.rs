//! # The optimal full-domain search
//!
//! **Promises** the node of least cost among all that meet every demand within the suppression
//! limit; of equal costs the lexicographically smallest node. If it is stopped early, the best
//! node so far and a proven bound from below.
//!
//! **How** nodes are visited best-first by a bound that is known before any grouping, so the
//! search ends when the next bound exceeds the best cost found. Before a node is examined, a
//! chain of its generalizations is probed, as far up as their bounds stay below the best cost:
//! a coarse node that fails condemns all its specializations at once, and one that succeeds is a
//! new best. What an examined node tells about its specializations is sound only as far as the
//! demands allow (see [`crate::model::Monotone`]): inclusion-monotone demands tell which rows
//! must be suppressed below, all demands tell failure where nothing may be suppressed, and
//! beyond that every node whose bound is too low is examined itself.
//!
//! **Same answer on any number of threads**: nodes are examined in batches whose content does not
//! depend on the number of threads, and counts and units of cost are whole numbers until the end.
//!
//! **Cost** each examination is linear in the smallest groups at hand that refine the node: those
//! of an examined specialization, of a station made on the way, or the tally's tuples.

use std::cmp::Ordering;
use std::collections::VecDeque;

use hashbrown::HashSet;
use rayon::prelude::*;

use crate::cost::Price;
use crate::model::Monotone;
use crate::search::{Progress, Watch};

use super::evaluate::Evaluation;
use super::frontier::Frontier;
use super::grouping::{Classes, Rolled, Source};
use super::knowledge::Knowledge;
use super::{Node, Problem};

/// Chains that are probed at the same time.
const BATCH: usize = 8;
/// Examined nodes whose classes are kept for rolling up.
const RECENT: usize = 64;
/// Stations that are opened at most, and the columns that each raises. On Adult three columns are
/// best: two leave the groups large, four are shared by too few nodes.
const STATIONS: usize = 64;
const RAISED: usize = 3;
/// What is kept of both, in classes and secret values altogether.
const KEPT_ENTRIES: usize = 1 << 22;
/// Nodes in memory at which a search gives up on a lattice without end.
const MOST_WAITING: usize = 1 << 22;

/// What a search found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best node and what is known of it.
    pub best: Option<(Node, Evaluation)>,
    /// No node that meets the demands costs less.
    pub lower_bound: f64,
    /// Nodes of the lattice.
    pub nodes: u128,
    /// Nodes that were examined.
    pub checked: u64,
    /// Whether the best is proven to be the best (or that there is none).
    pub proven: bool,
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
    /// Time or memory is up before the end.
    Stopped,
}

struct Search<'p, 'a> {
    problem: &'p Problem<'a>,
    frontier: Frontier<'p, 'a>,
    knowledge: Knowledge,
    best: Option<(Node, Evaluation)>,
    leaves: Node,
    recent: VecDeque<Rolled>,
    stations: Vec<Rolled>,
    /// Entries in both.
    kept: usize,
    examined: HashSet<Node>,
    /// Whether examining a generalization can tell anything about a node.
    telling: bool,
    secrets: bool,
}

impl Problem<'_> {
    /// Finds the cheapest node that meets the demands.
    #[must_use]
    pub fn optimal(&self, watch: &Watch) -> Outcome {
        Search::new(self).run(watch)
    }

    /// Examines one node.
    #[must_use]
    pub fn examine(&self, node: &Node) -> Evaluation {
        let leaves = Node(vec![0; node.0.len()]);
        self.evaluate(&self.classes_from_leaves(&leaves, node))
    }

    /// The classes of a node, made of the tally's tuples.
    pub(super) fn classes_from_leaves<'s>(
        &'s self,
        leaves: &'s Node,
        node: &'s Node,
    ) -> Classes<'s> {
        let source = Source { node: leaves, groups: &self.tally.base };
        self.classes(source, node, self.models.iter().any(|model| model.needs_secrets()))
    }
}

impl<'p, 'a> Search<'p, 'a> {
    fn new(problem: &'p Problem<'a>) -> Self {
        let per_node = problem.nodes() <= problem.memory;
        let knowledge = Knowledge::new(&problem.bottom, &problem.top, per_node);
        let inclusion = problem.models.iter().any(|model| model.monotone() == Monotone::Inclusion);
        Search {
            problem,
            frontier: Frontier::new(problem, knowledge.is_partial()),
            knowledge,
            best: None,
            leaves: Node(vec![0; problem.bottom.0.len()]),
            recent: VecDeque::new(),
            stations: Vec::new(),
            kept: 0,
            examined: HashSet::new(),
            telling: problem.limit == 0 || inclusion,
            secrets: problem.models.iter().any(|model| model.needs_secrets()),
        }
    }

    fn run(mut self, watch: &Watch) -> Outcome {
        // The most general node first, whatever the time: mostly it is an answer, and if even it
        // fails, that may settle everything.
        let mut probes = vec![Probe { at: 0, chain: vec![self.problem.top.clone()] }];
        let mut stopped = false;
        loop {
            while !self.examined.is_empty() && probes.len() < BATCH && !stopped {
                match self.next(watch) {
                    Next::Node(node) => probes.push(self.probe(node)),
                    Next::Exhausted => break,
                    Next::Stopped => stopped = true,
                }
            }
            let mut wanted: Vec<Node> =
                probes.iter().map(|probe| probe.chain[probe.at].clone()).collect();
            wanted.sort();
            wanted.dedup();
            stopped |=
                !wanted.is_empty() && !self.examined.is_empty() && watch.is_over(self.checked());
            if wanted.is_empty() || stopped {
                break;
            }
            self.open_stations(&wanted);
            let found: Vec<(Evaluation, Option<Rolled>)> =
                wanted.par_iter().map(|node| self.examine(node)).collect();
            let before = self.best_cost();
            for (node, (evaluation, rolled)) in wanted.into_iter().zip(found) {
                self.learn(&node, &evaluation);
                self.examined.insert(node);
                if let Some(rolled) = rolled {
                    self.keep(rolled);
                }
            }
            self.advance(&mut probes);
            if self.best_cost() != before && (self.knowledge.is_partial() || !self.telling) {
                probes.extend(self.below_the_best());
            }
            watch.tell(Progress {
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
        Outcome {
            lower_bound,
            nodes: self.problem.nodes(),
            checked: self.checked(),
            best: self.best,
            proven: !stopped,
        }
    }

    /// The least bound of anything that is not settled.
    fn lower_bound(&self, probes: &[Probe]) -> f64 {
        let probed = probes.iter().map(|probe| self.problem.static_bound(&probe.chain[0]));
        probed.fold(self.frontier.bound(), f64::min)
    }

    /// The next node in order of bounds that can still win.
    fn next(&mut self, watch: &Watch) -> Next {
        for popped in 0_u64.. {
            if popped % 1024 == 1023 && watch.is_over(self.checked()) {
                return Next::Stopped;
            }
            if self.frontier.len() > MOST_WAITING {
                return Next::Stopped;
            }
            let Some(waiting) = self.frontier.pop() else { break };
            if let Some(cost) = self.best_cost()
                && self.compare(waiting.bound, cost) == Ordering::Greater
            {
                self.frontier.clear();
                break;
            }
            let (node, bound) = (&waiting.node, waiting.bound);
            let hopeless = self.hopeless(node, bound);
            match self.knowledge.pivot(node) {
                // Bounds and penalties only grow on the way up to the pivot.
                Some(pivot) if hopeless => self.frontier.step_over(&waiting, pivot),
                _ => self.frontier.step_up(&waiting),
            }
            if !hopeless && !self.examined.contains(node) {
                return Next::Node(waiting.node);
            }
        }
        Next::Exhausted
    }

    /// Probes of the direct specializations of the best node: where a lattice is too large to
    /// finish, or chains tell nothing, walking down from a good answer soon gives a better one.
    fn below_the_best(&self) -> Vec<Probe> {
        let Some((best, _)) = &self.best else { return Vec::new() };
        let lowered =
            (0..best.0.len()).filter(|&column| best.0[column] > self.problem.bottom.0[column]);
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

    /// Compares costs. Sums over cells are equal up to rounding: they are sums of at most a few
    /// dozen floating-point numbers. Costs of classes are whole numbers or quotients of such.
    fn compare(&self, a: f64, b: f64) -> Ordering {
        let rounding = match self.problem.price {
            Price::Cells(_) => 1e-12,
            Price::Classes(_) => 0.0,
        };
        if (a - b).abs() <= rounding * a.abs().max(b.abs()) {
            Ordering::Equal
        } else {
            a.total_cmp(&b)
        }
    }

    fn checked(&self) -> u64 {
        self.examined.len() as u64
    }

    fn best_cost(&self) -> Option<f64> {
        self.best.as_ref().and_then(|(_, evaluation)| evaluation.cost)
    }

    /// Whether a node cannot be the answer any more.
    fn hopeless(&self, node: &Node, bound: f64) -> bool {
        let bound = bound + self.knowledge.penalty(node);
        if bound == f64::INFINITY {
            return true;
        }
        let Some((best, evaluation)) = &self.best else { return false };
        match self.compare(bound, evaluation.cost.unwrap_or(f64::INFINITY)) {
            Ordering::Greater => true,
            Ordering::Equal => node >= best,
            Ordering::Less => false,
        }
    }

    /// A chain from the node upwards, always by the cheapest step, while its nodes can win.
    fn probe(&self, node: Node) -> Probe {
        let mut chain = vec![node];
        if self.telling {
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

    fn examine(&self, node: &Node) -> (Evaluation, Option<Rolled>) {
        let classes = self.problem.classes(self.source(node), node, self.secrets);
        let evaluation = self.problem.evaluate(&classes);
        let worth_keeping = classes.counts.len() * 2 <= self.problem.tally.tuples();
        (evaluation, worth_keeping.then(|| self.problem.detach(classes)))
    }

    /// The smallest groups at hand that a node's classes can be made of.
    fn source(&self, node: &Node) -> Source<'_> {
        let rolled = self.recent.iter().chain(&self.stations);
        let finer = rolled.filter(|rolled| rolled.node.specializes(node));
        match finer.min_by_key(|rolled| rolled.groups.len()) {
            Some(rolled) => rolled.source(),
            None => Source { node: &self.leaves, groups: &self.problem.tally.base },
        }
    }

    /// Rolls up, on the way to the nodes that are wanted, what many other nodes can be made of.
    fn open_stations(&mut self, wanted: &[Node]) {
        let mut nodes: Vec<Node> = wanted.iter().filter_map(|node| self.station(node)).collect();
        nodes.sort();
        nodes.dedup();
        let roll = |node: &Node| {
            self.problem.detach(self.problem.classes(self.source(node), node, self.secrets))
        };
        let rolled: Vec<Rolled> = nodes.par_iter().map(roll).collect();
        for station in rolled {
            self.kept += station.groups.entries();
            self.stations.push(station);
        }
    }

    /// The station on the way to a node: the columns that shrink most are raised first.
    fn station(&self, node: &Node) -> Option<Node> {
        let source = self.source(node);
        let small = source.groups.len() * 2 < self.problem.tally.tuples();
        if small || self.stations.len() >= STATIONS || self.kept >= KEPT_ENTRIES {
            return None;
        }
        let nodes = |column: usize, at: &Node| {
            self.problem.hierarchies[column].nodes(at.0[column] as usize) as f64
        };
        let shrink = |&column: &usize| nodes(column, source.node) / nodes(column, node);
        let mut columns: Vec<usize> =
            (0..node.0.len()).filter(|column| shrink(column) > 1.0).collect();
        if columns.len() <= RAISED {
            return None;
        }
        columns.sort_by(|a, b| shrink(b).total_cmp(&shrink(a)));
        // No lower than the lattice goes, for groups are only led to levels that are allowed.
        let lowest = source.node.0.iter().zip(&self.problem.bottom.0);
        let mut station = Node(lowest.map(|(from, bottom)| *from.max(bottom)).collect());
        for &column in &columns[..RAISED] {
            station.0[column] = node.0[column];
        }
        (!self.stations.iter().any(|known| known.node == station)).then_some(station)
    }

    /// Keeps the classes of a node for rolling up further; the oldest give way.
    fn keep(&mut self, rolled: Rolled) {
        self.kept += rolled.groups.entries();
        self.recent.push_back(rolled);
        while self.recent.len() > RECENT || self.kept > KEPT_ENTRIES {
            let Some(oldest) = self.recent.pop_front() else { break };
            self.kept -= oldest.groups.entries();
        }
    }

    fn learn(&mut self, node: &Node, evaluation: &Evaluation) {
        let penalty = if evaluation.dead { f64::INFINITY } else { evaluation.penalty };
        if penalty > 0.0 {
            self.knowledge.learn(node, penalty);
        }
        let Some(cost) = evaluation.cost else { return };
        let better = match &self.best {
            None => true,
            Some((best, known)) => match self.compare(cost, known.cost.unwrap_or(f64::INFINITY)) {
                Ordering::Less => true,
                Ordering::Equal => node < best,
                Ordering::Greater => false,
            },
        };
        if better {
            self.best = Some((node.clone(), evaluation.clone()));
        }
    }

    /// Moves each probe to its next node, and drops those that are settled.
    fn advance(&self, probes: &mut Vec<Probe>) {
        probes.retain_mut(|probe| {
            let start = &probe.chain[0];
            if probe.at == 0 || self.hopeless(start, self.problem.static_bound(start)) {
                return false;
            }
            // The node just examined did not settle the start of the chain: look halfway down.
            probe.at /= 2;
            while probe.at > 0 && self.examined.contains(&probe.chain[probe.at]) {
                probe.at /= 2;
            }
            !self.examined.contains(&probe.chain[probe.at])
        });
    }
}
