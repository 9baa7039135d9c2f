//! An order in which to take the nodes of one side of a graph, so that few nodes of the other side
//! are open at a time: begun, but not done.

/// Starts at an end of the graph and continues with the neighbour of an open node that leaves the
/// least open. Returns the order and the greatest weight that is open at any time. The graph is
/// connected.
pub(crate) fn sweep(neighbours: &[Vec<usize>], weights: &[f64]) -> (Vec<usize>, f64) {
    let mut missing = vec![0_usize; weights.len()];
    neighbours.iter().flatten().for_each(|&other| missing[other] += 1);
    let mut begun = vec![false; weights.len()];
    let mut rest: Vec<usize> = (0..neighbours.len()).collect();
    let mut start = farthest(neighbours, weights.len());
    let (mut order, mut open, mut peak) = (Vec::with_capacity(rest.len()), 0.0, 0.0_f64);
    while !rest.is_empty() {
        let growth = |node: usize| -> f64 {
            let change = |&other: &usize| match (begun[other], missing[other] == 1) {
                (false, false) => weights[other],
                (true, true) => -weights[other],
                _ => 0.0,
            };
            neighbours[node].iter().map(change).sum()
        };
        let next = |node: usize| match start {
            Some(start) => node == start,
            None => neighbours[node].iter().any(|&other| begun[other]),
        };
        let candidates = rest.iter().enumerate().filter(|&(_, &node)| next(node));
        let scored = candidates.map(|(at, &node)| (growth(node), at));
        let least = scored.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // Whatever does not hang together starts anew.
        let (change, at) = least.unwrap_or_else(|| (growth(rest[0]), 0));
        start = None;
        let node = rest.remove(at);
        open += change;
        peak = peak.max(open);
        for &other in &neighbours[node] {
            begun[other] = true;
            missing[other] -= 1;
        }
        order.push(node);
    }
    (order, peak)
}

/// A node that is as far as any from the first one.
fn farthest(neighbours: &[Vec<usize>], others: usize) -> Option<usize> {
    let mut nodes_of: Vec<Vec<usize>> = vec![Vec::new(); others];
    for (node, neighbours) in neighbours.iter().enumerate() {
        neighbours.iter().for_each(|&other| nodes_of[other].push(node));
    }
    let mut seen = vec![false; neighbours.len()];
    let mut seen_others = vec![false; others];
    *seen.first_mut()? = true;
    let mut queue = vec![0];
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        for &other in &neighbours[node] {
            if std::mem::replace(&mut seen_others[other], true) {
                continue;
            }
            for &node in &nodes_of[other] {
                if !std::mem::replace(&mut seen[node], true) {
                    queue.push(node);
                }
            }
        }
    }
    queue.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_taken_from_end_to_end() {
        // Nodes that have one other to themselves, and nodes between two neighbours, shuffled.
        let mut nodes: Vec<Vec<usize>> = (0..30).map(|other| vec![other]).collect();
        nodes.extend((0..29).map(|other| vec![other, other + 1]));
        nodes.rotate_left(17);
        let (order, peak) = sweep(&nodes, &[1.0; 30]);
        assert_eq!(peak, 1.0);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..59).collect::<Vec<_>>());
        let firsts: Vec<usize> = order.iter().map(|&node| nodes[node][0]).collect();
        assert!(firsts.is_sorted() || firsts.iter().rev().is_sorted(), "{firsts:?}");
    }
}
