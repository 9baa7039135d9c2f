//! Stripped partitions: the classes of two rows or more of a set of columns.
//!
//! A unique row stays unique when columns are added, so it is dropped. Refining a partition by one
//! more column takes time linear in the remaining rows, and pure counts are made without storing a
//! partition. A row takes four bytes and a class four more.

use super::Columns;

/// Up to this many rows are compared with each other instead of marked in an array.
const FEW: usize = 4;

/// The classes of two or more rows that agree on some columns.
#[derive(Clone, Debug, Default)]
pub(super) struct StrippedPartition {
    /// The rows of all classes, end to end.
    rows: Vec<u32>,
    /// Where each class ends.
    ends: Vec<u32>,
    /// Rows that are alone.
    unique: u32,
}

/// What a set of columns tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// Rows that are alone.
    pub unique: u32,
    /// Classes, those of one row included.
    pub distinct: u32,
}

/// Memory that refining and counting reuse.
pub(super) struct Scratch {
    /// Per code: the rows of the class at hand, zero between classes; or where they go.
    counts: Vec<u32>,
    /// The codes of the class at hand, in order of first appearance.
    touched: Vec<u32>,
    /// Per code: twice the number of the last class that had it, and one more if it was there
    /// more than once.
    marks: Vec<u64>,
    class: u64,
}

impl Scratch {
    pub fn new(columns: &Columns) -> Self {
        let codes = columns.most_distinct();
        Scratch { counts: vec![0; codes], touched: Vec::new(), marks: Vec::new(), class: 0 }
    }
}

impl StrippedPartition {
    /// Rows of which nothing is known: one class.
    pub fn whole(columns: &Columns) -> Self {
        let rows = columns.row_count();
        match rows {
            0 | 1 => StrippedPartition { rows: Vec::new(), ends: Vec::new(), unique: rows },
            _ => StrippedPartition { rows: (0..rows).collect(), ends: vec![rows], unique: 0 },
        }
    }

    /// What is told apart.
    pub fn split(&self) -> Split {
        Split { unique: self.unique, distinct: self.unique + self.ends.len() as u32 }
    }

    /// The rows of each class of two or more.
    pub fn classes(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.rows[start as usize..end as usize])
    }

    /// Makes `finer` the classes that agree on one more column too.
    pub fn refine(&self, codes: &[u32], scratch: &mut Scratch, finer: &mut StrippedPartition) {
        finer.rows.clear();
        finer.ends.clear();
        finer.unique = self.unique;
        for class in self.classes() {
            finer.add_parts(class, codes, scratch);
        }
    }

    /// Appends the parts of one class.
    fn add_parts(&mut self, class: &[u32], codes: &[u32], scratch: &mut Scratch) {
        if let [first, second] = *class {
            return self.add_pair(first, second, codes);
        }
        let (counts, touched) = (scratch.counts.as_mut_slice(), &mut scratch.touched);
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
                self.unique += 1;
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
            self.unique += 2;
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
        scratch: &mut Scratch,
    ) -> Option<Split> {
        if scratch.marks.len() < values as usize {
            scratch.marks.resize(values as usize, 0);
        }
        let hope = |class: &[u32]| {
            let rows = class.len() as u32;
            if rows <= values { rows } else { values - 1 }
        };
        let hopes: u32 = if least == 0 { 0 } else { self.classes().map(hope).sum() };
        let mut slack = i64::from(self.unique) + i64::from(hopes) - i64::from(least);
        let mut split = Split { unique: self.unique, distinct: self.unique };
        for class in self.classes() {
            if slack < 0 {
                return None;
            }
            let part = parts(class, codes, scratch);
            split.unique += part.unique;
            split.distinct += part.distinct;
            if least > 0 {
                slack -= i64::from(hope(class) - part.unique);
            }
        }
        (slack >= 0 || least == 0).then_some(split)
    }
}

/// What a column tells apart within a class.
fn parts(class: &[u32], codes: &[u32], scratch: &mut Scratch) -> Split {
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
    Split { unique: distinct - repeated, distinct }
}

/// The same by comparing all pairs.
fn few_parts(class: &[u32], codes: &[u32]) -> Split {
    let mut seen = [0; FEW];
    for (seen, &row) in seen.iter_mut().zip(class) {
        *seen = codes[row as usize];
    }
    let seen = &seen[..class.len()];
    let mut split = Split { unique: 0, distinct: 0 };
    for (place, code) in seen.iter().enumerate() {
        let before = seen[..place].contains(code);
        split.distinct += u32::from(!before);
        split.unique += u32::from(!before && !seen[place + 1..].contains(code));
    }
    split
}
