//! How a search went: where in the lattice its answer lies, and how much better any other could be.

use crate::Plan;
use incrowd_core::search::lattice::Node;
use incrowd_core::search::{FoundRelease, Recoding, Search, SearchOutcome};
use incrowd_document::{LatticeColumn, LatticeEvidence, SearchCost, SearchEvidence, SearchKind};

use crate::run::summary::{finite, number_of_nodes};

/// How a search went, its answer and the gap to the bound.
pub fn went(plan: &Plan, search: &Search<'_>, outcome: &SearchOutcome) -> SearchEvidence {
    let cost = outcome.cost(search.method().cost);
    let bound = finite(outcome.lower_bound);
    let gap = cost.zip(bound).map(|(cost, bound)| match cost {
        0.0 => 0.0,
        cost => (cost - bound).max(0.0) / cost,
    });
    let boxes = |classes: Option<u64>| (SearchKind::Boxes, classes, None);
    let (kind, classes, lattice) = match &outcome.found {
        Some(FoundRelease::Boxes(partition)) => boxes(Some(partition.classes.len() as u64)),
        None if search.method().recoding() != Recoding::FullDomain => boxes(None),
        Some(FoundRelease::Node(node)) => {
            (SearchKind::Lattice, None, Some(lattice(plan, search, outcome, Some(node))))
        }
        None => (SearchKind::Lattice, None, Some(lattice(plan, search, outcome, None))),
    };
    SearchEvidence {
        algorithm: search.method().algorithm.name().to_owned(),
        recoding: plan.method.recoding().name().to_owned(),
        checked: outcome.checked,
        proven: outcome.proven,
        among: outcome.family.name().to_owned(),
        cost: SearchCost { name: search.method().cost.name.to_owned(), value: finite(cost) },
        bound,
        gap: finite(gap),
        kind,
        classes,
        lattice,
    }
}

/// Where in the lattice a release lies.
fn lattice(
    plan: &Plan,
    search: &Search<'_>,
    outcome: &SearchOutcome,
    chosen: Option<&Node>,
) -> LatticeEvidence {
    let levels = &search.scope().levels;
    let columns = plan.qi.iter().zip(levels).enumerate().map(|(at, (name, range))| LatticeColumn {
        name: name.clone(),
        lowest: *range.start(),
        highest: *range.end(),
        chosen: chosen.map(|node| node.0[at]),
    });
    let steps: Vec<usize> =
        levels.iter().map(|range| usize::from(range.end() - range.start())).collect();
    LatticeEvidence {
        columns: columns.collect(),
        nodes: number_of_nodes(outcome.nodes),
        lowest_height: levels.iter().map(|range| u64::from(*range.start())).sum(),
        by_height: by_height(&steps),
        chosen_height: chosen.map(|node| node.0.iter().map(|&level| u64::from(level)).sum()),
    }
}

/// How many nodes stand at each height above the lowest, of columns with so many steps each; nothing
/// if they are beyond counting.
fn by_height(steps: &[usize]) -> Option<Vec<f64>> {
    let mut nodes = vec![1.0_f64];
    for &steps in steps {
        let mut next = vec![0.0; nodes.len() + steps];
        for (height, count) in nodes.iter().enumerate() {
            next[height..=height + steps].iter_mut().for_each(|above| *above += count);
        }
        nodes = next;
    }
    nodes.iter().all(|nodes| nodes.is_finite()).then_some(nodes)
}

#[cfg(test)]
mod tests {
    use super::by_height;

    #[test]
    fn every_node_stands_at_one_height() {
        assert_eq!(by_height(&[1, 2]), Some(vec![1.0, 2.0, 2.0, 1.0]));
        assert_eq!(by_height(&[]), Some(vec![1.0]));
        let many = by_height(&[3, 1, 4, 1]).unwrap();
        assert_eq!(many.iter().sum::<f64>(), 4.0 * 2.0 * 5.0 * 2.0);
        assert_eq!(by_height(&[1; 1100]), None);
    }
}
