//! Writing the release: a second pass over the table, row by row, to a file beside the output or to
//! memory.

use std::sync::{Mutex, PoisonError};

use incrowd_core::publish::{Mapping, RowFate};
use incrowd_io::{Batch, Block, ColumnType, IoError, OutputColumn, TableSink, TableWriter};

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::plan::{Order, Plan};
use crate::reading;
use crate::seed::{Purpose, Seed};
use crate::study::Study;

use super::groups::{GROUP, GroupAssignment};
use super::shuffle::{RawRows, Shuffle};

/// What was written.
#[derive(Clone, Debug)]
pub struct WrittenRelease {
    /// Rows that are written.
    pub rows: u64,
    /// Rows that are not.
    pub suppressed: u64,
}

/// Which row of the table each published row is, counted from 0 and in the order of publication; kept
/// where people are counted or rows are shuffled. It is for the judge, and never published.
pub(super) type Origins = Option<Vec<u32>>;

/// Rows on their way out: encoded for the file, or loose for shuffling.
enum OutputRows {
    /// With the numbers of the rows, where they are kept.
    Ready(Batch, Vec<u32>),
    Loose(RawRows),
}

impl OutputRows {
    fn push(&mut self, cell: &str) {
        match self {
            OutputRows::Ready(batch, _) => batch.push(cell),
            OutputRows::Loose(rows) => rows.push(cell),
        }
    }

    /// Ends a row with its number in the table.
    fn number(&mut self, row: u64) -> Result<()> {
        let too_many = "rows are shuffled, people counted, and columns kept, in tables of up to 4294967295 rows";
        let number = u32::try_from(row).map_err(|_| Error::input(too_many))?;
        match self {
            OutputRows::Ready(batch, numbers) => {
                batch.number(number);
                numbers.push(number);
            }
            OutputRows::Loose(rows) => rows.push(&number.to_string()),
        }
        Ok(())
    }
}

/// Writes the release.
pub(super) fn write<S: TableSink>(
    study: &Study,
    mapping: &Mapping<'_>,
    groups: Option<GroupAssignment>,
    sink: S,
    execution: &Execution,
) -> Result<(S, WrittenRelease, Origins)> {
    let plan = &*study.plan;
    let aside = match &groups {
        Some(GroupAssignment::Drawn(_) | GroupAssignment::OfPeople(_)) => study.secrets.as_slice(),
        _ => &[],
    };
    let stays = |place: &usize| !study.dropped.contains(place) && !aside.contains(place);
    let sources: Vec<usize> = (0..study.table.columns().len()).filter(stays).collect();
    let width = sources.len() + usize::from(groups.is_some());
    let mut columns = columns(plan, study, mapping, &sources);
    if groups.is_some() {
        let kind = if plan.keep_suppressed { ColumnType::Text } else { ColumnType::Unsigned };
        columns.push(OutputColumn { kind, ..OutputColumn::text(GROUP) });
    }
    let mut writer = TableWriter::new(sink, columns, plan.reading.options.delimiter)?;
    let encoder = writer.encoder();
    let mut written = WrittenRelease { rows: 0, suppressed: 0 };
    let ordered = plan.order == Order::Input;
    let in_turn = mapping.is_ordered() || groups.is_some();
    let seed = Seed::chosen(plan.seed)?;
    if mapping.is_ordered() {
        mapping.shuffle(&mut seed.generator(Purpose::Classes));
    }
    let execution = &if in_turn { execution.clone().on_threads(1) } else { execution.clone() };
    let groups = groups.map(Mutex::new);
    let kept = study.person.is_some() || !ordered;
    let numbered = kept || encoder.needs_numbers();
    // Where each published cell comes from: a column of the table, and which quasi-identifier it is.
    let cell = |&place: &usize| (place, study.qi.iter().position(|&qi| qi == place));
    let cells: Vec<(usize, Option<usize>)> = sources.iter().map(cell).collect();
    let each = |block: &Block| {
        let mut sheet = match ordered {
            true => OutputRows::Ready(encoder.batch(), Vec::new()),
            false => OutputRows::Loose(RawRows::new(width + usize::from(numbered))),
        };
        let mut labels = Vec::with_capacity(study.qi.len());
        let mut secrets = Vec::new();
        let mut suppressed = 0;
        for row in (0..block.rows()).filter(|&row| study.is_member(block, row)) {
            let originals = study.qi.iter().map(|&place| block.cell(row, place));
            match mapping.row(originals, &mut labels) {
                Ok(RowFate::Suppressed) => suppressed += 1,
                Ok(RowFate::Published) => {
                    let shown = |&(place, qi): &(usize, Option<usize>)| match qi {
                        Some(column) => mapping.text(column, labels[column]),
                        None => block.cell(row, place),
                    };
                    if plan.keep_suppressed && cells.iter().all(|cell| shown(cell) == "*") {
                        return Err(star(study, block.line(row)));
                    }
                    for cell in &cells {
                        sheet.push(shown(cell));
                    }
                    if let Some(groups) = &groups {
                        let gone =
                            |place| changed(study, block.line(row), place, block.cell(row, place));
                        let mut groups = groups.lock().unwrap_or_else(PoisonError::into_inner);
                        groups.codes(study, block, row, &mut secrets).map_err(gone)?;
                        let group = groups.next(&labels, &secrets);
                        let group = group.ok_or_else(|| gone(study.secrets[0]))?;
                        sheet.push(&group.to_string());
                    }
                    if numbered {
                        sheet.number(block.first_row() + row as u64)?;
                    }
                }
                Err(unknown) => {
                    let place = study.qi[unknown.column];
                    return Err(changed(study, block.line(row), place, block.cell(row, place)));
                }
            }
        }
        Ok((sheet, suppressed))
    };
    let mut shuffle = match plan.order {
        Order::Input => None,
        Order::Shuffled => {
            let random = seed.generator(Purpose::Order);
            Some(Shuffle::of_table(random, &study.table, width, numbered))
        }
    };
    let mut origins = Vec::new();
    execution.map_ordered(
        "writing",
        &study.table,
        each,
        |(sheet, suppressed): (OutputRows, u64)| {
            written.suppressed += suppressed;
            match (sheet, &mut shuffle) {
                (OutputRows::Ready(batch, numbers), _) => {
                    if kept {
                        origins.extend(numbers);
                    }
                    written.rows += batch.rows() as u64;
                    writer.write(batch)?;
                }
                (OutputRows::Loose(rows), Some(shuffle)) => {
                    written.rows += rows.rows() as u64;
                    shuffle.add(&rows)?;
                }
                (OutputRows::Loose(_), None) => {}
            }
            Ok(())
        },
    )?;
    if let Some(shuffle) = shuffle {
        origins = shuffle.write(&mut writer)?;
    }
    if plan.keep_suppressed {
        stars(&mut writer, written.suppressed, width)?;
    }
    Ok((writer.finish()?, written, kept.then_some(origins)))
}

