//! The optimal k-anonymization for the smallest k that meets the demands (Nergiz, Atzori & Clifton
//! 2007, section 7).
//!
//! A larger k need not meet the demands, so k cannot be bisected. An optimum whose smallest class
//! has m members stays the optimum for all k up to m, because fewer nodes are valid for a larger k;
//! the next k to try is m + 1.
//!
//! Manual page: `docs/algorithms/smallest-k.md`.

use incrowd_terms::{Demand, KAnonymity, WeakKAnonymity};

use crate::cost::{Cost, CostOver};
use crate::model::{Model, ModelContext, of};
use crate::search::{
    Algorithm, FoundRelease, Recoding, Search, SearchControl, SearchOutcome, Searcher,
};

use super::super::evaluate::Evaluation;
use super::super::{LatticeProblem, Node};

/// A k-anonymization that meets the demands.
#[derive(Clone, Debug)]
pub struct SmallestKResult {
    /// The smallest k whose optimum meets the demands.
    pub k: u64,
    /// The size of that optimum's smallest class.
    pub smallest_class: u64,
    /// The optimum.
    pub node: Node,
    /// Its evaluation, including the cost.
    pub evaluation: Evaluation,
    /// The number of different optima tested.
    pub optima: u64,
}

/// Optimal k-anonymity of the population for the smallest k that meets the demands.
pub(in crate::search) struct SmallestK;

impl Algorithm for SmallestK {
    fn name(&self) -> &'static str {
        "smallest-k"
    }

    fn recoding(&self) -> Recoding {
        Recoding::FullDomain
    }

    fn heeds_proof(&self) -> bool {
        false
    }

    fn minimises(&self, _cost: Cost) -> bool {
        true
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for SmallestK {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let problem = search.problem(search.method().cost);
        let over = if search.table().frequency_set.people() > 0 {
            CostOver::People
        } else {
            CostOver::Members
        };
        let found = problem.smallest_k(over, control);
        SearchOutcome {
            smallest_k: found.as_ref().map(|found| found.k),
            nodes: problem.nodes(),
            checked: found.as_ref().map_or(0, |found| found.optima),
            found: found.map(|found| FoundRelease::Node(found.node)),
            ..SearchOutcome::default()
        }
    }
}

impl LatticeProblem<'_> {
    /// Finds the smallest k whose optimal k-anonymization meets the demands of this problem, or
    /// none if there is no such k or the search was stopped. Either the table is made k-anonymous,
    /// or the population, whose mapping the table then shares (weak k-anonymity).
    #[must_use]
    pub fn smallest_k(
        &self,
        of_whom: CostOver,
        control: &SearchControl,
    ) -> Option<SmallestKResult> {
        let demanded = self.sibling(self.models, 0);
        let mut k = 1;
        for optima in 1.. {
            let models = [k_anonymity(of_whom, k)];
            let outcome = self.sibling(&models, 0).optimal(control);
            let (node, _) = outcome.best.filter(|_| outcome.proven)?;
            let evaluation = demanded.examine(&node);
            let smallest_class = demanded.smallest_class(&node, of_whom);
            if evaluation.cost.is_some() {
                return Some(SmallestKResult { k, smallest_class, node, evaluation, optima });
            }
            k = smallest_class + 1;
        }
        None
    }

    /// The size of a node's smallest class.
    fn smallest_class(&self, node: &Node, of_whom: CostOver) -> u64 {
        let leaves = Node(vec![0; node.0.len()]);
        let classes = self.classes_from_leaves(&leaves, node);
        let groups = &classes.counts;
        let size = |class: usize| match of_whom {
            CostOver::Members => groups.members_of(class),
            CostOver::People => groups.people.get(class).copied().unwrap_or(0),
        };
        (0..groups.len()).map(size).filter(|&size| size > 0).min().unwrap_or(u64::MAX - 1)
    }
}

fn k_anonymity(of_whom: CostOver, k: u64) -> Box<dyn Model> {
    let demand = match of_whom {
        CostOver::Members => Demand::KAnonymity(KAnonymity { k }),
        CostOver::People => Demand::WeakKAnonymity(WeakKAnonymity { k }),
    };
    of(&demand, &ModelContext::default())
}
