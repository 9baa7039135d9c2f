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
//! by what its sides cost and how much room they leave (`goal.rs`); the best few are tried out down
//! to the last class, and small regions are searched more deeply still (`explore.rs`, `plan.rs`).
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

mod draft;
mod explore;
mod goal;
mod grid;
mod pile;
mod plan;
mod run;
mod scan;
mod seek;
mod tree;

use self::seek::{Ranks, Seeker, Wish};
use super::carved::Carved;
use super::{Effort, Field, Partition};
use crate::cost::{Cost, Objective};
use crate::search::{Algorithm, Method, Outcome, Recoding, Search, Watch};

/// Boxes that lose little, found by trying cuts in many orders.
pub(in crate::search) struct Way;

impl Algorithm for Way {
    fn name(&self) -> &'static str {
        "guided"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Multidimensional
    }

    fn minimises(&self, cost: Cost) -> bool {
        cost.objective().is_some()
    }

    fn find(&self, search: &Search<'_>, watch: &Watch) -> Outcome {
        let Method { cost, effort, .. } = *search.method();
        let objective = cost.objective().unwrap_or_default();
        let field = search.field(cost);
        // With all the time that it is given, it goes on until that is up.
        let found = match watch.has_end() && effort == Effort::High {
            true => field.guided_until(objective, watch),
            false => field.guided_by(objective, effort, watch),
        };
        Carved { bound: Some(effort), ..found.into() }.outcome(search, &field, watch)
    }
}

impl Field<'_> {
    /// Cuts everybody up so that the average loss is small; nothing if no way was found. The same
    /// effort gives the same answer on any machine, unless the watch cuts it short.
    #[must_use]
    pub fn guided(&self, effort: Effort, watch: &Watch) -> Option<Partition> {
        self.guided_by(Objective::Ranges, effort, watch)
    }

    /// Cuts everybody up so that the objective is small.
    #[must_use]
    pub fn guided_by(
        &self,
        objective: Objective,
        effort: Effort,
        watch: &Watch,
    ) -> Option<Partition> {
        self.seek(&Wish { objective, effort, endless: false, watch })
    }

    /// The same with the highest effort, and then over and over on parts of the result, until the
    /// watch says that it is over or nothing has been gained for long.
    #[must_use]
    pub fn guided_until(&self, objective: Objective, watch: &Watch) -> Option<Partition> {
        self.seek(&Wish { objective, effort: Effort::High, endless: true, watch })
    }

    /// Chooses the narrowest lanes that do.
    fn seek(&self, wish: &Wish<'_>) -> Option<Partition> {
        let ranks: Vec<Ranks> = (0..self.columns()).map(|at| Ranks::new(self, at)).collect();
        let most = ranks.iter().map(|ranks| ranks.codes.len()).max().unwrap_or(0);
        match (most, 2 * self.columns()) {
            (0..=0x100, 0..=16) => Seeker::<u8, 16>::new(self, wish, &ranks).seek(),
            (0..=0x100, 0..=32) => Seeker::<u8, 32>::new(self, wish, &ranks).seek(),
            (0..=0x1_0000, 0..=16) => Seeker::<u16, 16>::new(self, wish, &ranks).seek(),
            (0..=0x1_0000, 0..=32) => Seeker::<u16, 32>::new(self, wish, &ranks).seek(),
            (0..=0x1_0000, 0..=64) => Seeker::<u16, 64>::new(self, wish, &ranks).seek(),
            (_, 0..=32) => Seeker::<u32, 32>::new(self, wish, &ranks).seek(),
            (_, 0..=256) => Seeker::<u32, 256>::new(self, wish, &ranks).seek(),
            _ => {
                let everybody: Vec<u32> = (0..self.tuples() as u32).collect();
                let holds = self.tuples() > 0 && self.holds(&everybody);
                holds.then(|| Partition::new(vec![self.class(everybody)], 0, true))
            }
        }
    }
}
