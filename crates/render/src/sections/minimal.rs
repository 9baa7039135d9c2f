//! All minimal nodes of a lattice, the cheapest first.

use incrowd_document::MinimalNodes;

use super::layout::{prose, table};
use crate::format::{self, cell};
use crate::{Grid, PageBlock};

/// Nodes that are listed.
const SHOWN: usize = 50;

/// All minimal nodes.
pub fn blocks(minimal: &MinimalNodes) -> Vec<PageBlock> {
    let nodes = &minimal.nodes;
    let mut grid = Grid::new(["levels", "cost", "suppressed", "classes"]);
    for node in nodes.iter().take(SHOWN) {
        grid.row([
            format::levels(&node.levels),
            cell(node.cost),
            node.suppressed.to_string(),
            node.classes.to_string(),
        ]);
    }
    let mut text = format!(
        "{} nodes meet the demands while no less general node does. Nodes that were examined for them: {}.",
        nodes.len(),
        minimal.checked
    );
    text += match minimal.complete {
        true => " There are no others.",
        false => " The search for them was not completed: some may be missing, or not minimal.",
    };
    if nodes.len() > SHOWN {
        text +=
            &format!(" The first {SHOWN} are listed, and {} more are not.", nodes.len() - SHOWN);
    }
    let mut blocks = vec![prose(text)];
    blocks.extend(table("Minimal nodes, the cheapest first", grid));
    blocks
}
