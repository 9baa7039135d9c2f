//! Recursive cuts of regions until no region can be cut further.
//!
//! The tuples stay in one array that is partitioned in place, and keep their order within each
//! region. Regions are processed first in, first out. A search that is stopped early has therefore
//! cut all regions to about the same depth, and every queued region is a valid class.
//!
//! A demand that is not monotone can fail for all people together and hold for parts. Regions are
//! then only tested for the necessary condition. Final regions that do not hold are merged again
//! with their siblings ([`CutHistory`]).

use std::collections::VecDeque;
use std::ops::Range;

use super::{BoxProblem, Partition, Standard};
use crate::search::SearchControl;

/// A cut: leaves of the column below `code` go to the left, the others to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub column: usize,
    pub code: u32,
}

/// Cuts regions recursively. `choose` gets a region that meets the standard and the column of the
/// cut that made it, and returns a cut whose two sides meet the standard. Returns nothing if all
/// tuples together meet no standard, or if no valid classes remain.
pub(super) fn bisect_regions(
    problem: &BoxProblem<'_>,
    control: &SearchControl,
    mut choose: impl FnMut(&[u32], Option<usize>, Standard) -> Option<Cut>,
) -> Option<Partition> {
    let standard = problem.standard()?;
    let mut tuples: Vec<u32> = (0..problem.tuples() as u32).collect();
    let mut history = CutHistory::default();
    let mut queue: VecDeque<Region> = [Region { range: 0..tuples.len(), cut: None, id: 0 }].into();
    let mut done = Vec::new();
    let mut spare = Vec::new();
    let mut examined = 0;
    while !control.should_stop(examined)
        && let Some(region) = queue.pop_front()
    {
        examined += 1;
        let Some(cut) = choose(&tuples[region.range.clone()], region.cut, standard) else {
            done.push(region);
            continue;
        };
        let is_left = |tuple: u32| problem.codes(tuple)[cut.column] < cut.code;
        let Range { start, end } = region.range;
        let middle = start + divide(&mut tuples[start..end], &mut spare, is_left);
        let ids = history.cut(region.id);
        for (range, id) in [(start..middle, ids.0), (middle..end, ids.1)] {
            queue.push_back(Region { range, cut: Some(cut.column), id });
        }
    }
    let cut_short = !queue.is_empty();
    let regions = done.into_iter().chain(queue);
    let regions = regions.map(|region| (region.id, tuples[region.range].to_vec())).collect();
    let classes = history.classes(problem, standard, regions)?;
    let classes = classes.into_iter().map(|tuples| problem.class(tuples)).collect();
    Some(Partition::new(classes, examined, cut_short))
}

/// A region, and the column of the cut that made it.
struct Region {
    range: Range<usize>,
    cut: Option<usize>,
    id: usize,
}

/// The tree of cuts. The whole has number 0, and parts have greater numbers than their parent.
#[derive(Default)]
pub(super) struct CutHistory {
    /// Per cut: the region that was cut. The numbers of its parts follow from the index of the cut.
    cut: Vec<usize>,
}

impl CutHistory {
    /// Records a cut and returns the numbers of its two parts.
    pub fn cut(&mut self, region: usize) -> (usize, usize) {
        self.cut.push(region);
        (2 * self.cut.len() - 1, 2 * self.cut.len())
    }

    /// Turns the final regions into classes. Returns nothing if no valid classes exist.
    pub fn classes(
        self,
        problem: &BoxProblem<'_>,
        standard: Standard,
        regions: Vec<(usize, Vec<u32>)>,
    ) -> Option<Vec<Vec<u32>>> {
        if standard == Standard::Holds {
            return Some(regions.into_iter().map(|(_, tuples)| tuples).collect());
        }
        // Per region: its classes, or its tuples if they do not hold together.
        let mut made: Vec<Result<Vec<Vec<u32>>, Vec<u32>>> = Vec::new();
        made.resize_with(2 * self.cut.len() + 1, || Ok(Vec::new()));
        let whole = |tuples: Vec<u32>| match problem.holds(&tuples) {
            true => Ok(vec![tuples]),
            false => Err(tuples),
        };
        for (id, tuples) in regions {
            made[id] = whole(tuples);
        }
        for (at, &region) in self.cut.iter().enumerate().rev() {
            let take = |made: &mut Vec<_>, id| std::mem::replace(&mut made[id], Ok(Vec::new()));
            let parts = (take(&mut made, 2 * at + 1), take(&mut made, 2 * at + 2));
            made[region] = match parts {
                (Ok(one), Ok(other)) => {
                    let (mut more, fewer) =
                        if one.len() < other.len() { (other, one) } else { (one, other) };
                    more.extend(fewer);
                    Ok(more)
                }
                (left, right) => {
                    let all = [left, right].map(|part| part.map_or_else(|all| all, |p| p.concat()));
                    whole(all.concat())
                }
            };
        }
        made.swap_remove(0).ok()
    }
}

/// Moves the tuples of the left side to the front, keeping the order of both sides. Returns where
/// the right side begins.
fn divide(tuples: &mut [u32], spare: &mut Vec<u32>, is_left: impl Fn(u32) -> bool) -> usize {
    spare.clear();
    let mut middle = 0;
    for at in 0..tuples.len() {
        if is_left(tuples[at]) {
            tuples[middle] = tuples[at];
            middle += 1;
        } else {
            spare.push(tuples[at]);
        }
    }
    tuples[middle..].copy_from_slice(spare);
    middle
}
