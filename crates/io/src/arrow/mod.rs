//! Tables from Arrow record batches, and outputs that become some.

mod output;
mod taken;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type,
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Schema, SchemaRef, TimeUnit as Unit};

use crate::block::{Block, BlockBuilder, NoText, Spare};
use crate::columnar::zone::Zone;
use crate::columnar::{ColumnType, TimeUnit, value};
use crate::csv::check_names;
use crate::error::{IoError, Problem};
use crate::source::{Chunk, Pass, TableSource};

pub use output::WrittenArrow;
pub(crate) use output::{ArrowOutput, ArrowRows};

/// Rows that are parsed at once, as of Parquet files.
const ROWS: usize = 4096;

/// A day in milliseconds.
const DAY: i64 = 86_400_000;

/// A table of Arrow record batches, which are not copied. It needs the feature `arrow`.
///
/// Values have the text that a Parquet file with the same types would give; missing ones are empty.
/// Columns may hold booleans, integers, floating point numbers, decimals of up to 128 bits, dates,
/// times, timestamps, texts, bytes that are UTF-8, and dictionaries of these. A timestamp with a time
/// zone shows what the clock of its zone showed, and not its offset.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{Int64Array, RecordBatch, StringArray};
/// use incrowd_io::{ArrowTable, Table};
///
/// let batch = RecordBatch::try_from_iter([
///     ("age", Arc::new(Int64Array::from(vec![Some(31), None])) as _),
///     ("sex", Arc::new(StringArray::from(vec!["f", "m"])) as _),
/// ])?;
/// let table = Table::from(ArrowTable::new("people", vec![batch])?);
/// assert_eq!(table.to_rows()?, [["31", "f"], ["", "m"]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ArrowTable {
    name: String,
    columns: Vec<String>,
    kinds: Vec<ColumnType>,
    batches: Vec<RecordBatch>,
    rows: usize,
    bytes: u64,
}

impl ArrowTable {
    /// A table of batches that have the same schema. The `name` is what messages call the table.
    ///
    /// # Errors
    /// If there are no batches or no columns, if columns have no names or the same ones, if batches
    /// have different columns, or if a column is nested or of a type that has no text.
    pub fn new(name: impl Into<String>, batches: Vec<RecordBatch>) -> Result<ArrowTable, IoError> {
        let name = name.into();
        let Some(first) = batches.first() else { return Err(IoError::new(name, Problem::Empty)) };
        let schema = first.schema();
        let columns: Vec<String> =
            schema.fields().iter().map(|field| field.name().clone()).collect();
        if columns.is_empty() {
            return Err(IoError::new(name, Problem::Empty));
        }
        check_names(&name, &columns)?;
        if batches.iter().any(|batch| !is_alike(&batch.schema(), &schema)) {
            let problem = "its record batches have different columns".to_owned();
            return Err(IoError::new(name, Problem::Options(problem)));
        }
        let mut kinds = Vec::with_capacity(columns.len());
        for field in schema.fields() {
            let kind = column_type(field.data_type());
            kinds.push(
                kind.map_err(|problem| IoError::new(&name, problem).in_column(field.name()))?,
            );
        }
        let rows = batches.iter().map(RecordBatch::num_rows).sum();
        // The memory is shared by other tables, perhaps: cells of eight bytes are a better guess.
        let bytes = 8 * rows as u64 * columns.len() as u64;
        Ok(ArrowTable { name, columns, kinds, batches, rows, bytes })
    }

    /// The record batches.
    #[must_use]
    pub fn batches(&self) -> &[RecordBatch] {
        &self.batches
    }

    /// The schema of the first batch; the others have the same names and types.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.batches[0].schema()
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }
}

impl From<ArrowTable> for crate::Table {
    fn from(table: ArrowTable) -> Self {
        crate::Table::checked(std::sync::Arc::new(table))
    }
}

/// Whether two schemas have the same names and types.
fn is_alike(one: &Schema, other: &Schema) -> bool {
    let columns = |schema: &Schema| -> Vec<(String, DataType)> {
        schema.fields().iter().map(|f| (f.name().clone(), f.data_type().clone())).collect()
    };
    columns(one) == columns(other)
}

