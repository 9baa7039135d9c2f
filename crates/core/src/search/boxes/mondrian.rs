//! Mondrian (LeFevre, DeWitt & Ramakrishnan 2006) with any demand in place of k: cuts the widest
//! column at the median of its people until no such cut leaves two sides that hold.
//!
//! The width of a column is the loss of its range. The left side gets the leaves up to the lower
//! median. The relaxed variant may divide the rows of the median leaf. The paper always divides
//! them, which doubles the loss if most rows share a value; here they are divided only if the
//! strict cut does not hold. The relaxed variant supports class sizes only, because the rows of a
//! tuple cannot be told apart.
//!
//! Manual page: `docs/algorithms/mondrian.md`.

use incrowd_terms::{Demand, DemandSubject};

use super::bisect::{Cut, bisect_regions};
use super::profile::{LeafCounts, Profiler, cuts, total};
use super::result::{BoxResult, is_loss};
use super::{BoxClass, BoxProblem, Partition, Standard};
use crate::cost::Cost;
use crate::hierarchy::Hierarchy;
use crate::search::{Algorithm, Recoding, Search, SearchControl, SearchOutcome, Searcher};

/// Where a column may be cut.
#[derive(Clone, Copy, Debug)]
pub enum CutPoints<'h> {
    /// Between any two leaves, at the median.
    Leaves,
    /// As `Leaves` in columns of numbers and dates and in flat hierarchies. Elsewhere between the
    /// children of the smallest node around the region, as near to the median as possible. One
    /// hierarchy per column.
    Nodes(&'h [Hierarchy]),
}

/// Cuts at medians, between leaves.
pub(in crate::search) struct Mondrian;

impl Algorithm for Mondrian {
    fn name(&self) -> &'static str {
        "mondrian"
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

impl Searcher for Mondrian {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let problem = search.box_problem(search.method().cost);
        BoxResult::from(problem.mondrian(CutPoints::Leaves, control))
            .outcome(search, &problem, control)
    }
}

/// Cuts at medians that may divide identical rows.
pub(in crate::search) struct MondrianRelaxed;

impl Algorithm for MondrianRelaxed {
    fn name(&self) -> &'static str {
        "mondrian-relaxed"
    }

    fn recoding(&self) -> Recoding {
        Recoding::Multidimensional
    }

    fn heeds_proof(&self) -> bool {
        false
    }

    fn minimises(&self, cost: Cost) -> bool {
        is_loss(cost)
    }

    fn heeds_effort(&self) -> bool {
        false
    }

    /// It divides identical rows, so it only knows the sizes of classes.
    fn promises(&self, demand: &Demand) -> bool {
        demand.is_about(DemandSubject::Rows)
    }

    /// It does not know whose the rows are that it divides.
    fn counts_people(&self) -> bool {
        false
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for MondrianRelaxed {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let problem = search.box_problem(search.method().cost);
        let found = problem.mondrian_relaxed(control);
        BoxResult { thorough: false, bound: None, ..found.into() }
            .outcome(search, &problem, control)
    }
}

