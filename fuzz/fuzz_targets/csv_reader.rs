//! Any bytes, read as a CSV file with any options:
//! - the outcome, rows with their lines or the first error with its line, is that of a naive
//!   reader, whatever the size of the blocks and the number of threads;
//! - where the options are plain, the rows are those of the `csv` crate;
//! - rows that were read, written and read again are the same.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use incrowd_fuzz::csv::{Contents, Row, Wrong, read};
use incrowd_io::{
    Block, IoError, Location, Output, OutputColumn, Problem, ReadOptions, Table, TableWriter,
};
use libfuzzer_sys::fuzz_target;

/// A folder of this process; on a file system in memory (`TMPDIR`) it is fast.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| tempfile::tempdir().unwrap().keep());

fuzz_target!(|data: &[u8]| {
    let Some((&[dialect, comment, shape, blocks], bytes)) = data.split_first_chunk() else {
        return;
    };
    if is_other(bytes) {
        return;
    }
    let options = options(dialect, comment, shape);
    let input = Location::Path(FOLDER.join("input.csv"));
    fs::write(input.path().unwrap(), bytes).unwrap();

    let block_size = usize::from(blocks >> 2) + 1;
    let threads = if blocks & 3 == 0 { 3 } else { 1 };
    let expected = read(bytes, &options);
    let found = contents(&input, &options, block_size, threads);
    assert_eq!(found, expected, "in blocks of {block_size} on {threads} threads");

    if !options.trim {
        compare_with_csv(bytes, &options, &found);
    }
    if let Ok(contents) = &found
        && blocks & 3 == 1
    {
        survives(contents, block_size);
    }
});

/// Whether bytes may be those of another format than UTF-8 text.
fn is_other(bytes: &[u8]) -> bool {
    const STARTS: [&[u8]; 14] = [
        b"\xff\xfe",
        b"\xfe\xff",
        b"<stata_dta>",
        b"$FL2",
        b"$FL3",
        b"HEADER RECORD*******",
        b"RDX",
        b"FEA1",
        b"%PDF-",
        b"PK\x03\x04",
        b"PAR1",
        b"\x1f\x8b",
        b"\x28\xb5\x2f\xfd",
        b"\x89HDF",
    ];
    let ole = bytes.starts_with(b"\xd0\xcf\x11\xe0");
    ole || bytes.contains(&0) || STARTS.iter().any(|start| bytes.starts_with(start))
}

/// Plain options are the likeliest.
fn options(dialect: u8, comment: u8, shape: u8) -> ReadOptions {
    let names = ["x", "y", "z"].map(str::to_owned);
    ReadOptions {
        delimiter: match dialect % 8 {
            0..4 => None,
            4 => Some(b';'),
            5 => Some(b'\t'),
            6 => Some(b' '),
            _ => Some(dialect),
        },
        comment: match comment % 4 {
            0 | 1 => None,
            2 => Some(b'#'),
            _ => Some(comment),
        },
        header: shape & 1 == 0,
        trim: shape & 2 != 0,
        names: (shape & 12 == 12).then(|| names[..usize::from(shape >> 4) % 4].to_vec()),
        ..ReadOptions::default()
    }
}

/// Reads a file in each of the three ways, which must agree.
fn contents(
    location: &Location,
    options: &ReadOptions,
    block_size: usize,
    threads: usize,
) -> Result<Contents, Wrong> {
    let table = Table::open_in_blocks(location, options, block_size).map_err(|e| wrong(&e))?;
    let by_blocks = table.blocks().try_fold(Vec::new(), |mut rows, block| {
        rows.extend(numbered(&block?));
        Ok::<_, IoError>(rows)
    });
    let by_blocks = by_blocks.map_err(|error| wrong(&error));
    let mut in_order = Vec::new();
    let outcome = table.map_ordered::<_, IoError>(
        threads,
        |block| Ok(numbered(block)),
        |rows| {
            in_order.extend(rows);
            Ok(())
        },
    );
    assert_eq!(outcome.map(|()| in_order).map_err(|error| wrong(&error)), by_blocks);
    let folded = table.fold::<Vec<(u64, Row)>, IoError>(threads, Vec::new, |rows, block| {
        rows.extend(numbered(block));
        Ok(())
    });
    let folded = folded.map(|folded| {
        let mut rows = folded.concat();
        rows.sort();
        rows
    });
    assert_eq!(folded.map_err(|error| wrong(&error)), by_blocks);

    let rows = by_blocks?;
    assert!(rows.iter().zip(0..).all(|((number, _), place)| *number == place));
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    Ok(Contents { columns: table.columns().to_vec(), rows })
}

