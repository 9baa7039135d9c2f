//! The box around a tuple that loses and pays least, by looking at the most promising ones first.
//!
//! Columns are settled one after the other, the dearest first. A region is a set of boxes that
//! agree on the settled columns; whatever the others will be, its boxes hold none but the
//! candidates of the region, and taking one in loses at least what the pair loses. So the
//! candidates are taken in from the nearest on, until there could be enough of them: that and what
//! they cost bounds the region from below. The region with the least bound is opened next, and the
//! search is over when a box is as good as the bounds of all regions, or when it has worked enough:
//! then the least bound is still proven.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::super::Boxes;
use super::basket::{Basket, Terms};
use super::needs::Needs;
use super::prices::Prices;
use super::terrain::{Candidate, Terrain};

/// A search around one tuple.
pub(super) struct Search<'s> {
    terrain: &'s Terrain<'s, 's>,
    prices: &'s Prices,
    boxes: Boxes<'s>,
    center: u32,
    terms: Terms,
    needs: Needs,
    basket: Basket,
    best: Best,
    pub work: u64,
    most: u64,
    /// Room that regions have given up.
    spare: Vec<Vec<Candidate>>,
}

/// The best box so far.
struct Best {
    value: f64,
    inside: Vec<u32>,
}

/// Boxes that agree on some columns.
struct Region {
    /// Of the settled columns.
    ranges: Vec<(u32, u32)>,
    loss: f64,
    bound: f64,
    /// What any of its boxes pays at least.
    floor: f64,
    /// Who may be inside: the nearest first, by the next column once it is opened.
    candidates: Vec<Candidate>,
    /// What the next column may be, and which of that comes next; found out when first opened.
    choices: Option<Vec<Choice>>,
    next: usize,
}

/// A range of the next column.
struct Choice {
    loss: f64,
    low: u32,
    high: u32,
    /// Who of the candidates is in it, once they are sorted by the column.
    inside: Range<usize>,
}

/// A region in the queue: the least bound is the greatest.
struct Rank {
    bound: f64,
    region: usize,
}

/// What a search found out.
pub(super) struct Answer {
    /// No box that holds is cheaper.
    pub proven: f64,
    /// Who is in the cheapest box; nobody if it was not found.
    pub inside: Vec<u32>,
    /// Whether the search came to its end.
    pub finished: bool,
}

impl<'s> Search<'s> {
    pub fn new(
        terrain: &'s Terrain<'s, 's>,
        prices: &'s Prices,
        boxes: Boxes<'s>,
        center: u32,
        most: u64,
    ) -> Self {
        let part = &terrain.parts[center as usize];
        Search {
            terrain,
            prices,
            boxes,
            center,
            terms: prices.terms(center, part.rows),
            needs: Needs::of(terrain.gate(), part),
            basket: Basket::default(),
            best: Best { value: f64::INFINITY, inside: Vec::new() },
            work: 0,
            most,
            spare: Vec::new(),
        }
    }

    /// What any box pays at least.
    pub fn floor(&mut self) -> f64 {
        self.prices.floor(self.center, &mut self.basket, &self.terms)
    }

    /// The cheapest of the boxes below a limit, if those who may be inside are not too many. No
    /// box pays less than `floor`.
    pub fn below(&mut self, limit: f64, floor: f64) -> Option<Answer> {
        let mut candidates = self.spare.pop().unwrap_or_default();
        let most = self.most.saturating_sub(self.work);
        let work = self.terrain.near(self.center, limit - floor, most, &mut candidates);
        self.work += work.unwrap_or(most);
        work.map(|_| self.run(candidates, limit, floor))
    }

    fn run(&mut self, mut candidates: Vec<Candidate>, limit: f64, floor: f64) -> Answer {
        self.best = Best { value: limit, inside: Vec::new() };
        let (bound, floor) = self.weigh(&mut candidates, limit, floor);
        let (mut regions, mut queue) = (Vec::new(), BinaryHeap::new());
        if bound < limit {
            regions.push(Region {
                ranges: Vec::new(),
                loss: 0.0,
                bound,
                floor,
                candidates,
                choices: None,
                next: 0,
            });
            queue.push(Rank { bound, region: 0 });
        }
        let mut open = None;
        while let Some(Rank { bound, region }) = queue.pop() {
            if bound >= self.best.value {
                break;
            }
            let inner = self.open(&mut regions[region]);
            if self.work > self.most {
                open = Some(bound);
                break;
            }
            if let Some(bound) = self.next_bound(&regions[region]) {
                queue.push(Rank { bound, region });
            } else {
                self.spare.push(std::mem::take(&mut regions[region].candidates));
            }
            if let Some(mut inner) = inner {
                inner.bound = inner.bound.max(bound);
                queue.push(Rank { bound: inner.bound, region: regions.len() });
                regions.push(inner);
            }
        }
        let Best { value, inside } =
            std::mem::replace(&mut self.best, Best { value: f64::INFINITY, inside: Vec::new() });
        Answer {
            proven: open.map_or(value, |open| open.min(value)),
            inside,
            finished: open.is_none(),
        }
    }

