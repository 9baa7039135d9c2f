//! Checks that a published table is its original, generalized and otherwise unchanged.
//!
//! Published rows must be rows of the original in the same order, with identifying columns left
//! out, quasi-identifiers replaced by texts that stand for them, and every other cell untouched;
//! rows may be missing, but none may be added, altered or swapped. Both tables are read side by
//! side, and each published row takes the first original row after the last one taken that it can
//! stand for: if any assignment of rows exists in order, this one does.

use std::collections::{BTreeMap, HashSet};

use incrowd_io::{Block, Table};
use incrowd_terms::{Kind, NormalForm, Nulls};

use crate::chains::Chains;
use crate::cursor::Cursor;
use crate::error::JudgeError;
use crate::order::{NeighbourCount, NeighbourCounter, Neighbours};
use crate::question::{is_suppressed, places, positions};
use crate::reading::Reader;
use crate::recoding::ColumnRecoding;
use crate::texts::TextNumbers;

/// Two tables to compare.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The table as it came in.
    pub original: &'a Table,
    /// The table as it went out, in the order of the input.
    pub published: &'a Table,
    /// The columns that may be generalized.
    pub qi: &'a [String],
    /// The columns that must not be published.
    pub identifying: &'a [String],
    /// The column of groups that the published table has at its end, after those of the original.
    pub group: Option<&'a str>,
    /// The texts that stand for a missing value.
    pub nulls: &'a Nulls,
    /// Declared kinds by column; those of other quasi-identifiers are inferred, which costs a pass
    /// over the original.
    pub kinds: &'a BTreeMap<String, Kind>,
    /// Hierarchies by column.
    pub hierarchies: &'a BTreeMap<String, Chains>,
    /// Whether suppressed rows stand at the end as rows of stars; otherwise they are absent.
    pub stars_at_end: bool,
    /// The column of the original that names people, if it is known: it tells which rows are one
    /// person's where the order of rows is measured.
    pub person: Option<&'a str>,
    /// A column of the original and its value in the rows that are the table to be published, if
    /// not all are: the others are no suppressed rows and may not be published.
    pub only: Option<(&'a str, &'a str)>,
    /// How many threads may work.
    pub threads: usize,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Faithfulness {
    /// The published table is the original, generalized.
    Faithful {
        /// Rows that were published.
        kept: u64,
        /// Rows that were not.
        suppressed: u64,
    },
    /// It is not: here is the first place where it differs.
    Unfaithful(Discrepancy),
}

/// A place in a published table that no original explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discrepancy {
    /// The table, if it is not the published one but the table of its secrets.
    pub file: Option<String>,
    /// The line of the published table.
    pub line: u64,
    /// The column, as far as one is to blame.
    pub column: Option<String>,
    /// The published text there.
    pub value: Option<String>,
    /// What is wrong with it.
    pub problem: String,
}

impl std::fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}, ")?;
        }
        write!(f, "line {}", self.line)?;
        if let Some(column) = &self.column {
            write!(f, ", column '{column}'")?;
        }
        f.write_str(": ")?;
        if let Some(value) = &self.value {
            write!(f, "'{value}' ")?;
        }
        f.write_str(&self.problem)
    }
}

/// A published table beside its original.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SideBySide {
    /// Whether it is the original, generalized.
    pub found: Faithfulness,
    /// How far the order of rows gives columns back that are generalized or dropped.
    pub neighbours: Vec<Neighbours>,
    /// The row of the original, counted from 0, that each published row stands for, in ascending order;
    /// none where the published table is not the original, generalized.
    pub rows: Option<Vec<u32>>,
}

/// Compares a published table with its original.
///
/// # Errors
/// If a table cannot be read or a quasi-identifier is no column of the original.
pub fn faithful(comparison: &Comparison<'_>) -> Result<Faithfulness, JudgeError> {
    Ok(side_by_side(comparison)?.found)
}

