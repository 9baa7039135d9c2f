//! A table in memory of distinct rows, each with how often it occurs.

use std::collections::HashMap;

use super::ROWS;
use crate::block::{Block, BlockBuilder, Spare};
use crate::csv::check_names;
use crate::error::IoError;
use crate::source::{Chunk, Pass, TableSource};

/// A table of distinct rows with counts, as a database gives it that grouped a table. It reads as the
/// table with all its rows, and takes memory for the distinct ones.
///
/// ```
/// use incrowd_io::{CountedTable, Table};
/// let mut people = CountedTable::new("people", ["age", "sex"])?;
/// people.add(["31", "f"].into_iter(), 2);
/// people.add(["40", "m"].into_iter(), 1);
/// assert_eq!((people.rows(), people.distinct()), (3, 2));
/// let table = Table::from_source(std::sync::Arc::new(people))?;
/// assert_eq!(table.to_rows()?, [["31", "f"], ["31", "f"], ["40", "m"]]);
/// # Ok::<(), incrowd_io::IoError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CountedTable {
    name: String,
    columns: Vec<String>,
    /// Per column: the distinct texts.
    texts: Vec<Vec<Box<str>>>,
    codes_of: Vec<HashMap<Box<str>, u32>>,
    /// Row by row, a text of each column.
    codes: Vec<u32>,
    counts: Vec<u64>,
    rows: u64,
    bytes: u64,
}

impl CountedTable {
    /// A table without rows.
    ///
    /// # Errors
    /// If columns have no names or the same ones.
    pub fn new<N: Into<String>>(
        name: impl Into<String>,
        columns: impl IntoIterator<Item = N>,
    ) -> Result<CountedTable, IoError> {
        let name = name.into();
        let columns: Vec<String> = columns.into_iter().map(Into::into).collect();
        check_names(&name, &columns)?;
        Ok(CountedTable {
            name,
            texts: vec![Vec::new(); columns.len()],
            codes_of: vec![HashMap::new(); columns.len()],
            columns,
            codes: Vec::new(),
            counts: Vec::new(),
            rows: 0,
            bytes: 0,
        })
    }

    /// Adds a row that occurs so often, unless that is never. It should not have been added before.
    ///
    /// # Panics
    /// If there are fewer cells than columns.
    pub fn add<'c>(&mut self, mut cells: impl Iterator<Item = &'c str>, count: u64) {
        if count == 0 {
            return;
        }
        let mut length = 0;
        for (texts, codes) in self.texts.iter_mut().zip(&mut self.codes_of) {
            let cell = cells.next().unwrap_or_else(|| panic!("a cell of each column"));
            length += cell.len() as u64 + 1;
            let code = match codes.get(cell) {
                Some(&code) => code,
                None => {
                    let code = u32::try_from(texts.len()).unwrap_or(u32::MAX);
                    assert!(code < u32::MAX, "a column has more than four billion distinct texts");
                    texts.push(cell.into());
                    codes.insert(cell.into(), code);
                    code
                }
            };
            self.codes.push(code);
        }
        self.counts.push(count);
        self.rows += count;
        self.bytes += length * count;
    }

    /// The same in the order of its texts, column by column: what a database groups comes in any.
    #[must_use]
    pub fn sorted(mut self) -> CountedTable {
        let width = self.columns.len();
        let rank = |texts: &Vec<Box<str>>| {
            let mut order: Vec<usize> = (0..texts.len()).collect();
            order.sort_unstable_by(|&a, &b| texts[a].cmp(&texts[b]));
            let mut ranks = vec![0; texts.len()];
            for (rank, code) in (0_u32..).zip(order) {
                ranks[code] = rank;
            }
            ranks
        };
        let ranks: Vec<Vec<u32>> = self.texts.iter().map(rank).collect();
        let key = |row: usize| {
            let codes = &self.codes[row * width..][..width];
            ranks.iter().zip(codes).map(|(ranks, &code)| ranks[code as usize])
        };
        let mut order: Vec<usize> = (0..self.counts.len()).collect();
        order.sort_unstable_by(|&a, &b| key(a).cmp(key(b)));
        self.codes = order
            .iter()
            .flat_map(|&row| self.codes[row * width..][..width].iter().copied())
            .collect();
        self.counts = order.iter().map(|&row| self.counts[row]).collect();
        self
    }

    /// The same with its first columns only: rows that are then equal are counted together.
    #[must_use]
    pub fn first_columns(&self, columns: usize) -> CountedTable {
        let width = self.columns.len();
        let mut places: HashMap<&[u32], usize> = HashMap::new();
        let (mut codes, mut counts) = (Vec::new(), Vec::new());
        for (row, &count) in self.counts.iter().enumerate() {
            let key = &self.codes[row * width..][..columns];
            let place = *places.entry(key).or_insert_with(|| {
                codes.extend_from_slice(key);
                counts.push(0);
                counts.len() - 1
            });
            counts[place] += count;
        }
        CountedTable {
            name: self.name.clone(),
            columns: self.columns[..columns].to_vec(),
            texts: self.texts[..columns].to_vec(),
            codes_of: self.codes_of[..columns].to_vec(),
            codes,
            counts,
            rows: self.rows,
            bytes: self.bytes,
        }
    }

    /// The distinct rows, each once.
    #[must_use]
    pub fn once_each(&self) -> CountedTable {
        let rows = self.counts.len();
        CountedTable { counts: vec![1; rows], rows: rows as u64, ..self.clone() }
    }

    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many of them are distinct.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.counts.len()
    }

    /// A distinct row, and how often it occurs.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> (impl Iterator<Item = &str>, u64) {
        let codes = &self.codes[row * self.columns.len()..][..self.columns.len()];
        let cells = self.texts.iter().zip(codes).map(|(texts, &code)| &*texts[code as usize]);
        (cells, self.counts[row])
    }
}

