//! Writing a table to memory.

use super::{ColumnValues, MemoryTable};
use crate::csv::check_names;
use crate::error::{IoError, Problem};
use crate::sink::{Encoding, TableSink};
use crate::table::{ReadOptions, Table};
use crate::writer::{Batch, OutputColumn};

/// Collects a table that is written into a [`MemoryTable`]. Columns keep the types with which they
/// are written.
///
/// ```
/// use incrowd_io::{OutputColumn, ColumnType, MemorySink, TableWriter, Value};
/// let ages = OutputColumn { kind: ColumnType::Integer, ..OutputColumn::text("age") };
/// let mut writer = TableWriter::new(MemorySink::new("copy"), vec![ages], None)?;
/// let mut batch = writer.encoder().batch();
/// ["31", "", "40"].into_iter().for_each(|cell| batch.push(cell));
/// writer.write(batch)?;
/// let table = writer.finish()?.into_table()?;
/// let ages: Vec<_> = table.values()[0].iter().collect();
/// assert_eq!(ages, [Some(Value::Integer(31)), None, Some(Value::Integer(40))]);
/// # Ok::<(), incrowd_io::IoError>(())
/// ```
#[derive(Debug)]
pub struct MemorySink {
    name: String,
    written: Option<MemoryTable>,
}

impl MemorySink {
    /// A sink for a table that messages call `name`.
    pub fn new(name: impl Into<String>) -> MemorySink {
        MemorySink { name: name.into(), written: None }
    }

    /// The table that was written.
    ///
    /// # Errors
    /// If none was.
    pub fn into_table(self) -> Result<MemoryTable, IoError> {
        self.written.ok_or_else(|| IoError::new(self.name, Problem::Empty))
    }
}

/// A table that is being collected.
#[derive(Debug)]
pub struct Collected {
    columns: Vec<OutputColumn>,
    values: Vec<ColumnValues>,
    rows: u64,
    scratch: Vec<u8>,
}

impl TableSink for MemorySink {
    type Rows = Collected;

    fn name(&self) -> &str {
        &self.name
    }

    fn begin(
        &self,
        columns: Vec<OutputColumn>,
        _delimiter: Option<u8>,
    ) -> Result<(Collected, Encoding), IoError> {
        let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        check_names(&self.name, &names)?;
        let values = columns.iter().map(|column| ColumnValues::of_kind(column.kind)).collect();
        Ok((Collected { columns, values, rows: 0, scratch: Vec::new() }, Encoding::Cells))
    }

    fn write(&self, rows: &mut Collected, batch: &Batch) -> Result<(), IoError> {
        let Collected { columns, values, rows, scratch } = rows;
        let width = columns.len();
        for (index, cell) in batch.cells().enumerate() {
            let (row, place) = (index / width, index % width);
            let column = &columns[place];
            if !values[place].push(cell, column.nullable, scratch) {
                return Err(IoError::new(&self.name, Problem::Unfit(column.kind.to_string()))
                    .at_line(*rows + row as u64 + 2)
                    .in_column(&column.name)
                    .with_value(cell));
            }
        }
        *rows += batch.rows() as u64;
        Ok(())
    }

    fn finish(&mut self, rows: Collected) -> Result<(), IoError> {
        let names = rows.columns.into_iter().map(|column| column.name);
        self.written = Some(MemoryTable::new(self.name.clone(), names.zip(rows.values))?);
        Ok(())
    }

    /// Opens the table that was collected; the options have no effect.
    fn reopen(&self, _options: &ReadOptions) -> Result<Table, IoError> {
        match &self.written {
            Some(table) => Ok(Table::in_memory(table.clone())),
            None => Err(IoError::new(&self.name, Problem::Empty)),
        }
    }
}