/// The published columns. Where the input has types of its own, what is not generalized keeps
/// them.
fn columns(
    plan: &Plan,
    study: &Study,
    mapping: &Mapping<'_>,
    sources: &[usize],
) -> Vec<OutputColumn> {
    let kinds = study.table.kinds();
    let column = |&place: &usize| {
        let column = study.qi.iter().position(|&qi| qi == place);
        let keeps = column.is_none_or(|column| mapping.keeps(column)) && !plan.keep_suppressed;
        let kind = match &kinds {
            Some(kinds) if keeps => kinds[place],
            _ => ColumnType::Text,
        };
        let written = plan.reading.output_column(&study.table.columns()[place], kind);
        let labels = column.filter(|_| !keeps).map(|column| mapping.texts(column));
        let labels = labels.into_iter().flatten().map(str::to_owned).collect();
        OutputColumn { source: keeps.then_some(place), labels, ..written }
    };
    sources.iter().map(column).collect()
}

/// Suppressed rows, at the end and without a trace of what they were.
fn stars<S: TableSink>(
    writer: &mut TableWriter<S>,
    rows: u64,
    columns: usize,
) -> std::result::Result<(), IoError> {
    let encoder = writer.encoder();
    let mut left = rows;
    while left > 0 {
        let now = left.min(4096);
        let mut batch = encoder.batch();
        for _ in 0..now * columns as u64 {
            batch.push("*");
        }
        writer.write(batch)?;
        left -= now;
    }
    Ok(())
}

/// The table is not what it was when it was read first.
pub(super) fn changed(study: &Study, line: u64, place: usize, value: &str) -> Error {
    reading::changed(&study.table, line, &study.table.columns()[place], value)
}

/// A true row that nobody could tell from a suppressed one.
fn star(study: &Study, line: u64) -> Error {
    let file = study.table.name();
    let message = format!(
        "{file}, line {line}: this row would be published as * in every cell, like a suppressed one; \
         publish without `keep-suppressed`"
    );
    Error::input(message).in_file(file).at_line(line)
}
