//! What the columns of a published table still show, as the judge sees them.

use incrowd_judge::{Sitting, portrait};
use serde_json::{Value, json};

use crate::failure::Result;

/// Nobody looks at the pictures of more columns, and each takes memory.
const MOST_COLUMNS: usize = 60;

/// Distributions, each with the part that its column plays, and associations.
pub fn of(sitting: &Sitting<'_>, role: impl Fn(&String) -> &'static str) -> Result<(Value, Value)> {
    let (looked, left) = sitting.columns.split_at(sitting.columns.len().min(MOST_COLUMNS));
    let portrait = portrait(&Sitting { columns: looked, ..*sitting })?;
    let mut distributions: Vec<Value> =
        portrait.distributions.iter().map(|distribution| json!(distribution)).collect();
    let why = format!("only the first {MOST_COLUMNS} columns are looked at");
    let skipped =
        |column| json!({ "column": column, "bins": null, "distance": null, "skipped": why });
    distributions.extend(left.iter().map(skipped));
    for (entry, column) in distributions.iter_mut().zip(sitting.columns) {
        entry["role"] = json!(role(column));
    }
    Ok((json!(distributions), json!(portrait.associations)))
}
