//! The people of the population whom a published table exposes most, line by line.

use incrowd_io::Table;
use incrowd_terms::{NormalForm, Nulls};

use crate::covered_people::CoveredPeople;
use crate::error::JudgeError;
use crate::person::{Ids, Person};
use crate::presence::Standings;
use crate::question::positions;

/// A row of the population, by its line and its standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExposedRow {
    pub(crate) line: u64,
    pub(crate) person: usize,
}

/// The rows of the most exposed people, so many of them if there are: the highest presence first,
/// then in the order of the file; of a person with several rows the first. Reads the population once
/// more, as people who are alike were counted together.
pub(crate) fn worst(
    public: &Table,
    columns: &[&str],
    person: Option<Person<'_>>,
    nulls: &Nulls,
    covered: &CoveredPeople,
    standings: &Standings<'_>,
    number: usize,
) -> Result<Vec<ExposedRow>, JudgeError> {
    let places = positions(public, columns)?;
    let id = person.map(|person| positions(public, &[person.column()])).transpose()?;
    let mut ids = Ids::new(&NormalForm::new(nulls));
    let ranks = ranks(standings);
    let mut wanted = wanted(standings, &ranks, number as u64);
    let mut found: Vec<(usize, ExposedRow)> = Vec::new();
    let mut missing: u64 = wanted.iter().sum();
    let mut key = Vec::with_capacity(places.len());
    for block in public.blocks() {
        if missing == 0 {
            break;
        }
        let block = block?;
        for row in 0..block.rows() {
            key.clear();
            for (texts, &column) in covered.people.labels.iter().zip(&places) {
                key.extend(texts.find(block.cell(row, column)));
            }
            // The table was counted before; a row that is new was written since.
            let Some(person) = covered.people.classes.find(&key) else { continue };
            let rank = ranks[standings.of_person[person] as usize];
            let Some(left) = wanted.get_mut(rank).filter(|left| **left > 0) else { continue };
            if let Some(id) = &id {
                let seen = ids.len();
                ids.number(block.cell(row, id[0]), block.line(row))?;
                if ids.len() == seen {
                    continue;
                }
            }
            *left -= 1;
            missing -= 1;
            found.push((rank, ExposedRow { line: block.line(row), person }));
        }
    }
    found.sort_by_key(|&(rank, row)| (rank, row.line));
    Ok(found.into_iter().map(|(_, row)| row).collect())
}

/// The place of each standing by exposure, the highest first; equal ones share a place.
fn ranks(standings: &Standings<'_>) -> Vec<usize> {
    let exposure = |at: &usize| standings.all[*at].exposure();
    let mut order: Vec<usize> = (0..standings.all.len()).collect();
    order.sort_by(|a, b| exposure(b).cmp(&exposure(a)));
    let mut ranks = vec![0; order.len()];
    for (rank, alike) in order.chunk_by(|a, b| exposure(a) == exposure(b)).enumerate() {
        alike.iter().for_each(|&at| ranks[at] = rank);
    }
    ranks
}

/// How many people of each place are wanted.
fn wanted(standings: &Standings<'_>, ranks: &[usize], number: u64) -> Vec<u64> {
    let mut people = vec![0; ranks.iter().max().map_or(0, |last| last + 1)];
    for (standing, &rank) in standings.all.iter().zip(ranks) {
        people[rank] += standing.people;
    }
    let mut left = number;
    for people in &mut people {
        *people = left.min(*people);
        left -= *people;
    }
    people
}
