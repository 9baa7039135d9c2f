//! The danger of being recognised if nothing were done but to drop what names people: what a
//! release is to be compared with.

use std::collections::BTreeMap;

use super::Study;

/// A table as it came, by its quasi-identifiers. Nothing is told of a table without rows.
#[derive(Clone, Debug, PartialEq)]
pub struct OriginalFigures {
    /// Rows to be published.
    pub rows: u64,
    /// Different people whose rows they are: as many, unless the plan names a person column. Sizes
    /// of classes and risks count people.
    pub people: u64,
    /// Classes: distinct tuples of quasi-identifiers.
    pub classes: u64,
    /// The size of the smallest class.
    pub k: Option<u64>,
    /// Classes of size one.
    pub unique_rows: u64,
    /// The average size of classes.
    pub average_class: Option<f64>,
    /// The chance to find the row of a person who is known to be in the table, at worst.
    pub prosecutor: Option<f64>,
    /// The chance to find the person of a row in the population, at worst, where that is known.
    pub journalist: Option<f64>,
    /// The share of rows that are found if everyone is looked for.
    pub marketer: Option<f64>,
    /// How many classes there are of each size.
    pub class_sizes: BTreeMap<u64, u64>,
}

impl Study {
    /// How easily people are recognised in the table as it came.
    #[must_use]
    pub fn original_figures(&self) -> OriginalFigures {
        let tally = &self.encoded.frequency_set;
        let members = || (0..tally.tuples() as u32).filter(|&tuple| tally.rows_of(tuple) > 0);
        let mut class_sizes = BTreeMap::new();
        for tuple in members() {
            *class_sizes.entry(tally.members_of(tuple)).or_insert(0) += 1;
        }
        let classes = class_sizes.values().sum::<u64>();
        let sizes = class_sizes.iter().map(|(size, classes)| size * classes).sum::<u64>();
        let k = class_sizes.keys().next().copied();
        let ratio = |above: u64, below: u64| (below > 0).then(|| above as f64 / below as f64);
        let known = self.public().0.is_some();
        let fewest = members().map(|tuple| tally.people_of(tuple)).min().filter(|_| known);
        OriginalFigures {
            rows: tally.rows(),
            people: tally.members(),
            classes,
            k,
            unique_rows: class_sizes.get(&1).copied().unwrap_or(0),
            average_class: ratio(sizes, classes),
            prosecutor: k.and_then(|k| ratio(1, k)),
            journalist: fewest.and_then(|people| ratio(1, people)),
            marketer: ratio(classes, sizes),
            class_sizes,
        }
    }
}
