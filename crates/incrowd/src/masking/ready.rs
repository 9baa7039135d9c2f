//! Columns made ready to be masked, by what is known of their values.

use incrowd_io::Table;

use crate::error::{Error, Result};
use crate::execution::Execution;

use super::coarsening::Coarsening;
use super::columns::{Column, Course};
use super::gathering::Gathering;
use super::masked::{Masked, Numbers};
use super::shape::Shape;
use super::stream::{self, Streamed};
use super::values::Values;

/// Every column ready to be masked; nothing for those that are dropped.
pub fn masked(coarsening: &Coarsening<'_>, work: &Execution) -> Result<Vec<Option<Masked>>> {
    let Coarsening { gathering, budgets, shapes, .. } = coarsening;
    let Gathering { masking, table, columns, gathered, .. } = gathering;
    let mut masked = Vec::with_capacity(columns.len());
    let mut streamed = Vec::new();
    for (place, column) in columns.iter().enumerate() {
        let budget = || budgets[place].ok_or_else(|| no_budget(column));
        let values = gathered[place].before.as_ref();
        masked.push(match (&column.course, &shapes[place], values) {
            (Course::Drop, ..) => None,
            (Course::Cell(cell), ..) => Some(Masked::by_cell(cell.clone())),
            (course, Shape::Level(levels), Some(Values::Held(held))) => {
                let level = match course {
                    Course::Level(Some(level), _) => *level,
                    _ => levels.within(budget()?),
                };
                let masked =
                    Masked::by_level(held, &levels.hierarchy, level, &masking.reading.nulls);
                Some(masked.map_err(|why| unmaskable(table, column, &why))?)
            }
            (_, Shape::Numbers(grouping, scale), Some(values)) => {
                let numbers = Numbers {
                    grouping: *grouping,
                    ties: masking.ties,
                    values: budget()?,
                    publish: masking.publish,
                    nulls: &masking.reading.nulls,
                };
                let wrong = |why: String| unmaskable(table, column, &why);
                match values {
                    Values::Held(held) => Some(numbers.of_held(held, *scale).map_err(wrong)?),
                    Values::Many(many) => {
                        let stream = Streamed::new(place, many, numbers, masking.seed);
                        streamed.push(stream.map_err(wrong)?);
                        None
                    }
                    Values::Lost => None,
                }
            }
            _ => return Err(unmaskable(table, column, "its values were not gathered")),
        });
    }
    stream::run(masking, table, &mut streamed, work)?;
    for column in streamed {
        let place = column.place;
        masked[place] = Some(column.masked());
    }
    Ok(masked)
}
/// A column of which nobody said how coarse it is to be.
pub fn no_budget(column: &Column) -> Error {
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

fn unmaskable(table: &Table, column: &Column, why: &str) -> Error {
    let (file, name) = (table.name(), &column.name);
    Error::input(format!("{file}, column '{name}': {why}")).in_file(file).in_column(name)
}
