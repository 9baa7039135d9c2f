//! Groups of rows that agree on their quasi-identifiers, and what is counted of each.

use hashbrown::HashMap;
use rayon::prelude::*;

use crate::model::{ClassCounts, Histogram, ValuesByPerson};
use crate::table::Counter;

use super::GroupPeople;

/// Groups of rows that agree on one code per column, in columns.
#[derive(Default)]
pub(crate) struct TupleGroups {
    /// Per column, per group: the code.
    pub codes: Vec<Vec<u32>>,
    /// Per group: rows of the table.
    pub rows: Vec<u64>,
    /// Per group: people of the population; empty without one.
    pub people: Vec<u64>,
    /// Per secret: its values among the rows.
    pub secrets: Vec<ValueCounts>,
    /// Per person attribute: its values among the people.
    pub person_attributes: Vec<ValueCounts>,
    /// Whose rows they are, if people are counted instead of rows.
    pub members: Option<GroupPeople>,
}

/// Room for what models see of a class.
#[derive(Default)]
pub(crate) struct ClassRoom<'g> {
    histograms: Vec<Histogram<'g>>,
    by_person: Vec<ValuesByPerson<'g>>,
}

/// For each group, the values of one secret that occur in it and how often.
#[derive(Clone, Default)]
pub(crate) struct ValueCounts {
    /// Group `g` has the entries `starts[g]..starts[g + 1]`.
    pub starts: Vec<usize>,
    pub values: Vec<u32>,
    pub counts: Vec<u64>,
}

impl TupleGroups {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The size in memory: groups plus values.
    pub fn entries(&self) -> usize {
        let value_counts = self.secrets.iter().chain(&self.person_attributes);
        let people = self.members.as_ref().map_or(0, GroupPeople::entries);
        self.len() + people + value_counts.map(|counted| counted.values.len()).sum::<usize>()
    }

    /// Different people of the table in a group.
    pub fn members_of(&self, group: usize) -> u64 {
        self.members.as_ref().map_or(self.rows[group], |people| people.members(group))
    }

    /// A group, as models see it, given room for its histograms.
    pub fn class<'r, 'g: 'r>(
        &'g self,
        group: usize,
        room: &'r mut ClassRoom<'g>,
    ) -> ClassCounts<'r> {
        room.histograms.clear();
        let value_counts = self.secrets.iter().chain(&self.person_attributes);
        room.histograms.extend(value_counts.map(|counted| counted.histogram(group)));
        let (secrets, person_attributes) = room.histograms.split_at(self.secrets.len());
        let people = self.people.get(group).copied().unwrap_or(0);
        let class = ClassCounts::of_rows(self.rows[group], people, secrets, person_attributes);
        let Some(by_person) = &self.members else { return class };
        room.by_person.clear();
        room.by_person.extend(by_person.secrets.iter().map(|values| values.of(group)));
        ClassCounts { members: by_person.members(group), by_person: &room.by_person, ..class }
    }
}

impl ValueCounts {
    /// The values of a group as models see them.
    pub fn histogram(&self, group: usize) -> Histogram<'_> {
        let (values, counts) = self.of(group);
        Histogram { values, counts }
    }

    /// The values of some of the groups.
    pub fn select(&self, groups: &[u32]) -> ValueCounts {
        let mut selected = ValueCounts { starts: vec![0], ..ValueCounts::default() };
        for &group in groups {
            let (values, counts) = self.of(group as usize);
            selected.values.extend_from_slice(values);
            selected.counts.extend_from_slice(counts);
            selected.starts.push(selected.values.len());
        }
        selected
    }

    /// The values of a group, ascending, and their counts.
    pub fn of(&self, group: usize) -> (&[u32], &[u64]) {
        let entries = self.starts[group]..self.starts[group + 1];
        (&self.values[entries.clone()], &self.counts[entries])
    }
}

impl TupleGroups {
    /// Sorts the groups, which only have counts so far, by their codes. The order of counting
    /// depends on the threads. Returns the place of each group.
    pub(super) fn sort(&mut self, leaves: &[usize]) -> Vec<u32> {
        let product =
            leaves.iter().try_fold(1_u128, |all, &leaves| all.checked_mul(leaves as u128));
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        if product.is_some() {
            // All codes of a group in one number.
            let key = |group: u32| {
                let codes = self.codes.iter().zip(leaves);
                codes.fold(0, |key, (codes, &leaves)| {
                    key * leaves as u128 + u128::from(codes[group as usize])
                })
            };
            let mut keyed: Vec<(u128, u32)> =
                order.par_iter().map(|&group| (key(group), group)).collect();
            keyed.par_sort_unstable();
            order = keyed.into_iter().map(|(_, group)| group).collect();
        } else {
            let codes = |group: u32| self.codes.iter().map(move |codes| codes[group as usize]);
            order.par_sort_unstable_by(|&a, &b| codes(a).cmp(codes(b)));
        }
        let sorted = |counts: &[u64]| order.iter().map(|&at| counts[at as usize]).collect();
        for codes in &mut self.codes {
            *codes = order.iter().map(|&at| codes[at as usize]).collect();
        }
        self.rows = sorted(&self.rows);
        if !self.people.is_empty() {
            self.people = sorted(&self.people);
        }
        let mut rank = vec![0; order.len()];
        for (place, &group) in (0..).zip(&order) {
            rank[group as usize] = place;
        }
        rank
    }

    /// Adds a population: its tuples get people, and those the table lacks become groups without
    /// rows. Returns the group of each of its tuples.
    pub(super) fn join(&mut self, population: &Counter, leaf: &[Vec<u32>]) -> Vec<u32> {
        let width = self.codes.len();
        let own: HashMap<Vec<u32>, usize> =
            (0..self.len()).map(|g| (self.codes.iter().map(|c| c[g]).collect(), g)).collect();
        self.people = vec![0; self.len()];
        let mut tuple = Vec::with_capacity(width);
        let mut group_of = Vec::with_capacity(population.tuples());
        for (id, &people) in population.counts().iter().enumerate() {
            tuple.clear();
            tuple.extend(
                population.tuple(id).iter().zip(leaf).map(|(&code, map)| map[code as usize]),
            );
            if let Some(&group) = own.get(&tuple) {
                self.people[group] = people;
                group_of.push(group as u32);
            } else {
                group_of.push(self.len() as u32);
                for (codes, &code) in self.codes.iter_mut().zip(&tuple) {
                    codes.push(code);
                }
                self.rows.push(0);
                self.people.push(people);
            }
        }
        group_of
    }
}
