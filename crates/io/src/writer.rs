//! Writing a table.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::GzBuilder;
use flate2::write::GzEncoder;

use crate::columnar::{self, ColumnType};
use crate::csv::{Dialect, QUOTE};
use crate::error::{IoError, Problem};
use crate::location::{Compression, Format};
use crate::output::Output;

/// A column to be written. Its type matters to Parquet files only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name.
    pub name: String,
    /// The type. A cell whose text the type cannot give back is an error.
    pub kind: ColumnType,
    /// Whether an empty cell stands for no value; otherwise it is an empty text.
    pub nullable: bool,
}

impl Column {
    /// A column of text, in which an empty cell is no value.
    pub fn text(name: impl Into<String>) -> Column {
        Column { name: name.into(), kind: ColumnType::Text, nullable: true }
    }
}

/// Writes a header and rows to an output, in the format that its name promises.
///
/// Delimited files have line feeds, UTF-8 without a byte order mark, and quotes only where
/// RFC 4180 needs them, as well as around the empty cells of a table of one column: they would
/// be blank lines. The same rows give the same bytes, however they are cut into batches.
///
/// ```
/// use incrowd_io::{Column, Location, Output, TableWriter};
/// # let folder = std::env::temp_dir().join("incrowd-io-doc-writer");
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let path = folder.join("out.csv");
/// let output = Output::create(&Location::from(path.as_path()), false, &[])?;
/// let columns = vec![Column::text("age"), Column::text("sex")];
/// let mut writer = TableWriter::new(output, columns, None)?;
/// let mut batch = writer.encoder().batch();
/// for cell in ["31", "f", "40", "m"] {
///     batch.push(cell);
/// }
/// writer.write(batch)?;
/// writer.finish()?.commit()?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "age,sex\n31,f\n40,m\n");
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), incrowd_io::IoError>(())
/// ```
pub struct TableWriter {
    output: Output,
    sink: Sink,
    encoder: Encoder,
}

enum Sink {
    Plain(BufWriter<File>),
    Gzip(Box<GzEncoder<File>>),
    Zstd(zstd::stream::write::Encoder<'static, File>),
    Parquet(Box<columnar::Writer>),
}

impl TableWriter {
    /// Begins a table with its header. The `delimiter` is by default a tab in `.tsv` files and a
    /// comma in all others.
    ///
    /// # Errors
    /// If the delimiter is none, or writing fails.
    pub fn new(
        output: Output,
        columns: Vec<Column>,
        delimiter: Option<u8>,
    ) -> Result<TableWriter, IoError> {
        let failed = |error| IoError::writing(output.name(), error);
        let file = output.file()?;
        let width = columns.len();
        let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        let (sink, style) = match output.format() {
            Format::Parquet => {
                let writer = columnar::Writer::new(file, output.name(), columns)?;
                (Sink::Parquet(Box::new(writer)), Style::Cells)
            }
            Format::Delimited { delimiter: usual, compression } => {
                let delimiter = delimiter.unwrap_or(usual);
                Dialect { delimiter, comment: None, trim: false }
                    .check()
                    .map_err(|reason| IoError::new(output.name(), Problem::Options(reason)))?;
                let sink = match compression {
                    Compression::None => Sink::Plain(BufWriter::new(file)),
                    Compression::Gzip => {
                        let level = flate2::Compression::default();
                        // No time and no name: the same table is the same file.
                        Sink::Gzip(Box::new(GzBuilder::new().mtime(0).write(file, level)))
                    }
                    Compression::Zstd => {
                        let encoder = zstd::stream::write::Encoder::new(file, 0);
                        Sink::Zstd(encoder.map_err(failed)?)
                    }
                };
                (sink, Style::Delimited(Arc::new(Quoting::new(delimiter))))
            }
        };
        let headed = matches!(style, Style::Delimited(_));
        let encoder = Encoder { style, width, spare: Arc::default() };
        let mut writer = TableWriter { output, sink, encoder };
        if headed {
            let mut header = writer.encoder.batch();
            for name in &names {
                header.push(name);
            }
            header.guard_first_name(names.first());
            writer.write(header)?;
        }
        Ok(writer)
    }

    /// What makes batches for this table, on any thread.
    #[must_use]
    pub fn encoder(&self) -> Encoder {
        self.encoder.clone()
    }

