//! Cutting regions in two until none can be cut any more.
//!
//! The tuples stay in one array that is partitioned in place, and keep their order within each
//! region. Regions wait in a queue, so a search that is stopped early has cut everywhere about
//! equally deep, and what waits are classes as good as any.

use std::collections::VecDeque;
use std::ops::Range;

use super::{Field, Partition};
use crate::search::Watch;

/// A cut: leaves of the column below `code` to the left, the others to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub column: usize,
    pub code: u32,
}

/// Cuts all tuples as `choose` says, which gets a region that holds and the column of the cut that
/// made it, and names a cut whose sides both hold, or none. Nothing if not even the whole holds.
pub(super) fn carve(
    field: &Field<'_>,
    watch: &Watch,
    mut choose: impl FnMut(&[u32], Option<usize>) -> Option<Cut>,
) -> Option<Partition> {
    let mut tuples: Vec<u32> = (0..field.tuples() as u32).collect();
    if tuples.is_empty() || !field.holds(&tuples) {
        return None;
    }
    let mut queue: VecDeque<(Range<usize>, Option<usize>)> = [(0..tuples.len(), None)].into();
    let mut done = Vec::new();
    let mut spare = Vec::new();
    let mut examined = 0;
    while !watch.is_over(examined)
        && let Some((region, parent)) = queue.pop_front()
    {
        examined += 1;
        let Some(cut) = choose(&tuples[region.clone()], parent) else {
            done.push(region);
            continue;
        };
        let is_left = |tuple: u32| field.codes(tuple)[cut.column] < cut.code;
        let middle = region.start + divide(&mut tuples[region.clone()], &mut spare, is_left);
        queue.push_back((region.start..middle, Some(cut.column)));
        queue.push_back((middle..region.end, Some(cut.column)));
    }
    let cut_short = !queue.is_empty();
    let regions = done.into_iter().chain(queue.into_iter().map(|(region, _)| region));
    let classes = regions.map(|region| field.class(tuples[region].to_vec())).collect();
    Some(Partition::new(classes, examined, cut_short))
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
