//! Tables: read from files, memory or any other source, and written to files or memory.
//!
//! To this crate a table is rows of text. It reads and writes in blocks, so that memory does not
//! grow with the number of rows of a file, and on several threads, with the same outcome on any
//! number of them. Files are CSV, TSV, either with gzip or zstd, Parquet, and to read also sheets of
//! Excel and OpenDocument; `-` is standard input or output. zstd, Parquet and sheets are the features
//! `zstd`, `parquet` and `spreadsheet`, which are on by default.
//!
//! - Reading: a [`Table`] gives [`Block`]s of rows, whatever its [`TableSource`] is: a file, a
//!   [`MemoryTable`], Arrow record batches (`ArrowTable`, with the feature `arrow`), or your own.
//! - A [`CountedTable`] is what a database groups a table to, and a [`DatabaseTable`] the address of one.
//! - Writing: a [`TableWriter`] takes [`Batch`]es of rows to a [`TableSink`]: an [`Output`], which
//!   appears whole or not at all, or a [`MemorySink`]. What was written can be opened as a [`Table`].
//! - Every [`IoError`] says which table, line, column and value are to blame.

#[cfg(feature = "arrow")]
mod arrow;
mod block;
mod columnar;
mod crew;
mod csv;
mod database;
mod digest;
mod encoding;
mod error;
mod file;
mod foreign;
mod format;
mod input;
mod location;
mod memory;
mod meter;
mod output;
mod placing;
mod scratch;
mod sink;
mod source;
#[cfg(feature = "spreadsheet")]
mod spreadsheet;
mod table;
mod text;
mod writer;

#[cfg(feature = "arrow")]
pub use arrow::{ArrowTable, WrittenArrow};
pub use block::{Block, BlockBuilder, Spare};
pub use columnar::{ColumnType, TimeUnit};
pub use database::DatabaseTable;
pub use digest::Digest;
pub use encoding::TextEncoding;
pub use error::{IoError, Problem};
pub use format::{CellFormat, DateFormat, Formats, NumberFormat};
pub use input::Input;
pub use location::Location;
pub use memory::{ColumnValues, CountedTable, MemorySink, MemoryTable, Value};
pub use meter::Meter;
pub use output::Output;
pub use placing::put_in_place;
pub use scratch::discard_temporaries;
pub use sink::{Encoding, TableSink};
pub use source::{Chunk, Pass, TableSource};
pub use table::{Blocks, ReadOptions, Table, TableFile};
pub use text::read_text;
pub use writer::{Batch, Encoder, OutputColumn, TableWriter};

#[cfg(test)]
mod tests;
