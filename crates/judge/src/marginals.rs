//! Counts of a masked table: how many rows share each value of a column, and each combination of
//! all columns.
//!
//! Columns that protect people separately can single them out together, so combinations must be
//! counted. A masked table has few distinct rows, so whole rows are counted first and divided into
//! columns at the end.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashTable};
use incrowd_io::{Block, Table};
use incrowd_terms::Nulls;

use crate::error::JudgeError;
use crate::person::Person;
use crate::question::{QuestionColumns, count, positions};

/// What a table's columns show, each alone and all together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marginals {
    /// The rows of the table.
    pub rows: u64,
    /// Different people who have them; only where people are told apart, and then every figure below
    /// counts people.
    pub people: Option<u64>,
    /// Distinct tuples of all columns together.
    pub classes: u64,
    /// The rows of the rarest of them; nothing if the table has no rows.
    pub k: Option<u64>,
    /// How many tuples have so many rows: (rows, tuples) in ascending order.
    pub sizes: Vec<(u64, u64)>,
    /// How many rows, or people, are in a tuple of so many, at the smallest: (rows, rows) in ascending
    /// order. A person may have rows in several.
    pub smallest: Vec<(u64, u64)>,
    /// Each of these columns alone.
    pub columns: Vec<Marginal>,
    /// Each of the others.
    pub others: Vec<Marginal>,
}

impl Marginals {
    /// How many there are of what is counted: people, or rows.
    #[must_use]
    pub fn members(&self) -> u64 {
        self.people.unwrap_or(self.rows)
    }

    /// What is counted, in words: the singular or the plural.
    #[must_use]
    pub fn noun(&self, count: u64) -> &'static str {
        match (self.people, count) {
            (Some(_), 1) => "person",
            (Some(_), _) => "people",
            (None, 1) => "row",
            (None, _) => "rows",
        }
    }

    /// The rows that share their tuple with fewer than so many, or the people who do so in a row.
    #[must_use]
    pub fn below(&self, k: u64) -> u64 {
        let small = self.smallest.iter().take_while(|(size, _)| *size < k);
        small.map(|(_, members)| members).sum()
    }
}

/// What one column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marginal {
    /// Its distinct values.
    pub distinct: u64,
    /// The rows of the rarest of them; 0 if the table has no rows.
    pub rarest: u64,
}

/// Counts columns of a table: some of them together and alone, and others only alone.
///
/// # Errors
/// If the table cannot be read or lacks a column.
pub fn marginals(
    table: &Table,
    together: &[&str],
    others: &[&str],
    threads: usize,
) -> Result<Marginals, JudgeError> {
    let joint = positions(table, together)?;
    let single = positions(table, others)?;
    let each = |(tuples, others): &mut (Tuples, Vec<Tuples>), block: &Block| {
        for row in 0..block.rows() {
            tuples.add(joint.iter().map(|&place| block.cell_bytes(row, place)), 1);
            for (values, &place) in others.iter_mut().zip(&single) {
                values.add(std::iter::once(block.cell_bytes(row, place)), 1);
            }
        }
        Ok::<(), JudgeError>(())
    };
    let nothing = || (Tuples::default(), single.iter().map(|_| Tuples::default()).collect());
    let mut parts = table.fold(threads, nothing, each)?.into_iter();
    let (mut tuples, mut others) = parts.next().unwrap_or_else(nothing);
    for (part, more) in parts {
        tuples.absorb(&part);
        others.iter_mut().zip(&more).for_each(|(values, more)| values.absorb(more));
    }
    let column = |place: usize| {
        let mut counts: HashMap<&[u8], u64, RandomState> = HashMap::default();
        for (mut cells, rows) in tuples.all() {
            *counts.entry(cells.nth(place).unwrap_or_default()).or_insert(0) += rows;
        }
        let rarest = counts.values().copied().min().unwrap_or(0);
        Marginal { distinct: counts.len() as u64, rarest }
    };
    Ok(Marginals {
        rows: tuples.all().map(|(_, rows)| rows).sum(),
        people: None,
        classes: tuples.index.len() as u64,
        k: tuples.all().map(|(_, rows)| rows).min(),
        smallest: tuples.sizes().into_iter().map(|(rows, tuples)| (rows, rows * tuples)).collect(),
        sizes: tuples.sizes(),
        columns: (0..together.len()).map(column).collect(),
        others: others.iter().map(Tuples::marginal).collect(),
    })
}

