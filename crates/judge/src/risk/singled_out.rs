//! *Singled out*: people who are alone with their values of at most three published columns.
//!
//! The columns are quasi-identifiers as published and plain columns; at least one is plain, because
//! k-anonymity is about the others. k promises that a person is found with a probability of at most
//! 1/k, so of all people at most a share of 1/k. A set of columns that leaves more people than that
//! alone breaks the promise for whoever knows these columns: a warning. The threshold is 1/k, but at
//! least 5 % and at most 20 %. From 50 % the risk is severe. Columns that are reported as identifying
//! are left out: there is no more to say about them.
//!
//! All sets are counted while that is at most [`MOST_LOOKS`] looks at a cell. Beyond that, pairs are
//! compared on a part of the rows, and only the pairs that leave most people alone get a third
//! column. The sets that are reported are counted on all rows.

use std::cmp::Reverse;

use incrowd_terms::{Risk, RiskKind, Severity};

use crate::error::JudgeError;
use crate::question::positions;

use super::PublishedFile;
use super::alone::{Alone, Counted, Groups};
use super::rows::Rows;
use super::undone::in_parallel;
use super::words::{is_share, listed, percent};

/// Cells that may be looked at in search of the sets that single people out.
const MOST_LOOKS: usize = 600_000_000;

/// Fewer rows than this are not compared.
const FEWEST_ROWS: usize = 2_000;

/// Hundredths of the people: the least and the greatest threshold, and from when it is severe.
const LEAST: u64 = 5;
const GREATEST: u64 = 20;
const SEVERE: u64 = 50;

/// Sets of columns that are named beside the worst.
const NAMED: usize = 3;

/// The risk of the smallest sets that single people out.
pub(super) fn measure(
    file: &PublishedFile<'_>,
    rows: &Rows,
    alone: &Alone<'_>,
    identifying: &[Risk],
) -> Result<Option<Risk>, JudgeError> {
    let is_open = |name: &&str| !identifying.iter().any(|risk| risk.columns == [*name]);
    let plain: Vec<&str> = file.plain().filter(is_open).collect();
    let qi = file.qi.iter().map(String::as_str);
    let names: Vec<&str> = plain.iter().copied().chain(qi).collect();
    let places = positions(file.table, &names)?;
    if plain.is_empty() || rows.len() == 0 {
        return Ok(None);
    }
    let search = Search::new(rows, &places, plain.len(), file.threads);
    for sets in search.candidates() {
        let mut worst: Vec<(Vec<usize>, Counted)> = Vec::new();
        for set in sets {
            let columns: Vec<usize> = set.iter().map(|&at| places[at]).collect();
            worst.push((set, alone.count(&columns)?));
        }
        worst.retain(|(_, counted)| is_above(counted, file.k));
        worst.sort_by_key(|(set, counted)| (Reverse(counted.alone), set.clone()));
        if let Some((set, counted)) = worst.first() {
            let others = &worst[1..];
            return Ok(Some(told(file, alone, &names, &places, (set, *counted), others)));
        }
    }
    Ok(None)
}

/// Whether so many people are alone that k is broken.
fn is_above(counted: &Counted, k: Option<u64>) -> bool {
    let Counted { alone, of } = *counted;
    let above_k = k.is_none_or(|k| u128::from(alone) * u128::from(k) > u128::from(of));
    is_share(alone, of, LEAST) && (above_k && k.is_some() || is_share(alone, of, GREATEST))
}

/// Sets of columns, in search of those that leave most people alone.
struct Search {
    columns: Vec<Vec<u32>>,
    people: Vec<u32>,
    /// Of all columns, so many first ones are plain.
    plain: usize,
    threads: usize,
    /// Pairs that get a third column.
    bases: usize,
}

impl Search {
    fn new(rows: &Rows, places: &[usize], plain: usize, threads: usize) -> Self {
        let width = places.len();
        let pairs = width * (width - 1) / 2;
        let all = pairs * (width + 1) / 3 + 1;
        // Half of the looks for all pairs, the rest for third columns.
        let most = (MOST_LOOKS / 2 / pairs.max(1)).max(FEWEST_ROWS).min(rows.len());
        let looked_at =
            if all.saturating_mul(rows.len()) <= MOST_LOOKS { rows.len() } else { most };
        let bases = (MOST_LOOKS / 2 / looked_at.max(1) / width).max(8);
        // Rows at equal distances: what stands first in a file may be alike.
        let chosen: Vec<usize> = (0..looked_at).map(|at| at * rows.len() / looked_at).collect();
        let pick = |codes: &[u32]| chosen.iter().map(|&row| codes[row]).collect();
        let columns = places.iter().map(|&place| pick(&rows.columns[place].codes)).collect();
        let bases = if looked_at == rows.len() && all.saturating_mul(rows.len()) <= MOST_LOOKS {
            pairs
        } else {
            bases.min(pairs)
        };
        Search { columns, people: pick(&rows.people), plain, threads, bases }
    }

