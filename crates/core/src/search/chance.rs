//! Randomised releases ([`crate::randomised`]). They are drawn, so there is no search.

use crate::cost::{Cost, Objective};

use super::{Algorithm, Recoding};

/// A random draw instead of a search.
pub(super) struct RandomDraw;

impl Algorithm for RandomDraw {
    fn name(&self) -> &'static str {
        "chance"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Randomised
    }

    fn heeds_proof(&self) -> bool {
        false
    }

    fn minimises(&self, cost: Cost) -> bool {
        cost.objective() == Some(Objective::Ranges)
    }

    fn heeds_effort(&self) -> bool {
        false
    }
}
