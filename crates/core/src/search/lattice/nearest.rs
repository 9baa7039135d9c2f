//! The strictest demand that a node meets.

use incrowd_terms::Demand;

use crate::frequency_set::ClassRoom;
use crate::model::{self, Model};

use super::{LatticeProblem, Node};

impl LatticeProblem<'_> {
    /// The strictest demand, up to this one, that the published classes of a node meet and that
    /// classes without rows do not break. `rebuild` makes a model of a demand.
    pub(in crate::search) fn measured(
        &self,
        node: &Node,
        demand: &Demand,
        rebuild: &dyn Fn(&Demand) -> Box<dyn Model>,
    ) -> Option<Demand> {
        let leaves = Node(vec![0; node.0.len()]);
        let classes = self.classes_from_leaves(&leaves, node);
        let groups = &classes.counts;
        let kept = self.kept_classes(&classes).kept;
        let whole = self.whole(groups, &kept);
        let told = (0..groups.len()).filter(|&class| kept[class] || groups.rows[class] == 0);
        let mut room = ClassRoom::default();
        told.into_iter().try_fold(demand.clone(), |demand, class| {
            model::met(demand, rebuild, &groups.class(class, &mut room), &whole)
        })
    }
}
