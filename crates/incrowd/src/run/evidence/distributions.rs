//! The distributions, associations and fitted summaries of a published table's columns, as the
//! judge measures them.

use std::collections::BTreeMap;

use incrowd_document::ColumnDistribution;
use incrowd_io::Table;
use incrowd_judge::{
    Association, ComparedTables, Distribution, FittedSummaries, compare_distributions,
    fitted_summaries,
};

use crate::Reading;
use crate::error::Result;
use crate::run::Context;

use super::roles::is_amount;

/// A distribution is shown only if at most this share of the published rows stands for no value of
/// the original.
const MOST_STRANGE: f64 = 0.25;

/// How many columns are compared. Nobody looks at the charts of more, and each takes memory.
const MOST_COLUMNS: usize = 60;

/// The distribution of a column as documents show it. It is left out if many published values are
/// not values of the original, such as years published for dates: a comparison would wrongly
/// suggest that rows moved between bins.
fn column_distribution(distribution: Distribution, role: &str) -> ColumnDistribution {
    let Distribution { column, bins, distance, skipped, strange } = distribution;
    if strange > MOST_STRANGE {
        let why = "much of what is published stands for no value of the original";
        return without_bins(column, why, role);
    }
    ColumnDistribution { column, bins, distance, skipped, role: role.to_owned() }
}

/// A column whose distribution is not shown.
fn without_bins(column: String, why: &str, role: &str) -> ColumnDistribution {
    let skipped = Some(why.to_owned());
    ColumnDistribution { column, bins: None, distance: None, skipped, role: role.to_owned() }
}

/// The distributions of columns, their pairwise associations, and the fitted summaries.
pub struct ColumnComparison {
    pub distributions: Vec<ColumnDistribution>,
    pub associations: Vec<Association>,
    pub summaries: FittedSummaries,
}

/// The distributions, associations and summaries of a table without an original.
pub fn alone(
    table: &Table,
    columns: &[String],
    reading: &Reading,
    skip_suppressed: bool,
    context: &Context,
    role: impl Fn(&String) -> &'static str,
) -> Result<ColumnComparison> {
    let (no_hierarchies, no_levels) = (BTreeMap::new(), BTreeMap::new());
    let tables = ComparedTables {
        original: None,
        only: None,
        published: table,
        columns,
        nulls: &reading.nulls,
        kinds: &reading.kinds,
        hierarchies: &no_hierarchies,
        levels: &no_levels,
        skip_suppressed,
        threads: context.execution.threads(),
    };
    of(&tables, role)
}

/// The distributions of the published columns, each with its column's role, their associations and
/// their summaries, compared with the original if there is one.
pub fn of(
    tables: &ComparedTables<'_>,
    role: impl Fn(&String) -> &'static str,
) -> Result<ColumnComparison> {
    let (compared_columns, other_columns) =
        tables.columns.split_at(tables.columns.len().min(MOST_COLUMNS));
    let compared = compare_distributions(&ComparedTables { columns: compared_columns, ..*tables })?;
    let shown = compared.distributions.into_iter().zip(compared_columns);
    let mut distributions: Vec<ColumnDistribution> = shown
        .map(|(distribution, column)| column_distribution(distribution, role(column)))
        .collect();
    let why = format!("only the first {MOST_COLUMNS} columns are looked at");
    let skipped = |column: &String| without_bins(column.clone(), &why, role(column));
    distributions.extend(other_columns.iter().map(skipped));
    let summaries = summaries(&ComparedTables { columns: compared_columns, ..*tables }, &role)?;
    Ok(ColumnComparison { distributions, associations: compared.associations, summaries })
}

/// The summaries that a recipient is likely to compute first. Codes, such as zip codes, are left
/// out. Sensitive columns are the preferred outcomes, because analyses are likely about them.
fn summaries(
    tables: &ComparedTables<'_>,
    role: impl Fn(&String) -> &'static str,
) -> Result<FittedSummaries> {
    let amounts: Vec<String> =
        tables.columns.iter().filter(|name| is_amount(name)).cloned().collect();
    let outcomes: Vec<String> =
        amounts.iter().filter(|name| role(name) == "sensitive").cloned().collect();
    Ok(fitted_summaries(&ComparedTables { columns: &amounts, ..*tables }, &outcomes)?)
}
