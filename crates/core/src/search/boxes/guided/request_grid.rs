//! A request costs at most what every pair of the grid inside it costs.
//!
//! A heuristic that is asked for less can still find worse. So besides the request itself, the
//! pairs of a fixed grid that lie inside it, that is, that demand more, are searched too, and the
//! best answer is given. Let `search(p)` be the cost of searching pair `p` alone, which depends on
//! nothing but the pair, the effort and the field, and let
//! `answer(r) = min(search(r), search(p) for p in the grid inside r)`. If a pair `q` of the grid
//! lies inside a request `r`, every pair inside `q` lies inside `r`, and `q` itself is one of those
//! of `r`: so `answer(r) <= answer(q)`, whatever the search does.
//!
//! Most of these searches need not be made in full. A search goes in stages, and each stage costs
//! at least a fixed share of what the one before did, by construction: should it do better, cuts
//! are undone until it does not (`beam_search.rs`). The shares leave more room than searches use, so this
//! is next to never felt. But it means that after any stage it is known what a search will cost at
//! least, and a pair that cannot go below the best answer so far is given up: it cannot change the
//! minimum. The first stage is a quick look, and gives most pairs up. Small fields are searched in
//! full, without a floor: there luck is great, and time is not short. StageFloors are compared with a
//! margin for rounding, on the side of searching on.

use incrowd_terms::Fraction;

use super::plan::Stage;
use crate::search::boxes::CountConstraints;

/// Hundredths.
const LEAST: [u64; 4] = [0, 1, 2, 4];
const MOST: [u64; 7] = [5, 6, 8, 10, 20, 50, 100];

/// Fields of at most so many tuples are searched without a floor.
const SMALL: usize = 1024;

/// The gates of the grid that are tighter than this one and let everybody pass as one class.
pub(super) fn inside(
    constraints: &CountConstraints,
    rows: u64,
    people: u64,
) -> Vec<CountConstraints> {
    let Some((least, most)) = constraints.presence else { return Vec::new() };
    let pairs = LEAST.into_iter().flat_map(|low| MOST.map(|high| (low, high)));
    let pairs = pairs.map(|(low, high)| (Fraction::new(low, 100), Fraction::new(high, 100)));
    let tighter = pairs
        .filter(|pair| least <= pair.0 && pair.1 <= most && *pair != (least, most))
        .map(|pair| CountConstraints { presence: Some(pair), ..constraints.clone() });
    tighter.filter(|constraints| constraints.admits(rows, people)).collect()
}

/// How far down stages may go.
#[derive(Clone, Copy)]
pub(super) struct StageFloors {
    none: bool,
}

impl StageFloors {
    pub fn new(constraints: &CountConstraints, tuples: usize) -> Self {
        StageFloors { none: constraints.presence.is_none() || tuples <= SMALL }
    }

    /// Whether there are none.
    pub fn are_none(self) -> bool {
        self.none
    }

    /// What these stages cost at least together if the one before them cost so much.
    pub fn after(self, cost: f64, stages: &[Stage]) -> f64 {
        let share: f64 = stages.iter().map(|stage| stage.share).product();
        match cost {
            _ if self.none || cost == f64::INFINITY => f64::NEG_INFINITY,
            cost if cost >= 0.0 => cost * share,
            cost => cost / share,
        }
    }

    /// Whether a search that has cost so much may cost less than `best` after these stages.
    pub fn may_beat(self, best: f64, cost: f64, stages: &[Stage]) -> bool {
        let floor = self.after(cost, stages);
        floor == f64::NEG_INFINITY || floor - 1e-9 * floor.abs() < best
    }

    /// A search that has cost so much or more cannot cost less than `best` after these stages.
    pub fn enough(self, best: f64, stages: &[Stage]) -> f64 {
        let share: f64 = stages.iter().map(|stage| stage.share).product();
        // A cost below zero falls as a look goes on, which therefore has to be finished.
        if self.none || best < 0.0 { f64::INFINITY } else { best / share * (1.0 + 1e-8) }
    }
}
