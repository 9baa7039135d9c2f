//! Some consecutive rows of a table, parsed.

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

/// The memory of a block that is done with, to be used for another.
#[derive(Default)]
pub(crate) struct Spare {
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
