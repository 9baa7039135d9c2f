//! *Repeated person*: no person column is named, and identifiers of the original repeat.
//!
//! Then some people have several rows, every row was counted as a person, and k = 5 may be one
//! person five times. Two things are looked at: the tuple of all dropped columns, rows with none of
//! them aside, and each column that names people. A tuple is compared by its normal form. Without the
//! original, the columns that are published are looked at.
//!
//! A warning from 1 % of the rows, severe from 10 %, else a notice. Dropped columns need not be names:
//! where all of them are of kinds that name nobody, such as a year of birth and a zip code, rows of
//! different people agree on them, and where a value has more than 500 rows on average they are
//! categories. Both are a notice, whatever the share of rows.
//!
//! Without an original, columns of the table itself that name people are looked at.

use foldhash::quality::FixedState;
use hashbrown::HashMap;
use incrowd_io::{Block, Table};
use incrowd_terms::{NormalForm, Risk, RiskKind, Severity};
use std::hash::{BuildHasher, Hasher};

use crate::error::JudgeError;
use crate::faithful::is_part;
use crate::question::{is_suppressed, positions};

use super::words::{is_share, listed, percent};
use super::{OriginalTable, PublishedFile, RowsOf};

/// Hundredths of the rows from which it is a warning and from which it is severe.
const WARNING: u64 = 1;
const SEVERE: u64 = 10;

/// Rows per value of dropped columns above which they are no names.
const MOST_ROWS: u64 = 500;

/// Most identifiers that are counted; of more, a part is, chosen by a fixed hash.
const MOST_KEYS: usize = 1 << 22;

/// What columns say of people.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// One of them, by a number of their own.
    People,
    /// Perhaps one of them.
    Unknown,
    /// None: they are shared by nature.
    Nobody,
}

/// The risk of the columns by which people repeat; nothing where people are counted.
pub(super) fn measure(file: &PublishedFile<'_>) -> Result<Option<Risk>, JudgeError> {
    if !applies(file) {
        return Ok(None);
    }
    let itself =
        OriginalTable { table: file.table, rows: RowsOf::Same, identifying: &[], only: None };
    let original = file.original.unwrap_or(itself);
    let has = |name: &&String| original.table.columns().contains(name);
    let tuple: Vec<&str> = original.identifying.iter().filter(has).map(String::as_str).collect();
    let names = file.names_people.iter().filter(has).map(String::as_str);
    let mut sets: Vec<(Vec<&str>, Naming)> =
        names.map(|name| (vec![name], Naming::People)).collect();
    if !tuple.is_empty() && !sets.iter().any(|(set, _)| *set == tuple) {
        let nobody = |name: &&str| file.names_nobody.iter().any(|other| other == name);
        let naming = if tuple.iter().all(nobody) { Naming::Nobody } else { Naming::Unknown };
        sets.push((tuple, naming));
    }
    let mut risks = Vec::new();
    for (set, naming) in sets {
        let found = Repeated::of(&original, &set, file)?;
        risks.extend(told(&set, naming, &found));
    }
    // The gravest; of equals the first, which is by a column that names people.
    let rank = |risk: &Risk| (std::cmp::Reverse(risk.severity), std::cmp::Reverse(risk.count));
    risks.sort_by_key(rank);
    Ok(risks.into_iter().next())
}

/// Whether rows are counted, so that people who repeat matter.
fn applies(file: &PublishedFile<'_>) -> bool {
    file.person.is_none()
}

/// Whether it would matter that people repeat, and nothing tells: no original is at hand, and no column
/// of the table names people.
pub(super) fn is_unmeasured(file: &PublishedFile<'_>) -> bool {
    let named = file.names_people.iter().any(|name| file.table.columns().contains(name));
    applies(file) && file.original.is_none() && !named
}

/// Rows whose identifier other rows have too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// How many rows these are.
    pub rows: u64,
    /// All rows with an identifier.
    pub of: u64,
    /// The different identifiers.
    pub distinct: u64,
    /// The identifiers that repeat.
    pub people: u64,
    /// The rows of the most frequent.
    pub most: u64,
}

impl Repeated {
    fn of(
        original: &OriginalTable<'_>,
        set: &[&str],
        file: &PublishedFile<'_>,
    ) -> Result<Repeated, JudgeError> {
        let columns = positions(original.table, set)?;
        let only = match original.only {
            Some((column, value)) => {
                positions(original.table, &[column])?.first().map(|&place| (place, value))
            }
            None => None,
        };
        let form = NormalForm::new(file.nulls);
        // Rows of stars are nobody's.
        let skip_stars = file.skip_suppressed && file.original.is_none();
        let counts = count(original.table, &columns, &form, |block, row| {
            is_part(only, block, row) && !(skip_stars && is_suppressed(block, row))
        })?;
        let repeated = || counts.values().filter(|&&rows| rows > 1);
        Ok(Repeated {
            rows: repeated().sum(),
            of: counts.values().sum(),
            distinct: counts.len() as u64,
            people: repeated().count() as u64,
            most: counts.values().max().copied().unwrap_or(0),
        })
    }
}

/// The rows of each identifier that is not missing.
fn count(
    table: &Table,
    columns: &[usize],
    form: &NormalForm,
    counts_row: impl Fn(&Block, usize) -> bool,
) -> Result<HashMap<u64, u64>, JudgeError> {
    let (mut counts, mut bits) = (HashMap::new(), 0);
    for block in table.blocks() {
        let block = block?;
        for row in (0..block.rows()).filter(|&row| counts_row(&block, row)) {
            let mut hasher = FixedState::with_seed(3).build_hasher();
            let mut missing = true;
            for &column in columns {
                let value = form.of(block.cell(row, column));
                missing &= value.is_none();
                let value = value.unwrap_or_default();
                hasher.write_usize(value.len());
                hasher.write(value.as_bytes());
            }
            let key = hasher.finish();
            if missing || key.trailing_zeros() < bits {
                continue;
            }
            *counts.entry(key).or_insert(0) += 1;
            while counts.len() > MOST_KEYS {
                bits += 1;
                counts.retain(|key: &u64, _| key.trailing_zeros() >= bits);
            }
        }
    }
    Ok(counts)
}

pub(super) fn told(set: &[&str], naming: Naming, found: &Repeated) -> Option<Risk> {
    let Repeated { rows, of, distinct, people, most } = *found;
    if rows == 0 {
        return None;
    }
    let is_category = match naming {
        Naming::People => false,
        Naming::Unknown => of > distinct.saturating_mul(MOST_ROWS),
        Naming::Nobody => true,
    };
    let severity = match () {
        () if is_category || !is_share(rows, of, WARNING) => Severity::Notice,
        () if is_share(rows, of, SEVERE) => Severity::Severe,
        () => Severity::Warning,
    };
    let columns = listed(set);
    let share = percent(rows, of);
    Some(Risk {
        count: rows,
        of,
        columns: set.iter().map(|&name| name.to_owned()).collect(),
        example: Some(format!("one {columns} has {most} rows")),
        cure: Some(format!(
            "name the column that tells people apart: `person = {}`",
            if set.len() == 1 { set[0] } else { "COL" }
        )),
        ..Risk::new(
            RiskKind::RepeatedPerson,
            severity,
            match is_category {
                true => format!(
                    "{rows} of {of} rows ({share}) have the {columns} of another row: if these tell people apart, \
                     rows were counted as people, and a class may hold fewer people than rows"
                ),
                false => format!(
                    "{rows} of {of} rows ({share}) have the {columns} of another row; {people} people have \
                     several rows: rows were counted as people, so a class may hold fewer people than rows"
                ),
            },
        )
    })
}
