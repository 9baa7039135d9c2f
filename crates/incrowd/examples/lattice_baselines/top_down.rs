//! Top-down: from the most general node, always to the best node one level below, valid or not,
//! while there is one; then again from a random node.

use crate::evaluator::Evaluator;

pub fn search(evaluator: &mut Evaluator<'_, '_>) {
    let mut at = evaluator.top().clone();
    evaluator.cost(&at);
    while !evaluator.is_over() {
        let below = (0..at.0.len()).filter_map(|column| evaluator.step(&at, column, false));
        let nodes: Vec<_> = below.collect();
        let costs: Vec<f64> = nodes.iter().map(|node| evaluator.cost(node)).collect();
        let best = (0..nodes.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
        at = match best.filter(|&best| costs[best] < f64::INFINITY) {
            Some(best) => nodes[best].clone(),
            None => evaluator.random_node(),
        };
    }
}
