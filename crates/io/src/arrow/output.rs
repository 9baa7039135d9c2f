//! A table that is written to memory as Arrow.
//!
//! Columns that are published as they are keep the values of the original, with their type and what
//! is null: they are taken by the numbers of the published rows. All others are built from the cells
//! that were pushed. The judge reads these very arrays ([`ArrowOutput::table`]), and they are what the
//! user gets ([`WrittenArrow`]), so that no value leaves that was not judged.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, UInt64Builder};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use arrow_select::take::take;

use super::ArrowTable;
use super::taken::{MOST, TakenRows};
use crate::columnar::ColumnType;
use crate::error::{IoError, Problem};
use crate::table::Table;
use crate::writer::{Batch, OutputColumn};

/// What was written to memory as Arrow.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WrittenArrow {
    /// The table.
    pub table: ArrowTable,
    /// Which row of the original each row is, from 0, if the output knows it.
    pub rows: Option<Vec<u32>>,
}

/// An output of Arrow, before and after it is written.
#[derive(Debug)]
pub(crate) struct ArrowOutput {
    original: Option<ArrowTable>,
    categorical: bool,
    written: Option<WrittenArrow>,
}

impl ArrowOutput {
    pub fn new(original: Option<ArrowTable>, categorical: bool) -> ArrowOutput {
        ArrowOutput { original, categorical, written: None }
    }

    pub fn begin(&self, name: &str, mut columns: Vec<OutputColumn>) -> Result<ArrowRows, IoError> {
        let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        crate::csv::check_names(name, &names)?;
        if self.original.is_none() {
            columns.iter_mut().for_each(|column| column.source = None);
        }
        let labels =
            columns.iter_mut().map(|column| LabelKeys::new(std::mem::take(&mut column.labels)));
        Ok(ArrowRows {
            labels: labels.collect(),
            built: (0..columns.len()).filter(|&place| columns[place].source.is_none()).collect(),
            numbered: self.original.is_some(),
            columns,
            numbers: Vec::new(),
            rows: 0,
        })
    }

    pub fn finish(&mut self, name: &str, rows: ArrowRows) -> Result<(), IoError> {
        let failed = |error: ArrowError| IoError::writing(name, io::Error::other(error));
        let batches = rows.batches(self.original.as_ref(), self.categorical).map_err(failed)?;
        let table = ArrowTable::new(name, batches)?;
        let known = rows.numbered && rows.numbers.len() == rows.rows;
        self.written = Some(WrittenArrow { table, rows: known.then_some(rows.numbers) });
        Ok(())
    }

    /// The table that was written.
    pub fn table(&self, name: &str) -> Result<Table, IoError> {
        let written = self.written.as_ref().ok_or_else(|| IoError::new(name, Problem::Empty))?;
        Ok(written.table.clone().into())
    }

    pub fn into_written(self, name: &str) -> Result<WrittenArrow, IoError> {
        self.written.ok_or_else(|| IoError::new(name, Problem::Empty))
    }
}

/// A table on its way to memory.
#[derive(Debug)]
pub(crate) struct ArrowRows {
    columns: Vec<OutputColumn>,
    /// Per column: its cells, unless they are taken.
    labels: Vec<LabelKeys>,
    /// The places of the columns that are built from cells.
    built: Vec<usize>,
    /// Whether rows have numbers.
    numbered: bool,
    numbers: Vec<u32>,
    rows: usize,
}

impl ArrowRows {
    /// See [`crate::TableSink::taken`].
    pub fn taken(&self) -> Option<Arc<[bool]>> {
        let taken = self.columns.iter().map(|column| column.source.is_some());
        self.numbered.then(|| taken.collect())
    }

    pub fn write(&mut self, batch: &Batch) {
        let width = self.built.len();
        for (index, cell) in batch.cells().enumerate() {
            let place = self.built[index % width];
            let missing = cell.is_empty() && self.columns[place].nullable;
            self.labels[place].push((!missing).then_some(cell));
        }
        self.rows += batch.rows();
        self.numbers.extend_from_slice(batch.numbers());
    }

    /// The table, in batches.
    fn batches(
        &self,
        original: Option<&ArrowTable>,
        categorical: bool,
    ) -> Result<Vec<RecordBatch>, ArrowError> {
        let all = original.map_or(&[][..], ArrowTable::batches);
        let taken = TakenRows::new(all, &self.numbers);
        let takes = self.built.len() < self.columns.len();
        if takes && self.numbers.len() != self.rows {
            let problem = format!("{} of {} rows have numbers", self.numbers.len(), self.rows);
            return Err(ArrowError::ComputeError(problem));
        }
        let values: Vec<Option<BuiltColumn>> = (0..self.columns.len())
            .map(|place| self.built.contains(&place).then(|| self.build(place)))
            .collect();
        let fields: Vec<Field> = (self.columns.iter().zip(&values))
            .map(|(column, built)| match (built, column.source, original) {
                (None, Some(source), Some(original)) => original.schema().field(source).clone(),
                (Some(built), ..) => built.field(column, categorical),
                _ => Field::new(&column.name, DataType::Utf8, true),
            })
            .collect();
        let schema = Arc::new(Schema::new(fields));
        let (mut batches, mut start) = (Vec::new(), 0);
        while start < self.rows {
            let end = if takes { taken.end(start) } else { (start + MOST).min(self.rows) };
            let arrays = (self.columns.iter().zip(&values)).map(|(column, built)| match built {
                Some(built) => built.array(start, end, categorical),
                None => taken.column(column.source.unwrap_or_default(), start, end),
            });
            batches.push(RecordBatch::try_new(schema.clone(), arrays.collect::<Result<_, _>>()?)?);
            start = end;
        }
        if batches.is_empty() {
            batches.push(RecordBatch::new_empty(schema));
        }
        Ok(batches)
    }

