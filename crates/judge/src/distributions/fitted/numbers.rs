//! The mean and the quartiles of a column of numbers, before and after.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ranks::Ranks;
use crate::reading::{Meaning, Member};

use super::super::CountedColumn;
use super::super::tally::Tally;

/// A column of numbers, before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NumberSummary {
    /// The column.
    pub column: String,
    /// In the original; `None` without one, or if it has no number here.
    pub before: Option<NumberFigures>,
    /// In the published table; `None` if it says nothing about the numbers.
    pub after: Option<NumberFigures>,
}

/// What numbers come to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NumberFigures {
    /// Rows that say something about the number.
    pub rows: u64,
    /// The mean.
    pub mean: f64,
    /// A quarter of the rows lies at or below it.
    pub lower_quartile: f64,
    /// The middle.
    pub median: f64,
    /// Three quarters of the rows lie at or below it.
    pub upper_quartile: f64,
}

/// The numbers that a text stands for: their mean, and each with its share of the text's rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) mean: f64,
    points: Points,
}

#[derive(Clone, Debug, PartialEq)]
enum Points {
    One,
    /// Ranges of places in the ordered numbers of the original, with how many they are.
    Places(Vec<(usize, usize)>, usize),
}

/// A column of the published table, read as numbers.
pub(super) struct PublishedNumbers {
    /// What each text stands for, by its number.
    pub(super) of_text: Vec<Option<Spread>>,
    /// The different numbers of the original, in order.
    values: Vec<f64>,
}

/// The numbers of the original's texts.
pub(super) fn original(column: &CountedColumn<'_>, tally: &Tally) -> Vec<Option<f64>> {
    tally.texts().iter().map(|text| Some(column.reader.scalar(text)?.to_f64())).collect()
}

/// The numbers that published texts stand for.
pub(super) fn published(column: &CountedColumn<'_>) -> PublishedNumbers {
    match column.before {
        Some(before) => beside(column, before),
        None => alone(column),
    }
}

/// Texts as values of the original. Its numbers stand first among its ranks.
fn beside(column: &CountedColumn<'_>, before: &Tally) -> PublishedNumbers {
    let labels = column.after.texts();
    let ranks = Ranks::of(column.reading, column.nulls, labels, before.texts());
    let mut values: Vec<(u32, f64)> = before
        .texts()
        .ids()
        .zip(original(column, before))
        .filter_map(|(id, value)| Some((ranks.rank(id), value?)))
        .collect();
    values.sort_by_key(|&(rank, _)| rank);
    let values: Vec<f64> = values.into_iter().map(|(_, value)| value).collect();
    let mut below = vec![0.0; values.len() + 1];
    for (at, value) in values.iter().enumerate() {
        below[at + 1] = below[at] + value;
    }
    let spread = |label: u32| {
        let stretches = ranks.stretches(label);
        if stretches.is_empty() {
            let number = column.reader.scalar(labels.text(label))?.to_f64();
            return Some(Spread { mean: number, points: Points::One });
        }
        let end = |rank: u32| (rank as usize).min(values.len());
        let places: Vec<(usize, usize)> = stretches
            .iter()
            .map(|stretch| (end(stretch.first), end(stretch.last.saturating_add(1))))
            .filter(|(first, behind)| first < behind)
            .collect();
        let many: usize = places.iter().map(|(first, behind)| behind - first).sum();
        if many == 0 || (many == values.len() && many > 1) {
            return None;
        }
        let sum: f64 = places.iter().map(|&(first, behind)| below[behind] - below[first]).sum();
        let mean = if many == 1 { values[places[0].0] } else { sum / many as f64 };
        Some(Spread { mean, points: Points::Places(places, many) })
    };
    PublishedNumbers { of_text: labels.ids().map(spread).collect(), values }
}

