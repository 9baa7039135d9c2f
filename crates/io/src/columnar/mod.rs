//! Parquet: columns with types, stored in groups of rows.
//!
//! Everything is text to the rest of the program, so each type has one canonical way to be
//! written as text ([`value`]), and a column is written with a type only if that reads back to
//! the same text.

#[cfg(feature = "parquet")]
pub(crate) mod arrow_schema;
#[cfg(feature = "parquet")]
mod meaning;
#[cfg(feature = "parquet")]
mod read;
#[cfg(feature = "parquet")]
mod table;
mod types;
#[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "some types are Parquet's only"))]
pub(crate) mod value;
#[cfg(feature = "parquet")]
mod write;
#[cfg(any(feature = "arrow", feature = "parquet"))]
pub(crate) mod zone;

#[cfg(feature = "parquet")]
pub(crate) use table::ParquetTable;
pub use types::{ColumnType, TimeUnit};
#[cfg(feature = "parquet")]
pub(crate) use write::ParquetWriter;

#[cfg(feature = "parquet")]
use crate::error::{IoError, Problem};

/// Parquet's own words for what is wrong with a file, without their prefix.
#[cfg(feature = "parquet")]
fn damaged(file: &str, error: impl ToString) -> IoError {
    let text = error.to_string();
    let reason = text.split_once(": ").map_or(text.as_str(), |(_, reason)| reason);
    IoError::new(file, Problem::Parquet(reason.to_owned()))
}
