//! The secrets of a class by person, where a person can have several rows.
//!
//! A person has every value that one of their rows in the class has. A missing value counts only
//! for a person who has no other value in the class.

use super::{Histogram, PublishedTable};
use crate::frequency_set::summed;

/// How many rows of a person have a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonValue {
    /// The number of the person.
    pub person: u32,
    /// The code of the value.
    pub value: u32,
    /// The rows.
    pub rows: u64,
}

/// The values of one secret in a class, by person.
#[derive(Clone, Copy, Debug)]
pub struct ValuesByPerson<'a> {
    /// People with a single value, by value.
    pub single: Histogram<'a>,
    /// The values of all others, by person and value.
    pub several: &'a [PersonValue],
    /// Rows with a missing value of people who have others wherever they are: listed nowhere else.
    pub ignored: Histogram<'a>,
    /// Per value: whether it is missing.
    pub missing: &'a [bool],
}

/// A share of the weight of people: of each person that has `of` rows, `rows` have the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueWeight {
    /// The code of the value.
    pub value: u32,
    /// Rows with the value.
    pub rows: u64,
    /// Rows of each person.
    pub of: u64,
}

impl<'a> ValuesByPerson<'a> {
    /// The values that count of each person who is listed in `several`.
    pub fn people(self) -> impl Iterator<Item = impl Iterator<Item = PersonValue> + Clone + 'a> {
        self.several.chunk_by(|one, other| one.person == other.person).map(move |values| {
            let is_missing = move |entry: &PersonValue| self.missing[entry.value as usize];
            let all = values.iter().all(is_missing);
            values.iter().copied().filter(move |entry| all || !is_missing(entry))
        })
    }

    /// The rows with missing values of people who have others in the class, which do not count.
    pub fn uncounted(self) -> impl Iterator<Item = (u32, u64)> + 'a {
        let is_missing = move |entry: &PersonValue| self.missing[entry.value as usize];
        let people = self.several.chunk_by(|one, other| one.person == other.person);
        let some = people.filter(move |values| !values.iter().all(is_missing)).flatten();
        let some = some.copied().filter(is_missing).map(|entry| (entry.value, entry.rows));
        let Histogram { values, counts } = self.ignored;
        some.chain(values.iter().copied().zip(counts.iter().copied()))
    }

    /// How many people have each value.
    #[must_use]
    pub fn having(self) -> (Vec<u32>, Vec<u64>) {
        let single = self.single.values.iter().copied().zip(self.single.counts.iter().copied());
        let several = self.people().flatten().map(|entry| (entry.value, 1));
        summed(single.chain(several).collect())
    }

    /// How many people count for each value, if everybody counts once: for the value of theirs
    /// that most people of the class have, and of several such for the first by `ranks`.
    #[must_use]
    pub fn once_each(self, ranks: &[u32]) -> (Vec<u32>, Vec<u64>) {
        let (values, counts) = self.having();
        let people_with = |value: u32| values.binary_search(&value).map_or(0, |at| counts[at]);
        let mut once: Vec<(u32, u64)> =
            self.single.values.iter().copied().zip(self.single.counts.iter().copied()).collect();
        let first = |value: u32| std::cmp::Reverse(ranks[value as usize]);
        for person in self.people() {
            let value = person.map(|entry| entry.value);
            once.extend(value.max_by_key(|&v| (people_with(v), first(v))).map(|v| (v, 1)));
        }
        summed(once)
    }

    /// The weights of all people, 1 each, shared out over their rows with a value that counts.
    /// Ordered by value.
    #[must_use]
    pub fn weights(self) -> Vec<ValueWeight> {
        let single = self.single.values.iter().zip(self.single.counts);
        let single = single.map(|(&value, &rows)| ValueWeight { value, rows, of: 1 });
        let several = self.people().flat_map(|person| {
            let of = person.clone().map(|entry| entry.rows).sum();
            person.map(move |PersonValue { value, rows, .. }| ValueWeight { value, rows, of })
        });
        let mut weights: Vec<ValueWeight> = single.chain(several).collect();
        weights.sort_unstable_by_key(|weight| (weight.value, weight.of));
        weights.dedup_by(|next, kept| {
            let same = (next.value, next.of) == (kept.value, kept.of);
            kept.rows += if same { next.rows } else { 0 };
            same
        });
        weights
    }
}

/// A secret of the whole published table, by person.
#[derive(Debug)]
pub struct TableByPerson {
    /// The table as if every person had one row for each of their values.
    pub having: PublishedTable,
    /// The weights of all people.
    pub weights: Vec<ValueWeight>,
}

impl TableByPerson {
    /// A secret of a table with these people, and so many values.
    #[must_use]
    pub fn new(values: &ValuesByPerson<'_>, members: u64, domain: usize) -> Self {
        let mut table = vec![0; domain];
        let (codes, counts) = values.having();
        codes.iter().zip(counts).for_each(|(&value, people)| table[value as usize] = people);
        TableByPerson {
            having: PublishedTable::of_rows(members, vec![table]),
            weights: values.weights(),
        }
    }
}
