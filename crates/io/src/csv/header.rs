//! Where a delimited file's columns get their names.

use super::cutter::{Cutter, Start};
use super::dialect::{Dialect, QUOTE};
use super::{TextChunk, chunk::ChunkShape};
use crate::block::Spare;
use crate::error::{IoError, Problem};
use crate::file::FileBytes;
use crate::table::ReadOptions;

/// The names of the columns, and where the rows begin.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) names: Vec<String>,
    pub(crate) start: Start,
}

/// Reads as much of the file as it takes to know its columns.
pub(crate) fn read_header(
    source: &FileBytes,
    dialect: Dialect,
    options: &ReadOptions,
    block_size: usize,
) -> Result<Header, IoError> {
    let top = Start { offset: byte_order_mark(source)?, line: 1 };
    let (first, line, start) = first_record(source, dialect, top, block_size)?;
    let given = options.names.as_ref();
    if let Some(given) = given.filter(|given| given.len() != first.len()) {
        let problem = Problem::NameCount { found: first.len(), given: given.len() };
        return Err(IoError::new(&source.name, problem));
    }
    let (names, start) = match (given, options.header) {
        (Some(given), true) => (given.clone(), start),
        (Some(given), false) => (given.clone(), top),
        (None, true) => (named(first), start),
        (None, false) => ((1..=first.len()).map(|place| format!("c{place}")).collect(), top),
    };
    check_names(&source.name, &names)
        .map_err(|error| if given.is_none() { error.at_line(line) } else { error })?;
    Ok(Header { names, start })
}

/// The names of a header. Programs that number rows often give the first column none: it is called as
/// in a file without a header, if no other column is.
fn named(mut names: Vec<String>) -> Vec<String> {
    let numbers_rows = names.len() > 1 && names[0].is_empty();
    if numbers_rows && !names.iter().any(|name| name == "c1") {
        "c1".clone_into(&mut names[0]);
    }
    names
}

/// The length of the mark that some programs put before UTF-8.
fn byte_order_mark(source: &FileBytes) -> Result<u64, IoError> {
    let mut bytes = [0; 3];
    let read = source.stream(0)?.fill(&mut bytes)?;
    match &bytes[..read] {
        [0xef, 0xbb, 0xbf] => Ok(3),
        _ => Ok(0),
    }
}

/// The cells of the first record, its line, and what is behind it.
fn first_record(
    source: &FileBytes,
    dialect: Dialect,
    top: Start,
    block_size: usize,
) -> Result<(Vec<String>, u64, Start), IoError> {
    let mut cutter = Cutter::open(source, dialect, 0, top, block_size)?;
    let Start { mut offset, mut line } = top;
    while let Some(mut chunk) = cutter.next(Spare::default())? {
        let mut from = 0;
        while let Some(skipped) = dialect.skipped(&chunk.text, from, 0) {
            from = skipped.unwrap_or(chunk.text.len());
            line += 1;
        }
        offset += from as u64;
        if from == chunk.text.len() {
            continue;
        }
        chunk.text.drain(..from);
        let (cells, length) = cells(chunk, dialect, source, line)?;
        let offset = offset + length.bytes as u64;
        return Ok((cells, line, Start { offset, line: line + length.lines }));
    }
    Err(IoError::new(&source.name, Problem::Empty))
}

struct Length {
    bytes: usize,
    lines: u64,
}

/// The cells of the record with which the chunk begins.
fn cells(
    mut chunk: TextChunk,
    dialect: Dialect,
    source: &FileBytes,
    line: u64,
) -> Result<(Vec<String>, Length), IoError> {
    let mut width = 0;
    let mut from = 0;
    loop {
        let cell = dialect.cell(&chunk.text, from).map_err(|(at, problem)| {
            let before = memchr::memchr_iter(b'\n', &chunk.text[..at]).count() as u64;
            IoError::new(&source.name, problem).at_line(line + before)
        })?;
        width += 1;
        from = cell.stop + 1;
        if chunk.text.get(cell.stop) != Some(&dialect.delimiter) {
            break;
        }
    }
    chunk.text.truncate(from);
    let lines = memchr::memchr_iter(b'\n', &chunk.text).count() as u64;
    let length = Length { bytes: from, lines };
    if has_lone_carriage_returns(&chunk.text) {
        return Err(IoError::new(&source.name, Problem::CarriageReturns));
    }
    // Now that its width is known, the record is a chunk like any other; its columns have no
    // names yet but their places.
    let columns: Vec<String> = (1..=width).map(|place: usize| place.to_string()).collect();
    let alone = TextChunk { line, row: 0, rows: 1, lines, quoted: true, ..chunk };
    let block = alone.parse(ChunkShape { dialect, columns: &columns, file: &source.name })?;
    Ok((block.row(0).map(str::to_owned).collect(), length))
}

/// Whether a first record looks like a whole file of lines that end in carriage returns.
fn has_lone_carriage_returns(record: &[u8]) -> bool {
    let line = record.strip_suffix(b"\n").unwrap_or(record);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    line.contains(&b'\r') && !line.contains(&QUOTE)
}

/// Checks that every column of a table has a name, and no two the same.
pub(crate) fn check_names(table: &str, names: &[String]) -> Result<(), IoError> {
    let mut places = std::collections::BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        let position = index + 1;
        if name.is_empty() {
            return Err(IoError::new(table, Problem::NamelessColumn { position }));
        }
        if let Some(first) = places.insert(name, position) {
            let problem = Problem::DuplicateColumn { first, second: position };
            return Err(IoError::new(table, problem).in_column(name).with_value(name));
        }
    }
    Ok(())
}
