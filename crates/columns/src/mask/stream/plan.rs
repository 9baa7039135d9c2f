//! Which brackets a pass can settle, and how many passes all of them take.

use super::summary::{SMALLEST_ROOM, Summary};
use super::view::Bracket;

/// The rows that must be kept for each bracket, of ascending ranks, besides those for the brackets
/// before it, at most.
fn further_rows(brackets: &[Bracket]) -> impl Iterator<Item = u64> + '_ {
    let before = [None].into_iter().chain(brackets.iter().map(Some));
    brackets.iter().zip(before).map(|(bracket, before)| match before {
        Some(before) if before.lo <= bracket.lo => {
            bracket.rows.min(bracket.below.saturating_sub(before.upto))
        }
        _ => bracket.rows,
    })
}

/// How many of the first brackets are settled together for certain; one at least.
fn fitting(brackets: &[Bracket], room: usize) -> usize {
    let mut rows = 0_u64;
    let fits = |&further: &u64| {
        rows = rows.saturating_add(further);
        rows <= Summary::holds(room)
    };
    further_rows(brackets).take_while(fits).count().max(1).min(brackets.len())
}

/// How many passes it takes at most if all brackets are narrowed until they fit; nothing if that
/// would not narrow them.
fn passes_by_narrowing(brackets: &[Bracket], room: usize) -> Option<u64> {
    let number = brackets.len() as u64;
    let mut rows = further_rows(brackets).fold(0, u64::saturating_add);
    let mut passes = u64::from(number > 0);
    while rows > Summary::holds(room) {
        let slack = Summary::worst_slack(rows, room);
        let narrowed = number.saturating_mul(3).saturating_mul(slack);
        if narrowed >= rows {
            return None;
        }
        rows = narrowed;
        passes += 1;
    }
    Some(passes)
}

/// How many of the first brackets to settle together, and in how many passes at most: those that
/// take the fewest passes for each.
fn part(brackets: &[Bracket], room: usize) -> (usize, u64) {
    let least = fitting(brackets, room);
    let mut best = (least, passes_by_narrowing(&brackets[..least], room).unwrap_or(1));
    for doubling in 1..=6 {
        let number = brackets.len().min(least << doubling);
        let Some(passes) = passes_by_narrowing(&brackets[..number], room) else { break };
        if passes * (best.0 as u64) < best.1 * (number as u64) {
            best = (number, passes);
        }
    }
    best
}

/// How many of the first brackets the next pass should be about.
pub(super) fn next_part(brackets: &[Bracket], room: usize) -> usize {
    if brackets.is_empty() { 0 } else { part(brackets, room).0 }
}

/// How many passes are left, as the worst case has it.
pub(super) fn passes_left(brackets: &[Bracket], room: usize) -> u64 {
    let mut passes = 0;
    let mut left = brackets;
    while !left.is_empty() {
        let (number, more) = part(left, room);
        passes += more;
        left = &left[number..];
    }
    passes
}

/// A room in which the values of so many ranks of so many rows are found in two passes for certain.
///
/// ```
/// use incrowd_columns::mask::stream::room_for;
/// assert!(room_for(10_000_000, 10) < 400_000);
/// ```
#[must_use]
pub fn room_for(rows: u64, ranks: u64) -> usize {
    let is_enough = |room: usize| {
        let kept = ranks.saturating_mul(3).saturating_mul(Summary::worst_slack(rows, room));
        kept <= Summary::holds(room)
    };
    let mut room = SMALLEST_ROOM;
    while !is_enough(room) {
        room += room / 8;
    }
    room
}

/// Which gaps between the bounds lie within a bracket.
pub(super) fn kept_gaps(bounds: &[u64], brackets: &[Bracket]) -> Vec<bool> {
    let mut opened = vec![0_i64; bounds.len() + 2];
    for bracket in brackets {
        let place = |key: u64| bounds.partition_point(|&bound| bound < key);
        opened[bracket.lo.map_or(0, |lo| place(lo) + 1)] += 1;
        opened[place(bracket.hi) + 1] -= 1;
    }
    let mut depth = 0;
    let is_within = |change: &i64| {
        depth += change;
        depth > 0
    };
    opened[..=bounds.len()].iter().map(is_within).collect()
}
