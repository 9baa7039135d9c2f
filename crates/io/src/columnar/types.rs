//! The types that a column can have in a Parquet file, in memory or in Arrow.

use std::fmt;

/// The type with which a file stores a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnType {
    /// Any text.
    #[default]
    Text,
    /// `true` or `false`.
    Boolean,
    /// Whole numbers of 64 bits.
    Integer,
    /// Whole numbers of 64 bits that are not negative.
    Unsigned,
    /// Floating point numbers of 32 bits.
    Float,
    /// Floating point numbers of 64 bits.
    Double,
    /// Decimal numbers that all have `scale` digits behind the point.
    Decimal {
        /// The most digits, 1 to 38.
        precision: u8,
        /// Digits behind the point.
        scale: u8,
    },
    /// Days, `YYYY-MM-DD`.
    Date,
    /// Moments, `YYYY-MM-DDTHH:MM:SS` and a fraction without trailing zeros.
    Timestamp(TimeUnit),
}

/// The smallest step of a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// A thousandth of a second.
    Milliseconds,
    /// A millionth of a second.
    Microseconds,
    /// A billionth of a second.
    Nanoseconds,
}

impl TimeUnit {
    pub(crate) fn per_second(self) -> i64 {
        match self {
            TimeUnit::Milliseconds => 1_000,
            TimeUnit::Microseconds => 1_000_000,
            TimeUnit::Nanoseconds => 1_000_000_000,
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnType::Text => f.write_str("text"),
            ColumnType::Boolean => f.write_str("boolean (`true` or `false`)"),
            ColumnType::Integer => f.write_str("integer of 64 bits"),
            ColumnType::Unsigned => f.write_str("unsigned integer of 64 bits"),
            ColumnType::Float => f.write_str("float of 32 bits"),
            ColumnType::Double => f.write_str("float of 64 bits"),
            ColumnType::Decimal { precision, scale } => {
                write!(f, "decimal of {precision} digits, {scale} of them behind the point")
            }
            ColumnType::Date => f.write_str("date (`YYYY-MM-DD`)"),
            ColumnType::Timestamp(_) => f.write_str("timestamp (`YYYY-MM-DDTHH:MM:SS`)"),
        }
    }
}
