//! What becomes of the values of each quasi-identifier. Values, not rows: what goes together in
//! one person is nobody's business.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use incrowd_core::publish::{Mapping, RowFate};

use crate::study::Study;

/// What becomes of the values of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnChanges {
    /// How many values the table has.
    pub values: usize,
    /// Each value and what it becomes in the rows that are published, the most frequent first.
    /// Nothing, where rows that are alike may become different ones: only publishing tells.
    pub pairs: Vec<ValueChange>,
}

/// What becomes of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// The value.
    pub before: String,
    /// What is published.
    pub after: String,
    /// In how many rows.
    pub rows: u64,
}

/// Per code and label: rows.
type Pairs = BTreeMap<(u32, u32), u64>;

impl ColumnChanges {
    /// How many different texts are published.
    #[must_use]
    pub fn labels(&self) -> usize {
        self.pairs.iter().map(|pair| &pair.after).collect::<BTreeSet<_>>().len()
    }
}

impl Study {
    /// What a mapping makes of the table, by quasi-identifier.
    #[must_use]
    pub fn changes(&self, mapping: &Mapping<'_>) -> Vec<ColumnChanges> {
        let (tally, hierarchies) = (&self.encoded.frequency_set, &self.encoded.hierarchies);
        let mut values: Vec<Vec<bool>> =
            hierarchies.iter().map(|hierarchy| vec![false; hierarchy.leaves()]).collect();
        let mut pairs: Vec<Pairs> = vec![Pairs::new(); tally.columns()];
        let mut labels = Vec::new();
        for tuple in (0..tally.tuples() as u32).filter(|&tuple| tally.rows_of(tuple) > 0) {
            let codes = (0..tally.columns()).map(|column| tally.code(column, tuple));
            for (values, code) in values.iter_mut().zip(codes.clone()) {
                values[code as usize] = true;
            }
            let cells = codes.clone().zip(hierarchies).map(|(code, h)| h.leaf(code));
            if mapping.is_ordered() || mapping.row(cells, &mut labels) != Ok(RowFate::Published) {
                continue;
            }
            for ((pairs, code), &label) in pairs.iter_mut().zip(codes).zip(&labels) {
                *pairs.entry((code, label)).or_insert(0) += tally.rows_of(tuple);
            }
        }
        let column = |(at, (values, pairs)): (usize, (Vec<bool>, Pairs))| {
            let mut pairs: Vec<((u32, u32), u64)> = pairs.into_iter().collect();
            pairs.sort_by_key(|&(_, rows)| Reverse(rows));
            let change = |((code, label), rows)| ValueChange {
                before: hierarchies[at].leaf(code).to_owned(),
                after: mapping.text(at, label).to_owned(),
                rows,
            };
            ColumnChanges {
                values: values.into_iter().filter(|&seen| seen).count(),
                pairs: pairs.into_iter().map(change).collect(),
            }
        };
        values.into_iter().zip(pairs).enumerate().map(column).collect()
    }
}
