//! Ranges for Anatomy ([`crate::anatomy`]), if demands on identity or presence require
//! generalization. The guided search finds them.

use crate::cost::{Cost, Objective};

use super::{Algorithm, Recoding, Search, SearchControl, SearchOutcome, Searcher, boxes::guided};

/// The guided search for the quasi-identifiers of an Anatomy release.
pub(super) struct AnatomyRanges;

impl Algorithm for AnatomyRanges {
    fn name(&self) -> &'static str {
        "anatomy"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Anatomy
    }

    fn heeds_proof(&self) -> bool {
        false
    }

    fn minimises(&self, cost: Cost) -> bool {
        cost.objective() == Some(Objective::Ranges)
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for AnatomyRanges {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        guided::Guided.find(search, control)
    }
}
