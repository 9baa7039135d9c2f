//! The people behind the rows of groups, where a person can have several rows.
//!
//! Numbers of people do not add up when groups merge, because groups can share people. People who
//! have one tuple need only a count. Of the others each group lists who they are, and merging takes
//! the union. For secrets, people with one tuple and one value are counted by value; of the others
//! the values and rows of each are kept.

use std::sync::Arc;

use crate::model::{Histogram, PersonValue, PublishedTable, TableByPerson, ValuesByPerson};
use crate::table::Incidences;

use super::{SensitiveOrder, ValueCounts};

/// The people of each group.
#[derive(Clone, Default)]
pub(crate) struct GroupPeople {
    /// Per group: people who have no other tuple.
    pub alone: Vec<u64>,
    /// Per group: people who have several tuples, each once.
    pub several: PeopleLists,
    /// Per secret: the values of each person. Empty until they are counted.
    pub secrets: Vec<GroupValues>,
    /// How many people have several tuples: they have the first numbers.
    pub shared: usize,
}

/// A list of people per group.
#[derive(Clone, Default)]
pub(crate) struct PeopleLists {
    starts: Vec<usize>,
    people: Vec<u32>,
}

/// The values of one secret that each person of a group has.
#[derive(Clone)]
pub(crate) struct GroupValues {
    /// People with one tuple and one value, per value.
    single: ValueCounts,
    /// The values of all others, by person and value.
    starts: Vec<usize>,
    several: Vec<PersonValue>,
    /// Rows with a missing value of people with one tuple who have another value: they never count.
    ignored: ValueCounts,
    /// Per value: whether it is missing.
    missing: Arc<[bool]>,
}

/// The people of some tuples together.
pub(crate) struct UnitedPeople {
    pub members: u64,
    pub secrets: Vec<UnitedValues>,
}

/// The values of people of some tuples together.
pub(crate) struct UnitedValues {
    single: (Vec<u32>, Vec<u64>),
    several: Vec<PersonValue>,
    ignored: (Vec<u32>, Vec<u64>),
    missing: Arc<[bool]>,
}

impl PeopleLists {
    pub fn of(&self, group: usize) -> &[u32] {
        &self.people[self.starts[group]..self.starts[group + 1]]
    }

    pub fn is_empty(&self) -> bool {
        self.people.is_empty()
    }

    pub fn len(&self) -> usize {
        self.people.len()
    }

    /// The union of the lists of each class, given the groups of each.
    fn united<'g>(&self, classes: impl Iterator<Item = &'g [u32]>, shared: usize) -> Self {
        let mut united = PeopleLists { starts: vec![0], people: Vec::new() };
        let mut seen = vec![u32::MAX; shared];
        for (class, groups) in (0_u32..).zip(classes) {
            for &group in groups {
                for &person in self.of(group as usize) {
                    if std::mem::replace(&mut seen[person as usize], class) != class {
                        united.people.push(person);
                    }
                }
            }
            united.starts.push(united.people.len());
        }
        united
    }
}

impl GroupValues {
    /// The values of a group's people as models see them.
    pub fn of(&self, group: usize) -> ValuesByPerson<'_> {
        ValuesByPerson {
            single: self.single.histogram(group),
            several: self.entries(group),
            ignored: self.ignored.histogram(group),
            missing: &self.missing,
        }
    }

    fn entries(&self, group: usize) -> &[PersonValue] {
        &self.several[self.starts[group]..self.starts[group + 1]]
    }

    /// The values of groups that become one.
    fn united(&self, groups: &[u32]) -> Vec<PersonValue> {
        let entries = || groups.iter().map(|&group| self.entries(group as usize));
        let mut united = Vec::with_capacity(entries().map(<[_]>::len).sum());
        entries().for_each(|entries| united.extend_from_slice(entries));
        if entries().filter(|entries| !entries.is_empty()).count() > 1 {
            join(&mut united);
        }
        united
    }
}

