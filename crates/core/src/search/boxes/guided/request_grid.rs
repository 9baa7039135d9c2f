//! A request never costs more than any grid pair inside it.
//!
//! A heuristic can find a worse result for a looser request. Therefore the search also solves all
//! pairs (least and greatest presence) of a fixed grid that lie inside the request, that is, that
//! demand more, and returns the best result. Let `search(p)` be the cost of searching pair `p`
//! alone, which depends only on the pair, the effort and the problem, and let `answer(r) =
//! min(search(r), search(p) for p in the grid inside r)`. If a pair `q` of the grid lies inside a
//! request `r`, every pair inside `q` lies inside `r`, and `q` itself is one of those of `r`: so
//! `answer(r) <= answer(q)`, whatever the search finds.
//!
//! Most of these searches need not run to the end. A search runs in stages, and the result of a
//! stage costs at least a fixed share of the previous one, by construction: if it costs less, cuts
//! are undone (`beam_search.rs`). The shares are generous, so this rarely happens. After any stage,
//! the least possible final cost of a search is therefore known, and a pair that cannot beat the
//! best result is dropped. The first stage is a quick greedy pass, which drops most pairs. Small
//! problems are searched in full and without floors, because their results vary more and time is
//! not short. Floors are compared with a margin for rounding that favours continuing the search.

use incrowd_terms::Fraction;

use super::plan::Stage;
use crate::search::boxes::CountConstraints;

/// Hundredths.
const LEAST: [u64; 4] = [0, 1, 2, 4];
const MOST: [u64; 7] = [5, 6, 8, 10, 20, 50, 100];

/// Problems of at most this many tuples are searched without a floor.
const SMALL: usize = 1024;

/// The constraints of the grid that are tighter than these and admit all people as one class.
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

/// The least cost that stages may reach.
#[derive(Clone, Copy)]
pub(super) struct StageFloors {
    none: bool,
}

impl StageFloors {
    pub fn new(constraints: &CountConstraints, tuples: usize) -> Self {
        StageFloors { none: constraints.presence.is_none() || tuples <= SMALL }
    }

    /// Whether there are no floors.
    pub fn are_none(self) -> bool {
        self.none
    }

    /// The least cost after these stages, given the cost before them.
    pub fn after(self, cost: f64, stages: &[Stage]) -> f64 {
        let share: f64 = stages.iter().map(|stage| stage.share).product();
        match cost {
            _ if self.none || cost == f64::INFINITY => f64::NEG_INFINITY,
            cost if cost >= 0.0 => cost * share,
            cost => cost / share,
        }
    }

    /// Whether a search with this cost so far can still beat `best` after these stages.
    pub fn may_beat(self, best: f64, cost: f64, stages: &[Stage]) -> bool {
        let floor = self.after(cost, stages);
        floor == f64::NEG_INFINITY || floor - 1e-9 * floor.abs() < best
    }

    /// A search that costs this or more so far cannot beat `best` after these stages.
    pub fn enough(self, best: f64, stages: &[Stage]) -> f64 {
        let share: f64 = stages.iter().map(|stage| stage.share).product();
        // A negative cost still falls during the greedy pass, which must therefore run to the end.
        if self.none || best < 0.0 { f64::INFINITY } else { best / share * (1.0 + 1e-8) }
    }
}
