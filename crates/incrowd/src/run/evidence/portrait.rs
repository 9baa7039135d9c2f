//! What the columns of a published table still show, as the judge sees them.

use std::collections::BTreeMap;

use crate::Reading;
use incrowd_io::Table;
use incrowd_judge::{Distribution, Sitting, portrait};
use serde_json::{Value, json};

use crate::failure::Result;
use crate::run::Context;

/// The greatest share of rows that stand for no value of the original beside which it is shown.
const MOST_STRANGE: f64 = 0.25;

/// Nobody looks at the pictures of more columns, and each takes memory.
const MOST_COLUMNS: usize = 60;

/// A distribution, unless much of what is published are other values, as years are beside dates: to
/// lay them beside each other would say that rows have moved.
fn told(distribution: &Distribution) -> Value {
    if distribution.strange <= MOST_STRANGE {
        return json!(distribution);
    }
    let why = "much of what is published stands for no value of the original";
    let column = &distribution.column;
    json!({ "column": column, "bins": null, "distance": null, "skipped": why })
}

/// The same of a table without an original.
pub fn alone(
    table: &Table,
    columns: &[String],
    reading: &Reading,
    skip_suppressed: bool,
    context: &Context,
    role: impl Fn(&String) -> &'static str,
) -> Result<(Value, Value)> {
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
pub fn of(sitting: &Sitting<'_>, role: impl Fn(&String) -> &'static str) -> Result<(Value, Value)> {
    let (looked, left) = sitting.columns.split_at(sitting.columns.len().min(MOST_COLUMNS));
    let portrait = portrait(&Sitting { columns: looked, ..*sitting })?;
    let mut distributions: Vec<Value> = portrait.distributions.iter().map(told).collect();
    let why = format!("only the first {MOST_COLUMNS} columns are looked at");
    let skipped =
        |column| json!({ "column": column, "bins": null, "distance": null, "skipped": why });
    distributions.extend(left.iter().map(skipped));
    for (entry, column) in distributions.iter_mut().zip(sitting.columns) {
        entry["role"] = json!(role(column));
    }
    Ok((json!(distributions), json!(portrait.associations)))
}
