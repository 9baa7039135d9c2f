//! The sets to extend, by size, in lexicographic order.
//!
//! Kept are sets that identify too few rows and in which no column depends on the others. A set
//! that is one larger can be minimal only if each of its subsets is kept or was pruned: any other
//! set identifies enough rows already, or has a column that adds nothing.

use std::cmp::Ordering;

use super::partition::Split;

/// How weak the columns may be that are added to a set, as places in their order.
#[derive(Clone, Copy, Debug)]
pub(super) struct PruningBounds {
    /// All columns from any place before this one on identify enough rows with the set.
    pub sure: u32,
    /// No columns from this place on do, as many as may be added.
    pub hopeless: u32,
}

/// Sets of one size, each with what it tells apart.
struct SetLevel {
    size: usize,
    /// The columns of all sets, ascending in each, end to end.
    columns: Vec<u32>,
    splits: Vec<Split>,
    /// Of the sets that were built on.
    horizons: Vec<PruningBounds>,
}

impl SetLevel {
    fn new(size: usize) -> Self {
        SetLevel { size, columns: Vec::new(), splits: Vec::new(), horizons: Vec::new() }
    }

    fn set(&self, at: usize) -> &[u32] {
        &self.columns[at * self.size..(at + 1) * self.size]
    }

    fn find(&self, set: &[u32]) -> Option<usize> {
        let (mut low, mut high) = (0, self.splits.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.set(middle).cmp(set) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }
}

/// What is known of a set.
pub(super) enum SetState {
    /// It is kept.
    Kept(Split),
    /// It was not counted, because it and all that the search would make of it fall short.
    Hopeless,
    /// It identifies enough rows or has a column too many, or a subset does.
    Settled,
}

/// The sets of all sizes so far. The largest are being built on, and the next are gathered.
pub(super) struct Levels {
    done: Vec<SetLevel>,
    current: SetLevel,
    next: SetLevel,
}

impl Levels {
    /// The empty set.
    pub fn new(split: Split) -> Self {
        let mut current = SetLevel::new(0);
        current.splits.push(split);
        Levels { done: Vec::new(), current, next: SetLevel::new(1) }
    }

    /// The columns of each set that is being built on.
    pub fn size(&self) -> usize {
        self.current.size
    }

    /// How many sets are being built on.
    pub fn len(&self) -> usize {
        self.current.splits.len()
    }

    /// The columns of a set that is being built on.
    pub fn set(&self, at: usize) -> &[u32] {
        self.current.set(at)
    }

    /// What a set that is being built on tells apart.
    pub fn split(&self, at: usize) -> Split {
        self.current.splits[at]
    }

    /// Keeps the extensions of the next set in order, given by their last places.
    pub fn keep(&mut self, pruning: PruningBounds, extensions: &[(u32, Split)]) {
        let at = self.current.horizons.len();
        self.current.horizons.push(pruning);
        for &(place, split) in extensions {
            self.next.columns.extend_from_slice(self.current.set(at));
            self.next.columns.push(place);
            self.next.splits.push(split);
        }
    }

    /// Goes on to the sets that were gathered.
    pub fn next_size(&mut self) {
        let above = SetLevel::new(self.next.size + 1);
        let current = std::mem::replace(&mut self.next, above);
        self.done.push(std::mem::replace(&mut self.current, current));
    }

    /// What is known of a set as large as those that are being built on.
    pub fn standing(&self, set: &[u32]) -> SetState {
        if let Some(at) = self.current.find(set) {
            return SetState::Kept(self.current.splits[at]);
        }
        for (level, &place) in self.done.iter().zip(set) {
            let Some(at) = level.find(&set[..level.size]) else { return SetState::Settled };
            if place >= level.horizons[at].hopeless {
                return SetState::Hopeless;
            }
        }
        SetState::Settled
    }

    /// Before which place all columns from there on are known to identify enough rows with a set
    /// one smaller than those that are being built on.
    pub fn sure(&self, set: &[u32]) -> u32 {
        let level = self.done.last();
        let known = level.and_then(|level| Some(level.horizons[level.find(set)?].sure));
        known.unwrap_or(0)
    }
}
