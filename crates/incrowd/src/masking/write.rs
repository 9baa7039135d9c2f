//! The last pass: every cell masked, to a file beside the output or to memory.

use std::borrow::Cow;

use incrowd_core::terms::Nulls;
use incrowd_io::{Batch, Block, ColumnType, OutputColumn, Table, TableSink, TableWriter};

use crate::error::Result;
use crate::execution::Execution;
use crate::reading::{changed, fault};

use super::cell::CellRule;
use super::labels::MaskLabels;
use super::masked::{Bucketed, CellMapping, PreparedColumn};
use super::study::MaskStudy;

/// Writes the masked table; columns without a mask are dropped. What was not held is measured on
/// the way.
pub fn write<S: TableSink>(
    study: &MaskStudy,
    columns: &mut [Option<PreparedColumn>],
    sink: S,
    execution: &Execution,
) -> Result<S> {
    let MaskStudy { masking, table, person, .. } = study;
    let kinds = table.kinds();
    let kept: Vec<(usize, &PreparedColumn)> = (columns.iter().enumerate())
        .filter_map(|(place, masked)| Some((place, masked.as_ref()?)))
        .collect();
    let header = kept.iter().map(|&(place, masked)| {
        let kind = match &kinds {
            Some(kinds) if masked.members => kinds[place],
            _ => ColumnType::Text,
        };
        let same = matches!(masked.how, CellMapping::Cell(CellRule::Keep))
            && !masking.reading.nulls.tell_more();
        let column = masking.reading.output_column(&table.columns()[place], kind);
        OutputColumn { source: same.then_some(place), ..column }
    });
    let mut writer = TableWriter::new(sink, header.collect(), masking.reading.options.delimiter)?;
    let encoder = writer.encoder();
    let nulls = &masking.reading.nulls;
    let tell_more = nulls.tell_more();
    let each = |block: &Block| -> Result<(Batch, Vec<Moments>, Vec<u64>)> {
        let mut moments = Vec::new();
        let mut shown: Vec<Shown<'_>> = (0..block.columns()).map(|_| Shown::Dropped).collect();
        for &(place, masked) in &kept {
            let measured = |more| moments.push(more);
            let at = (place, *person);
            shown[place] = Shown::of(table, block, at, masked, nulls, measured)?;
        }
        let mut batch = encoder.batch();
        for row in 0..block.rows() {
            for (cell, shown) in block.row(row).zip(&shown) {
                shown.push(row, cell, &mut batch);
            }
            if encoder.needs_numbers() {
                batch.number(number(block.first_row() + row as u64)?);
            }
        }
        let blanked = kept
            .iter()
            .filter(|_| tell_more)
            .map(|&(place, masked)| blanked(block, place, masked, nulls));
        Ok((batch, moments, blanked.collect()))
    };
    let streamed: Vec<usize> = (kept.iter())
        .filter(|(_, masked)| matches!(masked.how, CellMapping::Buckets(_)))
        .map(|(place, _)| *place)
        .collect();
    let in_turn = kept.iter().any(|(_, masked)| masked.is_ordered());
    let execution = if in_turn { execution.clone().on_threads(1) } else { execution.clone() };
    let mut moments = vec![Moments::default(); streamed.len()];
    let mut empty = vec![0; kept.len()];
    // Added up in the order of the file, so that rounding is the same on any number of threads.
    execution.map_ordered("writing", table, each, |(batch, more, blanked)| {
        empty.iter_mut().zip(blanked).for_each(|(cells, more)| *cells += more);
        moments.iter_mut().zip(more).for_each(|(moments, more)| moments.add(more));
        Ok(writer.write(batch)?)
    })?;
    let places: Vec<usize> = kept.iter().map(|&(place, _)| place).collect();
    for (place, cells) in places.into_iter().zip(empty) {
        columns[place].iter_mut().for_each(|masked| masked.blanked = cells);
    }
    for (place, moments) in streamed.into_iter().zip(moments) {
        if let Some(masked) = &mut columns[place] {
            masked.error = moments.error();
        }
    }
    Ok(writer.finish()?)
}

/// The number of a row whose cells are taken from the original.
fn number(row: u64) -> Result<u32> {
    let too_many = "columns are kept in tables of up to 4294967295 rows";
    u32::try_from(row).map_err(|_| crate::Error::input(too_many))
}