impl BoxProblem<'_> {
    /// Cuts the people at medians. Returns nothing if all people together do not hold.
    #[must_use]
    pub fn mondrian(&self, places: CutPoints<'_>, control: &SearchControl) -> Option<Partition> {
        let mut profiler = Profiler::default();
        let mut profile = Vec::new();
        bisect_regions(self, control, |region, _, standard| {
            self.by_width(region).into_iter().find_map(|column| {
                profiler.profile(self, column, region, &mut profile);
                let place = match places {
                    CutPoints::Nodes(hierarchies) if has_nodes(&hierarchies[column]) => {
                        between_children(&profile, &hierarchies[column])
                    }
                    _ => above_median(&profile),
                };
                let (place, left, right) = place?;
                let admits = |side: LeafCounts| self.constraints().admits(side.rows, side.people);
                let cut = Cut { column, code: profile[place].code };
                (admits(left) && admits(right) && self.sides_meet(standard, region, cut))
                    .then_some(cut)
            })
        })
    }

    /// Cuts the rows at medians, and divides the rows of a median if the strict cut does not hold.
    /// Returns nothing if all rows together do not hold, if there is a population, if some people
    /// have several rows, or if a demand is not about numbers of rows.
    #[must_use]
    pub fn mondrian_relaxed(&self, control: &SearchControl) -> Option<Partition> {
        let constraints = self.constraints();
        let counted =
            constraints.complete && constraints.presence.is_none() && self.people() == self.rows();
        let counted = counted && self.members() == self.rows();
        let whole: Vec<(u32, u64)> = (0..).zip(self.rows().iter().copied()).collect();
        let rows = |region: &[(u32, u64)]| region.iter().map(|(_, rows)| rows).sum::<u64>();
        if whole.is_empty() || !counted || !constraints.admits(rows(&whole), rows(&whole)) {
            return None;
        }
        let mut waiting = vec![whole];
        let mut classes = Vec::new();
        let mut examined = 0;
        let mut cut_short = false;
        while let Some(mut region) = waiting.pop() {
            cut_short = cut_short || control.should_stop(examined);
            examined += 1;
            match self.left_rows(&mut region).filter(|_| !cut_short) {
                Some(left) => {
                    let rest = take(&mut region, left);
                    waiting.extend([rest, region]);
                }
                None => classes.push(self.class_of_shares(&region)),
            }
        }
        Some(Partition::new(classes, examined, cut_short))
    }

    /// Sorts a region by the column to cut, and returns the number of rows that go to the left: all
    /// up to the median if both sides hold then, half of them otherwise.
    fn left_rows(&self, region: &mut [(u32, u64)]) -> Option<u64> {
        let tuples: Vec<u32> = region.iter().map(|&(tuple, _)| tuple).collect();
        let rows: u64 = region.iter().map(|(_, rows)| rows).sum();
        let half = rows.div_ceil(2);
        let admits = |left: &u64| {
            let right = rows - left;
            right > 0
                && self.constraints().admits(*left, *left)
                && self.constraints().admits(right, right)
        };
        self.by_width(&tuples).into_iter().find_map(|column| {
            let code = |tuple: u32| self.codes(tuple)[column];
            region.sort_unstable_by_key(|&(tuple, _)| (code(tuple), tuple));
            let leaves = region.chunk_by(|one, other| code(one.0) == code(other.0));
            let ends = leaves.scan(0, |end, leaf| {
                *end += leaf.iter().map(|(_, rows)| rows).sum::<u64>();
                Some(*end)
            });
            let clean = ends.into_iter().find(|&end| end >= half);
            clean.into_iter().chain([half]).find(admits)
        })
    }

    /// The columns in which these tuples differ, the widest first.
    fn by_width(&self, tuples: &[u32]) -> Vec<usize> {
        let ranges = self.bounds(tuples);
        // Rounded, so that columns of equal width keep their order despite rounding errors.
        let width = |&column: &usize| {
            let (low, high) = ranges[column];
            (self.range_losses()[column].loss(low, high) * 1e12).round() as u64
        };
        let differs = |column: &usize| ranges[*column].0 < ranges[*column].1;
        let mut columns: Vec<usize> = (0..self.columns()).filter(differs).collect();
        columns.sort_by_key(|column| std::cmp::Reverse(width(column)));
        columns
    }

    fn sides_meet(&self, standard: Standard, region: &[u32], cut: Cut) -> bool {
        let is_left = |tuple: &u32| self.codes(*tuple)[cut.column] < cut.code;
        self.constraints().complete || {
            let (left, right): (Vec<u32>, Vec<u32>) =
                region.iter().partition(|tuple| is_left(tuple));
            self.meets(standard, &left) && self.meets(standard, &right)
        }
    }

    /// Makes a class of tuples with the given number of rows of each.
    fn class_of_shares(&self, region: &[(u32, u64)]) -> BoxClass {
        let is_share = |&(tuple, rows): &(u32, u64)| rows < self.rows()[tuple as usize];
        let mut shares: Vec<(u32, u64)> = region.iter().copied().filter(is_share).collect();
        shares.sort_unstable();
        let rows = region.iter().map(|(_, rows)| rows).sum();
        let class = self.class(region.iter().map(|&(tuple, _)| tuple).collect());
        BoxClass { rows, people: rows, shares, ..class }
    }
}

/// Keeps the first `rows` rows in the region, and returns the rest.
fn take(region: &mut Vec<(u32, u64)>, rows: u64) -> Vec<(u32, u64)> {
    let mut wanted = rows;
    let mut full = 0;
    while let Some(&(_, rows)) = region.get(full).filter(|(_, rows)| *rows <= wanted) {
        wanted -= rows;
        full += 1;
    }
    let mut rest = region.split_off(full);
    if let Some((tuple, rows)) = rest.first_mut().filter(|_| wanted > 0) {
        region.push((*tuple, wanted));
        *rows -= wanted;
    }
    rest
}

fn has_nodes(hierarchy: &Hierarchy) -> bool {
    !hierarchy.kind().is_ordered() && hierarchy.height() >= 2
}

/// The cut after the lower median of the people, if anybody is above the median.
fn above_median(profile: &[LeafCounts]) -> Option<(usize, LeafCounts, LeafCounts)> {
    let people = total(profile).people;
    cuts(profile).find(|(_, left, _)| left.people >= people.div_ceil(2))
}

/// The cut between children of the smallest node around the profile that is nearest to its middle.
fn between_children(
    profile: &[LeafCounts],
    hierarchy: &Hierarchy,
) -> Option<(usize, LeafCounts, LeafCounts)> {
    let (low, high) = (profile.first()?.code as usize, profile.last()?.code as usize);
    let apart = |level: &usize| hierarchy.node_of(*level)[low] != hierarchy.node_of(*level)[high];
    let children = hierarchy.node_of((0..hierarchy.height()).rev().find(apart)?);
    let child = |place: usize| children[profile[place].code as usize];
    let between = cuts(profile).filter(|&(place, ..)| child(place - 1) != child(place));
    between.min_by_key(|(_, left, right)| left.people.abs_diff(right.people))
}
