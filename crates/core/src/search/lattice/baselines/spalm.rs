//! # SPALM
//!
//! **Promises** the node of least cost among all whose classes meet the demands without suppressing
//! a row; of equal costs the lexicographically smallest node. The same answer on any number of
//! threads: the nodes of a height are independent of each other.
//!
//! **Takes** `--algorithm spalm` with full-domain recoding; every demand and every cost, but no
//! suppression.
//!
//! **Not promised** speed: it looks at every node that is good. If `--time-limit` stops it, nothing
//! is proven of what it has.
//!
//! **Choose it** to repeat paper 000's experiments, or for the number of nodes that are present.
//! For releases take `optimal`, which finds the same node.
//!
//! **Example** table 1 of paper 000 has nine people, five of them in the study. With presence
//! between 1/2 and 2/3 the best node takes the zip code to level 3, the age to 2 and the
//! nationality to 2, and loses 17/27 over all nine.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --hierarchy age=intervals:5,10,20 --hierarchy zip=mask:5 --hierarchy job=tree:jobs.txt --public register.csv --presence 0,0.2 --algorithm spalm --dry-run`
//!
//! **Defined** by Nergiz, Atzori and Clifton (2007), paper 000, algorithm 1: the lattice is walked
//! from the top down, height by height, and a node is tested only if all its direct generalizations
//! passed. By induction all its generalizations did then, and where one failed every specialization
//! of it fails: presence is merge-monotone.
//!
//! **Deviations** only nodes that passed can be returned, where the paper's last line takes any
//! that was tested. Where a demand is not monotone, a node passes if its classes meet the necessary
//! condition that is: such nodes are walked through, but not returned.
//!
//! **Cost** every node that meets the demands is examined, where [`Problem::optimal`] examines few
//! of them. On 45,222 people, nine columns and 19,440 nodes it took at most 0.04 s of processor
//! time.

use hashbrown::HashMap;

use crate::cost::Cost;
use crate::search::{Algorithm, Found, Outcome, Progress, Recoding, Search, SearchControl};

use super::super::evaluate::Evaluation;
use super::super::sources::Sources;
use super::super::{Node, Problem};

/// Nodes that are tested between two looks at the watch.
const BATCH: usize = 64;

/// What SPALM found.
#[derive(Clone, Debug)]
pub struct SpalmResult {
    /// The best node and what is known of it.
    pub best: Option<(Node, Evaluation)>,
    /// Nodes of the lattice.
    pub nodes: u128,
    /// Nodes whose classes were examined.
    pub tested: u64,
    /// Nodes that meet the demands.
    pub present: u64,
    /// Whether the search came to its end.
    pub finished: bool,
}

/// The cheapest node, as paper 000 finds it.
pub(in crate::search) struct Spalm;

impl Algorithm for Spalm {
    fn name(&self) -> &'static str {
        "spalm"
    }

    fn recoding(&self) -> Recoding {
        Recoding::FullDomain
    }

    fn minimises(&self, _cost: Cost) -> bool {
        true
    }

    fn find(&self, search: &Search<'_>, control: &SearchControl) -> Outcome {
        let present = search.problem(search.method().cost).spalm(control);
        let best = present.best.as_ref().and_then(|(_, evaluation)| evaluation.cost);
        Outcome {
            found: present.best.map(|(node, _)| Found::Node(node)),
            lower_bound: best.filter(|_| present.finished),
            nodes: present.nodes,
            checked: present.tested,
            proven: present.finished,
            cut_short: !present.finished,
            ..Outcome::default()
        }
    }
}

impl Problem<'_> {
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
