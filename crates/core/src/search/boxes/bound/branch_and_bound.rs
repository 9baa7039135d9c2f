//! Best-first branch and bound for the cheapest box around a tuple.
//!
//! Columns are fixed one after the other, the one with the greatest loss per step first. A search
//! node is a set of boxes that agree on the fixed columns. Its boxes contain only the neighbours of
//! the set, and including a neighbour loses at least the loss of the pair. The neighbours are added
//! from the nearest on, until they could meet the requirements; their loss and price bound the set
//! from below. The set with the least bound is expanded next. The search ends when a box is as good
//! as the bounds of all sets, or when the work limit is reached; the least bound is valid in both
//! cases.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::super::BoxFamily;
use super::knapsack::{Knapsack, KnapsackTerms};
use super::multipliers::Multipliers;
use super::requirements::Requirements;
use super::sorted_index::{Neighbour, SortedIndex};

/// A search around one tuple.
pub(super) struct BoxSearch<'s> {
    index: &'s SortedIndex<'s, 's>,
    multipliers: &'s Multipliers,
    boxes: BoxFamily<'s>,
    center: u32,
    terms: KnapsackTerms,
    requirements: Requirements,
    knapsack: Knapsack,
    best: Best,
    pub work: u64,
    most: u64,
    /// Buffers to reuse.
    spare: Vec<Vec<Neighbour>>,
}

/// The best box so far.
struct Best {
    value: f64,
    inside: Vec<u32>,
}

/// Boxes that agree on some columns.
struct BoxSet {
    /// The ranges of the fixed columns.
    ranges: Vec<(u32, u32)>,
    loss: f64,
    bound: f64,
    /// A lower bound on the price of its boxes.
    floor: f64,
    /// The tuples that may be inside: the nearest first, or by the next column once the set is
    /// expanded.
    candidates: Vec<Neighbour>,
    /// The possible ranges of the next column, and the next one to try. Computed on the first
    /// expansion.
    choices: Option<Vec<RangeChoice>>,
    next: usize,
}

/// A range of the next column.
struct RangeChoice {
    loss: f64,
    low: u32,
    high: u32,
    /// The neighbours inside the range, once they are sorted by the column.
    inside: Range<usize>,
}

/// A queued set. The least bound has the highest priority.
struct QueuedSet {
    bound: f64,
    set: usize,
}

/// The result of a search.
pub(super) struct CheapestBox {
    /// A lower bound on the cost of a box that holds.
    pub proven: f64,
    /// The tuples in the cheapest box; empty if it was not found.
    pub inside: Vec<u32>,
    /// Whether the search was completed.
    pub finished: bool,
}

impl<'s> BoxSearch<'s> {
    pub fn new(
        index: &'s SortedIndex<'s, 's>,
        multipliers: &'s Multipliers,
        boxes: BoxFamily<'s>,
        center: u32,
        most: u64,
    ) -> Self {
        let contribution = &index.contributions[center as usize];
        BoxSearch {
            index,
            multipliers,
            boxes,
            center,
            terms: multipliers.terms(center, contribution.rows),
            requirements: Requirements::of(index.constraints(), contribution),
            knapsack: Knapsack::default(),
            best: Best { value: f64::INFINITY, inside: Vec::new() },
            work: 0,
            most,
            spare: Vec::new(),
        }
    }

    /// The least price of any box.
    pub fn floor(&mut self) -> f64 {
        self.multipliers.floor(self.center, &mut self.knapsack, &self.terms)
    }

    /// The cheapest box below a limit, unless there are too many neighbours. No box pays less than
    /// `floor`.
    pub fn below(&mut self, limit: f64, floor: f64) -> Option<CheapestBox> {
        let mut candidates = self.spare.pop().unwrap_or_default();
        let most = self.most.saturating_sub(self.work);
        let work = self.index.near(self.center, limit - floor, most, &mut candidates);
        self.work += work.unwrap_or(most);
        work.map(|_| self.run(candidates, limit, floor))
    }

    fn run(&mut self, mut candidates: Vec<Neighbour>, limit: f64, floor: f64) -> CheapestBox {
        self.best = Best { value: limit, inside: Vec::new() };
        let (bound, floor) = self.bound_set(&mut candidates, limit, floor);
        let (mut sets, mut queue) = (Vec::new(), BinaryHeap::new());
        if bound < limit {
            sets.push(BoxSet {
                ranges: Vec::new(),
                loss: 0.0,
                bound,
                floor,
                candidates,
                choices: None,
                next: 0,
            });
            queue.push(QueuedSet { bound, set: 0 });
        }
        let mut open = None;
        while let Some(QueuedSet { bound, set }) = queue.pop() {
            if bound >= self.best.value {
                break;
            }
            let inner = self.expand(&mut sets[set]);
            if self.work > self.most {
                open = Some(bound);
                break;
            }
            if let Some(bound) = self.next_bound(&sets[set]) {
                queue.push(QueuedSet { bound, set });
            } else {
                self.spare.push(std::mem::take(&mut sets[set].candidates));
            }
            if let Some(mut inner) = inner {
                inner.bound = inner.bound.max(bound);
                queue.push(QueuedSet { bound: inner.bound, set: sets.len() });
                sets.push(inner);
            }
        }
        let Best { value, inside } =
            std::mem::replace(&mut self.best, Best { value: f64::INFINITY, inside: Vec::new() });
        CheapestBox {
            proven: open.map_or(value, |open| open.min(value)),
            inside,
            finished: open.is_none(),
        }
    }

