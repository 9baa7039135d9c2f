//! The floor of the lattice: below which level of a column there is nothing to find.
//!
//! With all other columns at their top, the classes of a column are few and quickly made. If some
//! level of it fails even so, in a way that condemns all specializations, the column cannot be
//! lower than that in any answer. What is left of the lattice above the floor is often a small
//! part of it, with a small part of the classes.

use rayon::prelude::*;

use crate::search::SearchControl;

use super::evaluate::Evaluation;
use super::grouping::{RolledUp, Source};
use super::{Node, Problem};

/// The floor, and what was examined to find it.
pub(super) struct Floor {
    pub node: Node,
    pub examined: Vec<(Node, Evaluation)>,
}

/// A column whose lowest possible level is being looked for.
struct ColumnBound {
    index: usize,
    /// Its lowest level that is not known to be impossible, and one that is possible.
    low: u8,
    possible: u8,
    /// The classes of its lowest level, with the other columns at their top.
    margin: Option<RolledUp>,
}

impl Problem<'_> {
    /// Finds the floor by bisection in each column, all columns in step.
    pub(super) fn floor(&self, control: &SearchControl) -> Floor {
        let mut floor = Floor { node: self.bottom.clone(), examined: Vec::new() };
        let bounds = self.bottom.0.iter().zip(&self.top.0).enumerate();
        let mut columns: Vec<ColumnBound> = bounds
            .map(|(index, (&low, &possible))| ColumnBound { index, low, possible, margin: None })
            .collect();
        loop {
            columns.retain(|column| column.low < column.possible);
            // The most general node is examined before.
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
    /// Examines the lowest level first, for mostly it is possible, and then those in the middle.
    fn examine(&mut self, problem: &Problem<'_>) -> (Node, Evaluation) {
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
