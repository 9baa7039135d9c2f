//! The frequency set: distinct tuples of quasi-identifiers with their counts.
//!
//! Everything before the frequency set handles rows and texts; everything after it handles only
//! codes and counts. Any engine that can GROUP BY can replace the steps before it.

mod group_people;
mod reduced;
mod tuple_groups;

use std::sync::Arc;

use crate::hierarchy::Hierarchy;
use crate::model::PublishedTable;
use crate::opaque::opaque_debug;
use crate::table::Counter;

pub(crate) use group_people::{GroupPeople, UnitedPeople};
pub(crate) use tuple_groups::{ClassRoom, TupleGroups, ValueCounts};

/// Distinct tuples in hierarchy leaf codes, each with its rows in the table, its people in the
/// population (if there is one), and the values of each secret among its rows.
pub struct FrequencySet {
    pub(crate) base: TupleGroups,
    rows: u64,
    /// Different people of the table.
    members: u64,
    people: u64,
    /// Per secret: how many distinct values the table has.
    domains: Vec<usize>,
    /// Per person attribute: how many distinct values the population has.
    attribute_domains: Vec<usize>,
}

opaque_debug!(FrequencySet, this => "rows": this.rows, "people": this.people, "tuples": this.base.len());

/// The order of a secret's values: `codes[provisional]` is the value's place.
#[derive(Debug)]
pub struct SensitiveOrder {
    /// From the counter's code to the place in order.
    pub codes: Vec<u32>,
    /// How many places there are.
    pub places: usize,
}

impl FrequencySet {
    /// Recodes what was counted to leaf order.
    ///
    /// `secrets` has one order per secret of `members`, and `person_attributes` one per secret of
    /// `population`, which are the attributes of its people.
    ///
    /// # Panics
    /// If a hierarchy lacks a value that was counted: build them from what was.
    #[must_use]
    pub fn new(
        members: &Counter,
        population: Option<&Counter>,
        hierarchies: &[Hierarchy],
        secrets: &[SensitiveOrder],
        person_attributes: &[SensitiveOrder],
    ) -> FrequencySet {
        let secrets: Vec<(usize, &SensitiveOrder)> = secrets.iter().enumerate().collect();
        FrequencySet::of(members, population, hierarchies, &secrets, person_attributes, &[])
    }

    /// The same, with the secret of `members` for each order: a secret may have several orders.
    /// `missing` says of each order which values are missing, if people are counted instead of rows.
    pub(crate) fn of(
        members: &Counter,
        population: Option<&Counter>,
        hierarchies: &[Hierarchy],
        secrets: &[(usize, &SensitiveOrder)],
        person_attributes: &[SensitiveOrder],
        missing: &[Arc<[bool]>],
    ) -> FrequencySet {
        let mut base =
            TupleGroups { codes: vec![Vec::new(); hierarchies.len()], ..TupleGroups::default() };
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
        let joined = population.map(|population| base.join(population, &recode(population)));
        let leaves: Vec<usize> = hierarchies.iter().map(Hierarchy::leaves).collect();
        let rank = base.sort(&leaves);
        let mut people = 0;
        if let (Some(population), Some(group_of)) = (population, joined) {
            let group_of: Vec<u32> = group_of.iter().map(|&group| rank[group as usize]).collect();
            let counted =
                |(place, order)| count_values(population, place, order, &group_of, base.len());
            base.person_attributes = person_attributes.iter().enumerate().map(counted).collect();
            people = population.rows();
        }
        let own: Vec<u32> = rank[..member_tuples].to_vec();
        let counted =
            |&(place, order): &(usize, _)| count_values(members, place, order, &own, base.len());
        base.secrets = secrets.iter().map(counted).collect();
        base.members = members
            .incidences()
            .map(|incidences| GroupPeople::new(incidences, &own, base.len(), secrets, missing));
        FrequencySet {
            base,
            rows: members.rows(),
            members: members.people(),
            people,
            domains: secrets.iter().map(|(_, order)| order.places).collect(),
            attribute_domains: person_attributes.iter().map(|order| order.places).collect(),
        }
    }

    /// Rows of the table.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Different people of the table: its rows, unless some people have several.
    #[must_use]
    pub fn members(&self) -> u64 {
        self.members
    }

    /// Whether people are counted instead of rows.
    #[must_use]
    pub fn counts_people(&self) -> bool {
        self.base.members.is_some()
    }

    /// Whether some people of the table have several tuples, so that people do not add up when
    /// classes merge.
    #[must_use]
    pub fn has_people_with_several_tuples(&self) -> bool {
        self.base.members.as_ref().is_some_and(|people| people.shared > 0)
    }

    /// Different people of the table with a tuple.
    #[must_use]
    pub fn members_of(&self, tuple: u32) -> u64 {
        self.base.members_of(tuple as usize)
    }

    /// How many people lose all their rows, and how many lose some, if tuples are suppressed.
    pub(crate) fn lost_people(&self, is_suppressed: impl Fn(u32) -> bool) -> (u64, u64) {
        let tuples = 0..self.base.len() as u32;
        let suppressed: Vec<bool> =
            tuples.map(|tuple| self.rows_of(tuple) > 0 && is_suppressed(tuple)).collect();
        match &self.base.members {
            Some(people) => people.lost(&suppressed),
            None => {
                let rows = self.base.rows.iter().zip(&suppressed);
                (rows.filter(|(_, suppressed)| **suppressed).map(|(rows, _)| rows).sum(), 0)
            }
        }
    }

