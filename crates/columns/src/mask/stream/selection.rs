//! The exact values of given ranks, from a stream that can be read several times.
//!
//! **Promises** for each wanted rank its value, and exactly how many rows lie below that value and
//! up to it, in bounded memory. The outcome does not depend on the order of the rows, nor on how
//! they are shared out among threads; only the number of passes may.
//!
//! **Defined** by Munro and Paterson (1980). The first pass leaves a summary that brackets every
//! rank. Each later one counts the rows at and between the ends of the brackets, and keeps the rows
//! within them, in a summary again: if all found room, the ranks are found; otherwise the brackets
//! are narrower now.
//!
//! **Deviations** where too many ranks are wanted for the room, as many as fit are found in a pass
//! and the others wait.
//!
//! **Cost** with room for M values: 3 M numbers, and 28 for each wanted rank; twice M more for a
//! moment when a pass ends. Of n rows and q ranks two passes suffice if 3 q slack <= 7/8 M, that is,
//! with M of the order sqrt(q n) log(n/M): [`room_for`](super::room_for).

use std::marker::PhantomData;

use super::error::StreamError;
use super::ledger::Ledger;
use super::order::SortKey;
use super::plan::{kept_gaps, next_part, passes_left};
use super::sieve::Sieve;
use super::summary::{SMALLEST_ROOM, Summary};
use super::view::{Bracket, RankView};

/// The value of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundRank<V> {
    /// The rank, from 0.
    pub rank: u64,
    /// The value of the row of that rank.
    pub value: V,
    /// How many rows have smaller values.
    pub below: u64,
    /// How many rows have this value or smaller ones.
    pub upto: u64,
}

/// A wanted rank, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    FoundRank(FoundRank<u64>),
    Open { rank: u64, bracket: Bracket },
}

/// Finds the values of ranks.
///
/// ```
/// use incrowd_columns::mask::stream::RankSelection;
/// let blocks = [[5_i64, 1, 4], [2, 2, 9]];
/// let mut selection = RankSelection::new(1 << 20);
/// blocks.iter().for_each(|block| selection.add(block));
/// selection.end_pass().unwrap();
/// selection.want(&[selection.rows() / 2]);
/// while !selection.is_done() {
///     blocks.iter().for_each(|block| selection.add(block));
///     selection.end_pass().unwrap();
/// }
/// let median = selection.found(3).unwrap();
/// assert_eq!((median.value, median.below, median.upto), (4, 3, 4));
/// ```
#[derive(Clone, Debug)]
pub struct RankSelection<V> {
    room: usize,
    /// What is known since the first pass.
    first: Option<RankView>,
    /// What this pass counts, and which gaps it keeps.
    sieve: Sieve,
    is_kept: Vec<bool>,
    summary: Summary,
    /// By rank.
    targets: Vec<Target>,
    /// By value: what was found for earlier wishes too.
    known: Vec<FoundRank<u64>>,
    passes: u32,
    value: PhantomData<V>,
}

impl<V: SortKey> RankSelection<V> {
    /// Before the first pass. `room` is the number of values that may be kept, 8192 at least.
    #[must_use]
    pub fn new(room: usize) -> Self {
        let room = room.max(SMALLEST_ROOM);
        RankSelection {
            room,
            first: None,
            sieve: Sieve::new(Vec::new()),
            is_kept: vec![true],
            summary: Summary::new(room),
            targets: Vec::new(),
            known: Vec::new(),
            passes: 0,
            value: PhantomData,
        }
    }

    /// Reads rows. Every pass must read the same ones, in any order.
    pub fn add(&mut self, values: &[V]) {
        if self.first.is_none() {
            return self.summary.extend(values.iter().map(|value| value.key()));
        }
        let RankSelection { sieve, summary, is_kept, .. } = self;
        sieve.add(values, |gap, key| {
            if is_kept[gap] {
                summary.push(key);
            }
        });
    }

    /// Adds what a clone of this, made before the pass, has read of other rows.
    pub fn merge(&mut self, other: Self) {
        self.sieve.merge(&other.sieve);
        self.summary.merge(other.summary);
    }

    /// All rows have been read once more. An error if they cannot be those of the first pass; not
    /// every change is noticed.
    pub fn end_pass(&mut self) -> Result<(), StreamError> {
        self.passes += 1;
        let view = std::mem::replace(&mut self.summary, Summary::new(self.room)).view();
        if self.first.is_none() {
            self.first = Some(view);
        } else {
            let in_doubt = self.in_doubt();
            let ledger = Ledger::new(&self.sieve, &self.is_kept);
            if ledger.rows() != self.rows() {
                return Err(StreamError::Changed);
            }
            let mut targets = std::mem::take(&mut self.targets);
            targets.iter_mut().for_each(|target| ledger.update(target, &view));
            self.targets = targets;
            if in_doubt.0 > 0 && self.in_doubt() >= in_doubt {
                return Err(StreamError::Changed);
            }
        }
        self.plan();
        Ok(())
    }

