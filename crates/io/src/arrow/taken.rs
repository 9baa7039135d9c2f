//! Rows of an Arrow table by their numbers.
//!
//! Arrays are shared with the original if all rows are published in their order. If rows are suppressed,
//! arrays are copied, and dictionaries keep only values that occur: a slice of the original, or a category
//! of suppressed rows alone, would carry these rows to whoever gets the table.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, RecordBatch, UInt32Array};
use arrow_schema::ArrowError;
use arrow_select::dictionary::garbage_collect_any_dictionary;
use arrow_select::interleave::interleave;
use arrow_select::take::take;

/// The most rows of a batch that is made. Texts of a batch may have 2 GB together.
pub const MOST: usize = 1 << 20;

/// Rows of record batches, in stretches that become one batch each.
pub struct TakenRows<'t> {
    batches: &'t [RecordBatch],
    /// Where each batch starts, and where the last one ends.
    starts: Vec<usize>,
    numbers: &'t [u32],
    ascending: bool,
    /// Whether all rows are taken.
    all: bool,
}

impl<'t> TakenRows<'t> {
    pub fn new(batches: &'t [RecordBatch], numbers: &'t [u32]) -> Self {
        let ends = batches.iter().scan(0, |end, batch| {
            *end += batch.num_rows();
            Some(*end)
        });
        let starts: Vec<usize> = std::iter::once(0).chain(ends).collect();
        let all = starts.last().is_some_and(|&rows| rows == numbers.len());
        TakenRows { batches, starts, numbers, ascending: numbers.is_sorted(), all }
    }

    /// Where a stretch ends that starts at a row. In the order of the original, it ends with the
    /// batch that its rows are from.
    pub fn end(&self, start: usize) -> usize {
        let most = (start + MOST).min(self.numbers.len());
        if !self.ascending {
            return most;
        }
        let (_, batch) = self.batch_of(self.numbers[start]);
        let next = self.starts[batch + 1];
        start + self.numbers[start..most].partition_point(|&row| (row as usize) < next)
    }

    /// The batch of a row, and the row's place in it.
    fn batch_of(&self, row: u32) -> (usize, usize) {
        let row = row as usize;
        let batch = self.starts.partition_point(|&start| start <= row) - 1;
        (row - self.starts[batch], batch)
    }

    /// A column of the rows of a stretch.
    pub fn column(&self, column: usize, start: usize, end: usize) -> Result<ArrayRef, ArrowError> {
        let array = self.rows(column, start, end)?;
        match array.as_any_dictionary_opt() {
            Some(dictionary) if !self.all => garbage_collect_any_dictionary(dictionary),
            _ => Ok(array),
        }
    }

    fn rows(&self, column: usize, start: usize, end: usize) -> Result<ArrayRef, ArrowError> {
        let numbers = &self.numbers[start..end];
        if !self.ascending {
            let arrays: Vec<_> = self.batches.iter().map(|batch| &**batch.column(column)).collect();
            let places = numbers.iter().map(|&row| {
                let (place, batch) = self.batch_of(row);
                (batch, place)
            });
            return interleave(&arrays, &places.collect::<Vec<_>>());
        }
        let (first, batch) = self.batch_of(numbers[0]);
        let array = self.batches[batch].column(column);
        if self.all {
            return Ok(Arc::clone(array).slice(first, numbers.len()));
        }
        let offset = self.starts[batch] as u32;
        let places: UInt32Array = numbers.iter().map(|&row| row - offset).collect();
        take(array, &places, None)
    }
}