/// Compares a published table with its original, and measures how far the order of rows gives
/// columns back that are generalized or dropped.
///
/// # Errors
/// As [`faithful`].
pub fn side_by_side(comparison: &Comparison<'_>) -> Result<SideBySide, JudgeError> {
    let mut walk = match RowMatcher::of(comparison)? {
        Ok(walk) => walk,
        Err(discrepancy) => {
            let (neighbours, rows) = (Vec::new(), None);
            return Ok(SideBySide {
                found: Faithfulness::Unfaithful(discrepancy),
                neighbours,
                rows,
            });
        }
    };
    // A table of more rows than a number can count is compared all the same.
    let mut rows = Some(Vec::new());
    let found = walk.over_both(|_, original| match u32::try_from(original) {
        Ok(original) => rows.iter_mut().for_each(|rows| rows.push(original)),
        Err(_) => rows = None,
    })?;
    let rows = rows.filter(|_| matches!(found, Faithfulness::Faithful { .. }));
    Ok(SideBySide { found, neighbours: walk.order.neighbours(), rows })
}

impl<'a> RowMatcher<'a> {
    /// A walk that has not begun, or why the columns do not fit.
    pub(crate) fn of(
        comparison: &'a Comparison<'a>,
    ) -> Result<Result<RowMatcher<'a>, Discrepancy>, JudgeError> {
        let sources = match sources(comparison) {
            Ok(sources) => sources,
            Err(discrepancy) => return Ok(Err(discrepancy)),
        };
        let person = comparison.person.map(|person| positions(comparison.original, &[person]));
        let person =
            person.transpose()?.map(|places| (places[0], NormalForm::new(comparison.nulls)));
        let order = NeighbourCounter::new(hidden(comparison, &sources), person);
        let columns = columns(comparison, sources)?;
        let only = only(comparison)?;
        Ok(Ok(RowMatcher { comparison, columns, only, order }))
    }

    /// Walks over both tables, and tells of each published row its number and that of the original
    /// row that it stands for.
    pub(crate) fn over_both(
        &mut self,
        each: impl FnMut(u64, u64),
    ) -> Result<Faithfulness, JudgeError> {
        let Comparison { original, published, threads, .. } = *self.comparison;
        std::thread::scope(|scope| {
            let cursor = |table| Cursor::new(table, scope, threads);
            self.side_by_side(cursor(original), cursor(published), each)
        })
    }
}

/// The published columns, each with where it comes from and how it was recoded.
fn columns<'a>(
    comparison: &'a Comparison<'a>,
    sources: Vec<usize>,
) -> Result<Vec<ComparedColumn<'a>>, JudgeError> {
    let kinds = kinds(comparison)?;
    let readers: BTreeMap<&str, Reader<'_>> = (comparison.qi.iter().zip(kinds))
        .map(|(name, kind)| {
            let chains = comparison.hierarchies.get(name);
            (name.as_str(), Reader::new(kind, comparison.nulls, chains))
        })
        .collect();
    Ok((comparison.published.columns().iter().zip(sources))
        .map(|(name, source)| {
            let recoding = readers.get(name.as_str()).map(|&reader| ColumnRecoding::new(reader));
            ComparedColumn { source, recoding }
        })
        .collect())
}

/// Where a row of the original must have which text to be part of the table.
fn only<'a>(comparison: &Comparison<'a>) -> Result<Option<(usize, &'a str)>, JudgeError> {
    let Some((column, value)) = comparison.only else { return Ok(None) };
    Ok(positions(comparison.original, &[column])?.first().map(|&place| (place, value)))
}

/// The columns that the order of rows may give back: the generalized and the dropped ones.
fn hidden(comparison: &Comparison<'_>, sources: &[usize]) -> Vec<NeighbourCount> {
    let qi: HashSet<&String> = comparison.qi.iter().collect();
    let identifying: HashSet<&String> = comparison.identifying.iter().collect();
    let published = comparison.published.columns().iter().zip(sources).enumerate();
    let generalized = published.filter(|(_, (name, _))| qi.contains(name));
    let generalized =
        generalized.map(|(at, (name, &source))| NeighbourCount::new(name, Some(at), source));
    let original = comparison.original.columns().iter().enumerate();
    let dropped = original.filter(|(_, name)| identifying.contains(name));
    generalized
        .chain(dropped.map(|(source, name)| NeighbourCount::new(name, None, source)))
        .collect()
}

