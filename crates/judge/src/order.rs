//! What the order of published rows discloses.
//!
//! The order of rows can disclose values that are generalized or dropped. In a table that is sorted
//! by age, the ages of a published range ascend, and equal ages are neighbours. Therefore
//! neighbouring rows with the same published cell are compared with their originals: how often is
//! the original the same, and how often does it ascend? In random order, it is the same as often as
//! for any two rows of that cell, and ascends as often as it descends.
//!
//! Where it is known whose a row is, neighbours that are the same person's are left out: that they have
//! the same original tells nothing about others. That they stand together is measured by itself, as the
//! order of the column of person ids: it links the rows of a person.

use std::cmp::Ordering;
use std::hash::BuildHasher;

use foldhash::quality::FixedState;
use hashbrown::HashMap;
use incrowd_io::Block;
use incrowd_terms::NormalForm;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::division::shortened;

/// Rows are looked at in runs of this many neighbours.
const RUN: u64 = 64;

/// So many runs are looked at in full; of twice as many half are, and so on: a few thousand pairs tell
/// enough, wherever in the table they stand.
const RUNS: u64 = 4;

/// Fewer pairs than this tell nothing.
const FEWEST: u64 = 100;

/// How far neighbours in a published table are neighbours by one of the original's columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Neighbours {
    /// The column.
    pub column: String,
    /// Whether it is published at all, generalized.
    pub published: bool,
    /// Pairs of neighbouring rows with the same published cell.
    pub pairs: u64,
    /// The share of them with the same original.
    pub same: f64,
    /// The share of any two rows of a cell that have the same original.
    pub same_by_chance: f64,
    /// Of those with different originals, the share in the more frequent direction.
    pub in_order: f64,
    /// The first pair with the same original, in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub example: Option<String>,
}

impl Neighbours {
    /// Whether equal originals stand together, further than chance would have it.
    #[must_use]
    pub fn stand_together(&self) -> bool {
        let others = 1.0 - self.same_by_chance;
        let clustered = (self.same - self.same_by_chance) / others;
        // Four standard deviations of the share in random order.
        let luck = 4.0 * (self.same_by_chance / (others * self.pairs as f64)).sqrt();
        self.pairs >= FEWEST && clustered > luck.max(0.1)
    }

    /// Whether the order gives the column back, further than chance would.
    #[must_use]
    pub fn tell(&self) -> bool {
        let different = self.pairs as f64 * (1.0 - self.same);
        // Twice the excess over one half is the share of pairs that sorting put in order; the number
        // of ascents in random order has a variance of a twelfth of the pairs.
        let sorted = 2.0 * self.in_order - 1.0;
        let by_luck = 5.0 / (3.0 * different).sqrt();
        let sorted = different >= FEWEST as f64 && sorted > by_luck.max(0.1);
        self.stand_together() || self.pairs >= FEWEST && sorted
    }
}

/// Counts neighbours as rows come by.
pub(crate) struct NeighbourCounter {
    columns: Vec<NeighbourCount>,
    /// Where the original names people, and how ids are compared.
    person: Option<(usize, NormalForm)>,
    row: u64,
}

/// Whose a row is: a hash of the person's id, or the number of the row.
type Owner = u64;

/// One column that the order may give back.
pub(crate) struct NeighbourCount {
    name: String,
    /// Where it is published, if it is.
    published: Option<usize>,
    source: usize,
    /// The cells of the row before and whose it is, if it is a neighbour that is generalized.
    last: (String, String, Owner),
    has_last: bool,
    same: u64,
    ascending: u64,
    descending: u64,
    /// Rows by published and original cell, and by whose they are.
    cells: HashMap<String, HashMap<String, HashMap<Owner, u64>>>,
    example: Option<String>,
}

/// A row of both tables.
struct Seen<'a> {
    here: &'a str,
    there: &'a str,
    owner: Owner,
    /// Its line in the published table.
    line: u64,
    /// Whether the row before is no neighbour.
    is_first: bool,
}

impl NeighbourCount {
    pub(crate) fn new(name: &str, published: Option<usize>, source: usize) -> Self {
        NeighbourCount {
            name: name.to_owned(),
            published,
            source,
            last: Default::default(),
            has_last: false,
            same: 0,
            ascending: 0,
            descending: 0,
            cells: HashMap::new(),
            example: None,
        }
    }

    fn see(&mut self, seen: &Seen<'_>) {
        let Seen { here, there, owner, line, is_first } = *seen;
        let has_last = std::mem::replace(&mut self.has_last, here != there) && !is_first;
        if here == there {
            return;
        }
        let (cell, original, last) = &mut self.last;
        if has_last && cell == here && *last != owner {
            match compare(original, there) {
                Ordering::Equal => {
                    self.same += 1;
                    let cell = self.published.map(|_| here);
                    self.example.get_or_insert_with(|| example(&self.name, cell, there, line));
                }
                Ordering::Less => self.ascending += 1,
                Ordering::Greater => self.descending += 1,
            }
        }
        let originals = self.cells.entry_ref(here).or_default();
        *originals.entry_ref(there).or_default().entry(owner).or_default() += 1;
        let (cell, original, last) = &mut self.last;
        here.clone_into(cell);
        there.clone_into(original);
        *last = owner;
    }

