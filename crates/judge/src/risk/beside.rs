//! The original row of each published row.

use std::thread::Scope;

use incrowd_io::{Block, Table};
use incrowd_terms::Nulls;

use crate::cursor::Cursor;
use crate::error::JudgeError;
use crate::faithful::{Comparison, is_part, kinds};
use crate::question::positions;
use crate::reading::Reader;
use crate::recoding::ColumnRecoding;
use crate::texts::TextNumbers;

use super::rows::RowTexts;
use super::{PublishedFile, RowsOf};

/// Whether a published row has an original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Row,
    Nothing,
}

/// Finds the originals of published rows, which come one after the other.
pub(crate) struct Originals<'a, 't> {
    /// Where the quasi-identifiers stand in the original.
    qi: Vec<usize>,
    access: Access<'a, 't>,
}

enum Access<'a, 't> {
    /// The original is read beside the published table.
    Beside { cursor: Cursor<'t>, walk: Option<Walk<'a>> },
    /// The original was read before.
    Held { texts: Vec<TextNumbers>, codes: Vec<Vec<u32>>, rows: &'a [u32] },
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
        let access = match original.rows {
            RowsOf::Given(rows) => Access::held(original.table, &qi, rows)?,
            RowsOf::Same => {
                let cursor = Cursor::new(original.table, scope, file.threads);
                Access::Beside { cursor, walk: None }
            }
            RowsOf::InOrder => {
                let Some(walk) = Walk::new(file)? else { return Ok(None) };
                let cursor = Cursor::new(original.table, scope, file.threads);
                Access::Beside { cursor, walk: Some(walk) }
            }
        };
        Ok(Some(Originals { qi, access }))
    }

    /// Numbers the quasi-identifiers of the next published row's original.
    pub(crate) fn of(
        &mut self,
        published: (&Block, usize),
        texts: &mut RowTexts,
    ) -> Result<Found, JudgeError> {
        texts.row.clear();
        match &mut self.access {
            Access::Held { texts: known, codes, rows } => {
                let number = published.0.first_row() + published.1 as u64;
                let row = usize::try_from(number).ok().and_then(|number| rows.get(number));
                let row = row.and_then(|&row| usize::try_from(row).ok());
                for ((known, codes), texts_here) in known.iter().zip(codes).zip(&mut texts.columns)
                {
                    let Some(&code) = row.and_then(|row| codes.get(row)) else {
                        return Ok(Found::Nothing);
                    };
                    texts.row.push(texts_here.number(known.text(code))?);
                }
                Ok(Found::Row)
            }
            Access::Beside { cursor, walk } => loop {
                let Some((original, at)) = cursor.next()? else { return Ok(Found::Nothing) };
                if let Some(walk) = walk
                    && !walk.explains(published, (original, at))?
                {
                    continue;
                }
                for (&place, texts_here) in self.qi.iter().zip(&mut texts.columns) {
                    texts.row.push(texts_here.number(original.cell(at, place))?);
                }
                return Ok(Found::Row);
            },
        }
    }
}

impl<'a> Access<'a, '_> {
    fn held(table: &Table, qi: &[usize], rows: &'a [u32]) -> Result<Self, JudgeError> {
        let (mut texts, mut codes) =
            (vec![TextNumbers::default(); qi.len()], vec![Vec::new(); qi.len()]);
        for block in table.blocks() {
            let block = block?;
            for ((texts, codes), &place) in texts.iter_mut().zip(&mut codes).zip(qi) {
                for row in 0..block.rows() {
                    codes.push(texts.number(block.cell(row, place))?);
                }
            }
        }
        Ok(Access::Held { texts, codes, rows })
    }
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
