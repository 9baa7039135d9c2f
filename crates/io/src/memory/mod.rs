//! Tables in memory.

mod counted;
mod sink;
mod values;

use std::sync::Arc;

use crate::block::{Block, BlockBuilder, Spare};
use crate::columnar::ColumnType;
use crate::csv::check_names;
use crate::error::{IoError, Problem};
use crate::source::{Chunk, Pass, TableSource};

pub use counted::CountedTable;
pub use sink::MemorySink;
pub use values::{ColumnValues, Value};

/// Rows that are parsed at once, as of Parquet files.
const ROWS: usize = 4096;

/// A table in memory: columns of text or of typed values. A clone shares the rows.
///
/// Typed values have the text that a Parquet file with the same types would give. A missing value
/// is an empty text.
///
/// ```
/// use incrowd_io::{ColumnValues, MemoryTable, Table, Value};
/// let patients = MemoryTable::new("patients", [
///     ("age", [Some(31), None, Some(52)].into()),
///     ("weight", [70.5, 81.0, 64.0].into()),
///     ("seen", ColumnValues::dates([Some(19_782), Some(19_783), None])),
///     ("illness", ["flu", "cold", "flu"].into()),
/// ])?;
/// assert_eq!(patients.rows(), 3);
/// assert_eq!(patients.column("age").and_then(|ages| ages.get(0)), Some(Value::Integer(31)));
///
/// let rows = Table::from(patients).to_rows()?;
/// assert_eq!(rows[0], ["31", "70.5", "2024-02-29", "flu"]);
/// assert_eq!(rows[1], ["", "81.0", "2024-03-01", "cold"]);
/// # Ok::<(), incrowd_io::IoError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MemoryTable {
    name: String,
    columns: Vec<String>,
    values: Arc<[ColumnValues]>,
    rows: usize,
    bytes: u64,
}

impl MemoryTable {
    /// A table of columns, from left to right. The `name` is what messages call the table.
    ///
    /// # Errors
    /// If there are no columns, if they have no names or the same ones, or if they are not equally
    /// long.
    pub fn new<N: Into<String>>(
        name: impl Into<String>,
        columns: impl IntoIterator<Item = (N, ColumnValues)>,
    ) -> Result<MemoryTable, IoError> {
        let name = name.into();
        let columns = columns.into_iter().map(|(name, values)| (name.into(), values));
        let (columns, values): (Vec<String>, Vec<ColumnValues>) = columns.unzip();
        let Some(first) = values.first() else { return Err(IoError::new(name, Problem::Empty)) };
        check_names(&name, &columns)?;
        let rows = first.len();
        if let Some(place) = values.iter().position(|values| values.len() != rows) {
            let problem = Problem::ColumnLength { found: values[place].len(), expected: rows };
            return Err(IoError::new(name, problem).in_column(&columns[place]));
        }
        let header = columns.iter().map(|column| column.len() as u64 + 1).sum::<u64>();
        let bytes = header + values.iter().map(ColumnValues::bytes).sum::<u64>();
        Ok(MemoryTable { name, columns, values: values.into(), rows, bytes })
    }

    /// A table of text, given row by row.
    ///
    /// ```
    /// use incrowd_io::MemoryTable;
    /// let people = MemoryTable::from_rows("people", ["age", "sex"], [["31", "f"], ["40", "m"]])?;
    /// assert_eq!(people.rows(), 2);
    /// let ragged = MemoryTable::from_rows("people", ["age", "sex"], [vec!["31", "f"], vec!["40"]]);
    /// let message = "people, line 3: the row has 1 cell, but the table has 2 columns";
    /// assert_eq!(ragged.unwrap_err().to_string(), message);
    /// # Ok::<(), incrowd_io::IoError>(())
    /// ```
    ///
    /// # Errors
    /// As [`MemoryTable::new`], or if a row does not have one cell per column.
    pub fn from_rows<N: Into<String>, R: IntoIterator<Item: AsRef<str>>>(
        name: impl Into<String>,
        columns: impl IntoIterator<Item = N>,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<MemoryTable, IoError> {
        let name = name.into();
        let columns: Vec<String> = columns.into_iter().map(Into::into).collect();
        let expected = columns.len();
        let mut values = vec![ColumnValues::of_kind(ColumnType::Text); expected];
        for (line, row) in (2..).zip(rows) {
            let mut found = 0;
            for cell in row {
                if let Some(values) = values.get_mut(found) {
                    values.push_text(cell.as_ref());
                }
                found += 1;
            }
            if found != expected && expected > 0 {
                let problem = Problem::Ragged { found, expected };
                return Err(IoError::new(name, problem).at_line(line));
            }
        }
        MemoryTable::new(name, columns.into_iter().zip(values))
    }

    /// The same under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> MemoryTable {
        MemoryTable { name: name.into(), ..self }
    }

    /// The name for messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The names of the columns, from left to right.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The values of the columns, from left to right.
    #[must_use]
    pub fn values(&self) -> &[ColumnValues] {
        &self.values
    }

    /// The values of a column.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&ColumnValues> {
        let place = self.columns.iter().position(|column| column == name)?;
        Some(&self.values[place])
    }

    /// The part of the bytes that the rows before one stand for.
    fn bytes_before(&self, row: usize) -> u64 {
        let share = u128::from(self.bytes) * row as u128;
        share.checked_div(self.rows as u128).map_or(0, |bytes| bytes as u64)
    }
}

impl TableSource for MemoryTable {
    fn name(&self) -> &str {
        &self.name
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Nothing if all columns are text, as of a CSV file.
    fn kinds(&self) -> Option<Vec<ColumnType>> {
        let kinds: Vec<ColumnType> = self.values.iter().map(ColumnValues::kind).collect();
        kinds.iter().any(|&kind| kind != ColumnType::Text).then_some(kinds)
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn chunks(&self) -> u64 {
        (self.rows / ROWS) as u64
    }

    fn is_in_memory(&self) -> bool {
        true
    }

    fn begin(&self) -> Result<Box<dyn Pass<'_> + '_>, IoError> {
        Ok(Box::new(MemoryPass { table: self, row: 0 }))
    }
}

struct MemoryPass<'s> {
    table: &'s MemoryTable,
    /// The next row.
    row: usize,
}

impl<'s> Pass<'s> for MemoryPass<'s> {
    fn next(&mut self, spare: Spare) -> Result<Option<Box<dyn Chunk + 's>>, IoError> {
        let MemoryPass { table, row } = *self;
        let rows = (table.rows - row).min(ROWS);
        self.row += rows;
        Ok((rows > 0).then(|| Box::new(MemoryChunk { table, row, rows, spare }) as _))
    }
}

struct MemoryChunk<'s> {
    table: &'s MemoryTable,
    row: usize,
    rows: usize,
    spare: Spare,
}

impl Chunk for MemoryChunk<'_> {
    fn parse(self: Box<Self>) -> Result<Block, IoError> {
        let MemoryChunk { table, row, rows, spare } = *self;
        let mut block = BlockBuilder::new(table, rows, row as u64, spare);
        for (column, values) in table.values.iter().enumerate() {
            values.put(row..row + rows, column, &mut block)?;
        }
        block.finish(table.bytes_before(row + rows) - table.bytes_before(row))
    }
}
