//! What a column holds, and which part it seems to play.

use incrowd_columns::identifier::{Evidence, Look};
use incrowd_columns::identify::{Facts, Numbering, Suggestion, TableSample, recognised, suggest};
use incrowd_core::terms::Kind;
use rayon::prelude::*;

use crate::error::Result;
use crate::reading::Reading;

/// Values that one thread looks at before it takes others.
const AT_ONCE: usize = 4096;

/// A column as it was found.
#[derive(Debug)]
pub struct Column {
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
    /// Rows whose value no other row has.
    pub unique_rows: u64,
    /// What names people outright in it.
    pub evidence: Option<Evidence>,
    /// The part it seems to play.
    pub suggestion: Suggestion,
}

impl Column {
    /// Looks at one column of the rows held.
    pub fn new(
        name: &str,
        sample: &TableSample,
        place: usize,
        missing: u64,
        reading: &Reading,
    ) -> Result<Column> {
        let values = values(sample, place);
        let kind = reading.kind(name, values.iter().map(|(text, _)| *text))?;
        let (absent, present): (Vec<_>, Vec<_>) =
            values.iter().partition(|(text, _)| reading.nulls.is_missing(text));
        let (look, numbering) = look(&present);
        let counts: Vec<u64> = values.iter().map(|(_, rows)| *rows).collect();
        let facts = Facts {
            name,
            kind,
            rows: sample.draw.rows,
            distinct: present.len() as u64,
            missing: absent.iter().map(|(_, rows)| *rows).sum(),
            unique_rows: present.iter().filter(|(_, rows)| *rows == 1).count() as u64,
            evidence: look.evidence(name),
            numbering,
        };
        Ok(Column {
            name: name.to_owned(),
            kind,
            distinct: counts.len() as u64,
            missing,
            unique_rows: counts.iter().filter(|&&rows| rows == 1).count() as u64,
            entropy: entropy(counts),
            evidence: recognised(&facts),
            suggestion: suggest(&facts),
        })
    }
}

/// What the values look like; a column may have as many as there are rows.
fn look(values: &[(&str, u64)]) -> (Look, Numbering) {
    let part = |values: &[(&str, u64)]| {
        let (mut look, mut numbering) = (Look::default(), Numbering::default());
        for (text, rows) in values {
            look.see(text, *rows);
            numbering.see(text, *rows);
        }
        (look, numbering)
    };
    let nothing = || (Look::default(), Numbering::default());
    let merge = |one: (Look, Numbering), other: (Look, Numbering)| {
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
