//! Some consecutive rows of a table, parsed.

use crate::error::{IoError, Problem};
use crate::source::TableSource;

/// Some hundred or thousand consecutive rows of a table, parsed and checked to be UTF-8.
#[derive(Debug, Default)]
pub struct Block {
    pub(crate) text: String,
    /// One span per cell, row by row.
    pub(crate) spans: Vec<Span>,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) lines: Lines,
    pub(crate) first_row: u64,
    pub(crate) bytes: u64,
    /// How often each row occurs, if that is not once.
    pub(crate) counts: Option<Box<[u64]>>,
}

/// Where a cell stands in its block's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    /// A span of a block's text, which is never longer than `u32` can say.
    pub(crate) fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end && end <= u32::MAX as usize);
        Span { start: start as u32, end: end as u32 }
    }
}

/// On which line each row starts.
#[derive(Debug)]
pub(crate) enum Lines {
    /// Every row is one line, and none lies between them.
    From(u64),
    /// Rows of several lines, comments or blank lines.
    Each(Vec<u64>),
}

impl Default for Lines {
    fn default() -> Self {
        Lines::From(1)
    }
}

/// The memory of a block that is done with, to be used for the next one.
#[derive(Debug, Default)]
pub struct Spare {
    pub(crate) bytes: Vec<u8>,
    pub(crate) spans: Vec<Span>,
}

impl Block {
    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns it has: those of its table.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The text of one cell.
    ///
    /// # Panics
    /// If the block has no such row or column.
    #[must_use]
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> &str {
        let Span { start, end } = self.span(row, column);
        &self.text[start as usize..end as usize]
    }

    /// The bytes of one cell: what [`Block::cell`] gives, a little faster.
    ///
    /// # Panics
    /// If the block has no such row or column.
    #[must_use]
    #[inline]
    pub fn cell_bytes(&self, row: usize, column: usize) -> &[u8] {
        let Span { start, end } = self.span(row, column);
        &self.text.as_bytes()[start as usize..end as usize]
    }

    /// The cells of one row, from left to right.
    ///
    /// # Panics
    /// If the block has no such row.
    #[inline]
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = &str> {
        let spans = &self.spans[row * self.columns..(row + 1) * self.columns];
        spans.iter().map(|span| &self.text[span.start as usize..span.end as usize])
    }

    #[inline]
    fn span(&self, row: usize, column: usize) -> Span {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        self.spans[row * self.columns + column]
    }

    /// The line on which a row starts; the header of a file is line 1. Rows of a Parquet file
    /// are counted as if each stood on a line of its own below a header.
    ///
    /// # Panics
    /// If the block has no such row.
    #[must_use]
    pub fn line(&self, row: usize) -> u64 {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        match &self.lines {
            Lines::From(first) => first + row as u64,
            Lines::Each(lines) => lines[row],
        }
    }

    /// How many rows of the table a row stands for: 1, unless the table is
    /// [grouped](crate::Table::grouped).
    ///
    /// # Panics
    /// If the block has no such row.
    #[must_use]
    pub fn count(&self, row: usize) -> u64 {
        self.counts.as_ref().map_or(1, |counts| counts[row])
    }

    /// How many rows of the table stand before this block.
    #[must_use]
    pub fn first_row(&self) -> u64 {
        self.first_row
    }

    /// The bytes on disk that it stands for, so that progress can be told against
    /// [`crate::Table::bytes`].
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn recycle(self) -> Spare {
        Spare { bytes: self.text.into_bytes(), spans: self.spans }
    }
}

/// Builds a block of text, cell by cell and in any order. Cells that are not set are empty.
///
/// Made for sources of tables; [`TableSource`] has an example.
#[derive(Debug)]
pub struct BlockBuilder<'s> {
    name: &'s str,
    columns: &'s [String],
    text: Vec<u8>,
    spans: Vec<Span>,
    rows: usize,
    first_row: u64,
}

