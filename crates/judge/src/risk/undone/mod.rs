//! *Undone*: a published plain or sensitive column gives a generalized quasi-identifier back.
//!
//! Leave-one-out: a row's quasi-identifier is guessed from the *other* rows with the same published
//! cell of the quasi-identifier and the same value of the column; of numbers and dates, from the two
//! nearest ([`nearest`]). It is given back if 95 % of them have the row's own original value, and
//! more than of the other rows of its class.
//!
//! Two things make that happen in tables without a leak. If the originals of a cell stood in random
//! order, it would hold now and then ([`chance`]): a sex that is generalized to `*` agrees with two
//! random rows every third time. And columns go together: low incomes tell that somebody left school
//! early, where most of the class did so anyway. So a row counts for what its class left open, one
//! minus the share of the class that has its original, and the sum is compared with what chance
//! would give. A warning if the sum is above chance by 5 % of the rows, severe from 25 %.
//!
//! Where people have several rows, only rows of other people tell about a row, those of a person with
//! the same original tell once, and each person's weight of one is divided among their rows.

mod chance;
mod limit;
mod nearest;

use std::sync::atomic::{AtomicUsize, Ordering};

use hashbrown::HashMap;
use incrowd_terms::{Risk, RiskKind, Severity};

use crate::error::JudgeError;
use crate::question::positions;

use super::PublishedFile;
use super::rows::{Coded, Rows};
use super::values::{kind, places};
use super::words::{is_share, percent};

use chance::Chance;
use nearest::{Compared, Entry, neighbourhoods};

/// A value that so many hundredths of the other rows have gives a row's value back.
const AGREE: u64 = 95;

/// Shares of the rows, above chance, from which it is a warning and from which it is severe.
const WARNING: f64 = 0.05;
const SEVERE: f64 = 0.25;

/// Whose rows are, where people may have several.
struct Weights<'a> {
    people: &'a [u32],
    /// The part of its person that each row is.
    of_row: Vec<f64>,
}

impl Weights<'_> {
    fn of(rows: &Rows) -> Option<Weights<'_>> {
        if !rows.counts_people {
            return None;
        }
        let mut counts: HashMap<u32, u32> = HashMap::new();
        rows.people.iter().for_each(|&person| *counts.entry(person).or_insert(0) += 1);
        let of_row = rows.people.iter().map(|person| 1.0 / f64::from(counts[person])).collect();
        Some(Weights { people: &rows.people, of_row })
    }
}

/// A quasi-identifier: published cells, originals, and how far the class tells the original.
struct Generalized<'a> {
    cells: &'a [u32],
    originals: &'a [u32],
    /// Of each row, how many others of its class have its original, and how many others there are.
    in_class: Vec<(u32, u32)>,
    /// The share of the other rows of its class that do not have a row's original.
    left_open: Vec<f64>,
    chance: Chance,
    /// Rows in order of their originals.
    order: Vec<u32>,
}

/// Another published column: a value per row, and the place of each value if it is on a scale.
struct Teller {
    values: Vec<u32>,
    places: Option<Vec<Option<i128>>>,
}

/// What one column gives back of one quasi-identifier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GivenBack {
    /// Rows for which it holds, or people, each by the part of their rows.
    pub(crate) held: f64,
    /// The same by chance.
    pub(crate) by_chance: f64,
    /// What the classes of these rows left open, above what chance would give back of it.
    pub(crate) gained: f64,
    /// The first row for which it holds.
    first: Option<u32>,
}

