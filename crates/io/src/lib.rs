//! Tables in files: CSV, TSV, either with gzip or zstd, and Parquet; `-` is standard input or
//! output.
//!
//! This is the only room of the house that knows files and formats, and it knows nothing else: to
//! it a table is rows of text. It reads and writes in blocks, so that memory does not grow with
//! the number of rows, and on several threads, with the same outcome on any number of them.
//!
//! - Reading: [`Table`] gives [`Block`]s of rows.
//! - Writing: [`TableWriter`] takes [`Batch`]es of rows to an [`Output`], which appears whole or
//!   not at all.
//! - Every [`IoError`] says which file, line, column and value are to blame.

mod block;
mod columnar;
mod crew;
mod csv;
mod digest;
mod error;
mod location;
mod meter;
mod output;
mod scratch;
mod source;
mod table;
mod text;
mod writer;

pub use block::Block;
pub use columnar::{ColumnType, TimeUnit};
pub use digest::Digest;
pub use error::{IoError, Problem};
pub use location::Location;
pub use meter::Meter;
pub use output::Output;
pub use scratch::discard_temporaries;
pub use table::{Blocks, ReadOptions, Table};
pub use text::read_text;
pub use writer::{Batch, Column, Encoder, TableWriter};

#[cfg(test)]
mod tests;
