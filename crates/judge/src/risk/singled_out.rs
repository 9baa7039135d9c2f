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
//!
//! Most sets need no count. Whoever is alone with some columns is alone with more of them, so a set
//! leaves at most as many people alone as its plain columns with all quasi-identifiers do, and at most
//! as many as it has combinations of values ([`Limits`]).

use std::cmp::Reverse;

use hashbrown::HashMap;
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
pub(super) const SEVERE: u64 = 50;

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
    let of = rows.everybody();
    let limits = Limits { rows, places: &places, plain: plain.len(), of, k: file.k };
    if limits.exclude(&Vec::from_iter(0..plain.len())) {
        return Ok(None);
    }
    let search = Search::new(rows, &places, plain.len(), file.threads);
    let mut pairs = Vec::new();
    for size in 1..=3 {
        let sets = match size {
            1 => search.single(),
            2 => {
                pairs = search.pairs(&limits);
                pairs.clone()
            }
            _ => search.triples(&pairs, &limits),
        };
        let sets = search.worst(sets);
        let columns = |set: &Vec<usize>| set.iter().map(|&at| places[at]).collect();
        let counted = alone.count(&sets.iter().map(columns).collect::<Vec<_>>())?;
        let mut worst: Vec<(Vec<usize>, Counted)> = sets.into_iter().zip(counted).collect();
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
pub(super) fn is_above(counted: &Counted, k: Option<u64>) -> bool {
    let Counted { alone, of } = *counted;
    let above_k = k.is_none_or(|k| u128::from(alone) * u128::from(k) > u128::from(of));
    is_share(alone, of, LEAST) && (above_k && k.is_some() || is_share(alone, of, GREATEST))
}

/// How many people a set of columns can leave alone at most.
struct Limits<'a> {
    rows: &'a Rows,
    places: &'a [usize],
    /// Of all columns, so many first ones are plain.
    plain: usize,
    /// How many people there are.
    of: u64,
    k: Option<u64>,
}

impl Limits<'_> {
    /// Whether no set of these plain columns and any quasi-identifiers leaves too many people alone.
    /// Where rows were left out, nothing is excluded.
    fn exclude(&self, plain: &[usize]) -> bool {
        let rows = self.rows;
        if rows.is_thinned() {
            return false;
        }
        let Some((&last, others)) = plain.split_last() else { return true };
        let codes = |at: usize| rows.columns[self.places[at]].codes.as_slice();
        let whole = Groups::whole(rows.len()).divided(&rows.classes);
        let groups = others.iter().fold(whole, |groups, &at| groups.divided(codes(at)));
        let alone = groups.count_alone(codes(last), &rows.people, rows.counts_people);
        !is_above(&Counted { alone, of: self.of }, self.k)
    }

    /// Whether so many combinations of values are too few.
    fn are_few(&self, combinations: usize) -> bool {
        let of = self.of;
        !self.rows.is_thinned()
            && !is_above(&Counted { alone: (combinations as u64).min(of), of }, self.k)
    }

    /// Whether a set is excluded; `known` has what is known of its plain columns.
    fn excludes(&self, set: &[usize], known: &HashMap<Vec<usize>, bool>) -> bool {
        let plain: Vec<usize> = set.iter().copied().filter(|&at| at < self.plain).collect();
        plain.len() < set.len() && known.get(&plain) == Some(&true)
    }
}

/// Sets of columns, in search of those that leave most people alone.
struct Search {
    columns: Vec<Vec<u32>>,
    people: Vec<u32>,
    /// Whether people may have several rows.
    several: bool,
    /// Of all columns, so many first ones are plain.
    plain: usize,
    threads: usize,
    /// Pairs that get a third column.
    bases: usize,
    /// Whether all sets are counted on all rows.
    is_complete: bool,
}

/// How many people a set of columns leaves alone.
type CountedSet = (u64, Vec<usize>);

impl Search {
    fn new(rows: &Rows, places: &[usize], plain: usize, threads: usize) -> Self {
        let width = places.len();
        let pairs = width * (width - 1) / 2;
        let all = pairs * (width + 1) / 3 + 1;
        let is_complete = all.saturating_mul(rows.len()) <= MOST_LOOKS;
        // Half of the looks for all pairs, the rest for third columns.
        let most = (MOST_LOOKS / 2 / pairs.max(1)).max(FEWEST_ROWS).min(rows.len());
        let looked_at = if is_complete { rows.len() } else { most };
        let bases = (MOST_LOOKS / 2 / looked_at.max(1) / width).max(8);
        // Rows at equal distances: what stands first in a file may be alike.
        let chosen: Vec<usize> = (0..looked_at).map(|at| at * rows.len() / looked_at).collect();
        let pick = |codes: &[u32]| chosen.iter().map(|&row| codes[row]).collect();
        let columns = places.iter().map(|&place| pick(&rows.columns[place].codes)).collect();
        let bases = if is_complete { pairs } else { bases.min(pairs) };
        let (people, several) = (pick(&rows.people), rows.counts_people);
        Search { columns, people, several, plain, threads, bases, is_complete }
    }

    fn count(&self, groups: &Groups, at: usize) -> u64 {
        groups.count_alone(&self.columns[at], &self.people, self.several)
    }

    /// Rows by one column.
    fn divided(&self, at: usize) -> Groups {
        Groups::whole(self.people.len()).divided(&self.columns[at])
    }

    fn distinct(&self, at: usize) -> usize {
        self.columns[at].iter().max().map_or(0, |&last| last as usize + 1)
    }

    /// The sets of one plain column.
    fn single(&self) -> Vec<CountedSet> {
        let whole = Groups::whole(self.people.len());
        (0..self.plain).map(|at| (self.count(&whole, at), vec![at])).collect()
    }