    /// Asks for the values of these ranks instead of any earlier ones; ranks beyond the rows are
    /// left out. To be called between passes, after the first.
    pub fn want(&mut self, ranks: &[u64]) {
        let found = self.targets.drain(..).filter_map(|target| match target {
            Target::FoundRank(found) => Some(found),
            Target::Open { .. } => None,
        });
        self.known.extend(found);
        self.known.sort_unstable_by_key(|found| found.value);
        self.known.dedup_by_key(|found| found.value);
        let mut ranks = ranks.to_vec();
        ranks.sort_unstable();
        ranks.dedup();
        self.targets = ranks.into_iter().filter_map(|rank| self.target(rank)).collect();
        self.plan();
    }

    /// How many rows there are; known after the first pass.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.first.as_ref().map_or(0, RankView::rows)
    }

    /// Whether the rows have been read once and all that is wanted is found.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.first.is_some() && self.open().is_empty()
    }

    /// How many passes there were.
    #[must_use]
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// How many more passes it takes, as the worst case has it.
    #[must_use]
    pub fn passes_left(&self) -> u64 {
        passes_left(&self.open(), self.room)
    }

    /// What is known of a rank that was wanted.
    #[must_use]
    pub fn found(&self, rank: u64) -> Option<FoundRank<V>> {
        let index = self.targets.binary_search_by_key(&rank, Target::rank).ok()?;
        match self.targets[index] {
            Target::FoundRank(found) => Some(FoundRank {
                rank,
                value: V::of_key(found.value),
                below: found.below,
                upto: found.upto,
            }),
            Target::Open { .. } => None,
        }
    }

    /// All that is found of what is wanted, by rank.
    pub fn all_found(&self) -> impl Iterator<Item = FoundRank<V>> + '_ {
        self.targets.iter().filter_map(|target| self.found(target.rank()))
    }

    /// How many numbers are held now.
    #[must_use]
    pub fn held(&self) -> usize {
        let bounds = self.sieve.bounds().len();
        let first = self.first.as_ref().map_or(0, RankView::kept);
        first + self.summary.kept() + 5 * bounds + 9 * self.targets.len() + 4 * self.known.len()
    }

    /// The brackets of the ranks that are not found yet.
    fn open(&self) -> Vec<Bracket> {
        let bracket = |target: &Target| match *target {
            Target::Open { bracket, .. } => Some(bracket),
            Target::FoundRank(_) => None,
        };
        self.targets.iter().filter_map(bracket).collect()
    }

    /// The ranks that are not found yet, and the rows that may be theirs: fewer after every pass.
    fn in_doubt(&self) -> (usize, u64) {
        let open = self.open();
        let rows = open.iter().map(|bracket| bracket.rows);
        (open.len(), rows.fold(0, u64::saturating_add))
    }

    /// What is known of a rank without a further pass.
    fn target(&self, rank: u64) -> Option<Target> {
        let first = self.first.as_ref()?;
        let mut bracket = first.bracket(rank)?;
        let next = self.known.partition_point(|found| found.upto <= rank);
        if let Some(found) = self.known.get(next) {
            if found.below <= rank {
                return Some(Target::FoundRank(FoundRank { rank, ..*found }));
            }
            bracket = bracket.until(found.value, found.below, found.upto);
        }
        if let Some(found) = next.checked_sub(1).map(|one| self.known[one]) {
            bracket = bracket.after(found.value, found.upto);
        }
        Some(Target::new(rank, bracket, first.is_exact()))
    }

    /// Decides which ranks the next pass is about.
    fn plan(&mut self) {
        let brackets = self.open();
        let chosen = &brackets[..next_part(&brackets, self.room)];
        let ends = chosen.iter().flat_map(|one| one.lo.into_iter().chain([one.middle, one.hi]));
        self.sieve = Sieve::new(ends.collect());
        self.is_kept = kept_gaps(self.sieve.bounds(), chosen);
    }
}

impl Target {
    pub(super) fn new(rank: u64, bracket: Bracket, is_exact: bool) -> Self {
        let Bracket { hi, below, upto, .. } = bracket;
        if is_exact {
            Target::FoundRank(FoundRank { rank, value: hi, below, upto })
        } else {
            Target::Open { rank, bracket }
        }
    }

    fn rank(&self) -> u64 {
        match self {
            Target::FoundRank(found) => found.rank,
            Target::Open { rank, .. } => *rank,
        }
    }
}
