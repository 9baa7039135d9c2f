//! Reading Parquet, some rows at a time.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parquet::basic::{Repetition, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType, FixedLenByteArray, Int96};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::arrow_schema::{self, ARROW_SCHEMA};
use super::damaged;
use super::meaning::Meaning;
use super::types::{ColumnType, TimeUnit};
use super::value;
use crate::block::{Block, BlockBuilder, NoText, Spare};
use crate::csv::check_names;
use crate::error::{IoError, Problem};
use crate::file::FileBytes;
use crate::source::TableSource;

/// Rows that are read at once.
const BATCH: u64 = 4096;

/// The columns of a Parquet file.
#[derive(Debug)]
pub(crate) struct Schema {
    columns: Vec<ParquetColumn>,
    rows: u64,
}

#[derive(Debug)]
struct ParquetColumn {
    name: String,
    meaning: Meaning,
    physical: Physical,
}

impl Schema {
    /// Reads the file's own description; `names` take the place of its names.
    pub(crate) fn read(source: &FileBytes, names: Option<&[String]>) -> Result<Schema, IoError> {
        let file = open(source)?;
        let metadata = file.metadata().file_metadata();
        let nested = |field: &&parquet::schema::types::TypePtr| {
            !field.is_primitive() || field.get_basic_info().repetition() == Repetition::REPEATED
        };
        let fields = metadata.schema_descr().root_schema().get_fields();
        if let Some(field) = fields.iter().find(nested) {
            return Err(IoError::new(&source.name, Problem::Nested).in_column(field.name()));
        }
        if fields.is_empty() {
            return Err(damaged(&source.name, "it has no columns"));
        }
        let kept = metadata.key_value_metadata().into_iter().flatten();
        let schema =
            kept.filter(|entry| entry.key == ARROW_SCHEMA).find_map(|entry| entry.value.as_ref());
        let zones = schema.map(|schema| arrow_schema::zones(schema)).unwrap_or_default();
        let columns: Result<Vec<ParquetColumn>, IoError> = metadata
            .schema_descr()
            .columns()
            .iter()
            .map(|column| {
                let meaning = Meaning::of(column).map_err(|kind| {
                    let problem = Problem::NoText(format!("{kind} cannot be read as text"));
                    IoError::new(&source.name, problem).in_column(column.name())
                })?;
                Ok(ParquetColumn {
                    name: column.name().to_owned(),
                    meaning: meaning.in_zone(column, zones.get(column.name()).copied()),
                    physical: column.physical_type(),
                })
            })
            .collect();
        let rows = u64::try_from(metadata.num_rows()).unwrap_or(0);
        let mut schema = Schema { columns: columns?, rows };
        schema.rename(source, names)?;
        Ok(schema)
    }

    fn rename(&mut self, source: &FileBytes, names: Option<&[String]>) -> Result<(), IoError> {
        if let Some(names) = names {
            if names.len() != self.columns.len() {
                let problem = Problem::NameCount { found: self.columns.len(), given: names.len() };
                return Err(IoError::new(&source.name, problem));
            }
            for (column, name) in self.columns.iter_mut().zip(names) {
                column.name.clone_from(name);
            }
        }
        check_names(&source.name, &self.names())
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    pub(crate) fn types(&self) -> Vec<ColumnType> {
        self.columns.iter().map(|column| column.meaning.column_type(column.physical)).collect()
    }

    pub(crate) fn batches(&self) -> u64 {
        self.rows / BATCH
    }
}

fn open(source: &FileBytes) -> Result<SerializedFileReader<File>, IoError> {
    let file = source.file()?;
    guarded(|| SerializedFileReader::new(file)).map_err(|error| damaged(&source.name, error))
}

/// Parquet's reader trusts the lengths in a file in places; damaged ones can make it panic.
fn guarded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(ParquetError::General("its data are damaged".into())))
}

/// One reading of a file.
pub(crate) struct ParquetReader {
    file: SerializedFileReader<File>,
    name: String,
    bytes: u64,
    rows: u64,
    /// The next group of rows.
    group: usize,
    /// The columns of the current group.
    columns: Vec<ColumnReader>,
    /// Rows that the current group still has.
    left: u64,
    /// Rows read so far.
    row: u64,
}

