//! What became of each quasi-identifier of a release.

use crate::release::ValueChange;
use crate::{Plan, Study};
use incrowd_core::hierarchy::Hierarchy;
use incrowd_core::publish::Mapping;
use incrowd_core::search::{FoundRelease, Search, SearchOutcome};
use incrowd_document::{ColumnEvidence, Example};
use incrowd_io::Table;
use incrowd_judge::marginals;

use crate::error::Result;
use crate::run::Context;

/// Examples of a column that are shown.
const EXAMPLES: usize = 3;

/// A line for each column; of what was written only if there is a table.
pub fn of(
    plan: &Plan,
    study: &Study,
    search: Option<(&Search<'_>, &SearchOutcome)>,
    written: Option<&Table>,
    context: &Context,
) -> Result<Vec<ColumnEvidence>> {
    let figures = search.and_then(|(_, outcome)| outcome.figures.as_ref());
    let losses = match figures {
        Some(figures) => figures.column_losses.clone(),
        None => vec![0.0; plan.qi.len()],
    };
    let mapping = match search {
        Some((search, outcome)) => search.mapping(outcome),
        None => Mapping::as_it_is(&study.encoded.hierarchies),
    };
    let qi: Vec<&str> = plan.qi.iter().map(String::as_str).collect();
    let shown =
        written.map(|table| marginals(table, &qi, &[], context.execution.threads())).transpose()?;
    let changes = study.changes(&mapping);
    let found = search.and_then(|(_, outcome)| outcome.found.as_ref());
    let level = |column: usize| match found {
        Some(FoundRelease::Node(node)) => Some(node.0[column]),
        _ => None,
    };
    let column = |(at, (name, hierarchy)): (usize, (&String, &Hierarchy))| {
        let loss = rounded(losses[at]);
        let after = shown.as_ref().map(|shown| match plan.keep_suppressed {
            // The star of rows that are left out is no value.
            true => changes[at].labels() as u64,
            false => shown.columns[at].distinct,
        });
        let is_written = written.is_some();
        let examples = changes[at].pairs.iter().take(if is_written { EXAMPLES } else { 0 });
        ColumnEvidence {
            name: name.clone(),
            role: "qi".to_owned(),
            kind: hierarchy.kind().name().to_owned(),
            level: level(at).filter(|_| is_written),
            height: level(at).map(|_| hierarchy.height() as u64),
            loss: is_written.then_some(loss),
            kept: is_written.then_some(1.0 - loss),
            distinct_before: changes[at].values as u64,
            distinct_after: after,
            examples: examples.map(example).collect(),
        }
    };
    Ok(plan.qi.iter().zip(&study.encoded.hierarchies).enumerate().map(column).collect())
}

/// A loss without the dust of floating point at its ends.
fn rounded(loss: f64) -> f64 {
    let end = loss.round();
    if (loss - end).abs() < 1e-12 { end } else { loss }
}

/// A value and what became of it.
fn example(change: &ValueChange) -> Example {
    let ValueChange { before, after, rows } = change.clone();
    Example { before, after, rows }
}
