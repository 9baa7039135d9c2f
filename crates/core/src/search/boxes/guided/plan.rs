//! How hard to look, given an effort and what a quick look at the table cost.
//!
//! A search goes in stages, from a quick look to deep ones: more effort goes through more of them,
//! and keeps the best, so more effort never costs more. Within a stage a plan says how many cuts
//! are compared in regions of which size. What a plan costs is known in multiples of the quick
//! look, measured in work, which does not depend on the clock: the larger a table, the more modest
//! its plans, so that the time grows little faster than the table.

use super::evaluator::Scoring;
use super::look_ahead::BeamWidth;
use crate::search::boxes::Effort;

/// Regions with more tuples are cut without comparing: no cut of so many is far from the best.
pub(super) const BLOCK: usize = 1 << 16;

/// Regions with at most so many tuples are each solved on their own.
pub(super) const FINE: usize = 2000;

/// How hard to look within a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamPlan {
    /// What it costs, as a multiple of following the most promising cuts once.
    pub times: u64,
    /// How many cuts are compared in regions that are not fine yet.
    pub width: usize,
    /// How fine regions are solved.
    pub beams: &'static [BeamWidth],
}

const fn beam(width: usize, most: usize) -> BeamWidth {
    BeamWidth { width, most }
}

const ALL: usize = usize::MAX;

const PLANS: [BeamPlan; 8] = [
    BeamPlan { times: 1, width: 1, beams: &[] },
    BeamPlan { times: 7, width: 2, beams: &[beam(2, ALL)] },
    BeamPlan { times: 15, width: 4, beams: &[beam(4, ALL)] },
    BeamPlan { times: 28, width: 4, beams: &[beam(4, ALL), beam(4, 500)] },
    BeamPlan { times: 40, width: 8, beams: &[beam(4, ALL), beam(4, 500)] },
    BeamPlan { times: 85, width: 8, beams: &[beam(8, ALL), beam(8, 500)] },
    BeamPlan { times: 160, width: 8, beams: &[beam(8, ALL), beam(8, 2000)] },
    BeamPlan { times: 230, width: 8, beams: &[beam(8, ALL), beam(8, 2000), beam(8, 200)] },
];

const fn scoring(slack: u8, steep: bool) -> Scoring {
    Scoring { slack, steep, seed: None }
}

/// Those that did best on their own first.
const SCORINGS: [Scoring; 4] =
    [scoring(3, false), scoring(3, true), scoring(4, true), scoring(1, false)];

/// Some runs, of which the best is kept.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    /// Whose; none means that of the best run before.
    pub scorings: &'static [Scoring],
    /// The plans to choose from.
    plans: &'static [BeamPlan],
    /// Work per tuple that a run may take.
    rate: u64,
    /// A stage costs at least this share of what the one before it did, even if it could do
    /// better: `grid.rs` says why.
    pub share: f64,
}

impl Stage {
    fn new(effort: Effort, tuples: usize) -> Self {
        let (scorings, plans, base, rate, share) = match effort {
            Effort::Fast => (2, 2, 50_000_000, 1_000, 0.65),
            Effort::Normal => (0, 5, 500_000_000, 2_500, 0.8),
            Effort::High => (4, 8, 10_000_000_000, 50_000, 0.88),
        };
        let rate = base / tuples.max(1) as u64 + rate;
        Stage { scorings: &SCORINGS[..scorings], plans: &PLANS[..plans], rate, share }
    }

    /// The best plan that is affordable for a block where a quick look cost so much.
    pub fn plan(&self, tuples: usize, quick: u64) -> BeamPlan {
        let allowed = self.rate.saturating_mul(tuples as u64);
        let affordable = self.plans.iter().rev().find(|plan| quick * plan.times <= allowed);
        *affordable.unwrap_or(&PLANS[0])
    }
}

/// The stages of an effort. A field of many blocks has one only, and one run in it.
pub(super) fn stages(effort: Effort, tuples: usize) -> Vec<Stage> {
    let efforts: &[Effort] = match effort {
        Effort::Fast => &[Effort::Fast],
        Effort::Normal => &[Effort::Fast, Effort::Normal],
        Effort::High => &[Effort::Fast, Effort::Normal, Effort::High],
    };
    if tuples > BLOCK {
        let stage = Stage::new(effort, tuples);
        return vec![Stage { scorings: &SCORINGS[..1], share: 0.5, ..stage }];
    }
    efforts.iter().map(|&effort| Stage::new(effort, tuples)).collect()
}

/// How to solve parts of a result anew, the time after `number` times: as whom, how deeply, and
/// how large the parts are.
pub(super) fn restart(number: u64) -> (Scoring, &'static [BeamWidth], usize) {
    let scoring = SCORINGS[(number % SCORINGS.len() as u64) as usize];
    let seed = Some((number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let (beams, fine) = match number % 5 {
        0 => (PLANS[7].beams, 300),
        1 => (PLANS[5].beams, 1000),
        2 => (PLANS[5].beams, 3000),
        3 => (PLANS[3].beams, 10_000),
        _ => (PLANS[3].beams, BLOCK),
    };
    (Scoring { seed, ..scoring }, beams, fine)
}