/// The cells of a block that were declared missing and say more than that, where cells are told.
fn blanked(block: &Block, place: usize, masked: &PreparedColumn, nulls: &Nulls) -> u64 {
    if matches!(masked.how, CellMapping::Cell(CellRule::Redact | CellRule::Constant(_))) {
        return 0;
    }
    let cells = (0..block.rows()).map(|row| block.cell(row, place));
    cells.filter(|cell| nulls.published(cell) != *cell).count() as u64
}

/// A column of a block as it is published.
enum Shown<'a> {
    /// Not at all.
    Dropped,
    /// As it was.
    Same,
    /// The same in every row.
    Constant(&'a str),
    Texts(Vec<Cow<'a, str>>),
    Labels(&'a MaskLabels, Vec<u32>),
    /// Per row: the bucket, or nothing if the value is missing.
    Buckets(&'a Bucketed, Vec<Option<u32>>, &'a Nulls),
}

impl<'a> Shown<'a> {
    /// Masks a column of a block; what is not held is measured.
    fn of(
        table: &Table,
        block: &'a Block,
        (place, person): (usize, Option<usize>),
        masked: &'a PreparedColumn,
        nulls: &'a Nulls,
        mut measured: impl FnMut(Moments),
    ) -> Result<Shown<'a>> {
        let cell = |row: usize| block.cell(row, place);
        let column = &table.columns()[place];
        let gone = |row: usize| changed(table, block.line(row), column, cell(row));
        Ok(match &masked.how {
            CellMapping::Cell(CellRule::Keep) if !nulls.tell_more() => Shown::Same,
            CellMapping::Cell(CellRule::Redact) => Shown::Constant("*"),
            CellMapping::Cell(CellRule::Constant(text)) => Shown::Constant(text),
            CellMapping::Cell(how) => {
                let text = |row: usize| {
                    let person = person.map_or("", |place| block.cell(row, place));
                    how.publish(cell(row), nulls, person)
                        .map_err(|why| fault(table, block.line(row), column, cell(row), &why))
                };
                Shown::Texts((0..block.rows()).map(text).collect::<Result<_>>()?)
            }
            CellMapping::Labels(labels) => {
                let label = |row: usize| labels.place(cell(row)).ok_or_else(|| gone(row));
                let places = (0..block.rows()).map(label).collect::<Result<_>>()?;
                Shown::Labels(labels, places)
            }
            CellMapping::Buckets(bucketed) => {
                let mut moments = Moments::default();
                let mut places = Vec::with_capacity(block.rows());
                for row in 0..block.rows() {
                    if nulls.is_missing(cell(row)) {
                        places.push(None);
                        continue;
                    }
                    let number = bucketed.scale.read(cell(row)).ok_or_else(|| gone(row))?;
                    let bucket = bucketed.buckets.place(number);
                    moments.see(bucketed, bucket, number);
                    places.push(Some(bucket as u32));
                }
                measured(moments);
                Shown::Buckets(bucketed, places, nulls)
            }
        })
    }

    /// Publishes a row's cell.
    #[inline]
    fn push(&self, row: usize, cell: &str, batch: &mut Batch) {
        batch.push(match self {
            Shown::Dropped => return,
            Shown::Same => cell,
            Shown::Constant(text) => text,
            Shown::Texts(texts) => &texts[row],
            Shown::Labels(labels, places) => labels.label(places[row]),
            Shown::Buckets(bucketed, places, nulls) => match places[row] {
                Some(bucket) => &bucketed.labels[bucket as usize].0,
                None => nulls.published(cell),
            },
        });
    }
}

/// What masking did to numbers that are not held: sums around a number of their own size, so that
/// little is lost to rounding.
#[derive(Clone, Copy, Default)]
struct Moments {
    rows: f64,
    above: f64,
    squares: f64,
    moved: f64,
}

impl Moments {
    fn see(&mut self, bucketed: &Bucketed, bucket: usize, number: f64) {
        let list = bucketed.buckets.list();
        let above = number - list[list.len() / 2].representative;
        let moved = bucketed.labels[bucket].1 - number;
        self.rows += 1.0;
        self.above += above;
        self.squares += above * above;
        self.moved += moved * moved;
    }

    fn add(&mut self, more: Moments) {
        self.rows += more.rows;
        self.above += more.above;
        self.squares += more.squares;
        self.moved += more.moved;
    }

    fn error(self) -> Option<f64> {
        let spread = self.squares - self.above * self.above / self.rows;
        (spread > 0.0).then(|| self.moved / spread)
    }
}
