//! # The guided search for boxes
//!
//! **Promises** a box per class, cut where little is lost, so that every class meets the demands;
//! with a proven bound below which no release by disjoint boxes can go (`lower-bound`). A box is a range of
//! leaves per column, and boxes of different classes have no person in common. The result is the
//! same on any number of threads (`run.rs`), more effort never costs more, and a request for
//! presence costs at most what every pair of a fixed grid inside it costs (`grid.rs`); a looser
//! request off the grid can still cost more than a tighter one off the grid.
//!
//! **Takes** `--recoding multidimensional`, whose default it is; every demand, those that are not
//! monotone too; the costs loss, loss-ratio, discernibility and average-class, with weights; no
//! suppression, since every row is kept. `--effort` says how hard to think; with `--effort fast` a
//! looser presence may cost more than a tighter one. `--effort high` with a `--time-limit` goes on
//! until the time is up, and depends on the clock.
//!
//! **Not promised** the optimum. The bound says how far from it the result can be at most; `exact`
//! proves small tables.
//!
//! **Choose it** where detail matters: a column is cut finely where people are many and coarsely
//! where they are few. Not where readers need the same labels in every row, or cannot read ranges
//! such as `[31,36]`.
//!
//! **Example** with k = 5 and nobody left out, whole columns of the demo's study lose 0.360; boxes,
//! with the same hierarchies, lose 0.059:
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --hierarchy age=intervals:5,10,20 --hierarchy zip=mask:5 --hierarchy job=tree:jobs.txt --k 5 --recoding multidimensional --dry-run`
//!
//! **Defined** here. A region is cut in two, its sides are cut in turn, and so on until no cut
//! leaves two sides that meet the demands. Which cut comes first decides how far one gets. Every
//! cut between two leaves of every column is weighed in a single pass over the region (`scan.rs`)
//! by what its sides cost and how much room they leave (`evaluator.rs`); the best few are tried out down
//! to the last class, and small regions are searched more deeply still (`look_ahead.rs`, `plan.rs`).
//!
//! **Deviations** from plain cutting: demands that counts do not decide are asked of the sides of a
//! cut before it counts as possible. Demands that are not monotone are asked only whether they may
//! hold, and for good of classes: a region without a way into classes that hold costs infinitely
//! much, so its parent is not cut.
//!
//! **Cost** with presence on 45,222 people and nine columns it loses 0.38 to 0.56 of what the best
//! of the nine `mpalm` strategies does on a random study, in 2 to 7 s (`--effort fast`: 0.42 to
//! 0.60 in 0.4 to 1.4 s). A million people took 44 s, and 3 s with `--effort fast`, in 0.3 to 0.5
//! GB.

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
use crate::search::{Algorithm, Method, Outcome, Recoding, Search, SearchControl};

/// Boxes that lose little, found by trying cuts in many orders.
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

    fn find(&self, search: &Search<'_>, control: &SearchControl) -> Outcome {
        let Method { cost, effort, .. } = *search.method();
        let objective = cost.objective().unwrap_or_default();
        let problem = search.box_problem(cost);
        // With all the time that it is given, it goes on until that is up.
        let found = match control.has_deadline() && effort == Effort::High {
            true => problem.guided_until(objective, control),
            false => problem.guided_by(objective, effort, control),
        };
        BoxResult { bound: Some(effort), ..found.into() }.outcome(search, &problem, control)
    }
}

impl BoxProblem<'_> {
    /// KeptCuts everybody up so that the average loss is small; nothing if no way was found. The same
    /// effort gives the same answer on any machine, unless the watch cuts it short.
    #[must_use]
    pub fn guided(&self, effort: Effort, control: &SearchControl) -> Option<Partition> {
        self.guided_by(Objective::Ranges, effort, control)
    }

    /// KeptCuts everybody up so that the objective is small.
    #[must_use]
    pub fn guided_by(
        &self,
        objective: Objective,
        effort: Effort,
        control: &SearchControl,
    ) -> Option<Partition> {
        self.beam_search(&BeamRequest { objective, effort, endless: false, control })
    }

    /// The same with the highest effort, and then over and over on parts of the result, until the
    /// watch says that it is over or nothing has been gained for long.
    #[must_use]
    pub(crate) fn guided_until(
        &self,
        objective: Objective,
        control: &SearchControl,
    ) -> Option<Partition> {
        self.beam_search(&BeamRequest { objective, effort: Effort::High, endless: true, control })
    }

    /// Chooses the narrowest lanes that do.
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
