//! Nearness of secret numbers: how much of a class lies close together.
//!
//! Against someone who knows that a person is in the table and is content to know the secret
//! number to within a little. Three counts of a class (paper 003, definitions 2 and 5, figure 3):
//! the rows within eps of one of its values, for (eps,m)-anonymity; those within 2 delta of one,
//! for (delta,l)-diversity by definition; and those in any closed interval 2 delta wide, for
//! (delta,l)-diversity by window. Each model bounds the largest of its counts by one m-th or l-th
//! of the class. Of a single row the count is one by any of them (the figure, read to the letter,
//! lets any l hold of it).
//!
//! What is near each value is found once for the column ([`nearby`]); a class then costs time in
//! proportion to its distinct values, as both ends of what is near only ever move up.

use incrowd_terms::{Demand, Kind, Radius};

use crate::error::JudgeError;
use crate::exact::Share;
use crate::magnitudes::{Near, Reach, nearby};
use crate::spread::{Class, Spread};

/// Where most rows of a class lie close together: the first such place in the order of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Densest {
    pub(crate) rows: u64,
    /// All rows of the class.
    pub(crate) of: u64,
    /// The value around which they lie, or the first of them in an interval.
    pub(crate) value: u32,
    /// The last value in the interval.
    pub(crate) last: u32,
}

/// How close the secrets of each class lie together, for one reach.
#[derive(Debug)]
pub(crate) struct Crowding<'a> {
    pub(crate) column: &'a str,
    pub(crate) reach: Reach,
    /// The densest place of each class around one of its values.
    pub(crate) around: Vec<Densest>,
    /// The densest interval of each class, where a demand is about intervals.
    pub(crate) within: Vec<Densest>,
}

/// The reach of a demand, and whether it is about intervals, if it is about nearness at all.
pub(crate) fn reach(demand: &Demand) -> Option<(Reach, bool)> {
    match demand {
        Demand::Proximity { proximity, .. } => Some((proximity.radius.into(), false)),
        Demand::DeltaL { delta_l, .. } => Some(((*delta_l).into(), true)),
        _ => None,
    }
}

/// All that demands want to know of nearness, each column and reach once. A demand on a column
/// that is not sensitive is left to the verdict.
///
/// # Errors
/// If a column holds neither numbers nor dates, or if dates are to be near relative to a zero that
/// they do not have.
pub(crate) fn crowdings<'a>(
    demands: &[Demand],
    spreads: &'a [(&'a str, Spread)],
) -> Result<Vec<Crowding<'a>>, JudgeError> {
    let mut wanted: Vec<(&'a str, &'a Spread, Reach, bool)> = Vec::new();
    for demand in demands {
        let Some((reach, intervals)) = reach(demand) else { continue };
        let named = |(name, _): &&(&str, Spread)| Some(*name) == demand.column();
        let Some((column, spread)) = spreads.iter().find(named) else { continue };
        measurable(demand, column, spread)?;
        match wanted.iter_mut().find(|known| known.0 == *column && known.2 == reach) {
            Some(known) => known.3 |= intervals,
            None => wanted.push((column, spread, reach, intervals)),
        }
    }
    let crowding = |(column, spread, reach, intervals): (&'a str, &Spread, Reach, bool)| {
        let near = nearby(spread, reach);
        let around = spread.classes().map(|class| around(&near, class)).collect();
        let windows = spread.classes().filter(|_| intervals);
        let within = windows.map(|class| within(&near, class)).collect();
        Crowding { column, reach, around, within }
    };
    Ok(wanted.into_iter().map(crowding).collect())
}

/// Whether distances between the values of a column mean anything.
fn measurable(demand: &Demand, column: &str, spread: &Spread) -> Result<(), JudgeError> {
    let relative = matches!(
        demand,
        Demand::Proximity { proximity, .. } if matches!(proximity.radius, Radius::Relative(_))
    );
    let (kind, column) = (spread.kind, column.to_owned());
    match kind {
        Kind::Date if relative => Err(JudgeError::NoZero { column }),
        // The kind of a column without any value is anybody's guess.
        _ if kind.is_ordered() || !spread.has_values() => Ok(()),
        _ => Err(JudgeError::NotMeasurable { model: demand.model(), column, kind }),
    }
}

/// The densest place of a class around one of its values.
fn around(near: &[Near], class: Class<'_>) -> Densest {
    densest(class, |value| near[value as usize])
}

/// The densest interval of a class: it may begin at one of the values, or it could be moved up.
fn within(near: &[Near], class: Class<'_>) -> Densest {
    densest(class, |value| Near { start: value, ..near[value as usize] })
}

fn densest(class: Class<'_>, near: impl Fn(u32) -> Near) -> Densest {
    let cells = class.cells;
    let (mut first, mut end, mut rows) = (0, 0, 0);
    let mut densest = Densest { rows, of: class.rows, value: 0, last: 0 };
    for cell in cells {
        let near = near(cell.value);
        while end < cells.len() && cells[end].value < near.end {
            rows += cells[end].rows;
            end += 1;
        }
        while cells[first].value < near.start {
            rows -= cells[first].rows;
            first += 1;
        }
        if rows > densest.rows {
            densest = Densest { rows, value: cell.value, last: cells[end - 1].value, ..densest };
        }
    }
    densest
}

impl Densest {
    /// What the class's size is of the rows that lie together: at least m, or l, if it holds.
    pub(crate) fn share(&self) -> Share {
        Share::of_rows(self.of, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spread::tests::spread;

    fn shares(rows: &[&str], eps: &str) -> Vec<((u64, String), (u64, String, String))> {
        let spread = spread(rows);
        let near = nearby(&spread, Radius::Absolute(eps.parse().unwrap()).into());
        let text = |value: u32| spread.texts[value as usize].clone();
        let both = |class| {
            let (around, within) = (around(&near, class), within(&near, class));
            let interval = (within.rows, text(within.value), text(within.last));
            ((around.rows, text(around.value)), interval)
        };
        spread.classes().map(both).collect()
    }

    #[test]
    fn the_first_densest_place_counts() {
        let rows = ["a 490", "a 500", "a 510", "a 1000", "b 1", "b 3", "b 5", "b 9", "b 9"];
        let found = shares(&rows, "10");
        assert_eq!(found[0], ((3, "500".into()), (2, "490".into(), "500".into())));
        let found = shares(&rows, "20");
        assert_eq!(found[0], ((3, "490".into()), (3, "490".into(), "510".into())));
        let found = shares(&rows, "2");
        assert_eq!(found[1], ((3, "3".into()), (2, "1".into(), "3".into())));
        let found = shares(&["a ?", "a ?", "a 0", "a 1.0", "a 1"], "0");
        assert_eq!(found[0], ((2, "?".into()), (2, "?".into(), "?".into())));
    }
}