    /// Bounds the cost and the price of boxes below a limit that contain only these neighbours.
    /// Neighbours that no such box can contain are dropped.
    fn bound_set(&mut self, candidates: &mut Vec<Neighbour>, limit: f64, floor: f64) -> (f64, f64) {
        candidates.sort_unstable_by(|one, other| {
            one.rest.total_cmp(&other.rest).then(one.place.cmp(&other.place))
        });
        self.work += candidates.len() as u64;
        self.requirements
            .reset(self.index.constraints(), &self.index.contributions[self.center as usize]);
        self.knapsack.clear(&self.terms);
        let (mut least, mut paid, mut kept) = (f64::INFINITY, f64::INFINITY, 0);
        let mut at = 0;
        while let Some(&Neighbour { rest, .. }) = candidates.get(at) {
            if rest + floor >= limit {
                break;
            }
            while let Some(candidate) = candidates.get(at).filter(|other| other.rest == rest) {
                self.requirements.take(&self.index.contributions[candidate.place as usize]);
                if !self.multipliers.are_zero() {
                    self.multipliers.offer(
                        candidate.place,
                        self.center,
                        &mut self.knapsack,
                        &self.terms,
                    );
                }
                at += 1;
            }
            if !self.requirements.are_met() {
                continue;
            }
            if self.multipliers.are_zero() {
                let near = candidates[at..].partition_point(|other| other.rest < limit);
                (least, paid, kept) = (rest, 0.0, at + near);
                break;
            }
            let value = self.knapsack.value();
            least = least.min(rest + value);
            if rest + value < limit {
                (paid, kept) = (value, at);
            }
        }
        candidates.truncate(kept);
        (least, paid)
    }

    /// Fixes the next column of a set: one more range of it, or all ranges if it is the last
    /// column.
    fn expand(&mut self, set: &mut BoxSet) -> Option<BoxSet> {
        let depth = set.ranges.len();
        if set.choices.is_none() {
            let index = self.index;
            set.candidates
                .sort_unstable_by_key(|other| (index.code(other.place, depth), other.place));
            let choices = self.choices(set);
            let last = depth + 1 == index.columns.len();
            if last {
                self.evaluate_last_column(set, &choices);
            }
            set.choices = Some(if last { Vec::new() } else { choices });
        }
        let choice = set.choices.as_ref()?.get(set.next)?;
        set.next += 1;
        self.inner(set, choice)
    }

    /// The bound of the remaining ranges of a set, if they can still improve the result.
    fn next_bound(&self, set: &BoxSet) -> Option<f64> {
        let choice = set.choices.as_ref()?.get(set.next)?;
        let bound = set.bound.max(set.loss + choice.loss + set.floor);
        (bound < self.best.value).then_some(bound)
    }

    /// The possible ranges of the next column, those with the least loss first.
    fn choices(&mut self, set: &BoxSet) -> Vec<RangeChoice> {
        let depth = set.ranges.len();
        let room = self.best.value - set.loss - set.floor;
        let own = self.index.code(self.center, depth);
        let mut choices = match self.boxes {
            BoxFamily::Ranges => self.ranges_around(own, depth, set, room),
            BoxFamily::Nodes(hierarchies) => {
                let hierarchy = &hierarchies[self.index.columns[depth]];
                let span = |level| hierarchy.span(level, hierarchy.node_of(level)[own as usize]);
                let node = |level| self.choice(depth, span(level), &set.candidates);
                let mut nodes: Vec<RangeChoice> = (0..=hierarchy.height()).map(node).collect();
                nodes.dedup_by_key(|node| (node.low, node.high));
                nodes
            }
        };
        choices.sort_unstable_by(|one, other| {
            one.loss.total_cmp(&other.loss).then(one.low.cmp(&other.low))
        });
        self.work += (set.candidates.len() + choices.len()) as u64;
        choices
    }

    /// A range of leaves as a choice.
    fn choice(&self, depth: usize, span: Range<u32>, candidates: &[Neighbour]) -> RangeChoice {
        let before = |end: u32| {
            candidates.partition_point(|other| self.index.code(other.place, depth) < end)
        };
        let (low, high) = (span.start, span.end - 1);
        let loss = self.index.range_loss(depth).loss(low, high);
        RangeChoice { loss, low, high, inside: before(span.start)..before(span.end) }
    }

