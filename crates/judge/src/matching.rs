//! Which published boxes cover which people.
//!
//! Comparing everybody with every box costs people times boxes. Instead, people and boxes are
//! divided recursively, as in a k-d tree: at a rank of a column, people go to their side and boxes
//! to each side that they reach into. A box that covers all people of a part is assigned to all of
//! them, and a box that covers none is dropped. A part is finished when no box is undecided, or so
//! few that direct comparison is cheaper. For disjoint boxes the cost is about n log n; the result
//! is correct for any boxes.

use std::sync::{Mutex, PoisonError};

use crate::ranks::{Cover, RankRange, Ranks};

/// With so few people or boxes left, they are compared one by one.
const FEW: usize = 4;

/// Parts that are made per thread before threads start, so that all end at about the same time.
const PARTS_PER_THREAD: usize = 16;

/// People and boxes to be matched, as tuples of one number per column.
pub(crate) struct Matching<'a> {
    columns: &'a [Ranks],
    /// The ranks of each person's values.
    people: Vec<u32>,
    /// The labels of each box.
    boxes: Vec<u32>,
}

/// Some people, and what is known of the boxes that cover them.
struct PeoplePart<'p> {
    people: &'p mut [u32],
    /// Boxes that cover all of them.
    sure: Vec<u32>,
    /// Boxes that may cover some of them.
    doubtful: Vec<u32>,
}

/// A place at which people are parted: ranks below go left.
#[derive(Clone, Copy)]
struct PeopleCut {
    column: usize,
    rank: u32,
}

