//! Cutting regions in two until none can be cut any more.
//!
//! The tuples stay in one array that is partitioned in place, and keep their order within each
//! region. Regions wait in a queue, so a search that is stopped early has cut everywhere about
//! equally deep, and what waits are classes as good as any.
//!
//! Demands that are not monotone may fail of everybody together and hold of parts. Regions are then
//! asked only whether they may hold, and what is left in the end and does not hold is put together
//! again with what it was cut from ([`CutHistory`]).

use std::collections::VecDeque;
use std::ops::Range;

use super::{BoxProblem, Partition, Standard};
use crate::search::SearchControl;

/// A cut: leaves of the column below `code` to the left, the others to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub column: usize,
    pub code: u32,
}

/// Cuts all tuples as `choose` says, which gets a region that meets the standard and the column of
/// the cut that made it, and names a cut whose sides both meet it, or none. Nothing if not even the
/// whole meets any, or if what is left does not hold.
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

/// Which region was cut into which. The whole has number 0, and parts have greater numbers than
/// what they were cut from.
#[derive(Default)]
pub(super) struct CutHistory {
    /// Per cut: the region that was cut; its parts are numbered after the cuts.
    cut: Vec<usize>,
}

impl CutHistory {
    /// Notes a cut, and numbers its two parts.
    pub fn cut(&mut self, region: usize) -> (usize, usize) {
        self.cut.push(region);
        (2 * self.cut.len() - 1, 2 * self.cut.len())
    }

    /// The tuples of the classes that regions, those that were not cut any further, become.
    /// Nothing if there are none that hold.
    pub fn classes(
        self,
        problem: &BoxProblem<'_>,
        standard: Standard,
        regions: Vec<(usize, Vec<u32>)>,
    ) -> Option<Vec<Vec<u32>>> {
        if standard == Standard::Holds {
            return Some(regions.into_iter().map(|(_, tuples)| tuples).collect());
        }
        // Per region: its classes, or what does not hold as one.
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

/// Moves those of the left before the others, both in their order; says where the right begins.
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