    fn neighbours(self) -> Neighbours {
        let NeighbourCount { same, ascending, descending, .. } = self;
        let pairs = same + ascending + descending;
        let share = |part: u64, of: u64| if of == 0 { 0.0 } else { part as f64 / of as f64 };
        // Pairs of rows of a cell that are not the same person's, and those of them with the same
        // original.
        let cells = || self.cells.values().map(HashMap::values);
        let all: u64 = cells().map(|originals| of_different(originals.flatten())).sum();
        let alike: u64 = cells().flatten().map(|owners| of_different(owners.iter())).sum();
        Neighbours {
            column: self.name,
            published: self.published.is_some(),
            pairs,
            same: share(same, pairs),
            same_by_chance: share(alike, all),
            in_order: share(ascending.max(descending), ascending + descending).max(0.5),
            example: self.example,
        }
    }
}

/// The ordered pairs of rows that have different owners.
fn of_different<'o>(rows: impl Iterator<Item = (&'o Owner, &'o u64)>) -> u64 {
    let mut of_owner: HashMap<Owner, u64> = HashMap::new();
    rows.for_each(|(owner, rows)| *of_owner.entry(*owner).or_default() += rows);
    let all: u64 = of_owner.values().sum();
    of_owner.values().map(|own| own * (all - own)).sum()
}

/// Two neighbours with the same original, in words; `cell` is published, if the column is.
fn example(name: &str, cell: Option<&str>, original: &str, line: u64) -> String {
    let (before, original) = (line.saturating_sub(1), shortened(original));
    match cell {
        Some(cell) => {
            let cell = shortened(cell);
            format!("lines {before} and {line} are published as {cell}, and both are {original}")
        }
        None => format!("lines {before} and {line} both have the {name} {original}"),
    }
}

impl NeighbourCounter {
    /// The order of some columns. People are told apart by a column of the original, if one is named.
    pub(crate) fn new(columns: Vec<NeighbourCount>, person: Option<(usize, NormalForm)>) -> Self {
        NeighbourCounter { columns, person, row: 0 }
    }

    /// Looks at a published row and its original.
    pub(crate) fn see(&mut self, published: (&Block, usize), original: (&Block, usize)) {
        let run = self.row / RUN;
        let is_first = self.row.is_multiple_of(RUN);
        self.row += 1;
        // Twice as far into the table, half as many runs.
        if !run.is_multiple_of((run / RUNS).max(1).next_power_of_two()) {
            return;
        }
        let line = published.0.line(published.1);
        let person = self.person.as_ref().map(|(place, form)| {
            let id = form.of(original.0.cell(original.1, *place));
            (*place, FixedState::with_seed(4).hash_one(id.as_deref()))
        });
        for column in &mut self.columns {
            let here = column.published.map_or("", |place| published.0.cell(published.1, place));
            let there = original.0.cell(original.1, column.source);
            // The order of person ids is about the rows of a person.
            let owner = match person {
                Some((place, owner)) if place != column.source => owner,
                _ => self.row,
            };
            column.see(&Seen { here, there, owner, line, is_first });
        }
    }

    /// What was seen.
    pub(crate) fn neighbours(self) -> Vec<Neighbours> {
        self.columns.into_iter().map(NeighbourCount::neighbours).collect()
    }
}

/// The order in which a table is sorted by a column: numbers by size, anything else by text.
fn compare(a: &str, b: &str) -> Ordering {
    match (a.trim().parse::<f64>(), b.trim().parse::<f64>()) {
        (Ok(a), Ok(b)) => a.total_cmp(&b),
        _ => a.cmp(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neighbours(rows: impl Iterator<Item = (String, String)>) -> Neighbours {
        owned(rows.zip(0..))
    }

    /// The same of rows with whose they are.
    fn owned(rows: impl Iterator<Item = ((String, String), Owner)>) -> Neighbours {
        let mut counted = NeighbourCount::new("age", Some(0), 0);
        for (((here, there), owner), line) in rows.zip(2..) {
            let (here, there) = (here.as_str(), there.as_str());
            counted.see(&Seen { here, there, owner, line, is_first: false });
        }
        counted.neighbours()
    }

    fn tens(age: u64) -> (String, String) {
        (format!("[{},{}]", age / 10 * 10, age / 10 * 10 + 9), age.to_string())
    }

    #[test]
    fn sorted_rows_tell_and_mixed_ones_do_not() {
        let sorted = neighbours((0..2000).map(|row| tens(20 + row / 40)));
        assert!(sorted.tell(), "{sorted:?}");
        let descending = neighbours((0..2000).map(|row| tens(100 - row % 10)));
        assert!(descending.tell() && descending.in_order > 0.9, "{descending:?}");
        // Multiples of a unit modulo a prime visit all ages in no order.
        let mixed = neighbours((1..2003_u64).map(|row| tens(20 + row * row * row % 2003 % 50)));
        assert!(mixed.pairs > FEWEST && !mixed.tell(), "{mixed:?}");
    }

    #[test]
    fn rows_that_stand_together_tell_though_they_are_not_sorted() {
        let families = neighbours((0..4000_u64).map(|row| tens(20 + (row / 4) * 37 % 50)));
        assert!(families.tell(), "{families:?}");
        let example = "lines 2 and 3 are published as [20,29], and both are 20";
        assert_eq!(families.example.as_deref(), Some(example));
    }

    #[test]
    fn rows_of_one_person_tell_nothing_about_others() {
        let age = |row: u64| 20 + (row / 4).pow(3) % 1009 % 50;
        let person = owned((0..4000).map(|row| (tens(age(row)), row / 4)));
        assert!(person.pairs > FEWEST && !person.tell(), "{person:?}");
        assert!(neighbours((0..4000).map(|row| tens(age(row)))).tell());
    }
}