impl<'a> Matching<'a> {
    /// People as tuples of values and boxes as tuples of labels, numbered as `columns` numbers
    /// them; further numbers of a tuple are left alone.
    pub(crate) fn new<'t>(
        columns: &'a [Ranks],
        people: impl Iterator<Item = &'t [u32]>,
        boxes: impl Iterator<Item = &'t [u32]>,
    ) -> Self {
        let ranks = |person: &'t [u32]| columns.iter().zip(person).map(|(c, &v)| c.rank(v));
        Matching {
            columns,
            people: people.flat_map(ranks).collect(),
            boxes: boxes.flat_map(|labels| &labels[..columns.len()]).copied().collect(),
        }
    }

    /// Calls `each` once per group of people with all the boxes that cover every one of them and
    /// nobody else's, both by number; every person is in one group. Groups come in any order and to
    /// the accumulator of any worker.
    pub(crate) fn groups<S: Send>(
        &self,
        everyone: &mut [u32],
        all_boxes: Vec<u32>,
        threads: usize,
        accumulator: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, &[u32], &[u32]) + Sync,
    ) -> Vec<S> {
        let mut first = accumulator();
        let mut parts =
            vec![PeoplePart { people: everyone, sure: Vec::new(), doubtful: all_boxes }];
        // Breadth first, so that the parts are of much the same size.
        while threads > 1 && !parts.is_empty() && parts.len() < threads * PARTS_PER_THREAD {
            let mut next = Vec::with_capacity(2 * parts.len());
            parts.into_iter().for_each(|part| self.divide(part, &mut next, &mut first, &each));
            parts = next;
        }
        let queue = Mutex::new(parts);
        let work = |mut accumulator: S| {
            loop {
                let part = queue.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let Some(part) = part else { return accumulator };
                let mut open = vec![part];
                while let Some(part) = open.pop() {
                    self.divide(part, &mut open, &mut accumulator, &each);
                }
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> =
                (1..threads).map(|_| scope.spawn(|| work(accumulator()))).collect();
            let mut done = vec![work(first)];
            // A worker that panicked would be a defect here; its panic is passed on, not hidden.
            let joined = others.into_iter().map(|other| other.join());
            done.extend(joined.map(|d| d.unwrap_or_else(|panic| std::panic::resume_unwind(panic))));
            done
        })
    }

    /// Finishes a part, or cuts it in two.
    fn divide<'p, S>(
        &self,
        mut part: PeoplePart<'p>,
        open: &mut Vec<PeoplePart<'p>>,
        accumulator: &mut S,
        each: &impl Fn(&mut S, &[u32], &[u32]),
    ) {
        let Some(extent) = self.extent(part.people) else { return };
        let loose = self.decide(&mut part, &extent);
        if part.doubtful.is_empty() {
            part.sure.sort_unstable();
            each(accumulator, part.people, &part.sure);
            return;
        }
        if part.people.len() <= FEW || part.doubtful.len() <= FEW {
            self.compare(&part, accumulator, each);
            return;
        }
        let cut = self.best_cut(&part, &extent, &loose);
        let right_from = self.part_people(part.people, cut);
        let (left, right) = part.people.split_at_mut(right_from);
        let (sure, doubtful) = (part.sure.clone(), part.doubtful.clone());
        open.push(PeoplePart { people: left, sure, doubtful });
        open.push(PeoplePart { people: right, sure: part.sure, doubtful: part.doubtful });
    }

    fn person(&self, person: u32) -> &[u32] {
        let width = self.columns.len();
        &self.people[person as usize * width..(person as usize + 1) * width]
    }

    fn labels(&self, of: u32) -> &[u32] {
        let width = self.columns.len();
        &self.boxes[of as usize * width..(of as usize + 1) * width]
    }

    /// The least and greatest rank of the people in each column; `None` if there is nobody.
    fn extent(&self, people: &[u32]) -> Option<Vec<RankRange>> {
        let first = self.person(*people.first()?);
        let mut extent: Vec<RankRange> =
            first.iter().map(|&rank| RankRange { first: rank, last: rank }).collect();
        for &person in people {
            for (stretch, &rank) in extent.iter_mut().zip(self.person(person)) {
                stretch.first = stretch.first.min(rank);
                stretch.last = stretch.last.max(rank);
            }
        }
        Some(extent)
    }

    /// Sets sure boxes aside and drops those that cover nobody. Returns, for each box that stays
    /// doubtful, the only column that makes it so, or `None` if several do.
    fn decide(&self, part: &mut PeoplePart<'_>, extent: &[RankRange]) -> Vec<Option<usize>> {
        let mut loose = Vec::with_capacity(part.doubtful.len());
        let sure = &mut part.sure;
        part.doubtful.retain(|&doubtful| {
            let (mut columns, mut at) = (0, 0);
            let labels = self.labels(doubtful);
            for (column, ((ranks, &label), &stretch)) in
                self.columns.iter().zip(labels).zip(extent).enumerate()
            {
                match ranks.cover(label, stretch) {
                    Cover::Nothing => return false,
                    Cover::Everything => {}
                    Cover::Some => (columns, at) = (columns + 1, column),
                }
            }
            if columns == 0 {
                sure.push(doubtful);
                return false;
            }
            loose.push((columns == 1).then_some(at));
            true
        });
        loose
    }

    fn compare<S>(
        &self,
        part: &PeoplePart<'_>,
        accumulator: &mut S,
        each: &impl Fn(&mut S, &[u32], &[u32]),
    ) {
        let mut boxes = Vec::with_capacity(part.sure.len() + part.doubtful.len());
        for person in part.people.iter() {
            boxes.clear();
            boxes.extend_from_slice(&part.sure);
            let covers = |&&doubtful: &&u32| self.covers(doubtful, *person);
            boxes.extend(part.doubtful.iter().filter(covers));
            boxes.sort_unstable();
            each(accumulator, std::slice::from_ref(person), &boxes);
        }
    }

    /// Whether a box covers a person.
    fn covers(&self, which: u32, person: u32) -> bool {
        let labels = self.labels(which).iter().zip(self.person(person));
        labels.zip(self.columns).all(|((&label, &rank), ranks)| {
            ranks.cover(label, RankRange { first: rank, last: rank }) == Cover::Everything
        })
    }

    /// The cut that leaves the fewest boxes in doubt, on the worse side above all.
    fn best_cut(
        &self,
        part: &PeoplePart<'_>,
        extent: &[RankRange],
        loose: &[Option<usize>],
    ) -> PeopleCut {
        let mut best: Option<(usize, PeopleCut)> = None;
        let mut ends = Ends::default();
        for (column, &stretch) in extent.iter().enumerate() {
            if stretch.first == stretch.last {
                continue;
            }
            ends.clear();
            for (&doubtful, loose) in part.doubtful.iter().zip(loose) {
                let label = self.labels(doubtful)[column];
                let pieces = self.columns[column].within(label, stretch);
                ends.add(pieces, stretch, *loose == Some(column));
            }
            if let Some((score, rank)) = ends.best()
                && best.is_none_or(|(least, _)| score < least)
            {
                best = Some((score, PeopleCut { column, rank }));
            }
        }
        // Labels with gaps may all reach from end to end: then any cut through people will do.
        best.map_or_else(|| middle(extent), |(_, cut)| cut)
    }

    /// Brings the people left of a cut before the others; returns where the others start.
    fn part_people(&self, people: &mut [u32], PeopleCut { column, rank }: PeopleCut) -> usize {
        let mut left = 0;
        for at in 0..people.len() {
            if self.person(people[at])[column] < rank {
                people.swap(left, at);
                left += 1;
            }
        }
        left
    }
}

