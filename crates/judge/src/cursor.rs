//! Rows of a table, one after the other.

use std::sync::mpsc;
use std::thread::Scope;

use incrowd_io::{Block, IoError, Table};

/// Blocks that are parsed ahead of the row that is being looked at.
const AHEAD: usize = 4;

/// A place in a table, which moves from row to row.
pub(crate) struct Cursor<'t> {
    blocks: Box<dyn Iterator<Item = Result<Block, IoError>> + 't>,
    block: Block,
    /// The row to come.
    next: usize,
}

impl<'t> Cursor<'t> {
    /// A cursor before the first row, with a thread of its own to parse the table if it may.
    pub(crate) fn new<'s>(table: &'t Table, scope: &'s Scope<'s, 't>, threads: usize) -> Self
    where
        't: 's,
    {
        let blocks: Box<dyn Iterator<Item = _>> = if threads > 1 {
            let (sender, receiver) = mpsc::sync_channel(AHEAD);
            // Sending fails once the cursor is dropped; the rest is not needed then.
            scope.spawn(move || table.blocks().try_for_each(|block| sender.send(block)));
            Box::new(receiver.into_iter())
        } else {
            Box::new(table.blocks())
        };
        Cursor { blocks, block: Block::default(), next: 0 }
    }

    /// Moves to the next row; `None` after the last one.
    pub(crate) fn next(&mut self) -> Result<Option<(&Block, usize)>, IoError> {
        while self.next == self.block.rows() {
            match self.blocks.next().transpose()? {
                Some(block) => (self.block, self.next) = (block, 0),
                None => return Ok(None),
            }
        }
        self.next += 1;
        Ok(Some((&self.block, self.next - 1)))
    }
}
