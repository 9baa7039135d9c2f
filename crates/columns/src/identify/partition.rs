//! Stripped partitions: the classes of two rows or more of a set of columns.
//!
//! A unique row stays unique when columns are added, so it is dropped. Refining a partition by one
//! more column takes time linear in the remaining rows, and pure counts are made without storing a
//! partition. A row takes four bytes and a class four more.
//!
//! Where people are counted (`partition/people.rs`), the classes are those of two people or more. A
//! person who is alone with one row may have others, which stay among the rows that others share.

mod people;

use super::Columns;
use people::{PeopleScratch, PersonSet};

/// Up to this many rows are compared with each other instead of marked in an array.
const FEW: usize = 4;

/// The classes of two or more rows that agree on some columns.
#[derive(Clone, Debug, Default)]
pub(super) struct StrippedPartition {
    /// The rows of all classes, end to end.
    rows: Vec<u32>,
    /// Where each class ends.
    ends: Vec<u32>,
    /// Rows in classes of one person, which were dropped.
    alone: u32,
    /// The people who have them, where people are counted.
    people: PersonSet,
}

/// What a set of columns tells apart.
///
/// A column more splits a class of several only if `alone + classes` grows: the parts of a class are
/// either one class again, or they are more classes, or some rows are alone. So two sets, one within
/// the other, have the same classes iff they have the same sum, and then no column tells more with
/// one of them than with the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// What is unique: rows, or people who have one that is alone.
    pub unique: u32,
    /// Rows in classes of one row, or of one person.
    pub alone: u32,
    /// All other classes.
    pub classes: u32,
}

impl Split {
    /// A number that grows with every class that is split.
    pub fn distinct(self) -> u32 {
        self.alone + self.classes
    }
}

/// Memory that refining and counting reuse.
pub(super) struct Scratch<'c> {
    /// Per code: the rows of the class at hand, zero between classes; or where they go.
    counts: Vec<u32>,
    /// The codes of the class at hand, in order of first appearance.
    touched: Vec<u32>,
    /// Per code: twice the number of the last class that had it, and one more if it was there
    /// more than once.
    marks: Vec<u64>,
    class: u64,
    /// Where people are counted.
    people: Option<PeopleScratch<'c>>,
}

impl<'c> Scratch<'c> {
    pub fn new(columns: &'c Columns) -> Self {
        let people = columns.person_of_row().map(|of_row| PeopleScratch::new(of_row, columns));
        Scratch { people, ..Scratch::of_rows(columns) }
    }

    /// The same for classes of rows, whosever they are.
    pub fn of_rows(columns: &'c Columns) -> Self {
        let codes = columns.most_distinct();
        Scratch {
            counts: vec![0; codes],
            touched: Vec::new(),
            marks: Vec::new(),
            class: 0,
            people: None,
        }
    }
}

impl StrippedPartition {
    /// Rows of which nothing is known: one class.
    pub fn whole(columns: &Columns) -> Self {
        match columns.people() {
            None => StrippedPartition::of_rows(columns),
            Some(1) => StrippedPartition {
                alone: columns.row_count(),
                people: PersonSet::everybody(columns),
                ..StrippedPartition::default()
            },
            Some(_) => StrippedPartition {
                people: PersonSet::nobody(columns),
                ..StrippedPartition::of_rows(columns)
            },
        }
    }

    /// The same of rows, whosever they are.
    pub fn of_rows(columns: &Columns) -> Self {
        let rows = columns.row_count();
        match rows {
            0 | 1 => StrippedPartition { alone: rows, ..StrippedPartition::default() },
            _ => StrippedPartition {
                rows: (0..rows).collect(),
                ends: vec![rows],
                ..StrippedPartition::default()
            },
        }
    }

    /// What is told apart.
    pub fn split(&self) -> Split {
        let unique = self.people.len().unwrap_or(self.alone);
        Split { unique, alone: self.alone, classes: self.ends.len() as u32 }
    }

