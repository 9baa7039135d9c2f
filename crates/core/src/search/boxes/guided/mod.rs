//! # The guided search for boxes
//!
//! **Promises** one box per class such that every class meets the demands, with a small loss and a
//! proven lower bound for all releases by disjoint boxes (`lower-bound`). A box is a range of
//! leaves per column. Boxes of different classes share no person. The result does not depend on the
//! number of threads. More effort never gives a worse result. A request for presence never costs
//! more than any pair of a fixed grid inside it; a looser request off the grid can still cost more
//! than a tighter one off the grid.
//!
//! **Takes** `--recoding multidimensional`, for which it is the default; every demand, including
//! those that are not monotone; the costs loss, loss-ratio, discernibility and average-class, with
//! weights. It keeps every row, so suppression is not available. `--effort` sets how long it
//! searches. With `--effort fast`, a looser presence may cost more than a tighter one. With
//! `--effort high` and a `--time-limit`, it searches until the time is up, so the result depends on
//! the clock.
//!
//! **Not promised** the optimum. The bound limits the distance to it; `exact` finds the optimum of
//! small tables.
//!
//! **Choose it** if detail matters: columns are cut finely where there are many people, and
//! coarsely where there are few. Do not choose it if readers need the same labels in every row or
//! cannot use ranges such as `[31,36]`.
//!
//! **Example** with k = 5 and no suppression, full-domain recoding of the demo's study loses 0.360;
//! boxes with the same hierarchies lose 0.059:
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --hierarchy age=intervals:5,10,20 --hierarchy zip=mask:5 --hierarchy job=tree:jobs.txt --k 5 --recoding multidimensional --dry-run`
//!
//! **Defined** here, as a beam search with look-ahead. A region is cut in two, and its sides are
//! cut recursively until no cut leaves two sides that meet the demands. Every cut between two
//! leaves of every column is scored in a single pass over the region, by the cost of its sides and
//! their distance to the limits of the demands. The best few cuts are followed down to the last
//! class, and small regions are searched more deeply.
//!
//! **Deviations** from plain recursive cuts: demands that are not decided by counts are tested on
//! both sides of a cut before it becomes a candidate. For demands that are not monotone, regions
//! are tested for a necessary condition, and classes for the demand itself. A region that cannot be
//! partitioned into valid classes has infinite cost, so its parent is not cut.
//!
//! **Cost** with presence on 45,222 people, nine columns and a random study, its loss is 0.38 to
//! 0.56 times that of the best of the nine `mpalm` strategies, in 2 to 7 s (`--effort fast`: 0.42
//! to 0.60 in 0.4 to 1.4 s). A million people took 44 s, and 3 s with `--effort fast`, in 0.3 to
//! 0.5 GB.

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
use crate::search::{Algorithm, Method, Outcome, Recoding, Search, SearchControl, Searcher};

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

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for Guided {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> Outcome {
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
    /// KeptFinds a partition with a small average loss, or nothing. The same effort gives the same
    /// result on any machine, unless the search is stopped early.
    #[must_use]
    pub fn guided(&self, effort: Effort, control: &SearchControl) -> Option<Partition> {
        self.guided_by(Objective::Ranges, effort, control)
    }

    /// KeptFinds a partition with a small objective.
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
