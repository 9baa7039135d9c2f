//! The optimal full-domain search: best-first branch and bound, with turns of local search on
//! lattices that it does not finish soon.
//!
//! Best-first search ([`super::best_first`]) proves the optimum, but on a large lattice it stays
//! among specific nodes and finds good ones late. Local search ([`super::local_search`]) finds good
//! nodes early and proves nothing. They take turns and share what they learn: a better node found
//! by one lets the other skip more. Most lattices are finished in the first turn. On lattices too
//! large for a penalty per node, splitting intervals ([`super::intervals`]) takes the place of
//! best-first search after the first turn, because it raises the bound faster.
//!
//! Turns and the whole search end by counts ([`Budget`]), and batches do not depend on the number of
//! threads, so the result depends on neither threads nor clock. Counts and units of cost are
//! integers until the final figure.
//!
//! Manual page: `docs/algorithms/optimal.md`.

use hashbrown::HashMap;

use crate::cost::Cost;
use crate::search::{
    Algorithm, Effort, FoundRelease, Progress, Recoding, Search, SearchControl, SearchOutcome,
    Searcher,
};

use super::best_first::Probe;
use super::budget::Budget;
use super::evaluate::Evaluation;
use super::floor::Floor;
use super::frontier::Frontier;
use super::grouping::{Classes, Source};
use super::intervals::Intervals;
use super::local_search::LocalSearch;
use super::penalty_memo::PenaltyMemo;
use super::sources::Sources;
use super::{LatticeProblem, Node};

/// Nodes that are examined at the same time.
pub(super) const BATCH: usize = 8;
/// The first turn of best-first search: work on lattices of moderate size, nodes on larger ones.
const FIRST_WORK: u64 = 1_000_000_000;
const FIRST_CHECKS: u64 = 100;
/// Nodes examined by the first turn of local search. Every further turn has twice as many.
const FIRST_LOCAL_CHECKS: u64 = 400;
/// The least work of a further turn of best-first search.
const LEAST_WORK: u64 = 50_000_000;

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
        let method = search.method();
        // A deadline takes the place of the effort, which would only end the search before it.
        let endless = method.proof || (control.has_deadline() && method.effort != Effort::Fast);
        let budget = if endless { Budget::PROOF } else { Budget::of(method.effort) };
        let outcome = search.problem(method.cost).within(budget, control);
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

/// How a turn ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnEnd {
    /// Every node that can win was examined.
    Exhausted,
    /// The turn is over.
    Paused,
    /// There is no more memory for the queue of nodes.
    Full,
    /// The budget is spent, or the search was stopped from outside.
    Stopped,
}

/// The end of a turn: so many examined nodes, or so much work.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub checks: u64,
    pub work: u64,
}

/// What is known of an examined node.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// The cost; infinite if the node is not valid.
    pub cost: f64,
    /// At least this much is added to the static bound of every specialization.
    pub penalty: f64,
}

/// The state that both kinds of search share.
pub(super) struct OptimalSearch<'p, 'a> {
    pub problem: &'p LatticeProblem<'a>,
    /// Every node that can win is above it.
    pub floor: Node,
    pub frontier: Frontier<'p, 'a>,
    /// The chains of generalizations that best-first search is probing.
    pub probes: Vec<Probe>,
    pub penalty_memo: PenaltyMemo,
    pub best: Option<(Node, Evaluation)>,
    pub sources: Sources<'p, 'a>,
    pub examined: HashMap<Node, Known>,
    /// Work other than evaluations.
    pub steps: u64,
    /// Whether evaluating a generalization can exclude a node.
    pub informative: bool,
    /// A lower bound on the cost of every valid node, from intervals.
    pub interval_bound: f64,
    budget: Budget,
}

