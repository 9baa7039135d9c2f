//! MPALM (Nergiz, Atzori & Clifton 2007, algorithm 2): recursive cuts as long as both sides meet
//! the demands, by nine strategies.
//!
//! A region takes the first column, in the order of its [`ColumnStrategy`], with a cut whose sides
//! hold, and the best cut of that column by its [`ValueStrategy`]. Valid cuts are not contiguous,
//! so all are tested. Ties go to the smallest value.
//!
//! Deviation: the box of a class covers all its people. The paper uses the members only, which
//! discloses them.
//!
//! Manual page: `docs/algorithms/mpalm.md`.

use super::super::bisect::{Cut, bisect_regions};
use super::super::profile::{LeafCounts, Profiler, cuts};
use super::super::result::{BoxResult, is_loss};
use super::super::side_counts::SideCounts;
use super::super::{BoxProblem, Partition, Standard};
use super::first_fit::first_fit_cut;
use crate::cost::Cost;
use crate::search::{Algorithm, Recoding, Search, SearchControl, SearchOutcome, Searcher};

/// The order in which a region tries its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnStrategy {
    /// Starts after the column of the parent's cut, and wraps around.
    Next,
    /// In the given order.
    Priority,
    /// Those with the most distinct values in the region first.
    Broadest,
}

/// Which of a column's cuts is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueStrategy {
    /// The cut that best balances the people of both sides.
    Balanced,
    /// The lowest.
    First,
    /// The cut that best balances the distinct values of both sides.
    Distinct,
}

impl ColumnStrategy {
    /// The order of the columns in a region, given the column of the parent's cut and the number of
    /// distinct values per column.
    pub(in crate::search::boxes) fn order(
        self,
        columns: usize,
        parent: Option<usize>,
        distinct: impl FnMut(usize) -> usize,
    ) -> Vec<usize> {
        let mut order: Vec<usize> = (0..columns).collect();
        match self {
            ColumnStrategy::Next => order.rotate_left(parent.map_or(0, |last| last + 1) % columns),
            ColumnStrategy::Priority => {}
            ColumnStrategy::Broadest => {
                let distinct: Vec<usize> = (0..columns).map(distinct).collect();
                order.sort_by_key(|&column| std::cmp::Reverse(distinct[column]));
            }
        }
        order
    }
}

/// One of the nine strategies.
pub(in crate::search) struct Mpalm {
    name: &'static str,
    columns: ColumnStrategy,
    values: ValueStrategy,
}

/// All nine strategies: a letter for the column and a digit for the value.
pub(in crate::search) static STRATEGIES: [Mpalm; 9] = {
    use ColumnStrategy::{Broadest, Next, Priority};
    use ValueStrategy::{Balanced, Distinct, First};
    [
        Mpalm { name: "mpalm-n1", columns: Next, values: Balanced },
        Mpalm { name: "mpalm-n2", columns: Next, values: First },
        Mpalm { name: "mpalm-n3", columns: Next, values: Distinct },
        Mpalm { name: "mpalm-p1", columns: Priority, values: Balanced },
        Mpalm { name: "mpalm-p2", columns: Priority, values: First },
        Mpalm { name: "mpalm-p3", columns: Priority, values: Distinct },
        Mpalm { name: "mpalm-b1", columns: Broadest, values: Balanced },
        Mpalm { name: "mpalm-b2", columns: Broadest, values: First },
        Mpalm { name: "mpalm-b3", columns: Broadest, values: Distinct },
    ]
};

impl Algorithm for Mpalm {
    fn name(&self) -> &'static str {
        self.name
    }

    fn recoding(&self) -> Recoding {
        Recoding::Multidimensional
    }

    fn minimises(&self, cost: Cost) -> bool {
        is_loss(cost)
    }

    fn heeds_effort(&self) -> bool {
        false
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for Mpalm {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let problem = search.box_problem(search.method().cost);
        let found = problem.mpalm(self.columns, self.values, control);
        BoxResult::from(found).outcome(search, &problem, control)
    }
}

impl BoxProblem<'_> {
    /// Cuts the people by MPALM. Returns nothing if all people together do not hold.
    #[must_use]
    pub fn mpalm(
        &self,
        columns: ColumnStrategy,
        values: ValueStrategy,
        control: &SearchControl,
    ) -> Option<Partition> {
        let by_distinct = match values {
            ValueStrategy::First => return first_fit_cut(self, columns, control),
            ValueStrategy::Balanced => false,
            ValueStrategy::Distinct => true,
        };
        let mut profiler = Profiler::default();
        let mut profiles = vec![Vec::new(); self.columns()];
        bisect_regions(self, control, |region, parent, standard| {
            profiles.iter_mut().for_each(Vec::clear);
            let mut profile = |column: usize, profiles: &mut [Vec<LeafCounts>]| {
                if profiles[column].is_empty() {
                    profiler.profile(self, column, region, &mut profiles[column]);
                }
                profiles[column].len()
            };
            let order =
                columns.order(self.columns(), parent, |column| profile(column, &mut profiles));
            order.into_iter().find_map(|column| {
                profile(column, &mut profiles);
                let code =
                    self.best_cut(by_distinct, region, column, &profiles[column], standard)?;
                Some(Cut { column, code })
            })
        })
    }

    /// The first code of the right side of the most balanced cut whose sides both hold.
    fn best_cut(
        &self,
        by_distinct: bool,
        region: &[u32],
        column: usize,
        profile: &[LeafCounts],
        standard: Standard,
    ) -> Option<u32> {
        let constraints = self.constraints();
        let admitted = cuts(profile).filter(|(_, left, right)| {
            constraints.admits(left.rows, left.people)
                && constraints.admits(right.rows, right.people)
        });
        let ranked = admitted.map(|(place, left, right)| {
            let distinct = place.abs_diff(profile.len() - place) as u64;
            (if by_distinct { distinct } else { left.people.abs_diff(right.people) }, place)
        });
        let best = if constraints.complete {
            ranked.min()
        } else {
            self.holding(region, column, profile, &ranked.collect::<Vec<_>>(), standard)
        };
        best.map(|(_, place)| profile[place].code)
    }

    /// The best of the cuts at these places, ascending, whose sides meet all demands.
    fn holding(
        &self,
        region: &[u32],
        column: usize,
        profile: &[LeafCounts],
        ranked: &[(u64, usize)],
        standard: Standard,
    ) -> Option<(u64, usize)> {
        if ranked.is_empty() {
            return None;
        }
        let mut sorted: Vec<u32> = region.to_vec();
        sorted.sort_by_key(|&tuple| self.codes(tuple)[column]);
        let mut waiting = sorted.into_iter().peekable();
        let mut sides = SideCounts::new(self, region);
        let mut best = None;
        for &(rank, place) in ranked {
            let is_left = |&tuple: &u32| self.codes(tuple)[column] < profile[place].code;
            while let Some(tuple) = waiting.next_if(is_left) {
                sides.pass(tuple);
            }
            if best.is_none_or(|best| (rank, place) < best) && sides.meet(standard) {
                best = Some((rank, place));
            }
        }
        best
    }
}
