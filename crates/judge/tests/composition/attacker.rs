//! The attacker, by enumeration: has the files, knows of everybody the quasi-identifiers and which releases
//! have a row of theirs, and tries every way of giving rows to people.

use std::collections::BTreeSet;

use super::world::{Made, World};

/// What the attacker is left with for one person.
#[derive(Debug, Default)]
pub struct Candidates {
    /// For each release, the rows that may be the person's.
    pub rows: Vec<BTreeSet<usize>>,
    /// The secrets that the person may have.
    pub secrets: BTreeSet<usize>,
}

/// The rows and secrets that may be a person's, in all ways of giving the rows of all files to people.
pub fn candidates(world: &World, target: usize) -> Candidates {
    let people: Vec<usize> = (0..world.rows.len()).filter(|&row| stands(world, row)).collect();
    let mut found =
        Candidates { rows: vec![BTreeSet::new(); world.releases.len()], secrets: BTreeSet::new() };
    let mut used = vec![BTreeSet::new(); world.releases.len()];
    let others: Vec<usize> = people.into_iter().filter(|&row| row != target).collect();
    for choice in choices(world, target, &used) {
        take(&mut used, &choice);
        if can_complete(world, &others, &mut used) {
            for (release, at) in choice.iter().enumerate() {
                let Some(at) = at else { continue };
                let made = &world.releases[release];
                found.rows[release].insert(*at);
                if made.shows_secret {
                    found.secrets.insert(world.rows[made.rows[*at]].secret);
                }
            }
        }
        give_back(&mut used, &choice);
    }
    found
}

/// Whether any release has the row.
fn stands(world: &World, row: usize) -> bool {
    world.releases.iter().any(|made| made.rows.contains(&row))
}

/// For each release the place of a row there, if the person has one there.
type Choice = Vec<Option<usize>>;

/// The rows that a person may have together: each fits the person, and all tell the same of the rest.
fn choices(world: &World, person: usize, used: &[BTreeSet<usize>]) -> Vec<Choice> {
    let mut all: Vec<Choice> = vec![Vec::new()];
    for (release, made) in world.releases.iter().enumerate() {
        if !made.rows.contains(&person) {
            all.iter_mut().for_each(|choice| choice.push(None));
            continue;
        }
        let free = (0..made.rows.len()).filter(|at| !used[release].contains(at));
        let fitting: Vec<usize> = free.filter(|&at| fits(world, made, at, person)).collect();
        let mut next = Vec::new();
        for choice in &all {
            for &at in &fitting {
                if choice.iter().enumerate().all(|(other, place)| {
                    place.is_none_or(|place| agree(world, (other, place), (release, at)))
                }) {
                    let mut longer = choice.clone();
                    longer.push(Some(at));
                    next.push(longer);
                }
            }
        }
        all = next;
    }
    all
}

/// Whether a published row fits what is known of a person.
fn fits(world: &World, made: &Made, at: usize, person: usize) -> bool {
    let qi = world.rows[person].qi;
    let ranges = made.qi.iter().zip(&made.ranges[at]);
    let exact = &world.rows[made.rows[at]].qi;
    let known: BTreeSet<usize> = world.releases.iter().flat_map(|made| made.qi.clone()).collect();
    ranges.into_iter().all(|(&column, &(low, high))| (low..=high).contains(&qi[column]))
        && made.exact.iter().all(|&column| !known.contains(&column) || exact[column] == qi[column])
}

/// Whether two published rows may be one person's.
fn agree(world: &World, one: (usize, usize), two: (usize, usize)) -> bool {
    let made = |(release, _): (usize, usize)| &world.releases[release];
    let row = |(release, at): (usize, usize)| &world.rows[world.releases[release].rows[at]];
    let (first, second) = (made(one), made(two));
    let secrets =
        !(first.shows_secret && second.shows_secret) || row(one).secret == row(two).secret;
    let plains = !(first.shows_plain && second.shows_plain) || row(one).plain == row(two).plain;
    secrets && plains
}

/// Whether everybody else can be given a row wherever they have one.
fn can_complete(world: &World, people: &[usize], used: &mut [BTreeSet<usize>]) -> bool {
    let Some((&person, others)) = people.split_first() else { return true };
    for choice in choices(world, person, used) {
        take(used, &choice);
        let done = can_complete(world, others, used);
        give_back(used, &choice);
        if done {
            return true;
        }
    }
    false
}

fn take(used: &mut [BTreeSet<usize>], choice: &Choice) {
    for (used, at) in used.iter_mut().zip(choice) {
        used.extend(at);
    }
}

fn give_back(used: &mut [BTreeSet<usize>], choice: &Choice) {
    for (used, at) in used.iter_mut().zip(choice) {
        used.retain(|taken| Some(*taken) != *at);
    }
}
