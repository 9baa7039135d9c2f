//! The search for minimal sets, one size after the other.
//!
//! Sets are of *places* in an order of the columns, those with most distinct values first, and
//! grow by weaker columns only, so that each set is made once. All sets that extend one share its
//! partition. Nothing that threads do depends on what others find meanwhile: the sets of a
//! batch are extended from what is known before it, and gathered in order. Work is counted in rows
//! visited, without regard to what a thread has at hand already, and is compared with the budget
//! between batches only.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::chain::Chain;
use super::level::{Levels, PruningBounds, SetState};
use super::partition::{Split, StrippedPartition};
use super::suffixes::Suffixes;
use super::{Columns, MinimalSet, MinimalSetRequest, MinimalSets, SearchEnd};
use incrowd_core::search::{Progress, SearchControl};

/// At most so many sets are built on between two looks at what was found: few enough to stop soon,
/// and the same on every machine.
const BATCH: usize = 256;

/// At least so many, so that there is something to do for every thread.
const FEWEST: usize = 16;

/// A batch ends before it may visit more rows than this.
const BATCH_WORK: u64 = 1 << 28;

/// What it takes to look a subset up, in rows visited.
const LOOKUP: u64 = 64;

/// So few sets are sooner counted than looked ahead from.
const FEW: usize = 2;

/// What became of the sets that extend one, given by their last places.
struct Extended {
    pruning: PruningBounds,
    /// These identify enough rows.
    found: Vec<(u32, Split)>,
    /// These do not, but larger sets may.
    short: Vec<(u32, Split)>,
    checked: u64,
    /// Rows visited.
    work: u64,
    /// Whether the watch let all be counted.
    whole: bool,
}

/// A place that makes a set worth counting.
struct SetCandidate {
    place: u32,
    /// The most that a subset tells apart: no more means that a column adds nothing.
    known: u32,
}

/// A search under way.
pub(super) struct LevelwiseSearch<'a> {
    columns: &'a Columns,
    request: &'a MinimalSetRequest,
    control: &'a SearchControl,
    order: Vec<usize>,
    /// The most columns of a set.
    most: usize,
    /// Unique rows, or people, that are enough.
    needed: u64,
    /// The most rows to visit.
    budget: u64,
    suffixes: Suffixes,
    /// Chains that no thread is using.
    chains: Mutex<Vec<Chain<'a>>>,
}

/// The sets of one search, and the rows that it visited.
pub(super) struct Searched {
    pub found: MinimalSets,
    pub work: u64,
}

impl<'a> LevelwiseSearch<'a> {
    pub fn new(
        columns: &'a Columns,
        request: &'a MinimalSetRequest,
        control: &'a SearchControl,
    ) -> Self {
        let mut order = request.among.clone().unwrap_or_else(|| (0..columns.width()).collect());
        order.sort_unstable();
        order.dedup();
        order.sort_by_key(|&column| Reverse(columns.distinct(column)));
        let most = request.max_size.min(order.len());
        let alpha = request.alpha;
        let product = u128::from(alpha.numerator()) * u128::from(columns.members());
        let needed = product.div_ceil(u128::from(alpha.denominator()));
        let needed = u64::try_from(needed).unwrap_or(u64::MAX);
        // Looking ahead is of no use to sets of one column.
        let joined = if most > 1 && columns.rows() > 0 { &order[..] } else { &[] };
        let suffixes = Suffixes::new(columns, joined, needed, control);
        let (budget, chains) = (u64::MAX, Mutex::default());
        LevelwiseSearch { columns, request, control, order, most, needed, budget, suffixes, chains }
    }

    /// How many columns may be part of a set.
    pub fn width(&self) -> usize {
        self.order.len()
    }

    /// The most columns of a set that is asked for.
    pub fn most(&self) -> usize {
        self.most
    }

    /// All minimal sets of up to so many columns in the order in which they are found, unless more
    /// rows would have to be visited than the budget allows.
    pub fn run(&mut self, most: usize, checked: u64, budget: u64) -> Searched {
        (self.most, self.budget) = (most, budget);
        let complete_to = self.order.len();
        let found =
            MinimalSets { sets: Vec::new(), complete_to, ending: SearchEnd::Exhausted, checked };
        let mut searched = Searched { found, work: 0 };
        let nothing = StrippedPartition::whole(self.columns).split();
        if self.columns.rows() == 0 {
            return searched;
        }
        if self.is_enough(nothing) {
            searched.found.sets.push(self.singling(&[], nothing));
            return searched;
        }
        let mut levels = Levels::new(nothing);
        while levels.len() > 0 && levels.size() < self.most {
            if let Some(ending) = self.extend_all(&mut levels, &mut searched) {
                (searched.found.ending, searched.found.complete_to) = (ending, levels.size());
                return searched;
            }
            levels.next_size();
        }
        // What was cut for want of room might have grown into a larger set.
        if self.most < self.order.len() {
            (searched.found.ending, searched.found.complete_to) = (SearchEnd::Size, self.most);
        }
        searched
    }

