//! The quasi-identifiers of published rows before they were generalized.

use std::thread::scope;

use hashbrown::HashSet;
use incrowd_io::Table;

use crate::error::JudgeError;
use crate::question::positions;

use super::PublishedFile;
use super::beside::{OriginalRows, choose};
use super::coded::CodedBlocks;
use super::extremes;
use super::rows::{Coded, Rows};

/// A quasi-identifier before it was generalized.
#[derive(Debug, Default)]
pub(crate) struct OriginalColumn {
    pub(crate) column: Coded,
    /// Only where ranges of the column have ends from the data.
    pub(crate) holders: Holders,
}

/// How many people of the whole published table have each original value.
#[derive(Debug, Default)]
pub(crate) struct Holders {
    rows: Vec<u64>,
    /// The first different people of each value, where people are known.
    people: Vec<HashSet<u32>>,
}

impl Holders {
    /// Counts a row; of each value, so many people are enough.
    fn add(&mut self, value: u32, person: Option<u32>, most: usize) {
        let at = value as usize;
        if at >= self.rows.len() {
            self.rows.resize(at + 1, 0);
        }
        self.rows[at] += 1;
        let Some(person) = person else { return };
        if at >= self.people.len() {
            self.people.resize(at + 1, HashSet::new());
        }
        let known = &mut self.people[at];
        if known.len() < most {
            known.insert(person);
        }
    }

    /// The rows that have a value.
    pub(crate) fn rows(&self, value: u32) -> u64 {
        self.rows.get(value as usize).copied().unwrap_or(0)
    }

    /// The people who have a value, where people are known; k of them, if k or more have it.
    pub(crate) fn people(&self, value: u32) -> impl Iterator<Item = u32> {
        self.people.get(value as usize).into_iter().flatten().copied()
    }
}

/// Reads the originals of the rows that are held; nothing if there are none, or if they do not fit.
/// `people` has the person of each row of the file, where people are known.
pub(super) fn read(
    file: &PublishedFile<'_>,
    rows: &Rows,
    people: Option<&[u32]>,
) -> Result<Option<Vec<OriginalColumn>>, JudgeError> {
    let Some(original) = file.original else { return Ok(None) };
    let names: Vec<&str> = file.qi.iter().map(String::as_str).collect();
    let has = |name: &&str| original.table.columns().iter().any(|column| column == name);
    if !names.iter().all(has) {
        return Ok(None);
    }
    let places = positions(original.table, &names)?;
    let Some(of) = OriginalRows::of(file, &original)? else { return Ok(None) };
    let reading = Reading { file, table: original.table, places, of, people };
    let Some(mut columns) = reading.held(rows)? else { return Ok(None) };
    let counted: Vec<usize> = match file.k {
        Some(_) => {
            (0..names.len()).filter(|&qi| extremes::has_ranges(file, rows, &file.qi[qi])).collect()
        }
        None => Vec::new(),
    };
    if rows.is_thinned() && !counted.is_empty() {
        reading.count_all(rows, &counted, &mut columns)?;
    } else {
        let most = reading.most_people();
        for &qi in &counted {
            let OriginalColumn { column, holders } = &mut columns[qi];
            for (&value, &person) in column.codes.iter().zip(&rows.people) {
                holders.add(value, rows.counts_people.then_some(person), most);
            }
        }
    }
    Ok(Some(columns))
}

/// What is read.
struct Reading<'a> {
    file: &'a PublishedFile<'a>,
    table: &'a Table,
    /// Where the quasi-identifiers stand in the original.
    places: Vec<usize>,
    of: OriginalRows<'a>,
    people: Option<&'a [u32]>,
}

impl Reading<'_> {
    /// The originals of the rows that are held; nothing if one is missing.
    fn held(&self, rows: &Rows) -> Result<Option<Vec<OriginalColumn>>, JudgeError> {
        let original = |(held, &row): (usize, &u64)| Some((self.of.original(row)?, held));
        let list: Option<Vec<(u64, usize)>> =
            rows.numbers.iter().enumerate().map(original).collect();
        let Some(mut list) = list else { return Ok(None) };
        list.sort_unstable();
        let column = |_| {
            let column = Coded { codes: vec![0; list.len()], ..Coded::default() };
            OriginalColumn { column, ..OriginalColumn::default() }
        };
        let mut columns: Vec<OriginalColumn> = self.places.iter().map(column).collect();
        let row = |at: usize| list[at].0;
        let mut list_left = list.iter();
        scope(|scope| -> Result<(), JudgeError> {
            let choose = |block: &_| choose(block, list.len(), row);
            let threads = (scope, self.file.threads);
            for block in CodedBlocks::new(self.table, self.places.clone(), choose, threads) {
                let mut block = block?;
                for (at, &(_, held)) in (0..block.len()).zip(list_left.by_ref()) {
                    for (qi, OriginalColumn { column, .. }) in columns.iter_mut().enumerate() {
                        column.codes[held] = block.code(at, qi, &mut column.texts)?;
                    }
                }
            }
            Ok(())
        })?;
        Ok(list_left.next().is_none().then_some(columns))
    }

    /// Counts who has each value of some quasi-identifiers in the whole published table.
    fn count_all(
        &self,
        rows: &Rows,
        counted: &[usize],
        columns: &mut [OriginalColumn],
    ) -> Result<(), JudgeError> {
        let places = counted.iter().map(|&qi| self.places[qi]).collect();
        let most = self.most_people();
        let mut in_order = 0;
        scope(|scope| {
            let listed = self.of.len().unwrap_or(rows.total as usize + rows.stars.len());
            let row = |at: usize| self.of.original(self.of.in_order(at)).unwrap_or(u64::MAX);
            let choose = move |block: &_| choose(block, listed, row);
            for block in CodedBlocks::new(self.table, places, choose, (scope, self.file.threads)) {
                let mut block = block?;
                for at in 0..block.len() {
                    let published = self.of.in_order(in_order);
                    in_order += 1;
                    if rows.stars.binary_search(&published).is_ok() {
                        continue;
                    }
                    let place = usize::try_from(published).ok();
                    let person = self.people.and_then(|people| people.get(place?)).copied();
                    for (place, &qi) in counted.iter().enumerate() {
                        let OriginalColumn { column, holders } = &mut columns[qi];
                        holders.add(block.code(at, place, &mut column.texts)?, person, most);
                    }
                }
            }
            Ok(())
        })
    }

    /// How many people are enough of each value.
    fn most_people(&self) -> usize {
        self.file.k.map_or(0, |k| usize::try_from(k).unwrap_or(usize::MAX))
    }
}