/// Where each published column stands in the original; the groups, at the end, do not.
fn sources(comparison: &Comparison<'_>) -> Result<Vec<usize>, Discrepancy> {
    let places = places(comparison.original);
    let identifying: HashSet<&String> = comparison.identifying.iter().collect();
    let mut sources: Vec<usize> = Vec::new();
    for name in without_group(comparison)? {
        let wrong = |problem: &str| misplaced(name, problem);
        if identifying.contains(name) {
            return Err(wrong("is identifying, but was published"));
        }
        let source = places.get(name.as_str()).copied();
        let source = source.ok_or_else(|| wrong("is no column of the original"))?;
        if sources.last().is_some_and(|&last| source <= last) {
            return Err(wrong("stands in another place than in the original"));
        }
        sources.push(source);
    }
    Ok(sources)
}

/// The published columns, without that of the groups at the end if there is one.
fn without_group<'a>(comparison: &Comparison<'a>) -> Result<&'a [String], Discrepancy> {
    let published = comparison.published.columns();
    let Some(group) = comparison.group else { return Ok(published) };
    let dropped = |name: &String| comparison.identifying.contains(name);
    if comparison.original.columns().iter().any(|name| name == group && !dropped(name)) {
        return Err(misplaced(group, "stands in the original, so it names no groups"));
    }
    match published.split_last() {
        Some((last, others)) if last == group => Ok(others),
        _ => Err(misplaced(group, "should be the last column")),
    }
}

fn misplaced(column: &str, problem: &str) -> Discrepancy {
    let (column, problem) = (Some(column.to_owned()), problem.to_owned());
    Discrepancy { file: None, line: 1, column, value: None, problem }
}

/// The kinds of the quasi-identifiers, declared or inferred from the original.
pub(crate) fn kinds(comparison: &Comparison<'_>) -> Result<Vec<Kind>, JudgeError> {
    let unknown: Vec<&str> = (comparison.qi.iter().map(String::as_str))
        .filter(|name| !comparison.kinds.contains_key(*name))
        .collect();
    let places = positions(comparison.original, &unknown)?;
    let empty = || vec![TextNumbers::default(); places.len()];
    let each = |texts: &mut Vec<TextNumbers>, block: &Block| -> Result<(), JudgeError> {
        for (texts, &column) in texts.iter_mut().zip(&places) {
            for row in 0..block.rows() {
                texts.number(block.cell(row, column))?;
            }
        }
        Ok(())
    };
    let parts = if unknown.is_empty() {
        Vec::new()
    } else {
        comparison.original.fold(comparison.threads, empty, each)?
    };
    let inferred = |name: &String| {
        let at = unknown.iter().position(|unknown| unknown == name);
        let texts = parts.iter().flat_map(|part| at.map(|at| &part[at]));
        let texts = texts.flat_map(TextNumbers::iter);
        Kind::infer(texts.filter(|text| !comparison.nulls.is_missing(text)))
    };
    let kind = |name| comparison.kinds.get(name).copied().unwrap_or_else(|| inferred(name));
    Ok(comparison.qi.iter().map(kind).collect())
}

/// A published column: where it comes from, and how it was recoded if it was.
struct ComparedColumn<'a> {
    source: usize,
    recoding: Option<ColumnRecoding<'a>>,
}

pub(crate) struct RowMatcher<'a> {
    comparison: &'a Comparison<'a>,
    columns: Vec<ComparedColumn<'a>>,
    /// Where a row of the original must have which text to be part of the table.
    pub(crate) only: Option<(usize, &'a str)>,
    order: NeighbourCounter,
}

/// The original row that came closest to explaining a published one.
struct Closest {
    line: u64,
    differing: usize,
    /// The first published column that differs.
    column: usize,
    original: String,
}