impl UnitedValues {
    pub fn view(&self) -> ValuesByPerson<'_> {
        let single = Histogram { values: &self.single.0, counts: &self.single.1 };
        let ignored = Histogram { values: &self.ignored.0, counts: &self.ignored.1 };
        ValuesByPerson { single, several: &self.several, ignored, missing: &self.missing }
    }
}

/// Sorts values by person, and adds up the rows of those that a person has twice.
fn join(values: &mut Vec<PersonValue>) {
    values.sort_unstable_by_key(|entry| (entry.person, entry.value));
    values.dedup_by(|next, kept| {
        let same = (next.person, next.value) == (kept.person, kept.value);
        kept.rows += if same { next.rows } else { 0 };
        same
    });
}

impl GroupPeople {
    /// The people of counted rows, where `group_of` says which of `groups` groups a tuple is.
    pub fn new(
        incidences: &Incidences,
        group_of: &[u32],
        groups: usize,
        secrets: &[(usize, &SensitiveOrder)],
        missing: &[Arc<[bool]>],
    ) -> Self {
        let mut records: Vec<(u32, u32, &[u32], u64)> = incidences
            .records()
            .map(|(person, tuple, values, rows)| (person, group_of[tuple as usize], values, rows))
            .collect();
        records.sort_unstable();
        let everyone = || records.chunk_by(|one, other| one.0 == other.0);
        let is_alone = |rows: &[(u32, u32, &[u32], u64)]| rows[0].1 == rows[rows.len() - 1].1;
        let shared = everyone().filter(|rows| !is_alone(rows)).count();
        let mut alone = vec![0; groups];
        let mut lists: Vec<(u32, u32)> = Vec::new();
        let mut values: Vec<PersonValueCounter> =
            secrets.iter().map(|_| PersonValueCounter::default()).collect();
        // People with several tuples have the first numbers.
        let (mut next_shared, mut next_alone) = (0, shared as u32);
        for rows in everyone() {
            let alone_here = is_alone(rows);
            let next = if alone_here { &mut next_alone } else { &mut next_shared };
            let person = *next;
            *next += 1;
            if alone_here {
                alone[rows[0].1 as usize] += 1;
            }
            for in_group in rows.chunk_by(|one, other| one.1 == other.1) {
                let group = in_group[0].1;
                if !alone_here {
                    lists.push((group, person));
                }
                for (place, (secret, order)) in secrets.iter().enumerate() {
                    let mut own: Vec<PersonValue> = in_group
                        .iter()
                        .map(|&(_, _, cells, rows)| {
                            let value = order.codes[cells[*secret] as usize];
                            PersonValue { person, value, rows }
                        })
                        .collect();
                    join(&mut own);
                    let is_missing = |value: u32| {
                        missing.get(place).is_some_and(|missing| missing[value as usize])
                    };
                    values[place].add(group, own, alone_here, is_missing);
                }
            }
        }
        lists.sort_unstable();
        let none_missing = |order: &SensitiveOrder| vec![false; order.places].into();
        let with_missing = |(place, counted): (usize, PersonValueCounter)| {
            let own = missing.get(place).cloned();
            counted.finish(groups, own.unwrap_or_else(|| none_missing(secrets[place].1)))
        };
        GroupPeople {
            alone,
            several: PeopleLists {
                starts: starts(lists.iter().map(|&(group, _)| group), groups),
                people: lists.iter().map(|&(_, person)| person).collect(),
            },
            secrets: values.into_iter().enumerate().map(with_missing).collect(),
            shared,
        }
    }

    /// Different people of a group.
    pub fn members(&self, group: usize) -> u64 {
        self.alone[group] + self.several.of(group).len() as u64
    }

