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
//! Where people have several rows, the first row of each stands for the person.

mod chance;
mod nearest;

use std::sync::atomic::{AtomicUsize, Ordering};

use hashbrown::HashMap;
use incrowd_terms::{Risk, RiskKind, Severity};

use crate::error::JudgeError;
use crate::question::positions;

use super::PublishedFile;
use super::rows::Rows;
use super::values::{kind, places};
use super::words::{is_share, percent};

use chance::Chance;
use nearest::{Entry, neighbourhoods};

/// A value that so many hundredths of the other rows have gives a row's value back.
const AGREE: u64 = 95;

/// Shares of the rows, above chance, from which it is a warning and from which it is severe.
const WARNING: f64 = 0.05;
const SEVERE: f64 = 0.25;

/// A quasi-identifier: published cells, originals, and how far the class tells the original.
struct Generalized {
    cells: Vec<u32>,
    originals: Vec<u32>,
    /// Of each row, how many others of its class have its original, and how many others there are.
    in_class: Vec<(u32, u32)>,
    chance: Chance,
}

/// Another published column: a value per row, and the place of each value if it is on a scale.
struct Teller {
    values: Vec<u32>,
    places: Option<Vec<Option<i128>>>,
}

/// What one column gives back of one quasi-identifier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GivenBack {
    /// Rows for which it holds.
    pub(crate) rows: u64,
    /// Rows for which it would hold by chance.
    pub(crate) by_chance: f64,
    /// What the classes of these rows left open, above what chance would give back of it.
    pub(crate) gained: f64,
    /// The first of them.
    first: Option<u32>,
}

/// The risks of all pairs of a column and a quasi-identifier; nothing without originals.
pub(super) fn measure(file: &PublishedFile<'_>, rows: &Rows) -> Result<Vec<Risk>, JudgeError> {
    let chosen = rows.first_rows();
    let names: Vec<&str> = file.plain().chain(file.published_sensitive()).collect();
    let columns = positions(file.table, &names)?;
    let qi: Vec<&str> = file.qi.iter().map(String::as_str).collect();
    let qi_places = positions(file.table, &qi)?;
    let quasi: Vec<Option<Generalized>> =
        (0..qi.len()).map(|at| Generalized::of(rows, &chosen, qi_places[at], at)).collect();
    let tellers: Vec<Teller> = columns
        .iter()
        .zip(&names)
        .map(|(&at, name)| Teller::of(file, rows, &chosen, at, name))
        .collect();
    let pairs: Vec<(usize, usize)> = (0..qi.len())
        .filter(|&at| quasi[at].is_some())
        .flat_map(|at| (0..columns.len()).map(move |column| (at, column)))
        .collect();
    let found = in_parallel(file.threads, pairs.len(), |job| {
        let (at, column) = pairs[job];
        quasi[at].as_ref().map(|quasi| given_back(quasi, &tellers[column]))
    });
    let risk = |(&(at, column), found): (&(usize, usize), Option<GivenBack>)| {
        told(
            file,
            rows,
            &chosen,
            (qi[at], at, qi_places[at]),
            (names[column], columns[column]),
            found?,
        )
    };
    Ok(pairs.iter().zip(found).filter_map(risk).collect())
}

impl Generalized {
    /// A quasi-identifier; nothing if every row shows its original.
    fn of(rows: &Rows, chosen: &[u32], place: usize, at: usize) -> Option<Generalized> {
        let original = &rows.originals.as_ref()?[at].column;
        let published = &rows.columns[place];
        let is_hidden = |&row: &u32| published.text(row as usize) != original.text(row as usize);
        if !chosen.iter().any(is_hidden) {
            return None;
        }
        let pick = |codes: &[u32]| chosen.iter().map(|&row| codes[row as usize]).collect();
        let (cells, originals): (Vec<u32>, Vec<u32>) =
            (pick(&published.codes), pick(&original.codes));
        let classes: Vec<u32> = pick(&rows.classes);
        let mut sizes: HashMap<u32, u32> = HashMap::new();
        let mut alike: HashMap<(u32, u32), u32> = HashMap::new();
        for (&class, &original) in classes.iter().zip(&originals) {
            *sizes.entry(class).or_insert(0) += 1;
            *alike.entry((class, original)).or_insert(0) += 1;
        }
        let in_class = classes.iter().zip(&originals);
        let in_class =
            in_class.map(|(class, &original)| (alike[&(*class, original)] - 1, sizes[class] - 1));
        let in_class = in_class.collect();
        let chance = Chance::of(&cells, &originals);
        Some(Generalized { cells, originals, in_class, chance })
    }
}

impl Generalized {
    /// The share of the other rows of its class that do not have a row's original.
    fn left_open(&self, row: u32) -> f64 {
        let (alike, others) = self.in_class[row as usize];
        1.0 - f64::from(alike) / f64::from(others.max(1))
    }
}

impl Teller {
    fn of(file: &PublishedFile<'_>, rows: &Rows, chosen: &[u32], at: usize, name: &str) -> Teller {
        let column = &rows.columns[at];
        let kind = kind(file.kinds.get(name).copied(), &column.texts, file.nulls);
        let codes = chosen.iter().map(|&row| column.codes[row as usize]);
        if !kind.is_ordered() {
            return Teller { values: codes.collect(), places: None };
        }
        // Values in order of their place: equal places are one value.
        let by_code = places(kind, &column.texts, file.nulls);
        let mut sorted: Vec<Option<i128>> = by_code.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let rank = |place: &Option<i128>| sorted.partition_point(|other| other < place) as u32;
        let ranks: Vec<u32> = by_code.iter().map(rank).collect();
        Teller { values: codes.map(|code| ranks[code as usize]).collect(), places: Some(sorted) }
    }
}

/// What a column gives back of a quasi-identifier.
fn given_back(quasi: &Generalized, teller: &Teller) -> GivenBack {
    let mut found = GivenBack { rows: 0, by_chance: 0.0, gained: 0.0, first: None };
    let hoods =
        neighbourhoods(&quasi.cells, &teller.values, &quasi.originals, teller.places.as_deref());
    let mut chance = quasi.chance.by_cell();
    hoods.each(|Entry { rows, cell, near, same }| {
        if near == 0 {
            return;
        }
        let likely = chance.of(cell, near);
        for &row in rows {
            let open = quasi.left_open(row);
            // A class that is certain already has nothing to give back.
            found.by_chance += if open > 0.0 { likely } else { 0.0 };
            found.gained -= likely * open;
        }
        if !is_share(same, near, AGREE) {
            return;
        }
        for &row in rows {
            let (alike, others) = quasi.in_class[row as usize];
            if u128::from(same) * u128::from(others.max(1)) > u128::from(alike) * u128::from(near) {
                found.rows += 1;
                found.gained += quasi.left_open(row);
                found.first = Some(found.first.map_or(row, |first| first.min(row)));
            }
        }
    });
    found
}

fn told(
    file: &PublishedFile<'_>,
    rows: &Rows,
    chosen: &[u32],
    (qi, at, qi_place): (&str, usize, usize),
    (name, place): (&str, usize),
    found: GivenBack,
) -> Option<Risk> {
    let of = chosen.len() as u64;
    let severity = match found.gained / of as f64 {
        share if share >= SEVERE => Severity::Severe,
        share if share >= WARNING => Severity::Warning,
        _ => return None,
    };
    let row = chosen[found.first? as usize] as usize;
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
        count: found.rows,
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
                "the published column '{name}' gives the generalized '{qi}' back for {} of {of} {} \
                 ({}; {chance} by chance){}",
                found.rows,
                rows.noun(of),
                percent(found.rows, of),
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
