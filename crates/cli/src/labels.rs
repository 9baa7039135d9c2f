//! How published labels are read: hierarchies grown over the original values, as plain chains.

use std::collections::BTreeMap;

use incrowd::hierarchy::Spec;
use incrowd_io::Table;
use incrowd_judge::{Chains, EVERYTHING};

use crate::failure::Result;
use crate::settings::Reading;
use crate::study::{chains, distinct, grow, kind};
use crate::talk::Talk;

/// A chain of labels for every value, by column. `source` says in which table the original values
/// of a column stand; a column of which nobody knows them is left out.
pub fn read<'t>(
    reading: &Reading,
    specs: &BTreeMap<String, Spec>,
    source: impl Fn(&str) -> Result<Option<&'t Table>>,
    skip_suppressed: bool,
    talk: &Talk,
) -> Result<BTreeMap<String, Chains>> {
    let mut readings = BTreeMap::new();
    for (column, spec) in specs {
        let Some(table) = source(column)? else { continue };
        let mut values = distinct(table, column, talk)?;
        // A row of stars holds no value.
        values.retain(|(text, _)| !skip_suppressed || text != EVERYTHING);
        let texts = values.iter().map(|(text, _)| text.as_str());
        let kind = kind(reading, column, texts)?;
        let hierarchy = grow(reading, column, kind, spec, &values)?;
        readings.insert(column.clone(), chains(&hierarchy)?);
    }
    Ok(readings)
}
