//! *Identifying column*: a plain column has a value of its own for more than half of the people, or
//! it looks like an identifier.
//!
//! The judge counts values. Names and shapes of identifiers are recognised by others, who hand over
//! their findings.

use incrowd_terms::{Risk, RiskKind, Severity};

use crate::division::shortened;
use crate::error::JudgeError;
use crate::question::positions;

use super::PublishedFile;
use super::alone::Alone;
use super::rows::Rows;
use super::words::percent;

/// The risk of each plain column.
pub(super) fn measure(
    file: &PublishedFile<'_>,
    rows: &Rows,
    alone: &Alone<'_>,
) -> Result<Vec<Risk>, JudgeError> {
    let plain: Vec<&str> = file.plain().collect();
    let places = positions(file.table, &plain)?;
    let mut risks = Vec::new();
    let sets: Vec<Vec<usize>> = places.iter().map(|&place| vec![place]).collect();
    let counted = alone.count(&sets)?;
    for ((name, place), counted) in plain.into_iter().zip(places).zip(counted) {
        let (noun, of) = (rows.noun(counted.of), counted.of);
        let looks = file.looks_identifying.iter().find(|(column, _)| column == name);
        let what = if let Some((_, why)) = looks {
            format!("the plain column '{name}' is published and {why}")
        } else if 2 * counted.alone > of {
            let share = percent(counted.alone, of);
            format!(
                "the plain column '{name}' is published and has a value of its own for {} of {of} \
                 {noun} ({share}): whoever knows it of a person finds the row",
                counted.alone
            )
        } else {
            continue;
        };
        let example = alone.alone_rows(&[place]).first().map(|&row| {
            let value = shortened(rows.columns[place].text(row as usize));
            format!("only one {} has {name}={value}", rows.noun(1))
        });
        risks.push(Risk {
            count: counted.alone,
            of,
            columns: vec![name.to_owned()],
            example,
            cure: Some(format!(
                "drop it (`id = {name}`), or treat it as a quasi-identifier (`qi = {name}`)"
            )),
            ..Risk::new(RiskKind::IdentifyingColumn, Severity::Warning, what)
        });
    }
    Ok(risks)
}
