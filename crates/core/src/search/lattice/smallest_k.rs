//! The smallest k that happens to give what is really wanted: how paper 000 makes k-anonymity hide
//! presence.
//!
//! k-anonymity knows nothing of presence, so the only way is to try: the optimal k-anonymization
//! for k = 1, 2, 3, ... until one happens to meet the demands. A larger k can lose them again, so
//! bisecting would be wrong. But an optimum whose smallest class has m members stays the optimum
//! for all k up to m, since the nodes to choose from only get fewer; so the next k to try is m + 1.

use incrowd_terms::{Demand, KAnonymity, WeakKAnonymity};

use crate::cost::Over;
use crate::model::{Model, Setting, of};
use crate::search::Watch;

use super::evaluate::Evaluation;
use super::{Node, Problem};

/// A k-anonymization that meets the demands.
#[derive(Clone, Debug)]
pub struct SmallestK {
    /// The smallest k whose optimum meets the demands.
    pub k: u64,
    /// The size of that optimum's smallest class.
    pub smallest_class: u64,
    /// The optimum.
    pub node: Node,
    /// What is known of it, the cost included.
    pub evaluation: Evaluation,
    /// How many different optima were looked at.
    pub optima: u64,
}

impl Problem<'_> {
    /// Finds the smallest k whose optimal k-anonymization meets the demands of this problem, or
    /// none if there is no such k (or the watch is over). What is made k-anonymous is the table, or
    /// the population, whose mapping the table then shares (weak k-anonymity).
    #[must_use]
    pub fn smallest_k(&self, of_whom: Over, watch: &Watch) -> Option<SmallestK> {
        let demanded = self.sibling(self.models, 0);
        let mut k = 1;
        for optima in 1.. {
            let models = [k_anonymity(of_whom, k)];
            let outcome = self.sibling(&models, 0).optimal(watch);
            let (node, _) = outcome.best.filter(|_| outcome.proven)?;
            let evaluation = demanded.examine(&node);
            let smallest_class = demanded.smallest_class(&node, of_whom);
            if evaluation.cost.is_some() {
                return Some(SmallestK { k, smallest_class, node, evaluation, optima });
            }
            k = smallest_class + 1;
        }
        None
    }

    /// The size of a node's smallest class.
    fn smallest_class(&self, node: &Node, of_whom: Over) -> u64 {
        let leaves = Node(vec![0; node.0.len()]);
        let classes = self.classes_from_leaves(&leaves, node);
        let sizes = match of_whom {
            Over::Members => &classes.counts.rows,
            Over::People => &classes.counts.people,
        };
        sizes.iter().copied().filter(|&size| size > 0).min().unwrap_or(u64::MAX - 1)
    }
}

fn k_anonymity(of_whom: Over, k: u64) -> Box<dyn Model> {
    let demand = match of_whom {
        Over::Members => Demand::KAnonymity(KAnonymity { k }),
        Over::People => Demand::WeakKAnonymity(WeakKAnonymity { k }),
    };
    of(&demand, &Setting::default())
}