/// The middle of the column with the most ranks.
fn middle(extent: &[RankRange]) -> PeopleCut {
    let ranks = |&(_, stretch): &(usize, &RankRange)| stretch.last - stretch.first;
    let widest = extent.iter().enumerate().max_by_key(ranks);
    let (column, stretch) = widest.unwrap_or((0, &RankRange { first: 0, last: 0 }));
    PeopleCut { column, rank: stretch.first + (stretch.last - stretch.first).div_ceil(2) }
}

/// What each cut of a column would leave in doubt.
#[derive(Default)]
struct Ends {
    /// A box is in doubt on the left of every cut behind this rank.
    left: Vec<u32>,
    /// A box is in doubt on the right of every cut up to this rank.
    right: Vec<u32>,
    /// Where labels begin, or end just before.
    cuts: Vec<u32>,
}

impl Ends {
    fn clear(&mut self) {
        self.left.clear();
        self.right.clear();
        self.cuts.clear();
    }

    /// Adds a label by the pieces that reach into a stretch. If nothing else makes its box
    /// doubtful, a side that it covers wholly is in no doubt.
    fn add(&mut self, pieces: &[RankRange], stretch: RankRange, alone: bool) {
        let ([begin, ..], [.., end]) = (pieces, pieces) else { return };
        let from = begin.first.max(stretch.first);
        let behind = end.last.min(stretch.last) + 1;
        let starts_inside = from > stretch.first;
        let ends_inside = behind <= stretch.last;
        let decidable = alone && pieces.len() == 1;
        self.left.push(if starts_inside || !decidable { from } else { behind });
        // A cut at 0 parts nobody, so no cut is lost by stopping there.
        let right_without = if decidable { from.saturating_sub(1) } else { stretch.last };
        self.right.push(if ends_inside { behind - 1 } else { right_without });
        self.cuts.extend(starts_inside.then_some(from));
        self.cuts.extend(ends_inside.then_some(behind));
    }

    /// The best cut with its score; the less, the better.
    fn best(&mut self) -> Option<(usize, u32)> {
        self.left.sort_unstable();
        self.right.sort_unstable();
        self.cuts.sort_unstable();
        self.cuts.dedup();
        let (mut left, mut decided) = (0, 0);
        let scored = self.cuts.iter().map(|&cut| {
            left += self.left[left..].iter().take_while(|&&from| from < cut).count();
            decided += self.right[decided..].iter().take_while(|&&until| until < cut).count();
            let right = self.right.len() - decided;
            (left + right + left.max(right), cut)
        });
        scored.min()
    }
}
