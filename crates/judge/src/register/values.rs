//! Columns of two tables that hold the same values under different names.
//!
//! `job` of the table may be `profession` of the register. People whose quasi-identifiers occur
//! once in both tables are the same people, so their rows can be joined. Two columns that agree on
//! nearly all joined rows, beyond chance, are one column.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use hashbrown::HashMap;
use incrowd_io::{Block, Table};
use incrowd_terms::{NormalForm, Nulls};

use crate::error::JudgeError;
use crate::question::positions;

use super::KnownColumn;

/// Columns that agree on fewer joined rows than this are different columns.
const LEAST_EQUAL: f64 = 0.95;
/// How much of the agreement that chance does not explain must be there: Cohen's kappa.
const LEAST_KAPPA: f64 = 0.5;
/// Fewer joined rows say nothing.
const LEAST_JOINED: usize = 5;
/// More joined rows than this are not compared.
const MOST_JOINED: usize = 20_000;

/// Two tables and the columns by which their rows are joined.
pub(super) struct Join<'a> {
    /// The table of members, with exact quasi-identifiers as far as it has them.
    pub(super) table: &'a Table,
    pub(super) register: &'a Table,
    pub(super) qi: &'a [&'a str],
    pub(super) nulls: &'a Nulls,
    pub(super) threads: usize,
}

/// The row of a tuple of quasi-identifiers, by the hash of the tuple.
type Rows = BTreeMap<u64, Vec<String>>;

impl Join<'_> {
    /// The pairs of `columns` of the table and `others` of the register that are the same column.
    pub(super) fn same(
        &self,
        columns: &[&str],
        others: &[&str],
    ) -> Result<Vec<KnownColumn>, JudgeError> {
        if columns.is_empty() || others.is_empty() || self.qi.is_empty() {
            return Ok(Vec::new());
        }
        let members = self.once(self.table)?;
        let people = self.once(self.register)?;
        let mut joined: Vec<u64> =
            members.into_iter().filter(|hash| people.contains(hash)).collect();
        if joined.len() < LEAST_JOINED {
            return Ok(Vec::new());
        }
        joined.sort_unstable();
        joined.truncate(MOST_JOINED);
        let left = self.rows(self.table, columns, &joined)?;
        let right = self.rows(self.register, others, &joined)?;
        let mut found: Vec<KnownColumn> = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            let beside = (0..others.len()).find(|&other| {
                agree(left.values().map(|row| &row[place]), right.values().map(|row| &row[other]))
            });
            if let Some(other) = beside {
                found.push(KnownColumn {
                    published: (*column).to_owned(),
                    register: others[other].to_owned(),
                    by_values: true,
                });
            }
        }
        Ok(found)
    }

    /// The hashes of the tuples that one row of a table has.
    fn once(&self, table: &Table) -> Result<hashbrown::HashSet<u64>, JudgeError> {
        let places = positions(table, self.qi)?;
        let each = |seen: &mut HashMap<u64, bool>, block: &Block| -> Result<(), JudgeError> {
            for row in 0..block.rows() {
                seen.entry(hash(block, row, &places))
                    .and_modify(|once| *once = false)
                    .or_insert(true);
            }
            Ok(())
        };
        let mut parts = table.fold(self.threads, HashMap::new, each)?.into_iter();
        let mut all = parts.next().unwrap_or_default();
        for (hash, once) in parts.flatten() {
            all.entry(hash).and_modify(|known| *known = false).or_insert(once);
        }
        Ok(all.into_iter().filter_map(|(hash, once)| once.then_some(hash)).collect())
    }

    /// The normal forms of some columns in the joined rows.
    fn rows(&self, table: &Table, columns: &[&str], joined: &[u64]) -> Result<Rows, JudgeError> {
        let (qi, columns) = (positions(table, self.qi)?, positions(table, columns)?);
        let form = NormalForm::new(self.nulls);
        let each = |rows: &mut Rows, block: &Block| -> Result<(), JudgeError> {
            for row in 0..block.rows() {
                let hash = hash(block, row, &qi);
                if joined.binary_search(&hash).is_ok() {
                    let text = |&place: &usize| {
                        form.of(block.cell(row, place)).unwrap_or_default().into_owned()
                    };
                    rows.insert(hash, columns.iter().map(text).collect());
                }
            }
            Ok(())
        };
        Ok(table.fold(self.threads, Rows::new, each)?.into_iter().flatten().collect())
    }
}

/// The same on every run, so that the same rows are compared.
fn hash(block: &Block, row: usize, places: &[usize]) -> u64 {
    let cells: Vec<&str> = places.iter().map(|&place| block.cell(row, place)).collect();
    BuildHasherDefault::<DefaultHasher>::default().hash_one(cells)
}

/// Whether two columns agree on nearly all rows in which either has a value, beyond chance.
fn agree<'t>(
    left: impl Iterator<Item = &'t String>,
    right: impl Iterator<Item = &'t String>,
) -> bool {
    let mut counts: HashMap<&str, (u64, u64)> = HashMap::new();
    let (mut rows, mut equal) = (0_u64, 0_u64);
    for (left, right) in
        left.zip(right).filter(|(left, right)| !left.is_empty() || !right.is_empty())
    {
        rows += 1;
        equal += u64::from(left == right);
        counts.entry(left).or_default().0 += 1;
        counts.entry(right).or_default().1 += 1;
    }
    if (rows as usize) < LEAST_JOINED {
        return false;
    }
    let share = equal as f64 / rows as f64;
    let both =
        |&(left, right): &(u64, u64)| (left as f64 / rows as f64) * (right as f64 / rows as f64);
    let chance: f64 = counts.values().map(both).sum();
    share >= LEAST_EQUAL && chance < 1.0 && (share - chance) / (1.0 - chance) >= LEAST_KAPPA
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees(left: &[&str], right: &[&str]) -> bool {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        agree(owned(left).iter(), owned(right).iter())
    }

    #[test]
    fn equal_columns_agree_and_constant_ones_say_nothing() {
        assert!(agrees(&["a", "b", "a", "b", "c"], &["a", "b", "a", "b", "c"]));
        assert!(!agrees(&["a"; 9], &["a"; 9]));
        assert!(!agrees(&["a", "b", "a", "b"], &["a", "b", "a", "b"]), "too few rows");
        assert!(!agrees(&["a", "b", "a", "b", "c"], &["a", "b", "a", "b", "d"]));
        assert!(!agrees(&["", "", "", "", "a"], &["", "", "", "", "a"]), "missing says nothing");
    }

    #[test]
    fn rare_values_that_never_meet_do_not_make_a_column() {
        // Both are nearly constant, in different rows.
        let (mut left, mut right) = (vec!["no"; 100], vec!["no"; 100]);
        (left[1], left[2], right[3], right[4]) = ("yes", "yes", "yes", "yes");
        assert!(!agrees(&left, &right));
    }
}
