//! The frequency set: distinct tuples of quasi-identifiers with what is counted of each.
//!
//! The tally is the waist of the house. Before it there are rows and texts; after it only codes
//! and counts, so anything that can GROUP BY can stand in for everything before it.

use crate::hierarchy::Hierarchy;
use crate::model::{Class, Histogram};
use crate::table::Counter;

/// Distinct tuples in hierarchy leaf codes, each with its rows in the table, its people in the
/// population (if there is one), and the values of each secret among its rows.
pub struct Tally {
    pub(crate) base: Groups,
    rows: u64,
    /// Per secret: how many distinct values the table has.
    domains: Vec<usize>,
}

/// Groups of rows that agree on one code per column, in columns.
#[derive(Default)]
pub(crate) struct Groups {
    /// Per column, per group: the code.
    pub codes: Vec<Vec<u32>>,
    /// Per group: rows of the table.
    pub rows: Vec<u64>,
    /// Per group: people of the population; empty without one.
    pub people: Vec<u64>,
    /// Per secret.
    pub secrets: Vec<Spread>,
}

/// For each group, the values of one secret that occur in it and how often.
#[derive(Default)]
pub(crate) struct Spread {
    /// Group `g` has the entries `starts[g]..starts[g + 1]`.
    pub starts: Vec<usize>,
    pub values: Vec<u32>,
    pub counts: Vec<u64>,
}

impl Groups {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// How much is held: groups, and values of secrets in them.
    pub fn entries(&self) -> usize {
        self.len() + self.secrets.iter().map(|spread| spread.values.len()).sum::<usize>()
    }

    /// The secrets of a group, as models see them.
    pub fn histograms(&self, group: usize) -> Vec<Histogram<'_>> {
        self.secrets.iter().map(|spread| spread.histogram(group)).collect()
    }

    /// A group, as models see it.
    pub fn class<'a>(&self, group: usize, secrets: &'a [Histogram<'a>]) -> Class<'a> {
        let people = self.people.get(group).copied().unwrap_or(0);
        Class { rows: self.rows[group], people, secrets }
    }
}

impl Spread {
    /// The values of a group as models see them.
    pub fn histogram(&self, group: usize) -> Histogram<'_> {
        let (values, counts) = self.of(group);
        Histogram { values, counts }
    }

    /// The values of a group, ascending, and their counts.
    pub fn of(&self, group: usize) -> (&[u32], &[u64]) {
        let entries = self.starts[group]..self.starts[group + 1];
        (&self.values[entries.clone()], &self.counts[entries])
    }
}

/// The order of a secret's values: `codes[provisional]` is the value's place.
pub struct SecretOrder {
    /// From the counter's code to the place in order.
    pub codes: Vec<u32>,
    /// How many places there are.
    pub places: usize,
}

impl Tally {
    /// Recodes what was counted to leaf order.
    ///
    /// `secrets` has one order per secret of `members`.
    ///
    /// # Panics
    /// If a hierarchy lacks a value that was counted: build them from what was.
    #[must_use]
    pub fn new(
        members: &Counter,
        population: Option<&Counter>,
        hierarchies: &[Hierarchy],
        secrets: &[SecretOrder],
    ) -> Tally {
        let mut base = Groups { codes: vec![Vec::new(); hierarchies.len()], ..Groups::default() };
        let member_tuples = members.tuples();
        let recode = |counter: &Counter| -> Vec<Vec<u32>> {
            let column = |(qi, hierarchy): (usize, &Hierarchy)| {
                let code = |text| hierarchy.code(text).expect("hierarchies cover what was counted");
                counter.values(qi).iter().map(code).collect()
            };
            hierarchies.iter().enumerate().map(column).collect()
        };
        let leaf = recode(members);
        for tuple in 0..member_tuples {
            for ((codes, map), &code) in base.codes.iter_mut().zip(&leaf).zip(members.tuple(tuple))
            {
                codes.push(map[code as usize]);
            }
        }
        base.rows = members.counts().to_vec();
        if let Some(population) = population {
            base.join(population, &recode(population));
        }
        let groups = base.len();
        for (secret, order) in secrets.iter().enumerate() {
            let mut pairs: Vec<(u32, u32, u64)> = members
                .pairs(secret)
                .map(|(tuple, value, rows)| (tuple, order.codes[value as usize], rows))
                .collect();
            pairs.sort_unstable();
            let mut spread = Spread { starts: vec![0; groups + 1], ..Spread::default() };
            for (tuple, value, rows) in pairs {
                spread.starts[tuple as usize + 1] += 1;
                spread.values.push(value);
                spread.counts.push(rows);
            }
            for group in 0..groups {
                spread.starts[group + 1] += spread.starts[group];
            }
            base.secrets.push(spread);
        }
        let domains = secrets.iter().map(|order| order.places).collect();
        Tally { base, rows: members.rows(), domains }
    }

    /// Rows of the table.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Distinct tuples, those of the population included.
    #[must_use]
    pub fn tuples(&self) -> usize {
        self.base.len()
    }

    /// Quasi-identifiers.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.base.codes.len()
    }

    /// Places in the order of a secret's values.
    pub(crate) fn domain(&self, secret: usize) -> usize {
        self.domains[secret]
    }

    /// Rows of the table per leaf of a column with this many leaves.
    pub(crate) fn leaf_rows(&self, column: usize, leaves: usize) -> Vec<u64> {
        let mut counts = vec![0; leaves];
        for (&code, rows) in self.base.codes[column].iter().zip(&self.base.rows) {
            counts[code as usize] += rows;
        }
        counts
    }
}

impl Groups {
    /// Adds a population: its tuples get people, and those the table lacks become groups without
    /// rows.
    fn join(&mut self, population: &Counter, leaf: &[Vec<u32>]) {
        use hashbrown::HashMap;
        let width = self.codes.len();
        let own: HashMap<Vec<u32>, usize> =
            (0..self.len()).map(|g| (self.codes.iter().map(|c| c[g]).collect(), g)).collect();
        self.people = vec![0; self.len()];
        let mut tuple = Vec::with_capacity(width);
        for (id, &people) in population.counts().iter().enumerate() {
            tuple.clear();
            tuple.extend(
                population.tuple(id).iter().zip(leaf).map(|(&code, map)| map[code as usize]),
            );
            if let Some(&group) = own.get(&tuple) {
                self.people[group] = people;
            } else {
                for (codes, &code) in self.codes.iter_mut().zip(&tuple) {
                    codes.push(code);
                }
                self.rows.push(0);
                self.people.push(people);
            }
        }
    }
}