    /// Writes the rows of a batch behind those before.
    ///
    /// # Errors
    /// If the disk is full or writing fails otherwise, or if a cell does not fit the type of its
    /// column.
    ///
    /// # Panics
    /// If the last row of the batch is not complete.
    pub fn write(&mut self, batch: Batch) -> Result<(), IoError> {
        assert!(batch.filled == 0, "{} of {} cells in the last row", batch.filled, batch.width);
        let written = match &mut self.sink {
            Sink::Plain(file) => file.write_all(&batch.text),
            Sink::Gzip(encoder) => encoder.write_all(&batch.text),
            Sink::Zstd(encoder) => encoder.write_all(&batch.text),
            Sink::Parquet(writer) => {
                writer.write(batch.cells())?;
                Ok(())
            }
        };
        written.map_err(|error| IoError::writing(self.output.name(), error))?;
        self.encoder.recycle(batch);
        Ok(())
    }

    /// Completes the table and gives the output back: to be read again ([`crate::Table::reopen`])
    /// and to be put in place.
    ///
    /// # Errors
    /// As [`TableWriter::write`].
    pub fn finish(self) -> Result<Output, IoError> {
        let TableWriter { output, sink, .. } = self;
        let finished = match sink {
            Sink::Plain(mut file) => file.flush(),
            Sink::Gzip(encoder) => encoder.finish().map(drop),
            Sink::Zstd(encoder) => encoder.finish().map(drop),
            Sink::Parquet(writer) => {
                writer.finish()?;
                Ok(())
            }
        };
        finished.map_err(|error| IoError::writing(output.name(), error))?;
        Ok(output)
    }
}

/// Makes batches of rows for one table; can be cloned and sent to where the rows come from.
#[derive(Clone, Debug)]
pub struct Encoder {
    style: Style,
    width: usize,
    /// The memory of batches that have been written.
    spare: Arc<Mutex<Vec<Memory>>>,
}

#[derive(Clone, Debug)]
enum Style {
    /// Bytes, as they will stand in the file.
    Delimited(Arc<Quoting>),
    /// Cells, to be sorted into columns.
    Cells,
}

/// When a cell needs quotes.
#[derive(Debug)]
struct Quoting {
    delimiter: u8,
    /// For each byte, whether a cell with it needs them.
    special: [bool; 256],
}

impl Quoting {
    fn new(delimiter: u8) -> Quoting {
        let mut special = [false; 256];
        for byte in [delimiter, QUOTE, b'\n', b'\r'] {
            special[usize::from(byte)] = true;
        }
        Quoting { delimiter, special }
    }

    #[inline]
    fn is_needed(&self, cell: &[u8]) -> bool {
        // No early exit: cells are short, and nearly all need none.
        cell.iter().fold(false, |found, &byte| found | self.special[usize::from(byte)])
    }
}

#[derive(Debug, Default)]
struct Memory {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Encoder {
    /// An empty batch.
    #[must_use]
    pub fn batch(&self) -> Batch {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Memory { text, ends } = spare.unwrap_or_default();
        let style = self.style.clone();
        Batch { style, width: self.width, text, ends, filled: 0, rows: 0 }
    }

    fn recycle(&self, batch: Batch) {
        let Batch { mut text, mut ends, .. } = batch;
        text.clear();
        ends.clear();
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(Memory { text, ends });
    }
}

/// Rows on their way into a file, filled cell by cell.
#[derive(Debug)]
pub struct Batch {
    style: Style,
    width: usize,
    text: Vec<u8>,
    /// Where each cell ends; empty if the text is the file's own bytes.
    ends: Vec<usize>,
    /// Cells of the last row, if it is not complete.
    filled: usize,
    rows: usize,
}

impl Batch {
    /// Adds the next cell; after the last column comes the first one of the next row.
    #[inline]
    pub fn push(&mut self, cell: &str) {
        let bytes = cell.as_bytes();
        self.filled += 1;
        let last = self.filled == self.width;
        match &self.style {
            Style::Cells => {
                self.text.extend_from_slice(bytes);
                self.ends.push(self.text.len());
            }
            Style::Delimited(quoting) => {
                if quoting.is_needed(bytes) || (self.width == 1 && bytes.is_empty()) {
                    push_quoted(&mut self.text, bytes);
                } else {
                    self.text.extend_from_slice(bytes);
                }
                self.text.push(if last { b'\n' } else { quoting.delimiter });
            }
        }
        if last {
            self.filled = 0;
            self.rows += 1;
        }
    }

    /// Complete rows in it.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// A file that begins with a byte order mark loses it; a name that does must not.
    fn guard_first_name(&mut self, name: Option<&String>) {
        if let Some(name) = name.filter(|name| name.starts_with('\u{feff}'))
            && self.text.starts_with(name.as_bytes())
        {
            self.text.insert(name.len(), QUOTE);
            self.text.insert(0, QUOTE);
        }
    }

    fn cells(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }
}

#[cold]
fn push_quoted(text: &mut Vec<u8>, cell: &[u8]) {
    text.push(QUOTE);
    for &byte in cell {
        if byte == QUOTE {
            text.push(QUOTE);
        }
        text.push(byte);
    }
    text.push(QUOTE);
}
