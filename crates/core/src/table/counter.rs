//! Counting rows while they stream by: what is kept grows with distinct tuples, not with rows.

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};
use std::hash::BuildHasher;
use std::ops::Range;

use crate::opaque::opaque_debug;

use super::{Dictionary, Incidences, PersonKey};

/// Counts distinct tuples of quasi-identifiers, and beside each the values of every secret.
///
/// Codes are provisional, in order of first appearance; a [`crate::frequency_set::FrequencySet`] replaces them
/// by leaf order. Counters of parts of a table can be [merged](Counter::merge) in any order.
///
/// ```
/// use incrowd_core::table::Counter;
/// let mut counter = Counter::new(2, 1);
/// counter.add(["30", "F"].into_iter(), ["flu"].into_iter());
/// counter.add(["30", "F"].into_iter(), ["asthma"].into_iter());
/// assert_eq!((counter.rows(), counter.tuples()), (2, 1));
/// ```
pub struct Counter {
    qi: Vec<Dictionary>,
    secrets: Vec<Dictionary>,
    tuples: Tuples,
    counts: Vec<u64>,
    /// Per secret: (tuple, value) packed in one word -> rows.
    pairs: Vec<HashMap<u64, u64, FixedState>>,
    rows: u64,
    scratch: Vec<u32>,
    batch: Vec<(u64, u32)>,
    /// Whose rows they are, where rows have people.
    incidences: Option<Incidences>,
}

/// Rows that are looked up together: what is kept of them fits into the processor's cache.
const BATCH: usize = 256;

/// Stands for a tuple that is new.
const NO_TUPLE: u32 = u32::MAX;

opaque_debug!(Counter, this => "rows": this.rows, "tuples": this.counts.len());

/// Distinct tuples of codes, end to end, with an index over them.
#[derive(Default)]
struct Tuples {
    width: usize,
    codes: Vec<u32>,
    index: HashTable<(u64, u32)>,
}

impl Tuples {
    fn get(&self, tuple: u32) -> &[u32] {
        let start = tuple as usize * self.width;
        &self.codes[start..start + self.width]
    }

    fn hash(tuple: &[u32]) -> u64 {
        FixedState::default().hash_one(tuple)
    }

    fn find(&self, hash: u64, tuple: &[u32]) -> Option<u32> {
        let same = |&(h, id): &(u64, u32)| h == hash && self.get(id) == tuple;
        self.index.find(hash, same).map(|&(_, id)| id)
    }

    /// A tuple with this hash, most likely the one that is looked for: its codes are not compared.
    fn candidate(&self, hash: u64) -> Option<u32> {
        self.index.find(hash, |&(h, _)| h == hash).map(|&(_, id)| id)
    }

    fn intern(&mut self, tuple: &[u32]) -> u32 {
        let hash = Tuples::hash(tuple);
        if let Some(id) = self.find(hash, tuple) {
            return id;
        }
        let id = u32::try_from(self.index.len()).unwrap_or(u32::MAX);
        assert!(id < u32::MAX, "a table has more than four billion distinct tuples");
        self.codes.extend_from_slice(tuple);
        self.index.insert_unique(hash, (hash, id), |&(h, _)| h);
        id
    }
}

impl Counter {
    /// A counter for this many quasi-identifiers and secrets.
    #[must_use]
    pub fn new(qi: usize, secrets: usize) -> Self {
        Counter {
            qi: vec![Dictionary::default(); qi],
            secrets: vec![Dictionary::default(); secrets],
            tuples: Tuples { width: qi, ..Tuples::default() },
            counts: Vec::new(),
            pairs: vec![HashMap::default(); secrets],
            rows: 0,
            scratch: Vec::with_capacity(qi),
            batch: Vec::new(),
            incidences: None,
        }
    }

    /// A counter of rows of people, each of which is counted with [`Counter::add_of`].
    #[must_use]
    pub fn of_people(qi: usize, secrets: usize) -> Self {
        Counter { incidences: Some(Incidences::new(secrets)), ..Counter::new(qi, secrets) }
    }

