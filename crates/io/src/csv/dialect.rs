//! How records and cells are told apart.

use memchr::{memchr, memchr2};

use crate::error::Problem;

pub(crate) const QUOTE: u8 = b'"';

/// The bytes that mean something other than themselves.
///
/// A quote opens a cell only as its first byte (with `trim`: its first byte that is no blank);
/// anywhere else in an unquoted cell it is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub(crate) delimiter: u8,
    /// A line that starts with it is skipped.
    pub(crate) comment: Option<u8>,
    /// Blanks around unquoted cells, and around the quotes of others, are dropped.
    pub(crate) trim: bool,
}

/// What begins at the start of a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A comment or a blank line, and where the next line starts.
    Skipped(usize),
    /// A record, and where the next line starts.
    Record(usize),
    /// The text ends before the line does.
    Unfinished,
}

/// A cell of a record.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CellBytes {
    /// Where its text starts, behind a quote if it has one.
    pub(crate) start: usize,
    /// Where its text ends.
    pub(crate) end: usize,
    /// Where the delimiter or line feed is that ends it; the length of the text if there is none.
    pub(crate) stop: usize,
    /// Whether quotes in it stand doubled.
    pub(crate) doubled: bool,
}

/// A problem, and the byte at which it shows.
pub(crate) type Trouble = (usize, Problem);