    /// The worst sets of one, of two and of three columns, each a few.
    fn candidates(&self) -> Vec<Vec<Vec<usize>>> {
        let width = self.columns.len();
        let whole = Groups::whole(self.people.len());
        let count =
            |groups: &Groups, at: usize| groups.count_alone(&self.columns[at], &self.people);
        let single: Vec<(u64, Vec<usize>)> =
            (0..self.plain).map(|at| (count(&whole, at), vec![at])).collect();
        let divided = |at: usize| whole.divided(&self.columns[at]);
        let pairs = in_parallel(self.threads, width, |a| {
            let groups = divided(a);
            let pair = |b: usize| (count(&groups, b), vec![a, b]);
            (a + 1..width).map(pair).collect::<Vec<_>>()
        });
        let pairs: Vec<(u64, Vec<usize>)> = pairs.into_iter().flatten().collect();
        let mut bases = pairs.clone();
        bases.sort_by_key(|(alone, set)| (Reverse(*alone), set.clone()));
        bases.truncate(self.bases);
        let is_base: hashbrown::HashSet<&[usize]> =
            bases.iter().map(|(_, set)| set.as_slice()).collect();
        let triples = in_parallel(self.threads, bases.len(), |at| {
            let (a, b) = (bases[at].1[0], bases[at].1[1]);
            let groups = divided(a).divided(&self.columns[b]);
            // Every set once: from the first of its pairs that is a base.
            let is_first = |&c: &usize| {
                let mut set = [a, b, c];
                set.sort_unstable();
                let pairs = [[set[0], set[1]], [set[0], set[2]], [set[1], set[2]]];
                let first = pairs.iter().find(|pair| is_base.contains(pair.as_slice()));
                c != a && c != b && first == Some(&[a, b])
            };
            let triple = |c: usize| {
                let mut set = vec![a, b, c];
                set.sort_unstable();
                (count(&groups, c), set)
            };
            (0..width).filter(is_first).map(triple).collect::<Vec<_>>()
        });
        let triples = triples.into_iter().flatten().collect();
        [single, pairs, triples].into_iter().map(|sets| self.worst(sets)).collect()
    }

    /// The sets that leave most people alone and have a plain column.
    fn worst(&self, mut sets: Vec<(u64, Vec<usize>)>) -> Vec<Vec<usize>> {
        sets.retain(|(_, set)| set.iter().any(|&at| at < self.plain));
        sets.sort_by_key(|(alone, set)| (Reverse(*alone), set.clone()));
        sets.into_iter().take(NAMED + 1).map(|(_, set)| set).collect()
    }
}

fn told(
    file: &PublishedFile<'_>,
    alone: &Alone<'_>,
    names: &[&str],
    places: &[usize],
    (set, Counted { alone: count, of }): (&[usize], Counted),
    others: &[(Vec<usize>, Counted)],
) -> Risk {
    let rows = alone.rows;
    let named = |set: &[usize]| set.iter().map(|&at| names[at]).collect::<Vec<_>>();
    let columns = named(set);
    let severity = if is_share(count, of, SEVERE) { Severity::Severe } else { Severity::Warning };
    let noun = rows.noun(count);
    let stands = if count == 1 { "stands" } else { "stand" };
    let also: Vec<String> = (others.iter())
        .map(|(set, counted)| format!("{} ({})", listed(&named(set)), counted.alone))
        .collect();
    let also = match also.is_empty() {
        true => String::new(),
        false => format!("; so do {}", also.join(", ")),
    };
    let allowed =
        file.k.map_or(String::new(), |k| format!("; k = {k} allows 1 in {k} to be found"));
    let at: Vec<usize> = set.iter().map(|&at| places[at]).collect();
    let example = alone.alone_rows(&at).first().map(|&row| {
        let cell = |(&place, name): (&usize, &&str)| {
            format!("{name}={}", rows.columns[place].text(row as usize))
        };
        let cells: Vec<String> = at.iter().zip(&columns).map(cell).collect();
        format!("only one {} has {}", rows.noun(1), cells.join(", "))
    });
    let plain: Vec<&str> = file.plain().filter(|name| columns.contains(name)).collect();
    let plain = plain.join(",");
    Risk {
        count,
        of,
        columns: columns.iter().map(|name| (*name).to_owned()).collect(),
        example,
        cure: Some(format!(
            "treat them as quasi-identifiers (`qi = {plain}`), or drop them (`id = {plain}`)"
        )),
        ..Risk::new(
            RiskKind::SingledOut,
            severity,
            format!(
                "{count} of {of} {noun} ({}) {stands} alone with {} as published: whoever knows \
                 that of a person finds the row{allowed}{also}",
                percent(count, of),
                listed(&columns),
            ),
        )
    }
}
