//! What the columns of a published table still show, as the judge sees them.

use std::collections::BTreeMap;

use crate::Reading;
use incrowd_document::ColumnDistribution;
use incrowd_io::Table;
use incrowd_judge::{Association, Distribution, Sitting, portrait};

use crate::failure::Result;
use crate::run::Context;

/// The greatest share of rows that stand for no value of the original beside which it is shown.
const MOST_STRANGE: f64 = 0.25;

/// Nobody looks at the pictures of more columns, and each takes memory.
const MOST_COLUMNS: usize = 60;

/// How columns are distributed, and how strongly they depend on each other.
pub type Shown = (Vec<ColumnDistribution>, Vec<Association>);

/// A distribution, unless much of what is published are other values, as years are beside dates: to
/// lay them beside each other would say that rows have moved.
fn told(distribution: Distribution, role: &str) -> ColumnDistribution {
    let Distribution { column, bins, distance, skipped, strange } = distribution;
    if strange > MOST_STRANGE {
        return left_out(
            column,
            "much of what is published stands for no value of the original",
            role,
        );
    }
    ColumnDistribution { column, bins, distance, skipped, role: role.to_owned() }
}

/// A column that is not shown, and why.
fn left_out(column: String, why: &str, role: &str) -> ColumnDistribution {
    let (skipped, role) = (Some(why.to_owned()), role.to_owned());
    ColumnDistribution { column, bins: None, distance: None, skipped, role }
}

/// The same of a table without an original.
pub fn alone(
    table: &Table,
    columns: &[String],
    reading: &Reading,
    skip_suppressed: bool,
    context: &Context,
    role: impl Fn(&String) -> &'static str,
) -> Result<Shown> {
    let nothing = (BTreeMap::new(), BTreeMap::new());
    let sitting = Sitting {
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
    of(&sitting, role)
}

/// Distributions, each with the part that its column plays, and associations.
pub fn of(sitting: &Sitting<'_>, role: impl Fn(&String) -> &'static str) -> Result<Shown> {
    let (looked, left) = sitting.columns.split_at(sitting.columns.len().min(MOST_COLUMNS));
    let portrait = portrait(&Sitting { columns: looked, ..*sitting })?;
    let shown = portrait.distributions.into_iter().zip(looked);
    let mut distributions: Vec<ColumnDistribution> =
        shown.map(|(distribution, column)| told(distribution, role(column))).collect();
    let why = format!("only the first {MOST_COLUMNS} columns are looked at");
    distributions.extend(left.iter().map(|column| left_out(column.clone(), &why, role(column))));
    Ok((distributions, portrait.associations))
}
