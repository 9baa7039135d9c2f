//! Proximity of numeric secrets: how many rows of a class are close together.
//!
//! Against an attacker who knows that a person is in the table and wants the secret number
//! approximately. Three counts of a class (Zare-Mirakabad, definitions 2 and 5, figure 3): the rows
//! within eps of one of its values, for (eps,m)-anonymity; those within 2 delta of one, for
//! (delta,l)-diversity by definition; and those in any closed interval 2 delta wide, for
//! (delta,l)-diversity by window. Each model bounds the largest of its counts by one m-th or l-th
//! of the class. Of a single row the count is one by any of them (the figure, read to the letter,
//! lets any l hold of it).
//!
//! Where people may have several rows, people are counted instead: all of the class, and those with a
//! value that lies near.
//!
//! A column is scaled to whole numbers once ([`Magnitudes`]), in the order in which the classes have
//! put it; a class then costs time in proportion to its distinct values.

use incrowd_terms::{Demand, Kind};

use crate::densest::{ByPeople, ByRows, Densest};
use crate::error::JudgeError;
use crate::magnitudes::{Magnitudes, NearRadius};
use crate::values_by_class::ValuesByClass;
use crate::verdict::measure;

/// How close the secrets of each class lie together, for one reach.
#[derive(Debug)]
pub(crate) struct Crowding<'a> {
    pub(crate) column: &'a str,
    pub(crate) reach: NearRadius,
    /// The densest place of each class around one of its values.
    pub(crate) around: Vec<Densest>,
    /// The densest interval of each class, where a demand is about intervals.
    pub(crate) within: Vec<Densest>,
}

/// All that demands want to know of nearness, each column and reach once. A demand on a column
/// that is not sensitive is left to the verdict.
///
/// # Errors
/// If a column holds neither numbers nor dates, or if dates are to be near relative to a zero that
/// they do not have.
pub(crate) fn crowdings<'a>(
    demands: &[Demand],
    spreads: &'a [(&'a str, ValuesByClass)],
) -> Result<Vec<Crowding<'a>>, JudgeError> {
    let mut crowdings = Vec::new();
    for (column, spread) in spreads {
        let mut reaches: Vec<(NearRadius, bool)> = Vec::new();
        for demand in demands.iter().filter(|demand| demand.column() == Some(column)) {
            let Some((reach, intervals)) = measure(demand).reach() else { continue };
            measurable(demand, reach, column, spread)?;
            match reaches.iter_mut().find(|(known, _)| *known == reach) {
                Some((_, both)) => *both |= intervals,
                None => reaches.push((reach, intervals)),
            }
        }
        if reaches.is_empty() {
            continue;
        }
        let magnitudes = Magnitudes::of(spread);
        crowdings.extend(reaches.into_iter().map(|(reach, intervals)| {
            let (mut around, mut within) = (Vec::new(), Vec::new());
            let each = |(place, interval)| {
                around.push(place);
                within.extend(intervals.then_some(interval));
            };
            match spread.visitors() {
                None => magnitudes.densest(ByRows { classes: spread.classes(), each }, reach),
                Some(visitors) => {
                    let classes = (0..spread.len()).map(|class| visitors.marks(class));
                    magnitudes.densest(ByPeople { classes, each }, reach);
                }
            }
            Crowding { column, reach, around, within }
        }));
    }
    Ok(crowdings)
}

/// Whether distances between the values of a column mean anything.
fn measurable(
    demand: &Demand,
    reach: NearRadius,
    column: &str,
    spread: &ValuesByClass,
) -> Result<(), JudgeError> {
    let (kind, column) = (spread.kind, column.to_owned());
    match kind {
        Kind::Date if reach.relative => Err(JudgeError::NoZero { column }),
        // A column without any value has no known kind.
        _ if kind.is_ordered() || !spread.has_values() => Ok(()),
        _ => Err(JudgeError::NotMeasurable { model: demand.model(), column, kind }),
    }
}
