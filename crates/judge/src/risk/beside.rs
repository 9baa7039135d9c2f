//! The original row of each published row.

use std::borrow::Cow;
use std::thread::scope;

use incrowd_io::Block;
use incrowd_terms::Nulls;

use crate::cursor::Cursor;
use crate::error::JudgeError;
use crate::faithful::{Comparison, is_part, kinds};
use crate::question::{is_suppressed, positions};
use crate::reading::Reader;
use crate::recoding::ColumnRecoding;

use super::coded::Chosen;
use super::{OriginalTable, PublishedFile, RowsOf};

/// Which row of the original each published row stands for.
pub(crate) struct OriginalRows<'a> {
    /// The original row of each published one; without it, they stand in the same place.
    rows: Option<Cow<'a, [u32]>>,
    /// The published rows by their originals, where these do not ascend.
    order: Option<Vec<u32>>,
}

impl<'a> OriginalRows<'a> {
    /// Finds the originals; nothing if there is none for some row.
    pub(crate) fn of(
        file: &PublishedFile<'a>,
        original: &OriginalTable<'a>,
    ) -> Result<Option<Self>, JudgeError> {
        let rows = match original.rows {
            RowsOf::Same => None,
            RowsOf::Given(rows) => Some(Cow::Borrowed(rows)),
            RowsOf::InOrder => match recognised(file)? {
                Some(rows) => Some(Cow::Owned(rows)),
                None => return Ok(None),
            },
        };
        let order = rows.as_deref().filter(|rows| !rows.is_sorted()).map(|rows| {
            let mut order: Vec<u32> = (0..rows.len() as u32).collect();
            order.sort_by_key(|&row| rows[row as usize]);
            order
        });
        Ok(Some(OriginalRows { rows, order }))
    }

    /// The original of a published row, if it has one.
    pub(crate) fn original(&self, published: u64) -> Option<u64> {
        match &self.rows {
            None => Some(published),
            Some(rows) => {
                usize::try_from(published).ok().and_then(|at| rows.get(at)).map(|&row| row.into())
            }
        }
    }

    /// How many published rows are known to have originals; nothing if all stand in the same place.
    pub(crate) fn len(&self) -> Option<usize> {
        self.rows.as_ref().map(|rows| rows.len())
    }

    /// The published row that is so far in the order of the originals.
    pub(crate) fn in_order(&self, at: usize) -> u64 {
        match &self.order {
            None => at as u64,
            Some(order) => order[at].into(),
        }
    }
}

/// Chooses the rows of a block of the original that stand in a list of so many, which ascends.
pub(crate) fn choose(block: &Block, listed: usize, row: impl Fn(usize) -> u64) -> Chosen {
    let (first, rows) = (block.first_row(), block.rows() as u64);
    // The rows of all blocks before are the beginning of the list.
    let (mut start, mut end) = (0, listed);
    while start < end {
        let middle = start + (end - start) / 2;
        if row(middle) < first { start = middle + 1 } else { end = middle }
    }
    let here = (start..listed).map(row).take_while(|&row| row < first + rows);
    let rows = here.map(|row| (row - first) as usize).collect();
    Chosen { rows, ..Chosen::default() }
}

/// The row of an original that has more rows, for each published row: the first after the last one
/// taken that it can stand for. Nothing if there is none, or more than numbers can count.
fn recognised(file: &PublishedFile<'_>) -> Result<Option<Vec<u32>>, JudgeError> {
    let (Some(original), Some(mut walk)) = (file.original, Walk::new(file)?) else {
        return Ok(None);
    };
    scope(|scope| {
        let cursor = |table| Cursor::new(table, scope, file.threads);
        let (mut published, mut originals) = (cursor(file.table), cursor(original.table));
        let mut rows = Vec::new();
        while let Some((block, row)) = published.next()? {
            // Rows of stars have no original, and nobody asks for it.
            if file.skip_suppressed && is_suppressed(block, row) {
                rows.push(rows.last().copied().unwrap_or(0));
                continue;
            }
            let found = loop {
                let Some((original, at)) = originals.next()? else { return Ok(None) };
                if walk.explains((block, row), (original, at))? {
                    break original.first_row() + at as u64;
                }
            };
            let Ok(found) = u32::try_from(found) else { return Ok(None) };
            rows.push(found);
        }
        Ok(Some(rows))
    })
}

/// How a published row is recognised in an original that has more rows.
struct Walk<'a> {
    columns: Vec<Column<'a>>,
    only: Option<(usize, &'a str)>,
    nulls: &'a Nulls,
}

/// A column of both tables.
struct Column<'a> {
    published: usize,
    original: usize,
    /// How it was generalized, if it was.
    recoding: Option<ColumnRecoding<'a>>,
}

impl<'a> Walk<'a> {
    /// How rows are recognised; nothing if a published column is none of the original.
    fn new(file: &PublishedFile<'a>) -> Result<Option<Self>, JudgeError> {
        let Some(original) = file.original else { return Ok(None) };
        let kinds = kinds(&Comparison {
            original: original.table,
            published: file.table,
            qi: file.qi,
            identifying: &[],
            group: file.group,
            nulls: file.nulls,
            kinds: file.kinds,
            hierarchies: file.hierarchies,
            stars_at_end: file.skip_suppressed,
            person: None,
            only: original.only,
            threads: file.threads,
        })?;
        let mut columns = Vec::new();
        for (published, name) in file.table.columns().iter().enumerate() {
            if file.group == Some(name.as_str()) {
                continue;
            }
            let source = original.table.columns().iter().position(|column| column == name);
            let Some(source) = source else { return Ok(None) };
            let qi = file.qi.iter().position(|qi| qi == name);
            let recoding = qi.map(|at| {
                let chains = file.hierarchies.get(name);
                ColumnRecoding::new(Reader::new(kinds[at], file.nulls, chains))
            });
            columns.push(Column { published, original: source, recoding });
        }
        let only = match original.only {
            Some((column, value)) => {
                positions(original.table, &[column])?.first().map(|&place| (place, value))
            }
            None => None,
        };
        Ok(Some(Walk { columns, only, nulls: file.nulls }))
    }

    /// Whether a published row can stand for an original one.
    fn explains(
        &mut self,
        published: (&Block, usize),
        original: (&Block, usize),
    ) -> Result<bool, JudgeError> {
        if !is_part(self.only, original.0, original.1) {
            return Ok(false);
        }
        for column in &mut self.columns {
            let here = published.0.cell(published.1, column.published);
            let there = original.0.cell(original.1, column.original);
            let explained = match &mut column.recoding {
                Some(recoding) => recoding.covers(here, there)?,
                None => here == there || here == self.nulls.published(there),
            };
            if !explained {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
