//! Whole tables, from bytes on disk to rows and back.
#![cfg_attr(
    not(all(feature = "parquet", feature = "zstd")),
    allow(dead_code, reason = "without a format, only the test of missing formats is left")
)]

// Most tests try every format, so they need all of them.
#[cfg(feature = "arrow")]
mod arrow;
#[cfg(all(feature = "parquet", feature = "zstd"))]
mod bad_input;
mod formats;
#[cfg(all(feature = "parquet", feature = "zstd"))]
mod memory;
mod missing_formats;
#[cfg(all(feature = "parquet", feature = "zstd"))]
mod parquet_files;
#[cfg(all(feature = "parquet", feature = "zstd"))]
mod reading;
#[cfg(all(feature = "parquet", feature = "zstd"))]
mod round_trip;
#[cfg(feature = "spreadsheet")]
mod spreadsheets;
#[cfg(all(feature = "parquet", feature = "zstd"))]
mod writing;

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::table::{ReadOptions, Table};
use crate::{IoError, Location};

/// A folder with files, gone at the end of the test.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn location(&self, name: &str) -> Location {
        Location::Path(self.path(name))
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> Location {
        fs::write(self.path(name), bytes).unwrap();
        self.location(name)
    }

    /// Opens a file in blocks of a few bytes, so that rows lie across their ends.
    fn open(&self, name: &str, options: &ReadOptions, block_size: usize) -> Result<Table, IoError> {
        Table::open_in_blocks(&self.location(name), options, block_size)
    }

    /// Names of the files that are there.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// A row as it was read: its place, its line and its cells.
type Row = (u64, u64, Vec<String>);

fn block_rows(block: &crate::Block) -> Vec<Row> {
    let row = |row: usize| {
        let cells: Vec<String> = block.row(row).map(str::to_owned).collect();
        for (column, cell) in cells.iter().enumerate() {
            assert_eq!(block.cell(row, column), cell);
            assert_eq!(block.cell_bytes(row, column), cell.as_bytes());
        }
        (block.first_row() + row as u64, block.line(row), cells)
    };
    (0..block.rows()).map(row).collect()
}

/// Reads all rows in all three ways, which must agree.
fn rows(table: &Table, threads: usize) -> Result<Vec<Row>, String> {
    let mut ordered = Vec::new();
    let mut bytes = 0;
    let by_map = table.map_ordered::<_, IoError>(
        threads,
        |block| Ok((block_rows(block), block.bytes())),
        |(rows, read)| {
            ordered.extend(rows);
            bytes += read;
            Ok(())
        },
    );
    let by_fold = table.fold::<Vec<Row>, IoError>(threads, Vec::new, |sum, block| {
        sum.extend(block_rows(block));
        Ok(())
    });
    let by_blocks: Result<Vec<crate::Block>, IoError> = table.blocks().collect();
    match (by_map, by_fold, by_blocks) {
        (Ok(()), Ok(folded), Ok(blocks)) => {
            let mut folded = folded.concat();
            folded.sort();
            assert_eq!(folded, ordered);
            assert_eq!(blocks.iter().flat_map(block_rows).collect::<Vec<_>>(), ordered);
            assert!(ordered.iter().enumerate().all(|(index, row)| row.0 == index as u64));
            assert!(bytes <= table.bytes());
            Ok(ordered)
        }
        (Err(map), Err(fold), Err(blocks)) => {
            assert_eq!(map.to_string(), fold.to_string());
            assert_eq!(map.to_string(), blocks.to_string());
            Err(map.to_string())
        }
        outcomes => panic!("{outcomes:?}"),
    }
}

fn cells(rows: Vec<Row>) -> Vec<Vec<String>> {
    rows.into_iter().map(|(_, _, cells)| cells).collect()
}