    /// Counts all sets one larger, or says why not.
    fn extend_all(&self, levels: &mut Levels, searched: &mut Searched) -> Option<SearchEnd> {
        let mut start = 0;
        while start < levels.len() {
            if self.control.should_stop(searched.found.checked) {
                return Some(SearchEnd::SearchControl);
            }
            if searched.work >= self.budget {
                return Some(SearchEnd::Work);
            }
            let batch = self.batch(levels, start);
            start = batch.end;
            let whole = self.extend_batch(batch, levels, searched);
            let found = &mut searched.found;
            self.control.report(Progress { checked: found.checked, best: None, lower_bound: 0.0 });
            if !whole {
                return Some(SearchEnd::SearchControl);
            }
            if found.sets.len() > self.request.most_sets {
                found.sets.truncate(self.request.most_sets);
                return Some(SearchEnd::Full);
            }
        }
        None
    }

    /// The next sets to build on.
    fn batch(&self, levels: &Levels, start: usize) -> Range<usize> {
        let mut work = 0_u64;
        let fits = |&at: &usize| {
            let places = self.order.len() as u64 - u64::from(next_place(levels.set(at)));
            work = work.saturating_add(places.saturating_mul(self.columns.rows()));
            at < start + FEWEST || work <= BATCH_WORK
        };
        let last = levels.len().min(start + BATCH);
        start..start + (start..last).take_while(fits).count()
    }

    /// Extends some sets; whether the watch let all be counted.
    fn extend_batch(
        &self,
        batch: Range<usize>,
        levels: &mut Levels,
        searched: &mut Searched,
    ) -> bool {
        let found = &mut searched.found;
        let (known, checked) = (&*levels, found.checked);
        let extend = |at: usize| (at, self.extend(known, at, checked));
        let results: Vec<(usize, Extended)> =
            batch.into_par_iter().with_max_len(1).map(extend).collect();
        let mut whole = true;
        for (at, extended) in results {
            for (place, split) in extended.found {
                let set = [levels.set(at), &[place]].concat();
                found.sets.push(self.singling(&set, split));
            }
            levels.keep(extended.pruning, &extended.short);
            found.checked += extended.checked;
            searched.work += extended.work;
            whole &= extended.whole;
        }
        whole
    }

    /// Counts the sets that extend one by a weaker column.
    fn extend(&self, levels: &Levels, at: usize, checked: u64) -> Extended {
        let set = levels.set(at);
        let last = set.len() + 1 == self.most;
        let hopeless = self.hopeless_by_values(set, levels.split(at));
        let pruning = PruningBounds { sure: self.known_sure(levels, set), hopeless };
        let looked_up = u64::from(hopeless.saturating_sub(next_place(set))) * set.len() as u64;
        let work = looked_up * LOOKUP;
        let (found, short) = (Vec::new(), Vec::new());
        let mut extended = Extended { pruning, found, short, checked: 0, work, whole: true };
        let mut candidates = self.candidates(levels, at, hopeless);
        if candidates.is_empty() {
            return extended;
        }
        let mut chain = self.take_chain();
        chain.go_to(set, |place| self.codes(place));
        let rows = chain.rows();
        extended.work += rows;
        if !last && candidates.len() > FEW {
            extended.work += rows * self.look_ahead(&mut chain, set, &mut extended.pruning);
            candidates.retain(|candidate| candidate.place < extended.pruning.hopeless);
        }
        for candidate in candidates {
            if self.control.should_stop(checked) {
                extended.whole = false;
                break;
            }
            extended.checked += 1;
            extended.work += rows;
            self.count(&mut chain, &candidate, last, &mut extended);
        }
        self.give_back(chain);
        extended
    }

    /// Counts one set.
    fn count(
        &self,
        chain: &mut Chain<'_>,
        candidate: &SetCandidate,
        last: bool,
        extended: &mut Extended,
    ) {
        let &SetCandidate { place, known } = candidate;
        let least = if last { self.least() } else { 0 };
        match chain.count(self.codes(place), self.values(place), least) {
            Some(split) if self.is_enough(split) => extended.found.push((place, split)),
            Some(split) if split.distinct() > known && !last => extended.short.push((place, split)),
            _ => {}
        }
    }

