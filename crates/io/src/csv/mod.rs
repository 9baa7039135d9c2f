//! Delimited text: CSV, TSV and their relatives.
//!
//! Reading has two steps. The [`Cutter`] reads bytes and cuts them between two records; this must
//! happen in order, but is little work. The resulting [`TextChunk`] is parsed into a block by the
//! thread that took it.

mod chunk;
mod cutter;
mod dialect;
mod header;
mod marks;
mod table;

pub(crate) use chunk::{ChunkShape, TextChunk};
pub(crate) use cutter::{Cutter, Start};
pub(crate) use dialect::{Dialect, QUOTE};
pub(crate) use header::{check_names, read_header};
pub(crate) use table::DelimitedTable;
