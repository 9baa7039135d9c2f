//! Partitions where people are counted: a class is of one person if all its rows are theirs.

use super::{Columns, Split, StrippedPartition};

/// A set of people; nothing where rows are counted.
#[derive(Clone, Debug, Default)]
pub(in crate::identify) struct PersonSet {
    bits: Vec<u64>,
    /// How many are in it; nothing where rows are counted.
    len: Option<u32>,
}

impl PersonSet {
    pub(super) fn nobody(columns: &Columns) -> Self {
        match columns.people() {
            Some(people) => PersonSet { bits: vec![0; people.div_ceil(64) as usize], len: Some(0) },
            None => PersonSet::default(),
        }
    }

    pub(super) fn everybody(columns: &Columns) -> Self {
        let mut all = PersonSet::nobody(columns);
        for person in 0..columns.people().unwrap_or(0) as u32 {
            all.insert(person);
        }
        all
    }

    pub(super) fn len(&self) -> Option<u32> {
        self.len
    }

    fn insert(&mut self, person: u32) {
        let (word, bit) = (&mut self.bits[person as usize / 64], 1 << (person % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.len = self.len.map(|len| len + 1);
        }
    }

    fn contains(&self, person: u32) -> bool {
        self.bits[person as usize / 64] >> (person % 64) & 1 == 1
    }

    /// The same set in memory that is there already.
    pub(super) fn copy_from(&mut self, other: &PersonSet) {
        self.bits.clone_from(&other.bits);
        self.len = other.len;
    }
}

/// Memory that refining and counting reuse where people are counted.
pub(in crate::identify) struct PeopleScratch<'c> {
    of_row: &'c [u32],
    /// Per code: the part of the class at hand that has it.
    parts: Vec<Part>,
    touched: Vec<u32>,
    /// Per person: the last count in which they became unique.
    unique_in: Vec<u64>,
    count: u64,
}

/// The rows of a class that have one code.
#[derive(Clone, Copy, Default)]
struct Part {
    rows: u32,
    /// The first person.
    person: u32,
    /// Whether there are others.
    others: bool,
    /// Where the next row goes, while rows are put in place.
    place: u32,
}

impl<'c> PeopleScratch<'c> {
    pub(super) fn new(of_row: &'c [u32], columns: &Columns) -> Self {
        PeopleScratch {
            of_row,
            parts: vec![Part::default(); columns.most_distinct()],
            touched: Vec::new(),
            unique_in: vec![0; columns.people().unwrap_or(0) as usize],
            count: 0,
        }
    }

    /// Divides a class by a column of so many values at most: the parts of the codes touched.
    fn divide(&mut self, class: &[u32], codes: &[u32]) {
        for &row in class {
            let (code, person) = (codes[row as usize], self.of_row[row as usize]);
            let part = &mut self.parts[code as usize];
            if part.rows == 0 {
                self.touched.push(code);
                *part = Part { person, ..Part::default() };
            }
            part.rows += 1;
            part.others |= part.person != person;
        }
    }

    fn make_room(&mut self, values: u32) {
        if self.parts.len() < values as usize {
            self.parts.resize(values as usize, Part::default());
        }
    }

    fn clear(&mut self) {
        for code in self.touched.drain(..) {
            self.parts[code as usize].rows = 0;
        }
    }
}

impl StrippedPartition {
    /// Appends the parts of one class.
    pub(super) fn add_parts_of_people(
        &mut self,
        class: &[u32],
        codes: &[u32],
        scratch: &mut PeopleScratch<'_>,
    ) {
        scratch.divide(class, codes);
        let mut place = self.rows.len() as u32;
        for &code in &scratch.touched {
            let part = &mut scratch.parts[code as usize];
            if part.others {
                part.place = place;
                place += part.rows;
                self.ends.push(place);
            } else {
                self.alone += part.rows;
                self.people.insert(part.person);
            }
        }
        self.rows.resize(place as usize, 0);
        for &row in class {
            let part = &mut scratch.parts[codes[row as usize] as usize];
            if part.others {
                self.rows[part.place as usize] = row;
                part.place += 1;
            }
        }
        scratch.clear();
    }

    /// What one more column tells apart, of so many distinct values, or nothing if fewer than
    /// `least` people are unique then.
    ///
    /// A class makes at most as many people unique as it has rows, and as the column has values, so
    /// the rest need not be seen once too few are left to hope for.
    pub(super) fn count_people(
        &self,
        codes: &[u32],
        values: u32,
        least: u32,
        scratch: &mut PeopleScratch<'_>,
    ) -> Option<Split> {
        scratch.make_room(values);
        scratch.count += 1;
        let hope = |class: &[u32]| i64::from(values.min(class.len() as u32));
        let mut hopes: i64 = if least == 0 { 0 } else { self.classes().map(hope).sum() };
        let mut split = Split { classes: 0, ..self.split() };
        for class in self.classes() {
            if i64::from(split.unique) + hopes < i64::from(least) {
                return None;
            }
            hopes -= if least == 0 { 0 } else { hope(class) };
            scratch.divide(class, codes);
            for &code in &scratch.touched {
                let Part { rows, person, others, .. } = scratch.parts[code as usize];
                if others {
                    split.classes += 1;
                    continue;
                }
                split.alone += rows;
                let counted = &mut scratch.unique_in[person as usize];
                if *counted != scratch.count && !self.people.contains(person) {
                    *counted = scratch.count;
                    split.unique += 1;
                }
            }
            scratch.clear();
        }
        (split.unique >= least).then_some(split)
    }
}