    fn build(&self, place: usize) -> BuiltColumn {
        self.labels[place].build(self.columns[place].kind)
    }
}

/// Cells as places among the distinct ones.
#[derive(Debug, Default)]
struct LabelKeys {
    texts: Vec<String>,
    place_of: HashMap<String, i32>,
    /// Whether the texts were known before, in the order of their hierarchy.
    ordered: bool,
    /// Per row; nothing for a missing value.
    keys: Vec<Option<i32>>,
    /// The last cell: many rows in a row often have the same.
    last: Option<i32>,
}

impl LabelKeys {
    fn new(texts: Vec<String>) -> LabelKeys {
        let place_of = (0..).zip(&texts).map(|(place, text)| (text.clone(), place)).collect();
        LabelKeys { ordered: !texts.is_empty(), texts, place_of, ..LabelKeys::default() }
    }

    fn push(&mut self, cell: Option<&str>) {
        let Some(cell) = cell else { return self.keys.push(None) };
        if self.last.is_none_or(|last| self.texts[last as usize] != cell) {
            self.last = Some(match self.place_of.get(cell) {
                Some(&place) => place,
                None => {
                    let place = self.texts.len() as i32;
                    self.texts.push(cell.to_owned());
                    self.place_of.insert(cell.to_owned(), place);
                    place
                }
            });
        }
        self.keys.push(self.last);
    }

    /// The column. Only texts that occur are in it: others may tell of rows that are not published.
    fn build(&self, kind: ColumnType) -> BuiltColumn {
        let mut occurs = vec![false; self.texts.len()];
        self.keys.iter().flatten().for_each(|&key| occurs[key as usize] = true);
        let kept = |place: usize| occurs[place];
        let mut next = 0;
        let new: Vec<i32> = (0..self.texts.len())
            .map(|place| {
                next += i32::from(kept(place));
                next - 1
            })
            .collect();
        let texts = (0..self.texts.len()).filter(|&place| kept(place));
        let texts: Vec<&str> = texts.map(|place| self.texts[place].as_str()).collect();
        let keys = self.keys.iter().map(|key| key.map(|key| new[key as usize]));
        let (values, plain) = typed(&texts, kind);
        BuiltColumn { keys: keys.collect(), values, text: !plain, ordered: self.ordered }
    }
}

/// Distinct values as an array, and whether it is one of numbers. Texts that are no numbers stay texts.
fn typed(texts: &[&str], kind: ColumnType) -> (ArrayRef, bool) {
    let numbers: Option<ArrayRef> = match kind {
        ColumnType::Integer => integers(texts),
        ColumnType::Unsigned => naturals(texts),
        ColumnType::Double => doubles(texts),
        _ => None,
    };
    match numbers {
        Some(numbers) => (numbers, true),
        None => (Arc::new(StringArray::from_iter_values(texts)), false),
    }
}

fn integers(texts: &[&str]) -> Option<ArrayRef> {
    let mut builder = Int64Builder::new();
    texts.iter().try_for_each(|text| text.parse().ok().map(|n| builder.append_value(n)))?;
    Some(Arc::new(builder.finish()))
}

fn naturals(texts: &[&str]) -> Option<ArrayRef> {
    let mut builder = UInt64Builder::new();
    texts.iter().try_for_each(|text| text.parse().ok().map(|n| builder.append_value(n)))?;
    Some(Arc::new(builder.finish()))
}

fn doubles(texts: &[&str]) -> Option<ArrayRef> {
    let mut builder = Float64Builder::new();
    texts.iter().try_for_each(|text| text.parse().ok().map(|n| builder.append_value(n)))?;
    Some(Arc::new(builder.finish()))
}

/// A column that was built from cells.
struct BuiltColumn {
    keys: Int32Array,
    values: ArrayRef,
    text: bool,
    ordered: bool,
}

impl BuiltColumn {
    fn field(&self, column: &OutputColumn, categorical: bool) -> Field {
        let values = self.values.data_type().clone();
        if !(categorical && self.text) {
            return Field::new(&column.name, values, true);
        }
        let kind = DataType::Dictionary(Box::new(DataType::Int32), Box::new(values));
        Field::new(&column.name, kind, true).with_dict_is_ordered(self.ordered)
    }

    fn array(&self, start: usize, end: usize, categorical: bool) -> Result<ArrayRef, ArrowError> {
        let keys = self.keys.slice(start, end - start);
        if categorical && self.text {
            let values = Arc::clone(&self.values);
            return Ok(Arc::new(DictionaryArray::<Int32Type>::try_new(keys, values)?));
        }
        take(&self.values, &keys, None)
    }
}
