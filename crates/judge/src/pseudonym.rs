//! What rows give away that are published with a pseudonym.
//!
//! A pseudonym links the rows of a person. Whoever knows some of a person's rows finds the person among
//! those who have all of them: often nobody else does, however many share each single row.

use incrowd_io::Table;
use incrowd_terms::Nulls;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::JudgeError;
use crate::person::Person;
use crate::question::{QuestionColumns, count, positions};

/// Steps that may be spent on pairs of rows.
const MOST_STEPS: u64 = 1 << 34;

/// People whose published rows are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Linked {
    /// All people.
    pub people: u64,
    /// People whose set of all rows nobody else has.
    pub alone_with_all: u64,
    /// People who have two rows, or one, that nobody else has together; `None` if people have too many
    /// rows to try all pairs.
    pub alone_with_two: Option<u64>,
}

/// Counts the people who are alone with the set of all their published rows, and with the best two of
/// them. Two rows are the same if they agree in the columns that others may know.
///
/// # Errors
/// If the table cannot be read, lacks a column, or a row names no person.
pub fn linked(
    table: &Table,
    known: &[&str],
    person: Person<'_>,
    nulls: &Nulls,
    threads: usize,
) -> Result<Linked, JudgeError> {
    let columns = QuestionColumns {
        class: positions(table, known)?,
        sensitive: Vec::new(),
        skip_suppressed: false,
        person: Some(person.reading(table, nulls)?),
    };
    let mut grouping = count(table, &columns, threads)?;
    grouping.count_people();
    let visits = grouping.visits.as_ref();
    let mut pairs: Vec<(u32, u32)> =
        visits.into_iter().flat_map(|visits| visits.pairs()).map(|(c, p)| (p, c)).collect();
    pairs.sort_unstable();
    let people: Vec<Vec<u32>> = (pairs.chunk_by(|a, b| a.0 == b.0))
        .map(|rows| rows.iter().map(|&(_, row)| row).collect())
        .collect();
    Ok(Linked {
        people: people.len() as u64,
        alone_with_all: alone_with_all(&people),
        alone_with_two: alone_with_two(&people, grouping.classes.len()),
    })
}

/// People whose set of rows nobody else has; each set is sorted.
fn alone_with_all(people: &[Vec<u32>]) -> u64 {
    let mut sets: Vec<&[u32]> = people.iter().map(Vec::as_slice).collect();
    sets.sort_unstable();
    sets.chunk_by(|a, b| a == b).filter(|alike| alike.len() == 1).count() as u64
}

/// People who have two of so many rows, or one, that nobody else has together.
fn alone_with_two(people: &[Vec<u32>], rows: usize) -> Option<u64> {
    let squares = people.iter().map(|rows| (rows.len() as u64).saturating_pow(2));
    if squares.fold(0, u64::saturating_add) > MOST_STEPS {
        return None;
    }
    let mut having: Vec<Vec<u32>> = vec![Vec::new(); rows];
    for (person, rows) in (0_u32..).zip(people) {
        rows.iter().for_each(|&row| having[row as usize].push(person));
    }
    let mut alone = vec![false; people.len()];
    // For one row after the other, how many of its people have each other row.
    let mut both = vec![0_u32; rows];
    for having in &having {
        let rows = || having.iter().map(|&person| &people[person as usize]);
        rows().flatten().for_each(|&row| both[row as usize] += 1);
        for &person in having {
            alone[person as usize] |=
                people[person as usize].iter().any(|&row| both[row as usize] == 1);
        }
        rows().flatten().for_each(|&row| both[row as usize] = 0);
    }
    Some(alone.iter().filter(|alone| **alone).count() as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn agrees_with_the_definition(
            people in prop::collection::vec(prop::collection::btree_set(0_u32..6, 1..5), 1..8),
        ) {
            let people: Vec<Vec<u32>> =
                people.into_iter().map(|rows| rows.into_iter().collect()).collect();
            let others = |at: usize| people.iter().enumerate().filter(move |(b, _)| *b != at);
            let by_all = (0..people.len())
                .filter(|&at| others(at).all(|(_, rows)| *rows != people[at]))
                .count() as u64;
            let pair = |at: usize, a: &u32, b: &u32| {
                others(at).all(|(_, rows)| !rows.contains(a) || !rows.contains(b))
            };
            let by_two = (0..people.len())
                .filter(|&at| people[at].iter().any(|a| people[at].iter().any(|b| pair(at, a, b))))
                .count() as u64;
            prop_assert_eq!(alone_with_all(&people), by_all);
            prop_assert_eq!(alone_with_two(&people, 6), Some(by_two));
        }
    }
}
