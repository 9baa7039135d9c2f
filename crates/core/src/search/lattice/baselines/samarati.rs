//! # Samarati's search for a lowest node
//!
//! **Promises** a node that meets the demands within the suppression limit, at the lowest height at
//! which any does; of all such nodes of that height the cheapest, and of equal costs the
//! lexicographically smallest. The same answer on any number of threads: nodes are examined in
//! batches of a fixed size.
//!
//! **Takes** `--algorithm samarati` with full-domain recoding; every demand, every cost,
//! suppression. Where a demand is not monotone, or not so with suppression, heights are not
//! bisected but walked up from the lowest.
//!
//! **Not promised** the cheapest node: a lowest one need not be, for one step in a wide column can
//! lose more than three in a narrow one. `optimal` finds the cheapest, mostly sooner.
//!
//! **Choose it** to compare with what other tools or papers publish, or where the number of
//! generalization steps is what is to be small. Otherwise not.
//!
//! **Example** on the demo's study it finds a node of height 5; the least loss is 0.189, at height
//! 6 (`optimal`):
//!
//! ```console
//! $ incrowd release study.csv --id name --qi age,sex,zip,job \
//!     --hierarchy age=intervals:5,10,20 --hierarchy zip=mask:5 --hierarchy job=tree:jobs.txt \
//!     --k 5 --suppress 2% --algorithm samarati --dry-run
//! ...
//!   age                   1/4   [15,20), [20,25), [25,30), ..
//!   sex                   0/1   as it was
//!   zip                   3/5   47***, ..
//!   job                   1/2   health, teaching, trade, ..
//!
//! loss 0.325446, the least at the lowest height: 78 of 180 nodes examined, 0.03 s in all
//! ```
//!
//! **Defined** by Samarati (2001), extended to p-sensitive k-anonymity by Truta and Vinay (2006),
//! paper 004, algorithm 3: heights are bisected, because where a node meets the demands so does one
//! of every greater height. The number of distinct values of a secret (condition 1) can refuse
//! everything at the start, and the number of classes (condition 2) a node before its secrets are
//! looked at.
//!
//! **Deviations** algorithm 3 as printed can miss nodes that are good, or end without one:
//! 1. a node with too many classes makes it leave its height (`break`); here it goes on to the next
//!    node;
//! 2. the height at which the bisection ends is never tested;
//! 3. classes are counted before suppression, which refuses nodes whose excess is suppressed; here
//!    only what suppression within the limit cannot mend;
//! 4. the suppression threshold is no input of it, and only classes below k are suppressed, which
//!    is not monotone for p; here every class that violates any demand is;
//! 5. a table of which nothing is left passes; here it is no release.
//!
//! **Cost** all nodes of a few heights: 78 of 180 in the example, where [`Problem::optimal`]
//! examines 10. The conditions of 004 refuse three of five of them by the number of their classes
//! alone, and save well over half of the time.

use crate::cost::Cost;
use crate::search::{Algorithm, Found, Outcome, Progress, Recoding, Search, SearchControl};

use super::super::evaluate::Evaluation;
use super::super::sources::Sources;
use super::super::{Node, Problem};

/// Nodes that are examined at the same time.
const BATCH: usize = 8;

/// What the search found.
#[derive(Clone, Debug)]
pub struct SamaratiResult {
    /// The node, and what is known of it.
    pub best: Option<(Node, Evaluation)>,
    /// Nodes of the lattice.
    pub nodes: u128,
    /// Nodes that were examined.
    pub checked: u64,
    /// Of these, how many the number of their classes alone refused.
    pub too_many_classes: u64,
    /// Whether the search came to its end.
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

    fn minimises(&self, _cost: Cost) -> bool {
        true
    }

    fn suppresses(&self) -> bool {
        true
    }

    fn find(&self, search: &Search<'_>, control: &SearchControl) -> Outcome {
        let lowest = search.problem(search.method().cost).samarati(control);
        Outcome {
            nodes: lowest.nodes,
            checked: lowest.checked,
            // A lowest node is the cheapest only of its height.
            proven: lowest.best.is_none() && lowest.finished,
            found: lowest.best.map(|(node, _)| Found::Node(node)),
            cut_short: !lowest.finished,
            ..Outcome::default()
        }
    }
}

struct SamaratiSearch<'p, 'a> {
    problem: &'p Problem<'a>,
    sources: Sources<'p, 'a>,
    control: &'p SearchControl,
    found: SamaratiResult,
}

impl Problem<'_> {
    /// Finds a lowest node that meets the demands.
    #[must_use]
    pub fn samarati(&self, control: &SearchControl) -> SamaratiResult {
        let found = SamaratiResult {
            best: None,
            nodes: self.nodes(),
            checked: 0,
            too_many_classes: 0,
            finished: true,
        };
        // Condition 1: not even one class can meet some demand.
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
    /// The lowest height that can have a node, if any has.
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