    /// How many people are in suppressed groups alone, and how many in others too.
    pub fn lost(&self, suppressed: &[bool]) -> (u64, u64) {
        let (mut in_suppressed, mut in_kept) = (vec![false; self.shared], vec![false; self.shared]);
        let mut all = 0;
        for (group, &suppressed) in suppressed.iter().enumerate() {
            all += if suppressed { self.alone[group] } else { 0 };
            let seen = if suppressed { &mut in_suppressed } else { &mut in_kept };
            self.several.of(group).iter().for_each(|&person| seen[person as usize] = true);
        }
        let mut some = 0;
        for (suppressed, kept) in in_suppressed.into_iter().zip(in_kept) {
            all += u64::from(suppressed && !kept);
            some += u64::from(suppressed && kept);
        }
        (all, some)
    }

    /// The people of some of the groups. Who had several tuples still counts as such.
    pub fn select(&self, groups: &[u32]) -> GroupPeople {
        let single = groups.iter().map(std::slice::from_ref);
        let alone = groups.iter().map(|&group| self.alone[group as usize]).collect();
        GroupPeople {
            secrets: self.united_secrets(single.clone(), |_, counted| counted.select(groups)),
            ..self.united(alone, single)
        }
    }

    /// The size in memory besides the groups.
    pub fn entries(&self) -> usize {
        let values = |values: &GroupValues| {
            values.single.values.len() + values.several.len() + values.ignored.values.len()
        };
        self.several.len() + self.secrets.iter().map(values).sum::<usize>()
    }

    /// The people of classes, given the groups of each, without their secrets.
    pub fn united<'g>(
        &self,
        alone: Vec<u64>,
        classes: impl Iterator<Item = &'g [u32]>,
    ) -> GroupPeople {
        let several = self.several.united(classes, self.shared);
        GroupPeople { alone, several, secrets: Vec::new(), shared: self.shared }
    }

    /// The secrets of classes, given the groups of each. `gather` adds up value counts by class.
    pub fn united_secrets<'g>(
        &self,
        classes: impl Iterator<Item = &'g [u32]> + Clone,
        gather: impl Fn(usize, &ValueCounts) -> ValueCounts,
    ) -> Vec<GroupValues> {
        let united = |(place, values): (usize, &GroupValues)| {
            let (mut starts, mut several) = (vec![0], Vec::new());
            for groups in classes.clone() {
                several.append(&mut values.united(groups));
                starts.push(several.len());
            }
            let (single, ignored) = (gather(place, &values.single), gather(place, &values.ignored));
            GroupValues { single, starts, several, ignored, missing: Arc::clone(&values.missing) }
        };
        self.secrets.iter().enumerate().map(united).collect()
    }

    /// Different people of some groups.
    pub fn members_of(&self, groups: &[u32]) -> u64 {
        let alone: u64 = groups.iter().map(|&group| self.alone[group as usize]).sum();
        if self.several.is_empty() {
            return alone;
        }
        let lists = || groups.iter().map(|&group| self.several.of(group as usize));
        let entries: usize = lists().map(<[_]>::len).sum();
        // A bit per person is faster while there are not many more people than entries.
        if self.shared > 64 * entries {
            let mut several: Vec<u32> = lists().flatten().copied().collect();
            several.sort_unstable();
            several.dedup();
            return alone + several.len() as u64;
        }
        let mut seen = vec![0_u64; self.shared.div_ceil(64)];
        for &person in lists().flatten() {
            seen[person as usize / 64] |= 1 << (person % 64);
        }
        alone + seen.iter().map(|word| u64::from(word.count_ones())).sum::<u64>()
    }

    /// The people of some groups together, with their secrets if they are wanted. `gather` adds up
    /// the value counts of the groups.
    pub fn unite(
        &self,
        groups: &[u32],
        with_secrets: bool,
        gather: impl Fn(usize, &ValueCounts) -> (Vec<u32>, Vec<u64>),
    ) -> UnitedPeople {
        let united = |(place, values): (usize, &GroupValues)| UnitedValues {
            single: gather(place, &values.single),
            several: values.united(groups),
            ignored: gather(place, &values.ignored),
            missing: Arc::clone(&values.missing),
        };
        let secrets = if with_secrets { self.secrets.as_slice() } else { &[] };
        UnitedPeople {
            members: self.members_of(groups),
            secrets: secrets.iter().enumerate().map(united).collect(),
        }
    }

    /// Adds the people of a table of these groups to what models compare classes with.
    pub fn complete(
        &self,
        whole: &mut PublishedTable,
        groups: &[u32],
        domain: impl Fn(usize) -> usize,
    ) {
        let gather = |place: usize, single: &ValueCounts| {
            let mut sums = vec![0; domain(place)];
            for &group in groups {
                let (values, counts) = single.of(group as usize);
                values.iter().zip(counts).for_each(|(&value, count)| sums[value as usize] += count);
            }
            (0..).zip(sums).filter(|&(_, count)| count > 0).unzip()
        };
        let united = self.unite(groups, true, gather);
        whole.members = united.members;
        let table = |(place, values): (usize, &UnitedValues)| {
            TableByPerson::new(&values.view(), united.members, domain(place))
        };
        whole.by_person = united.secrets.iter().enumerate().map(table).collect();
    }
}

