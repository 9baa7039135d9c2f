//! How a Parquet file declares the types of its columns.

use parquet::basic::{ConvertedType, LogicalType, Repetition, TimeUnit as Unit, Type as Physical};
use parquet::errors::ParquetError;
use parquet::schema::types::{ColumnDescriptor, Type};

use super::types::{ColumnType, TimeUnit};
use super::zone::Zone;

/// How the stored values of a column are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// As they are: numbers as numbers, bytes as text.
    Plain,
    Unsigned,
    Decimal {
        precision: u8,
        scale: u8,
    },
    Date,
    Time(TimeUnit),
    Timestamp(TimeUnit),
    /// Moments in UTC, to be shown by the clock of a zone.
    Zoned(TimeUnit, Zone),
    /// Days and nanoseconds in 96 bits.
    OldTimestamp,
    Uuid,
    Half,
}

impl Meaning {
    /// What the file's annotations say; `Err` with the name of a type that has no text.
    pub(super) fn of(column: &ColumnDescriptor) -> Result<Meaning, String> {
        let decimal = |precision: i32, scale: i32| match (precision, scale) {
            (1..=38, 0..=38) => {
                Ok(Meaning::Decimal { precision: precision as u8, scale: scale as u8 })
            }
            _ => Err(format!("decimals of {precision} digits")),
        };
        match column.logical_type_ref() {
            Some(LogicalType::Decimal(kind)) => return decimal(kind.precision, kind.scale),
            Some(LogicalType::Date) => return Ok(Meaning::Date),
            Some(LogicalType::Time(time)) => return Ok(Meaning::Time(unit(&time.unit))),
            Some(LogicalType::Timestamp(time)) => {
                return Ok(Meaning::Timestamp(unit(&time.unit)));
            }
            Some(LogicalType::Integer(kind)) if !kind.is_signed => return Ok(Meaning::Unsigned),
            Some(LogicalType::Uuid) => return Ok(Meaning::Uuid),
            Some(LogicalType::Float16) => return Ok(Meaning::Half),
            Some(
                kind @ (LogicalType::Bson
                | LogicalType::Variant(_)
                | LogicalType::Geometry(_)
                | LogicalType::Geography(_)),
            ) => return Err(format!("{kind:?} values")),
            _ => {}
        }
        match column.converted_type() {
            ConvertedType::DECIMAL => decimal(column.type_precision(), column.type_scale()),
            ConvertedType::DATE => Ok(Meaning::Date),
            ConvertedType::TIME_MILLIS => Ok(Meaning::Time(TimeUnit::Milliseconds)),
            ConvertedType::TIME_MICROS => Ok(Meaning::Time(TimeUnit::Microseconds)),
            ConvertedType::TIMESTAMP_MILLIS => Ok(Meaning::Timestamp(TimeUnit::Milliseconds)),
            ConvertedType::TIMESTAMP_MICROS => Ok(Meaning::Timestamp(TimeUnit::Microseconds)),
            ConvertedType::UINT_8
            | ConvertedType::UINT_16
            | ConvertedType::UINT_32
            | ConvertedType::UINT_64 => Ok(Meaning::Unsigned),
            kind @ (ConvertedType::INTERVAL | ConvertedType::BSON) => Err(format!("{kind} values")),
            _ if column.physical_type() == Physical::INT96 => Ok(Meaning::OldTimestamp),
            _ => Ok(Meaning::Plain),
        }
    }

    /// The same where the file says in which zone a column's clock stood.
    pub(super) fn in_zone(self, column: &ColumnDescriptor, zone: Option<Zone>) -> Meaning {
        let in_utc = match column.logical_type_ref() {
            Some(LogicalType::Timestamp(time)) => time.is_adjusted_to_u_t_c,
            _ => false,
        };
        match (self, zone) {
            (Meaning::Timestamp(unit), Some(zone)) if in_utc => Meaning::Zoned(unit, zone),
            _ => self,
        }
    }

    /// The type with which to write what was read.
    pub(super) fn column_type(self, physical: Physical) -> ColumnType {
        match (self, physical) {
            (Meaning::Plain, Physical::BOOLEAN) => ColumnType::Boolean,
            (Meaning::Plain, Physical::INT32 | Physical::INT64) => ColumnType::Integer,
            (Meaning::Plain, Physical::FLOAT) => ColumnType::Float,
            (Meaning::Plain, Physical::DOUBLE) => ColumnType::Double,
            (Meaning::Unsigned, _) => ColumnType::Unsigned,
            (Meaning::Decimal { precision, scale }, _) => ColumnType::Decimal { precision, scale },
            (Meaning::Date, _) => ColumnType::Date,
            (Meaning::Timestamp(unit) | Meaning::Zoned(unit, _), _) => ColumnType::Timestamp(unit),
            _ => ColumnType::Text,
        }
    }
}

fn unit(unit: &Unit) -> TimeUnit {
    match unit {
        Unit::MILLIS => TimeUnit::Milliseconds,
        Unit::MICROS => TimeUnit::Microseconds,
        Unit::NANOS => TimeUnit::Nanoseconds,
    }
}

/// Bytes of a decimal that 64 bits cannot hold.
pub(super) const WIDE_DECIMAL: usize = 16;

/// The most digits that 64 bits can hold.
pub(super) const NARROW_DIGITS: u8 = 18;

impl ColumnType {
    /// How a file declares a column of this type.
    pub(super) fn declare(self, name: &str, nullable: bool) -> Result<Type, ParquetError> {
        let (physical, logical) = match self {
            ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnType::Boolean => (Physical::BOOLEAN, None),
            ColumnType::Integer => (Physical::INT64, None),
            ColumnType::Unsigned => (Physical::INT64, Some(LogicalType::integer(64, false))),
            ColumnType::Float => (Physical::FLOAT, None),
            ColumnType::Double => (Physical::DOUBLE, None),
            ColumnType::Decimal { precision, scale } => {
                let physical = if precision <= NARROW_DIGITS {
                    Physical::INT64
                } else {
                    Physical::FIXED_LEN_BYTE_ARRAY
                };
                (physical, Some(LogicalType::decimal(scale.into(), precision.into())))
            }
            ColumnType::Date => (Physical::INT32, Some(LogicalType::Date)),
            ColumnType::Timestamp(unit) => {
                let unit = match unit {
                    TimeUnit::Milliseconds => Unit::MILLIS,
                    TimeUnit::Microseconds => Unit::MICROS,
                    TimeUnit::Nanoseconds => Unit::NANOS,
                };
                (Physical::INT64, Some(LogicalType::timestamp(false, unit)))
            }
        };
        let repetition = if nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let mut builder = Type::primitive_type_builder(name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical);
        if let ColumnType::Decimal { precision, scale } = self {
            builder = builder.with_precision(precision.into()).with_scale(scale.into());
        }
        if physical == Physical::FIXED_LEN_BYTE_ARRAY {
            builder = builder.with_length(WIDE_DECIMAL as i32);
        }
        builder.build()
    }
}
