//! Beam widths for an effort, given the work of one greedy pass.
//!
//! A search runs in stages with growing depth. On problems of one block, more effort runs more stages
//! and keeps the best result, so more effort never gives a worse result. Larger problems skip early
//! stages, which cost more there than they gain. Within a stage, a plan sets how many cuts are
//! compared in regions of which size. The work of a plan is known as a multiple of one greedy pass,
//! in units that do not depend on the clock. Larger tables get smaller plans, so the time grows
//! little faster than the table.

use super::evaluator::Scoring;
use super::look_ahead::BeamWidth;
use super::request_grid::StageFloors;
use crate::search::boxes::Effort;

/// Regions with more tuples are cut by score alone, without look-ahead.
pub(super) const BLOCK: usize = 1 << 16;

/// Regions with at most this many tuples are solved independently.
pub(super) const FINE: usize = 2000;

/// The least share of the cost that a stage of a problem of several blocks leaves. Measured stages leave
/// 0.92 to 0.94.
const LARGE_SHARE: f64 = 0.9;

/// The beam widths within a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamPlan {
    /// The work of the plan, as a multiple of one greedy pass.
    pub times: u64,
    /// The number of cuts compared in regions that are larger than `FINE`.
    pub width: usize,
    /// The beam widths per level in regions of at most `FINE` tuples.
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

/// Ordered by how well each did alone.
const SCORINGS: [Scoring; 4] =
    [scoring(3, false), scoring(3, true), scoring(4, true), scoring(1, false)];

/// A stage: several runs, of which the best is kept.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    /// The scorings of the runs. If empty, the scoring of the best previous run.
    pub scorings: &'static [Scoring],
    /// The plans to choose from.
    plans: &'static [BeamPlan],
    /// The work per tuple that a run may take.
    rate: u64,
    /// The result of a stage costs at least this share of the previous result. `request_grid.rs`
    /// explains why.
    pub share: f64,
    /// The number of restarts on parts of the result, at most. A stage has runs or restarts.
    pub restarts: u64,
    /// Restarts end if two of them together lower the cost by less than this share.
    pub least_gain: f64,
}

impl Stage {
    fn new(effort: Effort, tuples: usize) -> Self {
        let (scorings, plans, base, rate, share) = match effort {
            Effort::Fast => (2, 2, 50_000_000, 1_000, 0.65),
            Effort::Normal if tuples > 8 * BLOCK => (0, 5, 500_000_000, 1_500, 0.8),
            Effort::Normal => (0, 5, 500_000_000, 2_500, 0.8),
            Effort::High => (4, 8, 10_000_000_000, 50_000, 0.88),
        };
        let rate = base / tuples.max(1) as u64 + rate;
        let (scorings, plans) = (&SCORINGS[..scorings], &PLANS[..plans]);
        Stage { scorings, plans, rate, share, restarts: 0, least_gain: 0.0 }
    }

    /// The restarts after a stage, if any.
    fn restarts(effort: Effort, tuples: usize) -> Option<Self> {
        let (restarts, share, least_gain) = match effort {
            Effort::Fast => return None,
            Effort::Normal => (14, 0.93, 0.004),
            Effort::High => (40, 0.88, 0.001),
        };
        let stage = Stage::new(effort, tuples);
        Some(Stage { restarts, share, least_gain, rate: 2 * stage.rate, ..stage })
    }

    /// The work that all restarts together, or a single one on a part, may take.
    pub fn restart_work(&self, tuples: usize) -> u64 {
        self.rate.saturating_mul(tuples as u64)
    }

    /// The largest plan that a block can afford, given the work of its greedy pass.
    pub fn plan(&self, tuples: usize, quick: u64) -> BeamPlan {
        let allowed = self.rate.saturating_mul(tuples as u64);
        let affordable = self.plans.iter().rev().find(|plan| quick * plan.times <= allowed);
        *affordable.unwrap_or(&PLANS[0])
    }
}

/// The stages of an effort. A problem of several blocks has a single run per stage. If no floors are
/// needed, it has only the last stage; otherwise the greedy pass takes the place of the fast one.
pub(super) fn stages(effort: Effort, tuples: usize, floors: StageFloors) -> Vec<Stage> {
    let efforts: &[Effort] = match effort {
        Effort::Fast => &[Effort::Fast],
        Effort::Normal => &[Effort::Fast, Effort::Normal],
        Effort::High => &[Effort::Fast, Effort::Normal, Effort::High],
    };
    if tuples > BLOCK {
        // The costs of many regions add up, so the results of stages differ little.
        let once = |stage: Stage| Stage {
            scorings: &SCORINGS[..1],
            share: stage.share.max(LARGE_SHARE),
            ..stage
        };
        let last = efforts.len() - 1;
        let first = if floors.are_none() { last } else { last.min(1) };
        return efforts[first..].iter().map(|&effort| once(Stage::new(effort, tuples))).collect();
    }
    let with_restarts = |&effort: &Effort| {
        [Stage::new(effort, tuples)].into_iter().chain(Stage::restarts(effort, tuples))
    };
    efforts.iter().flat_map(with_restarts).collect()
}

/// How parts of a result are solved again.
#[derive(Clone, Copy)]
pub(super) struct Restart {
    pub scoring: Scoring,
    pub beams: &'static [BeamWidth],
    /// The most tuples of a part.
    pub fine: usize,
}

impl Restart {
    fn new(number: u64, plan: usize, fine: usize) -> Self {
        let scoring = SCORINGS[(number % SCORINGS.len() as u64) as usize];
        let seed = Some((number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        Restart { scoring: Scoring { seed, ..scoring }, beams: PLANS[plan].beams, fine }
    }

    /// Restart number `number` of a search that ends when it is stopped.
    pub fn endless(number: u64) -> Self {
        let (plan, fine) = match number % 5 {
            0 => (7, 300),
            1 => (5, 1000),
            2 => (5, 3000),
            3 => (3, 10_000),
            _ => (3, BLOCK),
        };
        Self::new(number, plan, fine)
    }

    /// Restart number `number` of a stage. Of all sizes and widths, these gain most for their work.
    pub fn in_stage(number: u64) -> Self {
        let fine = match number {
            8.. if number % 4 == 3 => 10_000,
            _ if number % 2 == 1 => 3000,
            _ => 1000,
        };
        Self::new(number, 3, fine)
    }
}
