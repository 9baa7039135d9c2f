//! Writing a table.

use std::sync::{Arc, Mutex, PoisonError};

use crate::columnar::ColumnType;
use crate::csv::QUOTE;
use crate::error::IoError;
use crate::format::CellFormat;
use crate::output::Output;
use crate::sink::{Encoding, TableSink};

/// A column to be written. Its type matters to Parquet files and to tables in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputColumn {
    /// The name.
    pub name: String,
    /// The type. A cell whose text the type cannot give back is an error.
    pub kind: ColumnType,
    /// Whether an empty cell stands for no value; otherwise it is an empty text.
    pub nullable: bool,
    /// How values are written, where that is not the canonical spelling. Typed values have none.
    pub formats: Vec<CellFormat>,
    /// The column of the original, from 0, if every cell is published as it was. An Arrow output takes
    /// the original's own values then; all others write the cells.
    pub source: Option<usize>,
    /// The texts that cells can have, in the order of their hierarchy, if they are known. They are the
    /// order of a categorical column, and need not all occur.
    pub labels: Vec<String>,
}

impl OutputColumn {
    /// A column of text, in which an empty cell is no value.
    pub fn text(name: impl Into<String>) -> OutputColumn {
        OutputColumn {
            name: name.into(),
            kind: ColumnType::Text,
            nullable: true,
            formats: Vec::new(),
            source: None,
            labels: Vec::new(),
        }
    }
}

/// Writes a table to a [`TableSink`]: to a file in the format that its name promises, or to memory.
///
/// Delimited files have line feeds, UTF-8 without a byte order mark, and quotes only where
/// RFC 4180 needs them, as well as around the empty cells of a table of one column: they would
/// be blank lines. The same rows give the same bytes, however they are cut into batches.
///
/// ```
/// use incrowd_io::{OutputColumn, Location, Output, TableWriter};
/// # let folder = std::env::temp_dir().join("incrowd-io-doc-writer");
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let path = folder.join("out.csv");
/// let output = Output::create(&Location::from(path.as_path()), false, &[])?;
/// let columns = vec![OutputColumn::text("age"), OutputColumn::text("sex")];
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
#[derive(Debug)]
pub struct TableWriter<S: TableSink = Output> {
    sink: S,
    rows: S::Rows,
    encoder: Encoder,
}

impl<S: TableSink> TableWriter<S> {
    /// Begins a table with its header. The `delimiter` matters to delimited files; it is by default
    /// a tab in `.tsv` files and a comma in all others.
    ///
    /// # Errors
    /// If the delimiter is none, or writing fails.
    pub fn new(
        sink: S,
        columns: Vec<OutputColumn>,
        delimiter: Option<u8>,
    ) -> Result<TableWriter<S>, IoError> {
        let width = columns.len();
        let formats = formats(&columns);
        let (rows, encoding) = sink.begin(columns, delimiter)?;
        let taken = sink.taken(&rows);
        let mut encoder = match encoding {
            Encoding::Delimited(delimiter) => Encoder::delimited(delimiter, width),
            Encoding::Cells => Encoder::new(Style::Cells, width),
        };
        encoder.formats = formats;
        encoder.taken = taken;
        Ok(TableWriter { sink, rows, encoder })
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
        self.sink.write(&mut self.rows, &batch)?;
        self.encoder.recycle(batch);
        Ok(())
    }

    /// Completes the table and gives the sink back: to be read again ([`TableSink::reopen`]), and a
    /// file to be put in place ([`Output::commit`]).
    ///
    /// # Errors
    /// As [`TableWriter::write`].
    pub fn finish(self) -> Result<S, IoError> {
        let TableWriter { mut sink, rows, .. } = self;
        sink.finish(rows)?;
        Ok(sink)
    }
}

