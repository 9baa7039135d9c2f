//! What is to be found out about a table.

use std::collections::BTreeMap;
use std::time::Duration;

use incrowd_core::terms::Fraction;
use incrowd_io::Input;

use crate::reading::Reading;

/// What is to be found out about a table.
#[derive(Clone, Debug)]
pub struct ScanPlan {
    /// The table.
    pub table: Input,
    /// How it is read.
    pub reading: Reading,
    /// Sets of columns to measure; if there are none, those that seem to be quasi-identifiers.
    pub sets: Vec<Vec<String>>,
    /// The column that says whose a row is, where people may have several: people are counted instead of
    /// rows.
    pub person: Option<String>,
    /// How many people an attacker may be looking among, if not the rows or people of the table.
    pub universe: Option<u64>,
    /// How many values columns could have, where that is known.
    pub domains: BTreeMap<String, u64>,
    /// The share of rows or people that a set must single out to count.
    pub alpha: Fraction,
    /// The most columns of a minimal set.
    pub max_size: usize,
    /// The most sets to list.
    pub most: usize,
    /// The columns to search; all, if nothing is said.
    pub among: Option<Vec<String>>,
    /// The most rows to hold; as many as take 1 GB, if nothing is said.
    pub sample: Option<u64>,
    /// How certain a sample must be.
    pub confidence: Fraction,
    /// Where the chance of a sample comes from.
    pub seed: u64,
    /// How long the search may take.
    pub time_limit: Option<Duration>,
}

impl ScanPlan {
    /// A plan to find every set of up to five columns that singles out a fifth of the rows.
    #[must_use]
    pub fn new(table: impl Into<Input>) -> ScanPlan {
        ScanPlan {
            table: table.into(),
            reading: Reading::default(),
            sets: Vec::new(),
            person: None,
            universe: None,
            domains: BTreeMap::new(),
            alpha: Fraction::new(1, 5),
            max_size: 5,
            most: 1000,
            among: None,
            sample: None,
            confidence: Fraction::new(99, 100),
            seed: 1,
            time_limit: None,
        }
    }

    /// The same with a set of columns to measure.
    #[must_use]
    pub fn set<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>) -> ScanPlan {
        self.sets.push(columns.into_iter().map(Into::into).collect());
        self
    }

    /// The same where a column says whose a row is, and people are counted.
    #[must_use]
    pub fn person(mut self, column: impl Into<String>) -> ScanPlan {
        self.person = Some(column.into());
        self
    }

    /// The same with another share of rows that a set must single out.
    #[must_use]
    pub fn alpha(mut self, alpha: Fraction) -> ScanPlan {
        self.alpha = alpha;
        self
    }
}
