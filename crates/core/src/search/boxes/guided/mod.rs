//! The guided search: a beam search with look-ahead over recursive cuts.
//!
//! A region is cut in two until no cut leaves two sides that meet the demands. Every cut of every
//! column is scored in one pass over the region (`scan.rs`) by the cost of its sides and their
//! distance to the limits of the demands. The best few cuts are followed to the last class
//! (`beam_search.rs`, `look_ahead.rs`), and small regions are searched more deeply (`stage.rs`,
//! `plan.rs`).
//!
//! Demands that counts do not decide are tested on both sides of a cut before it becomes a
//! candidate. If a demand is not monotone, regions are tested for the necessary condition and
//! classes for the demand; a region without a valid partition has infinite cost, so its parent is
//! not cut.
//!
//! For presence, all pairs of limits on a fixed grid inside the request are tried as well
//! (`request_grid.rs`). A request therefore never costs more than a pair of the grid inside it.
//!
//! Manual page: `docs/algorithms/guided.md`.

mod beam_search;
mod cut_tree;
mod evaluator;
mod look_ahead;
mod partial_tree;
mod plan;
mod request_grid;
mod scan;
mod stage;
mod summary;

use self::beam_search::{BeamRequest, BeamSearch, Ranks};
use super::result::BoxResult;
use super::{BoxProblem, Effort, Partition};
use crate::cost::{Cost, Objective};
use crate::search::{Algorithm, Method, Recoding, Search, SearchControl, SearchOutcome, Searcher};

/// The beam search for boxes with a small loss.
pub(in crate::search) struct Guided;

impl Algorithm for Guided {
    fn name(&self) -> &'static str {
        "guided"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Multidimensional
    }

    fn minimises(&self, cost: Cost) -> bool {
        cost.objective().is_some()
    }

    fn suppresses(&self) -> bool {
        true
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for Guided {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let Method { cost, effort, .. } = *search.method();
        let objective = cost.objective().unwrap_or_default();
        let problem = search.box_problem(cost);
        // With high effort and a time limit, the search continues until the time is up.
        let found = match control.has_deadline() && effort == Effort::High {
            true => problem.guided_until(objective, control),
            false => problem.guided_by(objective, effort, control),
        };
        BoxResult { bound: Some(effort), ..found.into() }.outcome(search, &problem, control)
    }
}

impl BoxProblem<'_> {
    /// Finds a partition with a small average loss, or nothing. The same effort gives the same
    /// result on any machine, unless the search is stopped early.
    #[must_use]
    pub fn guided(&self, effort: Effort, control: &SearchControl) -> Option<Partition> {
        self.guided_by(Objective::Ranges, effort, control)
    }

    /// Finds a partition with a small objective.
    #[must_use]
    pub fn guided_by(
        &self,
        objective: Objective,
        effort: Effort,
        control: &SearchControl,
    ) -> Option<Partition> {
        self.beam_search(&BeamRequest { objective, effort, endless: false, control })
    }

    /// The same with the highest effort, followed by restarts on parts of the result until the
    /// search is stopped or restarts stop helping.
    #[must_use]
    pub(crate) fn guided_until(
        &self,
        objective: Objective,
        control: &SearchControl,
    ) -> Option<Partition> {
        self.beam_search(&BeamRequest { objective, effort: Effort::High, endless: true, control })
    }

    /// Runs the search on the narrowest coordinates that fit.
    fn beam_search(&self, request: &BeamRequest<'_>) -> Option<Partition> {
        let ranks: Vec<Ranks> = (0..self.columns()).map(|at| Ranks::new(self, at)).collect();
        let most = ranks.iter().map(|ranks| ranks.codes.len()).max().unwrap_or(0);
        match (most, 2 * self.columns()) {
            (0..=0x100, 0..=16) => BeamSearch::<u8, 16>::new(self, request, &ranks).beam_search(),
            (0..=0x100, 0..=32) => BeamSearch::<u8, 32>::new(self, request, &ranks).beam_search(),
            (0..=0x1_0000, 0..=16) => {
                BeamSearch::<u16, 16>::new(self, request, &ranks).beam_search()
            }
            (0..=0x1_0000, 0..=32) => {
                BeamSearch::<u16, 32>::new(self, request, &ranks).beam_search()
            }
            (0..=0x1_0000, 0..=64) => {
                BeamSearch::<u16, 64>::new(self, request, &ranks).beam_search()
            }
            (_, 0..=32) => BeamSearch::<u32, 32>::new(self, request, &ranks).beam_search(),
            (_, 0..=256) => BeamSearch::<u32, 256>::new(self, request, &ranks).beam_search(),
            _ => {
                let everybody: Vec<u32> = (0..self.tuples() as u32).collect();
                let holds = self.tuples() > 0 && self.holds(&everybody);
                holds.then(|| Partition::new(vec![self.class(everybody)], 0, true))
            }
        }
    }
}
