//! Delimited text: CSV, TSV and their relatives.
//!
//! A reading goes in two steps. The [`Cutter`] takes bytes off the file and cuts them between two
//! records; that must happen in order, but is little work. What it cuts off, a [`TextChunk`], is
//! parsed into a block by whichever thread has it.

mod chunk;
mod cutter;
mod dialect;
mod header;
mod marks;
mod table;

pub(crate) use chunk::{Shape, TextChunk};
pub(crate) use cutter::{Cutter, Start};
pub(crate) use dialect::{Dialect, QUOTE};
pub(crate) use header::{check_names, read_header};
pub(crate) use table::DelimitedTable;
