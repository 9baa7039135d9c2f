//! Rows of a table as numbers, one after the other.
//!
//! Workers number the texts of each block by themselves. A text gets its number in the whole table when a
//! row that is wanted has it, on the thread that reads the rows in order: so the numbers do not depend on
//! the number of threads, and texts of rows that are left out are not kept.

use std::sync::mpsc;
use std::thread::Scope;

use incrowd_io::{Block, Table};

use crate::error::{JudgeError, TooManyDistinct};
use crate::question::is_suppressed;
use crate::texts::TextNumbers;

/// Blocks that are numbered ahead of the row that is being looked at.
const AHEAD: usize = 4;

/// A text that has no number in the whole table yet.
const UNKNOWN: u32 = u32::MAX;

/// Some columns of a block.
#[derive(Debug, Default)]
pub(crate) struct CodedBlock {
    first_row: u64,
    columns: Vec<BlockColumn>,
    /// The rows that are stars in every column of the table; empty if nobody asked.
    stars: Vec<bool>,
    rows: usize,
}

#[derive(Debug, Default)]
struct BlockColumn {
    texts: TextNumbers,
    /// The number of each row's text in this block.
    codes: Vec<u32>,
    /// The number of each of these texts in the whole table.
    numbers: Vec<u32>,
}

impl CodedBlock {
    fn of(block: &Block, places: &[usize], stars: bool) -> Result<CodedBlock, JudgeError> {
        let rows = block.rows();
        let column = |&place: &usize| -> Result<BlockColumn, JudgeError> {
            let mut texts = TextNumbers::default();
            let codes = (0..rows).map(|row| texts.number(block.cell(row, place)));
            let codes = codes.collect::<Result<Vec<u32>, TooManyDistinct>>()?;
            let numbers = vec![UNKNOWN; texts.len()];
            Ok(BlockColumn { texts, codes, numbers })
        };
        let columns = places.iter().map(column).collect::<Result<_, _>>()?;
        let is_stars = |row: usize| is_suppressed(block, row);
        let stars = if stars { (0..rows).map(is_stars).collect() } else { Vec::new() };
        Ok(CodedBlock { first_row: block.first_row(), columns, stars, rows })
    }

    /// The number of a row in the table, counted from 0.
    pub(crate) fn number(&self, row: usize) -> u64 {
        self.first_row + row as u64
    }

    /// Whether a row is stars in every column.
    pub(crate) fn is_stars(&self, row: usize) -> bool {
        self.stars.get(row) == Some(&true)
    }

    /// The text of a row in one of the columns.
    pub(crate) fn text(&self, row: usize, column: usize) -> &str {
        let BlockColumn { texts, codes, .. } = &self.columns[column];
        texts.text(codes[row])
    }

    /// The number of that text among those of the whole table.
    pub(crate) fn code(
        &mut self,
        row: usize,
        column: usize,
        all: &mut TextNumbers,
    ) -> Result<u32, TooManyDistinct> {
        let BlockColumn { texts, codes, numbers } = &mut self.columns[column];
        let code = codes[row];
        let number = &mut numbers[code as usize];
        if *number == UNKNOWN {
            *number = all.number(texts.text(code))?;
        }
        Ok(*number)
    }
}

/// Why a table is read no further.
enum Stopped {
    Failed(JudgeError),
    /// The cursor is gone.
    Unwanted,
}

impl<E: Into<JudgeError>> From<E> for Stopped {
    fn from(error: E) -> Stopped {
        Stopped::Failed(error.into())
    }
}

type Blocks<'t> = Box<dyn Iterator<Item = Result<CodedBlock, JudgeError>> + 't>;

/// A place in a table, which moves from row to row.
pub(crate) struct CodedCursor<'t> {
    blocks: Blocks<'t>,
    block: CodedBlock,
    /// The row to come.
    next: usize,
}

impl<'t> CodedCursor<'t> {
    /// A cursor before the first row; `stars` says whether rows of stars are to be told.
    pub(crate) fn new<'s>(
        table: &'t Table,
        places: Vec<usize>,
        stars: bool,
        (scope, threads): (&'s Scope<'s, 't>, usize),
    ) -> Self
    where
        't: 's,
    {
        let coded = move |block: &Block| CodedBlock::of(block, &places, stars);
        let blocks: Blocks<'t> = if threads > 1 {
            let (sender, receiver) = mpsc::sync_channel(AHEAD);
            scope.spawn(move || {
                let each = |block: &Block| Ok(coded(block)?);
                let sink = |block| sender.send(Ok(block)).map_err(|_| Stopped::Unwanted);
                if let Err(Stopped::Failed(error)) = table.map_ordered(threads, each, sink) {
                    // A cursor that is gone wants no error either.
                    let _ = sender.send(Err(error));
                }
            });
            Box::new(receiver.into_iter())
        } else {
            Box::new(table.blocks().map(move |block| coded(&block?)))
        };
        CodedCursor { blocks, block: CodedBlock::default(), next: 0 }
    }

    /// Moves to the next row; `None` after the last one.
    pub(crate) fn next(&mut self) -> Result<Option<(&mut CodedBlock, usize)>, JudgeError> {
        while self.next == self.block.rows {
            match self.blocks.next().transpose()? {
                Some(block) => (self.block, self.next) = (block, 0),
                None => return Ok(None),
            }
        }
        self.next += 1;
        Ok(Some((&mut self.block, self.next - 1)))
    }

    /// Moves to the row with this number, which is not before the place; `None` if there is none.
    pub(crate) fn seek(
        &mut self,
        number: u64,
    ) -> Result<Option<(&mut CodedBlock, usize)>, JudgeError> {
        while self.block.number(self.block.rows) <= number {
            match self.blocks.next().transpose()? {
                Some(block) => self.block = block,
                None => return Ok(None),
            }
        }
        let row = (number - self.block.first_row) as usize;
        self.next = row + 1;
        Ok(Some((&mut self.block, row)))
    }
}
