//! No search at all, for releases by chance ([`crate::randomised`]): cells stay as they are.

use crate::cost::{Cost, Objective};

use super::lattice::Node;
use super::{Algorithm, Found, Outcome, Recoding, Search, Watch};

/// Chance decides who is published.
pub(super) struct Way;

impl Algorithm for Way {
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

    fn find(&self, search: &Search<'_>, _watch: &Watch) -> Outcome {
        let leaves = Node(vec![0; search.table().hierarchies.len()]);
        Outcome { found: Some(Found::Node(leaves)), proven: true, ..Outcome::default() }
    }
}
