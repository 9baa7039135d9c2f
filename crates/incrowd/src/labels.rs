//! How published labels are read: hierarchies grown over the original values, as plain chains.

use std::collections::BTreeMap;

use incrowd_core::hierarchy::Spec;
use incrowd_io::Table;
use incrowd_judge::{Chains, EVERYTHING};

use crate::error::Result;
use crate::execution::Execution;
use crate::reading::{Reading, distinct};
use crate::study::chains;

/// A chain of labels for every value, by column. `source` says in which table the original values
/// of a column stand; a column of which nobody knows them is left out.
///
/// # Errors
/// Hierarchies that do not fit the values, tables that cannot be read, and what `source` refuses.
pub fn read<'t>(
    reading: &Reading,
    specs: &BTreeMap<String, Spec>,
    source: impl Fn(&str) -> Result<Option<&'t Table>>,
    skip_suppressed: bool,
    execution: &Execution,
) -> Result<BTreeMap<String, Chains>> {
    // Every table is read once for all its columns.
    let mut sources: Vec<(&Table, Vec<String>)> = Vec::new();
    for column in specs.keys() {
        let Some(table) = source(column)? else { continue };
        match sources.iter_mut().find(|(known, _)| std::ptr::eq(*known, table)) {
            Some((_, columns)) => columns.push(column.clone()),
            None => sources.push((table, vec![column.clone()])),
        }
    }
    let mut readings = BTreeMap::new();
    for (table, columns) in sources {
        let values = distinct(table, &columns, execution)?;
        for (column, mut values) in columns.into_iter().zip(values) {
            // A row of stars holds no value.
            values.retain(|(text, _)| !skip_suppressed || text != EVERYTHING);
            let kind = reading.kind(&column, values.iter().map(|(text, _)| text.as_str()))?;
            let hierarchy = reading.grow(&column, kind, &specs[&column], &values)?;
            readings.insert(column, chains(&hierarchy)?);
        }
    }
    Ok(readings)
}
