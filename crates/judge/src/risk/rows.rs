//! The rows of a published table as codes, each beside its original.
//!
//! Every distinct text of a column has a number, and a row is a number per column: so all kinds of
//! risk are measured on whole numbers, column by column, from one pass over both tables.
//!
//! Memory is bounded. Of a table that is too large, whole classes are left out, chosen by a fixed
//! hash of their quasi-identifiers; where few classes are left that are still too large, rows are
//! chosen by a fixed hash of their number. The same table gives the same choice on any machine.

use foldhash::quality::FixedState;
use hashbrown::HashSet;
use std::hash::{BuildHasher, Hasher};

use crate::error::JudgeError;
use crate::question::positions;
use crate::texts::TextNumbers;

use super::PublishedFile;
use super::alone::Groups;
use super::beside::{Found, Originals};
use super::coded::{CodedBlock, CodedCursor};

/// Most numbers that are kept of a table: 192 MB.
const MOST_CELLS: usize = 48 << 20;

/// Fewer classes than this are not thinned out any further: then rows are.
const FEWEST_CLASSES: usize = 64;

/// A column as numbers.
#[derive(Debug, Default)]
pub(crate) struct Coded {
    pub(crate) texts: TextNumbers,
    /// The number of each row's text.
    pub(crate) codes: Vec<u32>,
}

impl Coded {
    /// The text of a row.
    pub(crate) fn text(&self, row: usize) -> &str {
        self.texts.text(self.codes[row])
    }
}

/// A quasi-identifier before it was generalized.
#[derive(Debug, Default)]
pub(crate) struct OriginalColumn {
    pub(crate) column: Coded,
    pub(crate) holders: Holders,
}

/// How many people of the whole published table have each original value.
#[derive(Debug, Default)]
pub(crate) struct Holders {
    rows: Vec<u64>,
    /// The first different people of each value, where people are known.
    people: Vec<HashSet<u32>>,
    /// So many of them are enough.
    most: usize,
}

