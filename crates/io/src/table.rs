//! Reading a table.

use std::fmt;
use std::sync::Arc;

use crate::block::{Block, Spare};
use crate::columnar::ColumnType;
#[cfg(feature = "parquet")]
use crate::columnar::ParquetTable;
use crate::crew;
use crate::csv::{DelimitedTable, check_names};
use crate::digest::Digest;
use crate::encoding::TextEncoding;
use crate::error::{IoError, Problem};
use crate::file::FileBytes;
use crate::format::{Formats, FormattedTable};
use crate::location::{Format, Location};
use crate::memory::MemoryTable;
use crate::meter::Meter;
use crate::sink::TableSink;
use crate::source::{Pass, TableSource};
#[cfg(feature = "spreadsheet")]
use crate::spreadsheet::SheetTable;

/// Bytes of text that are parsed at once. Small enough that a block stays in a core's cache and
/// that a small file still feeds every thread, large enough that handing one over costs nothing.
const BLOCK_SIZE: usize = 256 * 1024;

/// How a file is to be read. Of the signs of delimited text, Parquet files heed none and sheets the
/// header and `trim`.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// What separates cells; by default a tab in `.tsv` files and a comma in all others.
    pub delimiter: Option<u8>,
    /// Whether the first record names the columns. If not, and there are no `names`, the columns
    /// are called `c1`, `c2` and so on.
    pub header: bool,
    /// Names for the columns, in place of the header's.
    pub names: Option<Vec<String>>,
    /// Whether spaces and tabs around cells are dropped; those inside quotes stay.
    pub trim: bool,
    /// Lines that start with this byte are skipped.
    pub comment: Option<u8>,
    /// The encoding of a delimited file; by default UTF-8, or UTF-16 if its mark says so.
    pub encoding: Option<TextEncoding>,
    /// The sheet of a spreadsheet; by default the only one.
    pub sheet: Option<String>,
    /// How the cells of columns are written, where that is not the canonical spelling.
    pub formats: Formats,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            delimiter: None,
            header: true,
            names: None,
            trim: false,
            comment: None,
            encoding: None,
            sheet: None,
            formats: Formats::default(),
        }
    }
}

/// A file that may be opened as a table more than once, each time with other options: standard input
/// is read only once.
#[derive(Clone, Debug)]
pub struct TableFile(FileBytes);

impl TableFile {
    /// Finds the file, and copies standard input to a temporary one.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be read.
    pub fn find(location: &Location) -> Result<TableFile, IoError> {
        FileBytes::open(location).map(TableFile)
    }

    /// Opens the file; see [`Table::open`].
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn open(&self, options: &ReadOptions) -> Result<Table, IoError> {
        Table::of_file(self.0.clone(), options, BLOCK_SIZE)
    }
}

/// A table whose columns are known and whose rows can be read any number of times.
///
/// It is opened from a file, or made from any other [`TableSource`]. A clone reads the same source.
///
/// Rows come in [`Block`]s, so that memory does not grow with their number. Blank lines of a file
/// are skipped in tables of two or more columns; in a table of one column they are an empty cell.
///
/// ```
/// use incrowd_io::{IoError, Location, ReadOptions, Table};
/// # let folder = std::env::temp_dir().join("incrowd-io-doc");
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let path = folder.join("people.csv");
/// # std::fs::write(&path, "age,sex\n31,f\n40,m\n").unwrap();
/// let table = Table::open(&Location::Path(path), &ReadOptions::default())?;
/// assert_eq!(table.columns(), ["age", "sex"]);
/// let ages = table.fold::<u64, IoError>(2, || 0, |sum, block| {
///     *sum += (0..block.rows()).filter_map(|row| block.cell(row, 0).parse::<u64>().ok()).sum::<u64>();
///     Ok(())
/// })?;
/// assert_eq!(ages.iter().sum::<u64>(), 71);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), IoError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    source: Arc<dyn TableSource>,
    meter: Option<Meter>,
    grouped: bool,
}

impl Table {
    /// Opens a table, reads its header and checks it. Standard input is first copied to a
    /// temporary file, because a table is read more than once.
    ///
    /// # Errors
    /// If the file cannot be read, is empty, or its columns have no names or the same ones.
    pub fn open(location: &Location, options: &ReadOptions) -> Result<Table, IoError> {
        Table::of_file(FileBytes::open(location)?, options, BLOCK_SIZE)
    }