impl LatticeProblem<'_> {
    /// Finds the cheapest node that meets the demands.
    #[must_use]
    pub fn optimal(&self, control: &SearchControl) -> OptimalResult {
        self.within(Budget::PROOF, control)
    }

    /// Finds the cheapest node that meets the demands, or the best that a budget allows.
    #[must_use]
    pub fn within(&self, budget: Budget, control: &SearchControl) -> OptimalResult {
        // The most general node is evaluated first, even without time: it is usually valid, and if
        // it fails, there may be no valid node at all.
        let top = self.examine(&self.top);
        let informative =
            self.limit == 0 || self.models.iter().any(|model| model.bounds_suppression());
        let floor = match informative && !top.dead {
            true => self.floor(control),
            false => Floor { node: self.bottom.clone(), examined: Vec::new() },
        };
        OptimalSearch::new(self, top, floor, informative, budget).run(control)
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
        budget: Budget,
    ) -> Self {
        let per_node = problem.nodes_from(&floor.node) <= problem.memory;
        let penalty_memo = PenaltyMemo::new(&floor.node, &problem.top, per_node);
        let jumping = penalty_memo.is_partial();
        let mut search = OptimalSearch {
            problem,
            frontier: Frontier::new(problem, floor.node.clone(), jumping),
            probes: Vec::new(),
            sources: Sources::new(problem, &floor.node),
            floor: floor.node,
            penalty_memo,
            best: None,
            examined: HashMap::new(),
            steps: 0,
            informative,
            interval_bound: 0.0,
            budget,
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

    /// Takes turns until one of them ends the search.
    fn run(mut self, control: &SearchControl) -> OptimalResult {
        let mut local = LocalSearch::new();
        let mut intervals = (self.informative && self.penalty_memo.is_partial())
            .then(|| Intervals::new(self.problem, &self.floor, &self.problem.top));
        let mut end = self.best_first(self.first_turn(), control);
        for round in 0..32 {
            if matches!(end, TurnEnd::Exhausted | TurnEnd::Stopped) {
                break;
            }
            let before = self.work();
            let checks = self.checked() + (FIRST_LOCAL_CHECKS << round);
            let goes_on = self.improve(&mut local, Turn { checks, work: u64::MAX }, control);
            if end == TurnEnd::Full && (!goes_on || self.is_endless(control)) {
                break;
            }
            let share = match goes_on || self.best.is_none() {
                true => ((self.work() - before) / 2).max(LEAST_WORK),
                false => u64::MAX,
            };
            let turn = Turn { checks: u64::MAX, work: self.work().saturating_add(share) };
            end = match &mut intervals {
                Some(intervals) => self.split_intervals(intervals, turn, control),
                None => self.best_first(turn, control),
            };
        }
        self.result(end == TurnEnd::Exhausted)
    }

    /// Whether only the proof would end the search.
    fn is_endless(&self, control: &SearchControl) -> bool {
        self.budget.work.is_none() && !control.has_deadline()
    }

    /// The first turn of best-first search. Lattices of moderate size are usually finished in it.
    fn first_turn(&self) -> Turn {
        match (self.problem.patience, self.penalty_memo.is_partial()) {
            (Some(checks), _) => Turn { checks, work: u64::MAX },
            (None, true) => Turn { checks: self.checked() + FIRST_CHECKS, work: u64::MAX },
            (None, false) => Turn { checks: u64::MAX, work: FIRST_WORK },
        }
    }

    fn result(self, proven: bool) -> OptimalResult {
        let best_cost = self.best_cost();
        let lower_bound = match best_cost {
            Some(cost) if proven => cost,
            Some(cost) => self.lower_bound().min(cost),
            None if proven => f64::INFINITY,
            None => self.lower_bound(),
        };
        OptimalResult {
            lower_bound,
            nodes: self.problem.nodes(),
            checked: self.checked(),
            best: self.best,
            proven,
        }
    }

    /// Whether the whole search must end.
    pub fn should_stop(&self, control: &SearchControl) -> bool {
        self.budget.is_spent(self.checked(), self.work()) || control.should_stop(self.checked())
    }

    /// Whether a turn is over.
    pub fn is_over(&self, turn: Turn) -> bool {
        self.checked() >= turn.checks || self.work() >= turn.work
    }

    pub fn report(&self, control: &SearchControl) {
        control.report(Progress {
            checked: self.checked(),
            best: self.best_cost(),
            lower_bound: self.lower_bound(),
        });
    }

    pub fn checked(&self) -> u64 {
        self.examined.len() as u64
    }

    fn work(&self) -> u64 {
        self.sources.work() + self.steps
    }

    pub fn best_cost(&self) -> Option<f64> {
        self.best.as_ref().and_then(|(_, evaluation)| evaluation.cost)
    }

    /// Records the evaluation of a node, and what it says about its specializations.
    pub fn learn(&mut self, node: Node, evaluation: &Evaluation) {
        let penalty = if evaluation.dead { f64::INFINITY } else { evaluation.penalty };
        // Nodes below the floor are already excluded.
        if penalty > 0.0 && self.floor.specializes(&node) {
            self.penalty_memo.learn(&node, penalty);
        }
        self.record(node, evaluation);
    }

    /// Records the evaluation of a node.
    pub fn record(&mut self, node: Node, evaluation: &Evaluation) {
        let cost = evaluation.cost.unwrap_or(f64::INFINITY);
        if evaluation.cost.is_some() && self.problem.improves(&node, cost, self.best.as_ref()) {
            self.best = Some((node.clone(), evaluation.clone()));
        }
        let penalty = if evaluation.dead { f64::INFINITY } else { evaluation.penalty };
        self.examined.insert(node, Known { cost, penalty });
    }
}
