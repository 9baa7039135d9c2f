//! From the boxes that an algorithm cut to what is known of them.

use crate::cost::{Cost, Objective};
use crate::model::Monotone;
use crate::search::{Effort, Family, Found, Outcome, Search, SearchControl};

use super::{BoxProblem, Partition};

/// The boxes that an algorithm cut.
pub(super) struct BoxResult {
    pub found: Option<Partition>,
    /// Whether they are proven to be the best, or that there are none.
    pub proven: bool,
    /// The k that happened to do, where that was looked for.
    pub smallest_k: Option<u64>,
    /// Whether there is no release if nothing was found and all demands are monotone: for then
    /// there is one if there is one class of everybody.
    pub thorough: bool,
    /// How hard to look for a bound from below; not at all where tuples are divided, for the bound
    /// is on classes of whole ones.
    pub bound: Option<Effort>,
}

/// What took no thought needs no long proof.
impl From<Option<Partition>> for BoxResult {
    fn from(found: Option<Partition>) -> Self {
        BoxResult {
            found,
            proven: false,
            smallest_k: None,
            thorough: true,
            bound: Some(Effort::Fast),
        }
    }
}

impl BoxResult {
    /// The outcome of a search that cut these boxes.
    pub fn outcome(
        self,
        search: &Search<'_>,
        problem: &BoxProblem<'_>,
        control: &SearchControl,
    ) -> Outcome {
        let monotone = search.models().iter().all(|model| model.monotone() != Monotone::No);
        let proven = self.proven || (self.found.is_none() && monotone && self.thorough);
        let bounded = is_loss(search.method().cost) && search.proves();
        let wanted = self.found.as_ref().filter(|_| bounded);
        let loss = wanted.map(|partition| problem.loss(partition));
        // Boxes that may overlap can lose less than any that do not.
        let disjoint = !search.method().overlap;
        let proven = proven && (disjoint || self.found.is_none());
        let lower_bound = match (loss, self.bound.filter(|_| disjoint)) {
            (None, _) | (_, None) => None,
            (Some(loss), _) if proven => Some(loss),
            (Some(loss), Some(effort)) => {
                problem.lower_bound(effort, control).map(|bound| bound.min(loss))
            }
        };
        let examined = self.found.as_ref().map_or(1, |partition| partition.examined);
        Outcome {
            smallest_k: self.smallest_k,
            lower_bound,
            family: if proven && self.found.is_some() {
                Family::Cuts
            } else {
                Family::DisjointBoxes
            },
            nodes: examined.into(),
            checked: examined,
            proven,
            cut_short: self.found.as_ref().is_some_and(|partition| partition.cut_short),
            found: self.found.map(Found::Boxes),
            ..Outcome::default()
        }
    }
}

/// What every algorithm for boxes can make small.
pub(super) fn is_loss(cost: Cost) -> bool {
    cost.objective() == Some(Objective::Ranges)
}
