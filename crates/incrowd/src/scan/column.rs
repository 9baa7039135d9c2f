//! What a column holds, and which part it seems to play.

use incrowd_columns::identifier::{ColumnLook, ContentEvidence};
use incrowd_columns::identify::{
    ColumnFacts, Numbering, Role, SetMeasure, Suggestion, TableSample, recognised, suggest,
};
use incrowd_core::terms::{Kind, Nulls};
use rayon::prelude::*;

use crate::error::Result;
use crate::reading::Reading;

/// Values that one thread looks at before it takes others.
const AT_ONCE: usize = 4096;

/// A column as it was found.
#[derive(Debug)]
pub struct ScannedColumn {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
    /// Distinct values, a missing one among them.
    pub distinct: u64,
    /// Rows of the whole table without a value.
    pub missing: u64,
    /// What a value tells, in bits.
    pub entropy: f64,
    /// Rows whose value no other row has; people who have a value that nobody else has, where people
    /// are counted.
    pub unique_rows: u64,
    /// What names people outright in it.
    pub evidence: Option<ContentEvidence>,
    /// The part it seems to play.
    pub suggestion: Suggestion,
}

impl ScannedColumn {
    /// Looks at one column of the rows held.
    pub fn new(
        name: &str,
        sample: &TableSample,
        place: usize,
        missing: u64,
        reading: &Reading,
    ) -> Result<ScannedColumn> {
        let values = values(sample, place);
        let kind = reading.kind(name, values.iter().map(|(text, _)| *text))?;
        let (absent, present): (Vec<_>, Vec<_>) =
            values.iter().partition(|(text, _)| reading.nulls.is_missing(text));
        let (look, numbering) = look(&present);
        let counts: Vec<u64> = values.iter().map(|(_, rows)| *rows).collect();
        let by_rows = Members {
            all: sample.draw.rows,
            missing: absent.iter().map(|(_, rows)| *rows).sum(),
            unique: present.iter().filter(|(_, rows)| *rows == 1).count() as u64,
        };
        let members = Members::of_people(sample, place, &reading.nulls).unwrap_or(by_rows);
        // Programs that keep integers with gaps as floating point write 1 as 1.0.
        let whole = |(text, _): &(&str, u64)| {
            let fraction = text.split_once('.').map_or("0", |(_, fraction)| fraction);
            !fraction.is_empty() && fraction.bytes().all(|byte| byte == b'0')
        };
        let is_whole = kind == Kind::Decimal && present.iter().all(whole);
        let facts = ColumnFacts {
            name,
            kind: if is_whole { Kind::Integer } else { kind },
            rows: members.all,
            distinct: present.len() as u64,
            missing: members.missing,
            unique_rows: members.unique,
            evidence: look.evidence(name),
            numbering,
        };
        Ok(ScannedColumn {
            name: name.to_owned(),
            kind,
            distinct: counts.len() as u64,
            missing,
            unique_rows: match sample.draw.people {
                Some(_) => SetMeasure::of(&sample.columns, &[place]).unique_rows(),
                None => counts.iter().filter(|&&rows| rows == 1).count() as u64,
            },
            entropy: entropy(counts),
            evidence: recognised(&facts),
            suggestion: suggest(&facts),
        })
    }

    /// The same, known to say whose a row is.
    pub fn of_person(self) -> ScannedColumn {
        let why = "says whose a row is (`person`)".to_owned();
        ScannedColumn { suggestion: Suggestion { role: Role::Person, why }, ..self }
    }
}

/// What is counted of a column: rows, or people.
struct Members {
    all: u64,
    /// Those without a value.
    missing: u64,
    /// Those with a value that no other has.
    unique: u64,
}

impl Members {
    /// The people; nothing where rows are counted. Who has a value in one row does not lack it.
    fn of_people(sample: &TableSample, place: usize, nulls: &Nulls) -> Option<Members> {
        let (people, all) = (sample.columns.person_of_row()?, sample.columns.people()?);
        let texts = &sample.texts[place];
        let absent: Vec<bool> = texts.iter().map(|text| nulls.is_missing(text)).collect();
        // Per value: its person, and whether there are others.
        let mut holders: Vec<Option<(u32, bool)>> = vec![None; texts.len()];
        let mut has_value = vec![false; all as usize];
        for (&code, &person) in sample.columns.codes(place).iter().zip(people) {
            if !absent[code as usize] {
                has_value[person as usize] = true;
                let (first, others) = holders[code as usize].get_or_insert((person, false));
                *others |= *first != person;
            }
        }
        let mut unique: Vec<u32> =
            holders.into_iter().flatten().filter(|(_, others)| !others).map(|(p, _)| p).collect();
        unique.sort_unstable();
        unique.dedup();
        Some(Members {
            all,
            missing: has_value.iter().filter(|has| !**has).count() as u64,
            unique: unique.len() as u64,
        })
    }
}

/// What the values look like; a column may have as many as there are rows.
fn look(values: &[(&str, u64)]) -> (ColumnLook, Numbering) {
    let part = |values: &[(&str, u64)]| {
        let (mut look, mut numbering) = (ColumnLook::default(), Numbering::default());
        for (text, rows) in values {
            look.see(text, *rows);
            numbering.see(text, *rows);
        }
        (look, numbering)
    };
    let nothing = || (ColumnLook::default(), Numbering::default());
    let merge = |one: (ColumnLook, Numbering), other: (ColumnLook, Numbering)| {
        (one.0.merge(other.0), one.1.merge(other.1))
    };
    values.par_chunks(AT_ONCE).map(part).reduce(nothing, merge)
}

/// The distinct texts of a column with their rows, in no order that means anything.
pub fn values(sample: &TableSample, place: usize) -> Vec<(&str, u64)> {
    let texts = &sample.texts[place];
    let mut rows = vec![0_u64; texts.len()];
    sample.columns.codes(place).iter().for_each(|&code| rows[code as usize] += 1);
    texts.iter().zip(rows).collect()
}

/// Shannon's entropy of values with these rows, in bits.
fn entropy(mut counts: Vec<u64>) -> f64 {
    // In one order on any number of threads, small ones first, as sums of fractions like it.
    counts.sort_unstable();
    let rows: u64 = counts.iter().sum();
    let term = |&count: &u64| {
        let share = count as f64 / rows as f64;
        share * -share.log2()
    };
    // A sum of nothing is -0, and so is the term of a certainty.
    counts.iter().map(term).sum::<f64>().max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_in_bits() {
        assert_eq!(entropy(vec![4, 4]), 1.0);
        assert_eq!(entropy(vec![1; 8]), 3.0);
        assert_eq!(entropy(vec![2, 1, 1]), 1.5);
        assert_eq!(entropy(vec![9]).to_string(), "0");
        assert_eq!(entropy(Vec::new()).to_string(), "0");
    }
}
