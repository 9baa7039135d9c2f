//! How many people are alone with their values of a set of columns.
//!
//! Sets are counted on the rows that are held. Where rows were left out, a row that is alone there
//! need not be alone in the file, so a set of interest is counted once more on the whole file: there,
//! combinations are chosen by a fixed hash, each with all its rows, so that memory stays bounded
//! and the share is not biased.

use foldhash::quality::FixedState;
use hashbrown::{HashMap, HashSet};
use incrowd_io::Block;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::error::JudgeError;
use crate::question::is_suppressed;

use super::PublishedFile;
use super::rows::Rows;

/// Most combinations that are held of the whole file at once, of all sets together.
const MOST_KEYS: usize = 1 << 22;

/// So many are held of each set, however many sets are counted.
const FEWEST_KEYS: usize = 1 << 14;

/// People who are alone, of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) alone: u64,
    pub(crate) of: u64,
}

/// A published table whose sets of columns are counted.
#[derive(Clone, Copy)]
pub(crate) struct Alone<'a> {
    pub(crate) file: &'a PublishedFile<'a>,
    pub(crate) rows: &'a Rows,
    /// The person of each row of the file, where people are known.
    pub(crate) people: Option<&'a [u32]>,
}

impl Alone<'_> {
    /// Who is alone with each of these sets of columns, in the whole file.
    pub(crate) fn count(&self, sets: &[Vec<usize>]) -> Result<Vec<Counted>, JudgeError> {
        if self.rows.is_thinned() && !sets.is_empty() {
            return self.count_file(sets);
        }
        let of = self.rows.everybody();
        let count = |columns: &Vec<usize>| {
            let alone = self.alone_rows(columns).into_iter();
            Counted { alone: self.rows.people_of(alone.map(|row| row as usize)), of }
        };
        Ok(sets.iter().map(count).collect())
    }

    /// The rows of people who are alone with these columns, of those that are held.
    pub(crate) fn alone_rows(&self, columns: &[usize]) -> Vec<u32> {
        let ids = columns.iter().fold(Groups::whole(self.rows.len()), |groups, &column| {
            groups.divided(&self.rows.columns[column].codes)
        });
        ids.alone(&self.rows.people)
    }

    /// Counts all sets in one pass: workers hash the rows, and combinations are gathered in the order of
    /// the file.
    fn count_file(&self, sets: &[Vec<usize>]) -> Result<Vec<Counted>, JudgeError> {
        let most = (MOST_KEYS / sets.len().next_power_of_two()).max(FEWEST_KEYS);
        let bits: Vec<AtomicU32> = sets.iter().map(|_| AtomicU32::new(0)).collect();
        let mut keys: Vec<Keys<'_>> = bits.iter().map(|bits| Keys::new(most, bits)).collect();
        let mut everybody: HashSet<u32> = HashSet::new();
        let each = |block: &Block| -> Result<(Vec<u32>, Vec<Vec<KeyOf>>), JudgeError> {
            let is_row = |&row: &usize| !(self.file.skip_suppressed && is_suppressed(block, row));
            let rows: Vec<usize> = (0..block.rows()).filter(is_row).collect();
            let person = |&row: &usize| self.person(block.first_row() + row as u64);
            let of_set = |(columns, bits): (&Vec<usize>, &AtomicU32)| {
                let bits = bits.load(Ordering::Relaxed);
                let key = |&row: &usize| {
                    let number = block.first_row() + row as u64;
                    let owner = self.person(number).map_or(number, u64::from);
                    KeyOf { key: key(block, row, columns), owner }
                };
                rows.iter().map(key).filter(|of| of.key.trailing_zeros() >= bits).collect()
            };
            let of_sets = sets.iter().zip(&bits).map(of_set).collect();
            Ok((rows.iter().filter_map(person).collect(), of_sets))
        };
        self.file.table.map_ordered(self.file.threads, each, |(people, of_sets)| {
            everybody.extend(people);
            for (keys, of_set) in keys.iter_mut().zip(of_sets) {
                of_set.into_iter().for_each(|of| keys.add(of));
            }
            Ok(())
        })?;
        let everybody = self.people.map(|_| everybody.len() as u64);
        let counted = |keys: &Keys<'_>| match everybody {
            Some(everybody) => keys.counted_people(everybody),
            None => keys.counted(),
        };
        Ok(keys.iter().map(counted).collect())
    }

    /// The person of a row of the file, where people are known.
    fn person(&self, number: u64) -> Option<u32> {
        usize::try_from(number).ok().and_then(|at| self.people?.get(at)).copied()
    }
}

fn key(block: &Block, row: usize, columns: &[usize]) -> u64 {
    let mut hasher = FixedState::with_seed(2).build_hasher();
    for &column in columns {
        let cell = block.cell_bytes(row, column);
        hasher.write_usize(cell.len());
        hasher.write(cell);
    }
    hasher.finish()
}

/// A hash of a row's values, and whose the row is.
struct KeyOf {
    key: u64,
    owner: u64,
}

/// Combinations of values and who has them, of those whose hash ends in enough zeros.
struct Keys<'a> {
    /// The first owner of each combination, whether there are others, and its rows.
    seen: HashMap<u64, (u64, bool, u64), foldhash::fast::RandomState>,
    most: usize,
    /// How many zeros are enough. Workers that see an older number hash rows in vain.
    bits: &'a AtomicU32,
}

