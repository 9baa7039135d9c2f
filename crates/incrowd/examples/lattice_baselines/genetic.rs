//! A simple genetic search: tournaments of two, uniform crossover, one column in ten changed at
//! random, and the best node survives.

use incrowd::core::search::lattice::Node;
use rand::RngExt;

use crate::evaluator::Evaluator;

const POPULATION: usize = 40;

pub fn search(evaluator: &mut Evaluator<'_, '_>) {
    let mut nodes: Vec<Node> = (1..POPULATION).map(|_| evaluator.random_node()).collect();
    nodes.push(evaluator.top().clone());
    while !evaluator.is_over() {
        let mut ranked: Vec<(f64, Node)> =
            nodes.into_iter().map(|node| (evaluator.cost(&node), node)).collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        nodes = vec![ranked[0].1.clone()];
        while nodes.len() < POPULATION {
            nodes.push(child(evaluator, &ranked));
        }
    }
}

fn child(evaluator: &mut Evaluator<'_, '_>, ranked: &[(f64, Node)]) -> Node {
    let other = evaluator.random_node();
    let random = &mut evaluator.random;
    let mut parent = || {
        let drawn = [(); 2].map(|()| random.random_range(0..ranked.len()));
        &ranked[drawn[0].min(drawn[1])].1
    };
    let (mother, father) = (parent(), parent());
    let level = |column: usize| match random.random_range(0..20) {
        0 | 1 => other.0[column],
        drawn if drawn % 2 == 0 => mother.0[column],
        _ => father.0[column],
    };
    Node((0..mother.0.len()).map(level).collect())
}