#[cfg(test)]
mod tests {
    use incrowd_io::MemoryTable;

    use super::super::{OriginalTable, RowsOf};
    use super::*;
    use crate::question::Question;

    const ROWS: u32 = 3000;

    /// The age of each row of the original.
    fn age(row: u32) -> u32 {
        row * row % 97
    }

    /// Tables of ages and of their decades, in which the published rows stand in this order.
    fn tables(order: &[u32]) -> (Table, Table) {
        let table = |name: &str, rows: Vec<[String; 1]>| -> Table {
            MemoryTable::from_rows(name, ["age"], rows).unwrap().into()
        };
        let decade =
            |&row: &u32| [format!("[{0},{1}]", age(row) / 10 * 10, age(row) / 10 * 10 + 9)];
        let original = (0..ROWS).map(|row| [age(row).to_string()]).collect();
        (table("original", original), table("published", order.iter().map(decade).collect()))
    }

    fn read_rows(
        (original, published): (&Table, &Table),
        rows: RowsOf<'_>,
        people: Option<&[u32]>,
        (most, threads): (usize, usize),
    ) -> Rows {
        let qi = ["age".to_owned()];
        let question = Question { qi: &qi, ..Question::about(published) };
        let original = OriginalTable { table: original, rows, identifying: &[], only: None };
        let original = Some(original);
        let file = PublishedFile { original, k: Some(5), threads, ..PublishedFile::of(&question) };
        Rows::read_most(&file, people, most).unwrap()
    }

    /// Whether each row that is held has its original, and each value its holders in the whole table.
    fn assert_right(rows: &Rows, order: &[u32], people: Option<&[u32]>) {
        let OriginalColumn { column, holders } = &rows.originals.as_ref().unwrap()[0];
        for (held, &number) in rows.numbers.iter().enumerate() {
            assert_eq!(column.text(held), age(order[number as usize]).to_string());
        }
        for value in column.texts.ids() {
            let has = |&&row: &&u32| column.texts.text(value) == age(row).to_string();
            assert_eq!(holders.rows(value), order.iter().filter(has).count() as u64);
            let Some(people) = people else { continue };
            let owners = order.iter().zip(people).filter(|(row, _)| has(row));
            let owners: HashSet<u32> = owners.map(|(_, &person)| person).collect();
            let held: HashSet<u32> = holders.people(value).collect();
            assert!(held.is_subset(&owners) && held.len() == owners.len().min(5));
        }
    }

    #[test]
    fn originals_are_found_in_any_order_and_counted_in_the_whole_table() {
        let ascending: Vec<u32> = (0..ROWS).filter(|row| row % 7 != 0).collect();
        let descending: Vec<u32> = ascending.iter().rev().copied().collect();
        for order in [&ascending, &descending] {
            let (original, published) = tables(order);
            let persons: Vec<u32> = (0..ROWS).map(|row| row / 3).collect();
            for people in [None, Some(persons.as_slice())] {
                for (most, threads) in [(10_000, 1), (10_000, 3), (700, 1), (700, 3)] {
                    let given = RowsOf::Given(order);
                    let rows = read_rows((&original, &published), given, people, (most, threads));
                    assert_eq!(rows.is_thinned(), most < 1000);
                    assert_right(&rows, order, people);
                }
            }
        }
    }

    #[test]
    fn originals_stand_in_the_same_place_or_are_recognised() {
        let all: Vec<u32> = (0..ROWS).collect();
        let (original, published) = tables(&all);
        for rows in [RowsOf::Same, RowsOf::InOrder] {
            for most in [10_000, 700] {
                let rows = read_rows((&original, &published), rows, None, (most, 2));
                assert_right(&rows, &all, None);
            }
        }
    }

    #[test]
    fn rows_that_are_no_rows_of_the_original_have_none() {
        let all: Vec<u32> = (0..ROWS).collect();
        let (original, published) = tables(&all);
        let listed: Vec<u32> = (0..ROWS).map(|row| row + 1).collect();
        for rows in [RowsOf::Given(&listed), RowsOf::Given(&all[1..])] {
            let rows = read_rows((&original, &published), rows, None, (10_000, 2));
            assert!(rows.originals.is_none());
        }
    }
}
