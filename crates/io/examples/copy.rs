//! Copies a table through the reader and the writer: the least that anything which reads a table
//! and writes another can take.
//!
//! ```sh
//! cargo run --release --package incrowd-io --example copy -- FROM TO THREADS
//! ```
#![allow(clippy::expect_used, reason = "a failing example may stop")]

use std::path::Path;

use incrowd_io::{IoError, Location, Output, OutputColumn, ReadOptions, Table, TableWriter};

fn main() -> Result<(), IoError> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, threads] = words.as_slice() else { panic!("copy FROM TO THREADS") };
    let threads = threads.parse().expect("a number of threads");
    let table = Table::open(&Location::from(Path::new(from)), &ReadOptions::default())?;
    let output = Output::create(&Location::from(Path::new(to)), true, &[])?;
    let columns: Vec<OutputColumn> = table.columns().iter().map(OutputColumn::text).collect();
    let mut writer = TableWriter::new(output, columns, None)?;
    let encoder = writer.encoder();
    table.map_ordered(
        threads,
        |block| {
            let mut batch = encoder.batch();
            for row in 0..block.rows() {
                block.row(row).for_each(|cell| batch.push(cell));
            }
            Ok(batch)
        },
        |batch| writer.write(batch),
    )?;
    writer.finish()?.commit()
}
