//! What the columns of a published table still show, as the judge sees them.

use incrowd_judge::{Sitting, portrait};
use serde_json::{Value, json};

use crate::failure::Result;

/// Distributions, each with the part that its column plays, and associations.
pub fn of(sitting: &Sitting<'_>, role: impl Fn(&String) -> &'static str) -> Result<(Value, Value)> {
    let portrait = portrait(sitting)?;
    let mut distributions = json!(portrait.distributions);
    let entries = distributions.as_array_mut().into_iter().flatten();
    for (entry, column) in entries.zip(sitting.columns) {
        entry["role"] = json!(role(column));
    }
    Ok((distributions, json!(portrait.associations)))
}
