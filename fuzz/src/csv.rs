//! A delimited file, one byte after the other.

use incrowd_io::ReadOptions;

/// A row with the line on which it starts.
pub type Row = (u64, Vec<String>);

/// What a file says.
#[derive(Debug, PartialEq, Eq)]
pub struct Contents {
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

/// The first thing that is wrong with a file, and its line where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    Empty,
    Options,
    NameCount,
    Names,
    CarriageReturns,
    NotUtf8(u64),
    Ragged(u64),
    UnclosedQuote(u64),
    StrayQuote(u64),
}

/// Reads a whole file.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Contents, Wrong> {
    if bytes.is_empty() {
        return Err(Wrong::Empty);
    }
    let delimiter = options.delimiter.unwrap_or(b',');
    let special = |byte: u8| b"\"\n\r".contains(&byte) || byte >= 128;
    if special(delimiter) || options.comment.is_some_and(|byte| special(byte) || byte == delimiter)
    {
        return Err(Wrong::Options);
    }
    let bytes = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
    let top = Pen { bytes, at: 0, line: 1, delimiter, options };

    let mut pen = top;
    let first = loop {
        match pen.step(None) {
            Step::Skipped(_) => {}
            Step::End => return Err(Wrong::Empty),
            Step::Record(record) => break record,
        }
    };
    let (line, cells) = first.cells?;
    let lone = |text: &[u8]| text.contains(&b'\r') && !text.contains(&b'"');
    let text = first.raw.strip_suffix(b"\n").unwrap_or(first.raw);
    if lone(text.strip_suffix(b"\r").unwrap_or(text)) {
        return Err(Wrong::CarriageReturns);
    }
    let header = strings(cells, first.raw, line)?;
    let width = header.len();
    if options.names.as_ref().is_some_and(|names| names.len() != width) {
        return Err(Wrong::NameCount);
    }
    let columns = match (&options.names, options.header) {
        (Some(names), _) => names.clone(),
        (None, true) => header,
        (None, false) => (1..=width).map(|place| format!("c{place}")).collect(),
    };
    let distinct: std::collections::BTreeSet<&String> = columns.iter().collect();
    if distinct.len() < width || columns.iter().any(String::is_empty) {
        return Err(Wrong::Names);
    }
    let mut pen = if options.header { pen } else { top };
    let mut rows = Vec::new();
    loop {
        match pen.step(Some(width)) {
            Step::End => return Ok(Contents { columns, rows }),
            Step::Skipped(record) => {
                strings(Vec::new(), record.raw, record.cells?.0)?;
            }
            Step::Record(record) => {
                let (line, cells) = record.cells?;
                if cells.len() != width {
                    return Err(Wrong::Ragged(line));
                }
                rows.push((line, strings(cells, record.raw, line)?));
            }
        }
    }
}

fn strings(cells: Vec<Vec<u8>>, raw: &[u8], line: u64) -> Result<Vec<String>, Wrong> {
    let not_utf8 = Wrong::NotUtf8(line);
    std::str::from_utf8(raw).map_err(|_| not_utf8)?;
    cells.into_iter().map(|cell| String::from_utf8(cell).map_err(|_| not_utf8)).collect()
}

/// Where the reading is.
#[derive(Clone, Copy)]
struct Pen<'t> {
    bytes: &'t [u8],
    at: usize,
    line: u64,
    delimiter: u8,
    options: &'t ReadOptions,
}

enum Step<'t> {
    Record(Record<'t>),
    /// A comment or a blank line.
    Skipped(Record<'t>),
    End,
}

struct Record<'t> {
    raw: &'t [u8],
    cells: Result<(u64, Vec<Vec<u8>>), Wrong>,
}