impl TableSource for CountedTable {
    fn name(&self) -> &str {
        &self.name
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn chunks(&self) -> u64 {
        self.rows / ROWS as u64
    }

    fn is_in_memory(&self) -> bool {
        true
    }

    fn begin_grouped(&self) -> Option<Result<Box<dyn Pass<'_> + '_>, IoError>> {
        Some(Ok(Box::new(GroupedPass { table: self, next: 0 })))
    }

    fn begin(&self) -> Result<Box<dyn Pass<'_> + '_>, IoError> {
        Ok(Box::new(CountedPass { table: self, place: Place::default(), done: 0 }))
    }
}

/// A pass over distinct rows.
struct GroupedPass<'s> {
    table: &'s CountedTable,
    next: usize,
}

impl<'s> Pass<'s> for GroupedPass<'s> {
    fn next(&mut self, spare: Spare) -> Result<Option<Box<dyn Chunk + 's>>, IoError> {
        let from = self.next;
        let rows = (self.table.counts.len() - from).min(ROWS);
        self.next += rows;
        let chunk = GroupedChunk { table: self.table, from, rows, spare };
        Ok((rows > 0).then(|| Box::new(chunk) as _))
    }
}

struct GroupedChunk<'s> {
    table: &'s CountedTable,
    from: usize,
    rows: usize,
    spare: Spare,
}

impl Chunk for GroupedChunk<'_> {
    fn parse(self: Box<Self>) -> Result<Block, IoError> {
        let GroupedChunk { table, from, rows, spare } = *self;
        let mut block = BlockBuilder::new(table, rows, from as u64, spare);
        let mut bytes = 0;
        for row in 0..rows {
            let (cells, count) = table.row(from + row);
            for (column, cell) in cells.enumerate() {
                bytes += (cell.len() as u64 + 1) * count;
                block.set(row, column, cell)?;
            }
        }
        let counts = table.counts[from..from + rows].into();
        Ok(Block { counts: Some(counts), ..block.finish(bytes)? })
    }
}

/// The next row: a distinct one, and how often it came already.
#[derive(Clone, Copy, Default)]
struct Place {
    distinct: usize,
    times: u64,
}

struct CountedPass<'s> {
    table: &'s CountedTable,
    place: Place,
    /// Rows before it.
    done: u64,
}

