//! Evaluates nodes for the baselines, and counts how many.

use std::collections::HashMap;

use incrowd::core::search::lattice::{LatticeProblem, Node};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// A lattice, the costs of the nodes that were evaluated, and how many may be.
pub struct Evaluator<'p, 'a> {
    problem: &'p LatticeProblem<'a>,
    costs: HashMap<Node, f64>,
    most: u64,
    /// Nodes that were asked for, known ones included: a search that finds nothing new ends too.
    asked: u64,
    pub random: ChaCha12Rng,
}

impl<'p, 'a> Evaluator<'p, 'a> {
    pub fn new(problem: &'p LatticeProblem<'a>, most: u64) -> Self {
        let random = ChaCha12Rng::seed_from_u64(1);
        Evaluator { problem, costs: HashMap::new(), most, asked: 0, random }
    }

    /// Whether no further node may be evaluated.
    pub fn is_over(&self) -> bool {
        self.costs.len() as u64 >= self.most || self.asked >= 100 * self.most
    }

    /// The cost of a node; infinite if it is not valid, or there is nothing left to spend.
    pub fn cost(&mut self, node: &Node) -> f64 {
        self.asked += 1;
        if let Some(&cost) = self.costs.get(node) {
            return cost;
        }
        if self.is_over() {
            return f64::INFINITY;
        }
        let cost = self.problem.examine(node).cost.unwrap_or(f64::INFINITY);
        self.costs.insert(node.clone(), cost);
        cost
    }

    /// The least cost so far.
    pub fn best(&self) -> Option<f64> {
        self.costs.values().copied().min_by(f64::total_cmp)
    }

    pub fn bottom(&self) -> &'p Node {
        self.problem.bottom()
    }

    pub fn top(&self) -> &'p Node {
        self.problem.top()
    }

    /// The node with one column a level up (or down), if there is such a level.
    pub fn step(&self, node: &Node, column: usize, up: bool) -> Option<Node> {
        let possible = match up {
            true => node.0[column] < self.top().0[column],
            false => node.0[column] > self.bottom().0[column],
        };
        possible.then(|| {
            let mut moved = node.clone();
            moved.0[column] = if up { node.0[column] + 1 } else { node.0[column] - 1 };
            moved
        })
    }

    /// A random node.
    pub fn random_node(&mut self) -> Node {
        let (bottom, top) = (self.bottom(), self.top());
        let levels = bottom.0.iter().zip(&top.0);
        Node(levels.map(|(&low, &high)| self.random.random_range(low..=high)).collect())
    }
}
