//! How much a search may examine: limits by effort that do not depend on the clock.
//!
//! Work is counted in cells: an evaluation reads every column and sensitive value of the groups
//! that it starts from. A billion cells take about a second on one core.

use crate::search::Effort;

/// Nodes that are examined however large the table is.
const LEAST_CHECKS: u64 = 1000;

/// The most that a search may examine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of nodes that may be examined whatever they cost.
    pub checks: u64,
    /// The work after which no further nodes are examined; none for a search that goes on until the
    /// result is proven.
    pub work: Option<u64>,
}

impl Budget {
    /// A search that ends with the proof.
    pub const PROOF: Budget = Budget { checks: LEAST_CHECKS, work: None };

    /// The budget of an effort.
    #[must_use]
    pub fn of(effort: Effort) -> Budget {
        let work = match effort {
            Effort::Fast => 0,
            Effort::Normal => 2_000_000_000,
            Effort::High => 20_000_000_000,
        };
        Budget { checks: LEAST_CHECKS, work: Some(work) }
    }

    /// Whether the budget is used up.
    pub(super) fn is_spent(&self, checks: u64, work: u64) -> bool {
        checks >= self.checks && self.work.is_some_and(|most| work >= most)
    }
}
