//! A masked table from its bytes: how many rows share each column's values one by one, and how
//! many share them all together.
//!
//! Columns that each hide people well can single them out together; only the joint count tells.

use incrowd_io::Table;

use crate::error::JudgeError;
use crate::question::{Columns, count, positions};

/// What a table's columns show, each alone and all together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marginals {
    /// The rows of the table.
    pub rows: u64,
    /// Distinct tuples of all columns together.
    pub classes: u64,
    /// The rows of the rarest of them; nothing if the table has no rows.
    pub k: Option<u64>,
    /// Each column alone.
    pub columns: Vec<Marginal>,
}

/// What one column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marginal {
    /// Its distinct values.
    pub distinct: u64,
    /// The rows of the rarest of them; 0 if the table has no rows.
    pub rarest: u64,
}

/// Counts the columns of a table.
///
/// # Errors
/// If the table cannot be read or lacks a column.
pub fn marginals(table: &Table, qi: &[&str], threads: usize) -> Result<Marginals, JudgeError> {
    let class = positions(table, qi)?;
    let columns = Columns { class, sensitive: Vec::new(), skip_suppressed: false };
    let census = count(table, &columns, threads)?;
    let sizes = &census.classes.sizes;
    let column = |place: usize| {
        let mut rows = vec![0; census.labels[place].len()];
        for (class, size) in sizes.iter().enumerate() {
            rows[census.classes.key(class)[place] as usize] += size;
        }
        let rarest = rows.iter().copied().min().unwrap_or(0);
        Marginal { distinct: rows.len() as u64, rarest }
    };
    Ok(Marginals {
        rows: census.rows,
        classes: sizes.len() as u64,
        k: sizes.iter().min().copied(),
        columns: (0..qi.len()).map(column).collect(),
    })
}
