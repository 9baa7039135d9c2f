//! Parquet: columns with types, stored in groups of rows.
//!
//! Everything is text to the rest of the program, so each type has one canonical way to be
//! written as text ([`value`]), and a column is written with a type only if that reads back to
//! the same text.

mod read;
mod table;
mod types;
pub(crate) mod value;
mod write;

pub(crate) use table::ParquetTable;
pub use types::{ColumnType, TimeUnit};
pub(crate) use write::Writer;

use crate::error::{IoError, Problem};

/// Parquet's own words for what is wrong with a file, without their prefix.
fn damaged(file: &str, error: impl ToString) -> IoError {
    let text = error.to_string();
    let reason = text.split_once(": ").map_or(text.as_str(), |(_, reason)| reason);
    IoError::new(file, Problem::Parquet(reason.to_owned()))
}
