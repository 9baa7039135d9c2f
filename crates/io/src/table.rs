//! Reading a table.

use crate::block::{Block, Spare};
use crate::columnar::{self, ColumnType};
use crate::crew;
use crate::csv::{self, Cutter, Dialect, Shape, Start};
use crate::digest::Digest;
use crate::error::{IoError, Problem};
use crate::location::{Format, Location};
use crate::meter::Meter;
use crate::output::Output;
use crate::source::Source;

/// Bytes of text that are parsed at once. Small enough that a block stays in a core's cache and
/// that a small file still feeds every thread, large enough that handing one over costs nothing.
const BLOCK_SIZE: usize = 256 * 1024;

/// How a delimited file is to be read. Parquet files heed `names` only.
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
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions { delimiter: None, header: true, names: None, trim: false, comment: None }
    }
}

/// A table whose columns are known and whose rows can be read any number of times.
///
/// Rows come in [`Block`]s, so that memory does not grow with their number. Blank lines are
/// skipped in tables of two or more columns; in a table of one column they are an empty cell.
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
#[derive(Debug)]
pub struct Table {
    source: Source,
    columns: Vec<String>,
    layout: Layout,
    block_size: usize,
    meter: Option<Meter>,
}

#[derive(Debug)]
enum Layout {
    Delimited { dialect: Dialect, start: Start },
    Parquet(columnar::Schema),
}

impl Table {
    /// Opens a table, reads its header and checks it. Standard input is first copied to a
    /// temporary file, because a table is read more than once.
    ///
    /// # Errors
    /// If the file cannot be read, is empty, or its columns have no names or the same ones.
    pub fn open(location: &Location, options: &ReadOptions) -> Result<Table, IoError> {
        Table::from_source(Source::open(location)?, options, BLOCK_SIZE)
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
        let mut source = Source::open(location)?;
        source.format = name.format();
        Table::from_source(source, options, BLOCK_SIZE)
    }

    /// Opens a table that is read in blocks of about so many bytes. Nobody needs to choose that
    /// but a fuzzer: in tiny blocks every row lies across a seam.
    #[doc(hidden)]
    pub fn open_in_blocks(
        location: &Location,
        options: &ReadOptions,
        block_size: usize,
    ) -> Result<Table, IoError> {
        Table::from_source(Source::open(location)?, options, block_size.max(1))
    }

