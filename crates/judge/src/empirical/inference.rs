//! Inference: the value of a column is guessed from the published rows that are nearest to what is
//! known of a person.

use super::Inference;
use super::choice::known_sets;
use super::distance::Distance;
use super::nearest::EqualRows;
use super::rate::{ExcessRisk, SuccessRate};
use super::targets::{Sides, Target, Targets, in_parallel};
use super::world::AttackerTables;

/// How far a number may be from the guess, as a share of the guess.
const TOLERANCE: f64 = 0.05;

/// The attack on a column with those known columns that help most.
pub(super) fn worst(
    world: &AttackerTables<'_>,
    targets: &Targets,
    secret: usize,
    threads: usize,
) -> Option<Inference> {
    let try_on = |known: &[usize], tried: &Sides| {
        let groups = EqualRows::of(world, &targets.sample, known);
        measure(world, &groups, secret, tried, threads)
    };
    let sets = known_sets(world.columns.len(), &world.qi, secret);
    let tried = sets.into_iter().map(|known| {
        let risk = try_on(&known, &targets.choosing);
        (risk.risk.unwrap_or(0.0), known)
    });
    // Of equally good sets the first, which is all quasi-identifiers.
    let known = tried.reduce(|best, next| if next.0 > best.0 { next } else { best })?.1;
    let risk = try_on(&known, &targets.measured);
    let columns = world.names(&known);
    Some(Inference { secret: world.columns[secret].name.clone(), columns, risk })
}

/// Success on targets, and in the control.
pub(super) fn measure(
    world: &AttackerTables<'_>,
    groups: &EqualRows,
    secret: usize,
    Sides { attacked, control }: &Sides,
    threads: usize,
) -> ExcessRisk {
    let is_guessed = |target: &Target| {
        let nearest = groups.nearest(&target.far(world, &groups.columns));
        let labels = nearest.iter().map(|&row| world.published.code(secret, row as usize));
        let guess = guess(&world.columns[secret].distance, labels.collect());
        let right = |guess| is_right(world, secret, guess, target.values[secret]);
        f64::from(u8::from(guess.is_some_and(right)))
    };
    ExcessRisk::of(
        SuccessRate::of(in_parallel(attacked, threads, is_guessed)),
        SuccessRate::of(in_parallel(control, threads, is_guessed)),
    )
}

/// The label that is right most often among equally near rows: the most frequent one, or for
/// numbers the one with most rows within the tolerance. Ties go to the first label.
fn guess(distance: &Distance<'_>, mut labels: Vec<u32>) -> Option<u32> {
    labels.sort_unstable();
    let mut counted: Vec<(u32, u64)> = Vec::new();
    for label in labels {
        match counted.last_mut() {
            Some((last, count)) if *last == label => *count += 1,
            _ => counted.push((label, 1)),
        }
    }
    let mut numbers: Vec<(f64, u64)> = (counted.iter())
        .filter_map(|&(label, count)| Some((distance.number(label)?, count)))
        .collect();
    numbers.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let before: Vec<u64> = std::iter::once(0)
        .chain(numbers.iter().scan(0, |sum, (_, count)| {
            *sum += count;
            Some(*sum)
        }))
        .collect();
    let near = |&(label, count): &(u32, u64)| match distance.number(label) {
        Some(number) => {
            let reach = TOLERANCE * number.abs();
            let low = numbers.partition_point(|(other, _)| *other < number - reach);
            let high = numbers.partition_point(|(other, _)| *other <= number + reach);
            before[high] - before[low]
        }
        None => count,
    };
    let scored = counted.iter().map(|entry| (near(entry), entry.0));
    scored.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, label)| label)
}

/// Whether a guessed label is a person's value.
fn is_right(world: &AttackerTables<'_>, column: usize, label: u32, value: u32) -> bool {
    let distance = &world.columns[column].distance;
    match (distance.number(label), distance.place(value)) {
        (Some(guess), Some(truth)) => (guess - truth).abs() <= TOLERANCE * guess.abs(),
        // A generalized cell is right about everything it stands for; that is no knowledge.
        _ => world.columns[column].labels.text(label) == world.columns[column].values.text(value),
    }
}