impl<'t> Pen<'t> {
    /// The next line, or the next record if that has several.
    fn step(&mut self, width: Option<usize>) -> Step<'t> {
        let (start, line) = (self.at, self.line);
        let rest = &self.bytes[start..];
        if rest.is_empty() {
            return Step::End;
        }
        let end = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        let text = rest[..end].strip_suffix(b"\n").unwrap_or(&rest[..end]);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let blank = width != Some(1) && text.iter().all(|&byte| self.is_blank(byte));
        if blank || self.options.comment == Some(rest[0]) {
            self.at += end;
            self.line += 1;
            return Step::Skipped(Record { raw: &rest[..end], cells: Ok((line, Vec::new())) });
        }
        let cells = self.record();
        let raw = &self.bytes[start..self.at];
        self.line += raw.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Step::Record(Record { raw, cells: cells.map(|cells| (line, cells)) })
    }

    fn record(&mut self) -> Result<Vec<Vec<u8>>, Wrong> {
        let mut cells = Vec::new();
        let start = self.at;
        loop {
            let before = self.at;
            self.skip_blanks();
            let cell = if self.peek() == Some(b'"') {
                let line = self.line_at(start, self.at);
                self.quoted(line)?
            } else {
                self.at = before;
                self.unquoted()
            };
            cells.push(cell);
            // Here is a delimiter, a line feed or the end.
            match self.peek() {
                None => return Ok(cells),
                Some(byte) => {
                    self.at += 1;
                    if byte != self.delimiter {
                        return Ok(cells);
                    }
                }
            }
        }
    }

    fn quoted(&mut self, line: u64) -> Result<Vec<u8>, Wrong> {
        let mut cell = Vec::new();
        self.at += 1;
        loop {
            match (self.peek(), self.bytes.get(self.at + 1)) {
                (None, _) => return Err(Wrong::UnclosedQuote(line)),
                (Some(b'"'), Some(b'"')) => {
                    cell.push(b'"');
                    self.at += 2;
                }
                (Some(b'"'), _) => break,
                (Some(byte), _) => {
                    cell.push(byte);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        self.skip_blanks();
        if matches!(&self.bytes[self.at..], [b'\r'] | [b'\r', b'\n', ..]) {
            self.at += 1;
        }
        match self.peek() {
            Some(byte) if byte != self.delimiter && byte != b'\n' => Err(Wrong::StrayQuote(line)),
            _ => Ok(cell),
        }
    }

    fn unquoted(&mut self) -> Vec<u8> {
        let mut cell = Vec::new();
        while let Some(byte) = self.peek().filter(|&byte| byte != b'\n' && byte != self.delimiter) {
            cell.push(byte);
            self.at += 1;
        }
        if self.peek() != Some(self.delimiter) && cell.last() == Some(&b'\r') {
            cell.pop();
        }
        while cell.last().is_some_and(|&byte| self.is_blank(byte)) {
            cell.pop();
        }
        let blanks = cell.iter().take_while(|&&byte| self.is_blank(byte)).count();
        cell.split_off(blanks)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| self.is_blank(byte)) {
            self.at += 1;
        }
    }

    /// Whether the byte may be trimmed.
    fn is_blank(&self, byte: u8) -> bool {
        self.options.trim && matches!(byte, b' ' | b'\t') && byte != self.delimiter
    }

    fn line_at(&self, start: usize, at: usize) -> u64 {
        self.line + self.bytes[start..at].iter().filter(|&&byte| byte == b'\n').count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, options: &ReadOptions) -> Result<Vec<Row>, Wrong> {
        read(text.as_bytes(), options).map(|contents| contents.rows)
    }

    #[test]
    fn a_file_is_read() {
        let options = ReadOptions { comment: Some(b'#'), trim: true, ..ReadOptions::default() };
        let text = "a, b\n#x\n 1 ,\" \"\"2\n\" \n\n3,\r\n";
        let expected = [(3, ["1", " \"2\n"]), (6, ["3", ""])];
        let expected = expected.map(|(line, cells)| (line, cells.map(str::to_owned).to_vec()));
        assert_eq!(rows(text, &options).unwrap(), expected);
        let plain = ReadOptions::default();
        assert_eq!(rows("a,b\n1,2\n\n3\n", &plain), Err(Wrong::Ragged(4)));
        assert_eq!(rows("a,b\n1,\"2", &plain), Err(Wrong::UnclosedQuote(2)));
        assert_eq!(rows("a,b\n\"1\n\",\"2\"x\n", &plain), Err(Wrong::StrayQuote(3)));
        assert_eq!(rows("a\n\nb", &plain).unwrap().len(), 2);
    }
}
