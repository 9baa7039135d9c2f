//! No search at all, for releases by chance ([`crate::randomised`]): there is nothing to find.

use crate::cost::{Cost, Objective};

use super::{Algorithm, Outcome, Recoding, Search, SearchControl};

/// Chance decides who is published.
pub(super) struct Chance;

impl Algorithm for Chance {
    fn name(&self) -> &'static str {
        "chance"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Randomised
    }

    fn minimises(&self, cost: Cost) -> bool {
        cost.objective() == Some(Objective::Ranges)
    }

    fn heeds_effort(&self) -> bool {
        false
    }

    fn find(&self, _search: &Search<'_>, _watch: &SearchControl) -> Outcome {
        Outcome::default()
    }
}