impl ParquetReader {
    pub(crate) fn open(source: &FileBytes, schema: &Schema) -> Result<ParquetReader, IoError> {
        Ok(ParquetReader {
            file: open(source)?,
            name: source.name.clone(),
            bytes: source.bytes,
            rows: schema.rows,
            group: 0,
            columns: Vec::new(),
            left: 0,
            row: 0,
        })
    }

    /// The next rows; `None` at the end of the file.
    pub(crate) fn next(&mut self, spare: Spare) -> Result<Option<StoredRows>, IoError> {
        while self.left == 0 {
            if self.group == self.file.num_row_groups() {
                return Ok(None);
            }
            guarded(|| self.next_group()).map_err(|error| damaged(&self.name, error))?;
        }
        let rows = self.left.min(BATCH);
        let columns: Result<Vec<Values>, ParquetError> =
            self.columns.iter_mut().map(|column| guarded(|| read(column, rows as usize))).collect();
        let columns = columns.map_err(|error| damaged(&self.name, error))?;
        let told = self.told();
        let row = self.row;
        self.row += rows;
        self.left -= rows;
        let bytes = self.told() - told;
        Ok(Some(StoredRows { columns, rows: rows as usize, row, bytes, spare }))
    }

    fn next_group(&mut self) -> Result<(), ParquetError> {
        let group = self.file.get_row_group(self.group)?;
        self.left = u64::try_from(group.metadata().num_rows()).unwrap_or(0);
        self.columns = (0..group.num_columns())
            .map(|column| group.get_column_reader(column))
            .collect::<Result<_, _>>()?;
        self.group += 1;
        Ok(())
    }

    /// The share of the file that the rows so far stand for.
    fn told(&self) -> u64 {
        let share = u128::from(self.bytes) * u128::from(self.row.min(self.rows));
        share.checked_div(self.rows.into()).map_or(0, |bytes| bytes as u64)
    }
}

/// Some rows of a column: the values that are there, and for each row whether it has one.
struct Values {
    data: Data,
    /// Empty if every row has a value.
    present: Vec<i16>,
}

enum Data {
    Boolean(Vec<bool>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Int96(Vec<Int96>),
    Float(Vec<f32>),
    Double(Vec<f64>),
    Bytes(Vec<ByteArray>),
    Fixed(Vec<FixedLenByteArray>),
}

fn read(column: &mut ColumnReader, rows: usize) -> Result<Values, ParquetError> {
    let mut present = Vec::new();
    let levels = &mut present;
    let data = match column {
        ColumnReader::BoolColumnReader(reader) => Data::Boolean(values(reader, rows, levels)?),
        ColumnReader::Int32ColumnReader(reader) => Data::Int32(values(reader, rows, levels)?),
        ColumnReader::Int64ColumnReader(reader) => Data::Int64(values(reader, rows, levels)?),
        ColumnReader::Int96ColumnReader(reader) => Data::Int96(values(reader, rows, levels)?),
        ColumnReader::FloatColumnReader(reader) => Data::Float(values(reader, rows, levels)?),
        ColumnReader::DoubleColumnReader(reader) => Data::Double(values(reader, rows, levels)?),
        ColumnReader::ByteArrayColumnReader(reader) => Data::Bytes(values(reader, rows, levels)?),
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            Data::Fixed(values(reader, rows, levels)?)
        }
    };
    Ok(Values { data, present })
}

fn values<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
    present: &mut Vec<i16>,
) -> Result<Vec<T::T>, ParquetError> {
    let mut values = Vec::with_capacity(rows);
    let (records, found, _) = reader.read_records(rows, Some(present), None, &mut values)?;
    let there = if present.is_empty() { rows } else { present.iter().filter(|&&p| p > 0).count() };
    if records != rows || found != values.len() || found != there {
        return Err(ParquetError::General("a column has fewer values than rows".into()));
    }
    Ok(values)
}

/// Rows as they were stored, to become text.
pub(crate) struct StoredRows {
    columns: Vec<Values>,
    rows: usize,
    /// Rows of the table before it.
    row: u64,
    /// Bytes on disk that it stands for.
    bytes: u64,
    spare: Spare,
}