impl Holders {
    fn add(&mut self, value: u32, person: Option<u32>) {
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
        if known.len() < self.most {
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

/// The rows of a published table.
#[derive(Debug)]
pub(crate) struct Rows {
    /// The published columns, in the order of the file.
    pub(crate) columns: Vec<Coded>,
    /// The originals of the quasi-identifiers, in their order; nothing where no original is at hand
    /// or it does not fit.
    pub(crate) originals: Option<Vec<OriginalColumn>>,
    /// The class of each row.
    pub(crate) classes: Vec<u32>,
    /// The person of each row; a row is a person's if they are not known.
    pub(crate) people: Vec<u32>,
    /// Whether people are known.
    pub(crate) counts_people: bool,
    /// Rows of the file, those left out here included.
    pub(crate) total: u64,
    /// The number of each row in the file.
    numbers: Vec<u64>,
}

impl Rows {
    /// Reads a published table and its original.
    /// `people` has the person of each row of the file, where people are known.
    pub(crate) fn read(
        file: &PublishedFile<'_>,
        people: Option<&[u32]>,
    ) -> Result<Rows, JudgeError> {
        let columns = file.table.columns().len() + file.qi.len() + 4;
        Rows::read_most(file, people, MOST_CELLS / columns)
    }

    /// The same with at most so many rows.
    pub(crate) fn read_most(
        file: &PublishedFile<'_>,
        people: Option<&[u32]>,
        most: usize,
    ) -> Result<Rows, JudgeError> {
        std::thread::scope(|scope| {
            let mut originals = Originals::open(file, scope)?;
            let mut reading = Reading::new(file, people, most, originals.is_some())?;
            let columns = (0..file.table.columns().len()).collect();
            let (stars, threads) = (file.skip_suppressed, (scope, file.threads));
            let mut published = CodedCursor::new(file.table, columns, stars, threads);
            while let Some((block, row)) = published.next()? {
                if block.is_stars(row) {
                    continue;
                }
                let found = match &mut originals {
                    Some(originals) => originals.of((block, row), &mut reading.texts)?,
                    None => Found::Row,
                };
                if found == Found::Nothing {
                    originals = None;
                    reading.rows.originals = None;
                }
                reading.add(block, row)?;
            }
            Ok(reading.finish())
        })
    }

    /// How many rows are here.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether some rows of the file were left out.
    pub(crate) fn is_thinned(&self) -> bool {
        (self.numbers.len() as u64) < self.total
    }

    /// How many different people the rows are of.
    pub(crate) fn people_of(&self, rows: impl Iterator<Item = usize>) -> u64 {
        let people = rows.map(|row| self.people[row]);
        if !self.counts_people {
            return people.count() as u64;
        }
        let mut people: Vec<u32> = people.collect();
        people.sort_unstable();
        people.dedup();
        people.len() as u64
    }

    /// How many different people there are.
    pub(crate) fn everybody(&self) -> u64 {
        self.people_of(0..self.len())
    }

    /// The rows of each class, class by class.
    pub(crate) fn by_class(&self) -> Vec<Vec<u32>> {
        let classes = self.classes.iter().max().map_or(0, |&last| last as usize + 1);
        let mut rows = vec![Vec::new(); classes];
        for (&class, row) in self.classes.iter().zip(0..) {
            rows[class as usize].push(row);
        }
        rows
    }

    /// What is counted, in words: the singular and the plural.
    pub(crate) fn noun(&self, count: u64) -> &'static str {
        match (self.counts_people, count) {
            (true, 1) => "person",
            (true, _) => "people",
            (false, 1) => "row",
            (false, _) => "rows",
        }
    }

    /// What was left out, as the end of a sentence.
    pub(crate) fn sampled(&self) -> String {
        if self.is_thinned() {
            format!(" (measured on {} of {} rows)", self.len(), self.total)
        } else {
            String::new()
        }
    }
}

/// Numbers of the texts of the originals in one row.
pub(crate) struct RowTexts {
    pub(crate) columns: Vec<TextNumbers>,
    pub(crate) row: Vec<u32>,
}

/// A table that is being read.
struct Reading<'a> {
    rows: Rows,
    texts: RowTexts,
    /// Where the quasi-identifiers stand.
    qi: Vec<usize>,
    people: Option<&'a [u32]>,
    /// A hash of each row's class, once rows are left out.
    keys: Vec<u64>,
    most: usize,
    /// Only classes are kept whose hash ends in so many zeros.
    class_bits: u32,
    /// Only rows are kept whose number has a hash that ends in so many zeros.
    row_bits: u32,
}

impl<'a> Reading<'a> {
    fn new(
        file: &PublishedFile<'_>,
        people: Option<&'a [u32]>,
        most: usize,
        beside: bool,
    ) -> Result<Self, JudgeError> {
        let qi: Vec<&str> = file.qi.iter().map(String::as_str).collect();
        let columns = || file.table.columns().iter().map(|_| Coded::default());
        let k = file.k.map_or(0, |k| usize::try_from(k).unwrap_or(usize::MAX));
        let holders = || Holders { most: k, ..Holders::default() };
        let original = |_| OriginalColumn { holders: holders(), ..OriginalColumn::default() };
        let originals = || file.qi.iter().map(original).collect();
        Ok(Reading {
            rows: Rows {
                columns: columns().collect(),
                originals: beside.then(originals),
                classes: Vec::new(),
                people: Vec::new(),
                counts_people: people.is_some(),
                total: 0,
                numbers: Vec::new(),
            },
            texts: RowTexts {
                columns: file.qi.iter().map(|_| TextNumbers::default()).collect(),
                row: Vec::new(),
            },
            qi: positions(file.table, &qi)?,
            people,
            keys: Vec::new(),
            most: most.max(1),
            class_bits: 0,
            row_bits: 0,
        })
    }

    fn add(&mut self, block: &mut CodedBlock, row: usize) -> Result<(), JudgeError> {
        let number = block.number(row);
        self.rows.total += 1;
        let at = usize::try_from(number).ok();
        let person = self.people.and_then(|people| people.get(at?)).copied();
        for (original, &value) in self.rows.originals.iter_mut().flatten().zip(&self.texts.row) {
            original.holders.add(value, person);
        }
        let is_full = self.rows.len() == self.most;
        if self.is_thinned() || is_full {
            let key = key(self.qi.iter().map(|&place| block.text(row, place)));
            if !self.is_kept(key, number) {
                return Ok(());
            }
            if is_full {
                self.thin_out();
            }
            if !self.is_kept(key, number) {
                return Ok(());
            }
            self.keys.push(key);
        }
        for (place, column) in self.rows.columns.iter_mut().enumerate() {
            column.codes.push(block.code(row, place, &mut column.texts)?);
        }
        for (original, &value) in self.rows.originals.iter_mut().flatten().zip(&self.texts.row) {
            original.column.codes.push(value);
        }
        self.rows.people.push(person.unwrap_or(self.rows.numbers.len() as u32));
        self.rows.numbers.push(number);
        Ok(())
    }

    /// Whether rows are left out.
    fn is_thinned(&self) -> bool {
        self.class_bits > 0 || self.row_bits > 0
    }

    fn is_kept(&self, key: u64, number: u64) -> bool {
        let row = FixedState::with_seed(1).hash_one(number);
        key.trailing_zeros() >= self.class_bits && row.trailing_zeros() >= self.row_bits
    }