/// Texts by the middle of what they say, where there is no original to spread them over.
fn alone(column: &CountedColumn<'_>) -> PublishedNumbers {
    let middle = |text: &str| match column.reader.meaning(text) {
        Meaning::Members(members) => match members.as_slice() {
            [Member::Value(value)] => Some(column.reader.scalar(value)?.to_f64()),
            [Member::Range(low, high) | Member::Interval(Some(low), Some(high))] => {
                Some((low.to_f64() + high.to_f64()) / 2.0)
            }
            _ => None,
        },
        Meaning::Label => Some(column.reader.scalar(text)?.to_f64()),
        Meaning::Everything => None,
    };
    let spread = |text| Some(Spread { mean: middle(text)?, points: Points::One });
    PublishedNumbers {
        of_text: column.after.texts().iter().map(spread).collect(),
        values: Vec::new(),
    }
}

/// The mean and the quartiles on both sides.
pub(super) fn summary(column: &CountedColumn<'_>) -> NumberSummary {
    let before = column.before.and_then(|tally| {
        let numbers = original(column, tally);
        let rows = |id: u32| tally.rows(id);
        let counted = tally.texts().ids().zip(numbers);
        let points: Vec<(f64, f64)> =
            counted.clone().filter_map(|(id, number)| Some((number?, rows(id) as f64))).collect();
        let all = counted.filter_map(|(id, number)| number.map(|_| rows(id))).sum();
        figures(points, all)
    });
    let after = after(column.after, &published(column));
    NumberSummary { column: column.name.to_owned(), before, after }
}

/// The published figures: every text's rows are divided evenly over the numbers that it stands for.
fn after(tally: &Tally, numbers: &PublishedNumbers) -> Option<NumberFigures> {
    let mut labels: Vec<u32> = tally.texts().ids().collect();
    // Sums of floating-point numbers depend on their order, which must not be that of the workers.
    tally.sort_by_frequency(&mut labels);
    let mut steps = vec![0.0; numbers.values.len() + 1];
    let (mut points, mut all) = (Vec::new(), 0);
    for label in labels {
        let Some(spread) = &numbers.of_text[label as usize] else { continue };
        let rows = tally.rows(label);
        all += rows;
        match &spread.points {
            Points::One => points.push((spread.mean, rows as f64)),
            Points::Places(places, many) => {
                for &(first, behind) in places {
                    steps[first] += rows as f64 / *many as f64;
                    steps[behind] -= rows as f64 / *many as f64;
                }
            }
        }
    }
    let mut weight = 0.0;
    for (value, step) in numbers.values.iter().zip(&steps) {
        weight += step;
        points.push((*value, weight.max(0.0)));
    }
    figures(points, all)
}

/// What weighted numbers come to.
fn figures(mut points: Vec<(f64, f64)>, rows: u64) -> Option<NumberFigures> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let all: f64 = points.iter().map(|(_, weight)| weight).sum();
    if rows == 0 || all <= 0.0 {
        return None;
    }
    let mean = points.iter().map(|(value, weight)| value * weight).sum::<f64>() / all;
    let quantile = |share: f64| {
        let mut below = 0.0;
        // The dust of sums must not move a quantile that is reached exactly.
        let wanted = share * all * (1.0 - 1e-12);
        let reached = points.iter().find(|(_, weight)| {
            below += weight;
            below >= wanted
        });
        reached.or(points.last()).map_or(mean, |&(value, _)| value)
    };
    Some(NumberFigures {
        rows,
        mean,
        lower_quartile: quantile(0.25),
        median: quantile(0.5),
        upper_quartile: quantile(0.75),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_values_and_weights_count() {
        let points = vec![(4.0, 1.0), (1.0, 1.0), (2.0, 1.0), (3.0, 1.0)];
        let found = figures(points, 4).unwrap();
        assert_eq!((found.lower_quartile, found.median, found.upper_quartile), (1.0, 2.0, 3.0));
        assert_eq!((found.mean, found.rows), (2.5, 4));
        let heavy = figures(vec![(0.0, 9.0), (10.0, 1.0)], 10).unwrap();
        assert_eq!((heavy.mean, heavy.upper_quartile), (1.0, 0.0));
        assert_eq!(figures(vec![(1.0, 0.0)], 0), None);
        assert_eq!(figures(Vec::new(), 3), None);
    }
}
