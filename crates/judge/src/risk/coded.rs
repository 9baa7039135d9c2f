//! Blocks of a table as numbers, one after the other.
//!
//! Workers choose rows of each block and number their texts. A text gets its number in the whole table on
//! the thread that reads the blocks in order: so the numbers do not depend on the number of threads, and
//! texts of rows that are left out are not kept.

use std::sync::mpsc;
use std::thread::Scope;

use incrowd_io::{Block, Table};

use crate::error::{JudgeError, TooManyDistinct};
use crate::texts::TextNumbers;

/// Blocks that are numbered ahead of the one that is being looked at.
const AHEAD: usize = 4;

/// A text that has no number in the whole table yet.
const UNKNOWN: u32 = u32::MAX;

/// The rows of a block that are to be numbered.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    /// Where they stand in the block.
    pub(crate) rows: Vec<usize>,
    /// A hash of each row's class, where rows are chosen by it; otherwise empty.
    pub(crate) keys: Vec<u64>,
    /// The rows that are stars in every column, where that matters: they are none to choose from.
    pub(crate) stars: Vec<usize>,
    /// How many rows they were chosen from.
    pub(crate) of: u64,
}

/// Some columns of the chosen rows of a block.
#[derive(Debug)]
pub(crate) struct CodedBlock {
    first_row: u64,
    pub(crate) chosen: Chosen,
    columns: Vec<BlockColumn>,
}

#[derive(Debug)]
struct BlockColumn {
    texts: TextNumbers,
    /// The number of each row's text in this block.
    codes: Vec<u32>,
    /// The number of each of these texts in the whole table.
    numbers: Vec<u32>,
}

impl CodedBlock {
    fn of(block: &Block, places: &[usize], chosen: Chosen) -> Result<CodedBlock, JudgeError> {
        let column = |&place: &usize| -> Result<BlockColumn, JudgeError> {
            let mut texts = TextNumbers::default();
            let codes = chosen.rows.iter().map(|&row| texts.number(block.cell(row, place)));
            let codes = codes.collect::<Result<Vec<u32>, TooManyDistinct>>()?;
            let numbers = vec![UNKNOWN; texts.len()];
            Ok(BlockColumn { texts, codes, numbers })
        };
        let columns = places.iter().map(column).collect::<Result<_, _>>()?;
        Ok(CodedBlock { first_row: block.first_row(), chosen, columns })
    }

    /// How many rows were chosen.
    pub(crate) fn len(&self) -> usize {
        self.chosen.rows.len()
    }

    /// The number in the table, counted from 0, of a chosen row.
    pub(crate) fn number(&self, at: usize) -> u64 {
        self.first_row + self.chosen.rows[at] as u64
    }

    /// The numbers in the table of the rows that are stars.
    pub(crate) fn stars(&self) -> impl Iterator<Item = u64> {
        self.chosen.stars.iter().map(|&row| self.first_row + row as u64)
    }

    /// The text of a chosen row in one of the columns.
    pub(crate) fn text(&self, at: usize, column: usize) -> &str {
        let BlockColumn { texts, codes, .. } = &self.columns[column];
        texts.text(codes[at])
    }

    /// The number of that text among those of the whole table.
    pub(crate) fn code(
        &mut self,
        at: usize,
        column: usize,
        all: &mut TextNumbers,
    ) -> Result<u32, TooManyDistinct> {
        let BlockColumn { texts, codes, numbers } = &mut self.columns[column];
        let code = codes[at];
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
    /// Nobody takes blocks any more.
    Unwanted,
}

impl<E: Into<JudgeError>> From<E> for Stopped {
    fn from(error: E) -> Stopped {
        Stopped::Failed(error.into())
    }
}

/// The blocks of a table in their order.
pub(crate) struct CodedBlocks<'t>(Box<dyn Iterator<Item = Result<CodedBlock, JudgeError>> + 't>);

impl<'t> CodedBlocks<'t> {
    /// Numbers the columns at these places, in the rows that are chosen of each block.
    pub(crate) fn new<'s>(
        table: &'t Table,
        places: Vec<usize>,
        choose: impl Fn(&Block) -> Chosen + Send + Sync + 't,
        (scope, threads): (&'s Scope<'s, 't>, usize),
    ) -> Self
    where
        't: 's,
    {
        let coded = move |block: &Block| CodedBlock::of(block, &places, choose(block));
        if threads <= 1 {
            return CodedBlocks(Box::new(table.blocks().map(move |block| coded(&block?))));
        }
        let (sender, receiver) = mpsc::sync_channel(AHEAD);
        scope.spawn(move || {
            let each = |block: &Block| Ok(coded(block)?);
            let sink = |block| sender.send(Ok(block)).map_err(|_| Stopped::Unwanted);
            if let Err(Stopped::Failed(error)) = table.map_ordered(threads, each, sink) {
                // Whoever takes no blocks wants no error either.
                let _ = sender.send(Err(error));
            }
        });
        CodedBlocks(Box::new(receiver.into_iter()))
    }
}

impl Iterator for CodedBlocks<'_> {
    type Item = Result<CodedBlock, JudgeError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}