    /// Bounds the boxes that hold none but these candidates, as far as they are below a limit, and
    /// what they pay. Candidates that such a box cannot hold are dropped.
    fn weigh(&mut self, candidates: &mut Vec<Candidate>, limit: f64, floor: f64) -> (f64, f64) {
        candidates.sort_unstable_by(|one, other| {
            one.rest.total_cmp(&other.rest).then(one.place.cmp(&other.place))
        });
        self.work += candidates.len() as u64;
        self.needs.reset(self.terrain.gate(), &self.terrain.parts[self.center as usize]);
        self.basket.clear(&self.terms);
        let (mut least, mut paid, mut kept) = (f64::INFINITY, f64::INFINITY, 0);
        let mut at = 0;
        while let Some(&Candidate { rest, .. }) = candidates.get(at) {
            if rest + floor >= limit {
                break;
            }
            while let Some(candidate) = candidates.get(at).filter(|other| other.rest == rest) {
                self.needs.take(&self.terrain.parts[candidate.place as usize]);
                if !self.prices.are_free() {
                    self.prices.offer(candidate.place, self.center, &mut self.basket, &self.terms);
                }
                at += 1;
            }
            if !self.needs.are_met() {
                continue;
            }
            if self.prices.are_free() {
                let near = candidates[at..].partition_point(|other| other.rest < limit);
                (least, paid, kept) = (rest, 0.0, at + near);
                break;
            }
            let value = self.basket.value();
            least = least.min(rest + value);
            if rest + value < limit {
                (paid, kept) = (value, at);
            }
        }
        candidates.truncate(kept);
        (least, paid)
    }

    /// Settles the next column of a region: one more range of it, or all if it is the last.
    fn open(&mut self, region: &mut Region) -> Option<Region> {
        let depth = region.ranges.len();
        if region.choices.is_none() {
            let terrain = self.terrain;
            region
                .candidates
                .sort_unstable_by_key(|other| (terrain.code(other.place, depth), other.place));
            let choices = self.choices(region);
            let last = depth + 1 == terrain.columns.len();
            if last {
                self.settle(region, &choices);
            }
            region.choices = Some(if last { Vec::new() } else { choices });
        }
        let choice = region.choices.as_ref()?.get(region.next)?;
        region.next += 1;
        self.inner(region, choice)
    }

    /// The bound of what is left of a region, if it is of any use.
    fn next_bound(&self, region: &Region) -> Option<f64> {
        let choice = region.choices.as_ref()?.get(region.next)?;
        let bound = region.bound.max(region.loss + choice.loss + region.floor);
        (bound < self.best.value).then_some(bound)
    }

    /// The ranges that the next column of a region may have, those that lose least first.
    fn choices(&mut self, region: &Region) -> Vec<Choice> {
        let depth = region.ranges.len();
        let room = self.best.value - region.loss - region.floor;
        let own = self.terrain.code(self.center, depth);
        let mut choices = match self.boxes {
            Boxes::Ranges => self.ranges_around(own, depth, region, room),
            Boxes::Nodes(hierarchies) => {
                let hierarchy = &hierarchies[self.terrain.columns[depth]];
                let span = |level| hierarchy.span(level, hierarchy.node_of(level)[own as usize]);
                let node = |level| self.choice(depth, span(level), &region.candidates);
                let mut nodes: Vec<Choice> = (0..=hierarchy.height()).map(node).collect();
                nodes.dedup_by_key(|node| (node.low, node.high));
                nodes
            }
        };
        choices.sort_unstable_by(|one, other| {
            one.loss.total_cmp(&other.loss).then(one.low.cmp(&other.low))
        });
        self.work += (region.candidates.len() + choices.len()) as u64;
        choices
    }

    /// A range of leaves as a choice.
    fn choice(&self, depth: usize, span: Range<u32>, candidates: &[Candidate]) -> Choice {
        let before = |end: u32| {
            candidates.partition_point(|other| self.terrain.code(other.place, depth) < end)
        };
        let (low, high) = (span.start, span.end - 1);
        let loss = self.terrain.ruler(depth).loss(low, high);
        Choice { loss, low, high, inside: before(span.start)..before(span.end) }
    }