    /// The ranges that start and end at codes of neighbours.
    fn ranges_around(&self, own: u32, depth: usize, set: &BoxSet, room: f64) -> Vec<RangeChoice> {
        let code = |candidate: &Neighbour| self.index.code(candidate.place, depth);
        // The neighbours of each code.
        let mut groups: Vec<(u32, Range<usize>)> = Vec::new();
        for (at, candidate) in set.candidates.iter().enumerate() {
            match groups.last_mut() {
                Some(last) if last.0 == code(candidate) => last.1.end = at + 1,
                _ => groups.push((code(candidate), at..at + 1)),
            }
        }
        let range_loss = self.index.range_loss(depth);
        let at = groups.partition_point(|group| group.0 < own);
        let allowed = self.most.saturating_sub(self.work) as usize;
        let mut choices = Vec::new();
        for (low, first) in groups[..groups.len().min(at + 1)].iter().rev() {
            let ranges = groups[at..].iter().map(|(high, last)| RangeChoice {
                loss: range_loss.loss(*low, *high),
                low: *low,
                high: *high,
                inside: first.start..last.end,
            });
            let before = choices.len();
            choices.extend(ranges.take_while(|choice| choice.loss < room));
            if choices.len() == before || choices.len() > allowed {
                break;
            }
        }
        choices
    }

    /// The boxes of a set whose next column has this range.
    fn inner(&mut self, set: &BoxSet, choice: &RangeChoice) -> Option<BoxSet> {
        let loss = set.loss + choice.loss;
        let room = self.best.value - loss;
        let mut candidates = self.spare.pop().unwrap_or_default();
        candidates.clear();
        let (mut bound, mut floor) = (f64::INFINITY, set.floor);
        if self.narrow(set, choice, room - floor, &mut candidates)
            && self.is_tight(set, choice, &candidates)
        {
            (bound, floor) = self.bound_set(&mut candidates, room, floor);
        }
        if bound >= room {
            self.spare.push(candidates);
            return None;
        }
        let mut ranges = Vec::with_capacity(self.index.columns.len());
        ranges.extend_from_slice(&set.ranges);
        ranges.push((choice.low, choice.high));
        let bound = loss + bound;
        Some(BoxSet { ranges, loss, bound, floor, candidates, choices: None, next: 0 })
    }

    /// Keeps the neighbours that are in a range and nearer than `room` in the other columns.
    /// Returns whether they could meet the requirements.
    fn narrow(
        &mut self,
        set: &BoxSet,
        choice: &RangeChoice,
        room: f64,
        into: &mut Vec<Neighbour>,
    ) -> bool {
        let depth = set.ranges.len();
        let (index, range_loss) = (self.index, self.index.range_loss(depth));
        let own = index.code(self.center, depth);
        let inside = &set.candidates[choice.inside.clone()];
        self.work += inside.len() as u64;
        self.requirements.reset(index.constraints(), &index.contributions[self.center as usize]);
        for candidate in inside {
            let code = index.code(candidate.place, depth);
            let rest = (candidate.rest - range_loss.loss(code.min(own), code.max(own))).max(0.0);
            if rest < room {
                self.requirements.take(&index.contributions[candidate.place as usize]);
                into.push(Neighbour { rest, place: candidate.place });
            }
        }
        self.requirements.are_met()
    }

    /// Whether every range ends at a neighbour, as the bounding box of a class does.
    fn is_tight(&self, set: &BoxSet, choice: &RangeChoice, candidates: &[Neighbour]) -> bool {
        if matches!(self.boxes, BoxFamily::Nodes(_)) {
            return true;
        }
        let is_tight = |(depth, (low, high)): (usize, (u32, u32))| {
            let own = self.index.code(self.center, depth);
            let (mut starts, mut ends) = (own == low, own == high);
            for candidate in candidates {
                if starts && ends {
                    break;
                }
                let code = self.index.code(candidate.place, depth);
                starts |= code == low;
                ends |= code == high;
            }
            starts && ends
        };
        is_tight((set.ranges.len(), (choice.low, choice.high)))
            && set.ranges.iter().copied().enumerate().all(is_tight)
    }

    /// Evaluates all boxes of a set in which only the last column is open.
    fn evaluate_last_column(&mut self, set: &BoxSet, choices: &[RangeChoice]) {
        // Prefix sums over the neighbours.
        let mut sums = vec![(0, 0, 0.0)];
        let (mut rows, mut people, mut paid) = (0, 0, 0.0);
        for candidate in &set.candidates {
            let contribution = &self.index.contributions[candidate.place as usize];
            rows += contribution.rows;
            people += contribution.people;
            paid += self.multipliers.charge(candidate.place);
            sums.push((rows, people, paid));
        }
        for choice in choices {
            let loss = set.loss + choice.loss;
            if loss + set.floor >= self.best.value {
                break;
            }
            let Range { start, end } = choice.inside;
            let (rows, people) = (sums[end].0 - sums[start].0, sums[end].1 - sums[start].1);
            if !self.index.constraints().admits(rows, people) {
                continue;
            }
            let paid = sums[end].2 - sums[start].2;
            let value = if self.multipliers.are_zero() { loss } else { loss + paid / rows as f64 };
            if value < self.best.value {
                let inside = set.candidates[start..end].iter().map(|other| other.place).collect();
                self.best = Best { value, inside };
            }
        }
    }
}

impl Ord for QueuedSet {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(other.set.cmp(&self.set))
    }
}

impl PartialOrd for QueuedSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for QueuedSet {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for QueuedSet {}
