//! Other ways that were found: all minimal nodes of a lattice, the cheapest first.

use crate::{Block, Grid};

use super::frame::{prose, table};
use super::part::{Part, Read};

/// Nodes that are listed.
const SHOWN: usize = 50;

/// All minimal nodes.
pub fn blocks(whole: &Part<'_>) -> Read<Vec<Block>> {
    let Some(minimal) = whole.part("minimal")? else { return Ok(Vec::new()) };
    let nodes = minimal.parts("nodes")?;
    let mut grid = Grid::new(["levels", "cost", "suppressed", "classes"]);
    for node in nodes.iter().take(SHOWN) {
        let mut cells = vec![node.plain("levels")];
        for key in ["cost", "suppressed", "classes"] {
            cells.push(node.cell(key)?);
        }
        grid.row(cells);
    }
    let mut told = format!(
        "{} ways to generalize meet the demands so that nothing less general does. Examined for them: {}.",
        nodes.len(),
        minimal.cell("checked")?
    );
    told += match minimal.flag("complete")? {
        Some(true) => " There are no others.",
        Some(false) => {
            " The search for them did not come to its end: some may be missing, or not minimal."
        }
        None => "",
    };
    if nodes.len() > SHOWN {
        told +=
            &format!(" The first {SHOWN} are listed, and {} more are not.", nodes.len() - SHOWN);
    }
    let mut blocks = vec![prose(told)];
    blocks.extend(table("Minimal ways to generalize, the cheapest first", grid));
    Ok(blocks)
}