impl Keys<'_> {
    fn new(most: usize, bits: &AtomicU32) -> Keys<'_> {
        Keys { seen: HashMap::default(), most, bits }
    }

    fn add(&mut self, KeyOf { key, owner }: KeyOf) {
        if key.trailing_zeros() < self.bits.load(Ordering::Relaxed) {
            return;
        }
        let entry = self.seen.entry(key).or_insert((owner, false, 0));
        entry.1 |= entry.0 != owner;
        entry.2 += 1;
        while self.seen.len() > self.most {
            let bits = self.bits.fetch_add(1, Ordering::Relaxed) + 1;
            self.seen.retain(|key, _| key.trailing_zeros() >= bits);
        }
    }

    /// The rows of combinations with one owner, of all rows of the chosen combinations. Their share
    /// stands for the file's.
    fn counted(&self) -> Counted {
        let rows = |alone: bool| -> u64 {
            let some = self.seen.values().filter(|(_, others, _)| !alone || !others);
            some.map(|(_, _, rows)| rows).sum()
        };
        Counted { alone: rows(true), of: rows(false) }
    }

    /// The same of so many people. Where only some combinations were chosen, the share of rows stands
    /// for that of people.
    fn counted_people(&self, everybody: u64) -> Counted {
        let alone = if self.bits.load(Ordering::Relaxed) == 0 {
            let alone = self.seen.values().filter(|(_, others, _)| !others);
            alone.map(|(owner, _, _)| owner).collect::<HashSet<_>>().len() as u64
        } else {
            let Counted { alone, of } = self.counted();
            (alone as f64 / of.max(1) as f64 * everybody as f64).round() as u64
        };
        Counted { alone, of: everybody }
    }
}

/// Rows in groups that are alike so far.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    /// The group of each row.
    of_row: Vec<u32>,
    count: usize,
}

/// A group that nobody is known of yet.
const EMPTY: u32 = u32::MAX;
/// A group of several people.
const MANY: u32 = u32::MAX - 1;

impl Groups {
    /// All rows alike.
    pub(crate) fn whole(rows: usize) -> Groups {
        Groups { of_row: vec![0; rows], count: 1 }
    }

    /// How many groups there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The group of each row, in order of first appearance.
    pub(crate) fn of_rows(self) -> Vec<u32> {
        self.of_row
    }

    /// Groups divided by another column.
    pub(crate) fn divided(&self, codes: &[u32]) -> Groups {
        let mut slots = Slots::new(self.count, codes);
        let mut count = 0;
        let pairs = self.of_row.iter().zip(codes);
        let of_row = pairs.map(|(&group, &code)| {
            let slot = slots.slot(group, code);
            if *slot == EMPTY {
                *slot = count;
                count += 1;
            }
            *slot
        });
        let of_row = of_row.collect();
        Groups { of_row, count: count as usize }
    }

    /// How many people would be alone if these groups were divided by a column. `people` has the person
    /// of each row; they may have several only if `several` says so.
    pub(crate) fn count_alone(&self, codes: &[u32], people: &[u32], several: bool) -> u64 {
        let mut slots = Slots::new(self.count, codes);
        for ((&group, &code), &person) in self.of_row.iter().zip(codes).zip(people) {
            let slot = slots.slot(group, code);
            *slot = match *slot {
                EMPTY => person,
                known if known == person => person,
                _ => MANY,
            };
        }
        let alone = slots.values().filter(|&&slot| slot < MANY);
        if !several {
            return alone.count() as u64;
        }
        let mut alone: Vec<u32> = alone.copied().collect();
        alone.sort_unstable();
        alone.dedup();
        alone.len() as u64
    }

    /// The rows of people who are alone in their group.
    fn alone(&self, people: &[u32]) -> Vec<u32> {
        let mut slots = vec![EMPTY; self.count];
        for (&group, &person) in self.of_row.iter().zip(people) {
            let slot = &mut slots[group as usize];
            *slot = if *slot == EMPTY || *slot == person { person } else { MANY };
        }
        let is_alone = |row: &u32| slots[self.of_row[*row as usize] as usize] != MANY;
        (0..self.of_row.len() as u32).filter(is_alone).collect()
    }
}

/// A number for each pair of a group and a code: in an array where it is small, else hashed.
enum Slots {
    Array { width: usize, slots: Vec<u32> },
    Hashed(HashMap<u64, u32, foldhash::fast::RandomState>),
}

impl Slots {
    fn new(groups: usize, codes: &[u32]) -> Slots {
        let width = codes.iter().max().map_or(0, |&last| last as usize + 1);
        match groups.checked_mul(width) {
            Some(pairs) if pairs <= (8 * codes.len()).max(1 << 12) => {
                Slots::Array { width, slots: vec![EMPTY; pairs] }
            }
            _ => Slots::Hashed(HashMap::with_capacity_and_hasher(
                codes.len() / 4,
                Default::default(),
            )),
        }
    }

    #[inline]
    fn slot(&mut self, group: u32, code: u32) -> &mut u32 {
        match self {
            Slots::Array { width, slots } => &mut slots[group as usize * *width + code as usize],
            Slots::Hashed(known) => {
                known.entry(u64::from(group) << 32 | u64::from(code)).or_insert(EMPTY)
            }
        }
    }

    fn values(&self) -> Box<dyn Iterator<Item = &u32> + '_> {
        match self {
            Slots::Array { slots, .. } => Box::new(slots.iter()),
            Slots::Hashed(known) => Box::new(known.values()),
        }
    }
}