/// The risks of all pairs of a column and a quasi-identifier; nothing without originals.
pub(super) fn measure(file: &PublishedFile<'_>, rows: &Rows) -> Result<Vec<Risk>, JudgeError> {
    let weights = Weights::of(rows);
    let weights = weights.as_ref();
    let names: Vec<&str> = file.plain().chain(file.published_sensitive()).collect();
    let columns = positions(file.table, &names)?;
    let qi: Vec<&str> = file.qi.iter().map(String::as_str).collect();
    let qi_places = positions(file.table, &qi)?;
    let of = rows.everybody();
    let teller = |column: usize| Teller::of(file, rows, columns[column], names[column]);
    let tellers: Vec<Teller> = in_parallel(file.threads, columns.len(), teller);
    let pairs = suspects(rows, weights, &qi_places, &tellers, file.threads);
    let is_needed = |at: usize| pairs.iter().any(|&(needed, _)| needed == at);
    let quasi = in_parallel(file.threads, qi.len(), |at| {
        is_needed(at).then(|| Generalized::of(rows, weights, qi_places[at], at))?
    });
    let found = in_parallel(file.threads, pairs.len(), |job| {
        let (at, column) = pairs[job];
        quasi[at].as_ref().map(|quasi| given_back(quasi, &tellers[column], weights))
    });
    let risk = |(&(at, column), found): (&(usize, usize), Option<GivenBack>)| {
        let (qi, teller) = ((qi[at], at, qi_places[at]), (names[column], columns[column]));
        told(file, rows, of, qi, teller, found?)
    };
    Ok(pairs.iter().zip(found).filter_map(risk).collect())
}

/// The pairs of a quasi-identifier and a column that may be a risk: the column could give so much back.
fn suspects(
    rows: &Rows,
    weights: Option<&Weights<'_>>,
    qi_places: &[usize],
    tellers: &[Teller],
    threads: usize,
) -> Vec<(usize, usize)> {
    let Some(originals) = rows.originals.as_ref().filter(|_| !tellers.is_empty()) else {
        return Vec::new();
    };
    let hidden = in_parallel(threads, qi_places.len(), |at| {
        let (published, original) = (&rows.columns[qi_places[at]], &originals[at].column);
        let most_frequent = || limit::most_frequent(&published.codes, &original.codes);
        is_hidden(published, original).then(most_frequent)
    });
    let is_hidden = |at: &usize| hidden[*at].is_some();
    let pairs: Vec<(usize, usize)> = (0..qi_places.len())
        .filter(is_hidden)
        .flat_map(|at| (0..tellers.len()).map(move |column| (at, column)))
        .collect();
    let of = rows.everybody() as f64;
    let may_warn = in_parallel(threads, pairs.len(), |job| {
        let (at, column) = pairs[job];
        let compared = Compared {
            cells: &rows.columns[qi_places[at]].codes,
            values: &tellers[column].values,
            originals: &originals[at].column.codes,
            people: weights.map(|weights| weights.people),
            places: tellers[column].places.as_deref(),
        };
        let most_frequent = hidden[at].as_ref().and_then(Option::as_ref);
        let limit = most_frequent.and_then(|frequent| limit::limit(&compared, frequent));
        // A row more, because sums of shares are rounded.
        limit.is_none_or(|rows| (rows + 1) as f64 / of >= WARNING)
    });
    pairs
        .into_iter()
        .zip(may_warn)
        .filter(|(_, may_warn)| *may_warn)
        .map(|(pair, _)| pair)
        .collect()
}

/// Whether some row does not show its original.
fn is_hidden(published: &Coded, original: &Coded) -> bool {
    let is_same =
        published.codes == original.codes && published.texts.iter().eq(original.texts.iter());
    let rows = 0..published.codes.len();
    !is_same && rows.into_iter().any(|row| published.text(row) != original.text(row))
}

impl<'a> Generalized<'a> {
    /// A quasi-identifier; nothing without originals.
    fn of(
        rows: &'a Rows,
        weights: Option<&Weights<'_>>,
        place: usize,
        at: usize,
    ) -> Option<Generalized<'a>> {
        let original = &rows.originals.as_ref()?[at].column;
        let published = &rows.columns[place];
        let (cells, originals) = (&published.codes, &original.codes);
        let people = weights.map(|weights| weights.people);
        let in_class = in_class(&rows.classes, originals, people);
        let chance = chance(cells, originals, people);
        Some(Generalized::new(cells, originals, people, in_class, chance))
    }

    fn new(
        cells: &'a [u32],
        originals: &'a [u32],
        people: Option<&[u32]>,
        in_class: Vec<(u32, u32)>,
        chance: Chance,
    ) -> Generalized<'a> {
        let left_open =
            |&(alike, others): &(u32, u32)| 1.0 - f64::from(alike) / f64::from(others.max(1));
        let left_open = in_class.iter().map(left_open).collect();
        let order = nearest::by_original(originals, people);
        Generalized { cells, originals, in_class, left_open, chance, order }
    }
}

