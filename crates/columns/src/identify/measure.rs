//! How well a set of columns distinguishes the rows of a table, or its people, by exact counts.
//!
//! **Promises** exact counts. *Unique rows* are those that agree with no other row on all columns
//! of the set; their fraction is the alpha of which the set is a quasi-identifier. *Distinction* is
//! the share of distinct tuples among rows, *separation* the share of pairs of rows that the set
//! tells apart: two weaker measures, for sets that make nobody unique but narrow everybody down.
//!
//! Where people are counted, all of them are about somebody who knows one row of a person, the one
//! that the fewest people share. With s(p) the number of people in the smallest class that the
//! person p has a row in: p is unique if s(p) = 1, distinction is the mean of 1/s(p), and separation
//! the mean share of the others who are not in that class, (n - s(p)) / (n - 1). With one row per
//! person these are the figures of rows. None of them falls when a column is added.
//!
//! **Cost** one pass over the rows left per column of the set.

use std::collections::BTreeMap;

use incrowd_terms::Fraction;

use super::Columns;
use super::partition::{Scratch, StrippedPartition};

/// What a set of columns tells apart.
///
/// ```
/// use incrowd_columns::identify::{Columns, SetMeasure};
/// use incrowd_terms::Fraction;
/// let table = Columns::new(vec![vec![0, 0, 1], vec![0, 0, 0]]).unwrap();
/// let measure = SetMeasure::of(&table, &[0, 1]);
/// assert_eq!((measure.unique_rows(), measure.classes(), measure.smallest_class()), (1, 2, 1));
/// assert_eq!(measure.separation(), Some(Fraction::new(2, 3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetMeasure {
    /// Rows, or people where these are counted.
    members: u64,
    /// Classes by their rows or people, ascending.
    sizes: Vec<(u64, u64)>,
    /// Rows or people by the size of the smallest class that they are in, ascending.
    smallest: Vec<(u64, u64)>,
    /// Pairs of a person and a class that they are in; of rows, the rows.
    incidences: u64,
}

impl SetMeasure {
    /// Measures a set of columns.
    ///
    /// # Panics
    /// If the table has no such column.
    #[must_use]
    pub fn of(columns: &Columns, set: &[usize]) -> Self {
        let mut scratch = Scratch::of_rows(columns);
        let (mut partition, mut finer) =
            (StrippedPartition::of_rows(columns), StrippedPartition::default());
        for &column in set {
            partition.refine(columns.codes(column), &mut scratch, &mut finer);
            std::mem::swap(&mut partition, &mut finer);
        }
        match columns.person_of_row() {
            Some(people) => SetMeasure::of_people(columns.members(), people, &partition),
            None => SetMeasure::of_rows(columns.rows(), &partition),
        }
    }

    fn of_rows(rows: u64, partition: &StrippedPartition) -> Self {
        let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
        for class in partition.classes() {
            *sizes.entry(class.len() as u64).or_default() += 1;
        }
        let unique = u64::from(partition.split().unique);
        let alone = (unique > 0).then_some((1, unique));
        let sizes: Vec<(u64, u64)> = alone.into_iter().chain(sizes).collect();
        let smallest = sizes.iter().map(|&(size, classes)| (size, size * classes)).collect();
        SetMeasure { members: rows, sizes, smallest, incidences: rows }
    }

    /// The same of people, given the person of each row and the classes of rows.
    fn of_people(members: u64, people: &[u32], partition: &StrippedPartition) -> Self {
        let mut alone = vec![true; people.len()];
        let mut smallest = vec![u64::MAX; members as usize];
        let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
        let mut incidences = 0;
        let mut own: Vec<u32> = Vec::new();
        let mut add = |own: &[u32]| {
            let size = own.len() as u64;
            *sizes.entry(size).or_default() += 1;
            incidences += size;
            for &person in own {
                let least = &mut smallest[person as usize];
                *least = size.min(*least);
            }
        };
        for class in partition.classes() {
            class.iter().for_each(|&row| alone[row as usize] = false);
            own.clear();
            own.extend(class.iter().map(|&row| people[row as usize]));
            own.sort_unstable();
            own.dedup();
            add(&own);
        }
        for (&person, _) in people.iter().zip(&alone).filter(|(_, alone)| **alone) {
            add(&[person]);
        }
        let mut by_size: BTreeMap<u64, u64> = BTreeMap::new();
        smallest.into_iter().for_each(|size| *by_size.entry(size).or_default() += 1);
        SetMeasure {
            members,
            sizes: sizes.into_iter().collect(),
            smallest: by_size.into_iter().collect(),
            incidences,
        }
    }

    /// Rows of the table, or people where these are counted.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.members
    }

    /// Rows that agree with no other row; people who have a row that agrees with none of anybody
    /// else.
    #[must_use]
    pub fn unique_rows(&self) -> u64 {
        self.smallest.first().filter(|(size, _)| *size == 1).map_or(0, |&(_, members)| members)
    }

    /// Classes of rows that agree: the distinct tuples.
    #[must_use]
    pub fn classes(&self) -> u64 {
        self.sizes.iter().map(|(_, classes)| classes).sum()
    }

    /// The rows or people of the smallest class: the k that the table has on these columns; 0 without
    /// rows.
    #[must_use]
    pub fn smallest_class(&self) -> u64 {
        self.sizes.first().map_or(0, |&(size, _)| size)
    }

    /// How many classes there are of each size: (rows or people of a class, classes), ascending.
    #[must_use]
    pub fn class_sizes(&self) -> &[(u64, u64)] {
        &self.sizes
    }

    /// The classes that a person is in, on average: 1 where rows are counted, and without rows.
    #[must_use]
    pub fn classes_each(&self) -> f64 {
        if self.members == 0 { 1.0 } else { self.incidences as f64 / self.members as f64 }
    }

    /// Whether everybody is in one class only, as rows are.
    #[must_use]
    pub fn has_one_class_each(&self) -> bool {
        self.incidences == self.members
    }

    /// The share of rows or people that are unique; nothing without rows.
    #[must_use]
    pub fn unique_fraction(&self) -> Option<Fraction> {
        (self.members > 0).then(|| Fraction::new(self.unique_rows(), self.members))
    }

    /// Distinct tuples per row; of people, the mean of one over the size of their smallest class.
    /// Nothing without rows.
    #[must_use]
    pub fn distinction(&self) -> Option<f64> {
        if self.has_one_class_each() {
            return (self.members > 0).then(|| self.classes() as f64 / self.members as f64);
        }
        let sum: f64 =
            self.smallest.iter().map(|&(size, people)| people as f64 / size as f64).sum();
        Some(sum / self.members as f64)
    }

    /// The share of pairs of rows that are told apart; of people, the mean share of the others who
    /// are not in their smallest class. Nothing without pairs.
    #[must_use]
    pub fn separation(&self) -> Option<Fraction> {
        // Rows are numbered by 32 bits, so that pairs fit into 64.
        let alike: u64 = self.smallest.iter().map(|&(size, members)| members * (size - 1)).sum();
        let all = self.members * self.members.saturating_sub(1);
        (all > 0).then(|| Fraction::new(all - alike, all))
    }

    /// Whether at least a fraction alpha of the rows or people is unique. Of an empty table, none is.
    #[must_use]
    pub fn identifies(&self, alpha: Fraction) -> bool {
        self.unique_fraction().is_some_and(|share| share >= alpha)
    }
}
