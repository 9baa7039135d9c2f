//! Hill climbing: one column a level up or down, the first improvement in random order; two columns
//! at once where none improves; then a random restart. The first climb starts at the top.

use incrowd::core::search::lattice::Node;
use rand::RngExt;

use crate::evaluator::Evaluator;

pub fn search(evaluator: &mut Evaluator<'_, '_>) {
    let mut start = evaluator.top().clone();
    while !evaluator.is_over() {
        climb(evaluator, start);
        start = evaluator.random_node();
    }
}

fn climb(evaluator: &mut Evaluator<'_, '_>, mut at: Node) {
    let mut cost = evaluator.cost(&at);
    while let Some((next, better)) = improvement(evaluator, &at, cost) {
        (at, cost) = (next, better);
    }
}

fn improvement(evaluator: &mut Evaluator<'_, '_>, at: &Node, cost: f64) -> Option<(Node, f64)> {
    let singles = shuffled(evaluator, neighbours(evaluator, at));
    if let Some(found) = first_better(evaluator, singles, cost) {
        return Some(found);
    }
    let singles = neighbours(evaluator, at);
    let pairs = singles.iter().flat_map(|node| neighbours(evaluator, node)).collect();
    let pairs = shuffled(evaluator, pairs);
    first_better(evaluator, pairs, cost)
}

fn neighbours(evaluator: &Evaluator<'_, '_>, at: &Node) -> Vec<Node> {
    let around =
        |column| [true, false].into_iter().filter_map(move |up| evaluator.step(at, column, up));
    (0..at.0.len()).flat_map(around).collect()
}

fn shuffled(evaluator: &mut Evaluator<'_, '_>, mut nodes: Vec<Node>) -> Vec<Node> {
    for last in (1..nodes.len()).rev() {
        nodes.swap(last, evaluator.random.random_range(0..=last));
    }
    nodes
}

fn first_better(
    evaluator: &mut Evaluator<'_, '_>,
    nodes: Vec<Node>,
    cost: f64,
) -> Option<(Node, f64)> {
    nodes.into_iter().find_map(|node| {
        let found = evaluator.cost(&node);
        (found < cost).then_some((node, found))
    })
}
