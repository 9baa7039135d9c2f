//! Cutting a file between two records.

use memchr::memmem::Finder;
use memchr::{memchr, memchr_iter, memrchr};

use super::chunk::TextChunk;
use super::dialect::{Dialect, Line, QUOTE};
use super::marks::{self, RecordMarks};
use crate::block::Spare;
use crate::error::{IoError, Problem};
use crate::file::{FileBytes, Stream};

/// The most bytes that one record may have. Otherwise, a quote that is never closed would load the
/// rest of the file into memory.
const LONGEST_RECORD: usize = 64 << 20;

/// Where the rows of a file begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// Decompressed bytes before them.
    pub(crate) offset: u64,
    /// The line on which they begin.
    pub(crate) line: u64,
}

/// Takes a file apart into chunks of whole records, in order.
pub(crate) struct Cutter {
    stream: Stream,
    dialect: Dialect,
    /// Columns of the table; 0 while nobody knows.
    columns: usize,
    block_size: usize,
    name: String,
    /// The record that the last cut left over.
    carry: Vec<u8>,
    ended: bool,
    line: u64,
    row: u64,
    reported: u64,
    /// A line feed and what begins a line that is no record, or perhaps none.
    odd_lines: Vec<Finder<'static>>,
}

/// Where to cut, and what is before the cut.
struct Cut {
    end: usize,
    lines: u64,
    rows: u64,
    quoted: bool,
}

impl Cutter {
    pub(crate) fn open(
        source: &FileBytes,
        dialect: Dialect,
        columns: usize,
        start: Start,
        block_size: usize,
    ) -> Result<Cutter, IoError> {
        let blank: &[u8] = match (columns, dialect.trim) {
            (1, _) => b"",
            (_, false) => b"\n\r",
            (_, true) => b"\n\r \t",
        };
        let odd = blank.iter().copied().chain(dialect.comment);
        let odd_lines = odd.map(|first| Finder::new(&[b'\n', first]).into_owned()).collect();
        Ok(Cutter {
            stream: source.stream(start.offset)?,
            dialect,
            columns,
            block_size,
            name: source.name.clone(),
            carry: Vec::new(),
            ended: false,
            line: start.line,
            row: 0,
            reported: 0,
            odd_lines,
        })
    }

    /// The next whole records, about a block full of them; `None` at the end of the file.
    pub(crate) fn next(&mut self, spare: Spare) -> Result<Option<TextChunk>, IoError> {
        let Spare { bytes: mut text, spans } = spare;
        let mut filled = self.carry.len();
        text.resize(filled + self.block_size, 0);
        text[..filled].copy_from_slice(&self.carry);
        self.carry.clear();
        let cut = loop {
            if !self.ended {
                filled += self.stream.fill(&mut text[filled..])?;
                self.ended = filled < text.len();
            }
            if self.ended {
                text.truncate(filled);
                if text.is_empty() {
                    return Ok(None);
                }
                if !text.ends_with(b"\n") {
                    text.push(b'\n');
                }
                break self.whole(&text);
            }
            if let Some(cut) = self.cut(&text) {
                break cut;
            }
            if filled > LONGEST_RECORD {
                let problem = Problem::EndlessRow { limit: LONGEST_RECORD };
                return Err(IoError::new(&self.name, problem).at_line(self.line));
            }
            text.resize(filled * 2, 0);
        };
        self.carry.extend_from_slice(&text[cut.end..]);
        text.truncate(cut.end);

        let consumed = self.stream.consumed();
        let chunk = TextChunk {
            text,
            spans,
            line: self.line,
            row: self.row,
            rows: cut.rows,
            lines: cut.lines,
            bytes: consumed - self.reported,
            quoted: cut.quoted,
        };
        self.reported = consumed;
        self.line += cut.lines;
        self.row += cut.rows;
        Ok(Some(chunk))
    }

    /// The last cut between two records; `None` if the text holds no whole record.
    fn cut(&self, text: &[u8]) -> Option<Cut> {
        let quoted = memchr(QUOTE, text).is_some();
        let end = if quoted { text.len() } else { memrchr(b'\n', text)? + 1 };
        Some(self.measure(&text[..end], quoted)).filter(|cut| cut.end > 0)
    }

    /// All of the file's last bytes, whole records or not.
    fn whole(&self, text: &[u8]) -> Cut {
        let cut = self.measure(text, memchr(QUOTE, text).is_some());
        if cut.end == text.len() {
            return cut;
        }
        // The rest is an unfinished record; the parser reports it.
        let lines = line_feeds(text);
        Cut { end: text.len(), rows: cut.rows + 1, lines, ..cut }
    }

    /// The whole records of a text; without quotes it must end in a line feed.
    fn measure(&self, text: &[u8], quoted: bool) -> Cut {
        let odd = |finder: &Finder| finder.needle()[1] == text[0] || finder.find(text).is_some();
        if self.odd_lines.iter().any(odd) {
            return self.walk(text, quoted);
        }
        if !quoted {
            let lines = line_feeds(text);
            return Cut { end: text.len(), lines, rows: lines, quoted };
        }
        match marks::survey(text, self.dialect.delimiter).filter(|_| !self.dialect.trim) {
            Some(RecordMarks { end, rows }) => {
                Cut { end, lines: line_feeds(&text[..end]), rows, quoted }
            }
            None => self.walk(text, quoted),
        }
    }

    /// As many whole lines as there are, one by one.
    fn walk(&self, text: &[u8], quoted: bool) -> Cut {
        let mut end = 0;
        let mut rows = 0;
        while end < text.len() {
            end = match self.dialect.line(text, end, self.columns) {
                Line::Skipped(next) => next,
                Line::Record(next) => {
                    rows += 1;
                    next
                }
                Line::Unfinished => break,
            };
        }
        Cut { end, lines: line_feeds(&text[..end]), rows, quoted }
    }
}

fn line_feeds(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}