/// The same where people may have several rows: every figure but the number of rows counts different
/// people.
///
/// # Errors
/// If the table cannot be read or lacks a column, or if a row names no person.
pub fn marginals_of_people(
    table: &Table,
    together: &[&str],
    others: &[&str],
    person: Person<'_>,
    nulls: &Nulls,
    threads: usize,
) -> Result<Marginals, JudgeError> {
    let columns = QuestionColumns {
        class: positions(table, together)?,
        sensitive: positions(table, others)?,
        skip_suppressed: false,
        person: Some(person.reading(table, nulls)?),
    };
    let mut grouping = count(table, &columns, threads)?;
    grouping.count_people();
    let marginal = |people: Vec<u64>| Marginal {
        distinct: people.len() as u64,
        rarest: people.iter().min().copied().unwrap_or(0),
    };
    let visits = grouping.visits.as_ref();
    let together = |column: usize| {
        let label = |class: u32| grouping.classes.key(class as usize)[column];
        visits.map(|visits| visits.people_by_label(label, grouping.labels[column].len()))
    };
    let other = |column: usize| {
        visits.map(|visits| visits.people_by_value(column, grouping.values[column].len()))
    };
    let mut sizes = std::collections::BTreeMap::new();
    grouping.classes.sizes.iter().for_each(|&people| *sizes.entry(people).or_insert(0) += 1);
    Ok(Marginals {
        rows: grouping.rows,
        people: grouping.people,
        classes: grouping.classes.len() as u64,
        k: grouping.classes.sizes.iter().min().copied(),
        sizes: sizes.into_iter().collect(),
        smallest: visits
            .map_or_else(Vec::new, |visits| visits.by_smallest(&grouping.classes.sizes)),
        columns: (0..grouping.labels.len()).filter_map(together).map(marginal).collect(),
        others: (0..grouping.values.len()).filter_map(other).map(marginal).collect(),
    })
}

/// Marks the end of a cell: no text has this byte.
const END: u8 = 0xff;

/// Distinct tuples of cells with their rows.
#[derive(Default)]
struct Tuples {
    /// Every tuple's cells, each before a mark of its end.
    bytes: Vec<u8>,
    index: HashTable<Tuple>,
    hasher: RandomState,
    key: Vec<u8>,
}

/// All that is asked of a tuple in one place: most rows are of one that is far from the last.
struct Tuple {
    hash: u64,
    rows: u64,
    start: usize,
    length: usize,
}

impl Tuples {
    fn add<'a>(&mut self, cells: impl Iterator<Item = &'a [u8]>, rows: u64) {
        self.key.clear();
        for cell in cells {
            self.key.extend_from_slice(cell);
            self.key.push(END);
        }
        let Tuples { bytes, index, hasher, key } = self;
        let hash = hasher.hash_one(key.as_slice());
        let same =
            |tuple: &Tuple| tuple.hash == hash && bytes[tuple.start..][..tuple.length] == key[..];
        if let Some(tuple) = index.find_mut(hash, same) {
            tuple.rows += rows;
            return;
        }
        let (start, length) = (bytes.len(), key.len());
        bytes.extend_from_slice(key);
        index.insert_unique(hash, Tuple { hash, rows, start, length }, |tuple| tuple.hash);
    }

    /// Adds what another worker counted.
    fn absorb(&mut self, other: &Tuples) {
        other.all().for_each(|(cells, rows)| self.add(cells, rows));
    }

    fn sizes(&self) -> Vec<(u64, u64)> {
        let mut sizes = std::collections::BTreeMap::new();
        for tuple in &self.index {
            *sizes.entry(tuple.rows).or_insert(0) += 1;
        }
        sizes.into_iter().collect()
    }

    /// Of one column, its values.
    fn marginal(&self) -> Marginal {
        let rarest = self.index.iter().map(|tuple| tuple.rows).min().unwrap_or(0);
        Marginal { distinct: self.index.len() as u64, rarest }
    }

    /// The cells of every tuple with its rows, in no order.
    fn all(&self) -> impl Iterator<Item = (impl Iterator<Item = &[u8]>, u64)> {
        self.index.iter().map(|tuple| {
            let cells = &self.bytes[tuple.start..][..tuple.length];
            let cells = cells.split_inclusive(|&byte| byte == END);
            (cells.map(|cell| &cell[..cell.len() - 1]), tuple.rows)
        })
    }
}
