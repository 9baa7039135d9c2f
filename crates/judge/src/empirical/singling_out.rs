//! Singling out: a published row that is alone with its cells in some columns is taken for a
//! description of exactly one person.

use foldhash::fast::RandomState;
use hashbrown::HashMap;

use super::SinglingOut;
use super::choice::Random;
use super::rate::{ExcessRisk, SuccessRate};
use super::targets::in_parallel;
use super::world::{AttackerTables, CodedRows, TriedRows};

/// Guesses that are made at most.
const GUESSES: usize = 500;

/// Columns of which all sets are tried; of more, those with most labels.
const COLUMNS: usize = 12;

/// Columns of a description at most.
const SIZE: usize = 3;

/// The attack with those columns in which most sampled rows are alone.
pub(super) fn worst(world: &AttackerTables<'_>, sample: &TriedRows, threads: usize) -> SinglingOut {
    let sets = sets(world);
    let counts =
        in_parallel(&sets, threads, |columns| alone(&world.published, &sample.rows, columns).len());
    let mut best = (0, Vec::new());
    for (columns, count) in sets.into_iter().zip(counts) {
        // Of equally good sets the first: fewer columns are known more easily.
        if count > best.0 {
            best = (count, columns);
        }
    }
    let columns = best.1;
    let alone = match &columns[..] {
        [] => Vec::new(),
        columns => {
            let all: Vec<u32> = (0..world.published.len() as u32).collect();
            alone(&world.published, &all, columns)
        }
    };
    let tried = Random::new(4).choose(alone.len(), alone.len().min(GUESSES));
    let (mut attack, mut control) = (SuccessRate::default(), SuccessRate::default());
    let mut covered = Covered { world, known: HashMap::default() };
    for guess in tried {
        let row = alone[guess as usize] as usize;
        let labels: Vec<u32> = columns.iter().map(|&at| world.published.code(at, row)).collect();
        covered.prepare(&columns, &labels);
        let people = covered.people(&columns, &labels);
        attack.add(f64::from(u8::from(people == 1)));
        control.add(match &world.control {
            Some(held_out) => {
                let fitting = covered.fitting(held_out, &columns, &labels).count();
                by_chance(world.people, fitting, held_out.len())
            }
            None => {
                by_chance(world.people, people.saturating_sub(1), world.people.saturating_sub(1))
            }
        });
    }
    let columns = world.names(&columns);
    SinglingOut { columns, unique_rows: alone.len() as u64, risk: ExcessRisk::of(attack, control) }
}

/// The probability that exactly one of `people` fits a description that fits so many `of` others
/// (Cohen & Nissim 2020: a description of weight w isolates with probability n w (1-w)^(n-1)).
fn by_chance(people: usize, fitting: usize, of: usize) -> f64 {
    if of == 0 {
        return 0.0;
    }
    let (n, weight) = (people as f64, fitting as f64 / of as f64);
    n * weight * (1.0 - weight).powf(n - 1.0)
}

/// Sets of one to three columns, small ones first.
fn sets(world: &AttackerTables<'_>) -> Vec<Vec<usize>> {
    let mut columns: Vec<usize> = (0..world.columns.len()).collect();
    columns.sort_by_key(|&at| (std::cmp::Reverse(world.columns[at].labels.len()), at));
    columns.truncate(COLUMNS);
    columns.sort_unstable();
    let mut sets: Vec<Vec<usize>> = columns.iter().map(|&column| vec![column]).collect();
    let mut from = 0;
    for _ in 1..SIZE {
        let to = sets.len();
        for at in from..to {
            let last = *sets[at].last().unwrap_or(&0);
            for &column in columns.iter().filter(|&&column| column > last) {
                let larger = sets[at].iter().copied().chain([column]).collect();
                sets.push(larger);
            }
        }
        from = to;
    }
    sets
}

/// Those of some rows that no other of them equals in these columns.
fn alone(rows: &CodedRows, among: &[u32], columns: &[usize]) -> Vec<u32> {
    let mut first: HashMap<[u32; SIZE], Option<u32>, RandomState> = HashMap::default();
    for &row in among {
        let mut key = [0; SIZE];
        for (place, &column) in key.iter_mut().zip(columns) {
            *place = rows.code(column, row as usize);
        }
        first.entry(key).and_modify(|row| *row = None).or_insert(Some(row));
    }
    let mut alone: Vec<u32> = first.into_values().flatten().collect();
    alone.sort_unstable();
    alone
}

/// Which values labels stand for.
struct Covered<'w> {
    world: &'w AttackerTables<'w>,
    known: HashMap<(usize, u32), Vec<bool>, RandomState>,
}

impl Covered<'_> {
    /// Finds out which values these labels stand for.
    fn prepare(&mut self, columns: &[usize], labels: &[u32]) {
        for (&column, &label) in columns.iter().zip(labels) {
            let world = self.world;
            self.known.entry((column, label)).or_insert_with(|| {
                let values = world.columns[column].values.ids();
                values.map(|value| world.covers(column, label, value)).collect()
            });
        }
    }

    /// Rows that fit a description.
    fn fitting<'r>(
        &'r self,
        rows: &'r CodedRows,
        columns: &'r [usize],
        labels: &'r [u32],
    ) -> impl Iterator<Item = usize> + 'r {
        let parts: Vec<(&[u32], &[bool])> = (columns.iter().zip(labels))
            .map(|(&column, &label)| (rows.column(column), &self.known[&(column, label)][..]))
            .collect();
        (0..rows.len())
            .filter(move |&row| parts.iter().all(|(codes, covers)| covers[codes[row] as usize]))
    }

    /// People of the original who fit a description.
    fn people(&self, columns: &[usize], labels: &[u32]) -> usize {
        let rows = self.fitting(&self.world.original, columns, labels);
        let mut people: Vec<u32> = rows.map(|row| self.world.person[row]).collect();
        people.sort_unstable();
        people.dedup();
        people.len()
    }
}
