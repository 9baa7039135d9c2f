//! Writing Parquet, group by group.

use std::fs::File;
use std::io;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType,
    Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::meaning::{NARROW_DIGITS, WIDE_DECIMAL};
use super::types::ColumnType;
use super::value;
use crate::error::{IoError, Problem};
use crate::writer::OutputColumn;

/// Rows of a group. Readers skip and share work by groups, and a group must fit in memory.
const GROUP_ROWS: usize = 128 * 1024;

/// Text that ends a group early, so that long values do not fill memory.
const GROUP_BYTES: usize = 64 << 20;

/// Writes rows of text as typed columns.
pub(crate) struct ParquetWriter {
    file: SerializedFileWriter<File>,
    name: String,
    columns: Vec<OutputColumn>,
    /// The cells of the current group, column by column.
    pending: Vec<Cells>,
    /// Rows in groups before the current one.
    row: u64,
}

/// The cells of one column.
#[derive(Default)]
struct Cells {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Cells {
    fn push(&mut self, cell: &[u8]) {
        self.text.extend_from_slice(cell);
        self.ends.push(self.text.len());
    }

    fn spans(&self) -> impl Iterator<Item = (usize, usize)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(self.ends.iter().copied())
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }
}

impl ParquetWriter {
    pub(crate) fn new(
        file: File,
        name: &str,
        columns: Vec<OutputColumn>,
    ) -> Result<ParquetWriter, IoError> {
        let start = || {
            let fields: Result<Vec<_>, ParquetError> = columns
                .iter()
                .map(|column| column.kind.declare(&column.name, column.nullable).map(Arc::new))
                .collect();
            let schema = Type::group_type_builder("table").with_fields(fields?).build()?;
            let properties = WriterProperties::builder()
                .set_compression(Compression::SNAPPY)
                .set_created_by("incrowd".to_owned())
                .build();
            SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))
        };
        let file = start().map_err(|error| failed(name, error))?;
        let pending = columns.iter().map(|_| Cells::default()).collect();
        Ok(ParquetWriter { file, name: name.to_owned(), columns, pending, row: 0 })
    }

    /// Adds rows, given as all their cells from left to right and row by row.
    pub(crate) fn write<'c>(
        &mut self,
        cells: impl Iterator<Item = &'c str>,
    ) -> Result<(), IoError> {
        let width = self.columns.len();
        for (index, cell) in cells.enumerate() {
            self.pending[index % width].push(cell.as_bytes());
            if index % width + 1 == width && self.is_full() {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.pending[0].ends.len() >= GROUP_ROWS
            || self.pending.iter().map(|cells| cells.text.len()).sum::<usize>() >= GROUP_BYTES
    }

    fn flush(&mut self) -> Result<(), IoError> {
        let rows = self.pending[0].ends.len();
        if rows == 0 {
            return Ok(());
        }
        let name = &self.name;
        let failed = |error| failed(name, error);
        let mut group = self.file.next_row_group().map_err(failed)?;
        for (column, cells) in self.columns.iter().zip(&mut self.pending) {
            let Some(mut writer) = group.next_column().map_err(failed)? else {
                return Err(failed(ParquetError::General("a column is missing".into())));
            };
            match write_column(&mut writer, column, cells) {
                Ok(()) => {}
                Err(ColumnError::Parquet(error)) => return Err(failed(error)),
                Err(ColumnError::Unfit(row)) => {
                    let (start, end) = cells.spans().nth(row).unwrap_or_default();
                    let value = String::from_utf8_lossy(&cells.text[start..end]).into_owned();
                    return Err(IoError::new(name, Problem::Unfit(column.kind.to_string()))
                        .at_line(self.row + row as u64 + 2)
                        .in_column(&column.name)
                        .with_value(value));
                }
            }
            writer.close().map_err(failed)?;
            cells.clear();
        }
        group.close().map_err(failed)?;
        self.row += rows as u64;
        Ok(())
    }

    /// Writes what is left, and the description at the end of the file.
    pub(crate) fn finish(mut self) -> Result<(), IoError> {
        self.flush()?;
        self.file.close().map(drop).map_err(|error| failed(&self.name, error))
    }
}

fn failed(name: &str, error: ParquetError) -> IoError {
    let error = match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    };
    IoError::writing(name, error)
}