    /// The ranges that start and end at codes of candidates.
    fn ranges_around(&self, own: u32, depth: usize, region: &Region, room: f64) -> Vec<Choice> {
        let code = |candidate: &Candidate| self.terrain.code(candidate.place, depth);
        // The candidates of each code.
        let mut groups: Vec<(u32, Range<usize>)> = Vec::new();
        for (at, candidate) in region.candidates.iter().enumerate() {
            match groups.last_mut() {
                Some(last) if last.0 == code(candidate) => last.1.end = at + 1,
                _ => groups.push((code(candidate), at..at + 1)),
            }
        }
        let ruler = self.terrain.ruler(depth);
        let at = groups.partition_point(|group| group.0 < own);
        let allowed = self.most.saturating_sub(self.work) as usize;
        let mut choices = Vec::new();
        for (low, first) in groups[..groups.len().min(at + 1)].iter().rev() {
            let ranges = groups[at..].iter().map(|(high, last)| Choice {
                loss: ruler.loss(*low, *high),
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

    /// The boxes of a region whose next column has this range.
    fn inner(&mut self, region: &Region, choice: &Choice) -> Option<Region> {
        let loss = region.loss + choice.loss;
        let room = self.best.value - loss;
        let mut candidates = self.spare.pop().unwrap_or_default();
        candidates.clear();
        let (mut bound, mut floor) = (f64::INFINITY, region.floor);
        if self.narrow(region, choice, room - floor, &mut candidates)
            && self.is_tight(region, choice, &candidates)
        {
            (bound, floor) = self.weigh(&mut candidates, room, floor);
        }
        if bound >= room {
            self.spare.push(candidates);
            return None;
        }
        let mut ranges = Vec::with_capacity(self.terrain.columns.len());
        ranges.extend_from_slice(&region.ranges);
        ranges.push((choice.low, choice.high));
        let bound = loss + bound;
        Some(Region { ranges, loss, bound, floor, candidates, choices: None, next: 0 })
    }

    /// Takes over the candidates that are in a range and nearer than `room` otherwise. Says whether
    /// there are enough of them.
    fn narrow(
        &mut self,
        region: &Region,
        choice: &Choice,
        room: f64,
        into: &mut Vec<Candidate>,
    ) -> bool {
        let depth = region.ranges.len();
        let (terrain, ruler) = (self.terrain, self.terrain.ruler(depth));
        let own = terrain.code(self.center, depth);
        let inside = &region.candidates[choice.inside.clone()];
        self.work += inside.len() as u64;
        self.needs.reset(terrain.gate(), &terrain.parts[self.center as usize]);
        for candidate in inside {
            let code = terrain.code(candidate.place, depth);
            let rest = (candidate.rest - ruler.loss(code.min(own), code.max(own))).max(0.0);
            if rest < room {
                self.needs.take(&terrain.parts[candidate.place as usize]);
                into.push(Candidate { rest, place: candidate.place });
            }
        }
        self.needs.are_met()
    }

    /// Whether no range is wider than the candidates: the least box around a class is not.
    fn is_tight(&self, region: &Region, choice: &Choice, candidates: &[Candidate]) -> bool {
        if matches!(self.boxes, Boxes::Nodes(_)) {
            return true;
        }
        let is_tight = |(depth, (low, high)): (usize, (u32, u32))| {
            let own = self.terrain.code(self.center, depth);
            let (mut starts, mut ends) = (own == low, own == high);
            for candidate in candidates {
                if starts && ends {
                    break;
                }
                let code = self.terrain.code(candidate.place, depth);
                starts |= code == low;
                ends |= code == high;
            }
            starts && ends
        };
        is_tight((region.ranges.len(), (choice.low, choice.high)))
            && region.ranges.iter().copied().enumerate().all(is_tight)
    }

    /// Looks at all boxes of a region whose last column is to be settled.
    fn settle(&mut self, region: &Region, choices: &[Choice]) {
        // What the candidates up to each have together.
        let mut sums = vec![(0, 0, 0.0)];
        let (mut rows, mut people, mut paid) = (0, 0, 0.0);
        for candidate in &region.candidates {
            let part = &self.terrain.parts[candidate.place as usize];
            rows += part.rows;
            people += part.people;
            paid += self.prices.charge(candidate.place);
            sums.push((rows, people, paid));
        }
        for choice in choices {
            let loss = region.loss + choice.loss;
            if loss + region.floor >= self.best.value {
                break;
            }
            let Range { start, end } = choice.inside;
            let (rows, people) = (sums[end].0 - sums[start].0, sums[end].1 - sums[start].1);
            if !self.terrain.gate().admits(rows, people) {
                continue;
            }
            let paid = sums[end].2 - sums[start].2;
            let value = if self.prices.are_free() { loss } else { loss + paid / rows as f64 };
            if value < self.best.value {
                let inside =
                    region.candidates[start..end].iter().map(|other| other.place).collect();
                self.best = Best { value, inside };
            }
        }
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(other.region.cmp(&self.region))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Rank {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Rank {}
