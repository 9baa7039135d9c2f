//! A random order of rows in bounded memory: rows are dealt at random to piles on disk, and each
//! pile is shuffled by itself, or dealt again if it is still too large. The same seed gives the same
//! order on any number of threads.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, Write};

use incrowd_io::TableWriter;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;

use crate::failure::{Failure, Result};

/// A pile of about this many bytes is shuffled in memory.
const PILE: u64 = 64 << 20;

/// So many piles are open at once at most: systems allow few files, and each has a buffer.
const MOST: u64 = 128;

/// Bytes that are read at a time where a pile is dealt again.
const PART: usize = 1 << 20;

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
    pub fn new(random: ChaCha12Rng, bytes: u64, width: usize) -> Result<Self> {
        let pile = |_| Ok(BufWriter::new(tempfile::tempfile().map_err(disk)?));
        let piles = (0..(bytes / PILE + 1).min(MOST)).map(pile).collect::<Result<_>>()?;
        Ok(Shuffle { random, piles, width })
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
        for pile in std::mem::take(&mut self.piles) {
            let mut file = pile.into_inner().map_err(|error| disk(error.into_error()))?;
            let bytes = file.stream_position().map_err(disk)?;
            file.rewind().map_err(disk)?;
            if bytes > 2 * PILE {
                let mut again = Shuffle::new(self.random, bytes, self.width)?;
                again.deal(file)?;
                self.random = again.random.clone();
                again.write(writer)?;
            } else {
                self.write_pile(file, bytes, writer)?;
            }
        }
        Ok(())
    }

    /// Deals the rows of a pile anew.
    fn deal(&mut self, mut pile: File) -> Result<()> {
        let (mut cells, mut part) = (Vec::new(), vec![0; PART]);
        loop {
            let read = pile.read(&mut part).map_err(disk)?;
            if read == 0 {
                return Ok(());
            }
            cells.extend_from_slice(&part[..read]);
            let ends = row_ends(&cells, self.width);
            let whole = ends.last().copied().unwrap_or(0);
            let rest = cells.split_off(whole);
            self.add(&Loose { cells, ends, width: self.width, filled: 0 })?;
            cells = rest;
        }
    }

    fn write_pile(&mut self, mut pile: File, bytes: u64, writer: &mut TableWriter) -> Result<()> {
        let mut cells = Vec::with_capacity(bytes as usize);
        pile.read_to_end(&mut cells).map_err(disk)?;
        let ends = row_ends(&cells, self.width);
        let mut rows: Vec<usize> = std::iter::once(0).chain(ends).collect();
        rows.pop();
        rows.shuffle(&mut self.random);
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
        Ok(())
    }
}

/// Where each whole row ends.
fn row_ends(cells: &[u8], width: usize) -> Vec<usize> {
    let (mut ends, mut at) = (Vec::new(), 0);
    loop {
        for _ in 0..width {
            match cells.get(at..).and_then(|rest| rest.first_chunk()) {
                Some(length) => at += 4 + u32::from_le_bytes(*length) as usize,
                None => return ends,
            }
        }
        if at > cells.len() {
            return ends;
        }
        ends.push(at);
    }
}

/// The cell that starts at a place, and where the next one starts.
fn cell(cells: &[u8], at: usize) -> (&str, usize) {
    let (length, rest) = cells[at..].split_at(4);
    let length = length.iter().rev().fold(0, |sum, &byte| (sum << 8) | usize::from(byte));
    (std::str::from_utf8(&rest[..length]).unwrap_or_default(), at + 4 + length)
}

fn disk(error: std::io::Error) -> Failure {
    Failure::new(format!("cannot shuffle in a temporary file: {error}"))
}
