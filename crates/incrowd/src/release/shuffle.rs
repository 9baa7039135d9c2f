//! A random order of rows: rows are dealt at random to piles, and each pile is shuffled by itself, or
//! dealt again if it is still too large. Piles of a file's rows are held in memory up to
//! [`HELD`] bytes, and on disk beyond that. Those of a table in memory stay in memory. The
//! same seed gives the same order on any number of threads, wherever the piles are.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, Write};

use incrowd_io::{Table, TableSink, TableWriter};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;

use crate::error::{Error, Result};

/// A pile of about this many bytes is shuffled at once.
const PILE: u64 = 64 << 20;

/// The most bytes that the piles of a file's rows have in memory before they move to disk.
const HELD: usize = PILE as usize;

/// So many piles are open at once at most: systems allow few files, and each has a buffer.
const MOST: u64 = 128;

/// Bytes that are read at a time where a pile is dealt again.
const PART: usize = 1 << 20;

/// Rows on their way to a random place.
pub(super) struct Shuffle {
    random: ChaCha12Rng,
    piles: Vec<ShuffleBucket>,
    /// Cells of a row that are written.
    width: usize,
    /// Whether each row has one cell more: its number in the table, which is not written.
    numbered: bool,
    /// Bytes of all piles in memory.
    held: usize,
    /// The most that these may be; no limit for tables in memory.
    most: Option<usize>,
}

/// Rows in any order.
enum ShuffleBucket {
    Memory(Vec<u8>),
    Disk(BufWriter<File>),
}

/// Rows as bare cells: each a length and its bytes.
pub(super) struct RawRows {
    cells: Vec<u8>,
    /// Where each row ends.
    ends: Vec<usize>,
    width: usize,
    filled: usize,
}

