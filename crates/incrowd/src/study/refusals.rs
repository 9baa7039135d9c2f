//! What a table cannot be asked for, once its values are known.

use incrowd_core::terms::{Demand, SensitiveColumn};
use incrowd_io::Table;

use crate::error::{Error, Result};
use crate::plan::Plan;
use crate::reading;

/// The demands on a sensitive column.
pub(super) fn on_column<'a>(plan: &'a Plan, column: &str) -> impl Iterator<Item = &'a Demand> {
    plan.demands.iter().filter(move |demand| demand.column() == Some(column))
}

/// Refuses demands that mean nothing for a column.
pub(super) fn check_fit(plan: &Plan, column: &str, secret: SensitiveColumn) -> Result<()> {
    match on_column(plan, column).find_map(|demand| demand.misfit(secret)) {
        Some(message) => Err(Error::options(message).in_column(column)),
        None => Ok(()),
    }
}

/// Refuses a population that is smaller than its sample.
pub(super) fn check_population(plan: &Plan, table: &Table, members: u64) -> Result<()> {
    for demand in &plan.demands {
        if let Some(people) = demand.sampled_from()
            && people < members
        {
            let message = format!(
                "`population = {people}`: {} alone has {members} {}, and it is a part of the population",
                table.name(),
                if plan.person.is_some() { "people" } else { "rows" }
            );
            return Err(Error::options(message).with_value(people.to_string()));
        }
    }
    Ok(())
}

/// A table without anybody to publish.
pub(super) fn no_rows(table: &Table, member: Option<&(usize, String)>) -> Error {
    let Some((place, value)) = member else {
        return reading::no_rows(table);
    };
    let column = &table.columns()[*place];
    let message = format!(
        "{}: no row has the value '{value}' in the column '{column}' (`member`)",
        table.name()
    );
    Error::input(message).in_file(table.name()).in_column(column).with_value(value)
}
