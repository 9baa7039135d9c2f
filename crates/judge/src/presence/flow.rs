//! Whether the published rows fit the population, and who is certainly in the table.
//!
//! Rows are assigned to people as a maximum flow from boxes to types. If some rows remain, a set of
//! boxes has more rows than people (Hall's theorem), and the table cannot come from this
//! population. Otherwise, a type is certain if all its people are assigned in every assignment: if
//! no alternating path leads from one of them to a free person.

use std::collections::VecDeque;

use super::graph::Graph;

const UNSEEN: u32 = u32::MAX;

/// Boxes that have more rows than there are people whom they cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misfit {
    pub(crate) boxes: Vec<u32>,
    pub(crate) rows: u64,
    pub(crate) people: u64,
}

/// The rows of each box given to each type, by edge.
///
/// # Errors
/// If there are rows that nobody can be meant by.
pub(crate) fn assign(graph: &Graph) -> Result<Vec<u64>, Misfit> {
    let mut flow = Flow::greedy(graph);
    while flow.left.iter().any(|&left| left > 0) {
        if !flow.level() {
            return Err(flow.misfit());
        }
        flow.next_of_box.fill(0);
        flow.next_of_type.fill(0);
        for start in 0..graph.rows.len() {
            flow.push_from(start);
        }
    }
    Ok(flow.given)
}

/// The types all of whose people are in the table for certain, given any assignment of all rows.
pub(crate) fn certain(graph: &Graph, given: &[u64]) -> Vec<bool> {
    let taken = |of_type: usize| given[graph.edges_of_type(of_type)].iter().sum::<u64>();
    let mut certain: Vec<bool> =
        (graph.people.iter().enumerate()).map(|(t, &people)| taken(t) == people).collect();
    let mut seen = vec![false; graph.rows.len()];
    let mut queue: VecDeque<usize> = (0..certain.len()).filter(|&t| !certain[t]).collect();
    while let Some(of_type) = queue.pop_front() {
        for of_box in graph.boxes(of_type) {
            if std::mem::replace(&mut seen[of_box], true) {
                continue;
            }
            for &edge in graph.edges_of_box(of_box) {
                let other = graph.edges[edge as usize].of_type as usize;
                if given[edge as usize] > 0 && std::mem::replace(&mut certain[other], false) {
                    queue.push_back(other);
                }
            }
        }
    }
    certain
}

/// A flow that grows by shortest chains of exchanges, all of one length at a time (Dinitz).
struct Flow<'g> {
    graph: &'g Graph,
    given: Vec<u64>,
    /// Rows of each box that nobody has yet.
    left: Vec<u64>,
    /// People of each type that are free.
    free: Vec<u64>,
    box_level: Vec<u32>,
    type_level: Vec<u32>,
    /// The edges tried so far in this round.
    next_of_box: Vec<usize>,
    next_of_type: Vec<usize>,
}

impl<'g> Flow<'g> {
    /// Gives rows while that is easy: to the types first that the fewest boxes cover.
    fn greedy(graph: &'g Graph) -> Self {
        let (boxes, types) = (graph.rows.len(), graph.people.len());
        let mut flow = Flow {
            graph,
            given: vec![0; graph.edges.len()],
            left: graph.rows.clone(),
            free: graph.people.clone(),
            box_level: vec![UNSEEN; boxes],
            type_level: vec![UNSEEN; types],
            next_of_box: vec![0; boxes],
            next_of_type: vec![0; types],
        };
        let mut order: Vec<usize> = (0..types).collect();
        order.sort_by_key(|&of_type| graph.edges_of_type(of_type).len());
        for of_type in order {
            for edge in graph.edges_of_type(of_type) {
                let of_box = graph.edges[edge].of_box as usize;
                let given = flow.left[of_box].min(flow.free[of_type]);
                flow.given[edge] = given;
                flow.left[of_box] -= given;
                flow.free[of_type] -= given;
            }
        }
        flow
    }

    /// Counts the exchanges from boxes with rows left; whether someone free can be reached.
    fn level(&mut self) -> bool {
        self.box_level.fill(UNSEEN);
        self.type_level.fill(UNSEEN);
        let mut queue: VecDeque<usize> =
            (0..self.left.len()).filter(|&of_box| self.left[of_box] > 0).collect();
        queue.iter().for_each(|&of_box| self.box_level[of_box] = 0);
        let mut found = false;
        while let Some(of_box) = queue.pop_front() {
            let level = self.box_level[of_box] + 1;
            for of_type in self.graph.types(of_box) {
                if self.type_level[of_type] != UNSEEN {
                    continue;
                }
                self.type_level[of_type] = level;
                found |= self.free[of_type] > 0;
                for edge in self.graph.edges_of_type(of_type) {
                    let other = self.graph.edges[edge].of_box as usize;
                    if self.given[edge] > 0 && self.box_level[other] == UNSEEN {
                        self.box_level[other] = level + 1;
                        queue.push_back(other);
                    }
                }
            }
        }
        found
    }

    /// Gives as many rows left of a box as chains of this round's length allow.
    fn push_from(&mut self, start: usize) {
        // The edges to a type and back from it to the next box.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut at = start;
        while self.left[start] > 0 {
            let Some(&edge) = self.graph.edges_of_box(at).get(self.next_of_box[at]) else {
                let Some((to, _)) = path.pop() else { return };
                let passed = self.graph.edges[to];
                self.next_of_type[passed.of_type as usize] += 1;
                at = passed.of_box as usize;
                continue;
            };
            let edge = edge as usize;
            let of_type = self.graph.edges[edge].of_type as usize;
            if self.type_level[of_type] != self.box_level[at] + 1 {
                self.next_of_box[at] += 1;
            } else if self.free[of_type] > 0 {
                self.exchange(start, &path, edge, of_type);
                path.clear();
                at = start;
            } else if let Some((back, next)) = self.way_back(of_type) {
                path.push((edge, back));
                at = next;
            } else {
                self.next_of_box[at] += 1;
            }
        }
    }

    /// A box of the next level that has given rows to a type.
    fn way_back(&mut self, of_type: usize) -> Option<(usize, usize)> {
        let edges = self.graph.edges_of_type(of_type);
        while let Some(edge) = edges.clone().nth(self.next_of_type[of_type]) {
            let of_box = self.graph.edges[edge].of_box as usize;
            if self.given[edge] > 0 && self.box_level[of_box] == self.type_level[of_type] + 1 {
                return Some((edge, of_box));
            }
            self.next_of_type[of_type] += 1;
        }
        None
    }

    fn exchange(&mut self, start: usize, path: &[(usize, usize)], last: usize, of_type: usize) {
        let narrow = path.iter().map(|&(_, back)| self.given[back]).min().unwrap_or(u64::MAX);
        let rows = narrow.min(self.left[start]).min(self.free[of_type]);
        self.left[start] -= rows;
        self.free[of_type] -= rows;
        for &(to, back) in path {
            self.given[to] += rows;
            self.given[back] -= rows;
        }
        self.given[last] += rows;
    }

    /// What was reached from rows that are left, when nobody free can be.
    fn misfit(&self) -> Misfit {
        let seen = |levels: &[u32]| -> Vec<usize> {
            (0..levels.len()).filter(|&at| levels[at] != UNSEEN).collect()
        };
        let boxes = seen(&self.box_level);
        Misfit {
            rows: boxes.iter().map(|&of_box| self.graph.rows[of_box]).sum(),
            people: seen(&self.type_level).iter().map(|&t| self.graph.people[t]).sum(),
            boxes: boxes.into_iter().map(|of_box| of_box as u32).collect(),
        }
    }
}
