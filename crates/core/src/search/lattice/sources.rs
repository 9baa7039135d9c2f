//! The groups that the classes of a node are built from.
//!
//! Any groups that refine a node can be used, so the fewest available are taken: those of the
//! frequency set, of the lowest node that the search can reach, of recently evaluated nodes, and of
//! intermediate nodes. Intermediate nodes are rolled up on the way to the wanted ones, because many
//! other nodes can start from them.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::evaluate::Evaluation;
use super::grouping::{RolledUp, Source};
use super::{LatticeProblem, Node};

/// The number of evaluated nodes whose classes are kept.
const RECENT: usize = 64;
/// The number of intermediate nodes, at most, and the columns that each raises. Three columns are
/// best on Adult: two leave the groups large, four are shared by too few nodes.
const MOST_INTERMEDIATES: usize = 64;
const RAISED: usize = 3;
/// The size of all kept groups, in classes plus values, at most.
const KEPT_ENTRIES: usize = 1 << 22;

/// The available groups.
pub(super) struct Sources<'p, 'a> {
    problem: &'p LatticeProblem<'a>,
    leaves: Node,
    /// The classes of the lowest wanted node, if they are fewer than the tuples of the frequency
    /// set.
    base: Option<RolledUp>,
    recent: VecDeque<RolledUp>,
    intermediates: Vec<RolledUp>,
    /// The number of recent nodes to keep.
    recently: usize,
    /// The size of all kept groups.
    kept: usize,
    /// Cells that were read.
    work: u64,
}

impl<'p, 'a> Sources<'p, 'a> {
    /// Starts with the frequency set, or with the classes of the lowest node that will be wanted.
    pub fn new(problem: &'p LatticeProblem<'a>, least: &Node) -> Self {
        let mut sources = Sources {
            problem,
            leaves: Node(vec![0; least.0.len()]),
            base: None,
            recent: VecDeque::new(),
            intermediates: Vec::new(),
            recently: RECENT,
            kept: 0,
            work: 0,
        };
        if *least != sources.leaves {
            let rolled = problem.detach(problem.classes(sources.whole(), least));
            sources.base = Some(rolled);
        }
        sources
    }

    /// Keeps no evaluated nodes, for searches that never continue with coarser ones.
    pub fn forgetting(mut self) -> Self {
        self.recently = 0;
        self
    }

    /// Groups that refine every wanted node.
    pub fn whole(&self) -> Source<'_> {
        match &self.base {
            Some(base) => base.source(),
            None => Source { node: &self.leaves, groups: &self.problem.frequency_set.base },
        }
    }

    /// The fewest available groups that refine a node.
    fn of(&self, node: &Node) -> Source<'_> {
        let rolled = self.recent.iter().chain(&self.intermediates);
        let finer = rolled.filter(|rolled| rolled.node.specializes(node));
        match finer.min_by_key(|rolled| rolled.groups.len()) {
            Some(rolled) => rolled.source(),
            None => self.whole(),
        }
    }

    /// The number of cells that were read to evaluate nodes.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The cells that are read to evaluate a node: some per column, and more per value.
    fn cells(&self, node: &Node) -> u64 {
        let groups = self.of(node).groups;
        let counted = if self.problem.secrets || self.problem.person_attributes {
            groups.entries()
        } else {
            groups.len()
        };
        (groups.len() * node.0.len() + 8 * counted) as u64
    }

    /// Evaluates nodes on all threads. Each result depends only on the node.
    pub fn examine(&mut self, wanted: &[Node]) -> Vec<Evaluation> {
        self.add_intermediates(wanted);
        self.work += wanted.iter().map(|node| self.cells(node)).sum::<u64>();
        let most = if self.recently == 0 { 0 } else { self.whole().groups.len() / 2 };
        let examine = |node: &Node| {
            let (evaluation, classes) = self.problem.examine_from(self.of(node), node);
            let worth_keeping = classes.filter(|classes| classes.counts.len() <= most);
            (evaluation, worth_keeping.map(|classes| self.problem.detach(classes)))
        };
        let (found, rolled): (Vec<_>, Vec<_>) = wanted.par_iter().map(examine).unzip();
        for rolled in rolled.into_iter().flatten() {
            self.keep(rolled);
        }
        found
    }

    /// Rolls up intermediate nodes on the way to the wanted ones.
    fn add_intermediates(&mut self, wanted: &[Node]) {
        let mut nodes: Vec<Node> =
            wanted.iter().filter_map(|node| self.intermediate(node)).collect();
        nodes.sort();
        nodes.dedup();
        self.work += nodes.iter().map(|node| self.cells(node)).sum::<u64>();
        let roll = |node: &Node| self.problem.detach(self.problem.classes(self.of(node), node));
        let rolled: Vec<RolledUp> = nodes.par_iter().map(roll).collect();
        for intermediate in rolled {
            self.kept += intermediate.groups.entries();
            self.intermediates.push(intermediate);
        }
    }

    /// The intermediate node on the way to a node. It raises the columns that shrink most.
    fn intermediate(&self, node: &Node) -> Option<Node> {
        let source = self.of(node);
        let small = source.groups.len() * 2 < self.whole().groups.len();
        if small || self.intermediates.len() >= MOST_INTERMEDIATES || self.kept >= KEPT_ENTRIES {
            return None;
        }
        let nodes = |column: usize, at: &Node| {
            self.problem.hierarchies[column].nodes(at.0[column] as usize) as f64
        };
        let shrink = |&column: &usize| nodes(column, source.node) / nodes(column, node);
        let mut columns: Vec<usize> =
            (0..node.0.len()).filter(|column| shrink(column) > 1.0).collect();
        if columns.len() <= RAISED {
            return None;
        }
        columns.sort_by(|a, b| shrink(b).total_cmp(&shrink(a)));
        // Not below the bottom of the lattice, because only allowed levels have maps.
        let lowest = source.node.0.iter().zip(&self.problem.bottom.0);
        let mut intermediate = Node(lowest.map(|(from, bottom)| *from.max(bottom)).collect());
        for &column in &columns[..RAISED] {
            intermediate.0[column] = node.0[column];
        }
        (!self.intermediates.iter().any(|known| known.node == intermediate)).then_some(intermediate)
    }

    /// Keeps the classes of a node for rolling up further, and drops the oldest.
    fn keep(&mut self, rolled: RolledUp) {
        self.kept += rolled.groups.entries();
        self.recent.push_back(rolled);
        while self.recent.len() > self.recently || self.kept > KEPT_ENTRIES {
            let Some(oldest) = self.recent.pop_front() else { break };
            self.kept -= oldest.groups.entries();
        }
    }
}
