//! What evaluated nodes imply for the rest of the lattice.
//!
//! The evaluation of a node yields a penalty: the least amount to add to the static bound of every
//! specialization (infinite if none of them is valid). On lattices of moderate size the greatest
//! penalty is kept per node. On larger ones a list of the most informative nodes is kept and
//! scanned.

use super::Node;

/// The number of evaluated nodes that are kept if there are too many for a penalty per node.
const REMEMBERED: usize = 512;

/// The known penalties.
pub(super) enum PenaltyMemo {
    Dense { bottom: Node, strides: Vec<usize>, penalties: Vec<f64> },
    Sparse { pivots: Vec<(Node, f64)> },
}

impl PenaltyMemo {
    /// An empty memo, with a penalty per node if `per_node`.
    pub fn new(bottom: &Node, top: &Node, per_node: bool) -> Self {
        if !per_node {
            return PenaltyMemo::Sparse { pivots: Vec::new() };
        }
        let mut stride = 1;
        let mut strides = Vec::with_capacity(bottom.0.len());
        for (low, high) in bottom.0.iter().zip(&top.0) {
            strides.push(stride);
            stride *= usize::from(high - low) + 1;
        }
        PenaltyMemo::Dense { bottom: bottom.clone(), strides, penalties: vec![0.0; stride] }
    }

    /// Whether the lattice is too large for a penalty per node.
    pub fn is_partial(&self) -> bool {
        matches!(self, PenaltyMemo::Sparse { .. })
    }

    /// The known penalty of a node.
    pub fn penalty(&self, node: &Node) -> f64 {
        match self {
            PenaltyMemo::Dense { bottom, strides, penalties } => {
                penalties[place(node, bottom, strides)]
            }
            PenaltyMemo::Sparse { pivots } => {
                let above = pivots.iter().filter(|(pivot, _)| node.specializes(pivot));
                above.map(|&(_, penalty)| penalty).fold(0.0, f64::max)
            }
        }
    }

    /// The evaluated node above this one with the greatest penalty, if such nodes are kept.
    pub fn pivot(&self, node: &Node) -> Option<&Node> {
        let PenaltyMemo::Sparse { pivots } = self else { return None };
        let above = pivots.iter().filter(|(pivot, _)| node.specializes(pivot));
        above.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(pivot, _)| pivot)
    }

    /// Records that every specialization of a node, itself included, has at least this penalty.
    pub fn learn(&mut self, node: &Node, penalty: f64) {
        if penalty <= self.penalty(node) {
            return;
        }
        match self {
            PenaltyMemo::Dense { bottom, strides, penalties } => {
                let levels: Vec<usize> = node
                    .0
                    .iter()
                    .zip(&bottom.0)
                    .map(|(high, low)| usize::from(high - low))
                    .collect();
                raise(penalties, strides, &levels, 0, penalty);
            }
            PenaltyMemo::Sparse { pivots } => {
                pivots.retain(|(other, known)| *known > penalty || !other.specializes(node));
                if pivots.len() == REMEMBERED {
                    // Drops the least informative node: the most specific one of the smallest
                    // penalty.
                    let least = (0..pivots.len()).min_by(|&a, &b| {
                        let (a, b) = (&pivots[a], &pivots[b]);
                        a.1.total_cmp(&b.1).then(a.0.height().cmp(&b.0.height()))
                    });
                    pivots.swap_remove(least.unwrap_or(0));
                }
                pivots.push((node.clone(), penalty));
            }
        }
    }
}

fn place(node: &Node, bottom: &Node, strides: &[usize]) -> usize {
    let levels = node.0.iter().zip(&bottom.0).zip(strides);
    levels.map(|((high, low), stride)| usize::from(high - low) * stride).sum()
}

/// Raises the penalties of all nodes at or below `levels`, last column outermost.
fn raise(penalties: &mut [f64], strides: &[usize], levels: &[usize], from: usize, penalty: f64) {
    match (strides, levels) {
        // The first column is contiguous.
        ([_], [level]) => {
            for known in &mut penalties[from..=from + level] {
                *known = known.max(penalty);
            }
        }
        ([strides @ .., stride], [levels @ .., level]) => {
            for step in 0..=*level {
                raise(penalties, strides, levels, from + step * stride, penalty);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_and_sparse_know_the_same() {
        let (bottom, top) = (Node(vec![0, 1, 0]), Node(vec![3, 3, 2]));
        let mut dense = PenaltyMemo::new(&bottom, &top, true);
        let mut sparse = PenaltyMemo::new(&bottom, &top, false);
        assert!(matches!(sparse, PenaltyMemo::Sparse { .. }));
        for (node, penalty) in [([1, 3, 2], 0.5), ([3, 1, 1], 0.25), ([2, 2, 2], f64::INFINITY)] {
            for penalty_memo in [&mut dense, &mut sparse] {
                penalty_memo.learn(&Node(node.to_vec()), penalty);
            }
        }
        for a in 0..=3 {
            for b in 1..=3 {
                for c in 0..=2 {
                    let node = Node(vec![a, b, c]);
                    assert_eq!(dense.penalty(&node), sparse.penalty(&node), "{node}");
                }
            }
        }
        assert_eq!(dense.penalty(&Node(vec![0, 3, 0])), 0.5);
        assert_eq!(dense.penalty(&Node(vec![3, 3, 0])), 0.0);
    }
}