impl StoredRows {
    pub(super) fn parse(self, schema: &Schema, table: &dyn TableSource) -> Result<Block, IoError> {
        let StoredRows { columns, rows, row, bytes, spare } = self;
        let mut block = BlockBuilder::new(table, rows, row, spare);
        for (place, (values, column)) in columns.iter().zip(&schema.columns).enumerate() {
            let mut stored = 0;
            for row in 0..rows {
                if values.present.get(row) == Some(&0) {
                    continue;
                }
                block.put(row, place, |out| values.data.put(stored, column.meaning, out))?;
                stored += 1;
            }
        }
        block.finish(bytes)
    }
}

impl Data {
    /// Appends the text of the value at `index`.
    #[inline]
    fn put(&self, index: usize, meaning: Meaning, out: &mut Vec<u8>) -> Result<(), NoText> {
        match self {
            Data::Boolean(values) => {
                out.extend_from_slice(if values[index] { b"true" } else { b"false" });
            }
            Data::Int32(values) => return put_int32(values[index], meaning, out),
            Data::Int64(values) => return put_int64(values[index], meaning, out),
            Data::Int96(values) => {
                let [low, high, day] = *values[index].data() else { return Err(NoText) };
                let nanos = i64::try_from(u64::from(high) << 32 | u64::from(low));
                // Days are counted from the year -4712.
                value::put_date(out, i64::from(day) - 2_440_588)?;
                out.push(b'T');
                value::put_time(out, nanos.map_err(|_| NoText)?, TimeUnit::Nanoseconds)?;
            }
            Data::Float(values) => value::put_float(out, values[index]),
            Data::Double(values) => value::put_double(out, values[index]),
            Data::Bytes(values) => return put_bytes(values[index].data(), meaning, out),
            Data::Fixed(values) => return put_bytes(values[index].data(), meaning, out),
        }
        Ok(())
    }
}

fn put_int32(number: i32, meaning: Meaning, out: &mut Vec<u8>) -> Result<(), NoText> {
    match meaning {
        // 32 bits without a sign, not the same number in 64.
        Meaning::Unsigned => {
            value::put_unsigned(out, number.cast_unsigned().into());
            Ok(())
        }
        _ => put_int64(number.into(), meaning, out),
    }
}

fn put_int64(number: i64, meaning: Meaning, out: &mut Vec<u8>) -> Result<(), NoText> {
    match meaning {
        Meaning::Unsigned => value::put_unsigned(out, number.cast_unsigned()),
        Meaning::Decimal { scale, .. } => value::put_decimal(out, number.into(), scale),
        Meaning::Date => value::put_date(out, number)?,
        Meaning::Time(unit) => value::put_time(out, number, unit)?,
        Meaning::Timestamp(unit) => value::put_timestamp(out, number, unit)?,
        Meaning::Zoned(unit, zone) => {
            let shown = zone.on_its_clock(number, unit).ok_or(NoText)?;
            value::put_timestamp(out, shown, unit)?;
        }
        _ => value::put_integer(out, number),
    }
    Ok(())
}

fn put_bytes(bytes: &[u8], meaning: Meaning, out: &mut Vec<u8>) -> Result<(), NoText> {
    match (meaning, bytes) {
        (Meaning::Decimal { scale, .. }, _) => {
            let number = value::from_big_endian(bytes).ok_or(NoText)?;
            value::put_decimal(out, number, scale);
        }
        (Meaning::Half, &[low, high]) => {
            let bits = u16::from_le_bytes([low, high]);
            value::put_float(out, half(bits));
        }
        (Meaning::Uuid, _) => {
            for (place, byte) in bytes.iter().enumerate() {
                if matches!(place, 4 | 6 | 8 | 10) {
                    out.push(b'-');
                }
                let digit = |nibble: u8| b"0123456789abcdef"[usize::from(nibble)];
                out.extend([digit(byte >> 4), digit(byte & 15)]);
            }
        }
        _ => out.extend_from_slice(bytes),
    }
    Ok(())
}

/// A floating point number of 16 bits.
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f32::from(bits & 0x3ff) / 1024.0;
    sign * match exponent {
        0 => fraction * 2_f32.powi(-14),
        31 if fraction > 0.0 => f32::NAN,
        31 => f32::INFINITY,
        _ => (1.0 + fraction) * 2_f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_widened() {
        for (bits, number) in [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65_504.0),
            (0x0001, 5.960_464_5e-8),
            (0x7c00, f32::INFINITY),
        ] {
            assert_eq!(half(bits), number, "{bits:x}");
        }
        assert!(half(0x7e00).is_nan());
    }
}
