//! The optimal partition by recursive cuts, for small tables: branch and bound with a memo.
//!
//! The cost of a region is the loss of its box if it becomes a class, or the cost of its parts if
//! it is cut (the recursion of Nergiz, Atzori & Clifton 2007). A region is identified by the
//! bounding box of its people, so every box is solved once. It is solved only below the limit that
//! could improve its parent, and every region has a lower bound on its cost
//! ([`super::region_bounds`]). Neither changes the result. The search stops at `MOST_BOXES` entries
//! or when it is told to, with the best partition so far and a lower bound.
//!
//! Manual page: `docs/algorithms/exact.md`.

use hashbrown::HashMap;

use super::bisect::Cut;
use super::bounding_box::BoundingBox;
use super::region_bounds::RegionBounds;
use super::result::{BoxResult, is_loss};
use super::{BoxClass, BoxProblem, Partition};
use crate::cost::Cost;
use crate::hierarchy::Hierarchy;
use crate::search::{
    Algorithm, Method, Progress, Recoding, Search, SearchControl, SearchOutcome, Searcher,
};

/// The number of boxes and cuts that may be kept in memory: a few hundred megabytes.
const MOST_BOXES: usize = 1 << 20;
/// Regions between two reports of progress.
const REPORT_EVERY: u64 = 1024;

/// The boxes that a class may be published as.
#[derive(Clone, Copy, Debug)]
pub enum BoxFamily<'h> {
    /// Any range of leaves per column, and cuts between any two leaves.
    Ranges,
    /// One node per column, and cuts of a node into all its children. One hierarchy per column.
    Nodes(&'h [Hierarchy]),
}

/// The result of the exact search.
#[derive(Clone, Debug)]
pub enum ExactResult {
    /// The optimum among partitions by recursive cuts.
    Optimum(Partition),
    /// Every partition has a class that does not hold.
    Impossible,
    /// The search needed more memory or time than allowed, but found a partition that is cheaper
    /// than the known one.
    Improved(Partition),
    /// The search needed more memory or time than allowed, and found nothing cheaper.
    GaveUp,
}

/// The exact optimum of small tables.
pub(in crate::search) struct ExactBoxes;

impl Algorithm for ExactBoxes {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Multidimensional
    }

    fn minimises(&self, cost: Cost) -> bool {
        is_loss(cost)
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for ExactBoxes {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let Method { cost, effort, .. } = *search.method();
        let problem = search.box_problem(cost);
        let known = problem.guided(effort, control);
        // Computed first, because there is no time for it when the exact search is stopped.
        let bounded = search.proves() && control.has_deadline();
        let early = bounded.then(|| problem.lower_bound(effort, control)).flatten();
        let cut_short = |partition| Partition { cut_short: true, ..partition };
        let (found, proven) =
            match problem.exact(BoxFamily::Ranges, known.as_ref(), MOST_BOXES, control) {
                ExactResult::Optimum(partition) => (Some(partition), true),
                ExactResult::Impossible => (None, true),
                ExactResult::Improved(partition) => (Some(cut_short(partition)), false),
                ExactResult::GaveUp => (known.map(cut_short), false),
            };
        let loss = found.as_ref().map(|partition| problem.loss(partition));
        let result = BoxResult { proven, bound: Some(effort), ..found.into() };
        let mut outcome = result.outcome(search, &problem, control);
        if let (false, Some(loss), Some(bound)) = (proven, loss, outcome.lower_bound) {
            let early = early.map_or(bound, |early| early.min(loss));
            outcome.lower_bound = Some(bound.max(early));
        }
        if outcome.cut_short && !control.should_stop(0) {
            outcome.remark = Some(format!(
                "the exact search stopped after {} regions, because it needs too much memory for this \
                 table: use fewer rows or columns to see the optimum",
                outcome.checked
            ));
        }
        outcome
    }
}

