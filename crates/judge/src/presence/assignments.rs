//! Presence if every way of giving the published rows to people is equally likely.
//!
//! Rows are told apart, and so are people: f rows of a box go to a type with r rows and n people
//! left in (r choose f) n (n-1) ... (n-f+1) ways. Pairs of box and type are processed in order,
//! grouped by type or by box. The state consists of the remaining rows of boxes and the remaining
//! people of types that are started but not finished.

use num_bigint::BigUint;

use super::counting::{RemainingWork, Steps, Visit, WaysCount, count};
use super::graph::{Edge, Graph};
use super::sweep::sweep;

/// Most types or boxes for which an order is looked for.
const MOST_NODES: usize = 2048;

/// All ways of giving rows to people, and how many people of each type get one in them; `None` if
/// there are too many cases.
pub(crate) fn count_assignments(graph: &Graph, effort: &mut RemainingWork) -> Option<WaysCount> {
    if graph.people.len().max(graph.rows.len()) > MOST_NODES {
        return None;
    }
    count(&Giving::of(graph), graph.people.len(), effort)
}

/// The steps by which rows are given.
struct Giving {
    types: Vec<usize>,
    plans: Vec<Plan>,
}

/// What happens in one step.
struct Plan {
    rows: Left,
    people: Left,
    /// People of the types to which the box's rows can be given later.
    later: u64,
    /// What is open after the step.
    next: Vec<Next>,
}

/// How many are left of something.
#[derive(Clone, Copy)]
enum Left {
    /// All: it was not begun.
    All(u64),
    /// As many as this place of the state says.
    Place(usize),
}

impl Left {
    fn number(self, state: &[u64]) -> u64 {
        match self {
            Left::All(number) => number,
            Left::Place(place) => state[place],
        }
    }
}

/// Something open after a step.
struct Next {
    before: Left,
    /// Whether the step took some of it.
    taken: bool,
}

impl Giving {
    fn of(graph: &Graph) -> Self {
        let weights = |numbers: &[u64]| -> Vec<f64> {
            numbers.iter().map(|&number| (1.0 + number as f64).ln()).collect()
        };
        let boxes: Vec<Vec<usize>> =
            (0..graph.people.len()).map(|t| graph.boxes(t).collect()).collect();
        let types: Vec<Vec<usize>> =
            (0..graph.rows.len()).map(|b| graph.types(b).collect()).collect();
        let (by_type, open_boxes) = sweep(&boxes, &weights(&graph.rows));
        let (by_box, open_types) = sweep(&types, &weights(&graph.people));
        let edge =
            |of_type: usize, of_box: usize| Edge { of_type: of_type as u32, of_box: of_box as u32 };
        let edges: Vec<Edge> = if open_boxes <= open_types {
            by_type.iter().flat_map(|&t| boxes[t].iter().map(move |&b| edge(t, b))).collect()
        } else {
            by_box.iter().flat_map(|&b| types[b].iter().map(move |&t| edge(t, b))).collect()
        };
        let plans = plans(graph, &edges);
        Giving { types: edges.iter().map(|edge| edge.of_type as usize).collect(), plans }
    }
}

/// A box or a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    Box(u32),
    Type(u32),
}

fn plans(graph: &Graph, edges: &[Edge]) -> Vec<Plan> {
    let mut open: Vec<Node> = Vec::new();
    let mut plans = Vec::with_capacity(edges.len());
    let mut last_of_box = vec![0; graph.rows.len()];
    let mut last_of_type = vec![0; graph.people.len()];
    let mut later = vec![0_u64; graph.rows.len()];
    for (step, edge) in edges.iter().enumerate() {
        last_of_box[edge.of_box as usize] = step;
        last_of_type[edge.of_type as usize] = step;
        later[edge.of_box as usize] += graph.people[edge.of_type as usize];
    }
    for (step, edge) in edges.iter().enumerate() {
        let left = |node: Node, number: u64| {
            let place = open.iter().position(|&other| other == node);
            place.map_or(Left::All(number), Left::Place)
        };
        let (of_box, of_type) = (edge.of_box as usize, edge.of_type as usize);
        let rows = left(Node::Box(edge.of_box), graph.rows[of_box]);
        let people = left(Node::Type(edge.of_type), graph.people[of_type]);
        later[of_box] -= graph.people[of_type];
        let now = [Node::Box(edge.of_box), Node::Type(edge.of_type)];
        let done = |node: Node| match node {
            Node::Box(of_box) => last_of_box[of_box as usize] == step,
            Node::Type(of_type) => last_of_type[of_type as usize] == step,
        };
        let mut nodes: Vec<(Node, Next)> = (open.iter().enumerate())
            .filter(|(_, node)| !now.contains(node))
            .map(|(place, &node)| (node, Next { before: Left::Place(place), taken: false }))
            .collect();
        for (node, before) in now.into_iter().zip([rows, people]) {
            if !done(node) {
                nodes.push((node, Next { before, taken: true }));
            }
        }
        open = nodes.iter().map(|&(node, _)| node).collect();
        let next = nodes.into_iter().map(|(_, next)| next).collect();
        plans.push(Plan { rows, people, later: later[of_box], next });
    }
    plans
}

impl Steps for Giving {
    fn types(&self) -> &[usize] {
        &self.types
    }

    fn start(&self) -> Vec<u64> {
        Vec::new()
    }

    fn moves(&self, step: usize, state: &[u64], visit: Visit<'_>) -> Option<()> {
        let plan = &self.plans[step];
        let (rows, people) = (plan.rows.number(state), plan.people.number(state));
        // All rows are given in the end.
        let least = rows.saturating_sub(plan.later);
        let mut ways = BigUint::from(1_u8);
        let mut next = vec![0; plan.next.len()];
        for given in 0..=rows.min(people) {
            for (left, Next { before, taken }) in next.iter_mut().zip(&plan.next) {
                *left = before.number(state) - if *taken { given } else { 0 };
            }
            visit(given, &ways, (given >= least).then_some(&next))?;
            ways = ways * (rows - given) * (people - given) / (given + 1);
        }
        Some(())
    }
}