/// The formats of columns of text, if any has one: a typed value has the canonical spelling.
fn formats(columns: &[OutputColumn]) -> Option<Arc<[Vec<CellFormat>]>> {
    let of_text = |column: &OutputColumn| match column.kind {
        ColumnType::Text => column.formats.clone(),
        _ => Vec::new(),
    };
    let formats: Arc<[Vec<CellFormat>]> = columns.iter().map(of_text).collect();
    formats.iter().any(|formats| !formats.is_empty()).then_some(formats)
}

/// Makes batches of rows for one table; can be cloned and sent to where the rows come from.
#[derive(Clone, Debug)]
pub struct Encoder {
    style: Style,
    width: usize,
    /// The formats of the columns, if any has one.
    formats: Option<Arc<[Vec<CellFormat>]>>,
    /// The columns that the sink takes from the original, if it takes any.
    taken: Option<Arc<[bool]>>,
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
    fn new(style: Style, width: usize) -> Encoder {
        Encoder { style, width, formats: None, taken: None, spare: Arc::default() }
    }

    /// Makes the bytes of a delimited file.
    pub(crate) fn delimited(delimiter: u8, width: usize) -> Encoder {
        Encoder::new(Style::Delimited(Arc::new(Quoting::new(delimiter))), width)
    }

    /// The header of a delimited file.
    pub(crate) fn header(&self, names: &[String]) -> Batch {
        let mut header = self.batch();
        names.iter().for_each(|name| header.push(name));
        header.guard_first_name(names.first());
        header
    }

    /// Whether rows need their numbers ([`Batch::number`]), because the sink takes cells from the
    /// original.
    #[must_use]
    pub fn needs_numbers(&self) -> bool {
        self.taken.is_some()
    }

    /// An empty batch.
    #[must_use]
    pub fn batch(&self) -> Batch {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Memory { text, ends } = spare.unwrap_or_default();
        let (style, formats) = (self.style.clone(), self.formats.clone());
        let (width, taken, numbers) = (self.width, self.taken.clone(), Vec::new());
        Batch { style, width, formats, taken, numbers, text, ends, filled: 0, rows: 0 }
    }

    pub(crate) fn recycle(&self, batch: Batch) {
        let Batch { mut text, mut ends, .. } = batch;
        text.clear();
        ends.clear();
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(Memory { text, ends });
    }
}

/// Rows on their way to a sink, filled cell by cell.
#[derive(Debug)]
pub struct Batch {
    style: Style,
    width: usize,
    formats: Option<Arc<[Vec<CellFormat>]>>,
    taken: Option<Arc<[bool]>>,
    /// The places of the rows in the original, where the sink needs them.
    numbers: Vec<u32>,
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
        if self.taken.as_ref().is_some_and(|taken| taken[self.filled]) {
            return self.pass();
        }
        match &self.formats {
            None => self.push_bytes(cell.as_bytes()),
            Some(formats) => {
                let formats = formats.get(self.filled).into_iter().flatten();
                let written = formats.filter_map(|format| format.encode(cell)).next();
                self.push_bytes(written.as_deref().unwrap_or(cell).as_bytes());
            }
        }
    }

    #[inline]
    fn push_bytes(&mut self, bytes: &[u8]) {
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

    /// Leaves out a cell that the sink takes from the original.
    fn pass(&mut self) {
        self.filled = (self.filled + 1) % self.width;
        self.rows += usize::from(self.filled == 0);
    }

    /// Says which row of the original the last row is, counted from 0: see [`Encoder::needs_numbers`].
    pub fn number(&mut self, row: u32) {
        if self.taken.is_some() {
            self.numbers.push(row);
        }
    }

    #[cfg(feature = "arrow")]
    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers
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

    /// The rows as the bytes of a delimited file, for sinks of [`Encoding::Delimited`].
    #[must_use]
    pub fn encoded(&self) -> &[u8] {
        &self.text
    }

    /// All cells from left to right and row by row, for sinks of [`Encoding::Cells`].
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        let text = if self.ends.is_empty() { &[] } else { self.text.as_slice() };
        let text = str::from_utf8(text).unwrap_or_else(|_| unreachable!("only text is pushed"));
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(move |(start, &end)| &text[start..end])
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
