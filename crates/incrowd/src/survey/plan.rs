//! What is to be found out about a table.

use std::collections::BTreeMap;
use std::time::Duration;

use incrowd_core::terms::Fraction;
use incrowd_io::{Location, Table};

use crate::failure::Result;
use crate::reading::{Reading, places};

/// What is to be found out about a table.
pub struct Plan {
    /// The table.
    pub table: Location,
    /// How it is read.
    pub reading: Reading,
    /// Sets of columns to measure, as they were typed.
    pub sets: Vec<String>,
    /// How many people an attacker may be looking among, if not the rows of the table.
    pub universe: Option<u64>,
    /// How many values columns could have, where that is known.
    pub domains: BTreeMap<String, u64>,
    /// The share of rows that a set must single out to count.
    pub alpha: Fraction,
    /// The most columns of a minimal set.
    pub max_size: usize,
    /// The most sets to list.
    pub most: usize,
    /// The columns to search, as they were typed; all, if nothing is said.
    pub among: Option<String>,
    /// The most rows to hold, if that was said.
    pub sample: Option<u64>,
    /// How certain a sample must be.
    pub confidence: Fraction,
    /// Where chance comes from.
    pub seed: u64,
    /// How long the search may take.
    pub time_limit: Option<Duration>,
    /// Whether the law's list of identifiers is wanted.
    pub safe_harbor: bool,
}

/// The columns that a list of names means. A name that holds a comma can stand alone.
pub(super) fn listed(table: &Table, flag: &str, text: &str) -> Result<Vec<usize>> {
    let whole = table.columns().iter().any(|column| column == text);
    let names: Vec<String> = match whole {
        true => vec![text.to_owned()],
        false => text.split(',').map(str::to_owned).collect(),
    };
    places(table, flag, &names)
}
