//! Second opinions: naive readers of everything that incrowd reads from outside, written from the
//! interface's page alone. The fuzz targets compare them with the real readers, so a target fails
//! not only when a reader panics but when it understands a text wrongly.
//!
//! They go byte by byte or line by line and hold everything in memory: slow, but easy to believe.

#![forbid(unsafe_code)]

pub mod chains;
pub mod csv;
pub mod number;
pub mod value;