    /// The rows in classes of two or more.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The rows of each class of two or more.
    pub fn classes(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.rows[start as usize..end as usize])
    }

    /// Makes `finer` the classes that agree on one more column too.
    pub fn refine(&self, codes: &[u32], scratch: &mut Scratch<'_>, finer: &mut StrippedPartition) {
        finer.rows.clear();
        finer.ends.clear();
        finer.alone = self.alone;
        finer.people.copy_from(&self.people);
        let Scratch { counts, touched, people, .. } = scratch;
        for class in self.classes() {
            match people {
                Some(people) => finer.add_parts_of_people(class, codes, people),
                None => finer.add_parts(class, codes, (counts, touched)),
            }
        }
    }

    /// Appends the parts of one class.
    fn add_parts(
        &mut self,
        class: &[u32],
        codes: &[u32],
        (counts, touched): (&mut [u32], &mut Vec<u32>),
    ) {
        if let [first, second] = *class {
            return self.add_pair(first, second, codes);
        }
        for &row in class {
            let code = codes[row as usize];
            let count = &mut counts[code as usize];
            if *count == 0 {
                touched.push(code);
            }
            *count += 1;
        }
        let mut place = self.rows.len() as u32;
        for &code in touched.iter() {
            let count = &mut counts[code as usize];
            if *count == 1 {
                self.alone += 1;
                *count = u32::MAX;
            } else {
                let start = place;
                place += *count;
                self.ends.push(place);
                *count = start;
            }
        }
        self.rows.resize(place as usize, 0);
        let rows = self.rows.as_mut_slice();
        for &row in class {
            let to = &mut counts[codes[row as usize] as usize];
            if *to != u32::MAX {
                rows[*to as usize] = row;
                *to += 1;
            }
        }
        for code in touched.drain(..) {
            counts[code as usize] = 0;
        }
    }

    /// Appends a class of two rows, unless they differ: most classes are that small.
    fn add_pair(&mut self, first: u32, second: u32, codes: &[u32]) {
        if codes[first as usize] == codes[second as usize] {
            self.rows.extend([first, second]);
            self.ends.push(self.rows.len() as u32);
        } else {
            self.alone += 2;
        }
    }

    /// What one more column tells apart, of so many distinct values, or nothing if fewer than
    /// `least` rows are alone then.
    ///
    /// A class of more rows than the column has values leaves at least one value with two rows.
    /// So the rows that can be alone are known beforehand, and each class that falls short
    /// lowers the hope; when that is gone, the rest need not be seen.
    pub fn count(
        &self,
        codes: &[u32],
        values: u32,
        least: u32,
        scratch: &mut Scratch<'_>,
    ) -> Option<Split> {
        if let Some(people) = &mut scratch.people {
            return self.count_people(codes, values, least, people);
        }
        if scratch.marks.len() < values as usize {
            scratch.marks.resize(values as usize, 0);
        }
        let hope = |class: &[u32]| {
            let rows = class.len() as u32;
            if rows <= values { rows } else { values - 1 }
        };
        let hopes: u32 = if least == 0 { 0 } else { self.classes().map(hope).sum() };
        let mut slack = i64::from(self.alone) + i64::from(hopes) - i64::from(least);
        let mut split = Split { unique: self.alone, alone: self.alone, classes: 0 };
        for class in self.classes() {
            if slack < 0 {
                return None;
            }
            let part = parts(class, codes, scratch);
            split.unique += part.unique;
            split.alone += part.alone;
            split.classes += part.classes;
            if least > 0 {
                slack -= i64::from(hope(class) - part.unique);
            }
        }
        (slack >= 0 || least == 0).then_some(split)
    }
}

/// What a column tells apart within a class.
fn parts(class: &[u32], codes: &[u32], scratch: &mut Scratch<'_>) -> Split {
    if class.len() <= FEW {
        return few_parts(class, codes);
    }
    scratch.class += 1;
    let (once, again) = (scratch.class * 2, scratch.class * 2 + 1);
    let marks = scratch.marks.as_mut_slice();
    let (mut distinct, mut repeated) = (0, 0);
    for &row in class {
        let mark = &mut marks[codes[row as usize] as usize];
        let (first, second) = (*mark < once, *mark == once);
        distinct += u32::from(first);
        repeated += u32::from(second);
        *mark = if first { once } else { again };
    }
    let alone = distinct - repeated;
    Split { unique: alone, alone, classes: repeated }
}

/// The same by comparing all pairs.
fn few_parts(class: &[u32], codes: &[u32]) -> Split {
    let mut seen = [0; FEW];
    for (seen, &row) in seen.iter_mut().zip(class) {
        *seen = codes[row as usize];
    }
    let seen = &seen[..class.len()];
    let (mut distinct, mut alone) = (0, 0);
    for (place, code) in seen.iter().enumerate() {
        let before = seen[..place].contains(code);
        distinct += u32::from(!before);
        alone += u32::from(!before && !seen[place + 1..].contains(code));
    }
    Split { unique: alone, alone, classes: distinct - alone }
}