/// The type of a column, or why it cannot be read.
fn column_type(kind: &DataType) -> Result<ColumnType, Problem> {
    Ok(match kind {
        DataType::Boolean => ColumnType::Boolean,
        DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::Int64 => ColumnType::Integer,
        DataType::UInt8 | DataType::UInt16 | DataType::UInt32 | DataType::UInt64 => {
            ColumnType::Unsigned
        }
        DataType::Float32 => ColumnType::Float,
        DataType::Float64 => ColumnType::Double,
        DataType::Decimal32(precision, scale)
        | DataType::Decimal64(precision, scale)
        | DataType::Decimal128(precision, scale) => match u8::try_from(*scale) {
            Ok(scale) => ColumnType::Decimal { precision: *precision, scale },
            Err(_) => return Err(no_text(kind)),
        },
        DataType::Date32 | DataType::Date64 => ColumnType::Date,
        DataType::Timestamp(unit, zone) => {
            zone_of(zone.as_deref())?;
            ColumnType::Timestamp(match unit {
                Unit::Second | Unit::Millisecond => TimeUnit::Milliseconds,
                Unit::Microsecond => TimeUnit::Microseconds,
                Unit::Nanosecond => TimeUnit::Nanoseconds,
            })
        }
        DataType::Dictionary(_, values) => return column_type(values),
        DataType::Null
        | DataType::Float16
        | DataType::Time32(_)
        | DataType::Time64(_)
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => ColumnType::Text,
        nested if nested.is_nested() => return Err(Problem::Nested),
        other => return Err(no_text(other)),
    })
}

/// The zone of timestamps, if they have one. One that is not known leaves their days open.
fn zone_of(name: Option<&str>) -> Result<Option<Zone>, Problem> {
    let named = |name: &str| {
        Zone::named(name).ok_or_else(|| {
            let problem = format!(
                "its time zone '{name}' is not known; use a name such as Europe/Berlin, or an offset such as +01:00"
            );
            Problem::NoText(problem)
        })
    };
    name.filter(|name| !name.is_empty()).map(named).transpose()
}

fn no_text(kind: &DataType) -> Problem {
    Problem::NoText(format!("values of type {kind} cannot be read as text"))
}

impl TableSource for ArrowTable {
    fn name(&self) -> &str {
        &self.name
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn kinds(&self) -> Option<Vec<ColumnType>> {
        Some(self.kinds.clone())
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
        Ok(Box::new(ArrowPass { table: self, batch: 0, row: 0, first_row: 0 }))
    }
}

struct ArrowPass<'s> {
    table: &'s ArrowTable,
    /// The batch, and the next row in it.
    batch: usize,
    row: usize,
    /// The next row of the table.
    first_row: u64,
}

impl<'s> Pass<'s> for ArrowPass<'s> {
    fn next(&mut self, spare: Spare) -> Result<Option<Box<dyn Chunk + 's>>, IoError> {
        let table = self.table;
        while let Some(batch) = table.batches.get(self.batch) {
            let rows = (batch.num_rows() - self.row).min(ROWS);
            if rows == 0 {
                (self.batch, self.row) = (self.batch + 1, 0);
                continue;
            }
            let (rows, first_row) = (batch.slice(self.row, rows), self.first_row);
            self.row += rows.num_rows();
            self.first_row += rows.num_rows() as u64;
            return Ok(Some(Box::new(ArrowChunk { table, rows, first_row, spare })));
        }
        Ok(None)
    }
}

struct ArrowChunk<'s> {
    table: &'s ArrowTable,
    rows: RecordBatch,
    first_row: u64,
    spare: Spare,
}

impl Chunk for ArrowChunk<'_> {
    fn parse(self: Box<Self>) -> Result<Block, IoError> {
        let ArrowChunk { table, rows, first_row, spare } = *self;
        let mut block = BlockBuilder::new(table, rows.num_rows(), first_row, spare);
        for (column, values) in rows.columns().iter().enumerate() {
            Cells { column, block: &mut block, places: None }.put(values)?;
        }
        block.finish(8 * rows.num_rows() as u64 * table.columns.len() as u64)
    }
}