impl BoxProblem<'_> {
    /// The cheapest partition by recursive cuts, with at most `most` boxes and cuts in memory. A
    /// known partition bounds the search, and is the result if nothing is cheaper.
    #[must_use]
    pub fn exact(
        &self,
        boxes: BoxFamily<'_>,
        known: Option<&Partition>,
        most: usize,
        control: &SearchControl,
    ) -> ExactResult {
        let everything: Vec<u32> = (0..self.tuples() as u32).collect();
        if everything.is_empty() {
            return ExactResult::Impossible;
        }
        let total: u64 = self.weights().iter().sum();
        let scale = 1.0 / (total.max(1) as f64);
        let bounds = RegionBounds::new(self, scale);
        let limit = known.map_or(f64::INFINITY, |known| self.loss(known));
        let mut search =
            ExactSearch { problem: self, boxes, scale, bounds, solved: HashMap::new(), most };
        let end = search.solve(everything.clone(), limit, control);
        let examined = end.examined;
        if let Some((cost, cut)) = end.stopped {
            let Some(cut) = cut.filter(|_| cost < limit) else { return ExactResult::GaveUp };
            let solved = RegionCost::Optimum { cost, cut: Some(cut) };
            search.solved.insert(search.key(&everything), solved);
            return ExactResult::Improved(Partition::new(
                search.collect(everything),
                examined,
                true,
            ));
        }
        let root = search.solved.get(&search.key(&everything));
        match (root, known) {
            (Some(RegionCost::Optimum { cost, .. }), _) if cost.is_finite() => {
                ExactResult::Optimum(Partition::new(search.collect(everything), examined, false))
            }
            (_, Some(known)) => ExactResult::Optimum(known.clone()),
            _ => ExactResult::Impossible,
        }
    }
}

/// The bounding box of a region's people: lowest and highest leaf per column.
type Key = Box<[(u32, u32)]>;

struct ExactSearch<'s, 'a> {
    problem: &'s BoxProblem<'a>,
    boxes: BoxFamily<'s>,
    /// Scales the total cost to at most 1.
    scale: f64,
    bounds: RegionBounds<'s, 'a>,
    solved: HashMap<Key, RegionCost>,
    most: usize,
}

/// What is known about a region.
#[derive(Clone, Copy)]
enum RegionCost {
    /// Its cost, infinite if it has no valid partition, and its best cut, if any.
    Optimum { cost: f64, cut: Option<Cut> },
    /// A lower bound on its cost.
    AtLeast(f64),
}

/// A region whose cuts are being tried.
struct OpenRegion {
    region: Vec<u32>,
    /// Only a cost below this is useful.
    limit: f64,
    floor: f64,
    cost: f64,
    cut: Option<Cut>,
    /// The cuts not tried yet, the best last.
    cuts: Vec<Cut>,
    /// Whether a cut was skipped because of the limit.
    limited: bool,
}

impl OpenRegion {
    fn answer(&self) -> RegionCost {
        if self.cost < self.limit || !self.limited {
            RegionCost::Optimum { cost: self.cost, cut: self.cut }
        } else {
            RegionCost::AtLeast(self.limit)
        }
    }
}

/// How a search ended.
struct ExactEnd {
    /// The number of regions examined.
    examined: u64,
    /// The cost and the cut of the region so far, if memory or time ran out.
    stopped: Option<(f64, Option<Cut>)>,
}

impl ExactSearch<'_, '_> {
    /// Solves a region and everything it depends on, until memory or time runs out.
    fn solve(&mut self, region: Vec<u32>, limit: f64, control: &SearchControl) -> ExactEnd {
        let mut examined = 1;
        let mut open = vec![self.open(region, limit)];
        let mut held = open[0].cuts.len();
        while !open.is_empty() {
            if control.should_stop(examined) || self.solved.len() + held > self.most {
                return ExactEnd { examined, stopped: Some((open[0].cost, open[0].cut)) };
            }
            if examined % REPORT_EVERY == 0 {
                let (best, lower_bound) = (open[0].cost.min(limit), open[0].floor);
                let best = Some(best).filter(|best| best.is_finite());
                control.report(Progress { checked: examined, best, lower_bound });
            }
            let Some(top) = open.last_mut() else { break };
            held -= top.cuts.len();
            let next = self.step(top);
            held += top.cuts.len();
            if let Some((part, limit)) = next {
                let part = self.open(part, limit);
                held += part.cuts.len();
                examined += 1;
                open.push(part);
            } else {
                held -= top.cuts.len();
                self.solved.insert(self.key(&top.region), top.answer());
                open.pop();
            }
        }
        ExactEnd { examined, stopped: None }
    }