    /// The sets of two columns. Where all sets are counted, those without a plain column and those
    /// that cannot leave too many people alone are left out.
    fn pairs(&self, limits: &Limits<'_>) -> Vec<CountedSet> {
        let width = self.columns.len();
        if !self.is_complete {
            let pairs = in_parallel(self.threads, width, |a| {
                let groups = self.divided(a);
                (a + 1..width).map(|b| (self.count(&groups, b), vec![a, b])).collect::<Vec<_>>()
            });
            return pairs.into_iter().flatten().collect();
        }
        let known = self.excluded(limits, &(0..self.plain).map(|at| vec![at]).collect::<Vec<_>>());
        let pairs = in_parallel(self.threads, self.plain, |a| {
            let is_possible = |&b: &usize| {
                !limits.are_few(self.distinct(a).saturating_mul(self.distinct(b)))
                    && !limits.excludes(&[a, b], &known)
            };
            let others: Vec<usize> = (a + 1..width).filter(is_possible).collect();
            if others.is_empty() {
                return Vec::new();
            }
            let groups = self.divided(a);
            others.into_iter().map(|b| (self.count(&groups, b), vec![a, b])).collect::<Vec<_>>()
        });
        pairs.into_iter().flatten().collect()
    }

    /// Which of these sets of plain columns exclude all sets of them and quasi-identifiers.
    fn excluded(&self, limits: &Limits<'_>, sets: &[Vec<usize>]) -> HashMap<Vec<usize>, bool> {
        let found = in_parallel(self.threads, sets.len(), |at| limits.exclude(&sets[at]));
        sets.iter().cloned().zip(found).collect()
    }

    /// The sets of three columns, with the same left out.
    fn triples(&self, pairs: &[CountedSet], limits: &Limits<'_>) -> Vec<CountedSet> {
        match self.is_complete {
            true => self.all_triples(limits),
            false => self.some_triples(pairs),
        }
    }

    fn all_triples(&self, limits: &Limits<'_>) -> Vec<CountedSet> {
        let (width, plain) = (self.columns.len(), self.plain);
        let single = (0..plain).map(|a| vec![a]);
        let double = (0..plain).flat_map(|a| (a + 1..plain).map(move |b| vec![a, b]));
        let known = self.excluded(limits, &single.chain(double).collect::<Vec<_>>());
        let bases: Vec<(usize, usize)> =
            (0..plain).flat_map(|a| (a + 1..width).map(move |b| (a, b))).collect();
        let triples = in_parallel(self.threads, bases.len(), |at| {
            let (a, b) = bases[at];
            let product = self.distinct(a).saturating_mul(self.distinct(b));
            let is_possible = |&c: &usize| {
                !limits.are_few(product.saturating_mul(self.distinct(c)))
                    && !limits.excludes(&[a, b, c], &known)
            };
            let others: Vec<usize> = (b + 1..width).filter(is_possible).collect();
            if others.is_empty() {
                return Vec::new();
            }
            let groups = self.divided(a).divided(&self.columns[b]);
            let is_possible =
                |c: &usize| !limits.are_few(groups.len().saturating_mul(self.distinct(*c)));
            let others = others.into_iter().filter(is_possible);
            others.map(|c| (self.count(&groups, c), vec![a, b, c])).collect::<Vec<_>>()
        });
        triples.into_iter().flatten().collect()
    }

    /// Triples of the pairs that leave most people alone.
    fn some_triples(&self, pairs: &[CountedSet]) -> Vec<CountedSet> {
        let mut bases = pairs.to_vec();
        bases.sort_by_key(|(alone, set)| (Reverse(*alone), set.clone()));
        bases.truncate(self.bases);
        let is_base: hashbrown::HashSet<&[usize]> =
            bases.iter().map(|(_, set)| set.as_slice()).collect();
        let triples = in_parallel(self.threads, bases.len(), |at| {
            let (a, b) = (bases[at].1[0], bases[at].1[1]);
            let groups = self.divided(a).divided(&self.columns[b]);
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
                (self.count(&groups, c), set)
            };
            (0..self.columns.len()).filter(is_first).map(triple).collect::<Vec<_>>()
        });
        triples.into_iter().flatten().collect()
    }

    /// The sets that leave most people alone and have a plain column.
    fn worst(&self, mut sets: Vec<CountedSet>) -> Vec<Vec<usize>> {
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
        false => format!("; likewise with {}", also.join(", ")),
    };
    let allowed = file.k.map_or(String::new(), |k| format!(" (k = {k} allows 1 in {k})"));
    let at: Vec<usize> = set.iter().map(|&at| places[at]).collect();
    let example = alone.alone_rows(&at).first().map(|&row| {
        let cell = |(&place, name): (&usize, &&str)| {
            format!("{name}={}", rows.columns[place].text(row as usize))
        };
        let cells: Vec<String> = at.iter().zip(&columns).map(cell).collect();
        format!("only one {} has {}", rows.noun(1), cells.join(", "))
    });
    let plain: Vec<&str> = file.plain().filter(|name| columns.contains(name)).collect();
    let (them, quasi_identifiers) = match plain.as_slice() {
        [_] => ("it", "a quasi-identifier"),
        _ => ("them", "quasi-identifiers"),
    };
    let plain = plain.join(",");
    Risk {
        count,
        of,
        columns: columns.iter().map(|name| (*name).to_owned()).collect(),
        example,
        cure: Some(format!(
            "treat {them} as {quasi_identifiers} (`qi = {plain}`), or drop {them} (`id = {plain}`)"
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
