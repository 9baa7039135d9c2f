//! # The search for minimal quasi-identifiers
//!
//! **Promises** every minimal set of columns, of at most the size that the answer states, on which
//! at least a fraction alpha of the rows is unique, each with its unique rows, the same on any
//! number of threads. Every other set that identifies enough rows contains one of them. The empty
//! set counts: one row alone is unique without any column.
//!
//! **Takes** `incrowd scan TABLE`, with `--alpha` (20 % unless it says otherwise) and `--max-size`;
//! all columns of the table as they are, missing values as a value.
//!
//! **Not promised** sets larger than stated, nor the whole table where it was too long to be held:
//! then rows are sampled, and with the confidence stated no set of the whole table is missed,
//! though some that are listed may identify fewer of all rows.
//!
//! **Choose it** before naming quasi-identifiers. It counts what columns tell together, which
//! nobody sees by looking at them one by one.
//!
//! **Example** in the demo's study age and zip code single out 868 of 2,751 rows (31.6 %), and so
//! do age, job and illness more than 20 %, none of which does alone.
//!
//! `incrowd scan study.csv --alpha 0.2 --max-size 3`
//!
//! **Defined** by Lodha & Thomas (2007), definition 2, which mentions a levelwise search only to
//! dismiss it as too expensive. What makes it cheap:
//! - Columns are ordered by their distinct values, most first, and a set is counted by refining the
//!   classes of its strongest columns, where unique rows are dropped. Sets that share those columns
//!   share the classes; only one chain of partitions is held per thread, not a level.
//! - A set is looked at only if each of its subsets fell short and none has a column that the
//!   others tell (as the years of schooling tell the degree): such a set is never minimal.
//! - A set is not built on where all weaker columns that are left, taken as one, make too few rows
//!   unique with it, or have too few values to: bisection finds where that begins.
//! - Sets of the largest size need no exact count if they fall short: they are cut by the distinct
//!   tuples of their subsets, or while being counted, when too few rows are left.
//!
//! **Deviations** the paper estimates from domain sizes instead; here rows are counted
//! (`quasi-identifiers` tells more).
//!
//! **Cost** four bytes per cell beside the table, and as many per row and column of a set for each
//! thread; time linear in rows and in sets looked at. 15 columns of 32,561 rows took 0.3 s for all
//! 658 sets, 60 columns of 100,000 rows 1.6 s for sets of up to three and 26 s for up to four.

use incrowd_terms::Fraction;

use super::Columns;
use super::levelwise::LevelwiseSearch;
use crate::search::SearchControl;

/// Which sets are asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The least fraction of rows that a set must make unique.
    pub alpha: Fraction,
    /// The most columns of a set.
    pub max_size: usize,
    /// The most sets to list.
    pub most_sets: usize,
    /// The columns that may be part of a set; all, if nothing is said.
    pub among: Option<Vec<usize>>,
}

impl Request {
    /// All minimal sets for an alpha.
    #[must_use]
    pub fn new(alpha: Fraction) -> Self {
        Request { alpha, max_size: usize::MAX, most_sets: usize::MAX, among: None }
    }
}

/// A minimal set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Singling {
    /// Its columns, ascending.
    pub columns: Vec<usize>,
    /// The rows that are unique on them.
    pub unique_rows: u64,
}

/// Why a search went no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There are no other minimal sets.
    Exhausted,
    /// Larger sets were not asked for.
    Size,
    /// The list is full.
    Full,
    /// The watch was over.
    SearchControl,
}

/// The minimal sets found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalSets {
    /// The sets, smaller ones first, then by their columns. All of them are minimal, also those
    /// beyond the size to which the list is complete.
    pub sets: Vec<Singling>,
    /// No minimal set of at most this many columns is missing.
    pub complete_to: usize,
    /// Why there are no more.
    pub ending: Ending,
    /// Sets whose rows were counted, without those that were only looked ahead to.
    pub checked: u64,
}

/// Finds all minimal sets of columns that make a fraction of the rows unique.
///
/// ```
/// use incrowd_core::identify::{Columns, Request, minimal};
/// use incrowd_core::search::SearchControl;
/// use incrowd_core::terms::Fraction;
/// let table = Columns::new(vec![vec![0, 0, 1, 1], vec![0, 1, 0, 1], vec![5, 5, 5, 5]]).unwrap();
/// let found = minimal(&table, &Request::new(Fraction::ONE), &SearchControl::default());
/// assert_eq!(found.sets[0].columns, [0, 1]);
/// assert_eq!((found.sets.len(), found.complete_to), (1, 3));
/// ```
///
/// # Panics
/// If the table lacks a column of the request.
#[must_use]
pub fn minimal(columns: &Columns, request: &Request, control: &SearchControl) -> MinimalSets {
    let mut found = LevelwiseSearch::new(columns, request, control).run();
    for set in &mut found.sets {
        set.columns.sort_unstable();
    }
    found.sets.sort_by(|a, b| {
        a.columns.len().cmp(&b.columns.len()).then_with(|| a.columns.cmp(&b.columns))
    });
    found
}
