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

const fn scoring(slack: u8, steep: u8) -> Scoring {
    Scoring { slack, careful: true, steep, seed: None, noise: 0.1 }
}

/// Ordered by how well each did alone.
const SCORINGS: [Scoring; 4] = [scoring(3, 0), scoring(3, 4), scoring(4, 4), scoring(1, 0)];

const fn bold(slack: u8, steep: u8) -> Scoring {
    Scoring { careful: false, noise: 0.03, ..scoring(slack, steep) }
}

/// The scorings for presence. Its limits are near from the first cut on, so slack always counts. How
/// much differs between tables and parts of them: the first does well on all, each other one best on some.
const PRESENCE_SCORINGS: [Scoring; 6] =
    [bold(2, 2), bold(3, 0), bold(1, 2), bold(4, 2), bold(5, 4), bold(1, 4)];

impl Scoring {
    /// The same, perturbed by a seed of this number.
    pub fn seeded(self, number: u64) -> Self {
        Scoring { seed: Some((number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)), ..self }
    }
}

/// All scorings for presence, or for other demands.
fn scorings(presence: bool) -> &'static [Scoring] {
    if presence { &PRESENCE_SCORINGS } else { &SCORINGS }
}

/// The scorings of the greedy pass before all stages.
pub(super) fn greedy_scorings(presence: bool, tuples: usize) -> &'static [Scoring] {
    &scorings(presence)[..if presence && tuples <= BLOCK { 2 } else { 1 }]
}

/// The scorings of the runs of a stage.
#[derive(Clone, Copy)]
pub(super) enum StageScorings {
    These(&'static [Scoring]),
    /// So many that did best in the stage before.
    Best(usize),
    /// The same, each with so many perturbations.
    Perturbed(usize, u64),
    /// No runs: parts of the best result so far are solved again.
    Restarts,
}

/// A stage: several runs, of which the best is kept.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub scorings: StageScorings,
    /// The plans to choose from.
    plans: &'static [BeamPlan],
    /// The work per tuple that a run may take.
    rate: u64,
    /// The result of a stage costs at least this share of the previous result. `request_grid.rs`
    /// explains why.
    pub share: f64,
    /// The number of restarts on parts of each result, at most.
    pub restarts: u64,
    /// Restarts end if eight of them together lower the cost by less than this share.
    pub least_gain: f64,
}

impl Stage {
    fn new(effort: Effort, tuples: usize, presence: bool) -> Self {
        let first = |most: usize| StageScorings::These(&scorings(presence)[..most]);
        let (scorings, plans, base, rate, share) = match effort {
            Effort::Fast => (first(2), 2, 50_000_000, 1_000, 0.65),
            Effort::Normal if tuples > 8 * BLOCK => {
                (StageScorings::Best(1), 5, 500_000_000, 1_500, 0.8)
            }
            Effort::Normal => (StageScorings::Best(1), 5, 500_000_000, 2_500, 0.8),
            Effort::High => (first(4), 8, 10_000_000_000, 50_000, 0.88),
        };
        let rate = base / tuples.max(1) as u64 + rate;
        let plans = &PLANS[..plans];
        Stage { scorings, plans, rate, share, restarts: 0, least_gain: 0.0 }
    }

