//! SPALM (Nergiz, Atzori & Clifton 2007, algorithm 1): the lattice is searched from the top down,
//! and a node is tested only if all its direct generalizations passed.
//!
//! That is sound for merge-monotone demands without suppression. If a demand is not monotone, a
//! node passes if its classes meet the monotone necessary condition; such nodes are expanded, but
//! only returned if they meet the demand itself. The last line of the paper's algorithm can return
//! any tested node; here only nodes that passed are candidates.
//!
//! Manual page: `docs/algorithms/spalm.md`.

use hashbrown::HashMap;

use crate::cost::Cost;
use crate::search::{
    Algorithm, FoundRelease, Progress, Recoding, Search, SearchControl, SearchOutcome, Searcher,
};

use super::super::evaluate::Evaluation;
use super::super::sources::Sources;
use super::super::{LatticeProblem, Node};

/// The number of nodes tested between two checks for a stop.
const BATCH: usize = 64;

/// The result of SPALM.
#[derive(Clone, Debug)]
pub struct SpalmResult {
    /// The best node and its evaluation.
    pub best: Option<(Node, Evaluation)>,
    /// Nodes of the lattice.
    pub nodes: u128,
    /// Nodes whose classes were examined.
    pub tested: u64,
    /// Nodes that meet the demands.
    pub present: u64,
    /// Whether the search was completed.
    pub finished: bool,
}

/// SPALM of Nergiz, Atzori & Clifton (2007).
pub(in crate::search) struct Spalm;

impl Algorithm for Spalm {
    fn name(&self) -> &'static str {
        "spalm"
    }

    fn recoding(&self) -> Recoding {
        Recoding::FullDomain
    }

    fn heeds_proof(&self) -> bool {
        false
    }

    fn minimises(&self, _cost: Cost) -> bool {
        true
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for Spalm {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let present = search.problem(search.method().cost).spalm(control);
        let best = present.best.as_ref().and_then(|(_, evaluation)| evaluation.cost);
        SearchOutcome {
            found: present.best.map(|(node, _)| FoundRelease::Node(node)),
            lower_bound: best.filter(|_| present.finished),
            nodes: present.nodes,
            checked: present.tested,
            proven: present.finished,
            cut_short: !present.finished,
            ..SearchOutcome::default()
        }
    }
}

impl LatticeProblem<'_> {
    /// Finds the cheapest node that meets the demands with nothing suppressed, from the top down.
    #[must_use]
    pub fn spalm(&self, control: &SearchControl) -> SpalmResult {
        let mut found =
            SpalmResult { best: None, nodes: self.nodes(), tested: 0, present: 0, finished: true };
        let strict = self.sibling(self.models, 0);
        let mut sources = Sources::new(&strict, &self.bottom).forgetting();
        let mut wanted = vec![self.top.clone()];
        while !wanted.is_empty() {
            let mut passed = Vec::new();
            for batch in wanted.chunks(BATCH) {
                if found.tested > 0 && control.should_stop(found.tested) {
                    found.finished = false;
                    return found;
                }
                let evaluations = sources.examine(batch);
                found.tested += batch.len() as u64;
                for (node, evaluation) in batch.iter().zip(evaluations) {
                    if !evaluation.dead {
                        passed.push(node.clone());
                    }
                    let Some(cost) = evaluation.cost else { continue };
                    found.present += 1;
                    if self.improves(node, cost, found.best.as_ref()) {
                        found.best = Some((node.clone(), evaluation));
                    }
                }
                let best = found.best.as_ref().and_then(|(_, evaluation)| evaluation.cost);
                let lower_bound = self.static_bound(&self.bottom);
                control.report(Progress { checked: found.tested, best, lower_bound });
            }
            wanted = self.below(&passed);
        }
        found
    }

    /// The nodes all of whose direct generalizations are among these, which are of one height; in
    /// order.
    fn below(&self, passed: &[Node]) -> Vec<Node> {
        let mut above: HashMap<Node, usize> = HashMap::new();
        for node in passed {
            for column in (0..node.0.len()).filter(|&at| node.0[at] > self.bottom.0[at]) {
                let mut below = node.clone();
                below.0[column] -= 1;
                *above.entry(below).or_insert(0) += 1;
            }
        }
        let generalizations =
            |node: &Node| node.0.iter().zip(&self.top.0).filter(|(level, top)| level < top).count();
        let all = above.into_iter().filter(|(node, count)| *count == generalizations(node));
        let mut below: Vec<Node> = all.map(|(node, _)| node).collect();
        below.sort();
        below
    }
}
