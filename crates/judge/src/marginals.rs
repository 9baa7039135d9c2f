//! A masked table from its bytes: how many rows share each column's values one by one, and how
//! many share them all together.
//!
//! Columns that each hide people well can single them out together; only the joint count tells.
//! There are few distinct rows in a masked table, so a row is looked up as a whole, and taken apart
//! only when all are counted.

use std::hash::BuildHasher;
use std::ops::Range;

use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashTable};
use incrowd_io::{Block, Table};

use crate::error::{JudgeError, TooManyDistinct};
use crate::question::positions;

/// What a table's columns show, each alone and all together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marginals {
    /// The rows of the table.
    pub rows: u64,
    /// Distinct tuples of all columns together.
    pub classes: u64,
    /// The rows of the rarest of them; nothing if the table has no rows.
    pub k: Option<u64>,
    /// Each column alone.
    pub columns: Vec<Marginal>,
}

/// What one column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marginal {
    /// Its distinct values.
    pub distinct: u64,
    /// The rows of the rarest of them; 0 if the table has no rows.
    pub rarest: u64,
}

/// Counts the columns of a table.
///
/// # Errors
/// If the table cannot be read or lacks a column.
pub fn marginals(table: &Table, qi: &[&str], threads: usize) -> Result<Marginals, JudgeError> {
    let places = positions(table, qi)?;
    let each = |tuples: &mut Tuples, block: &Block| -> Result<(), JudgeError> {
        for row in 0..block.rows() {
            tuples.add(places.iter().map(|&place| block.cell_bytes(row, place)), 1)?;
        }
        Ok(())
    };
    let mut parts = table.fold(threads, Tuples::default, each)?.into_iter();
    let mut tuples = parts.next().unwrap_or_default();
    for part in parts {
        for tuple in 0..part.rows.len() {
            tuples.add(part.cells(tuple), part.rows[tuple])?;
        }
    }
    let column = |place: usize| {
        let mut rows: HashMap<&[u8], u64, RandomState> = HashMap::default();
        for tuple in 0..tuples.rows.len() {
            let cell = tuples.cells(tuple).nth(place).unwrap_or_default();
            *rows.entry(cell).or_insert(0) += tuples.rows[tuple];
        }
        let rarest = rows.values().copied().min().unwrap_or(0);
        Marginal { distinct: rows.len() as u64, rarest }
    };
    Ok(Marginals {
        rows: tuples.rows.iter().sum(),
        classes: tuples.rows.len() as u64,
        k: tuples.rows.iter().min().copied(),
        columns: (0..qi.len()).map(column).collect(),
    })
}

/// Marks the end of a cell: no text has this byte.
const END: u8 = 0xff;

/// Distinct tuples of cells with their rows.
#[derive(Default)]
struct Tuples {
    /// Every tuple's cells, each before a mark of its end.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    rows: Vec<u64>,
    index: HashTable<u32>,
    hasher: RandomState,
    key: Vec<u8>,
}

impl Tuples {
    fn add<'a>(
        &mut self,
        cells: impl Iterator<Item = &'a [u8]>,
        rows: u64,
    ) -> Result<(), TooManyDistinct> {
        self.key.clear();
        for cell in cells {
            self.key.extend_from_slice(cell);
            self.key.push(END);
        }
        let Tuples { bytes, ends, rows: counts, index, hasher, key } = self;
        let hash = hasher.hash_one(key.as_slice());
        let known = index.find(hash, |&tuple| bytes[span(ends, tuple as usize)] == key[..]);
        if let Some(&tuple) = known {
            counts[tuple as usize] += rows;
            return Ok(());
        }
        let tuple = u32::try_from(counts.len()).map_err(|_| TooManyDistinct)?;
        bytes.extend_from_slice(key);
        ends.push(bytes.len());
        counts.push(rows);
        let rehash = |&tuple: &u32| hasher.hash_one(&bytes[span(ends, tuple as usize)]);
        index.insert_unique(hash, tuple, rehash);
        Ok(())
    }

    /// The cells of a tuple.
    fn cells(&self, tuple: usize) -> impl Iterator<Item = &[u8]> {
        let cells = &self.bytes[span(&self.ends, tuple)];
        cells.split_inclusive(|&byte| byte == END).map(|cell| &cell[..cell.len() - 1])
    }
}

/// Where a tuple stands.
fn span(ends: &[usize], tuple: usize) -> Range<usize> {
    let start = if tuple == 0 { 0 } else { ends[tuple - 1] };
    start..ends[tuple]
}
