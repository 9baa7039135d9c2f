//! A Parquet file as a table.

use super::read::{ParquetReader, Schema, StoredRows};
use super::types::ColumnType;
use crate::block::{Block, Spare};
use crate::digest::Digest;
use crate::error::IoError;
use crate::file::FileBytes;
use crate::source::{Chunk, Pass, TableSource};

/// A Parquet file whose schema was read.
#[derive(Debug)]
pub(crate) struct ParquetTable {
    file: FileBytes,
    columns: Vec<String>,
    schema: Schema,
}

impl ParquetTable {
    /// `names` take the place of the file's own.
    pub(crate) fn open(file: FileBytes, names: Option<&[String]>) -> Result<ParquetTable, IoError> {
        let schema = Schema::read(&file, names)?;
        Ok(ParquetTable { columns: schema.names(), file, schema })
    }
}

impl TableSource for ParquetTable {
    fn name(&self) -> &str {
        &self.file.name
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn kinds(&self) -> Option<Vec<ColumnType>> {
        Some(self.schema.types())
    }

    fn bytes(&self) -> u64 {
        self.file.bytes
    }

    fn chunks(&self) -> u64 {
        self.schema.batches()
    }

    fn begin(&self) -> Result<Box<dyn Pass<'_> + '_>, IoError> {
        let reader = ParquetReader::open(&self.file, &self.schema)?;
        Ok(Box::new(ParquetPass { table: self, reader }))
    }

    fn digest(&self) -> Result<Digest, IoError> {
        self.file.digest()
    }
}

struct ParquetPass<'s> {
    table: &'s ParquetTable,
    reader: ParquetReader,
}

impl<'s> Pass<'s> for ParquetPass<'s> {
    fn next(&mut self, spare: Spare) -> Result<Option<Box<dyn Chunk + 's>>, IoError> {
        let table = self.table;
        let batch = self.reader.next(spare)?;
        Ok(batch.map(|batch| Box::new(ParquetChunk { table, batch }) as _))
    }
}

struct ParquetChunk<'s> {
    table: &'s ParquetTable,
    batch: StoredRows,
}

impl Chunk for ParquetChunk<'_> {
    fn parse(self: Box<Self>) -> Result<Block, IoError> {
        let ParquetChunk { table, batch } = *self;
        batch.parse(&table.schema, table)
    }
}