impl Dialect {
    /// Whether the options can be told apart.
    pub(crate) fn check(&self) -> Result<(), String> {
        let special = |byte: u8| matches!(byte, QUOTE | b'\n' | b'\r') || !byte.is_ascii();
        if special(self.delimiter) {
            return Err("the delimiter must be an ASCII character, and no quote or line end".into());
        }
        match self.comment {
            Some(byte) if special(byte) => {
                Err("the comment mark must be an ASCII character, and no quote or line end".into())
            }
            Some(byte) if byte == self.delimiter => {
                Err("the comment mark and the delimiter must differ".into())
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn is_blank(&self, byte: u8) -> bool {
        matches!(byte, b' ' | b'\t') && byte != self.delimiter
    }

    /// Reads over the line that starts at `start`, embedded line ends included. Blank lines are
    /// skipped unless the table has one column: there they are an empty cell.
    pub(crate) fn line(&self, text: &[u8], start: usize, columns: usize) -> Line {
        match self.skipped(text, start, columns) {
            Some(Some(next)) => return Line::Skipped(next),
            Some(None) => return Line::Unfinished,
            None => {}
        }
        let mut from = start;
        while let Some(found) = memchr2(QUOTE, b'\n', &text[from..]) {
            let at = from + found;
            if text[at] == b'\n' {
                return Line::Record(at + 1);
            }
            from = if self.opens(&text[start..at]) {
                match closing_quote(text, at + 1) {
                    Some((close, _)) => close + 1,
                    None => return Line::Unfinished,
                }
            } else {
                at + 1
            };
        }
        Line::Unfinished
    }

    /// If the line is a comment or blank: where the next one starts, if the text has it.
    pub(crate) fn skipped(
        &self,
        text: &[u8],
        start: usize,
        columns: usize,
    ) -> Option<Option<usize>> {
        let first = *text.get(start)?;
        let line_end = |from: usize| memchr(b'\n', &text[from..]).map(|found| from + found);
        if self.comment == Some(first) {
            return Some(line_end(start).map(|end| end + 1));
        }
        let blank = |byte: u8| byte == b'\r' || (self.trim && self.is_blank(byte));
        if columns == 1 || !(first == b'\n' || blank(first)) {
            return None;
        }
        let Some(end) = line_end(start) else { return Some(None) };
        let inside = &text[start..end];
        let inside = inside.strip_suffix(b"\r").unwrap_or(inside);
        let empty = inside.iter().all(|&byte| self.trim && self.is_blank(byte));
        empty.then_some(Some(end + 1))
    }

    /// Whether a quote opens a cell, given the record before it (all outside of quotes).
    fn opens(&self, before: &[u8]) -> bool {
        let mut before = before.iter().rev();
        let last =
            if self.trim { before.find(|&&byte| !self.is_blank(byte)) } else { before.next() };
        last.is_none_or(|&byte| byte == self.delimiter)
    }

    /// The cell that starts at `start`.
    pub(crate) fn cell(&self, text: &[u8], start: usize) -> Result<CellBytes, Trouble> {
        let open = if self.trim { self.after_blanks(text, start) } else { start };
        if text.get(open) == Some(&QUOTE) {
            return self.quoted_cell(text, open);
        }
        let stop = memchr2(self.delimiter, b'\n', &text[start..])
            .map_or(text.len(), |found| start + found);
        let mut end = stop;
        if text.get(stop) != Some(&self.delimiter) && text[start..end].ends_with(b"\r") {
            end -= 1;
        }
        let (start, end) = if self.trim { self.trimmed(text, start, end) } else { (start, end) };
        Ok(CellBytes { start, end, stop, doubled: false })
    }

    fn quoted_cell(&self, text: &[u8], open: usize) -> Result<CellBytes, Trouble> {
        let start = open + 1;
        let (end, doubled) = closing_quote(text, start).ok_or((open, Problem::UnclosedQuote))?;
        let mut stop = end + 1;
        if self.trim {
            stop = self.after_blanks(text, stop);
        }
        if text[stop..].starts_with(b"\r\n") {
            stop += 1;
        }
        match text.get(stop) {
            Some(&byte) if byte != self.delimiter && byte != b'\n' => {
                Err((open, Problem::StrayQuote))
            }
            _ => Ok(CellBytes { start, end, stop, doubled }),
        }
    }

    fn after_blanks(&self, text: &[u8], from: usize) -> usize {
        let blanks = text[from..].iter().take_while(|&&byte| self.is_blank(byte)).count();
        from + blanks
    }

    /// The part of `start..end` without the blanks at either end.
    pub(crate) fn trimmed(&self, text: &[u8], start: usize, end: usize) -> (usize, usize) {
        let blank = |&&byte: &&u8| self.is_blank(byte);
        let inside = &text[start..end];
        let after = inside.iter().rev().take_while(blank).count();
        let before = inside[..inside.len() - after].iter().take_while(blank).count();
        (start + before, end - after)
    }
}

/// The quote that closes a cell whose text starts at `from`, and whether doubled ones precede it.
fn closing_quote(text: &[u8], mut from: usize) -> Option<(usize, bool)> {
    let mut doubled = false;
    loop {
        let at = from + memchr(QUOTE, &text[from..])?;
        if text.get(at + 1) != Some(&QUOTE) {
            return Some((at, doubled));
        }
        doubled = true;
        from = at + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSV: Dialect = Dialect { delimiter: b',', comment: None, trim: false };
    const LOOSE: Dialect = Dialect { delimiter: b',', comment: Some(b'|'), trim: true };

    fn text_of(dialect: Dialect, text: &str) -> String {
        let cell = dialect.cell(text.as_bytes(), 0).unwrap();
        text[cell.start..cell.end].to_owned()
    }

    #[test]
    fn records_end_outside_of_quotes() {
        assert_eq!(CSV.line(b"a,b\nc", 0, 2), Line::Record(4));
        assert_eq!(CSV.line(b"a,\"b\nc\"\nd", 0, 2), Line::Record(8));
        assert_eq!(CSV.line(b"a,5\" pipe\nd", 0, 2), Line::Record(10));
        assert_eq!(CSV.line(b"\"\"\"\n\",x\nd", 0, 2), Line::Record(8));
        assert_eq!(CSV.line(b"a,\"b\nc", 0, 2), Line::Unfinished);
        assert_eq!(LOOSE.line(b"a, \"b\nc\" \nd", 0, 2), Line::Record(10));
    }

    #[test]
    fn comments_and_blank_lines_are_skipped() {
        assert_eq!(CSV.line(b"\r\na,b\n", 0, 2), Line::Skipped(2));
        assert_eq!(CSV.line(b"\na\n", 0, 1), Line::Record(1));
        assert_eq!(CSV.line(b" \n", 0, 2), Line::Record(2));
        assert_eq!(LOOSE.line(b" \t\n", 0, 2), Line::Skipped(3));
        assert_eq!(LOOSE.line(b"|\"x\ny,z\n", 0, 2), Line::Skipped(4));
        assert_eq!(CSV.line(b"\rx,y\n", 0, 2), Line::Record(5));
    }

    #[test]
    fn cells_lose_quotes_and_carriage_returns() {
        assert_eq!(text_of(CSV, "ab,c"), "ab");
        assert_eq!(text_of(CSV, "ab\r\nc"), "ab");
        assert_eq!(text_of(CSV, "ab\r,c"), "ab\r");
        assert_eq!(text_of(CSV, "\"a,b\"\r\n"), "a,b");
        assert_eq!(text_of(CSV, " ab ,c"), " ab ");
        assert_eq!(text_of(LOOSE, " ab ,c"), "ab");
        assert_eq!(text_of(LOOSE, " \" ab \" ,c"), " ab ");
        assert_eq!(text_of(LOOSE, "  \n"), "");
    }

    #[test]
    fn quotes_must_close_at_the_end_of_their_cell() {
        assert!(matches!(CSV.cell(b"\"a\"b,c\n", 0), Err((0, Problem::StrayQuote))));
        assert!(matches!(CSV.cell(b"\"a\" ,c\n", 0), Err((0, Problem::StrayQuote))));
        assert!(matches!(CSV.cell(b"\"a\"\rb\n", 0), Err((0, Problem::StrayQuote))));
        assert!(matches!(CSV.cell(b"x,\"a\n", 2), Err((2, Problem::UnclosedQuote))));
    }

    #[test]
    fn bytes_with_two_meanings_are_refused() {
        assert!(CSV.check().is_ok() && LOOSE.check().is_ok());
        for delimiter in [b'"', b'\n', b'\r', 0xe9] {
            assert!(Dialect { delimiter, ..CSV }.check().is_err());
        }
        assert!(Dialect { comment: Some(b','), ..CSV }.check().is_err());
        assert!(Dialect { comment: Some(b'"'), ..CSV }.check().is_err());
    }
}