impl RowMatcher<'_> {
    fn side_by_side(
        &mut self,
        mut originals: Cursor<'_>,
        mut published: Cursor<'_>,
        mut each: impl FnMut(u64, u64),
    ) -> Result<Faithfulness, JudgeError> {
        let (mut kept, mut suppressed, mut stars) = (0, 0, 0_u64);
        let mut last_line = 1;
        while let Some((block, row)) = published.next()? {
            last_line = block.line(row);
            if self.comparison.stars_at_end && is_suppressed(block, row) {
                stars += 1;
                continue;
            }
            if stars > 0 {
                return Ok(unexplained(last_line, "a row follows rows of stars".into()));
            }
            let mut closest: Option<Closest> = None;
            loop {
                let Some((original, at)) = originals.next()? else {
                    return Ok(Faithfulness::Unfaithful(self.discrepancy(block, row, closest)));
                };
                if !is_part(self.only, original, at) {
                    continue;
                }
                match self.compare((block, row), (original, at), closest.as_ref())? {
                    RowMatch::Explained => {
                        self.order.see((block, row), (original, at));
                        each(block.first_row() + row as u64, original.first_row() + at as u64);
                        break;
                    }
                    RowMatch::Closer(found) => closest = Some(found),
                    RowMatch::Different => {}
                }
                suppressed += 1;
            }
            kept += 1;
        }
        while let Some((original, at)) = originals.next()? {
            suppressed += u64::from(is_part(self.only, original, at));
        }
        if self.comparison.stars_at_end && stars != suppressed {
            let problem = format!("{stars} rows of stars stand for {suppressed} suppressed rows");
            return Ok(unexplained(last_line, problem));
        }
        Ok(Faithfulness::Faithful { kept, suppressed })
    }

    /// What is wrong with a published row if it stands for an original one.
    pub(crate) fn difference(
        &mut self,
        published: (&Block, usize),
        original: (&Block, usize),
    ) -> Result<Option<Discrepancy>, JudgeError> {
        let line = published.0.line(published.1);
        if !is_part(self.only, original.0, original.1) {
            let problem = format!(
                "stands for line {} of the original, which is not to be published",
                original.0.line(original.1)
            );
            return Ok(Some(Discrepancy { file: None, line, column: None, value: None, problem }));
        }
        Ok(match self.compare(published, original, None)? {
            RowMatch::Closer(Closest { line: original_line, column, original, .. }) => {
                Some(Discrepancy {
                    file: None,
                    line,
                    column: Some(self.comparison.published.columns()[column].clone()),
                    value: Some(published.0.cell(published.1, column).to_owned()),
                    problem: format!(
                        "does not stand for line {original_line} of the original, with `{original}`"
                    ),
                })
            }
            RowMatch::Explained | RowMatch::Different => None,
        })
    }

    /// Compares a published row with an original one.
    fn compare(
        &mut self,
        published: (&Block, usize),
        original: (&Block, usize),
        closest: Option<&Closest>,
    ) -> Result<RowMatch, JudgeError> {
        let (mut differing, mut first) = (0, None);
        for (at, column) in self.columns.iter_mut().enumerate() {
            let here = published.0.cell(published.1, at);
            let there = original.0.cell(original.1, column.source);
            let explained = match &mut column.recoding {
                Some(recoding) => recoding.covers(here, there)?,
                None => here == there,
            };
            if !explained {
                differing += 1;
                first = first.or(Some((at, there)));
            }
        }
        let Some((column, text)) = first else { return Ok(RowMatch::Explained) };
        if closest.is_some_and(|closest| closest.differing <= differing) {
            return Ok(RowMatch::Different);
        }
        let (line, original) = (original.0.line(original.1), text.to_owned());
        Ok(RowMatch::Closer(Closest { line, differing, column, original }))
    }

    fn discrepancy(&self, block: &Block, row: usize, closest: Option<Closest>) -> Discrepancy {
        let line = block.line(row);
        let Some(Closest { line: original_line, column, original, .. }) = closest else {
            let problem = "the original has no row left that could stand here".to_owned();
            return Discrepancy { file: None, line, column: None, value: None, problem };
        };
        Discrepancy {
            file: None,
            line,
            column: Some(self.comparison.published.columns()[column].clone()),
            value: Some(block.cell(row, column).to_owned()),
            problem: format!(
                "stands for no original: the closest row left is line {original_line}, with '{original}'"
            ),
        }
    }
}

/// Whether a row of the original is part of the table to be published.
pub(crate) fn is_part(only: Option<(usize, &str)>, original: &Block, row: usize) -> bool {
    only.is_none_or(|(column, value)| original.cell(row, column) == value)
}

/// What became of one comparison of two rows.
enum RowMatch {
    Explained,
    /// They differ, but less than all before.
    Closer(Closest),
    Different,
}

fn unexplained(line: u64, problem: String) -> Faithfulness {
    Faithfulness::Unfaithful(Discrepancy { file: None, line, column: None, value: None, problem })
}
