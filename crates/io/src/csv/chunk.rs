//! Parsing a chunk of a file into a block.

use memchr::{memchr, memchr_iter};

use super::dialect::{Dialect, Line, QUOTE};
use super::marks;
use crate::block::{Block, Lines, Span};
use crate::error::{IoError, Problem};

/// Whole records, not parsed yet. The last one ends in a line feed, though the file may not.
pub(crate) struct TextChunk {
    pub(crate) text: Vec<u8>,
    pub(crate) spans: Vec<Span>,
    /// The line on which it begins.
    pub(crate) line: u64,
    /// Rows of the table before it.
    pub(crate) row: u64,
    /// Rows in it.
    pub(crate) rows: u64,
    /// Line feeds in it.
    pub(crate) lines: u64,
    /// Bytes on disk that it stands for.
    pub(crate) bytes: u64,
    /// Whether there is any quote.
    pub(crate) quoted: bool,
}

/// What a chunk must look like.
#[derive(Clone, Copy)]
pub(crate) struct ChunkShape<'t> {
    pub(crate) dialect: Dialect,
    pub(crate) columns: &'t [String],
    pub(crate) file: &'t str,
}

impl TextChunk {
    /// Parses the chunk, or reports the first thing that is wrong with it.
    pub(crate) fn parse(mut self, shape: ChunkShape) -> Result<Block, IoError> {
        let (lines, trouble) = if self.split(shape) {
            (Lines::From(self.line), None)
        } else {
            let (lines, trouble) = self.walk(shape);
            (Lines::Each(lines), trouble)
        };
        let valid = match String::from_utf8(std::mem::take(&mut self.text)) {
            Ok(text) => Ok(text),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                self.text = error.into_bytes();
                Err(at)
            }
        };
        match (valid, trouble) {
            (Ok(text), None) => {
                let columns = shape.columns.len();
                let rows = self.spans.len() / columns;
                debug_assert_eq!(rows as u64, self.rows);
                let TextChunk { spans, row: first_row, bytes, .. } = self;
                Ok(Block { text, spans, columns, rows, lines, first_row, bytes, counts: None })
            }
            (Err(at), trouble) if trouble.as_ref().is_none_or(|&(row, _)| at < row) => {
                Err(self.not_utf8(shape, at))
            }
            (_, Some((_, error))) => Err(error),
            (Err(at), None) => Err(self.not_utf8(shape, at)),
        }
    }

    /// The fast path, for chunks in which every line is a row with the table's number of cells;
    /// false for any other chunk.
    fn split(&mut self, shape: ChunkShape) -> bool {
        let ChunkShape { dialect, columns, .. } = shape;
        if self.lines != self.rows || (self.quoted && dialect.trim) {
            return false;
        }
        let split = if self.quoted { marks::split::<true> } else { marks::split::<false> };
        let rows = self.rows as usize;
        let spans = &mut self.spans;
        match split(&self.text, dialect.delimiter, columns.len(), rows, spans) {
            None => false,
            Some(doubled) if self.quoted => self.unquote(doubled),
            Some(_) if dialect.trim => {
                for span in spans {
                    let (start, end) =
                        dialect.trimmed(&self.text, span.start as usize, span.end as usize);
                    *span = Span::new(start, end);
                }
                true
            }
            Some(_) => true,
        }
    }

    /// Takes the quotes off all cells that have them; false if one does not end in a quote.
    fn unquote(&mut self, doubled: bool) -> bool {
        let length = self.text.len();
        for index in 0..self.spans.len() {
            let Span { start, end } = self.spans[index];
            let (start, end) = (start as usize, end as usize);
            if start == end || self.text[start] != QUOTE {
                continue;
            }
            let (inner, last) = (start + 1, end - 1);
            if inner > last || self.text[last] != QUOTE {
                self.text.truncate(length);
                return false;
            }
            self.spans[index] = if doubled && memchr(QUOTE, &self.text[inner..last]).is_some() {
                self.undouble(inner, last)
            } else {
                Span::new(inner, last)
            };
        }
        true
    }

    /// The careful path: the line of each row, and the first problem with the byte at which its row
    /// starts.
    fn walk(&mut self, shape: ChunkShape) -> (Vec<u64>, Option<(usize, IoError)>) {
        let ChunkShape { dialect, columns, file } = shape;
        self.spans.clear();
        let mut lines = Vec::with_capacity(self.rows as usize);
        let mut line = self.line;
        let mut next = 0;
        // Cells without their doubled quotes are kept behind the chunk's own bytes.
        let length = self.text.len();
        while next < length {
            let start = next;
            if let Some(after) = dialect.skipped(&self.text[..length], start, columns.len()) {
                next = after.unwrap_or(length);
                line += 1;
                continue;
            }
            let cells = match self.record(dialect, start, length) {
                Ok((cells, end)) => {
                    next = end;
                    cells
                }
                Err((at, problem)) => {
                    let before = memchr_iter(b'\n', &self.text[start..at]).count() as u64;
                    let column = columns.get(self.spans.len() - lines.len() * columns.len());
                    let mut error = IoError::new(file, problem).at_line(line + before);
                    if let Some(column) = column {
                        error = error.in_column(column);
                    }
                    return (lines, Some((start, error)));
                }
            };
            if cells != columns.len() {
                let problem = Problem::Ragged { found: cells, expected: columns.len() };
                return (lines, Some((start, IoError::new(file, problem).at_line(line))));
            }
            lines.push(line);
            line += memchr_iter(b'\n', &self.text[start..next]).count() as u64;
        }
        (lines, None)
    }

    /// Parses one record: how many cells it has, and where the next one starts.
    fn record(
        &mut self,
        dialect: Dialect,
        start: usize,
        length: usize,
    ) -> Result<(usize, usize), super::dialect::Trouble> {
        let mut cells = 0;
        let mut from = start;
        loop {
            let cell = dialect.cell(&self.text[..length], from)?;
            let span = if cell.doubled {
                self.undouble(cell.start, cell.end)
            } else {
                Span::new(cell.start, cell.end)
            };
            self.spans.push(span);
            cells += 1;
            from = cell.stop + 1;
            if cell.stop >= length || self.text[cell.stop] == b'\n' {
                return Ok((cells, from));
            }
        }
    }

    /// Copies a cell to the end of the text, one quote for each two.
    fn undouble(&mut self, mut from: usize, end: usize) -> Span {
        let start = self.text.len();
        while let Some(found) = memchr(QUOTE, &self.text[from..end]) {
            self.text.extend_from_within(from..=from + found);
            from += found + 2;
        }
        self.text.extend_from_within(from..end);
        Span::new(start, self.text.len())
    }

    /// The error for the byte at which the text stops being UTF-8.
    fn not_utf8(&self, shape: ChunkShape, at: usize) -> IoError {
        let ChunkShape { dialect, columns, file } = shape;
        let error = IoError::new(file, Problem::NotUtf8 { likely: None });
        let mut start = 0;
        let mut line = self.line;
        loop {
            let (next, record) = match dialect.line(&self.text, start, columns.len()) {
                Line::Skipped(next) => (next, false),
                Line::Record(next) => (next, true),
                Line::Unfinished => (self.text.len(), true),
            };
            if at < next || start >= next {
                let error = error.at_line(line);
                return match self.cell_at(dialect, start, at).filter(|_| record) {
                    Some((place, value)) if place < columns.len() => {
                        error.in_column(&columns[place]).with_value(value)
                    }
                    _ => error,
                };
            }
            line += memchr_iter(b'\n', &self.text[start..next]).count() as u64;
            start = next;
        }
    }

    /// Which cell of the record at `start` the byte at `at` belongs to, and the cell's text.
    fn cell_at(&self, dialect: Dialect, start: usize, at: usize) -> Option<(usize, String)> {
        let mut from = start;
        let mut place = 0;
        loop {
            let cell = dialect.cell(&self.text, from).ok()?;
            if at < cell.stop {
                let value = String::from_utf8_lossy(&self.text[cell.start..cell.end]);
                return Some((place, value.into_owned()));
            }
            from = cell.stop + 1;
            place += 1;
        }
    }
}
