//! A random order of rows in bounded memory: rows are dealt at random to piles on disk, and each
//! pile is shuffled by itself. The same seed gives the same order on any number of threads.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, Write};

use incrowd_io::TableWriter;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use crate::failure::{Failure, Result};
use crate::seed::Seed;

/// A pile of about this many bytes is shuffled in memory.
const PILE: u64 = 64 << 20;

/// Rows on their way to a random place.
pub(super) struct Shuffle {
    random: ChaCha12Rng,
    piles: Vec<BufWriter<File>>,
    width: usize,
}

/// Rows as bare cells: each a length and its bytes.
pub(super) struct Loose {
    cells: Vec<u8>,
    /// Where each row ends.
    ends: Vec<usize>,
    width: usize,
    filled: usize,
}

impl Loose {
    pub fn new(width: usize) -> Self {
        Loose { cells: Vec::new(), ends: Vec::new(), width, filled: 0 }
    }

    pub fn push(&mut self, cell: &str) {
        self.cells.extend_from_slice(&(cell.len() as u32).to_le_bytes());
        self.cells.extend_from_slice(cell.as_bytes());
        self.filled += 1;
        if self.filled == self.width {
            self.filled = 0;
            self.ends.push(self.cells.len());
        }
    }

    pub fn rows(&self) -> usize {
        self.ends.len()
    }
}

impl Shuffle {
    /// For a table of about this many bytes and this many columns.
    pub fn new(seed: Seed, bytes: u64, width: usize) -> Result<Self> {
        let pile = |_| Ok(BufWriter::new(tempfile::tempfile().map_err(disk)?));
        let piles = (0..bytes / PILE + 1).map(pile).collect::<Result<_>>()?;
        Ok(Shuffle { random: seed.generator(), piles, width })
    }

    /// Deals rows to piles.
    pub fn add(&mut self, rows: &Loose) -> Result<()> {
        let mut start = 0;
        for &end in &rows.ends {
            let pile = self.random.random_range(0..self.piles.len());
            self.piles[pile].write_all(&rows.cells[start..end]).map_err(disk)?;
            start = end;
        }
        Ok(())
    }

    /// Writes all rows in their new order.
    pub fn write(mut self, writer: &mut TableWriter) -> Result<()> {
        for pile in self.piles {
            let mut file = pile.into_inner().map_err(|error| disk(error.into_error()))?;
            file.rewind().map_err(disk)?;
            let mut cells = Vec::new();
            file.read_to_end(&mut cells).map_err(disk)?;
            let mut rows: Vec<usize> = row_starts(&cells, self.width);
            for last in (1..rows.len()).rev() {
                rows.swap(last, self.random.random_range(0..=last));
            }
            for some in rows.chunks(4096) {
                let mut batch = writer.encoder().batch();
                for &row in some {
                    let mut at = row;
                    for _ in 0..self.width {
                        let (text, next) = cell(&cells, at);
                        batch.push(text);
                        at = next;
                    }
                }
                writer.write(batch)?;
            }
        }
        Ok(())
    }
}

fn row_starts(cells: &[u8], width: usize) -> Vec<usize> {
    let (mut starts, mut at) = (Vec::new(), 0);
    while at < cells.len() {
        starts.push(at);
        for _ in 0..width {
            at = cell(cells, at).1;
        }
    }
    starts
}

/// The cell that starts at a place, and where the next one starts.
fn cell(cells: &[u8], at: usize) -> (&str, usize) {
    let (length, rest) = cells[at..].split_at(4);
    let length = length.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
    (std::str::from_utf8(&rest[..length]).unwrap_or_default(), at + 4 + length)
}

fn disk(error: std::io::Error) -> Failure {
    Failure::new(format!("cannot shuffle in a temporary file: {error}"))
}
