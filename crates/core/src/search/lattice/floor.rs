//! The floor of the lattice: the lowest level of each column that a valid node can have.
//!
//! With all other columns at their top, a column has few classes. If a level fails even then, in a
//! way that excludes all specializations, the column must be above that level in every valid node.
//! The lattice above the floor is often a small part of the whole.

use rayon::prelude::*;

use crate::search::SearchControl;

use super::evaluate::Evaluation;
use super::grouping::{RolledUp, Source};
use super::{LatticeProblem, Node};

/// The floor, and the nodes examined to find it.
pub(super) struct Floor {
    pub node: Node,
    pub examined: Vec<(Node, Evaluation)>,
}

/// A column whose lowest possible level is searched.
struct ColumnBound {
    index: usize,
    /// The lowest level not known to be impossible, and a level that is possible.
    low: u8,
    possible: u8,
    /// The classes of its lowest level, with the other columns at their top.
    margin: Option<RolledUp>,
}

impl LatticeProblem<'_> {
    /// Finds the floor by bisection in each column, one step of all columns at a time.
    pub(super) fn floor(&self, control: &SearchControl) -> Floor {
        let mut floor = Floor { node: self.bottom.clone(), examined: Vec::new() };
        let bounds = self.bottom.0.iter().zip(&self.top.0).enumerate();
        let mut columns: Vec<ColumnBound> = bounds
            .map(|(index, (&low, &possible))| ColumnBound { index, low, possible, margin: None })
            .collect();
        loop {
            columns.retain(|column| column.low < column.possible);
            // The most general node was examined before.
            if columns.is_empty() || control.should_stop(floor.examined.len() as u64 + 1) {
                return floor;
            }
            let found: Vec<_> = columns.par_iter_mut().map(|column| column.examine(self)).collect();
            for (column, (node, evaluation)) in columns.iter_mut().zip(found) {
                let level = node.0[column.index];
                if evaluation.dead {
                    column.low = level + 1;
                    floor.node.0[column.index] = column.low;
                } else {
                    column.possible = level;
                }
                floor.examined.push((node, evaluation));
            }
        }
    }
}

impl ColumnBound {
    /// Examines the lowest level first, because it is usually possible, then bisects.
    fn examine(&mut self, problem: &LatticeProblem<'_>) -> (Node, Evaluation) {
        let mut node = problem.top.clone();
        if let Some(margin) = &self.margin {
            node.0[self.index] = self.low + (self.possible - self.low) / 2;
            let evaluation = problem.evaluate(&problem.classes(margin.source(), &node));
            return (node, evaluation);
        }
        node.0[self.index] = self.low;
        let leaves = Node(vec![0; node.0.len()]);
        let source = Source { node: &leaves, groups: &problem.frequency_set.base };
        let classes = problem.classes(source, &node);
        let evaluation = problem.evaluate(&classes);
        self.margin = Some(problem.detach(classes));
        (node, evaluation)
    }
}