    /// People of the population, or the total weight of its distribution; 0 without a population.
    #[must_use]
    pub fn people(&self) -> u64 {
        self.people
    }

    /// Whether the rows of the table can be people of the population, each at most once.
    #[must_use]
    pub fn is_within_population(&self) -> bool {
        let people = self.base.people.iter().enumerate();
        people.into_iter().all(|(group, &people)| self.base.members_of(group) <= people)
    }

    /// The same population with other members: the given rows per tuple, and no secrets.
    #[must_use]
    pub fn with_members(&self, rows: Vec<u64>) -> FrequencySet {
        let base = TupleGroups {
            codes: self.base.codes.clone(),
            people: self.base.people.clone(),
            secrets: Vec::new(),
            person_attributes: self.base.person_attributes.clone(),
            members: None,
            rows,
        };
        let rows = base.rows.iter().sum();
        FrequencySet {
            rows,
            members: rows,
            base,
            people: self.people,
            domains: Vec::new(),
            attribute_domains: self.attribute_domains.clone(),
        }
    }

    /// The whole table as models see it, without the values of people.
    #[must_use]
    pub fn whole(&self) -> PublishedTable {
        let secret = |(counted, &domain): (&ValueCounts, &usize)| {
            let mut counts = vec![0; domain];
            for (&value, rows) in counted.values.iter().zip(&counted.counts) {
                counts[value as usize] += rows;
            }
            counts
        };
        let secrets = self.base.secrets.iter().zip(&self.domains).map(secret).collect();
        let members = (0..self.base.len()).map(|group| self.base.members_of(group));
        let most_members = members.sum();
        PublishedTable {
            members: self.members,
            most_members,
            ..PublishedTable::of_rows(self.rows, secrets)
        }
    }

    /// The same with the values of people, which relative models compare with.
    pub(crate) fn whole_by_person(&self) -> PublishedTable {
        let mut whole = self.whole();
        if let Some(people) = &self.base.members {
            let groups: Vec<u32> = (0..self.base.len() as u32).collect();
            people.complete(&mut whole, &groups, |place| self.domains[place]);
        }
        whole
    }

    /// People of the population per tuple.
    #[must_use]
    pub fn people_of(&self, tuple: u32) -> u64 {
        self.base.people.get(tuple as usize).copied().unwrap_or(0)
    }

    /// Rows of the table per tuple.
    #[must_use]
    pub fn rows_of(&self, tuple: u32) -> u64 {
        self.base.rows[tuple as usize]
    }

    /// The code of a tuple in a column.
    #[must_use]
    pub fn code(&self, column: usize, tuple: u32) -> u32 {
        self.base.codes[column][tuple as usize]
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

    /// Places in the order of a person attribute's values.
    pub(crate) fn attribute_domain(&self, place: usize) -> usize {
        self.attribute_domains[place]
    }

    /// Rows of the table per leaf of a column with this many leaves.
    pub(crate) fn leaf_rows(&self, column: usize, leaves: usize) -> Vec<u64> {
        self.by_leaf(&self.base.rows, column, leaves)
    }

    /// People of the population per leaf of a column with this many leaves.
    pub(crate) fn leaf_people(&self, column: usize, leaves: usize) -> Vec<u64> {
        self.by_leaf(&self.base.people, column, leaves)
    }

    fn by_leaf(&self, counts: &[u64], column: usize, leaves: usize) -> Vec<u64> {
        let mut by_leaf = vec![0; leaves];
        for (&code, count) in self.base.codes[column].iter().zip(counts) {
            by_leaf[code as usize] += count;
        }
        by_leaf
    }
}

/// The values of a secret by group, where the counter's tuples are spread over `groups` groups.
fn count_values(
    counter: &Counter,
    place: usize,
    order: &SensitiveOrder,
    group_of: &[u32],
    groups: usize,
) -> ValueCounts {
    let entry = |(tuple, value, rows): (u32, u32, u64)| {
        (group_of[tuple as usize], order.codes[value as usize], rows)
    };
    let mut entries: Vec<(u32, u32, u64)> = counter.pairs(place).map(entry).collect();
    entries.sort_unstable();
    // Values that share a place are one.
    entries.dedup_by(|next, kept| {
        let same = (next.0, next.1) == (kept.0, kept.1);
        kept.2 += if same { next.2 } else { 0 };
        same
    });
    let mut counted = ValueCounts { starts: vec![0; groups + 1], ..ValueCounts::default() };
    for (group, value, rows) in entries {
        counted.starts[group as usize + 1] += 1;
        counted.values.push(value);
        counted.counts.push(rows);
    }
    for group in 0..groups {
        counted.starts[group + 1] += counted.starts[group];
    }
    counted
}

/// Counted values in any order as distinct ones, ascending, and their counts.
pub(crate) fn summed(mut counted: Vec<(u32, u64)>) -> (Vec<u32>, Vec<u64>) {
    counted.sort_unstable();
    counted.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    counted.into_iter().unzip()
}