/// The values of one secret while people are gone through.
#[derive(Default)]
struct PersonValueCounter {
    single: Vec<(u32, u32)>,
    several: Vec<(u32, PersonValue)>,
    /// The group, the value and the rows of missing values that never count.
    ignored: Vec<(u32, u32, u64)>,
}

impl PersonValueCounter {
    /// Adds the values that a person has in a group. A missing value of someone who has another
    /// counts for nothing; of people with several tuples that depends on the class.
    fn add(
        &mut self,
        group: u32,
        mut values: Vec<PersonValue>,
        alone: bool,
        is_missing: impl Fn(u32) -> bool,
    ) {
        if alone && values.iter().any(|entry| !is_missing(entry.value)) {
            let missing = values.extract_if(.., |entry| is_missing(entry.value));
            self.ignored.extend(missing.map(|entry| (group, entry.value, entry.rows)));
        }
        match values[..] {
            [only] if alone => self.single.push((group, only.value)),
            _ => self.several.extend(values.into_iter().map(|entry| (group, entry))),
        }
    }

    fn finish(mut self, groups: usize, missing: Arc<[bool]>) -> GroupValues {
        self.single.sort_unstable();
        let mut single = ValueCounts::default();
        let mut places = Vec::new();
        for alike in self.single.chunk_by(|one, other| one == other) {
            places.push(alike[0].0);
            single.values.push(alike[0].1);
            single.counts.push(alike.len() as u64);
        }
        single.starts = starts(places.into_iter(), groups);
        self.several.sort_unstable_by_key(|(group, entry)| (*group, entry.person, entry.value));
        let starts = starts(self.several.iter().map(|&(group, _)| group), groups);
        let several = self.several.into_iter().map(|(_, entry)| entry).collect();
        let ignored = Self::ignored(self.ignored, groups);
        GroupValues { single, starts, several, ignored, missing }
    }

    /// The rows of missing values that never count, by group.
    fn ignored(mut rows: Vec<(u32, u32, u64)>, groups: usize) -> ValueCounts {
        rows.sort_unstable();
        let mut ignored = ValueCounts::default();
        let mut places = Vec::new();
        for alike in rows.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            places.push(alike[0].0);
            ignored.values.push(alike[0].1);
            ignored.counts.push(alike.iter().map(|row| row.2).sum());
        }
        ignored.starts = starts(places.into_iter(), groups);
        ignored
    }
}

/// Where each group's entries start, given the groups of all entries, ascending.
fn starts(groups_of_entries: impl Iterator<Item = u32>, groups: usize) -> Vec<usize> {
    let mut starts = vec![0; groups + 1];
    for group in groups_of_entries {
        starts[group as usize + 1] += 1;
    }
    for group in 0..groups {
        starts[group + 1] += starts[group];
    }
    starts
}
