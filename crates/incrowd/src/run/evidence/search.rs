//! How a search went: where in the lattice its answer lies, and how much better any other could be.

use crate::Plan;
use incrowd_core::search::{Found, Outcome, Recoding, Search};
use serde_json::{Value, json};

/// The way of a search, its answer and the gap to the bound.
pub fn went(plan: &Plan, search: &Search<'_>, outcome: &Outcome) -> Value {
    let cost = outcome.cost(search.method().cost);
    let bound = outcome.lower_bound.filter(|bound| bound.is_finite());
    let gap = cost.zip(bound).map(|(cost, bound)| match cost {
        0.0 => 0.0,
        cost => (cost - bound).max(0.0) / cost,
    });
    let mut went = json!({
        "algorithm": search.method().algorithm.name(),
        "recoding": plan.method.recoding().name(),
        "checked": outcome.checked,
        "proven": outcome.proven,
        "among": outcome.family.name(),
        "cost": { "name": search.method().cost.name, "value": cost },
        "bound": bound,
        "gap": gap,
    });
    let chosen = match &outcome.found {
        Some(Found::Boxes(partition)) => {
            went["kind"] = json!("boxes");
            went["classes"] = json!(partition.classes.len());
            return went;
        }
        Some(Found::Node(node)) => Some(node),
        None if search.method().recoding() != Recoding::FullDomain => {
            went["kind"] = json!("boxes");
            return went;
        }
        None => None,
    };
    let levels = &search.scope().levels;
    let column = |(at, (name, range)): (usize, (&String, &std::ops::RangeInclusive<u8>))| {
        json!({
            "name": name,
            "lowest": range.start(),
            "highest": range.end(),
            "chosen": chosen.map(|node| node.0[at]),
        })
    };
    went["kind"] = json!("lattice");
    went["columns"] = plan.qi.iter().zip(levels).enumerate().map(column).collect();
    went["nodes"] = json!(outcome.nodes as f64);
    if let Ok(nodes) = u64::try_from(outcome.nodes) {
        went["nodes"] = json!(nodes);
    }
    let lowest: u64 = levels.iter().map(|range| u64::from(*range.start())).sum();
    went["lowest_height"] = json!(lowest);
    let steps: Vec<usize> =
        levels.iter().map(|range| usize::from(range.end() - range.start())).collect();
    went["by_height"] = json!(by_height(&steps));
    let height = chosen.map(|node| node.0.iter().map(|&level| u64::from(level)).sum::<u64>());
    went["chosen_height"] = json!(height);
    went
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
