//! # MPALM
//!
//! **Promises** classes that meet the demands, found by cutting regions in two, column by column,
//! while both halves hide who is present; in nine strategies, `mpalm-n1` to `mpalm-b3`. The same on
//! any number of threads.
//!
//! **Takes** `--algorithm mpalm-n2` and the like with multidimensional recoding; presence and any
//! other demand, asked of both halves; the costs loss and loss-ratio in the report, though cuts do
//! not look at them; no suppression. The letter says which column is cut: n the next after the one
//! cut before, p the first in the order given, b the one with most values. The digit says where: 1
//! so that rows are balanced, 2 at the first value that will do, 3 so that values are balanced.
//!
//! **Not promised** a small loss, nor that a looser presence costs less: it can cost more. The
//! `lower-bound` says how far off it can be at most.
//!
//! **Choose it** to repeat paper 000's experiments, or where time is very short: n2 is best most
//! often. `guided` loses about half of it.
//!
//! **Example** with the people 1, 5 and 9, of whom 5 is in the table, any cut that leaves 5 alone
//! is refused if the greatest delta is 1/2, so 5 shares a class. On the demo's study and town:
//!
//! ```console
//! $ incrowd release study.csv --id name --qi age,sex,zip,job --public register.csv \
//!     --presence 0.02,0.1 --algorithm mpalm-n2 --dry-run
//! Nothing published (dry run): 2751 of 2751 rows in 1792 classes, 0 suppressed (0.00%)
//! ...
//! loss 0.098769, and none of the releases by disjoint boxes costs less than 0.006736: mpalm-n2, 3583 regions examined, 0.66 s in all
//! ```
//!
//! **Defined** by Nergiz, Atzori and Clifton (2007), paper 000, algorithm 2. A region takes the
//! first column, in the order of a [`ColumnStrategy`], that has a cut both of whose sides hold, and
//! among that column's cuts the one that a [`ValueStrategy`] likes best; ties go to the smallest
//! value. Every value but the least of a region can begin a right side: which of them do is no
//! matter of more or less, so all are looked at.
//!
//! **Deviations** a class becomes the least box around all its people, where the paper takes those
//! of the table only, which gives them away.
//!
//! **Cost** a region is read once per column tried, so about n log n for n tuples: 0.8 s for a
//! million people with n1, and 2.1 s with n2.

use super::super::bisect::{Cut, bisect_regions};
use super::first_fit::first_fit_cut;
use super::super::profile::{LeafCounts, Profiler, cuts};
use super::super::result::{BoxResult, is_loss};
use super::super::side_counts::SideCounts;
use super::super::{BoxProblem, Partition, Standard};
use crate::cost::Cost;
use crate::search::{Algorithm, Outcome, Recoding, Search, SearchControl};

/// The order in which a region tries its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnStrategy {
    /// The one after the column that its parent was cut in, and round from there.
    Next,
    /// As they come.
    Priority,
    /// Those with the most distinct values in the region first.
    Broadest,
}

/// Which of a column's cuts is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueStrategy {
    /// The one that leaves most nearly as many people on either side.
    Balanced,
    /// The lowest.
    First,
    /// The one that leaves most nearly as many distinct values on either side.
    Distinct,
}

impl ColumnStrategy {
    /// The order of so many columns in a region, given the column of the cut that made it and how
    /// many distinct values the region has in each.
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

/// All nine: a letter for the columns and a digit for the values.
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

    fn find(&self, search: &Search<'_>, control: &SearchControl) -> Outcome {
        let problem = search.box_problem(search.method().cost);
        let found = problem.mpalm(self.columns, self.values, control);
        BoxResult::from(found).outcome(search, &problem, control)
    }
}

impl BoxProblem<'_> {
    /// Cuts the people up by MPALM; nothing if not even all of them together hold.
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

    /// The best of the cuts at these places, ascending, whose sides hold by every demand.
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