    /// Opens a table that was once called otherwise: its format is that of the older name.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn open_as(
        location: &Location,
        name: &Location,
        options: &ReadOptions,
    ) -> Result<Table, IoError> {
        let mut file = FileBytes::open(location)?;
        file.format = name.format();
        Table::of_file(file, options, BLOCK_SIZE)
    }

    /// Opens a table that is read in blocks of about so many bytes. Only fuzzers need this: with
    /// tiny blocks, every row crosses a block boundary.
    #[doc(hidden)]
    pub fn open_in_blocks(
        location: &Location,
        options: &ReadOptions,
        block_size: usize,
    ) -> Result<Table, IoError> {
        Table::of_file(FileBytes::open(location)?, options, block_size.max(1))
    }

    /// Opens what was written to a sink: see [`TableSink::reopen`].
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn reopen(sink: &impl TableSink, options: &ReadOptions) -> Result<Table, IoError> {
        sink.reopen(options)
    }

    /// A table that comes from anywhere.
    ///
    /// # Errors
    /// If there are no columns, or if they have no names or the same ones.
    pub fn from_source(source: Arc<dyn TableSource>) -> Result<Table, IoError> {
        if source.columns().is_empty() {
            return Err(IoError::new(source.name(), Problem::Empty));
        }
        check_names(source.name(), source.columns())?;
        Ok(Table::checked(source))
    }

    /// A table from a source whose columns were checked.
    pub(crate) fn checked(source: Arc<dyn TableSource>) -> Table {
        Table { source, meter: None, grouped: false }
    }

    /// A table in memory, which was checked when it was made.
    ///
    /// ```
    /// use incrowd_io::{MemoryTable, Table};
    /// let people = MemoryTable::new("people", [("age", [31, 40].into()), ("sex", ["f", "m"].into())])?;
    /// let table = Table::in_memory(people);
    /// assert_eq!(table.to_rows()?, [["31", "f"], ["40", "m"]]);
    /// # Ok::<(), incrowd_io::IoError>(())
    /// ```
    #[must_use]
    pub fn in_memory(table: MemoryTable) -> Table {
        Table::checked(Arc::new(table))
    }

    pub(crate) fn of_file(
        file: FileBytes,
        options: &ReadOptions,
        block_size: usize,
    ) -> Result<Table, IoError> {
        if file.bytes == 0 {
            return Err(IoError::new(&file.name, Problem::Empty));
        }
        let source: Arc<dyn TableSource> = match file.format {
            Format::Delimited { delimiter, .. } => {
                Arc::new(DelimitedTable::open(file, delimiter, options, block_size)?)
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => Arc::new(ParquetTable::open(file, options.names.as_deref())?),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => return Err(IoError::new(&file.name, Problem::NO_PARQUET)),
            #[cfg(feature = "spreadsheet")]
            Format::Spreadsheet => Arc::new(SheetTable::open(file, options)?),
            #[cfg(not(feature = "spreadsheet"))]
            Format::Spreadsheet => return Err(IoError::new(&file.name, Problem::NO_SPREADSHEET)),
        };
        Ok(Table::checked(FormattedTable::over(source, &options.formats)))
    }

    /// The same table, whose texts are read in these formats. Typed values have none.
    #[must_use]
    pub fn formatted(self, formats: &Formats) -> Table {
        Table { source: FormattedTable::over(self.source, formats), ..self }
    }

    /// Opens what was written to a file that is not in place yet.
    pub(crate) fn of_written(file: FileBytes, options: &ReadOptions) -> Result<Table, IoError> {
        Table::of_file(file, options, BLOCK_SIZE)
    }

    /// The same table, whose rows come once if they are equal and the table knows how often they occur:
    /// [`Block::count`] tells.
    #[must_use]
    pub fn grouped(&self) -> Table {
        Table { grouped: true, ..self.clone() }
    }

    /// The same table, whose reading is metered from now on.
    #[must_use]
    pub fn metered(mut self, meter: Meter) -> Table {
        self.meter = Some(meter);
        self
    }

    /// Reports a block to the meter; fails if the meter stops the reading.
    pub(crate) fn pass_block(&self, block: &Block) -> Result<(), IoError> {
        match &self.meter {
            Some(meter) if !meter.passes(block.bytes()) => {
                Err(IoError::new(self.name(), Problem::Cancelled))
            }
            _ => Ok(()),
        }
    }

    /// The table's name for messages: its path, `standard input`, or the name that a table in
    /// memory was given.
    #[must_use]
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// What identifies the table. For a file that is the digest of its bytes, as they are on disk
    /// or came from standard input; for any other table that of the CSV file as which it would be
    /// written ([`TableSource::digest`]).
    ///
    /// # Errors
    /// If they cannot be read, or are not as many as they were.
    pub fn digest(&self) -> Result<Digest, IoError> {
        self.source.digest()
    }

    /// The names of the columns, from left to right.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        self.source.columns()
    }

    /// The types of the columns, if the table declares them: Parquet files do, and tables in memory
    /// that hold more than text. A column that is written with its type from here reads back to
    /// the same text.
    #[must_use]
    pub fn kinds(&self) -> Option<Vec<ColumnType>> {
        self.source.kinds()
    }

    /// What may separate the cells instead, where the whole header is one name that holds it.
    #[must_use]
    pub fn suspected_delimiter(&self) -> Option<char> {
        self.source.suspected_delimiter()
    }

    /// The table's size for progress: that of the file, or about that of the table as CSV.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.source.bytes()
    }

    /// Whether the rows are held in memory.
    #[must_use]
    pub fn is_in_memory(&self) -> bool {
        self.source.is_in_memory()
    }

    /// Reads the whole table on `threads` threads, each of which folds the blocks that it gets into
    /// an accumulator of its own, made by `init`. Blocks are assigned to threads in no fixed order,
    /// so `each` must not depend on order. There is at least one accumulator.
    ///
    /// # Errors
    /// The first error in the order of the file, the same on any number of threads.
    pub fn fold<A: Send, E: From<IoError> + Send>(
        &self,
        threads: usize,
        init: impl Fn() -> A + Sync,
        each: impl Fn(&mut A, &Block) -> Result<(), E> + Sync,
    ) -> Result<Vec<A>, E> {
        crew::fold(self, self.useful(threads), init, each)
    }

    /// Reads the whole table on `threads` threads, maps each block there, and hands the results
    /// to `sink` on the calling thread in the order of the file. A slow sink makes the others
    /// wait, so that only a few results are ever held.
    ///
    /// # Errors
    /// The first error in the order of the file, the same on any number of threads. The sink has
    /// then seen every block before it.
    pub fn map_ordered<T: Send, E: From<IoError> + Send>(
        &self,
        threads: usize,
        each: impl Fn(&Block) -> Result<T, E> + Sync,
        sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        crew::map_ordered(self, self.useful(threads), each, sink)
    }

    /// The table's blocks in order, parsed on the calling thread as they are asked for. After an
    /// error comes nothing more.
    #[must_use]
    pub fn blocks(&self) -> Blocks<'_> {
        Blocks { table: self, pass: None, ended: false }
    }

    /// All rows as text, for tables that are small.
    ///
    /// # Errors
    /// If the rows cannot be read.
    pub fn to_rows(&self) -> Result<Vec<Vec<String>>, IoError> {
        let mut rows = Vec::new();
        for block in self.blocks() {
            let block = block?;
            let texts = |row| block.row(row).map(str::to_owned).collect();
            rows.extend((0..block.rows()).map(texts));
        }
        Ok(rows)
    }

    /// No more threads than there is work for: starting one costs more than parsing a block.
    fn useful(&self, threads: usize) -> usize {
        let chunks = usize::try_from(self.source.chunks()).unwrap_or(usize::MAX);
        threads.clamp(1, chunks.saturating_add(1))
    }

    /// Begins to read the rows.
    pub(crate) fn begin(&self) -> Result<Box<dyn Pass<'_> + '_>, IoError> {
        let grouped = if self.grouped { self.source.begin_grouped() } else { None };
        grouped.unwrap_or_else(|| self.source.begin())
    }
}

impl From<MemoryTable> for Table {
    fn from(table: MemoryTable) -> Self {
        Table::in_memory(table)
    }
}

/// A table's blocks in order; see [`Table::blocks`].
pub struct Blocks<'t> {
    table: &'t Table,
    pass: Option<Box<dyn Pass<'t> + 't>>,
    ended: bool,
}

impl fmt::Debug for Blocks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocks").field("table", &self.table.name()).finish_non_exhaustive()
    }
}

impl Blocks<'_> {
    fn advance(&mut self) -> Result<Option<Block>, IoError> {
        let pass = match &mut self.pass {
            Some(pass) => pass,
            none => none.insert(self.table.begin()?),
        };
        let Some(chunk) = pass.next(Spare::default())? else { return Ok(None) };
        let block = chunk.parse()?;
        self.table.pass_block(&block)?;
        Ok(Some(block))
    }
}

impl Iterator for Blocks<'_> {
    type Item = Result<Block, IoError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.advance().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}