impl RawRows {
    pub fn new(width: usize) -> Self {
        RawRows { cells: Vec::new(), ends: Vec::new(), width, filled: 0 }
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
    /// For the rows of a table, of which this many columns are published. Rows that are `numbered`
    /// have a cell more, with their number in the table.
    pub fn of_table(random: ChaCha12Rng, table: &Table, width: usize, numbered: bool) -> Self {
        let most = (!table.is_in_memory()).then_some(HELD);
        Shuffle { numbered, ..Shuffle::new(random, table.bytes(), width, most) }
    }

    /// For about this many bytes.
    fn new(random: ChaCha12Rng, bytes: u64, width: usize, most: Option<usize>) -> Self {
        let piles =
            (0..(bytes / PILE + 1).min(MOST)).map(|_| ShuffleBucket::Memory(Vec::new())).collect();
        Shuffle { random, piles, width, numbered: false, held: 0, most }
    }

    /// Deals rows to piles.
    pub fn add(&mut self, rows: &RawRows) -> Result<()> {
        let mut start = 0;
        for &end in &rows.ends {
            let pile = self.random.random_range(0..self.piles.len());
            let row = &rows.cells[start..end];
            match &mut self.piles[pile] {
                ShuffleBucket::Memory(held) => {
                    held.extend_from_slice(row);
                    self.held += row.len();
                }
                ShuffleBucket::Disk(file) => file.write_all(row).map_err(disk)?,
            }
            start = end;
        }
        if self.most.is_some_and(|most| self.held > most) {
            self.held = 0;
            self.piles.iter_mut().try_for_each(ShuffleBucket::spill)?;
        }
        Ok(())
    }

    /// Writes all rows in their new order, and returns their numbers in that order, if they have any.
    pub fn write<S: TableSink>(mut self, writer: &mut TableWriter<S>) -> Result<Vec<u32>> {
        let mut numbers = Vec::new();
        self.write_all(writer, &mut numbers)?;
        Ok(numbers)
    }

    fn write_all<S: TableSink>(
        &mut self,
        writer: &mut TableWriter<S>,
        numbers: &mut Vec<u32>,
    ) -> Result<()> {
        for pile in std::mem::take(&mut self.piles) {
            match pile {
                ShuffleBucket::Memory(rows) if rows.len() as u64 > 2 * PILE => {
                    self.write_dealt(rows.len() as u64, rows.as_slice(), writer, numbers)?;
                }
                ShuffleBucket::Memory(rows) => self.write_pile(&rows, writer, numbers)?,
                ShuffleBucket::Disk(file) => {
                    let mut file = file.into_inner().map_err(|error| disk(error.into_error()))?;
                    let bytes = file.stream_position().map_err(disk)?;
                    file.rewind().map_err(disk)?;
                    if bytes > 2 * PILE {
                        self.write_dealt(bytes, file, writer, numbers)?;
                    } else {
                        let mut rows = Vec::with_capacity(bytes as usize);
                        file.read_to_end(&mut rows).map_err(disk)?;
                        self.write_pile(&rows, writer, numbers)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Deals the rows of a pile that is too large anew, and writes them.
    fn write_dealt<S: TableSink>(
        &mut self,
        bytes: u64,
        pile: impl Read,
        writer: &mut TableWriter<S>,
        numbers: &mut Vec<u32>,
    ) -> Result<()> {
        let again = Shuffle::new(self.random.clone(), bytes, self.width, self.most);
        let mut again = Shuffle { numbered: self.numbered, ..again };
        again.deal(pile)?;
        self.random = again.random.clone();
        again.write_all(writer, numbers)
    }

    /// Cells that are kept of a row.
    fn cells(&self) -> usize {
        self.width + usize::from(self.numbered)
    }

    /// Deals the rows of a pile.
    fn deal(&mut self, mut pile: impl Read) -> Result<()> {
        let (mut cells, mut part) = (Vec::new(), vec![0; PART]);
        loop {
            let read = pile.read(&mut part).map_err(disk)?;
            if read == 0 {
                return Ok(());
            }
            cells.extend_from_slice(&part[..read]);
            let ends = row_ends(&cells, self.cells());
            let whole = ends.last().copied().unwrap_or(0);
            let rest = cells.split_off(whole);
            self.add(&RawRows { cells, ends, width: self.cells(), filled: 0 })?;
            cells = rest;
        }
    }

    fn write_pile<S: TableSink>(
        &mut self,
        cells: &[u8],
        writer: &mut TableWriter<S>,
        numbers: &mut Vec<u32>,
    ) -> Result<()> {
        let ends = row_ends(cells, self.cells());
        let mut rows: Vec<usize> = std::iter::once(0).chain(ends).collect();
        rows.pop();
        rows.shuffle(&mut self.random);
        for some in rows.chunks(4096) {
            let mut batch = writer.encoder().batch();
            for &row in some {
                let mut at = row;
                for _ in 0..self.width {
                    let (text, next) = cell(cells, at);
                    batch.push(text);
                    at = next;
                }
                if self.numbered {
                    let number = cell(cells, at).0.parse();
                    let number = number.map_err(|_| Error::internal("a row lost its number"))?;
                    batch.number(number);
                    numbers.push(number);
                }
            }
            writer.write(batch)?;
        }
        Ok(())
    }
}

impl ShuffleBucket {
    /// Moves the rows to disk, unless they are there.
    fn spill(&mut self) -> Result<()> {
        if let ShuffleBucket::Memory(rows) = self {
            let mut file = BufWriter::new(tempfile::tempfile().map_err(disk)?);
            file.write_all(rows).map_err(disk)?;
            *self = ShuffleBucket::Disk(file);
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

fn disk(error: std::io::Error) -> Error {
    Error::output(format!("cannot shuffle in a temporary file: {error}")).because(error)
}

#[cfg(test)]
mod tests {
    use incrowd_io::{MemorySink, OutputColumn};
    use rand::SeedableRng;

    use super::*;

    /// The order of rows that are held in memory up to a limit.
    fn shuffled(most: Option<usize>, bytes: u64) -> Vec<Vec<String>> {
        let mut shuffle = Shuffle::new(ChaCha12Rng::seed_from_u64(7), bytes, 2, most);
        for some in (0..500).collect::<Vec<u32>>().chunks(100) {
            let mut rows = RawRows::new(2);
            for row in some {
                rows.push(&row.to_string());
                rows.push("é");
            }
            shuffle.add(&rows).unwrap();
        }
        let columns = vec![OutputColumn::text("n"), OutputColumn::text("e")];
        let mut writer = TableWriter::new(MemorySink::new("t"), columns, None).unwrap();
        shuffle.write(&mut writer).unwrap();
        Table::from(writer.finish().unwrap().into_table().unwrap()).to_rows().unwrap()
    }

    #[test]
    fn the_order_is_the_same_in_memory_and_on_disk() {
        for bytes in [0, 5 * PILE] {
            let memory = shuffled(None, bytes);
            assert_eq!(shuffled(Some(0), bytes), memory);
            assert_eq!(shuffled(Some(3000), bytes), memory);
            let mut numbers: Vec<u32> = memory.iter().map(|row| row[0].parse().unwrap()).collect();
            assert!(!numbers.is_sorted());
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..500));
        }
    }
}
