//! Anatomy of people: all rows of a person are in one group, and at most one l-th of a group's
//! people have any value.
//!
//! People are dealt to groups round-robin, in the order of their most frequent value. If everybody
//! has one value, all values of a group differ. A group in which a value is too frequent, because
//! people have several, exchanges people with others at random, and is merged with another if that
//! does not help. All people together are a valid group, so merging ends.

use std::collections::{BTreeMap, BTreeSet};

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::TooFrequent;

/// How often a group tries to exchange a person before it is merged with another.
const TRIES: usize = 64;

/// The values of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonValues {
    /// The values that the person has; missing ones only if there are no others.
    pub values: BTreeSet<u32>,
    /// The rows of each of these values.
    pub rows: BTreeMap<u32, u64>,
}

/// The groups of people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeopleAnatomy {
    /// How many there are; they are numbered from 0.
    pub groups: u32,
    /// Per person: the group of all their rows.
    pub group_of: Vec<u32>,
}

/// Puts people into groups in which at most one l-th of the people have any value, at random. With
/// `by_rows`, at most one l-th of a group's rows have any value, too.
///
/// # Errors
/// If more than one l-th of all people have a value, or of all rows with `by_rows`.
pub fn anatomize_people(
    people: &[PersonValues],
    l: u64,
    by_rows: bool,
    random: &mut impl Rng,
) -> Result<PeopleAnatomy, TooFrequent> {
    let rule = Rule { people, l, by_rows };
    let everybody = rule.group((0..people.len() as u32).collect());
    if let Some(why) = everybody.too_frequent(&rule) {
        return Err(why);
    }
    let mut groups = dealt(&rule, &everybody, random);
    for at in 0..groups.len() {
        exchange(&rule, &mut groups, at, random);
    }
    let mut groups = merged(&rule, groups, random);
    groups.shuffle(random);
    let mut group_of = vec![0; people.len()];
    for (number, group) in (0..).zip(&groups) {
        group.people.iter().for_each(|&person| group_of[person as usize] = number);
    }
    Ok(PeopleAnatomy { groups: groups.len() as u32, group_of })
}

/// What is asked of a group.
struct Rule<'p> {
    people: &'p [PersonValues],
    l: u64,
    by_rows: bool,
}

impl Rule<'_> {
    fn group(&self, people: Vec<u32>) -> PeopleGroup {
        let mut group = PeopleGroup { people, ..PeopleGroup::default() };
        for &person in &group.people {
            let PersonValues { values, rows } = &self.people[person as usize];
            values.iter().for_each(|&value| *group.having.entry(value).or_default() += 1);
            for (&value, &count) in rows {
                *group.rows_with.entry(value).or_default() += count;
                group.rows += count;
            }
        }
        group
    }
}

/// Some people, and what they have.
#[derive(Clone, Default)]
struct PeopleGroup {
    people: Vec<u32>,
    /// People per value.
    having: BTreeMap<u32, u64>,
    /// Rows per value, and in all.
    rows_with: BTreeMap<u32, u64>,
    rows: u64,
}

impl PeopleGroup {
    /// The value that is too frequent, if one is.
    fn too_frequent(&self, rule: &Rule<'_>) -> Option<TooFrequent> {
        let of_people = (&self.having, self.people.len() as u64);
        let of_rows = rule.by_rows.then_some((&self.rows_with, self.rows));
        [Some(of_people), of_rows].into_iter().flatten().find_map(|(counts, all)| {
            let (&secret, &most) = counts.iter().max_by_key(|(_, count)| **count)?;
            let above = u128::from(most) * u128::from(rule.l) > u128::from(all);
            above.then(|| TooFrequent { secret, rows: most, most: all / most.max(1) })
        })
    }
}

/// Deals people round-robin, in the order of their most frequent value.
fn dealt(rule: &Rule<'_>, everybody: &PeopleGroup, random: &mut impl Rng) -> Vec<PeopleGroup> {
    let mut values: Vec<u32> = everybody.having.keys().copied().collect();
    values.shuffle(random);
    let place: BTreeMap<u32, usize> = values.into_iter().zip(0..).collect();
    let frequent = |person: &u32| {
        let values = rule.people[*person as usize].values.iter();
        values.max_by_key(|value| everybody.having[value]).map(|value| place[value])
    };
    let mut order = everybody.people.clone();
    order.shuffle(random);
    order.sort_by_cached_key(frequent);
    let groups = (order.len() as u64 / rule.l.max(1)).max(1) as usize;
    let of = |group: usize| order.iter().copied().skip(group).step_by(groups).collect();
    (0..groups).map(|group| rule.group(of(group))).collect()
}

/// Exchanges a person of a group in which a value is too frequent with one of another group, if
/// both groups are valid then.
fn exchange(rule: &Rule<'_>, groups: &mut [PeopleGroup], at: usize, random: &mut impl Rng) {
    for _ in 0..TRIES {
        let Some(why) = groups[at].too_frequent(rule) else { return };
        let has = |&place: &usize| {
            let person = groups[at].people[place] as usize;
            rule.people[person].rows.contains_key(&why.secret)
        };
        let guilty: Vec<usize> = (0..groups[at].people.len()).filter(has).collect();
        let other = random.random_range(0..groups.len());
        if other == at || guilty.is_empty() {
            continue;
        }
        let mine = guilty[random.random_range(0..guilty.len())];
        let theirs = random.random_range(0..groups[other].people.len());
        let (mut own, mut others) = (groups[at].people.clone(), groups[other].people.clone());
        std::mem::swap(&mut own[mine], &mut others[theirs]);
        let (own, others) = (rule.group(own), rule.group(others));
        let was_valid = groups[other].too_frequent(rule).is_none();
        if own.too_frequent(rule).is_none() && (!was_valid || others.too_frequent(rule).is_none()) {
            (groups[at], groups[other]) = (own, others);
        }
    }
}

/// Merges groups in which a value is too frequent with others until all are valid.
fn merged(rule: &Rule<'_>, groups: Vec<PeopleGroup>, random: &mut impl Rng) -> Vec<PeopleGroup> {
    let is_valid = |group: &PeopleGroup| group.too_frequent(rule).is_none();
    let (mut valid, mut invalid): (Vec<PeopleGroup>, Vec<PeopleGroup>) =
        groups.into_iter().partition(is_valid);
    valid.shuffle(random);
    let mut open: Option<Vec<u32>> = None;
    while let Some(group) = invalid.pop() {
        let mut people = open.take().unwrap_or_default();
        people.extend(group.people);
        let union = rule.group(people);
        match is_valid(&union) {
            true => valid.push(union),
            false => open = Some(union.people),
        }
    }
    while let Some(mut people) = open.take() {
        // Everybody together is valid.
        let Some(other) = valid.pop() else {
            valid.push(rule.group(people));
            break;
        };
        people.extend(other.people);
        let union = rule.group(people);
        match is_valid(&union) {
            true => valid.push(union),
            false => open = Some(union.people),
        }
    }
    valid
}
