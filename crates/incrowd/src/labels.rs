//! How published labels are read: hierarchies grown over the original values, as plain chains.

use std::collections::BTreeMap;

use incrowd_core::hierarchy::Spec;
use incrowd_io::Table;
use incrowd_judge::{Chains, EVERYTHING};

use crate::failure::Result;
use crate::reading::{Reading, distinct};
use crate::study::chains;
use crate::work::Work;

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
    work: &Work,
) -> Result<BTreeMap<String, Chains>> {
    let mut readings = BTreeMap::new();
    for (column, spec) in specs {
        let Some(table) = source(column)? else { continue };
        let mut values = distinct(table, column, work)?;
        // A row of stars holds no value.
        values.retain(|(text, _)| !skip_suppressed || text != EVERYTHING);
        let texts = values.iter().map(|(text, _)| text.as_str());
        let kind = reading.kind(column, texts)?;
        let hierarchy = reading.grow(column, kind, spec, &values)?;
        readings.insert(column.clone(), chains(&hierarchy)?);
    }
    Ok(readings)
}