/// The rows of a block with their place in the table.
fn numbered(block: &Block) -> Vec<(u64, Row)> {
    let row = |row: usize| {
        let cells: Vec<String> = block.row(row).map(str::to_owned).collect();
        for (column, cell) in cells.iter().enumerate() {
            assert_eq!(block.cell_bytes(row, column), cell.as_bytes());
        }
        (block.first_row() + row as u64, (block.line(row), cells))
    };
    (0..block.rows()).map(row).collect()
}

fn wrong(error: &IoError) -> Wrong {
    assert!(!error.to_string().is_empty());
    let line = || error.line().expect("a line");
    match error.problem() {
        Problem::Empty => Wrong::Empty,
        Problem::Options(_) => Wrong::Options,
        Problem::NameCount { .. } => Wrong::NameCount,
        Problem::NamelessColumn { .. } | Problem::DuplicateColumn { .. } => Wrong::Names,
        Problem::CarriageReturns => Wrong::CarriageReturns,
        Problem::NotUtf8 { .. } => Wrong::NotUtf8(line()),
        Problem::Ragged { .. } | Problem::Delimiter { .. } => Wrong::Ragged(line()),
        Problem::UnclosedQuote => Wrong::UnclosedQuote(line()),
        Problem::StrayQuote => Wrong::StrayQuote(line()),
        other => panic!("no bytes should lead to: {other}"),
    }
}

/// The other reader is looser about quotes, ends lines at lone carriage returns, and skips blank
/// lines in tables of one column too; otherwise the two agree.
fn compare_with_csv(bytes: &[u8], options: &ReadOptions, found: &Result<Contents, Wrong>) {
    let lone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    if (0..bytes.len()).any(lone) {
        return;
    }
    // The other reader makes a row of a comment that ends with the file.
    let ended = [bytes, if bytes.ends_with(b"\n") { b"" } else { b"\n" }].concat();
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(options.header)
        .delimiter(options.delimiter.unwrap_or(b','))
        .comment(options.comment)
        .from_reader(ended.as_slice());
    // Without a header, these are the cells of the first row.
    let header = reader.headers().cloned();
    let records = header.and_then(|header| {
        let records = reader.records().collect::<Result<Vec<csv::StringRecord>, _>>()?;
        Ok((header, records))
    });
    match (found, records) {
        (Ok(contents), records) => {
            let blank = |cells: &Vec<String>| cells.len() == 1 && cells[0].is_empty();
            let (header, records) = records.expect("what this reader reads, the other reads");
            if options.header && options.names.is_none() {
                assert_eq!(contents.columns, header.iter().collect::<Vec<_>>());
            }
            let records = records.iter().map(|record| record.iter().map(str::to_owned).collect());
            let records: Vec<Vec<String>> = records.filter(|cells| !blank(cells)).collect();
            let rows = contents.rows.iter().map(|(_, cells)| cells);
            let rows: Vec<_> = rows.filter(|cells| !blank(cells)).cloned().collect();
            assert_eq!(rows, records);
        }
        (Err(Wrong::Ragged(_)), Ok((_, records))) => panic!("not ragged: {records:?}"),
        (Err(Wrong::NotUtf8(_)), Ok((_, records))) if options.comment.is_none() => {
            panic!("all UTF-8: {records:?}")
        }
        (Err(_), _) => {}
    }
}

/// Writes the rows and reads them again.
fn survives(contents: &Contents, block_size: usize) {
    let output = Location::Path(FOLDER.join("output.csv"));
    let columns = contents.columns.iter().map(OutputColumn::text).collect();
    let output = Output::create(&output, true, &[]).unwrap();
    let mut writer = TableWriter::new(output, columns, None).unwrap();
    for rows in contents.rows.chunks(block_size) {
        let mut batch = writer.encoder().batch();
        rows.iter().flat_map(|(_, cells)| cells).for_each(|cell| batch.push(cell));
        writer.write(batch).unwrap();
    }
    let output = writer.finish().unwrap();
    let table = Table::reopen(&output, &ReadOptions::default()).unwrap();
    assert_eq!(table.columns(), contents.columns);
    let again: Vec<_> = table.blocks().flat_map(|block| numbered(&block.unwrap())).collect();
    let again: Vec<_> = again.into_iter().map(|(_, (_, cells))| cells).collect();
    let before: Vec<_> = contents.rows.iter().map(|(_, cells)| cells.clone()).collect();
    assert_eq!(again, before);
}
