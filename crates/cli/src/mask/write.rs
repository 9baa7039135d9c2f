//! The last pass: every cell masked, to a file beside the output.

use incrowd_io::{Batch, Block, Column, ColumnType, Output, Table, TableWriter};

use crate::failure::Result;
use crate::settings::Masking;
use crate::talk::Talk;

use super::gather::{changed, fault};
use super::masked::{Bucketed, Masked};

/// Writes the masked table; columns without a mask are dropped. What was not held is measured on
/// the way.
pub fn write(
    masking: &Masking,
    table: &Table,
    columns: &mut [Option<Masked>],
    output: Output,
    talk: &Talk,
) -> Result<Output> {
    let kinds = table.kinds();
    let kept: Vec<(usize, &Masked)> = (columns.iter().enumerate())
        .filter_map(|(place, masked)| Some((place, masked.as_ref()?)))
        .collect();
    let header = kept.iter().map(|&(place, masked)| {
        let kind = match &kinds {
            Some(kinds) if masked.members => kinds[place],
            _ => ColumnType::Text,
        };
        Column { kind, ..Column::text(&table.columns()[place]) }
    });
    let mut writer = TableWriter::new(output, header.collect(), masking.reading.options.delimiter)?;
    let encoder = writer.encoder();
    let nulls = &masking.reading.nulls;
    let step = talk.step("writing", Some(table.bytes()));
    let bucketed: Vec<(usize, &Bucketed)> =
        (kept.iter()).filter_map(|&(place, masked)| Some((place, masked.bucketed()?))).collect();
    let each = |block: &Block| -> Result<(Batch, Vec<Moments>)> {
        let mut batch = encoder.batch();
        for row in 0..block.rows() {
            for &(place, masked) in &kept {
                let text = block.cell(row, place);
                let shown = masked.publish(text, nulls).map_err(|why| {
                    let (line, column) = (block.line(row), &table.columns()[place]);
                    match why {
                        Some(why) => fault(table, line, column, text, &why),
                        None => changed(table, line, column, text),
                    }
                })?;
                batch.push(&shown);
            }
        }
        let measure = |&(place, bucketed): &(usize, &Bucketed)| {
            let cells = (0..block.rows()).map(|row| block.cell(row, place));
            Moments::of(bucketed, cells.filter(|cell| !nulls.is_missing(cell)))
        };
        step.advance(block.bytes());
        Ok((batch, bucketed.iter().map(measure).collect()))
    };
    let threads = if kept.iter().any(|(_, masked)| masked.is_ordered()) { 1 } else { talk.threads };
    let mut moments = vec![Moments::default(); bucketed.len()];
    // Added up in the order of the file, so that rounding is the same on any number of threads.
    table.map_ordered(threads, each, |(batch, more)| -> Result<()> {
        moments.iter_mut().zip(more).for_each(|(moments, more)| moments.add(more));
        Ok(writer.write(batch)?)
    })?;
    let places: Vec<usize> = bucketed.iter().map(|(place, _)| *place).collect();
    for (place, moments) in places.into_iter().zip(moments) {
        if let Some(masked) = &mut columns[place] {
            masked.error = moments.error();
        }
    }
    Ok(writer.finish()?)
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
    fn of<'a>(bucketed: &Bucketed, cells: impl Iterator<Item = &'a str>) -> Moments {
        let (list, square) = (bucketed.buckets.list(), |number: f64| number * number);
        let middle = list[list.len() / 2].representative;
        let mut moments = Moments::default();
        for number in cells.filter_map(|cell| bucketed.scale.read(cell)) {
            let shown = bucketed.labels[bucketed.buckets.place(number)].1;
            moments.add(Moments {
                rows: 1.0,
                above: number - middle,
                squares: square(number - middle),
                moved: square(shown - number),
            });
        }
        moments
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