    /// The stages of an effort for presence on many tuples: many scorings with narrow beams, the best of them with
    /// wider ones, and restarts on parts of the best result. High effort does the same once more, wider
    /// throughout, and compares results only after some restarts.
    fn for_presence(effort: Effort, tuples: usize) -> Vec<Self> {
        let stage = Stage::new(effort, tuples, true);
        let run = |scorings, plans: usize, share| Stage {
            scorings,
            plans: &PLANS[..plans],
            share,
            ..stage
        };
        let restarts = |restarts, least_gain, stage| Stage { restarts, least_gain, ..stage };
        match effort {
            Effort::Fast => vec![run(StageScorings::These(&PRESENCE_SCORINGS[..2]), 2, 0.86)],
            Effort::Normal => vec![
                run(StageScorings::These(&PRESENCE_SCORINGS), 2, 0.96),
                Stage { rate: stage.rate / 2, ..run(StageScorings::Best(3), 5, 0.89) },
                Stage {
                    rate: stage.rate * 3 / 4,
                    ..restarts(12, 0.012, run(StageScorings::Restarts, 5, 0.93))
                },
            ],
            Effort::High => vec![
                Stage { rate: stage.rate / 6, ..run(StageScorings::Perturbed(3, 3), 5, 0.98) },
                restarts(12, 0.012, run(StageScorings::Best(3), 6, 0.96)),
                restarts(60, 0.003, run(StageScorings::Restarts, 6, 0.98)),
            ],
        }
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
pub(super) fn stages(
    effort: Effort,
    tuples: usize,
    presence: bool,
    floors: StageFloors,
) -> Vec<Stage> {
    let efforts: &[Effort] = match effort {
        Effort::Fast => &[Effort::Fast],
        Effort::Normal => &[Effort::Fast, Effort::Normal],
        Effort::High => &[Effort::Fast, Effort::Normal, Effort::High],
    };
    if tuples > BLOCK {
        // The costs of many regions add up, so the results of stages differ little.
        let once = |stage: Stage| Stage {
            scorings: StageScorings::These(&scorings(presence)[..1]),
            share: stage.share.max(LARGE_SHARE),
            ..stage
        };
        let last = efforts.len() - 1;
        let first = if floors.are_none() { last } else { last.min(1) };
        return efforts[first..]
            .iter()
            .map(|&effort| once(Stage::new(effort, tuples, presence)))
            .collect();
    }
    let stages = |&effort: &Effort| match presence && !floors.are_none() {
        true => Stage::for_presence(effort, tuples),
        false => vec![Stage::new(effort, tuples, presence)],
    };
    efforts.iter().flat_map(stages).collect()
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
    /// Restart number `number` of a search that ends when it is stopped.
    pub fn endless(number: u64, presence: bool) -> Self {
        let (plan, fine) = match number % 5 {
            0 => (7, 300),
            1 => (5, 1000),
            2 => (5, 3000),
            3 => (3, 10_000),
            _ => (3, BLOCK),
        };
        let scorings = scorings(presence);
        let scoring = scorings[(number % scorings.len() as u64) as usize].seeded(number);
        Restart { scoring, beams: PLANS[plan].beams, fine }
    }

    /// The same with another seed.
    fn seeded(self, number: u64) -> Self {
        Restart { scoring: self.scoring.seeded(number), ..self }
    }
}

/// Chooses restarts by what each kind gained for its work the last time.
pub(super) struct Restarts {
    /// Each kind, and the cost that it saved per unit of work; infinite if it is new.
    kinds: Vec<(Restart, f64)>,
    number: u64,
}

impl Restarts {
    /// All scorings on parts of several sizes. Of all beams, these gain most for their work.
    pub fn new() -> Self {
        let kind = |number: usize| {
            let fine = match number % 4 {
                1 => 3000,
                3 => 10_000,
                _ => 1000,
            };
            let scoring =
                PRESENCE_SCORINGS[(number / 2 + 1 + number % 2) % PRESENCE_SCORINGS.len()];
            (Restart { scoring, beams: PLANS[3].beams, fine }, f64::INFINITY)
        };
        Restarts { kinds: (0..2 * PRESENCE_SCORINGS.len()).map(kind).collect(), number: 0 }
    }

    /// The next restart, and the index of its kind.
    pub fn next(&mut self) -> (usize, Restart) {
        self.number += 1;
        let best = |best: usize, at: usize| match self.kinds[at].1 > self.kinds[best].1 {
            true => at,
            false => best,
        };
        let kind = (1..self.kinds.len()).fold(0, best);
        (kind, self.kinds[kind].0.seeded(self.number))
    }

    /// Notes what the last restart of a kind saved.
    pub fn note(&mut self, kind: usize, saved: f64, work: u64) {
        self.kinds[kind].1 = saved / work.max(1) as f64;
    }
}
