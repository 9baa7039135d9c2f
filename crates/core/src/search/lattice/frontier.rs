//! Nodes waiting to be visited, in order of their bounds.
//!
//! Every node that can still win is at or above a waiting one, so the least waiting bound is a
//! bound from below on all of them. On lattices of moderate size each node is reached once, by
//! raising columns in order. On larger ones whole regions are stepped over, and nodes that were
//! seen before are remembered instead.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use hashbrown::HashSet;

use super::{Node, Problem};

/// A node waiting to be visited.
pub(super) struct QueuedNode {
    pub bound: f64,
    pub node: Node,
    /// Only columns from here on are raised, so that each node is reached once.
    from: usize,
}

/// The smallest bound comes first; of equal bounds the smallest node.
impl Ord for QueuedNode {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then_with(|| other.node.cmp(&self.node))
    }
}

impl PartialOrd for QueuedNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for QueuedNode {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for QueuedNode {}

/// The nodes that wait.
pub(super) struct Frontier<'p, 'a> {
    problem: &'p Problem<'a>,
    heap: BinaryHeap<QueuedNode>,
    /// Nodes that have waited, where regions are stepped over.
    seen: Option<HashSet<Node>>,
}

impl<'p, 'a> Frontier<'p, 'a> {
    /// The most specific node that can win waits. Regions can be stepped over if `jumping`.
    pub fn new(problem: &'p Problem<'a>, floor: Node, jumping: bool) -> Self {
        let seen = jumping.then(HashSet::new);
        let mut frontier = Frontier { problem, heap: BinaryHeap::new(), seen };
        frontier.push(floor, 0);
        frontier
    }

    /// How many nodes are held in memory.
    pub fn len(&self) -> usize {
        self.heap.len() + self.seen.as_ref().map_or(0, HashSet::len)
    }

    /// The least bound of what waits.
    pub fn bound(&self) -> f64 {
        self.heap.peek().map_or(f64::INFINITY, |waiting| waiting.bound)
    }

    pub fn pop(&mut self) -> Option<QueuedNode> {
        self.heap.pop()
    }

    pub fn clear(&mut self) {
        self.heap.clear();
    }

    /// Lets the direct generalizations of a visited node wait.
    pub fn step_up(&mut self, visited: &QueuedNode) {
        let from = if self.seen.is_some() { 0 } else { visited.from };
        for column in from..visited.node.0.len() {
            self.raise(&visited.node, column, visited.node.0[column]);
        }
    }

    /// Nothing between a visited node and a pivot above it can win: lets the least nodes wait that
    /// lie above the one and not below the other.
    pub fn step_over(&mut self, visited: &QueuedNode, pivot: &Node) {
        for column in 0..visited.node.0.len() {
            self.raise(&visited.node, column, pivot.0[column]);
        }
    }

    /// Lets the node wait that has a column one above a level, if there is such a level.
    fn raise(&mut self, node: &Node, column: usize, level: u8) {
        if level < self.problem.top.0[column] {
            let mut above = node.clone();
            above.0[column] = level + 1;
            self.push(above, column);
        }
    }

    fn push(&mut self, node: Node, from: usize) {
        if let Some(seen) = &mut self.seen
            && !seen.insert(node.clone())
        {
            return;
        }
        self.heap.push(QueuedNode { bound: self.problem.static_bound(&node), node, from });
    }
}