    /// Tries cuts until one depends on an unsolved part, and returns it with its limit. Returns
    /// nothing when all cuts are tried.
    fn step(&self, open: &mut OpenRegion) -> Option<(Vec<u32>, f64)> {
        while let Some(&cut) = open.cuts.last() {
            let bar = open.cost.min(open.limit);
            if open.floor >= bar {
                open.limited = true;
                break;
            }
            let parts = self.parts(&open.region, cut);
            let known: Vec<(f64, bool)> = parts.iter().map(|part| self.known(part, bar)).collect();
            let Some(place) = known.iter().position(|(_, solved)| !solved) else {
                let cost = known.iter().map(|(cost, _)| cost).sum();
                if cost < open.cost {
                    (open.cost, open.cut) = (cost, Some(cut));
                }
                open.cuts.pop();
                continue;
            };
            // Summed without the part, so that the limit is the same to the last bit the next time.
            let others = known.iter().enumerate().filter(|&(at, _)| at != place);
            let limit = bar - others.map(|(_, (cost, _))| cost).sum::<f64>();
            if known[place].0 < limit {
                return parts.into_iter().nth(place).map(|part| (part, limit));
            }
            open.limited = true;
            open.cuts.pop();
        }
        None
    }

    /// A lower bound on the cost of a region, as far as it is below a bar, and whether it is the
    /// optimum.
    fn known(&self, region: &[u32], bar: f64) -> (f64, bool) {
        match self.solved.get(&self.key(region)) {
            Some(&RegionCost::Optimum { cost, .. }) => (cost, true),
            Some(RegionCost::AtLeast(cost)) => (cost.max(self.bounds.of(region, bar)), false),
            None => (self.bounds.of(region, bar), false),
        }
    }

    /// A region with all its cuts still to try.
    fn open(&self, region: Vec<u32>, limit: f64) -> OpenRegion {
        let floor = self.bounds.of(&region, limit);
        let cost = if self.problem.holds(&region) { self.cost(&region) } else { f64::INFINITY };
        let cuts = if self.problem.may_hold(&region) { self.cuts(&region) } else { Vec::new() };
        OpenRegion { region, limit, floor, cost, cut: None, cuts, limited: false }
    }

    /// All cuts of a region whose sides may have valid partitions. The cut with the cheapest sides
    /// comes last.
    fn cuts(&self, region: &[u32]) -> Vec<Cut> {
        let mut cuts: Vec<(f64, Cut)> = Vec::new();
        let ranges = self.key(region);
        for column in
            (0..self.problem.columns()).filter(|&column| ranges[column].0 < ranges[column].1)
        {
            match self.boxes {
                BoxFamily::Ranges => self.add_range_cuts(region, column, &mut cuts),
                BoxFamily::Nodes(_) => {
                    let cut = Cut { column, code: 0 };
                    let parts = self.parts(region, cut);
                    cuts.push((parts.iter().map(|part| self.cost(part)).sum(), cut));
                }
            }
        }
        cuts.sort_by(|one, other| one.0.total_cmp(&other.0));
        cuts.into_iter().rev().map(|(_, cut)| cut).collect()
    }

