//! Where the rows of a table come from.

use std::fmt;

use crate::block::{Block, Spare};
use crate::columnar::ColumnType;
use crate::digest::{Digest, Hasher};
use crate::error::IoError;
use crate::writer::Encoder;

/// A table that can be read any number of times, in blocks that several threads parse.
///
/// Files, [`crate::MemoryTable`] and, with the feature `arrow`, `ArrowTable` implement it; so can
/// a database. Everything that reads tables takes a [`crate::Table`], which holds a source.
///
/// Reading has two steps. A [`Pass`] hands out [`Chunk`]s of consecutive rows in order, on one
/// thread at a time, so it should do little. Each chunk is then parsed into a [`Block`] by the
/// thread that took it. Calls through the trait are made once per chunk, never per cell.
///
/// ```
/// use std::sync::Arc;
/// use incrowd_io::{Block, BlockBuilder, Chunk, IoError, Pass, Spare, Table, TableSource};
///
/// /// The numbers below a limit.
/// #[derive(Debug)]
/// struct Numbers(u64, [String; 1]);
///
/// struct Counting<'s>(&'s Numbers, u64);
/// struct Some4<'s>(&'s Numbers, u64, Spare);
///
/// impl TableSource for Numbers {
///     fn name(&self) -> &str { "numbers" }
///     fn columns(&self) -> &[String] { &self.1 }
///     fn bytes(&self) -> u64 { self.0 }
///     fn chunks(&self) -> u64 { self.0 / 4 }
///     fn begin(&self) -> Result<Box<dyn Pass<'_> + '_>, IoError> { Ok(Box::new(Counting(self, 0))) }
/// }
///
/// impl<'s> Pass<'s> for Counting<'s> {
///     fn next(&mut self, spare: Spare) -> Result<Option<Box<dyn Chunk + 's>>, IoError> {
///         let from = self.1;
///         self.1 += 4;
///         Ok((from < self.0.0).then(|| Box::new(Some4(self.0, from, spare)) as _))
///     }
/// }
///
/// impl Chunk for Some4<'_> {
///     fn parse(self: Box<Self>) -> Result<Block, IoError> {
///         let Some4(numbers, from, spare) = *self;
///         let rows = (numbers.0 - from).min(4);
///         let mut block = BlockBuilder::new(numbers, rows as usize, from, spare);
///         for row in 0..rows {
///             block.set(row as usize, 0, &(from + row).to_string())?;
///         }
///         block.finish(rows)
///     }
/// }
///
/// let table = Table::from_source(Arc::new(Numbers(10, ["n".to_owned()])))?;
/// let sums = table.fold::<u64, IoError>(2, || 0, |sum, block| {
///     *sum += (0..block.rows()).filter_map(|row| block.cell(row, 0).parse::<u64>().ok()).sum::<u64>();
///     Ok(())
/// })?;
/// assert_eq!(sums.iter().sum::<u64>(), 45);
/// # Ok::<(), IoError>(())
/// ```
pub trait TableSource: fmt::Debug + Send + Sync {
    /// The table's name for messages, such as its path.
    fn name(&self) -> &str;

    /// The names of the columns, from left to right.
    fn columns(&self) -> &[String];

    /// The types of the columns, if the source declares any. The text of each cell must then be
    /// the canonical one of its column's type, or empty for a missing value.
    fn kinds(&self) -> Option<Vec<ColumnType>> {
        None
    }

    /// The table's size for progress: what the [`Block::bytes`] of all blocks add up to, about.
    fn bytes(&self) -> u64;

    /// About how many chunks a pass gives. No more threads than that are started.
    fn chunks(&self) -> u64;

    /// Whether the rows are held in memory. What is made of them may be held there too, and
    /// nothing is written to temporary files.
    fn is_in_memory(&self) -> bool {
        false
    }

    /// What separates the cells instead, if the header suggests that the delimiter is wrong.
    fn suspected_delimiter(&self) -> Option<char> {
        None
    }

    /// Begins a pass over all rows. Passes are independent; several may be under way.
    ///
    /// # Errors
    /// If the table cannot be read, or is not the one that it was.
    fn begin(&self) -> Result<Box<dyn Pass<'_> + '_>, IoError>;

    /// Begins a pass over distinct rows, if the source knows how often each occurs: see
    /// [`Block::count`].
    ///
    /// # Errors
    /// As [`TableSource::begin`].
    fn begin_grouped(&self) -> Option<Result<Box<dyn Pass<'_> + '_>, IoError>> {
        None
    }

    /// What identifies the table. For files it is the digest of their bytes. For all others it is
    /// by default the digest of the CSV file as which [`crate::TableWriter`] would write the
    /// table.
    ///
    /// # Errors
    /// If the table cannot be read.
    fn digest(&self) -> Result<Digest, IoError> {
        digest_as_csv(self.columns(), self.begin()?)
    }
}

/// One pass over the rows of a [`TableSource`].
pub trait Pass<'s>: Send {
    /// The next rows; `None` after the last ones. `spare` is memory for the block, if it is of
    /// use: see [`crate::BlockBuilder`].
    ///
    /// # Errors
    /// If the rows cannot be read. No more are asked for then.
    fn next(&mut self, spare: Spare) -> Result<Option<Box<dyn Chunk + 's>>, IoError>;
}

/// Some consecutive rows of a [`TableSource`], to be parsed on any thread.
pub trait Chunk: Send {
    /// The rows as text.
    ///
    /// # Errors
    /// The first thing that is wrong with the rows.
    fn parse(self: Box<Self>) -> Result<Block, IoError>;
}

/// The digest of the CSV file that a table is written as.
fn digest_as_csv<'s>(
    columns: &[String],
    mut pass: Box<dyn Pass<'s> + 's>,
) -> Result<Digest, IoError> {
    let encoder = Encoder::delimited(b',', columns.len());
    let mut hasher = Hasher::default();
    hasher.add(encoder.header(columns).encoded());
    let mut spare = Spare::default();
    while let Some(chunk) = pass.next(spare)? {
        let block = chunk.parse()?;
        let mut batch = encoder.batch();
        (0..block.rows()).for_each(|row| block.row(row).for_each(|cell| batch.push(cell)));
        hasher.add(batch.encoded());
        encoder.recycle(batch);
        spare = block.recycle();
    }
    Ok(hasher.digest())
}
