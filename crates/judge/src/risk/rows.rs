//! The rows of a published table as codes, each beside its original.
//!
//! Every distinct text of a column has a number, and a row is a number per column: so all kinds of
//! risk are measured on whole numbers, column by column, from one pass over both tables.
//!
//! Memory is bounded. Of a table that is too large, whole classes are left out, chosen by a fixed
//! hash of their quasi-identifiers; where few classes are left that are still too large, rows are
//! chosen by a fixed hash of their number. The same table gives the same choice on any machine.

use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};

use foldhash::quality::FixedState;
use incrowd_io::Block;

use crate::error::JudgeError;
use crate::question::{is_suppressed, positions};
use crate::texts::TextNumbers;

use super::PublishedFile;
use super::alone::Groups;
use super::coded::{Chosen, CodedBlock, CodedBlocks};
use super::originals::{self, OriginalColumn};

/// Most numbers that are kept of a table: 96 MB.
const MOST_CELLS: usize = 24 << 20;

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
    pub(crate) numbers: Vec<u64>,
    /// The rows of the file that are stars in every column, where these are no rows.
    pub(crate) stars: Vec<u64>,
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
        let thinning = Thinning::default();
        let mut reading = Reading::new(file, people, most, &thinning)?;
        let qi = reading.qi.clone();
        std::thread::scope(|scope| -> Result<(), JudgeError> {
            let columns = (0..file.table.columns().len()).collect();
            let choose = |block: &Block| thinning.choose(block, &qi, file.skip_suppressed);
            for block in CodedBlocks::new(file.table, columns, choose, (scope, file.threads)) {
                reading.add(&mut block?)?;
            }
            Ok(())
        })?;
        let mut rows = reading.finish();
        rows.originals = originals::read(file, &rows, people)?;
        Ok(rows)
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

/// Which rows of a large table are kept. Workers may still see fewer bits than are decided: then they
/// number rows in vain.
#[derive(Default)]
struct Thinning {
    /// Only classes are kept whose hash ends in so many zeros.
    class_bits: AtomicU32,
    /// Only rows are kept whose number has a hash that ends in so many zeros.
    row_bits: AtomicU32,
}

impl Thinning {
    /// Whether rows are left out.
    fn has_begun(&self) -> bool {
        self.class_bits.load(Ordering::Relaxed) > 0 || self.row_bits.load(Ordering::Relaxed) > 0
    }

    fn keeps(&self, key: u64, number: u64) -> bool {
        let row = || FixedState::with_seed(1).hash_one(number).trailing_zeros();
        let (class_bits, row_bits) = (&self.class_bits, &self.row_bits);
        key.trailing_zeros() >= class_bits.load(Ordering::Relaxed)
            && (row_bits.load(Ordering::Relaxed) == 0 || row() >= row_bits.load(Ordering::Relaxed))
    }

    /// The rows of a block to be numbered.
    fn choose(&self, block: &Block, qi: &[usize], skip_stars: bool) -> Chosen {
        let is_star = |&row: &usize| skip_stars && is_suppressed(block, row);
        let (stars, mut rows): (Vec<usize>, Vec<usize>) = (0..block.rows()).partition(is_star);
        let (of, mut keys) = (rows.len() as u64, Vec::new());
        if self.has_begun() {
            rows.retain(|&row| {
                let key = key(qi.iter().map(|&place| block.cell(row, place)));
                let keeps = self.keeps(key, block.first_row() + row as u64);
                if keeps {
                    keys.push(key);
                }
                keeps
            });
        }
        Chosen { rows, keys, stars, of }
    }
}

/// A table that is being read.
struct Reading<'a> {
    rows: Rows,
    /// Where the quasi-identifiers stand.
    qi: Vec<usize>,
    people: Option<&'a [u32]>,
    /// A hash of each row's class, once rows are left out.
    keys: Vec<u64>,
    most: usize,
    thinning: &'a Thinning,
}

impl<'a> Reading<'a> {
    fn new(
        file: &PublishedFile<'_>,
        people: Option<&'a [u32]>,
        most: usize,
        thinning: &'a Thinning,
    ) -> Result<Self, JudgeError> {
        let qi: Vec<&str> = file.qi.iter().map(String::as_str).collect();
        Ok(Reading {
            rows: Rows {
                columns: file.table.columns().iter().map(|_| Coded::default()).collect(),
                originals: None,
                classes: Vec::new(),
                people: Vec::new(),
                counts_people: people.is_some(),
                total: 0,
                numbers: Vec::new(),
                stars: Vec::new(),
            },
            qi: positions(file.table, &qi)?,
            people,
            keys: Vec::new(),
            most: most.max(1),
            thinning,
        })
    }

    fn add(&mut self, block: &mut CodedBlock) -> Result<(), JudgeError> {
        self.rows.total += block.chosen.of;
        self.rows.stars.extend(block.stars());
        for at in 0..block.len() {
            self.add_row(block, at)?;
        }
        Ok(())
    }

    fn add_row(&mut self, block: &mut CodedBlock, at: usize) -> Result<(), JudgeError> {
        let number = block.number(at);
        let is_full = self.rows.len() == self.most;
        if self.thinning.has_begun() || is_full {
            let key = match block.chosen.keys.get(at) {
                Some(&key) => key,
                None => key(self.qi.iter().map(|&place| block.text(at, place))),
            };
            if !self.thinning.keeps(key, number) {
                return Ok(());
            }
            if is_full {
                self.thin_out();
            }
            if !self.thinning.keeps(key, number) {
                return Ok(());
            }
            self.keys.push(key);
        }
        for (place, column) in self.rows.columns.iter_mut().enumerate() {
            column.codes.push(block.code(at, place, &mut column.texts)?);
        }
        let row = usize::try_from(number).ok();
        let person = self.people.and_then(|people| people.get(row?)).copied();
        self.rows.people.push(person.unwrap_or(self.rows.numbers.len() as u32));
        self.rows.numbers.push(number);
        Ok(())
    }

    /// Leaves out half of the classes, or half of the rows where few classes are left, until there
    /// is room.
    fn thin_out(&mut self) {
        if !self.thinning.has_begun() {
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
                self.thinning.class_bits.fetch_add(1, Ordering::Relaxed);
            } else {
                self.thinning.row_bits.fetch_add(1, Ordering::Relaxed);
            }
            let numbers = &self.rows.numbers;
            let kept = |row: &usize| self.thinning.keeps(self.keys[*row], numbers[*row]);
            let kept: Vec<usize> = (0..self.keys.len()).filter(kept).collect();
            self.keep(&kept);
        }
    }

    fn keep(&mut self, rows: &[usize]) {
        let pick = |codes: &mut Vec<u32>| *codes = rows.iter().map(|&row| codes[row]).collect();
        self.rows.columns.iter_mut().for_each(|column| pick(&mut column.codes));
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
            for threads in [1, 3] {
                let file = PublishedFile { threads, ..file };
                let sets = [vec![1], vec![0, 1]];
                let count = |rows| Alone { file: &file, rows, people }.count(&sets).unwrap();
                assert_eq!(count(&all), count(&some));
            }
        }
    }
}