    /// Leaves out half of the classes, or half of the rows where few classes are left, until there
    /// is room.
    fn thin_out(&mut self) {
        if !self.is_thinned() {
            let columns: Vec<&Coded> =
                self.qi.iter().map(|&place| &self.rows.columns[place]).collect();
            let texts = |row: usize| columns.iter().map(move |column| column.text(row));
            self.keys = (0..self.rows.len()).map(|row| key(texts(row))).collect();
        }
        while self.keys.len() == self.most {
            let mut classes = self.keys.clone();
            classes.sort_unstable();
            classes.dedup();
            if classes.len() >= FEWEST_CLASSES {
                self.class_bits += 1;
            } else {
                self.row_bits += 1;
            }
            let numbers = &self.rows.numbers;
            let kept = |row: &usize| self.is_kept(self.keys[*row], numbers[*row]);
            let kept: Vec<usize> = (0..self.keys.len()).filter(kept).collect();
            self.keep(&kept);
        }
    }

    fn keep(&mut self, rows: &[usize]) {
        let pick = |codes: &mut Vec<u32>| *codes = rows.iter().map(|&row| codes[row]).collect();
        self.rows.columns.iter_mut().for_each(|column| pick(&mut column.codes));
        let originals = self.rows.originals.iter_mut().flatten();
        originals.for_each(|original| pick(&mut original.column.codes));
        pick(&mut self.rows.people);
        self.rows.numbers = rows.iter().map(|&row| self.rows.numbers[row]).collect();
        self.keys = rows.iter().map(|&row| self.keys[row]).collect();
        if self.people.is_none() {
            // Every row is a person's.
            self.rows.people = (0..rows.len() as u32).collect();
        }
    }

    fn finish(mut self) -> Rows {
        let whole = Groups::whole(self.rows.len());
        let divided =
            |groups: Groups, &place: &usize| groups.divided(&self.rows.columns[place].codes);
        self.rows.classes = self.qi.iter().fold(whole, divided).of_rows();
        for (original, texts) in self.rows.originals.iter_mut().flatten().zip(self.texts.columns) {
            original.column.texts = texts;
        }
        self.rows
    }
}

/// A hash of the quasi-identifiers of a row, the same everywhere.
fn key<'t>(cells: impl Iterator<Item = &'t str>) -> u64 {
    let mut hasher = FixedState::with_seed(0).build_hasher();
    for cell in cells {
        hasher.write_usize(cell.len());
        hasher.write(cell.as_bytes());
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use incrowd_io::{MemoryTable, Table};

    use super::super::alone::Alone;
    use super::*;
    use crate::question::Question;

    /// So many rows in so many classes, with a column that many rows share.
    fn table(rows: u64, classes: u64) -> Table {
        let row = |row: u64| [format!("q{}", row % classes), format!("v{}", row * row % 977)];
        MemoryTable::from_rows("table", ["qi", "plain"], (0..rows).map(row)).unwrap().into()
    }

    #[test]
    fn whole_classes_are_left_out_of_a_large_table() {
        let (table, qi) = (table(4000, 400), ["qi".to_owned()]);
        let question = Question { qi: &qi, ..Question::about(&table) };
        let file = PublishedFile::of(&question);
        let rows = Rows::read_most(&file, None, 1500).unwrap();
        assert!(rows.is_thinned() && (500..1500).contains(&rows.len()), "{}", rows.len());
        assert!(rows.by_class().iter().all(|class| class.len() == 10));
        let again = Rows::read_most(&file, None, 1500).unwrap();
        assert_eq!(rows.numbers, again.numbers);
    }

    #[test]
    fn rows_are_left_out_of_large_classes() {
        let (table, qi) = (table(4000, 2), ["qi".to_owned()]);
        let question = Question { qi: &qi, ..Question::about(&table) };
        let rows = Rows::read_most(&PublishedFile::of(&question), None, 1500).unwrap();
        assert!((500..1500).contains(&rows.len()), "{}", rows.len());
        assert_eq!(rows.by_class().len(), 2);
    }

    #[test]
    fn who_is_alone_is_counted_on_the_whole_file() {
        let (table, qi) = (table(4000, 400), ["qi".to_owned()]);
        let question = Question { qi: &qi, ..Question::about(&table) };
        let file = PublishedFile::of(&question);
        // Rows of one person stand far apart.
        let persons: Vec<u32> = (0..4000).map(|row| row % 1500).collect();
        for people in [None, Some(persons.as_slice())] {
            let all = Rows::read(&file, people).unwrap();
            let some = Rows::read_most(&file, people, 1500).unwrap();
            assert!(!all.is_thinned() && some.is_thinned());
            for columns in [&[1][..], &[0, 1]] {
                let count = |rows| Alone { file: &file, rows, people }.count(columns).unwrap();
                assert_eq!(count(&all), count(&some));
            }
        }
    }
}
