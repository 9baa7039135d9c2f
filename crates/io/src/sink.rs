//! Where a table is written to.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use flate2::GzBuilder;
use flate2::write::GzEncoder;

#[cfg(feature = "arrow")]
use crate::arrow::ArrowRows;
#[cfg(feature = "parquet")]
use crate::columnar;
use crate::csv::Dialect;
use crate::error::{IoError, Problem};
use crate::file::FileBytes;
use crate::location::{Compression, Format};
use crate::output::Output;
use crate::table::{ReadOptions, Table};
use crate::writer::{Batch, Encoder, OutputColumn};

/// Where a table is written to, and read again before it is published.
///
/// [`Output`] is a file that is written aside and then put in place, [`crate::MemorySink`] collects
/// a [`crate::MemoryTable`]. A [`crate::TableWriter`] makes the calls, in this order: `begin`,
/// `write` for every batch, `finish`.
pub trait TableSink: fmt::Debug + Sized {
    /// A table that is being written.
    type Rows: fmt::Debug;

    /// The sink's name for messages, such as a path.
    fn name(&self) -> &str;

    /// Begins a table, and says how its rows are to be encoded. The `delimiter` matters to
    /// delimited files only.
    ///
    /// # Errors
    /// If the delimiter is none, or writing fails.
    fn begin(
        &self,
        columns: Vec<OutputColumn>,
        delimiter: Option<u8>,
    ) -> Result<(Self::Rows, Encoding), IoError>;

    /// The columns whose cells it takes from the original, by the numbers of the rows; none for all
    /// but outputs that keep Arrow columns as they are.
    fn taken(&self, _rows: &Self::Rows) -> Option<Arc<[bool]>> {
        None
    }

    /// Writes rows behind those before. The batch has only whole rows.
    ///
    /// # Errors
    /// If writing fails, or if a cell does not fit the type of its column.
    fn write(&self, rows: &mut Self::Rows, batch: &Batch) -> Result<(), IoError>;

    /// Completes the table.
    ///
    /// # Errors
    /// As [`TableSink::write`].
    fn finish(&mut self, rows: Self::Rows) -> Result<(), IoError>;

    /// Opens the table that was written.
    ///
    /// # Errors
    /// If it cannot be read, or nothing was written.
    fn reopen(&self, options: &ReadOptions) -> Result<Table, IoError>;
}

/// How a [`TableSink`] wants its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As the bytes of a delimited file ([`Batch::encoded`]).
    Delimited(u8),
    /// As cells ([`Batch::cells`]).
    Cells,
}

/// A table on its way to a file.
pub struct FileRows(Rows);

enum Rows {
    Plain(BufWriter<File>),
    Gzip(GzipRows),
    #[cfg(feature = "zstd")]
    Zstd(zstd::stream::write::Encoder<'static, File>),
    #[cfg(feature = "parquet")]
    Parquet(Box<columnar::ParquetWriter>),
    #[cfg(feature = "arrow")]
    Arrow(Box<ArrowRows>),
}

/// Bytes that the compressor gets at once.
const CHUNK: usize = 1 << 16;

/// A compressed file whose bytes do not depend on the batches that it was written in: what a compressor
/// makes of a text may depend on how it is divided.
struct GzipRows {
    encoder: Box<GzEncoder<File>>,
    /// Less than a chunk.
    held: Vec<u8>,
}

impl GzipRows {
    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while self.held.len() + bytes.len() >= CHUNK {
            let (first, rest) = bytes.split_at(CHUNK - self.held.len());
            self.held.extend_from_slice(first);
            self.encoder.write_all(&self.held)?;
            self.held.clear();
            bytes = rest;
        }
        self.held.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.encoder.write_all(&self.held)?;
        self.encoder.finish().map(drop)
    }
}

impl fmt::Debug for FileRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileRows").finish_non_exhaustive()
    }
}

/// A file in the format that its name promises; see [`crate::TableWriter`].
impl TableSink for Output {
    type Rows = FileRows;

    fn name(&self) -> &str {
        self.name()
    }

