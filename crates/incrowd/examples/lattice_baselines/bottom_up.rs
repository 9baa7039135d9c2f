//! Bottom-up: from the most specific node, always to the best node one level above, or to the one
//! that raises the column with the most levels left where none is valid; then again from a random
//! node.

use crate::evaluator::Evaluator;

pub fn search(evaluator: &mut Evaluator<'_, '_>) {
    let mut at = evaluator.bottom().clone();
    evaluator.cost(&at);
    while !evaluator.is_over() {
        let steps = (0..at.0.len()).filter_map(|column| {
            evaluator
                .step(&at, column, true)
                .map(|above| (evaluator.top().0[column] - at.0[column], above))
        });
        let nodes: Vec<_> = steps.collect();
        let costs: Vec<f64> = nodes.iter().map(|(_, node)| evaluator.cost(node)).collect();
        let order = |&a: &usize, &b: &usize| {
            costs[a].total_cmp(&costs[b]).then(nodes[b].0.cmp(&nodes[a].0))
        };
        at = match (0..nodes.len()).min_by(order) {
            Some(best) => nodes[best].1.clone(),
            None => evaluator.random_node(),
        };
    }
}
