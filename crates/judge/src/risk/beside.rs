//! The original row of each published row.

use std::thread::Scope;

use incrowd_io::Block;
use incrowd_terms::Nulls;

use crate::cursor::Cursor;
use crate::error::JudgeError;
use crate::faithful::{Comparison, is_part, kinds};
use crate::question::positions;
use crate::reading::Reader;
use crate::recoding::ColumnRecoding;

use super::coded::{CodedBlock, CodedCursor};
use super::rows::{Coded, RowTexts};
use super::{PublishedFile, RowsOf};

/// Whether a published row has an original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Row,
    Nothing,
}

/// Finds the originals of published rows, which come one after the other.
pub(crate) enum Originals<'a, 't> {
    /// The original is read beside the published table. The originals stand at these places, which
    /// ascend; without them, the tables are equally long.
    Along { cursor: CodedCursor<'t>, rows: Option<&'a [u32]> },
    /// The original is read beside the published table, and rows are recognised.
    Recognised { cursor: Cursor<'t>, walk: Walk<'a>, qi: Vec<usize> },
    /// The original was read before, because the published rows stand in another order.
    Held { columns: Vec<Coded>, rows: &'a [u32] },
}

/// How a published row is recognised in an original that has more rows.
pub(crate) struct Walk<'a> {
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

impl<'a, 't> Originals<'a, 't> {
    /// Opens the original of a published table; nothing if there is none, or if it lacks a column.
    pub(crate) fn open<'s>(
        file: &PublishedFile<'a>,
        scope: &'s Scope<'s, 't>,
    ) -> Result<Option<Self>, JudgeError>
    where
        'a: 't,
        't: 's,
    {
        let Some(original) = file.original else { return Ok(None) };
        let names: Vec<&str> = file.qi.iter().map(String::as_str).collect();
        let has = |name: &&str| original.table.columns().iter().any(|column| column == name);
        if !names.iter().all(has) {
            return Ok(None);
        }
        let qi = positions(original.table, &names)?;
        let threads = (scope, file.threads);
        let coded = |qi| CodedCursor::new(original.table, qi, false, threads);
        Ok(Some(match original.rows {
            RowsOf::Same => Originals::Along { cursor: coded(qi), rows: None },
            RowsOf::Given(rows) if rows.is_sorted() => {
                Originals::Along { cursor: coded(qi), rows: Some(rows) }
            }
            RowsOf::Given(rows) => {
                let columns = held(coded(qi), file.qi.len())?;
                Originals::Held { columns, rows }
            }
            RowsOf::InOrder => {
                let Some(walk) = Walk::new(file)? else { return Ok(None) };
                let cursor = Cursor::new(original.table, scope, file.threads);
                Originals::Recognised { cursor, walk, qi }
            }
        }))
    }

    /// Numbers the quasi-identifiers of the next published row's original.
    pub(crate) fn of(
        &mut self,
        (published, row): (&CodedBlock, usize),
        texts: &mut RowTexts,
    ) -> Result<Found, JudgeError> {
        texts.row.clear();
        let given = |rows: &[u32]| {
            let number = usize::try_from(published.number(row)).ok();
            number.and_then(|number| rows.get(number)).copied()
        };
        match self {
            Originals::Along { cursor, rows } => {
                let found = match rows {
                    None => cursor.next()?,
                    Some(rows) => match given(rows) {
                        Some(row) => cursor.seek(row.into())?,
                        None => None,
                    },
                };
                let Some((block, at)) = found else { return Ok(Found::Nothing) };
                for (column, texts_here) in texts.columns.iter_mut().enumerate() {
                    texts.row.push(block.code(at, column, texts_here)?);
                }
                Ok(Found::Row)
            }
            Originals::Held { columns, rows } => {
                let row = given(rows).and_then(|row| usize::try_from(row).ok());
                for (column, texts_here) in columns.iter().zip(&mut texts.columns) {
                    let Some(&code) = row.and_then(|row| column.codes.get(row)) else {
                        return Ok(Found::Nothing);
                    };
                    texts.row.push(texts_here.number(column.texts.text(code))?);
                }
                Ok(Found::Row)
            }
            Originals::Recognised { cursor, walk, qi } => loop {
                let Some((original, at)) = cursor.next()? else { return Ok(Found::Nothing) };
                if !walk.explains((published, row), (original, at))? {
                    continue;
                }
                for (&place, texts_here) in qi.iter().zip(&mut texts.columns) {
                    texts.row.push(texts_here.number(original.cell(at, place))?);
                }
                return Ok(Found::Row);
            },
        }
    }
}

/// All rows of a table, in so many columns.
fn held(mut cursor: CodedCursor<'_>, width: usize) -> Result<Vec<Coded>, JudgeError> {
    let mut columns: Vec<Coded> = (0..width).map(|_| Coded::default()).collect();
    while let Some((block, row)) = cursor.next()? {
        for (at, column) in columns.iter_mut().enumerate() {
            let code = block.code(row, at, &mut column.texts)?;
            column.codes.push(code);
        }
    }
    Ok(columns)
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
        published: (&CodedBlock, usize),
        original: (&Block, usize),
    ) -> Result<bool, JudgeError> {
        if !is_part(self.only, original.0, original.1) {
            return Ok(false);
        }
        for column in &mut self.columns {
            let here = published.0.text(published.1, column.published);
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
