//! The rows of a table that are compared: all except those that do not belong to it.

use incrowd_io::{Block, Table};

use crate::error::JudgeError;
use crate::faithful::is_part;
use crate::question::{is_suppressed, positions};

use super::ComparedTables;

/// A table, and how to tell its own rows.
pub(super) struct TableRows<'a> {
    pub(super) table: &'a Table,
    skip_suppressed: bool,
    /// Where a row must have which text.
    only: Option<(usize, &'a str)>,
    pub(super) threads: usize,
}

impl<'a> TableRows<'a> {
    /// The published table, without rows of stars if those are suppressed rows.
    pub(super) fn of_published(sitting: &ComparedTables<'a>) -> Self {
        let ComparedTables { published: table, skip_suppressed, threads, .. } = *sitting;
        TableRows { table, skip_suppressed, only: None, threads }
    }

    /// The original, as far as it was to be published.
    pub(super) fn of_original(sitting: &ComparedTables<'a>) -> Result<Option<Self>, JudgeError> {
        let Some(table) = sitting.original else { return Ok(None) };
        let only = match sitting.only {
            Some((column, value)) => Some((positions(table, &[column])?[0], value)),
            None => None,
        };
        Ok(Some(TableRows { table, skip_suppressed: false, only, threads: sitting.threads }))
    }

    /// The rows of a block that are looked at.
    pub(super) fn rows(&self, block: &Block) -> Vec<usize> {
        let seen = |row: &usize| {
            is_part(self.only, block, *row) && !(self.skip_suppressed && is_suppressed(block, *row))
        };
        (0..block.rows()).filter(seen).collect()
    }
}
