//! Publishing: what each cell of each row becomes.
//!
//! A [`Recoding`] is the mapping that a search chose, ready to be applied to rows as they stream
//! by a second time. It holds labels and the suppressed classes, no rows.

use hashbrown::HashSet;

use crate::hierarchy::Hierarchy;
use crate::search::lattice::{Node, Problem};

/// A full-domain mapping from input rows to published ones.
pub struct Recoding<'a> {
    hierarchies: &'a [Hierarchy],
    node: Node,
    /// Classes that are not published, as one hierarchy node per column.
    suppressed: HashSet<Vec<u32>>,
}

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is published, with the labels of these nodes.
    Published,
    /// Its class violates a demand.
    Suppressed,
}

/// A cell that the table did not have when it was tallied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The place of its column among the quasi-identifiers.
    pub column: usize,
}

impl<'a> Recoding<'a> {
    /// The mapping that publishes a node of a problem's lattice.
    #[must_use]
    pub fn new(problem: &Problem<'a>, node: &Node) -> Self {
        Recoding {
            hierarchies: problem.hierarchies(),
            node: node.clone(),
            suppressed: problem.suppressed_classes(node).into_iter().collect(),
        }
    }

    /// Finds the nodes of a row's quasi-identifiers, and whether the row is published.
    ///
    /// # Errors
    /// If a cell was not in the table that was tallied: the file changed in between.
    pub fn row<'c>(
        &self,
        cells: impl Iterator<Item = &'c str>,
        nodes: &mut Vec<u32>,
    ) -> Result<Fate, Unknown> {
        nodes.clear();
        for (column, (hierarchy, cell)) in self.hierarchies.iter().zip(cells).enumerate() {
            let code = hierarchy.code(cell).ok_or(Unknown { column })?;
            nodes.push(hierarchy.node_of(self.node.0[column] as usize)[code as usize]);
        }
        let hidden = !self.suppressed.is_empty() && self.suppressed.contains(nodes.as_slice());
        Ok(if hidden { Fate::Suppressed } else { Fate::Published })
    }

    /// The published text of a node of a column.
    #[must_use]
    pub fn label(&self, column: usize, node: u32) -> &str {
        self.hierarchies[column].label(self.node.0[column] as usize, node)
    }

    /// The levels that are published.
    #[must_use]
    pub fn node(&self) -> &Node {
        &self.node
    }
}