/// Of each row, how many others of its class have its original, and how many others there are. Others
/// are rows, or pairs of another person and an original.
fn in_class(classes: &[u32], originals: &[u32], people: Option<&[u32]>) -> Vec<(u32, u32)> {
    match people {
        None => rows_in_class(classes, originals),
        Some(people) => people_in_class(classes, originals, people),
    }
}

fn rows_in_class(classes: &[u32], originals: &[u32]) -> Vec<(u32, u32)> {
    let order = nearest::sorted(&Vec::from_iter(0..classes.len() as u32), classes);
    let mut alike = vec![0_u32; originals.iter().max().map_or(0, |&last| last as usize + 1)];
    let mut found = vec![(0, 0); classes.len()];
    let original = |row: &u32| originals[*row as usize] as usize;
    for class in order.chunk_by(|a, b| classes[*a as usize] == classes[*b as usize]) {
        class.iter().for_each(|row| alike[original(row)] += 1);
        for row in class {
            found[*row as usize] = (alike[original(row)] - 1, class.len() as u32 - 1);
        }
        class.iter().for_each(|row| alike[original(row)] = 0);
    }
    found
}

fn people_in_class(classes: &[u32], originals: &[u32], people: &[u32]) -> Vec<(u32, u32)> {
    let mut sizes: HashMap<u32, u32> = HashMap::new();
    let mut alike: HashMap<(u32, u32), u32> = HashMap::new();
    // The originals that a person has in a class.
    let mut own: HashMap<(u32, u32), u32> = HashMap::new();
    for (class, original, person) in once_each(classes, originals, people) {
        *sizes.entry(class).or_insert(0) += 1;
        *alike.entry((class, original)).or_insert(0) += 1;
        *own.entry((class, person)).or_insert(0) += 1;
    }
    let others = |row: usize| {
        let class = classes[row];
        (alike[&(class, originals[row])] - 1, sizes[&class] - own[&(class, people[row])])
    };
    (0..classes.len()).map(others).collect()
}

