//! What the columns of a published table still show, as the judge sees them.

use std::collections::BTreeMap;

use crate::Reading;
use incrowd_document::ColumnDistribution;
use incrowd_io::Table;
use incrowd_judge::{
    Association, ComparedTables, Distribution, FittedSummaries, compare_distributions,
    fitted_summaries,
};

use crate::error::Result;
use crate::run::Context;

use super::roles::is_amount;

/// The greatest share of rows that stand for no value of the original beside which it is shown.
const MOST_STRANGE: f64 = 0.25;

/// Nobody looks at the pictures of more columns, and each takes memory.
const MOST_COLUMNS: usize = 60;

/// A distribution, unless much of what is published are other values, as years are beside dates: to
/// lay them beside each other would say that rows have moved.
fn told(distribution: Distribution, role: &str) -> ColumnDistribution {
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

/// How columns are distributed, how strongly they depend on each other, and what can be fitted.
pub struct ColumnComparison {
    pub distributions: Vec<ColumnDistribution>,
    pub associations: Vec<Association>,
    pub summaries: FittedSummaries,
}

/// The same of a table without an original.
pub fn alone(
    table: &Table,
    columns: &[String],
    reading: &Reading,
    skip_suppressed: bool,
    context: &Context,
    role: impl Fn(&String) -> &'static str,
) -> Result<ColumnComparison> {
    let nothing = (BTreeMap::new(), BTreeMap::new());
    let tables = ComparedTables {
        original: None,
        only: None,
        published: table,
        columns,
        nulls: &reading.nulls,
        kinds: &reading.kinds,
        hierarchies: &nothing.0,
        levels: &nothing.1,
        skip_suppressed,
        threads: context.work.threads(),
    };
    of(&tables, role)
}

/// Distributions, each with the part that its column plays, and associations.
pub fn of(
    tables: &ComparedTables<'_>,
    role: impl Fn(&String) -> &'static str,
) -> Result<ColumnComparison> {
    let (looked, left) = tables.columns.split_at(tables.columns.len().min(MOST_COLUMNS));
    let compared = compare_distributions(&ComparedTables { columns: looked, ..*tables })?;
    let shown = compared.distributions.into_iter().zip(looked);
    let mut distributions: Vec<ColumnDistribution> =
        shown.map(|(distribution, column)| told(distribution, role(column))).collect();
    let why = format!("only the first {MOST_COLUMNS} columns are looked at");
    let skipped = |column: &String| without_bins(column.clone(), &why, role(column));
    distributions.extend(left.iter().map(skipped));
    let summaries = summaries(&ComparedTables { columns: looked, ..*tables }, &role)?;
    Ok(ColumnComparison { distributions, associations: compared.associations, summaries })
}

/// What a recipient would compute first: of amounts and categories, not of codes. An analysis is likely
/// about what is sensitive.
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
