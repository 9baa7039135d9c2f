//! Columns made ready to be masked, by what is known of their values.

use std::collections::BTreeMap;

use incrowd_io::Table;

use crate::error::{Error, Result};
use crate::execution::Execution;

use super::columns::{ColumnAction, ColumnPlan};
use super::masked::{NumberMasking, PreparedColumn};
use super::people::{TextHolders, one_row_each};
use super::release::MaskRelease;
use super::shape::ColumnMask;
use super::stream::{self, Streamed};
use super::study::MaskStudy;
use super::values::ColumnTexts;

/// Every column ready to be masked; nothing for those that are dropped.
pub fn masked(
    release: &MaskRelease<'_>,
    execution: &Execution,
) -> Result<Vec<Option<PreparedColumn>>> {
    let MaskRelease { study, budgets, shapes, .. } = release;
    let MaskStudy { masking, table, columns, gathered, people, .. } = study;
    let mut masked = Vec::with_capacity(columns.len());
    let mut streamed = Vec::new();
    let mut holders = holders(release, execution)?;
    for (place, column) in columns.iter().enumerate() {
        let budget = || budgets[place].ok_or_else(|| no_budget(column));
        let values = gathered[place].before.as_ref();
        masked.push(match (&column.action, &shapes[place], values) {
            (ColumnAction::Drop, ..) => None,
            (ColumnAction::Cell(cell), ..) => Some(PreparedColumn::by_cell(cell.clone())),
            (action, ColumnMask::Level(levels), Some(ColumnTexts::Held(held))) => {
                let level = match action {
                    ColumnAction::Level(Some(level), _) => *level,
                    _ => levels.within(budget()?),
                };
                let masked = PreparedColumn::by_level(
                    held,
                    &levels.hierarchy,
                    level,
                    &masking.reading.nulls,
                );
                Some(masked.map_err(|why| unmaskable(table, column, &why))?)
            }
            (_, ColumnMask::Numbers(grouping, scale), Some(values)) => {
                let numbers = NumberMasking {
                    grouping: *grouping,
                    ties: masking.ties,
                    values: budget()?,
                    publish: masking.publish,
                    nulls: &masking.reading.nulls,
                    of_people: people.is_some(),
                };
                let wrong = |why: String| unmaskable(table, column, &why);
                match values {
                    ColumnTexts::Held(held) => {
                        let own = holders.remove(&place);
                        Some(numbers.of_held(held, *scale, own.as_ref()).map_err(wrong)?)
                    }
                    ColumnTexts::Many(many) => {
                        let (nulls, seed) = (&masking.reading.nulls, masking.seed);
                        let chosen = match people {
                            Some(people) => {
                                one_row_each(table, people, &[place], nulls, seed, execution)?.pop()
                            }
                            None => None,
                        };
                        let drawn = people.as_ref().zip(chosen);
                        let stream = Streamed::new(place, many, numbers, drawn, seed);
                        streamed.push(stream.map_err(wrong)?);
                        None
                    }
                    ColumnTexts::Lost => None,
                }
            }
            _ => return Err(unmaskable(table, column, "its values were not gathered")),
        });
    }
    stream::run(masking, table, &mut streamed, execution)?;
    for column in streamed {
        let place = column.place;
        masked[place] = Some(column.masked());
    }
    Ok(masked)
}

/// Who has which value of each column of numbers that are held, where people are counted.
fn holders(
    release: &MaskRelease<'_>,
    execution: &Execution,
) -> Result<BTreeMap<usize, TextHolders>> {
    let MaskStudy { table, gathered, people, .. } = release.study;
    let Some(people) = people else { return Ok(BTreeMap::new()) };
    let mut columns = Vec::new();
    for (place, (shape, gathered)) in release.shapes.iter().zip(gathered).enumerate() {
        if let (ColumnMask::Numbers(..), Some(ColumnTexts::Held(held))) = (shape, &gathered.before)
        {
            columns.push((place, &held.texts));
        }
    }
    if columns.is_empty() {
        return Ok(BTreeMap::new());
    }
    let found = TextHolders::read(table, people, &columns, execution)?;
    Ok(columns.into_iter().map(|(place, _)| place).zip(found).collect())
}

/// A column of which nobody said how coarse it is to be.
pub fn no_budget(column: &ColumnPlan) -> Error {
    let name = &column.name;
    let message = if column.qi {
        format!(
            "how coarse is '{name}' to be? say `k` and `beta`, or what becomes of it: `column {name} = ..`"
        )
    } else {
        format!(
            "'{name}' is no quasi-identifier and has no share of the cells: say how many values or which level, as in `column {name} = quantile:20` or `column {name} = level:1`"
        )
    };
    Error::options(message).in_column(name)
}

fn unmaskable(table: &Table, column: &ColumnPlan, why: &str) -> Error {
    let (file, name) = (table.name(), &column.name);
    Error::input(format!("{file}, column '{name}': {why}")).in_file(file).in_column(name)
}
