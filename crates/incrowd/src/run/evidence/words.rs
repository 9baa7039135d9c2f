//! What was demanded, in words.

use incrowd_core::terms::{Demand, Guarantee};
use incrowd_document::DemandEvidence;

const KNOWS_ALREADY: &str = "someone who knows already that a person is in the table";

/// Each demand beside what was measured: what it means, against whom it protects and against whom
/// not.
pub fn demands<'a>(
    demands: impl IntoIterator<Item = &'a Demand>,
    guarantees: &[Guarantee],
) -> Vec<DemandEvidence> {
    let one = |(demand, guarantee): (&Demand, &Guarantee)| DemandEvidence {
        demand: demand.to_string(),
        model: guarantee.model.clone(),
        means: demand.means(),
        against: guarantee.against.to_string(),
        not_against: if guarantee.against == demand.against() {
            demand.not_against().to_owned()
        } else {
            // Drawn at random: nothing is given away by how the release was chosen.
            KNOWS_ALREADY.to_owned()
        },
        demanded: guarantee.demanded.clone(),
        measured: guarantee.measured.clone(),
        holds: guarantee.holds,
        column: guarantee.column.clone(),
    };
    demands.into_iter().zip(guarantees).map(one).collect()
}