/// Why a column cannot be written.
enum ColumnError {
    /// The type of the column cannot hold the text of this row.
    Unfit(usize),
    /// Parquet's writer failed.
    Parquet(ParquetError),
}

impl From<ParquetError> for ColumnError {
    fn from(error: ParquetError) -> Self {
        ColumnError::Parquet(error)
    }
}

/// Writes one column of a group.
fn write_column(
    writer: &mut SerializedColumnWriter,
    column: &OutputColumn,
    cells: &mut Cells,
) -> Result<(), ColumnError> {
    let nullable = column.nullable;
    match column.kind {
        ColumnType::Text => Ok(write_text(writer, nullable, cells)?),
        ColumnType::Boolean => typed::<BoolType>(writer, nullable, cells, value::read_boolean),
        ColumnType::Integer => typed::<Int64Type>(writer, nullable, cells, value::read_integer),
        ColumnType::Unsigned => typed::<Int64Type>(writer, nullable, cells, |text, out| {
            value::read_unsigned(text, out).map(u64::cast_signed)
        }),
        ColumnType::Float => typed::<FloatType>(writer, nullable, cells, value::read_float),
        ColumnType::Double => typed::<DoubleType>(writer, nullable, cells, value::read_double),
        ColumnType::Decimal { precision, scale } if precision <= NARROW_DIGITS => {
            typed::<Int64Type>(writer, nullable, cells, |text, out| {
                let number = value::read_decimal(text, precision, scale, out)?;
                i64::try_from(number).ok()
            })
        }
        ColumnType::Decimal { precision, scale } => {
            typed::<FixedLenByteArrayType>(writer, nullable, cells, |text, out| {
                let number = value::read_decimal(text, precision, scale, out)?;
                let bytes: [u8; WIDE_DECIMAL] = number.to_be_bytes();
                Some(ByteArray::from(bytes.to_vec()).into())
            })
        }
        ColumnType::Date => typed::<Int32Type>(writer, nullable, cells, value::read_date),
        ColumnType::Timestamp(unit) => typed::<Int64Type>(writer, nullable, cells, |text, out| {
            value::read_timestamp(text, unit, out)
        }),
    }
}

/// Writes a typed column. `read` returns a cell's value and appends the text that will be read
/// from it; the cell fits only if that is the text it has.
fn typed<T: DataType>(
    writer: &mut SerializedColumnWriter,
    nullable: bool,
    cells: &Cells,
    read: impl Fn(&str, &mut Vec<u8>) -> Option<T::T>,
) -> Result<(), ColumnError> {
    let mut values = Vec::with_capacity(cells.ends.len());
    let mut levels = Vec::with_capacity(cells.ends.len());
    let mut again = Vec::new();
    for (row, (start, end)) in cells.spans().enumerate() {
        let cell = &cells.text[start..end];
        levels.push(i16::from(!cell.is_empty()));
        if cell.is_empty() && nullable {
            continue;
        }
        again.clear();
        let value = str::from_utf8(cell).ok().and_then(|text| read(text, &mut again));
        match value.filter(|_| again == cell) {
            Some(value) => values.push(value),
            None => return Err(ColumnError::Unfit(row)),
        }
    }
    let levels = nullable.then_some(levels.as_slice());
    writer.typed::<T>().write_batch(&values, levels, None)?;
    Ok(())
}

/// Writes a column of text; its values share the memory of the cells.
fn write_text(
    writer: &mut SerializedColumnWriter,
    nullable: bool,
    cells: &mut Cells,
) -> Result<(), ParquetError> {
    let text = ByteArray::from(std::mem::take(&mut cells.text));
    let present = |&(start, end): &(usize, usize)| start < end || !nullable;
    let values: Vec<ByteArray> =
        cells.spans().filter(present).map(|(start, end)| text.slice(start, end - start)).collect();
    let levels: Vec<i16> = cells.spans().map(|(start, end)| i16::from(start < end)).collect();
    let levels = nullable.then_some(levels.as_slice());
    writer.typed::<ByteArrayType>().write_batch(&values, levels, None)?;
    Ok(())
}