/// The distinct triples of two codes and a person.
fn once_each(a: &[u32], b: &[u32], people: &[u32]) -> Vec<(u32, u32, u32)> {
    let mut all: Vec<(u32, u32, u32)> =
        a.iter().zip(b).zip(people).map(|((&a, &b), &person)| (a, b, person)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// How often others would agree by chance.
fn chance(cells: &[u32], originals: &[u32], people: Option<&[u32]>) -> Chance {
    match people {
        None => Chance::of(cells.iter().copied().zip(originals.iter().copied())),
        Some(people) => {
            let once = once_each(cells, originals, people);
            Chance::of(once.into_iter().map(|(cell, original, _)| (cell, original)))
        }
    }
}

impl Teller {
    fn of(file: &PublishedFile<'_>, rows: &Rows, at: usize, name: &str) -> Teller {
        let column = &rows.columns[at];
        let kind = kind(file.kinds.get(name).copied(), &column.texts, file.nulls);
        if !kind.is_ordered() {
            return Teller { values: column.codes.clone(), places: None };
        }
        // Values in order of their place: equal places are one value.
        let mut sorted: Vec<(Option<i128>, usize)> =
            places(kind, &column.texts, file.nulls).into_iter().zip(0..).collect();
        sorted.sort_unstable();
        let mut ranks = vec![0; sorted.len()];
        let mut places = Vec::new();
        for equal in sorted.chunk_by(|a, b| a.0 == b.0) {
            equal.iter().for_each(|&(_, code)| ranks[code] = places.len() as u32);
            places.push(equal[0].0);
        }
        let values = column.codes.iter().map(|&code| ranks[code as usize]).collect();
        Teller { values, places: Some(places) }
    }
}

/// What a column gives back of a quasi-identifier.
fn given_back(
    quasi: &Generalized<'_>,
    teller: &Teller,
    weights: Option<&Weights<'_>>,
) -> GivenBack {
    let mut found = GivenBack { held: 0.0, by_chance: 0.0, gained: 0.0, first: None };
    let hoods = neighbourhoods(
        &quasi.order,
        Compared {
            cells: quasi.cells,
            values: &teller.values,
            originals: quasi.originals,
            people: weights.map(|weights| weights.people),
            places: teller.places.as_deref(),
        },
    );
    let weight = |row: u32| weights.map_or(1.0, |weights| weights.of_row[row as usize]);
    let mut chance = quasi.chance.by_cell();
    hoods.each(|Entry { rows, cell, near, same }| {
        if near == 0 {
            return;
        }
        let likely = chance.of(cell, near);
        for &row in rows {
            let (open, weight) = (quasi.left_open[row as usize], weight(row));
            // A class that is certain already has nothing to give back.
            found.by_chance += if open > 0.0 { weight * likely } else { 0.0 };
            found.gained -= weight * likely * open;
        }
        if !is_share(same, near, AGREE) {
            return;
        }
        for &row in rows {
            let (alike, others) = quasi.in_class[row as usize];
            if u128::from(same) * u128::from(others.max(1)) > u128::from(alike) * u128::from(near) {
                found.held += weight(row);
                found.gained += weight(row) * quasi.left_open[row as usize];
                found.first = Some(found.first.map_or(row, |first| first.min(row)));
            }
        }
    });
    found
}

fn told(
    file: &PublishedFile<'_>,
    rows: &Rows,
    of: u64,
    (qi, at, qi_place): (&str, usize, usize),
    (name, place): (&str, usize),
    found: GivenBack,
) -> Option<Risk> {
    let severity = match found.gained / of as f64 {
        share if share >= SEVERE => Severity::Severe,
        share if share >= WARNING => Severity::Warning,
        _ => return None,
    };
    let row = found.first? as usize;
    // A part of a person is a person; sums of parts are rounded.
    let count = (found.held - 1e-6).ceil() as u64;
    let original = rows.originals.as_ref()?[at].column.text(row);
    let chance = percent(found.by_chance.round() as u64, of);
    let sensitive = file.sensitive.iter().any(|column| column == name);
    let cure = match sensitive {
        true => format!("drop '{name}' (`id = {name}`), or release it without '{qi}'"),
        false => {
            format!(
                "treat '{name}' as a quasi-identifier (`qi = {name}`), or drop it (`id = {name}`)"
            )
        }
    };
    Some(Risk {
        count,
        of,
        columns: vec![name.to_owned(), qi.to_owned()],
        example: Some(format!(
            "'{name}' is {} where '{qi}' is published as {}: the rows like it say {original}, which is right",
            rows.columns[place].text(row),
            rows.columns[qi_place].text(row),
        )),
        cure: Some(cure),
        ..Risk::new(
            RiskKind::Undone,
            severity,
            format!(
                "the published column '{name}' gives the generalized '{qi}' back for {count} of {of} {} \
                 ({}; {chance} by chance){}",
                rows.noun(of),
                percent(count, of),
                rows.sampled()
            ),
        )
    })
}

/// Runs jobs on several threads and returns what they found, in their order.
pub(crate) fn in_parallel<T: Send>(
    threads: usize,
    jobs: usize,
    run: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let threads = threads.clamp(1, jobs.max(1));
    if threads == 1 {
        return (0..jobs).map(run).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                return done;
            }
            done.push((job, run(job)));
        }
    };
    let mut found: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        workers.into_iter().flat_map(join).collect()
    });
    found.sort_by_key(|&(job, _)| job);
    found.into_iter().map(|(_, found)| found).collect()
}

#[cfg(test)]
mod tests;
