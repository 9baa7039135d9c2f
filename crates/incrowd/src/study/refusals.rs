//! What a table cannot be asked for, once its values are known.

use incrowd_core::terms::{Closeness, Demand, Distance, Kind, Population, Radius};
use incrowd_io::Table;

use crate::failure::{Failure, Result};
use crate::plan::Plan;

pub(super) fn has_distance(plan: &Plan, column: &str, wanted: Distance) -> bool {
    plan.demands.iter().any(|demand| match demand {
        Demand::TCloseness { column: name, closeness: Closeness { distance, .. } } => {
            name == column && *distance == wanted
        }
        _ => false,
    })
}

/// Refuses distances that a column does not have.
pub(super) fn check_distances(plan: &Plan, column: &str, kind: Kind) -> Result<()> {
    if has_distance(plan, column, Distance::Ordered) && !kind.is_ordered() {
        let message = format!(
            "--t {column}=..:ordered needs a column of numbers or dates, and '{column}' is {kind}; \
             use equal or hierarchical, or declare it (--type {column}=integer)"
        );
        return Err(Failure::new(message).in_column(column));
    }
    if has_distance(plan, column, Distance::Hierarchical) && !plan.hierarchies.contains_key(column)
    {
        let message = format!(
            "--t {column}=..:hierarchical needs the hierarchy of '{column}': give it with --hierarchy {column}=SPEC"
        );
        return Err(Failure::new(message).in_column(column));
    }
    Ok(())
}

/// Refuses nearness that a column does not have.
pub(super) fn check_nearness(plan: &Plan, column: &str, kind: Kind) -> Result<()> {
    for demand in plan.demands.iter().filter(|demand| demand.column() == Some(column)) {
        let (flag, relative) = match demand {
            Demand::Proximity { proximity, .. } => {
                ("--proximity", matches!(proximity.radius, Radius::Relative(_)))
            }
            Demand::DeltaL { .. } => ("--delta-l", false),
            _ => continue,
        };
        if !kind.is_ordered() {
            let message = format!(
                "{flag} {column}=.. needs a column of numbers or dates, and '{column}' is {kind}; \
                 use --l, or declare missing values (--null) or the kind (--type {column}=decimal)"
            );
            return Err(Failure::new(message).in_column(column));
        }
        if relative && kind == Kind::Date {
            let message = format!(
                "{flag} {column}=..%: a share of a date means nothing; write a number of days"
            );
            return Err(Failure::new(message).in_column(column));
        }
    }
    Ok(())
}

/// Refuses a population that is smaller than its sample.
pub(super) fn check_population(plan: &Plan, table: &Table, rows: u64) -> Result<()> {
    for demand in &plan.demands {
        if let Demand::KMap { population: Population::Estimated { people, .. }, .. } = demand
            && *people < rows
        {
            let message = format!(
                "--population {people}: {} alone has {rows} rows, and it is a part of the population",
                table.name()
            );
            return Err(Failure::new(message).with_value(people.to_string()));
        }
    }
    Ok(())
}

/// A table without anybody to publish.
pub(super) fn no_rows(table: &Table, member: Option<&(usize, String)>) -> Failure {
    let Some((place, value)) = member else {
        let message = format!("{}: the table has a header but no rows", table.name());
        return Failure::new(message).in_file(table.name());
    };
    let column = &table.columns()[*place];
    let message = format!(
        "{}: no row has the value '{value}' in the column '{column}' (--member)",
        table.name()
    );
    Failure::new(message).in_file(table.name()).in_column(column).with_value(value)
}
