//! Which person has which tuple with which secrets, counted while rows stream by.
//!
//! Equal records are kept once, with their number of rows. Records are appended and made distinct
//! again each time they have doubled, so what is kept grows with the distinct records.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::PersonKey;

/// Up to this many new records are appended before equal ones are joined.
const FEW: usize = 1 << 16;

/// The rows of people: how many each has of each tuple and combination of secrets.
#[derive(Clone)]
pub(crate) struct Incidences {
    people: HashMap<PersonKey, u32, FixedState>,
    /// Cells per record: the person, the tuple, and a value per secret.
    width: usize,
    cells: Vec<u32>,
    /// Rows per record.
    rows: Vec<u64>,
    /// The first records, which are distinct.
    distinct: usize,
}

impl Incidences {
    pub fn new(secrets: usize) -> Self {
        Incidences {
            people: HashMap::default(),
            width: 2 + secrets,
            cells: Vec::new(),
            rows: Vec::new(),
            distinct: 0,
        }
    }

    /// How many people there are.
    pub fn people(&self) -> usize {
        self.people.len()
    }

    fn intern(&mut self, key: PersonKey) -> u32 {
        let next = u32::try_from(self.people.len()).unwrap_or(u32::MAX);
        assert!(next < u32::MAX, "a table has more than four billion people");
        *self.people.entry(key).or_insert(next)
    }

    /// Counts rows of a person.
    pub fn add(
        &mut self,
        key: PersonKey,
        tuple: u32,
        secrets: impl Iterator<Item = u32>,
        rows: u64,
    ) {
        let person = self.intern(key);
        self.cells.extend([person, tuple].into_iter().chain(secrets));
        self.push(rows);
    }

    fn push(&mut self, rows: u64) {
        self.rows.push(rows);
        if self.rows.len() > 2 * self.distinct + FEW {
            self.join_equal();
        }
    }

    /// Adds the records of another, whose tuples and values have other codes.
    pub fn merge(&mut self, other: &Incidences, tuples: &[u32], values: &[Vec<u32>]) {
        let mut people = vec![0; other.people.len()];
        for (&key, &person) in &other.people {
            people[person as usize] = self.intern(key);
        }
        for (cells, &rows) in other.cells.chunks_exact(other.width).zip(&other.rows) {
            let secrets = cells[2..].iter().zip(values);
            let secrets = secrets.map(|(&value, codes)| codes[value as usize]);
            let own = [people[cells[0] as usize], tuples[cells[1] as usize]];
            self.cells.extend(own.into_iter().chain(secrets));
            self.push(rows);
        }
    }

    fn record(&self, at: u32) -> &[u32] {
        let start = at as usize * self.width;
        &self.cells[start..start + self.width]
    }

    /// How many records there are; distinct ones, once equal ones are joined.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether a person has two tuples.
    pub fn has_several_tuples(&self) -> bool {
        let mut tuple_of = vec![u32::MAX; self.people.len()];
        self.cells.chunks_exact(self.width).any(|cells| {
            let tuple = &mut tuple_of[cells[0] as usize];
            let differs = *tuple != u32::MAX && *tuple != cells[1];
            *tuple = cells[1];
            differs
        })
    }

    /// Joins equal records.
    pub fn join_equal(&mut self) {
        let mut order: Vec<u32> = (0..self.rows.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| self.record(a).cmp(self.record(b)));
        let (mut cells, mut rows) = (Vec::with_capacity(self.cells.len()), Vec::<u64>::new());
        let mut last: Option<u32> = None;
        for at in order {
            match rows.last_mut() {
                Some(sum) if last.is_some_and(|last| self.record(last) == self.record(at)) => {
                    *sum += self.rows[at as usize];
                }
                _ => {
                    cells.extend_from_slice(self.record(at));
                    rows.push(self.rows[at as usize]);
                }
            }
            last = Some(at);
        }
        self.distinct = rows.len();
        (self.cells, self.rows) = (cells, rows);
    }

    /// The records: the person, the tuple, the values, and the rows. People are numbered in the
    /// order of their keys, so the numbers do not depend on the order of counting.
    pub fn records(&self) -> impl Iterator<Item = (u32, u32, &[u32], u64)> {
        let mut keys: Vec<(PersonKey, u32)> =
            self.people.iter().map(|(&key, &person)| (key, person)).collect();
        keys.sort_unstable();
        let mut rank = vec![0; keys.len()];
        for (place, (_, person)) in (0..).zip(keys) {
            rank[person as usize] = place;
        }
        let records = self.cells.chunks_exact(self.width).zip(&self.rows);
        records.map(move |(cells, &rows)| (rank[cells[0] as usize], cells[1], &cells[2..], rows))
    }
}
