//! What the order of published rows discloses.
//!
//! The order of rows can disclose values that are generalized or dropped. In a table that is sorted
//! by age, the ages of a published range ascend, and equal ages are neighbours. Therefore
//! neighbouring rows with the same published cell are compared with their originals: how often is
//! the original the same, and how often does it ascend? In random order, it is the same as often as
//! for any two rows of that cell, and ascends as often as it descends.

use std::cmp::Ordering;

use hashbrown::HashMap;
use incrowd_io::Block;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
}

impl Neighbours {
    /// Whether the order gives the column back, further than chance would.
    #[must_use]
    pub fn tell(&self) -> bool {
        let others = 1.0 - self.same_by_chance;
        let clustered = (self.same - self.same_by_chance) / others;
        // Four standard deviations of the share in random order.
        let luck = 4.0 * (self.same_by_chance / (others * self.pairs as f64)).sqrt();
        let different = self.pairs as f64 * (1.0 - self.same);
        // Twice the excess over one half is the share of pairs that sorting put in order; the number
        // of ascents in random order has a variance of a twelfth of the pairs.
        let sorted = 2.0 * self.in_order - 1.0;
        let by_luck = 5.0 / (3.0 * different).sqrt();
        let sorted = different >= FEWEST as f64 && sorted > by_luck.max(0.1);
        self.pairs >= FEWEST && (clustered > luck.max(0.1) || sorted)
    }
}

/// Counts neighbours as rows come by.
pub(crate) struct Counting {
    columns: Vec<Counted>,
    row: u64,
}

/// One column that the order may give back.
pub(crate) struct Counted {
    name: String,
    /// Where it is published, if it is.
    published: Option<usize>,
    source: usize,
    /// The cells of the row before, if it is a neighbour that is generalized.
    last: (String, String),
    has_last: bool,
    same: u64,
    ascending: u64,
    descending: u64,
    /// Rows by published and original cell.
    cells: HashMap<String, HashMap<String, u64>>,
}

impl Counted {
    pub(crate) fn new(name: &str, published: Option<usize>, source: usize) -> Self {
        Counted {
            name: name.to_owned(),
            published,
            source,
            last: Default::default(),
            has_last: false,
            same: 0,
            ascending: 0,
            descending: 0,
            cells: HashMap::new(),
        }
    }

    fn see(&mut self, here: &str, there: &str, is_first: bool) {
        let has_last = std::mem::replace(&mut self.has_last, here != there) && !is_first;
        if here == there {
            return;
        }
        let (cell, original) = &mut self.last;
        if has_last && cell == here {
            match compare(original, there) {
                Ordering::Equal => self.same += 1,
                Ordering::Less => self.ascending += 1,
                Ordering::Greater => self.descending += 1,
            }
        }
        let originals = self.cells.entry_ref(here).or_default();
        *originals.entry_ref(there).or_default() += 1;
        let (cell, original) = &mut self.last;
        here.clone_into(cell);
        there.clone_into(original);
    }

    fn neighbours(self) -> Neighbours {
        let Counted { same, ascending, descending, .. } = self;
        let pairs = same + ascending + descending;
        let share = |part: u64, of: u64| if of == 0 { 0.0 } else { part as f64 / of as f64 };
        // Pairs of rows of a cell, ordered, and those of them with the same original.
        let twos = |rows: u64| rows * rows.saturating_sub(1);
        let all: u64 = self.cells.values().map(|cell| twos(cell.values().sum())).sum();
        let alike: u64 =
            self.cells.values().flat_map(|cell| cell.values()).map(|&rows| twos(rows)).sum();
        Neighbours {
            column: self.name,
            published: self.published.is_some(),
            pairs,
            same: share(same, pairs),
            same_by_chance: share(alike, all),
            in_order: share(ascending.max(descending), ascending + descending).max(0.5),
        }
    }
}

impl Counting {
    pub(crate) fn new(columns: Vec<Counted>) -> Self {
        Counting { columns, row: 0 }
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
        for column in &mut self.columns {
            let here = column.published.map_or("", |place| published.0.cell(published.1, place));
            column.see(here, original.0.cell(original.1, column.source), is_first);
        }
    }

    /// What was seen.
    pub(crate) fn neighbours(self) -> Vec<Neighbours> {
        self.columns.into_iter().map(Counted::neighbours).collect()
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
        let mut counted = Counted::new("age", Some(0), 0);
        rows.for_each(|(here, there)| counted.see(&here, &there, false));
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
    }
}
