//! All minimal sets of columns that make at least a fraction alpha of the rows unique (Lodha &
//! Thomas 2007, definition 2), by a levelwise search.
//!
//! Columns are ordered by their distinct values, most first. A set is counted by refining the
//! partition of its strongest columns, from which unique rows are dropped; each thread keeps one
//! chain of partitions instead of a whole level. A set is examined only if no subset qualifies and
//! none contains a column that depends on the others, since such a set is never minimal. A set is
//! not extended if all remaining columns together could not make enough rows unique. Sets of the
//! largest size are counted only until they cannot qualify.
//!
//! With a budget ([`MinimalSetRequest::most_work`]) that may not suffice for all sets, the largest
//! size grows by one from search to search (iterative deepening). With a small largest size, most
//! sets are excluded by the numbers of values alone, so what is complete is found first. What is
//! counted again costs little, because there are many more sets of each further size.
//!
//! The paper dismisses a levelwise search as too expensive and estimates from domain sizes.
//!
//! Manual page: `docs/algorithms/minimal-quasi-identifiers.md`.

use incrowd_terms::Fraction;

use super::Columns;
use super::levelwise::{LevelwiseSearch, Searched};
use incrowd_core::search::SearchControl;

/// Which sets are asked for.
#[derive(Clone, Debug)]
pub struct MinimalSetRequest {
    /// The least fraction of rows that a set must make unique.
    pub alpha: Fraction,
    /// The most columns of a set.
    pub max_size: usize,
    /// The most sets to list.
    pub most_sets: usize,
    /// The columns that may be part of a set; all, if nothing is said.
    pub among: Option<Vec<usize>>,
    /// The most rows to visit, so many for each set that is counted. Unlike a deadline, it does not
    /// depend on the clock.
    pub most_work: Option<u64>,
}

impl MinimalSetRequest {
    /// All minimal sets for an alpha.
    #[must_use]
    pub fn new(alpha: Fraction) -> Self {
        let (max_size, most_sets) = (usize::MAX, usize::MAX);
        MinimalSetRequest { alpha, max_size, most_sets, among: None, most_work: None }
    }
}

/// A minimal set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalSet {
    /// Its columns, ascending.
    pub columns: Vec<usize>,
    /// The rows that are unique on them.
    pub unique_rows: u64,
}

/// Why a search went no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// There are no other minimal sets.
    Exhausted,
    /// Larger sets were not asked for.
    Size,
    /// The list is full.
    Full,
    /// The watch was over.
    SearchControl,
    /// More rows would have had to be visited than were allowed.
    Work,
}

/// The minimal sets found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalSets {
    /// The sets, smaller ones first, then by their columns. All of them are minimal, also those
    /// beyond the size to which the list is complete.
    pub sets: Vec<MinimalSet>,
    /// No minimal set of at most this many columns is missing.
    pub complete_to: usize,
    /// Why there are no more.
    pub ending: SearchEnd,
    /// Sets whose rows were counted, without those that were only looked ahead to.
    pub checked: u64,
}

/// Finds all minimal sets of columns that make a fraction of the rows unique.
///
/// ```
/// use incrowd_columns::identify::{Columns, MinimalSetRequest, minimal};
/// use incrowd_core::search::SearchControl;
/// use incrowd_terms::Fraction;
/// let table = Columns::new(vec![vec![0, 0, 1, 1], vec![0, 1, 0, 1], vec![5, 5, 5, 5]]).unwrap();
/// let found = minimal(&table, &MinimalSetRequest::new(Fraction::ONE), &SearchControl::default());
/// assert_eq!(found.sets[0].columns, [0, 1]);
/// assert_eq!((found.sets.len(), found.complete_to), (1, 3));
/// ```
///
/// # Panics
/// If the table lacks a column of the request.
#[must_use]
pub fn minimal(
    columns: &Columns,
    request: &MinimalSetRequest,
    control: &SearchControl,
) -> MinimalSets {
    let mut search = LevelwiseSearch::new(columns, request, control);
    let mut found = match request.most_work {
        Some(budget) if all_work(columns, &search) > budget => deepen(&mut search, budget),
        _ => search.run(search.most(), 0, u64::MAX).found,
    };
    for set in &mut found.sets {
        set.columns.sort_unstable();
    }
    found.sets.sort_by(|a, b| {
        a.columns.len().cmp(&b.columns.len()).then_with(|| a.columns.cmp(&b.columns))
    });
    found
}

/// The rows to visit if every set is counted.
fn all_work(columns: &Columns, search: &LevelwiseSearch<'_>) -> u64 {
    let (mut sets, mut all) = (1_u128, 0_u128);
    for size in 0..search.most() {
        sets = sets.saturating_mul((search.width() - size) as u128) / (size as u128 + 1);
        all = all.saturating_add(sets);
    }
    u64::try_from(all.saturating_mul(columns.rows().into())).unwrap_or(u64::MAX)
}

/// Searches for sets of one more column each time, until the budget is spent.
fn deepen(search: &mut LevelwiseSearch<'_>, budget: u64) -> MinimalSets {
    let (most, mut left) = (search.most(), budget);
    let mut complete = search.run(0, 0, left).found;
    for size in 1..=most {
        let Searched { mut found, work } = search.run(size, complete.checked, left);
        left = left.saturating_sub(work);
        match found.ending {
            SearchEnd::Size => complete = found,
            SearchEnd::Exhausted => return found,
            _ => {
                // Some sets of this size, after all of the smaller ones.
                found.sets.retain(|set| set.columns.len() == size);
                complete.sets.append(&mut found.sets);
                (complete.ending, complete.checked) = (found.ending, found.checked);
                return complete;
            }
        }
    }
    complete
}