    /// Counts one row of a person.
    ///
    /// ```
    /// use incrowd_core::table::{Counter, PersonKey};
    /// use incrowd_core::terms::NormalForm;
    /// let key = |id| PersonKey::of(&NormalForm::default(), id).unwrap();
    /// let mut counter = Counter::of_people(1, 1);
    /// for (id, illness) in [("A7", "flu"), ("a7", "asthma"), ("b1", "flu")] {
    ///     counter.add_of(key(id), ["30"].into_iter(), [illness].into_iter());
    /// }
    /// assert_eq!((counter.rows(), counter.people()), (3, 2));
    /// ```
    pub fn add_of<'a>(
        &mut self,
        person: PersonKey,
        qi: impl Iterator<Item = &'a str>,
        secrets: impl Iterator<Item = &'a str>,
    ) {
        let tuple = self.add_tuple(qi, 1);
        self.scratch.clear();
        for ((dictionary, pairs), cell) in self.secrets.iter_mut().zip(&mut self.pairs).zip(secrets)
        {
            let value = dictionary.intern(cell);
            *pairs.entry(pack(tuple, value)).or_insert(0) += 1;
            self.scratch.push(value);
        }
        if let Some(incidences) = &mut self.incidences {
            incidences.add(person, tuple, self.scratch.iter().copied(), 1);
        }
    }

    /// Counts one row.
    pub fn add<'a>(
        &mut self,
        qi: impl Iterator<Item = &'a str>,
        secrets: impl Iterator<Item = &'a str>,
    ) {
        self.add_many(qi, secrets, 1);
    }

    /// Counts a row that stands for many.
    pub fn add_many<'a>(
        &mut self,
        qi: impl Iterator<Item = &'a str>,
        secrets: impl Iterator<Item = &'a str>,
        rows: u64,
    ) {
        let tuple = self.add_tuple(qi, rows);
        for ((dictionary, pairs), cell) in self.secrets.iter_mut().zip(&mut self.pairs).zip(secrets)
        {
            *pairs.entry(pack(tuple, dictionary.intern(cell))).or_insert(0) += rows;
        }
    }

    /// Counts many rows of a table, each as often as `count` says, whose cells are told by row and by
    /// quasi-identifier or secret.
    ///
    /// Much faster than one row after the other: the dictionary of a column stays in the processor's cache,
    /// and while one tuple comes from memory, the next are looked up.
    ///
    /// ```
    /// use incrowd_core::table::Counter;
    /// let rows = [["30", "F", "flu"], ["31", "F", "flu"], ["30", "F", "asthma"]];
    /// let mut counter = Counter::new(2, 1);
    /// counter.add_all(3, |_| 1, |row, qi| rows[row][qi], |row, _| rows[row][2]);
    /// assert_eq!((counter.rows(), counter.tuples()), (3, 2));
    /// ```
    pub fn add_all<'a>(
        &mut self,
        rows: usize,
        count: impl Fn(usize) -> u64,
        qi: impl Fn(usize, usize) -> &'a str,
        secret: impl Fn(usize, usize) -> &'a str,
    ) {
        let mut tuples = std::mem::take(&mut self.batch);
        for start in (0..rows).step_by(BATCH) {
            let batch = start..rows.min(start + BATCH);
            self.add_tuples(batch.clone(), (&count, &qi), &mut tuples);
            let secrets = self.secrets.iter_mut().zip(&mut self.pairs).enumerate();
            for (column, (dictionary, pairs)) in secrets {
                for (row, &(_, tuple)) in batch.clone().zip(&tuples) {
                    let value = dictionary.intern(secret(row, column));
                    *pairs.entry(pack(tuple, value)).or_insert(0) += count(row);
                }
            }
        }
        self.batch = tuples;
    }

    /// Counts the tuples of some rows, and says which they are, each behind its hash.
    fn add_tuples<'a>(
        &mut self,
        rows: Range<usize>,
        (count, qi): (&impl Fn(usize) -> u64, &impl Fn(usize, usize) -> &'a str),
        tuples: &mut Vec<(u64, u32)>,
    ) {
        let width = self.qi.len();
        let mut codes = std::mem::take(&mut self.scratch);
        codes.clear();
        codes.resize(rows.len() * width, 0);
        for (column, dictionary) in self.qi.iter_mut().enumerate() {
            let codes = codes.iter_mut().skip(column).step_by(width);
            for (code, row) in codes.zip(rows.clone()) {
                *code = dictionary.intern(qi(row, column));
            }
        }
        let codes_of = |row: usize| &codes[row * width..][..width];
        tuples.clear();
        tuples.extend((0..rows.len()).map(|row| (Tuples::hash(codes_of(row)), NO_TUPLE)));
        for (hash, tuple) in &mut *tuples {
            *tuple = self.tuples.candidate(*hash).unwrap_or(NO_TUPLE);
        }
        for ((at, row), (_, tuple)) in rows.enumerate().zip(&mut *tuples) {
            let codes = codes_of(at);
            if *tuple == NO_TUPLE || self.tuples.get(*tuple) != codes {
                *tuple = self.tuples.intern(codes);
            }
            self.count(*tuple, count(row));
        }
        self.scratch = codes;
    }

    fn add_tuple<'a>(&mut self, qi: impl Iterator<Item = &'a str>, rows: u64) -> u32 {
        self.scratch.clear();
        for (dictionary, cell) in self.qi.iter_mut().zip(qi) {
            self.scratch.push(dictionary.intern(cell));
        }
        let tuple = self.tuples.intern(&self.scratch);
        self.count(tuple, rows);
        tuple
    }

    fn count(&mut self, tuple: u32, rows: u64) {
        if tuple as usize == self.counts.len() {
            self.counts.push(0);
        }
        self.counts[tuple as usize] += rows;
        self.rows += rows;
    }

    /// Adds what another counter of the same columns has counted.
    #[must_use]
    pub fn merge(mut self, other: Counter) -> Counter {
        if self.counts.len() < other.counts.len() {
            return other.merge(self);
        }
        let recode = |mine: &mut [Dictionary], theirs: &[Dictionary]| -> Vec<Vec<u32>> {
            let pairs = mine.iter_mut().zip(theirs);
            pairs
                .map(|(mine, theirs)| theirs.iter().map(|text| mine.intern(text)).collect())
                .collect()
        };
        let qi = recode(&mut self.qi, &other.qi);
        let secrets = recode(&mut self.secrets, &other.secrets);
        let mut moved = Vec::with_capacity(other.counts.len());
        for (id, &rows) in other.counts.iter().enumerate() {
            let tuple: Vec<u32> = other
                .tuples
                .get(id as u32)
                .iter()
                .zip(&qi)
                .map(|(&c, map)| map[c as usize])
                .collect();
            let tuple = self.tuples.intern(&tuple);
            self.count(tuple, rows);
            moved.push(tuple);
        }
        for ((mine, theirs), values) in self.pairs.iter_mut().zip(&other.pairs).zip(&secrets) {
            for (&pair, &rows) in theirs {
                let (tuple, value) = unpack(pair);
                *mine.entry(pack(moved[tuple as usize], values[value as usize])).or_insert(0) +=
                    rows;
            }
        }
        if let (Some(mine), Some(theirs)) = (&mut self.incidences, &other.incidences) {
            mine.merge(theirs, &moved, &secrets);
        }
        self
    }

    /// Different people: rows, where each row is a different person.
    #[must_use]
    pub fn people(&self) -> u64 {
        self.incidences.as_ref().map_or(self.rows, |incidences| incidences.people() as u64)
    }

    /// Counts every person once, by the one tuple and the secrets that all their rows have. None if
    /// the rows of a person differ.
    #[must_use]
    pub fn once_each(mut self) -> Option<Counter> {
        let Some(mut incidences) = self.incidences.take() else { return Some(self) };
        incidences.join_equal();
        if incidences.len() != incidences.people() {
            return None;
        }
        self.counts.iter_mut().for_each(|rows| *rows = 0);
        self.pairs.iter_mut().for_each(HashMap::clear);
        self.rows = 0;
        for (_, tuple, values, _) in incidences.records() {
            self.count(tuple, 1);
            for (pairs, &value) in self.pairs.iter_mut().zip(values) {
                *pairs.entry(pack(tuple, value)).or_insert(0) += 1;
            }
        }
        Some(self)
    }

    /// Whether some people have several tuples.
    #[must_use]
    pub fn has_people_with_several_tuples(&self) -> bool {
        self.incidences.as_ref().is_some_and(Incidences::has_several_tuples)
    }

    /// Whose rows were counted, if people are counted instead of rows.
    pub(crate) fn incidences(&self) -> Option<&Incidences> {
        self.incidences.as_ref()
    }

    /// Rows counted.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Distinct tuples of quasi-identifiers.
    #[must_use]
    pub fn tuples(&self) -> usize {
        self.counts.len()
    }

    /// How many rows hold these quasi-identifiers.
    #[must_use]
    pub fn rows_of<'a>(&self, qi: impl Iterator<Item = &'a str>) -> u64 {
        let codes: Option<Vec<u32>> =
            self.qi.iter().zip(qi).map(|(dictionary, cell)| dictionary.code(cell)).collect();
        let tuple = codes.and_then(|codes| self.tuples.find(Tuples::hash(&codes), &codes));
        tuple.map_or(0, |tuple| self.counts[tuple as usize])
    }

    /// The distinct values of a quasi-identifier.
    #[must_use]
    pub fn values(&self, qi: usize) -> &Dictionary {
        &self.qi[qi]
    }

    /// The distinct values of a secret.
    #[must_use]
    pub fn secret_values(&self, secret: usize) -> &Dictionary {
        &self.secrets[secret]
    }

    /// How many rows hold each value of a quasi-identifier, by code.
    #[must_use]
    pub fn value_counts(&self, qi: usize) -> Vec<u64> {
        let mut counts = vec![0; self.qi[qi].len()];
        for (id, rows) in self.counts.iter().enumerate() {
            counts[self.tuples.get(id as u32)[qi] as usize] += rows;
        }
        counts
    }

    /// The codes of a tuple.
    pub(crate) fn tuple(&self, id: usize) -> &[u32] {
        self.tuples.get(id as u32)
    }

    /// The rows of each tuple.
    pub(crate) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The (tuple, value, rows) triples of a secret, in no particular order.
    pub(crate) fn pairs(&self, secret: usize) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        self.pairs[secret].iter().map(|(&pair, &rows)| {
            let (tuple, value) = unpack(pair);
            (tuple, value, rows)
        })
    }
}

