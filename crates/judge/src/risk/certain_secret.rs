//! *Certain secret*: everybody of a class has the same secret, or 95 % of its people have.
//!
//! Whoever knows that a person is in the table, and the quasi-identifiers, then knows the secret.
//! It is measured whatever was demanded. A value that 95 % of the whole table have tells nothing new.
//! The table's most frequent value, if at least half of the people have it, is a notice; any other
//! value is a warning, and severe if such classes hold 5 % of the people.

use incrowd_terms::{Risk, RiskKind, Severity};

use crate::error::JudgeError;

use super::PublishedFile;
use super::rows::{Coded, Rows};
use super::values::same_values;
use super::words::{class, is_share, percent};

/// A value that so many hundredths of the people have is certain.
const CERTAIN: u64 = 95;

/// The hundredths of the people in such classes from which the risk is severe.
const SEVERE: u64 = 5;

/// A class and the value that nearly all have.
struct Certain {
    class: u32,
    value: u32,
    have: u64,
    people: u64,
    /// Whether the value is what one would have guessed anyway.
    expected: bool,
}

/// The risk of each sensitive column.
pub(super) fn measure(file: &PublishedFile<'_>, rows: &Rows) -> Result<Vec<Risk>, JudgeError> {
    let sensitive: Vec<&str> = file.published_sensitive().collect();
    let places = crate::question::positions(file.table, &sensitive)?;
    if sensitive.is_empty() {
        return Ok(Vec::new());
    }
    let by_class = rows.by_class();
    let risk =
        |(name, place): (&&str, &usize)| column(file, rows, &by_class, name, &rows.columns[*place]);
    Ok(sensitive.iter().zip(&places).filter_map(risk).collect())
}

fn column(
    file: &PublishedFile<'_>,
    rows: &Rows,
    by_class: &[Vec<u32>],
    name: &str,
    column: &Coded,
) -> Option<Risk> {
    let values = same_values(&column.texts, file.nulls);
    let value = |row: u32| values[column.codes[row as usize] as usize];
    let everybody = rows.everybody();
    let mut shares = vec![0_u64; column.texts.len()];
    for (value, have) in
        holders(rows, (0..rows.len() as u32).filter_map(|row| Some((value(row)?, row))))
    {
        shares[value as usize] = have;
    }
    let most = shares.iter().max().copied().unwrap_or(0);
    let mut found: Vec<Certain> = Vec::new();
    for (members, number) in by_class.iter().zip(0..) {
        let known = members.iter().filter_map(|&row| Some((value(row)?, row)));
        let people = rows.people_of(members.iter().map(|&row| row as usize));
        for (value, have) in holders(rows, known) {
            let share = shares[value as usize];
            if is_share(have, people, CERTAIN) && !is_share(share, everybody, CERTAIN) {
                let expected = share == most && is_share(share, everybody, 50);
                found.push(Certain { class: number, value, have, people, expected });
            }
        }
    }
    told(file, rows, by_class, (name, column), &shares, found)
}

/// How many people have each value.
fn holders(rows: &Rows, values: impl Iterator<Item = (u32, u32)>) -> Vec<(u32, u64)> {
    let person = |(value, row): (u32, u32)| (value, rows.people[row as usize]);
    let mut pairs: Vec<(u32, u32)> = values.map(person).collect();
    pairs.sort_unstable();
    if rows.counts_people {
        pairs.dedup();
    }
    pairs.chunk_by(|a, b| a.0 == b.0).map(|run| (run[0].0, run.len() as u64)).collect()
}

fn told(
    file: &PublishedFile<'_>,
    rows: &Rows,
    by_class: &[Vec<u32>],
    (name, column): (&str, &Coded),
    shares: &[u64],
    mut found: Vec<Certain>,
) -> Option<Risk> {
    if found.iter().any(|certain| !certain.expected) {
        found.retain(|certain| !certain.expected);
    }
    // The worst: the rarest value in the table, then the largest class, then the first.
    let rank = |certain: &&Certain| {
        (shares[certain.value as usize], std::cmp::Reverse(certain.people), certain.class)
    };
    let worst = found.iter().min_by_key(rank)?;
    let everybody = rows.everybody();
    let row_of = |certain: &Certain| by_class[certain.class as usize][0] as usize;
    let exposed = found.iter().flat_map(|certain| &by_class[certain.class as usize]);
    let people = rows.people_of(exposed.map(|&row| row as usize));
    let severity = match worst.expected {
        true => Severity::Notice,
        false if is_share(people, everybody, SEVERE) => Severity::Severe,
        false => Severity::Warning,
    };
    // People with several rows can make two values of a class certain.
    let classes = found.chunk_by(|a, b| a.class == b.class).count();
    let usual = match worst.expected {
        true => "; it is the table's most frequent value, so little is learned",
        false => "",
    };
    let share = percent(shares[worst.value as usize], everybody);
    // A class with a second value is still certain if nearly nobody has it.
    let everyone = found.iter().all(|certain| certain.have == certain.people);
    let diversity = if everyone { "distinct:2" } else { "frequency:2" };
    Some(Risk {
        count: people,
        of: everybody,
        columns: vec![name.to_owned()],
        example: Some(format!(
            "{}: {} of {} have '{}', which {share} of the whole table have",
            class(file, rows, row_of(worst)),
            worst.have,
            worst.people,
            column.texts.text(worst.value),
        )),
        cure: Some(format!(
            "demand different secrets in every class: `l {name} = {diversity}` or more"
        )),
        ..Risk::new(
            RiskKind::CertainSecret,
            severity,
            format!(
                "nearly everybody has the same '{name}' in {classes} of {} classes, with {people} {}: \
                 whoever knows their quasi-identifiers knows it{usual}{}",
                by_class.len(),
                rows.noun(people),
                rows.sampled()
            ),
        )
    })
}
