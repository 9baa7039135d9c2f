//! How hard to look, given an effort and what a quick look at the table cost.
//!
//! Plans are ordered by what they cost, in multiples of following the most promising cuts once:
//! measured in work, which does not depend on the clock. Small tables get the plan of their
//! effort; the larger a table, the more modest its plan, so that the time grows little faster than
//! the table.

use super::explore::Rung;
use super::goal::Taste;
use crate::search::boxes::Effort;

/// Regions with more tuples are cut without comparing: no cut of so many is far from the best.
pub(super) const BLOCK: usize = 1 << 16;

/// Regions with at most so many tuples are each solved on their own.
pub(super) const FINE: usize = 2000;

/// How hard to look within a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// What it costs, as a multiple of following the most promising cuts once.
    pub times: u64,
    /// How many cuts are compared in regions that are not fine yet.
    pub width: usize,
    /// How fine regions are solved.
    pub rungs: &'static [Rung],
}

const fn rung(width: usize, most: usize) -> Rung {
    Rung { width, most }
}

const ALL: usize = usize::MAX;

const PLANS: [Plan; 8] = [
    Plan { times: 1, width: 1, rungs: &[] },
    Plan { times: 7, width: 2, rungs: &[rung(2, ALL)] },
    Plan { times: 15, width: 4, rungs: &[rung(4, ALL)] },
    Plan { times: 28, width: 4, rungs: &[rung(4, ALL), rung(4, 500)] },
    Plan { times: 40, width: 8, rungs: &[rung(4, ALL), rung(4, 500)] },
    Plan { times: 85, width: 8, rungs: &[rung(8, ALL), rung(8, 500)] },
    Plan { times: 160, width: 8, rungs: &[rung(8, ALL), rung(8, 2000)] },
    Plan { times: 230, width: 8, rungs: &[rung(8, ALL), rung(8, 2000), rung(8, 200)] },
];

/// An effort, applied to a table of a given size.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    plans: &'static [Plan],
    /// Work per tuple.
    rate: u64,
    pub tastes: &'static [Taste],
}

const fn taste(slack: u8, steep: bool) -> Taste {
    Taste { slack, steep, seed: None }
}

/// Those that did best on their own first.
const TASTES: [Taste; 4] = [taste(3, false), taste(2, false), taste(4, true), taste(3, true)];

impl Budget {
    pub fn new(effort: Effort, tuples: usize) -> Self {
        let (plans, tastes, base, rate) = match effort {
            Effort::Fast => (2, 2, 50_000_000, 1_000),
            Effort::Normal => (5, 2, 500_000_000, 2_500),
            Effort::High => (8, 4, 10_000_000_000, 50_000),
        };
        let tastes = if tuples > BLOCK { 1 } else { tastes };
        let rate = base / tuples.max(1) as u64 + rate;
        Budget { plans: &PLANS[..plans], rate, tastes: &TASTES[..tastes] }
    }

    /// The best plan that the budget allows for a block in which a quick look cost so much.
    pub fn plan(&self, tuples: usize, quick: u64) -> Plan {
        let allowed = self.rate.saturating_mul(tuples as u64);
        let affordable = self.plans.iter().rev().find(|plan| quick * plan.times <= allowed);
        *affordable.unwrap_or(&PLANS[0])
    }
}