    /// Adds the cuts of one column, each with the cost of its sides as classes.
    fn add_range_cuts(&self, region: &[u32], column: usize, cuts: &mut Vec<(f64, Cut)>) {
        let code = |tuple: u32| self.problem.codes(tuple)[column];
        let mut sorted = region.to_vec();
        sorted.sort_by_key(|&tuple| code(tuple));
        let mut right = BoundingBox::empty(self.problem.columns());
        let grown = sorted.iter().rev().map(|&tuple| {
            right.add(self.problem, tuple);
            right.clone()
        });
        let rights: Vec<BoundingBox> = grown.collect();
        let mut left = BoundingBox::empty(self.problem.columns());
        for (pair, right) in sorted.windows(2).zip(rights.iter().rev().skip(1)) {
            left.add(self.problem, pair[0]);
            let (last, first) = (code(pair[0]), code(pair[1]));
            if last < first && left.is_admitted(self.problem) && right.is_admitted(self.problem) {
                let cost = left.cost(self.problem) + right.cost(self.problem);
                cuts.push((cost * self.scale, Cut { column, code: first }));
            }
        }
    }

    /// The parts into which a cut divides a region.
    fn parts(&self, region: &[u32], cut: Cut) -> Vec<Vec<u32>> {
        let code = |tuple: u32| self.problem.codes(tuple)[cut.column];
        let part: Box<dyn Fn(u32) -> u32> = match self.boxes {
            BoxFamily::Ranges => Box::new(|tuple| u32::from(code(tuple) >= cut.code)),
            BoxFamily::Nodes(hierarchies) => {
                let hierarchy = &hierarchies[cut.column];
                let level = smallest(hierarchy, self.key(region)[cut.column]);
                let children = hierarchy.node_of(level.saturating_sub(1));
                Box::new(|tuple| children[code(tuple) as usize])
            }
        };
        let mut parts: Vec<(u32, u32)> = region.iter().map(|&tuple| (part(tuple), tuple)).collect();
        parts.sort_unstable();
        let tuples = |part: &[(u32, u32)]| part.iter().map(|&(_, tuple)| tuple).collect();
        parts.chunk_by(|one, other| one.0 == other.0).map(tuples).collect()
    }

    fn key(&self, region: &[u32]) -> Key {
        self.problem.bounds(region).into()
    }

    /// The box that a region would be published as.
    fn published(&self, region: &[u32]) -> Vec<(u32, u32)> {
        let mut ranges = self.problem.bounds(region);
        if let BoxFamily::Nodes(hierarchies) = self.boxes {
            for (range, hierarchy) in ranges.iter_mut().zip(hierarchies) {
                let level = smallest(hierarchy, *range);
                let span = hierarchy.span(level, hierarchy.node_of(level)[range.0 as usize]);
                *range = (span.start, span.end - 1);
            }
        }
        ranges
    }

    /// The cost of a region as a class.
    fn cost(&self, region: &[u32]) -> f64 {
        let weight: u64 = region.iter().map(|&tuple| self.problem.weights()[tuple as usize]).sum();
        weight as f64 * self.scale * self.problem.box_loss(&self.published(region))
    }

    /// The classes of a solved region.
    fn collect(&self, region: Vec<u32>) -> Vec<BoxClass> {
        let mut waiting = vec![region];
        let mut classes = Vec::new();
        while let Some(region) = waiting.pop() {
            match self.solved.get(&self.key(&region)) {
                Some(&RegionCost::Optimum { cut: Some(cut), .. }) => {
                    waiting.extend(self.parts(&region, cut));
                }
                _ => {
                    let ranges = self.published(&region);
                    classes.push(BoxClass { ranges, ..self.problem.class(region) });
                }
            }
        }
        classes
    }
}

/// The level of the smallest node around a range.
fn smallest(hierarchy: &Hierarchy, (low, high): (u32, u32)) -> usize {
    let holds = |level: &usize| {
        let nodes = hierarchy.node_of(*level);
        nodes[low as usize] == nodes[high as usize]
    };
    (0..=hierarchy.height()).find(holds).unwrap_or(hierarchy.height())
}
