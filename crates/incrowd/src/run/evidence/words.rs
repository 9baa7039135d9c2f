//! What was demanded, in words.

use incrowd_core::terms::{Demand, Guarantee};
use serde_json::{Value, json};

const KNOWS_ALREADY: &str = "someone who knows already that a person is in the table";

/// Each demand beside what was measured: what it means, against whom it protects and against whom
/// not.
pub fn demands<'a>(
    demands: impl IntoIterator<Item = &'a Demand>,
    guarantees: &[Guarantee],
) -> Value {
    let one = |(demand, guarantee): (&Demand, &Guarantee)| {
        let mut value = json!({
            "demand": demand.to_string(),
            "model": guarantee.model,
            "means": demand.means(),
            "against": guarantee.against,
            "not_against": if guarantee.against == demand.against() {
                demand.not_against()
            } else {
                // Drawn at random: nothing is given away by how the release was chosen.
                KNOWS_ALREADY
            },
            "demanded": guarantee.demanded,
            "measured": guarantee.measured,
            "holds": guarantee.holds,
        });
        if let Some(column) = &guarantee.column {
            value["column"] = json!(column);
        }
        value
    };
    demands.into_iter().zip(guarantees).map(one).collect()
}