fn pack(tuple: u32, value: u32) -> u64 {
    u64::from(tuple) << 32 | u64::from(value)
}

fn unpack(pair: u64) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn many_rows_count_as_one_after_the_other(
            rows in proptest::collection::vec(("[a-d]{1,2}", "[01]", "[xy]"), 0..700),
            width in 0_usize..3,
        ) {
            let cell = |row: usize, column: usize| {
                let (a, b, _) = &rows[row];
                [a, b][column].as_str()
            };
            let count = |row: usize| 1 + row as u64 % 3;
            let mut at_once = Counter::new(width, 1);
            at_once.add_all(rows.len(), count, cell, |row, _| rows[row].2.as_str());
            let mut one_by_one = Counter::new(width, 1);
            for (row, (_, _, secret)) in rows.iter().enumerate() {
                let qi = (0..width).map(|column| cell(row, column));
                one_by_one.add_many(qi, [secret.as_str()].into_iter(), count(row));
            }
            let codes = |counter: &Counter| -> Vec<Vec<u32>> {
                (0..counter.tuples()).map(|tuple| counter.tuple(tuple).to_vec()).collect()
            };
            prop_assert_eq!(codes(&at_once), codes(&one_by_one));
            prop_assert_eq!(at_once.counts(), one_by_one.counts());
            prop_assert_eq!(at_once.rows(), one_by_one.rows());
            prop_assert_eq!(at_once.pairs, one_by_one.pairs);
        }
    }
}