    /// The places before the horizon that make a set worth counting.
    fn candidates(&self, levels: &Levels, at: usize, hopeless: u32) -> Vec<SetCandidate> {
        let (set, own) = (levels.set(at), levels.split(at));
        let last = set.len() + 1 == self.most;
        let mut subset = Vec::with_capacity(set.len());
        let candidate = |place: u32| {
            let mut known = own.distinct();
            for (left_out, &gone) in set.iter().enumerate() {
                subset.clear();
                subset.extend_from_slice(&set[..left_out]);
                subset.extend_from_slice(&set[left_out + 1..]);
                subset.push(place);
                match levels.standing(&subset) {
                    SetState::Settled => return None,
                    SetState::Kept(split) if last && !self.can_reach(split, gone) => return None,
                    SetState::Kept(split) => known = known.max(split.distinct()),
                    SetState::Hopeless => {}
                }
            }
            Some(SetCandidate { place, known })
        };
        (next_place(set)..hopeless).filter_map(candidate).collect()
    }

    /// The first place from which columns have too few values to identify enough rows with a
    /// set: each multiplies the classes by its values at most.
    fn hopeless_by_values(&self, set: &[u32], split: Split) -> u32 {
        let (first, end) = (next_place(set), self.order.len() as u32);
        let classes = u128::from(split.classes);
        let lacking = u128::from(self.needed.saturating_sub(split.unique.into()));
        let reaches = |place: &u32| {
            let mut parts = classes;
            for weaker in (*place..end).take(self.most - set.len()) {
                parts = parts.saturating_mul(self.values(weaker).into());
                if parts >= lacking {
                    return true;
                }
            }
            false
        };
        (first..end).find(|place| !reaches(place)).unwrap_or(end)
    }

    /// Finds the first place from which all columns together identify too few rows with a set.
    /// Returns how often rows were counted for it.
    fn look_ahead(&self, chain: &mut Chain<'_>, set: &[u32], pruning: &mut PruningBounds) -> u64 {
        let PruningBounds { sure, hopeless } = pruning;
        let mut counted = 0;
        let mut low = (*sure).max(next_place(set));
        while low < *hopeless {
            let middle = low.midpoint(*hopeless);
            let reaches = self.suffixes.from(middle).is_none_or(|(codes, values)| {
                counted += 1;
                chain.count(codes, values, self.least()).is_some()
            });
            if reaches {
                low = middle + 1;
                *sure = low;
            } else {
                *hopeless = middle;
            }
        }
        counted
    }

    /// What looking ahead from subsets tells: where they reach, so does the set.
    fn known_sure(&self, levels: &Levels, set: &[u32]) -> u32 {
        let subset = |left_out: usize| [&set[..left_out], &set[left_out + 1..]].concat();
        (0..set.len()).map(|left_out| levels.sure(&subset(left_out))).max().unwrap_or(0)
    }

    /// Whether one more column could make enough rows unique.
    fn can_reach(&self, split: Split, place: u32) -> bool {
        let classes = u64::from(split.classes);
        u64::from(split.unique) + classes * u64::from(self.values(place)) >= self.needed
    }

    /// The unique rows that are enough, as rows are numbered; no table has as many as the most.
    fn least(&self) -> u32 {
        u32::try_from(self.needed).unwrap_or(u32::MAX)
    }

    fn is_enough(&self, split: Split) -> bool {
        u64::from(split.unique) >= self.needed
    }

    fn codes(&self, place: u32) -> &'a [u32] {
        self.columns.codes(self.order[place as usize])
    }

    fn values(&self, place: u32) -> u32 {
        self.columns.distinct(self.order[place as usize]) as u32
    }

    fn singling(&self, set: &[u32], split: Split) -> MinimalSet {
        let columns = set.iter().map(|&place| self.order[place as usize]).collect();
        MinimalSet { columns, unique_rows: split.unique.into() }
    }

    fn take_chain(&self) -> Chain<'a> {
        let mut chains = self.chains.lock().unwrap_or_else(PoisonError::into_inner);
        chains.pop().unwrap_or_else(|| Chain::new(self.columns))
    }

    fn give_back(&self, chain: Chain<'a>) {
        self.chains.lock().unwrap_or_else(PoisonError::into_inner).push(chain);
    }
}

/// The strongest column that may be added to a set.
fn next_place(set: &[u32]) -> u32 {
    set.last().map_or(0, |last| last + 1)
}
