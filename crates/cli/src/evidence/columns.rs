//! What became of each quasi-identifier of a release.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use incrowd::core::hierarchy::Hierarchy;
use incrowd::core::publish::{Fate, Recoding};
use incrowd::core::search::{Found, Outcome, Search};
use incrowd::{Plan, Study};
use incrowd_io::Table;
use incrowd_judge::marginals;
use serde_json::{Value, json};

use crate::failure::Result;
use crate::talk::Talk;

/// Examples of a column that are shown.
const EXAMPLES: usize = 3;

/// A line for each column; of what was written only if there is a table.
pub fn of(
    plan: &Plan,
    study: &Study,
    search: Option<(&Search<'_>, &Outcome)>,
    written: Option<&Table>,
    talk: &Talk,
) -> Result<Value> {
    let found = search.and_then(|(search, outcome)| Some((search, outcome.found.as_ref()?)));
    let losses = match found {
        Some((search, found)) => search.column_losses(found),
        None => vec![0.0; plan.qi.len()],
    };
    let recoding = match found {
        Some((search, found)) => search.recoding(found),
        None => Recoding::as_it_is(&study.encoded.hierarchies),
    };
    let qi: Vec<&str> = plan.qi.iter().map(String::as_str).collect();
    let shown = written.map(|table| marginals(table, &qi, &[], talk.work.threads())).transpose()?;
    let changes = changes(study, &recoding);
    let level = |column: usize| match found {
        Some((_, Found::Node(node))) => Some(node.0[column]),
        _ => None,
    };
    let column = |(at, (name, hierarchy)): (usize, (&String, &Hierarchy))| {
        let loss = rounded(losses[at]);
        let after = shown.as_ref().map(|shown| match plan.keep_suppressed {
            // The star of rows that are left out is no value.
            true => changes[at].labels as u64,
            false => shown.columns[at].distinct,
        });
        let is_written = written.is_some();
        json!({
            "name": name,
            "role": "qi",
            "kind": hierarchy.kind().name(),
            "level": level(at).filter(|_| is_written),
            "height": level(at).map(|_| hierarchy.height()),
            "loss": is_written.then_some(loss),
            "kept": is_written.then_some(1.0 - loss),
            "distinct_before": distinct(study, at),
            "distinct_after": after,
            "examples": if is_written { changes[at].examples.as_slice() } else { &[] },
        })
    };
    Ok(plan.qi.iter().zip(&study.encoded.hierarchies).enumerate().map(column).collect())
}

/// A loss without the dust of floating point at its ends.
fn rounded(loss: f64) -> f64 {
    let end = loss.round();
    if (loss - end).abs() < 1e-12 { end } else { loss }
}

/// How many values of a quasi-identifier the table has.
fn distinct(study: &Study, column: usize) -> usize {
    let tally = &study.encoded.tally;
    let mut seen = vec![false; study.encoded.hierarchies[column].leaves()];
    for tuple in (0..tally.tuples() as u32).filter(|&tuple| tally.rows_of(tuple) > 0) {
        seen[tally.code(column, tuple) as usize] = true;
    }
    seen.iter().filter(|seen| **seen).count()
}

/// What became of the values of a column.
struct Change {
    /// The most frequent values and what they became. Values, not rows: what goes together in one
    /// person is nobody's business.
    examples: Vec<Value>,
    /// How many different texts they became.
    labels: usize,
}

fn changes(study: &Study, recoding: &Recoding<'_>) -> Vec<Change> {
    let tally = &study.encoded.tally;
    let mut pairs: Vec<HashMap<(u32, u32), u64>> = vec![HashMap::new(); tally.columns()];
    let mut labels = Vec::new();
    // Rows that are alike may become different ones; which is which, only publishing tells.
    let tuples = if recoding.is_ordered() { 0 } else { tally.tuples() as u32 };
    for tuple in (0..tuples).filter(|&tuple| tally.rows_of(tuple) > 0) {
        let codes = (0..tally.columns()).map(|column| tally.code(column, tuple));
        let cells = codes.clone().zip(&study.encoded.hierarchies).map(|(code, h)| h.leaf(code));
        if recoding.row(cells, &mut labels) != Ok(Fate::Published) {
            continue;
        }
        for ((pairs, code), &label) in pairs.iter_mut().zip(codes).zip(&labels) {
            *pairs.entry((code, label)).or_insert(0) += tally.rows_of(tuple);
        }
    }
    let column = |(at, pairs): (usize, HashMap<(u32, u32), u64>)| {
        let mut pairs: Vec<((u32, u32), u64)> = pairs.into_iter().collect();
        let texts: BTreeSet<&str> =
            pairs.iter().map(|((_, label), _)| recoding.text(at, *label)).collect();
        pairs.sort_unstable_by_key(|&(pair, rows)| (Reverse(rows), pair));
        let example = |((code, label), rows): &((u32, u32), u64)| {
            let before = study.encoded.hierarchies[at].leaf(*code);
            json!({ "before": before, "after": recoding.text(at, *label), "rows": rows })
        };
        let examples = pairs.iter().take(EXAMPLES).map(example).collect();
        Change { examples, labels: texts.len() }
    };
    pairs.into_iter().enumerate().map(column).collect()
}
