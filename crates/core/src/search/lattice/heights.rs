//! The nodes of a lattice by height.

use super::{LatticeProblem, Node};

impl LatticeProblem<'_> {
    /// All nodes of a height, in order.
    pub(super) fn of_height(&self, height: u32) -> impl Iterator<Item = Node> {
        let lowest = self.bottom.height();
        let first = (lowest <= height && height <= self.top.height()).then(|| {
            let mut node = self.bottom.clone();
            self.raise_last(&mut node, 0, height - lowest);
            node
        });
        std::iter::successors(first, |node| self.next_of_height(node))
    }

    /// The next node of the same height, in lexicographic order: raises the last column that can be
    /// raised at the expense of later columns, and distributes the rest to the last columns.
    fn next_of_height(&self, node: &Node) -> Option<Node> {
        let mut behind = 0;
        for column in (0..node.0.len()).rev() {
            if behind > 0 && node.0[column] < self.top.0[column] {
                let mut next = node.clone();
                next.0[column] += 1;
                next.0[column + 1..].copy_from_slice(&self.bottom.0[column + 1..]);
                self.raise_last(&mut next, column + 1, behind - 1);
                return Some(next);
            }
            behind += u32::from(node.0[column] - self.bottom.0[column]);
        }
        None
    }

    /// Raises the last columns, from `first` on, by `levels` levels in total.
    fn raise_last(&self, node: &mut Node, first: usize, levels: u32) {
        let mut left = levels;
        for column in (first..node.0.len()).rev() {
            let room = u32::from(self.top.0[column] - node.0[column]);
            let step = left.min(room);
            // At most `room`, which fits a byte.
            node.0[column] += step as u8;
            left -= step;
        }
    }
}
