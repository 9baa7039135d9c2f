//! All minimal nodes: those that meet the demands while no specialization does. Truta & Vinay
//! (2006) call them p-k-minimal generalizations.
//!
//! From every undecided node, starting at the bottom, a path of undecided nodes to the top is
//! bisected. A node that meets the demands decides all its generalizations, and a node that fails
//! decides all its specializations. If a demand is not monotone, or not with suppression, a node
//! that fails decides only itself; more nodes are then examined, and the list is still correct.
//!
//! Manual page: `docs/algorithms/minimal-nodes.md`.

use crate::search::{Progress, SearchControl};

use super::evaluate::Evaluation;
use super::sources::Sources;
use super::{LatticeProblem, Node};

/// Larger lattices are not searched.
const MOST_NODES: u128 = 1 << 24;

/// All minimal nodes.
#[derive(Clone, Debug)]
pub struct MinimalNodeSet {
    /// The nodes with their evaluations, by cost and then in order.
    pub nodes: Vec<(Node, Evaluation)>,
    /// Nodes that were examined.
    pub checked: u64,
    /// Whether the list is complete and proven minimal.
    pub finished: bool,
}

/// Which nodes are decided.
struct SettledNodes {
    /// Per column: the lowest level, the number of levels, and the step between places.
    columns: Vec<(u8, usize, usize)>,
    settled: Vec<bool>,
}

impl SettledNodes {
    fn new(problem: &LatticeProblem<'_>) -> Self {
        let mut step = 1;
        let levels = problem.bottom.0.iter().zip(&problem.top.0);
        let columns = levels.map(|(&low, &high)| {
            let levels = usize::from(high - low) + 1;
            let column = (low, levels, step);
            step *= levels;
            column
        });
        let columns = columns.collect();
        SettledNodes { columns, settled: vec![false; step] }
    }

    fn place(&self, node: &Node) -> usize {
        let levels = node.0.iter().zip(&self.columns);
        levels.map(|(&level, &(low, _, step))| usize::from(level - low) * step).sum()
    }

    fn is_settled(&self, node: &Node) -> bool {
        self.settled[self.place(node)]
    }

    /// Marks all nodes at or above a node as decided, or at or below it.
    fn settle(&mut self, node: &Node, above: bool) {
        let mut places = vec![0];
        for (&level, &(low, levels, step)) in node.0.iter().zip(&self.columns) {
            let level = usize::from(level - low);
            let range = if above { level..levels } else { 0..level + 1 };
            places =
                range.flat_map(|at| places.iter().map(move |place| place + at * step)).collect();
        }
        for place in places {
            self.settled[place] = true;
        }
    }
}

impl LatticeProblem<'_> {
    /// Finds all minimal nodes, or those found until the search was stopped. Large lattices are not
    /// searched.
    #[must_use]
    pub fn minimal(&self, control: &SearchControl) -> MinimalNodeSet {
        let mut found = MinimalNodeSet { nodes: Vec::new(), checked: 0, finished: true };
        if self.most_classes == 0 {
            return found;
        }
        if self.nodes() > MOST_NODES {
            found.finished = false;
            return found;
        }
        let mut settled_nodes = SettledNodes::new(self);
        let mut sources = Sources::new(self, &self.bottom);
        'heights: for height in self.bottom.height()..=self.top.height() {
            for node in self.of_height(height) {
                while !settled_nodes.is_settled(&node) {
                    if found.checked > 0 && control.should_stop(found.checked) {
                        found.finished = false;
                        break 'heights;
                    }
                    let probe = self.halfway(&node, &settled_nodes);
                    let Some(evaluation) = sources.examine(std::slice::from_ref(&probe)).pop()
                    else {
                        break;
                    };
                    found.checked += 1;
                    match (evaluation.cost, evaluation.dead) {
                        (Some(_), _) => {
                            settled_nodes.settle(&probe, true);
                            found.nodes.push((probe, evaluation));
                        }
                        (None, true) => settled_nodes.settle(&probe, false),
                        (None, false) => {
                            let place = settled_nodes.place(&probe);
                            settled_nodes.settled[place] = true;
                        }
                    }
                    let lower_bound = self.static_bound(&self.bottom);
                    control.report(Progress { checked: found.checked, best: None, lower_bound });
                }
            }
        }
        Self::keep_minimal(&mut found);
        found
    }

    /// The middle of the undecided part of a path from a node to the top.
    fn halfway(&self, node: &Node, settled_nodes: &SettledNodes) -> Node {
        let mut path = vec![node.clone()];
        while let Some(above) = self.open_above(&path[path.len() - 1], settled_nodes) {
            path.push(above);
        }
        path.swap_remove(path.len() / 2)
    }

    /// The undecided direct generalization that leaves the fewest nodes in its column.
    fn open_above(&self, node: &Node, settled_nodes: &SettledNodes) -> Option<Node> {
        let raised = (0..node.0.len()).filter(|&at| node.0[at] < self.top.0[at]).map(|at| {
            let mut above = node.clone();
            above.0[at] += 1;
            (self.hierarchies[at].nodes(node.0[at] as usize), above)
        });
        let open = raised.filter(|(_, above)| !settled_nodes.is_settled(above));
        open.max_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.cmp(&a.1))).map(|(_, above)| above)
    }

    /// Drops nodes above others, and sorts by cost.
    fn keep_minimal(found: &mut MinimalNodeSet) {
        let all: Vec<Node> = found.nodes.iter().map(|(node, _)| node.clone()).collect();
        found
            .nodes
            .retain(|(node, _)| !all.iter().any(|other| other != node && other.specializes(node)));
        let cost = |evaluation: &Evaluation| evaluation.cost.unwrap_or(f64::INFINITY);
        found.nodes.sort_by(|(a, one), (b, other)| {
            cost(one).total_cmp(&cost(other)).then_with(|| a.cmp(b))
        });
    }
}