/// The cells of a column of a block, to be set.
struct Cells<'c, 's> {
    column: usize,
    block: &'c mut BlockBuilder<'s>,
    /// Per row: the place of its value; the row itself, if there are no places.
    places: Option<Vec<Option<usize>>>,
}

impl Cells<'_, '_> {
    /// Sets the cells to the values of an array.
    fn put(mut self, array: &ArrayRef) -> Result<(), IoError> {
        match array.data_type() {
            DataType::Null => Ok(()),
            DataType::Boolean => {
                let values = array.as_boolean();
                self.each(array, |out, place| {
                    let text: &[u8] = if values.value(place) { b"true" } else { b"false" };
                    out.extend_from_slice(text);
                    Ok(())
                })
            }
            DataType::Int8 => self.numbers::<Int8Type>(array, integer),
            DataType::Int16 => self.numbers::<Int16Type>(array, integer),
            DataType::Int32 => self.numbers::<Int32Type>(array, integer),
            DataType::Int64 => self.numbers::<Int64Type>(array, integer),
            DataType::UInt8 => self.numbers::<UInt8Type>(array, unsigned),
            DataType::UInt16 => self.numbers::<UInt16Type>(array, unsigned),
            DataType::UInt32 => self.numbers::<UInt32Type>(array, unsigned),
            DataType::UInt64 => self.numbers::<UInt64Type>(array, unsigned),
            DataType::Float16 => self.numbers::<Float16Type>(array, |out, value| {
                value::put_float(out, value.to_f32());
                Ok(())
            }),
            DataType::Float32 => self.numbers::<Float32Type>(array, |out, value| {
                value::put_float(out, value);
                Ok(())
            }),
            DataType::Float64 => self.numbers::<Float64Type>(array, |out, value| {
                value::put_double(out, value);
                Ok(())
            }),
            &DataType::Decimal32(_, scale) => {
                self.numbers::<Decimal32Type>(array, |out, value| decimal(out, value, scale))
            }
            &DataType::Decimal64(_, scale) => {
                self.numbers::<Decimal64Type>(array, |out, value| decimal(out, value, scale))
            }
            &DataType::Decimal128(_, scale) => {
                self.numbers::<Decimal128Type>(array, |out, value| decimal(out, value, scale))
            }
            DataType::Date32 => {
                self.numbers::<Date32Type>(array, |out, days| value::put_date(out, days.into()))
            }
            DataType::Date64 => self.numbers::<Date64Type>(array, |out, millis| {
                value::put_date(out, millis.div_euclid(DAY))
            }),
            DataType::Time32(Unit::Second) => {
                self.numbers::<Time32SecondType>(array, |out, seconds| {
                    value::put_time(out, i64::from(seconds) * 1000, TimeUnit::Milliseconds)
                })
            }
            DataType::Time32(_) => self.numbers::<Time32MillisecondType>(array, |out, steps| {
                value::put_time(out, steps.into(), TimeUnit::Milliseconds)
            }),
            DataType::Time64(Unit::Microsecond) => self
                .numbers::<Time64MicrosecondType>(array, |out, steps| {
                    value::put_time(out, steps, TimeUnit::Microseconds)
                }),
            DataType::Time64(_) => self.numbers::<Time64NanosecondType>(array, |out, steps| {
                value::put_time(out, steps, TimeUnit::Nanoseconds)
            }),
            DataType::Timestamp(unit, zone) => {
                // Zones that are not known were refused with the table.
                let zone = zone_of(zone.as_deref()).ok().flatten();
                self.timestamps(array, *unit, zone)
            }
            DataType::Utf8 => {
                let values = array.as_string::<i32>();
                self.bytes(array, |place| values.value(place).as_bytes())
            }
            DataType::LargeUtf8 => {
                let values = array.as_string::<i64>();
                self.bytes(array, |place| values.value(place).as_bytes())
            }
            DataType::Utf8View => {
                let values = array.as_string_view();
                self.bytes(array, |place| values.value(place).as_bytes())
            }
            DataType::Binary => {
                let values = array.as_binary::<i32>();
                self.bytes(array, |place| values.value(place))
            }
            DataType::LargeBinary => {
                let values = array.as_binary::<i64>();
                self.bytes(array, |place| values.value(place))
            }
            DataType::BinaryView => {
                let values = array.as_binary_view();
                self.bytes(array, |place| values.value(place))
            }
            DataType::FixedSizeBinary(_) => {
                let values = array.as_fixed_size_binary();
                self.bytes(array, |place| values.value(place))
            }
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                if dictionary.values().is_empty() {
                    return Ok(());
                }
                let keys = dictionary.normalized_keys();
                let place = |(row, key)| (!dictionary.keys().is_null(row)).then_some(key);
                self.places = Some(keys.into_iter().enumerate().map(place).collect());
                self.put(dictionary.values())
            }
            kind => unreachable!("columns of {kind} are refused"),
        }
    }

    /// Sets every cell that has a value to the text that `put` appends for its place.
    fn each(
        self,
        array: &ArrayRef,
        put: impl Fn(&mut Vec<u8>, usize) -> Result<(), NoText>,
    ) -> Result<(), IoError> {
        let Cells { column, block, places } = self;
        let rows = places.as_ref().map_or(array.len(), Vec::len);
        for row in 0..rows {
            let place = places.as_ref().map_or(Some(row), |places| places[row]);
            if let Some(place) = place.filter(|&place| array.is_valid(place)) {
                block.put(row, column, |out| put(out, place))?;
            }
        }
        Ok(())
    }

    fn numbers<T: ArrowPrimitiveType>(
        self,
        array: &ArrayRef,
        put: impl Fn(&mut Vec<u8>, T::Native) -> Result<(), NoText>,
    ) -> Result<(), IoError> {
        let values = array.as_primitive::<T>().values();
        self.each(array, |out, place| put(out, values[place]))
    }

    /// Moments, by the clock of their zone.
    fn timestamps(self, array: &ArrayRef, unit: Unit, zone: Option<Zone>) -> Result<(), IoError> {
        let put = |out: &mut Vec<u8>, steps: i64, unit: TimeUnit| {
            let shown = zone.map_or(Some(steps), |zone| zone.on_its_clock(steps, unit));
            value::put_timestamp(out, shown.ok_or(NoText)?, unit)
        };
        match unit {
            Unit::Second => self.numbers::<TimestampSecondType>(array, |out, seconds| {
                let steps = seconds.checked_mul(1000).ok_or(NoText)?;
                put(out, steps, TimeUnit::Milliseconds)
            }),
            Unit::Millisecond => self.numbers::<TimestampMillisecondType>(array, |out, steps| {
                put(out, steps, TimeUnit::Milliseconds)
            }),
            Unit::Microsecond => self.numbers::<TimestampMicrosecondType>(array, |out, steps| {
                put(out, steps, TimeUnit::Microseconds)
            }),
            Unit::Nanosecond => self.numbers::<TimestampNanosecondType>(array, |out, steps| {
                put(out, steps, TimeUnit::Nanoseconds)
            }),
        }
    }

    fn bytes<'a>(self, array: &ArrayRef, bytes: impl Fn(usize) -> &'a [u8]) -> Result<(), IoError> {
        self.each(array, |out, place| {
            out.extend_from_slice(bytes(place));
            Ok(())
        })
    }
}

fn integer(out: &mut Vec<u8>, number: impl Into<i64>) -> Result<(), NoText> {
    value::put_integer(out, number.into());
    Ok(())
}

fn unsigned(out: &mut Vec<u8>, number: impl Into<u64>) -> Result<(), NoText> {
    value::put_unsigned(out, number.into());
    Ok(())
}

fn decimal(out: &mut Vec<u8>, number: impl Into<i128>, scale: i8) -> Result<(), NoText> {
    value::put_decimal(out, number.into(), u8::try_from(scale).map_err(|_| NoText)?);
    Ok(())
}
