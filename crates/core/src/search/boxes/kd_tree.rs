//! A k-d tree of the tuples, for range and nearest-neighbour queries.
//!
//! The tree is balanced: each node halves its tuples in their widest column. The distance between a
//! box and a tuple is the loss of the bounding box of both, which is the cost of sharing a class.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::BoxProblem;

/// Tuples per leaf of the tree, at most.
const LEAF: usize = 8;

/// All tuples of a problem in a k-d tree.
pub(super) struct KdTree<'f, 'a> {
    problem: &'f BoxProblem<'a>,
    tuples: Vec<u32>,
    nodes: Vec<KdNode>,
    /// Node by node: the bounding box of its tuples.
    ranges: Vec<(u32, u32)>,
}

struct KdNode {
    tuples: Range<usize>,
    /// Both halves; leaves have none.
    halves: Option<[u32; 2]>,
}

impl<'f, 'a> KdTree<'f, 'a> {
    pub fn new(problem: &'f BoxProblem<'a>) -> Self {
        let tuples = (0..problem.tuples() as u32).collect();
        let mut tree = KdTree { problem, tuples, nodes: Vec::new(), ranges: Vec::new() };
        tree.add_node(0..problem.tuples());
        let mut next = 0;
        while let Some(node) = tree.nodes.get(next) {
            let whole = node.tuples.clone();
            if whole.len() > LEAF {
                let middle = whole.start + whole.len() / 2;
                tree.halve(next as u32, whole.clone());
                let left = tree.add_node(whole.start..middle);
                let right = tree.add_node(middle..whole.end);
                tree.nodes[next].halves = Some([left, right]);
            }
            next += 1;
        }
        tree
    }

    fn add_node(&mut self, tuples: Range<usize>) -> u32 {
        self.ranges.extend(self.problem.bounds(&self.tuples[tuples.clone()]));
        self.nodes.push(KdNode { tuples, halves: None });
        self.nodes.len() as u32 - 1
    }

    /// The bounding box of the tuples of a node.
    fn bounds(&self, node: u32) -> &[(u32, u32)] {
        let width = self.problem.columns();
        &self.ranges[node as usize * width..(node as usize + 1) * width]
    }

    /// Orders a node's tuples so that their lower half in the widest column comes first.
    fn halve(&mut self, node: u32, whole: Range<usize>) {
        let (range_losses, ranges) = (self.problem.range_losses(), self.bounds(node));
        let width = |&column: &usize| range_losses[column].loss(ranges[column].0, ranges[column].1);
        let widest = (0..ranges.len()).max_by(|one, other| width(one).total_cmp(&width(other)));
        let (problem, middle) = (self.problem, whole.len() / 2);
        let place = |tuple: &u32| (widest.map(|column| problem.codes(*tuple)[column]), *tuple);
        self.tuples[whole].select_nth_unstable_by_key(middle, place);
    }

    /// Visits the tuples inside a box until the visitor returns false.
    pub fn inside(&self, ranges: &[(u32, u32)], mut visit: impl FnMut(u32) -> bool) {
        let mut waiting = vec![0];
        while let Some(next) = waiting.pop() {
            let node: &KdNode = &self.nodes[next as usize];
            let apart =
                |(mine, theirs): (&(u32, u32), &(u32, u32))| mine.1 < theirs.0 || theirs.1 < mine.0;
            if self.bounds(next).iter().zip(ranges).any(apart) {
                continue;
            }
            if let Some(halves) = node.halves {
                waiting.extend(halves);
                continue;
            }
            for &tuple in &self.tuples[node.tuples.clone()] {
                let codes = self.problem.codes(tuple).iter().zip(ranges);
                let is_inside =
                    codes.into_iter().all(|(&code, range)| range.0 <= code && code <= range.1);
                if is_inside && !visit(tuple) {
                    return;
                }
            }
        }
    }

    /// Visits tuples from the nearest to the farthest from a box, each with its distance, until the
    /// visitor returns false. Tuples at the same distance come in order.
    pub fn nearest(&self, ranges: &[(u32, u32)], mut visit: impl FnMut(f64, u32) -> bool) {
        let range_losses = self.problem.range_losses();
        let to_node = |node: u32| -> f64 {
            let near = self.bounds(node).iter().zip(ranges).zip(range_losses);
            near.map(|((node, own), range_loss)| {
                range_loss.loss(own.0.min(node.1), own.1.max(node.0))
            })
            .sum()
        };
        let to_tuple = |tuple: u32| -> f64 {
            let near = self.problem.codes(tuple).iter().zip(ranges).zip(range_losses);
            near.map(|((&code, own), range_loss)| range_loss.loss(own.0.min(code), own.1.max(code)))
                .sum()
        };
        // Losses are not negative, so their bit patterns sort like their values.
        let mut waiting = BinaryHeap::from([Reverse((to_node(0).to_bits(), false, 0))]);
        while let Some(Reverse((loss, is_tuple, which))) = waiting.pop() {
            if is_tuple {
                if !visit(f64::from_bits(loss), which) {
                    return;
                }
                continue;
            }
            let node = &self.nodes[which as usize];
            match node.halves {
                Some(halves) => {
                    waiting
                        .extend(halves.map(|half| Reverse((to_node(half).to_bits(), false, half))));
                }
                None => {
                    let tuples = self.tuples[node.tuples.clone()].iter();
                    waiting.extend(
                        tuples.map(|&tuple| Reverse((to_tuple(tuple).to_bits(), true, tuple))),
                    );
                }
            }
        }
    }
}