    /// Opens what was written to an output before it is in place. The format is that of the
    /// output's final name.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn reopen(output: &Output, options: &ReadOptions) -> Result<Table, IoError> {
        Table::from_source(Source::written(output)?, options, BLOCK_SIZE)
    }

    pub(crate) fn from_source(
        source: Source,
        options: &ReadOptions,
        block_size: usize,
    ) -> Result<Table, IoError> {
        if source.bytes == 0 {
            return Err(IoError::new(&source.name, Problem::Empty));
        }
        let (columns, layout) = match source.format {
            Format::Delimited { delimiter, .. } => {
                let delimiter = options.delimiter.unwrap_or(delimiter);
                let dialect = Dialect { delimiter, comment: options.comment, trim: options.trim };
                dialect
                    .check()
                    .map_err(|reason| IoError::new(&source.name, Problem::Options(reason)))?;
                let header = csv::read_header(&source, dialect, options, block_size)?;
                (header.names, Layout::Delimited { dialect, start: header.start })
            }
            Format::Parquet => {
                let schema = columnar::Schema::read(&source, options.names.as_deref())?;
                (schema.names(), Layout::Parquet(schema))
            }
        };
        Ok(Table { source, columns, layout, block_size, meter: None })
    }

    /// The same table, whose reading is metered from now on.
    #[must_use]
    pub fn metered(mut self, meter: Meter) -> Table {
        self.meter = Some(meter);
        self
    }

    /// Notes that a block was read, or that no more is wanted.
    pub(crate) fn pass_block(&self, block: &Block) -> Result<(), IoError> {
        match &self.meter {
            Some(meter) if !meter.passes(block.bytes()) => {
                Err(IoError::new(self.name(), Problem::Cancelled))
            }
            _ => Ok(()),
        }
    }

    /// The table's name for messages: its path, or `standard input`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// What identifies its bytes, as they are on disk or came from standard input.
    ///
    /// # Errors
    /// If they cannot be read, or are not as many as they were.
    pub fn digest(&self) -> Result<Digest, IoError> {
        self.source.file().and_then(|file| Digest::of_file(file, self.name()))
    }

    /// The names of the columns, from left to right.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The types that the file itself gives its columns; only Parquet files do. A column that
    /// is written with its type from here reads back to the same text.
    #[must_use]
    pub fn kinds(&self) -> Option<Vec<ColumnType>> {
        match &self.layout {
            Layout::Delimited { .. } => None,
            Layout::Parquet(schema) => Some(schema.types()),
        }
    }

    /// What may separate the cells instead, where the whole header is one name that holds it.
    #[must_use]
    pub fn suspected_delimiter(&self) -> Option<char> {
        match (&self.layout, self.columns.as_slice()) {
            (Layout::Delimited { .. }, [only]) => {
                only.chars().find(|c| [';', '\t', '|', ','].contains(c))
            }
            _ => None,
        }
    }

    /// The table's size on disk, for progress.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.source.bytes
    }

    /// Reads the whole table on `threads` threads, each of which folds the blocks that it gets
    /// into an accumulator of its own, made by `init`. Which block goes where is left to chance,
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

    /// No more threads than there is work for: starting one costs more than parsing a block.
    fn useful(&self, threads: usize) -> usize {
        let blocks = match &self.layout {
            Layout::Delimited { .. } => self.source.unpacked_estimate() / self.block_size as u64,
            Layout::Parquet(schema) => schema.batches(),
        };
        threads.clamp(1, usize::try_from(blocks).unwrap_or(usize::MAX).saturating_add(1))
    }

    /// Begins to read the rows.
    pub(crate) fn pass(&self) -> Result<Pass, IoError> {
        match &self.layout {
            Layout::Delimited { dialect, start } => {
                let columns = self.columns.len();
                Cutter::open(&self.source, *dialect, columns, *start, self.block_size)
                    .map(Pass::Delimited)
            }
            Layout::Parquet(schema) => {
                columnar::Reader::open(&self.source, schema).map(Pass::Parquet)
            }
        }
    }

    pub(crate) fn parse(&self, chunk: Chunk) -> Result<Block, IoError> {
        match (chunk, &self.layout) {
            (Chunk::Delimited(chunk), Layout::Delimited { dialect, .. }) => {
                let file = &self.source.name;
                let shape = Shape { dialect: *dialect, columns: &self.columns, file };
                chunk.parse(shape).map_err(|error| match self.suspected_delimiter() {
                    Some(delimiter) => error.suspecting(delimiter),
                    None => error,
                })
            }
            (Chunk::Parquet(batch), Layout::Parquet(schema)) => {
                batch.parse(schema, &self.source.name)
            }
            _ => unreachable!("a table has one layout"),
        }
    }
}

/// One reading of a table. It goes in order, so only one thread at a time can have it.
pub(crate) enum Pass {
    Delimited(Cutter),
    Parquet(columnar::Reader),
}

/// Some rows on their way to be parsed, on whichever thread.
pub(crate) enum Chunk {
    Delimited(csv::Chunk),
    Parquet(columnar::Batch),
}

impl Pass {
    pub(crate) fn next(&mut self, spare: Spare) -> Result<Option<Chunk>, IoError> {
        match self {
            Pass::Delimited(cutter) => Ok(cutter.next(spare)?.map(Chunk::Delimited)),
            Pass::Parquet(reader) => Ok(reader.next(spare)?.map(Chunk::Parquet)),
        }
    }
}

/// A table's blocks in order; see [`Table::blocks`].
pub struct Blocks<'t> {
    table: &'t Table,
    pass: Option<Pass>,
    ended: bool,
}

impl Blocks<'_> {
    fn advance(&mut self) -> Result<Option<Block>, IoError> {
        let pass = match &mut self.pass {
            Some(pass) => pass,
            none => none.insert(self.table.pass()?),
        };
        pass.next(Spare::default())?.map(|chunk| self.table.parse(chunk)).transpose()
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
