//! A delimited file as a table.

use super::{ChunkShape, Cutter, Dialect, Start, TextChunk, read_header};
use crate::block::{Block, Spare};
use crate::digest::Digest;
use crate::error::{IoError, Problem};
use crate::file::FileBytes;
use crate::source::{Chunk, Pass, TableSource};
use crate::table::ReadOptions;

/// A delimited file whose header was read.
#[derive(Debug)]
pub(crate) struct DelimitedTable {
    file: FileBytes,
    columns: Vec<String>,
    dialect: Dialect,
    start: Start,
    block_size: usize,
}

impl DelimitedTable {
    pub(crate) fn open(
        mut file: FileBytes,
        delimiter: u8,
        options: &ReadOptions,
        block_size: usize,
    ) -> Result<DelimitedTable, IoError> {
        let delimiter = options.delimiter.unwrap_or(delimiter);
        let dialect = Dialect { delimiter, comment: options.comment, trim: options.trim };
        dialect.check().map_err(|reason| IoError::new(&file.name, Problem::Options(reason)))?;
        file.recognise(options.encoding)?;
        let header = read_header(&file, dialect, options, block_size)
            .map_err(|error| error.likely_in(|| file.likely_encoding()))?;
        Ok(DelimitedTable { file, columns: header.names, dialect, start: header.start, block_size })
    }
}

impl TableSource for DelimitedTable {
    fn name(&self) -> &str {
        &self.file.name
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn bytes(&self) -> u64 {
        self.file.bytes
    }

    fn chunks(&self) -> u64 {
        self.file.unpacked_estimate() / self.block_size as u64
    }

    fn suspected_delimiter(&self) -> Option<char> {
        match self.columns.as_slice() {
            [only] => only.chars().find(|c| [';', '\t', '|', ','].contains(c)),
            _ => None,
        }
    }

    fn begin(&self) -> Result<Box<dyn Pass<'_> + '_>, IoError> {
        let DelimitedTable { file, columns, dialect, start, block_size } = self;
        let cutter = Cutter::open(file, *dialect, columns.len(), *start, *block_size)?;
        Ok(Box::new(DelimitedPass { table: self, cutter }))
    }

    fn digest(&self) -> Result<Digest, IoError> {
        self.file.digest()
    }
}

struct DelimitedPass<'s> {
    table: &'s DelimitedTable,
    cutter: Cutter,
}

impl<'s> Pass<'s> for DelimitedPass<'s> {
    fn next(&mut self, spare: Spare) -> Result<Option<Box<dyn Chunk + 's>>, IoError> {
        let table = self.table;
        let chunk = self.cutter.next(spare)?;
        Ok(chunk.map(|chunk| Box::new(DelimitedChunk { table, chunk }) as _))
    }
}

struct DelimitedChunk<'s> {
    table: &'s DelimitedTable,
    chunk: TextChunk,
}

impl Chunk for DelimitedChunk<'_> {
    fn parse(self: Box<Self>) -> Result<Block, IoError> {
        let DelimitedChunk { table, chunk } = *self;
        let shape =
            ChunkShape { dialect: table.dialect, columns: &table.columns, file: &table.file.name };
        chunk.parse(shape).map_err(|error| {
            let error = error.likely_in(|| table.file.likely_encoding());
            match table.suspected_delimiter() {
                Some(delimiter) => error.suspecting(delimiter),
                None => error,
            }
        })
    }
}
