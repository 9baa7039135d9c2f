//! Samarati's search (2001) for a node of the lowest height, as Truta & Vinay (2006, algorithm 3)
//! extend it to p-sensitive k-anonymity.
//!
//! Heights are bisected: if a node meets monotone demands, some node of every greater height does
//! too. Otherwise heights are searched from the lowest up.
//!
//! Deviations, because algorithm 3 as printed can miss valid nodes: a node with too many classes
//! does not end the search of its height; the height at which the bisection ends is tested; classes
//! are rejected by number only if suppression within the limit cannot remove the excess; every
//! class that violates any demand is suppressed; an empty table is not a release.
//!
//! Manual page: `docs/algorithms/samarati.md`.

use crate::cost::Cost;
use crate::search::{
    Algorithm, FoundRelease, Progress, Recoding, Search, SearchControl, SearchOutcome, Searcher,
};

use super::super::evaluate::Evaluation;
use super::super::sources::Sources;
use super::super::{LatticeProblem, Node};

/// Nodes that are examined at the same time.
const BATCH: usize = 8;

/// The result of the search.
#[derive(Clone, Debug)]
pub struct SamaratiResult {
    /// The node and its evaluation.
    pub best: Option<(Node, Evaluation)>,
    /// Nodes of the lattice.
    pub nodes: u128,
    /// Nodes that were examined.
    pub checked: u64,
    /// The number of nodes rejected by their number of classes alone.
    pub too_many_classes: u64,
    /// Whether the search was completed.
    pub finished: bool,
}

/// A lowest node instead of a cheapest one.
pub(in crate::search) struct Samarati;

impl Algorithm for Samarati {
    fn name(&self) -> &'static str {
        "samarati"
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

    fn suppresses(&self) -> bool {
        true
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for Samarati {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let lowest = search.problem(search.method().cost).samarati(control);
        SearchOutcome {
            nodes: lowest.nodes,
            checked: lowest.checked,
            // The node is the cheapest of its height, not of the lattice.
            proven: lowest.best.is_none() && lowest.finished,
            found: lowest.best.map(|(node, _)| FoundRelease::Node(node)),
            cut_short: !lowest.finished,
            ..SearchOutcome::default()
        }
    }
}

struct SamaratiSearch<'p, 'a> {
    problem: &'p LatticeProblem<'a>,
    sources: Sources<'p, 'a>,
    control: &'p SearchControl,
    found: SamaratiResult,
}

impl LatticeProblem<'_> {
    /// Finds a node of the lowest height that meets the demands.
    #[must_use]
    pub fn samarati(&self, control: &SearchControl) -> SamaratiResult {
        let found = SamaratiResult {
            best: None,
            nodes: self.nodes(),
            checked: 0,
            too_many_classes: 0,
            finished: true,
        };
        // Condition 1: not even a single class can meet the demands.
        if self.most_classes == 0 {
            return found;
        }
        let sources = Sources::new(self, &self.bottom);
        let mut search = SamaratiSearch { problem: self, sources, control, found };
        let (lowest, highest) = (self.bottom.height(), self.top.height());
        if self.is_monotone() {
            let height = search.bisect(lowest, highest);
            search.best_of(height);
        } else {
            let mut heights = lowest..=highest;
            while let Some(height) = heights.next()
                && search.found.best.is_none()
                && search.found.finished
            {
                search.best_of(height);
            }
        }
        search.found
    }
}

impl SamaratiSearch<'_, '_> {
    /// The lowest height with a valid node, if there is one.
    fn bisect(&mut self, mut low: u32, mut high: u32) -> u32 {
        while low < high && self.found.finished {
            let middle = low + (high - low) / 2;
            if self.examine(middle, |evaluation, _| evaluation.cost.is_some()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// Takes the cheapest node of a height.
    fn best_of(&mut self, height: u32) {
        let (problem, mut best) = (self.problem, None);
        self.examine(height, |evaluation, node| {
            if let Some(cost) = evaluation.cost
                && problem.improves(node, cost, best.as_ref())
            {
                best = Some((node.clone(), evaluation.clone()));
            }
            false
        });
        self.found.best = best;
    }

    /// Examines the nodes of a height until one of them is enough.
    fn examine(
        &mut self,
        height: u32,
        mut is_enough: impl FnMut(&Evaluation, &Node) -> bool,
    ) -> bool {
        let mut nodes = self.problem.of_height(height);
        loop {
            let batch: Vec<Node> = nodes.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return false;
            }
            if self.found.checked > 0 && self.control.should_stop(self.found.checked) {
                self.found.finished = false;
                return false;
            }
            let evaluations = self.sources.examine(&batch);
            self.found.checked += batch.len() as u64;
            self.found.too_many_classes +=
                evaluations.iter().filter(|found| found.too_many_classes).count() as u64;
            let mut enough = false;
            for (node, evaluation) in batch.iter().zip(&evaluations) {
                enough |= is_enough(evaluation, node);
            }
            let lower_bound = self.problem.static_bound(&self.problem.bottom);
            self.control.report(Progress { checked: self.found.checked, best: None, lower_bound });
            if enough {
                return true;
            }
        }
    }
}