impl<'s> BlockBuilder<'s> {
    /// Begins a block of `rows` rows, the first of which is row `first_row` of the table, counted
    /// from 0.
    #[must_use]
    pub fn new(source: &'s dyn TableSource, rows: usize, first_row: u64, spare: Spare) -> Self {
        let (name, columns) = (source.name(), source.columns());
        let Spare { bytes: mut text, mut spans } = spare;
        text.clear();
        spans.clear();
        spans.resize(rows * columns.len(), Span::default());
        BlockBuilder { name, columns, text, spans, rows, first_row }
    }

    /// Sets the text of a cell.
    ///
    /// # Errors
    /// If the texts of the block exceed 4 GiB.
    ///
    /// # Panics
    /// If the block has no such row or column.
    #[inline]
    pub fn set(&mut self, row: usize, column: usize, text: &str) -> Result<(), IoError> {
        self.put(row, column, |out| {
            out.extend_from_slice(text.as_bytes());
            Ok(())
        })
    }

    /// Gives a cell the text of the same column in another row, without a copy.
    pub(crate) fn repeat(&mut self, row: usize, again: usize, column: usize) {
        let width = self.columns.len();
        self.spans[again * width + column] = self.spans[row * width + column];
    }

    /// Sets a cell to what `put` appends, which may also find that its value has no text.
    #[inline]
    pub(crate) fn put(
        &mut self,
        row: usize,
        column: usize,
        put: impl FnOnce(&mut Vec<u8>) -> Result<(), NoText>,
    ) -> Result<(), IoError> {
        assert!(column < self.columns.len(), "column {column} of {}", self.columns.len());
        let start = self.text.len();
        if put(&mut self.text).is_err() {
            return Err(self.no_text(row, column));
        }
        if self.text.len() >= u32::MAX as usize {
            let problem = Problem::EndlessRow { limit: u32::MAX as usize };
            return Err(IoError::new(self.name, problem).at_line(self.line(row)));
        }
        self.spans[row * self.columns.len() + column] = Span::new(start, self.text.len());
        // Keeps the halves of a character from meeting across two cells.
        self.text.push(b'\n');
        Ok(())
    }

    #[cold]
    fn no_text(&self, row: usize, column: usize) -> IoError {
        let problem = "a value that text cannot tell, such as a year beyond 9999";
        IoError::new(self.name, Problem::NoText(problem.into()))
            .at_line(self.line(row))
            .in_column(&self.columns[column])
    }

    /// The first row stands on the line below the header that a text file would have.
    fn line(&self, row: usize) -> u64 {
        self.first_row + row as u64 + 2
    }

    /// The block. `bytes` is its part of [`TableSource::bytes`].
    ///
    /// # Errors
    /// If a cell is not UTF-8, which text that was [`BlockBuilder::set`] always is.
    pub fn finish(mut self, bytes: u64) -> Result<Block, IoError> {
        let text = match String::from_utf8(std::mem::take(&mut self.text)) {
            Ok(text) => text,
            Err(error) => return Err(self.not_utf8(error.as_bytes())),
        };
        let lines = Lines::From(self.line(0));
        let BlockBuilder { columns, spans, rows, first_row, .. } = self;
        let columns = columns.len();
        Ok(Block { text, spans, columns, rows, lines, first_row, bytes, counts: None })
    }

    fn not_utf8(&self, text: &[u8]) -> IoError {
        let width = self.columns.len();
        let cell = |span: &Span| &text[span.start as usize..span.end as usize];
        let bad = self.spans.iter().position(|span| str::from_utf8(cell(span)).is_err());
        let bad = bad.unwrap_or(0);
        IoError::new(self.name, Problem::NotUtf8 { likely: None })
            .at_line(self.line(bad / width))
            .in_column(&self.columns[bad % width])
            .with_value(String::from_utf8_lossy(cell(&self.spans[bad])))
    }
}

/// A value that has no canonical text, such as a day after the year 9999.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoText;
