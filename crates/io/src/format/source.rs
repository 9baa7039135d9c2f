//! A table whose cells are read into the canonical spelling.

use std::sync::Arc;

use super::{CellFormat, Formats};
use crate::block::{Block, Span, Spare};
use crate::columnar::ColumnType;
use crate::digest::Digest;
use crate::error::{IoError, Problem};
use crate::source::{Chunk, Pass, TableSource};

/// A source, some columns of which have a format.
#[derive(Debug)]
pub(crate) struct FormattedTable {
    source: Arc<dyn TableSource>,
    /// The places of the columns, and their formats.
    formats: Vec<(usize, CellFormat)>,
}

impl FormattedTable {
    /// The source with these formats; the source itself if they are of no column of it.
    pub(crate) fn over(source: Arc<dyn TableSource>, formats: &Formats) -> Arc<dyn TableSource> {
        if formats.is_empty() {
            return source;
        }
        let typed = source.kinds();
        // Values with a type are no texts, and have the canonical spelling.
        let is_text =
            |place: usize| typed.as_ref().is_none_or(|kinds| kinds[place] == ColumnType::Text);
        let formats: Vec<(usize, CellFormat)> = (source.columns().iter().enumerate())
            .filter(|&(place, _)| is_text(place))
            .flat_map(|(place, name)| {
                formats.of(name).into_iter().map(move |format| (place, format))
            })
            .collect();
        if formats.is_empty() { source } else { Arc::new(FormattedTable { source, formats }) }
    }

    fn decode(&self, mut block: Block) -> Result<Block, IoError> {
        for row in 0..block.rows() {
            for (place, format) in &self.formats {
                let new = format.decode(block.cell(row, *place)).map_err(|problem| {
                    let value = block.cell(row, *place).to_owned();
                    let column = &self.source.columns()[*place];
                    let error = IoError::new(self.source.name(), problem).at_line(block.line(row));
                    error.in_column(column).with_value(value)
                })?;
                if let Some(new) = new {
                    self.put(&mut block, row, *place, &new)?;
                }
            }
        }
        Ok(block)
    }

    fn put(&self, block: &mut Block, row: usize, place: usize, new: &str) -> Result<(), IoError> {
        let start = block.text.len();
        block.text.push_str(new);
        if block.text.len() >= u32::MAX as usize {
            let problem = Problem::EndlessRow { limit: u32::MAX as usize };
            return Err(IoError::new(self.source.name(), problem).at_line(block.line(row)));
        }
        block.spans[row * block.columns + place] = Span::new(start, block.text.len());
        Ok(())
    }
}

impl TableSource for FormattedTable {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn columns(&self) -> &[String] {
        self.source.columns()
    }

    fn kinds(&self) -> Option<Vec<ColumnType>> {
        self.source.kinds()
    }

    fn bytes(&self) -> u64 {
        self.source.bytes()
    }

    fn chunks(&self) -> u64 {
        self.source.chunks()
    }

    fn is_in_memory(&self) -> bool {
        self.source.is_in_memory()
    }

    fn suspected_delimiter(&self) -> Option<char> {
        self.source.suspected_delimiter()
    }

    fn begin(&self) -> Result<Box<dyn Pass<'_> + '_>, IoError> {
        Ok(Box::new(FormattedPass { table: self, pass: self.source.begin()? }))
    }

    fn digest(&self) -> Result<Digest, IoError> {
        self.source.digest()
    }
}

struct FormattedPass<'s> {
    table: &'s FormattedTable,
    pass: Box<dyn Pass<'s> + 's>,
}

impl<'s> Pass<'s> for FormattedPass<'s> {
    fn next(&mut self, spare: Spare) -> Result<Option<Box<dyn Chunk + 's>>, IoError> {
        let table = self.table;
        let chunk = self.pass.next(spare)?;
        Ok(chunk.map(|chunk| Box::new(FormattedChunk { table, chunk }) as _))
    }
}

struct FormattedChunk<'s> {
    table: &'s FormattedTable,
    chunk: Box<dyn Chunk + 's>,
}

impl Chunk for FormattedChunk<'_> {
    fn parse(self: Box<Self>) -> Result<Block, IoError> {
        self.chunk.parse().and_then(|block| self.table.decode(block))
    }
}
