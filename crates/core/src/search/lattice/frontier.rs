//! A priority queue of nodes to visit, ordered by their bounds.
//!
//! Every node that can still win is at or above a queued one, so the least queued bound is a lower
//! bound on all of them. On lattices of moderate size each node is reached once, by raising columns
//! in order. On larger ones whole regions are skipped, and a set of visited nodes prevents
//! duplicates.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use hashbrown::HashSet;

use super::{LatticeProblem, Node};

/// A node to visit.
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

/// The queue of nodes.
pub(super) struct Frontier<'p, 'a> {
    problem: &'p LatticeProblem<'a>,
    heap: BinaryHeap<QueuedNode>,
    /// Nodes that were queued before, if regions are skipped.
    seen: Option<HashSet<Node>>,
}

impl<'p, 'a> Frontier<'p, 'a> {
    /// Starts with the most specific node that can win. Regions can be skipped if `jumping`.
    pub fn new(problem: &'p LatticeProblem<'a>, floor: Node, jumping: bool) -> Self {
        let seen = jumping.then(HashSet::new);
        let mut frontier = Frontier { problem, heap: BinaryHeap::new(), seen };
        frontier.push(floor, 0);
        frontier
    }

    /// The number of nodes in memory.
    pub fn len(&self) -> usize {
        self.heap.len() + self.seen.as_ref().map_or(0, HashSet::len)
    }

    /// The least bound in the queue.
    pub fn bound(&self) -> f64 {
        self.heap.peek().map_or(f64::INFINITY, |waiting| waiting.bound)
    }

    pub fn pop(&mut self) -> Option<QueuedNode> {
        self.heap.pop()
    }

    pub fn clear(&mut self) {
        self.heap.clear();
    }

    /// Queues the direct generalizations of a visited node.
    pub fn step_up(&mut self, visited: &QueuedNode) {
        let from = if self.seen.is_some() { 0 } else { visited.from };
        for column in from..visited.node.0.len() {
            self.raise(&visited.node, column, visited.node.0[column]);
        }
    }

    /// Nothing between a visited node and a pivot above it can win. Queues the lowest nodes above
    /// the visited node that are not below the pivot.
    pub fn step_over(&mut self, visited: &QueuedNode, pivot: &Node) {
        for column in 0..visited.node.0.len() {
            self.raise(&visited.node, column, pivot.0[column]);
        }
    }

    /// Queues the node with one column raised above a level, if there is such a level.
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
