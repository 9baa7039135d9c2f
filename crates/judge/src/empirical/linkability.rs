//! Linkability: the attacker has two descriptions of people, by different columns, and takes those
//! for one person whose nearest published row is the same.

use super::Linkability;
use super::choice::splits;
use super::nearest::EqualRows;
use super::rate::{ExcessRisk, SuccessRate};
use super::targets::{Sides, Target, Targets, in_parallel};
use super::world::AttackerTables;

/// The attack with that split of columns that helps most.
pub(super) fn worst(
    world: &AttackerTables<'_>,
    targets: &Targets,
    threads: usize,
) -> Option<Linkability> {
    let try_on = |split: &[Vec<usize>; 2], tried: &Sides| {
        let groups = split.each_ref().map(|columns| EqualRows::of(world, &targets.sample, columns));
        measure(world, &groups, tried, threads)
    };
    let tried = splits(world.columns.len(), &world.qi).into_iter().map(|split| {
        let risk = try_on(&split, &targets.choosing);
        (risk.risk.unwrap_or(0.0), split)
    });
    let split = tried.reduce(|best, next| if next.0 > best.0 { next } else { best })?.1;
    let risk = try_on(&split, &targets.measured);
    Some(Linkability { columns: split.each_ref().map(|columns| world.names(columns)), risk })
}

/// Success on targets, and in the control.
pub(super) fn measure(
    world: &AttackerTables<'_>,
    groups: &[EqualRows; 2],
    Sides { attacked, control }: &Sides,
    threads: usize,
) -> ExcessRisk {
    let known: Vec<usize> = groups.iter().flat_map(|groups| groups.columns.clone()).collect();
    let success = |target: &Target| link(groups, &target.far(world, &known));
    ExcessRisk::of(
        SuccessRate::of(in_parallel(attacked, threads, success)),
        SuccessRate::of(in_parallel(control, threads, success)),
    )
}

/// The probability that one of the rows nearest to the first description and one of those nearest to
/// the second, each taken at random, are the same row.
fn link(groups: &[EqualRows; 2], far: &[Vec<f32>]) -> f64 {
    let [mut first, mut second] = groups.each_ref().map(|groups| groups.nearest(far));
    if first.is_empty() || second.is_empty() {
        return 0.0;
    }
    first.sort_unstable();
    second.sort_unstable();
    let common = first.iter().filter(|row| second.binary_search(row).is_ok()).count();
    common as f64 / (first.len() as f64 * second.len() as f64)
}