impl<'s> Pass<'s> for CountedPass<'s> {
    fn next(&mut self, spare: Spare) -> Result<Option<Box<dyn Chunk + 's>>, IoError> {
        let rows = (self.table.rows - self.done).min(ROWS as u64);
        if rows == 0 {
            return Ok(None);
        }
        let chunk =
            CountedChunk { table: self.table, from: self.place, first: self.done, rows, spare };
        let mut left = rows;
        while left > 0 {
            let here = self.table.counts[self.place.distinct] - self.place.times;
            if here > left {
                self.place.times += left;
                left = 0;
            } else {
                self.place = Place { distinct: self.place.distinct + 1, times: 0 };
                left -= here;
            }
        }
        self.done += rows;
        Ok(Some(Box::new(chunk)))
    }
}

struct CountedChunk<'s> {
    table: &'s CountedTable,
    from: Place,
    first: u64,
    rows: u64,
    spare: Spare,
}

impl Chunk for CountedChunk<'_> {
    fn parse(self: Box<Self>) -> Result<Block, IoError> {
        let CountedChunk { table, mut from, first, rows, spare } = *self;
        let mut block = BlockBuilder::new(table, rows as usize, first, spare);
        let (mut row, mut bytes) = (0, 0);
        while row < rows as usize {
            let (cells, count) = table.row(from.distinct);
            let times = (count - from.times).min(rows - row as u64) as usize;
            for (column, cell) in cells.enumerate() {
                bytes += (cell.len() as u64 + 1) * times as u64;
                block.set(row, column, cell)?;
                for again in 1..times {
                    block.repeat(row, row + again, column);
                }
            }
            row += times;
            from = Place { distinct: from.distinct + 1, times: 0 };
        }
        block.finish(bytes)
    }
}

impl From<CountedTable> for crate::Table {
    fn from(table: CountedTable) -> Self {
        crate::Table::checked(std::sync::Arc::new(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    #[test]
    fn parts_are_tables_too() {
        let mut table = CountedTable::new("t", ["a", "b"]).unwrap();
        for (row, count) in [(["y", "1"], 2), (["x", "2"], 1), (["y", "0"], 3)] {
            table.add(row.into_iter(), count);
        }
        let rows = |table: &CountedTable| -> Vec<(String, u64)> {
            (0..table.distinct())
                .map(|row| {
                    let (cells, count) = table.row(row);
                    (cells.collect::<String>(), count)
                })
                .collect()
        };
        let pairs = |pairs: &[(&str, u64)]| -> Vec<(String, u64)> {
            pairs.iter().map(|(text, count)| ((*text).to_owned(), *count)).collect()
        };
        assert_eq!(rows(&table.first_columns(1)), pairs(&[("y", 5), ("x", 1)]));
        let sorted = table.sorted();
        assert_eq!(rows(&sorted), pairs(&[("x2", 1), ("y0", 3), ("y1", 2)]));
        assert_eq!(rows(&sorted.once_each()), pairs(&[("x2", 1), ("y0", 1), ("y1", 1)]));
    }

    #[test]
    fn rows_come_as_often_as_they_occur() {
        let mut table = CountedTable::new("t", ["n"]).unwrap();
        let counts = [1, 4095, 3, 0, 9000, 2];
        for (number, count) in counts.into_iter().enumerate() {
            table.add([number.to_string().as_str()].into_iter(), count);
        }
        let table = Table::from(table);
        let rows = table.to_rows().unwrap();
        let times = |number: usize| {
            let text = number.to_string();
            rows.iter().filter(|row| row[0] == text).count() as u64
        };
        assert_eq!(counts.to_vec(), (0..6).map(times).collect::<Vec<_>>());
        let folded = table
            .fold::<u64, IoError>(
                3,
                || 0,
                |sum, block| {
                    *sum += block.rows() as u64;
                    Ok(())
                },
            )
            .unwrap();
        assert_eq!(folded.iter().sum::<u64>(), counts.iter().sum::<u64>());
        let mut grouped = Vec::new();
        for block in table.grouped().blocks() {
            let block = block.unwrap();
            grouped.extend((0..block.rows()).map(|row| block.count(row)));
        }
        assert_eq!(grouped, counts.into_iter().filter(|&count| count > 0).collect::<Vec<_>>());
    }
}
