//! Ranges for Anatomy ([`crate::anatomy`]), where demands on identity or presence want some: cut by
//! the default search for boxes.

use crate::cost::{Cost, Objective};

use super::{Algorithm, Outcome, Recoding, Search, SearchControl, boxes::guided};

/// TupleGroups of different secrets, the most frequent first; ranges by the guided search.
pub(super) struct AnatomyRanges;

impl Algorithm for AnatomyRanges {
    fn name(&self) -> &'static str {
        "anatomy"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Anatomy
    }

    fn minimises(&self, cost: Cost) -> bool {
        cost.objective() == Some(Objective::Ranges)
    }

    fn find(&self, search: &Search<'_>, control: &SearchControl) -> Outcome {
        guided::Guided.find(search, control)
    }
}
