//! Turns the partition of an algorithm into the outcome of a search.

use crate::cost::{Cost, Objective};
use crate::model::Monotone;
use crate::search::{Effort, Family, FoundRelease, Search, SearchControl, SearchOutcome};

use super::{BoxProblem, Partition};

/// The partition that an algorithm found, and what it knows about it.
pub(super) struct BoxResult {
    pub found: Option<Partition>,
    /// Whether the partition is proven optimal, or proven not to exist.
    pub proven: bool,
    /// The smallest k that met the demands, for algorithms that search for it.
    pub smallest_k: Option<u64>,
    /// Whether finding nothing proves that no release exists when all demands are monotone. It does
    /// for algorithms that try the single class of all people.
    pub thorough: bool,
    /// The effort for the lower bound. None where tuples are divided, because the bound only holds
    /// for classes of whole tuples.
    pub bound: Option<Effort>,
}

/// By default, only little effort goes into the lower bound.
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
    /// The outcome of the search.
    pub fn outcome(
        self,
        search: &Search<'_>,
        problem: &BoxProblem<'_>,
        control: &SearchControl,
    ) -> SearchOutcome {
        let monotone = search.models().iter().all(|model| model.monotone() != Monotone::No);
        let proven = self.proven || (self.found.is_none() && monotone && self.thorough);
        // A search that is led by something else than the loss says nothing about the least loss.
        let led_by_loss = search.is_led_by_loss();
        let bounded = is_loss(search.method().cost) && search.proves() && led_by_loss;
        let wanted = self.found.as_ref().filter(|_| bounded);
        let loss = wanted.map(|partition| problem.loss(partition));
        // Overlapping boxes can lose less than any disjoint boxes.
        let disjoint = !search.method().overlap;
        let proven = proven && ((disjoint && led_by_loss) || self.found.is_none());
        let least = if search.method().proof { Effort::High } else { Effort::Fast };
        let effort = self.bound.filter(|_| disjoint).map(|effort| effort.max(least));
        let lower_bound = match (loss, effort) {
            (None, _) | (_, None) => None,
            (Some(loss), _) if proven => Some(loss),
            (Some(loss), Some(effort)) => {
                problem.lower_bound(effort, control).map(|bound| bound.min(loss))
            }
        };
        let examined = self.found.as_ref().map_or(1, |partition| partition.examined);
        SearchOutcome {
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
            found: self.found.map(FoundRelease::Boxes),
            ..SearchOutcome::default()
        }
    }
}

/// Whether a cost is a loss of ranges, which every algorithm for boxes can minimise.
pub(super) fn is_loss(cost: Cost) -> bool {
    cost.objective() == Some(Objective::Ranges)
}