    fn begin(
        &self,
        columns: Vec<OutputColumn>,
        delimiter: Option<u8>,
    ) -> Result<(FileRows, Encoding), IoError> {
        #[cfg(feature = "arrow")]
        if let Some(output) = self.arrow() {
            let rows = output.begin(self.name(), columns)?;
            return Ok((FileRows(Rows::Arrow(Box::new(rows))), Encoding::Cells));
        }
        let file = self.file()?;
        let (usual, compression) = match self.format() {
            Format::Delimited { delimiter, compression } => (delimiter, compression),
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                let writer = columnar::ParquetWriter::new(file, self.name(), columns)?;
                return Ok((FileRows(Rows::Parquet(Box::new(writer))), Encoding::Cells));
            }
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => return Err(IoError::new(self.name(), Problem::NO_PARQUET)),
            Format::Spreadsheet => {
                return Err(IoError::new(self.name(), Problem::ReadOnlyFormat));
            }
        };
        let delimiter = delimiter.unwrap_or(usual);
        Dialect { delimiter, comment: None, trim: false }
            .check()
            .map_err(|reason| IoError::new(self.name(), Problem::Options(reason)))?;
        let rows = match compression {
            Compression::None => Rows::Plain(BufWriter::new(file)),
            Compression::Gzip => {
                let level = flate2::Compression::default();
                // No time and no name: the same table is the same file.
                let encoder = Box::new(GzBuilder::new().mtime(0).write(file, level));
                Rows::Gzip(GzipRows { encoder, held: Vec::with_capacity(CHUNK) })
            }
            #[cfg(not(feature = "zstd"))]
            Compression::Zstd => return Err(IoError::new(self.name(), Problem::NO_ZSTD)),
            #[cfg(feature = "zstd")]
            Compression::Zstd => Rows::Zstd(
                zstd::stream::write::Encoder::new(file, 0)
                    .map_err(|error| IoError::writing(self.name(), error))?,
            ),
        };
        let mut rows = FileRows(rows);
        let names: Vec<String> = columns.into_iter().map(|column| column.name).collect();
        self.write(&mut rows, &Encoder::delimited(delimiter, names.len()).header(&names))?;
        Ok((rows, Encoding::Delimited(delimiter)))
    }

    #[cfg(feature = "arrow")]
    fn taken(&self, rows: &FileRows) -> Option<Arc<[bool]>> {
        if let Rows::Arrow(rows) = &rows.0 { rows.taken() } else { None }
    }

    fn write(&self, rows: &mut FileRows, batch: &Batch) -> Result<(), IoError> {
        let written = match &mut rows.0 {
            Rows::Plain(file) => file.write_all(batch.encoded()),
            Rows::Gzip(rows) => rows.write(batch.encoded()),
            #[cfg(feature = "zstd")]
            Rows::Zstd(encoder) => encoder.write_all(batch.encoded()),
            #[cfg(feature = "parquet")]
            Rows::Parquet(writer) => return writer.write(batch.cells()),
            #[cfg(feature = "arrow")]
            Rows::Arrow(rows) => {
                rows.write(batch);
                return Ok(());
            }
        };
        written.map_err(|error| IoError::writing(self.name(), error))
    }

    fn finish(&mut self, rows: FileRows) -> Result<(), IoError> {
        let finished = match rows.0 {
            Rows::Plain(mut file) => file.flush(),
            Rows::Gzip(rows) => rows.finish(),
            #[cfg(feature = "zstd")]
            Rows::Zstd(encoder) => encoder.finish().map(drop),
            #[cfg(feature = "parquet")]
            Rows::Parquet(writer) => return writer.finish(),
            #[cfg(feature = "arrow")]
            Rows::Arrow(rows) => return self.set_arrow(*rows),
        };
        finished.map_err(|error| IoError::writing(self.name(), error))
    }

    /// Opens what was written before it is in place. The format is that of the final name.
    fn reopen(&self, options: &ReadOptions) -> Result<Table, IoError> {
        #[cfg(feature = "arrow")]
        if let Some(output) = self.arrow() {
            return Ok(output.table(self.name())?.formatted(&options.formats));
        }
        Table::of_written(FileBytes::written(self)?, options)
    }
}
