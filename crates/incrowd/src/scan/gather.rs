//! One pass over a table: its rows as codes, all of them or a sample.

use std::sync::{Mutex, PoisonError};

use incrowd_columns::identify::{ColumnsError, Sampler, TableSample};
use incrowd_core::table::PersonKeys;
use incrowd_io::{Block, Table};

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::reading::no_rows;
use crate::study::people::PersonColumn;

use super::ScanPlan;

/// Cells that are held unless more are asked for: 1 GB of codes.
const CELLS: u64 = 1 << 28;

/// A thread keeps its own rows at least up to so many, so that it seldom waits for others.
const FEWEST: usize = 4096;

/// What one pass over a table keeps.
pub struct ScannedTable {
    pub sample: TableSample,
    /// Per column: rows without a value, of the whole table.
    pub missing: Vec<u64>,
}

/// What one thread keeps.
struct ScannedPart {
    sampler: Sampler,
    missing: Vec<u64>,
    keys: Option<PersonKeys>,
}

/// Reads the table. Each thread gathers rows of its own and pours them together with the others'
/// when it has its share, so that memory does not grow with the number of threads.
///
/// # Errors
/// A table that cannot be read or has no rows, and a row that is nobody's.
pub fn gather(
    table: &Table,
    plan: &ScanPlan,
    person: Option<&PersonColumn>,
    execution: &Execution,
) -> Result<ScannedTable> {
    let width = table.columns().len();
    let most = plan.sample.unwrap_or(CELLS / width as u64);
    let share =
        usize::try_from(most / execution.threads() as u64).unwrap_or(usize::MAX).max(FEWEST);
    let empty = || match person {
        Some(_) => Sampler::of_people(width, most, plan.seed),
        None => Sampler::new(width, most, plan.seed),
    };
    let all = Mutex::new(empty());
    let pour = |sampler: &mut Sampler| {
        sampler.pour_into(&mut all.lock().unwrap_or_else(PoisonError::into_inner));
    };
    let each = |part: &mut ScannedPart, block: &Block| -> Result<()> {
        for row in 0..block.rows() {
            let added = match (person, &mut part.keys) {
                (Some(person), Some(keys)) => {
                    let key = person.of(keys, table, block, row)?;
                    part.sampler.add_of(key, block.row(row))
                }
                _ => part.sampler.add(block.first_row() + row as u64, block.row(row)),
            };
            added.map_err(unheld)?;
            for (missing, cell) in part.missing.iter_mut().zip(block.row(row)) {
                *missing += u64::from(plan.reading.nulls.is_missing(cell));
            }
        }
        if part.sampler.held() > share {
            pour(&mut part.sampler);
        }
        Ok(())
    };
    let keys = || person.map(PersonColumn::keys);
    let part = || ScannedPart { sampler: empty(), missing: vec![0; width], keys: keys() };
    let mut missing = vec![0; width];
    for mut part in execution.fold("reading", table, part, each)? {
        pour(&mut part.sampler);
        missing.iter_mut().zip(part.missing).for_each(|(sum, rows)| *sum += rows);
    }
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    let sample = all.finish().map_err(unheld)?;
    if sample.draw.of == 0 {
        return Err(no_rows(table));
    }
    Ok(ScannedTable { sample, missing })
}

fn unheld(error: ColumnsError) -> Error {
    Error::input(error.to_string()).because(error)
}
