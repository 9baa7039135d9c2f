//! How far a person's value is from a published cell.
//!
//! A cell that stands for the value is at distance 0. Otherwise numbers and dates are as far apart
//! as the value is from the nearest end of the cell's range, as a share of the column's spread; all
//! other values are at distance 1.

use incrowd_terms::Scalar;

use crate::reading::{Meaning, Member, Reader};
use crate::texts::TextNumbers;

/// What is needed to compare the values of a column with its published labels.
pub(super) struct Distance<'a> {
    reader: Reader<'a>,
    /// Per label: what it stands for.
    labels: Vec<Label>,
    /// Per value: its place on the line of numbers.
    places: Vec<Option<f64>>,
    /// From the least to the greatest number of the column.
    spread: f64,
}

/// What a label stands for.
struct Label {
    /// The least and the greatest number.
    range: Option<(f64, f64)>,
    /// Whether it stands for every number of its range and nothing else.
    is_range: bool,
}

impl<'a> Distance<'a> {
    pub(super) fn new(reader: Reader<'a>, labels: &TextNumbers, values: &TextNumbers) -> Self {
        let labels: Vec<Label> = labels.iter().map(|text| label(&reader, text)).collect();
        let place = |text| reader.scalar(text).map(Scalar::to_f64);
        let places: Vec<Option<f64>> = values.iter().map(place).collect();
        let ends = labels.iter().filter_map(|label| label.range);
        let known = places.iter().flatten().map(|&place| (place, place)).chain(ends);
        let (low, high) = known.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (a, b)| {
            (low.min(a), high.max(b))
        });
        Distance { reader, labels, places, spread: high - low }
    }

    /// Whether a label stands for a value.
    pub(super) fn covers(&self, label: (u32, &str), value: (u32, &str)) -> bool {
        if label.1 == value.1 {
            return true;
        }
        let Label { range, is_range } = self.labels[label.0 as usize];
        match (is_range, range, self.places[value.0 as usize]) {
            (true, Some((low, high)), Some(place)) => low <= place && place <= high,
            (true, _, None) => false,
            _ => self.reader.covers(label.1, value.1),
        }
    }

    /// How far a value is from a label, from 0 to 1.
    pub(super) fn between(&self, label: (u32, &str), value: (u32, &str)) -> f32 {
        if self.covers(label, value) {
            return 0.0;
        }
        let gap = match (self.labels[label.0 as usize].range, self.places[value.0 as usize]) {
            (Some((low, high)), Some(place)) if self.spread > 0.0 => {
                (low - place).max(place - high) / self.spread
            }
            _ => 1.0,
        };
        // Between the ends of a range that leaves the value out.
        if gap > 0.0 { gap as f32 } else { 1.0 }
    }

    /// The number that a label or a value stands for, if it stands for one alone.
    pub(super) fn number(&self, label: u32) -> Option<f64> {
        let Label { range, .. } = self.labels[label as usize];
        range.filter(|(low, high)| low == high).map(|(low, _)| low)
    }

    /// The number of a value.
    pub(super) fn place(&self, value: u32) -> Option<f64> {
        self.places[value as usize]
    }
}

/// The numbers that a published text stands for.
fn label(reader: &Reader<'_>, text: &str) -> Label {
    let place = |text: &str| reader.scalar(text).map(|scalar| (scalar.to_f64(), scalar.to_f64()));
    let below = |label: &str| {
        let leaves = reader.chains().and_then(|chains| chains.leaves(label));
        hull(leaves.into_iter().flatten().filter_map(place))
    };
    match reader.meaning(text) {
        Meaning::Everything => Label { range: None, is_range: false },
        Meaning::Label => Label { range: below(text), is_range: false },
        Meaning::Members(members) => {
            let ends = members.iter().filter_map(|member| match member {
                Member::Value(value) => place(value),
                Member::Label(label) => below(label),
                Member::Codes(..) => None,
                Member::Range(low, high) => Some((low.to_f64(), high.to_f64())),
                // An open end is as far as the one that is known.
                Member::Interval(from, below) => {
                    let (from, below) = (from.as_ref(), below.as_ref());
                    let (low, high) = (from.or(below)?, below.or(from)?);
                    Some((low.to_f64(), high.to_f64()))
                }
            });
            let is_range = match &members[..] {
                [Member::Range(..) | Member::Interval(Some(_), Some(_))] => true,
                [Member::Value(value)] => place(value).is_some(),
                _ => false,
            };
            Label { range: hull(ends), is_range }
        }
    }
}

fn hull(mut ends: impl Iterator<Item = (f64, f64)>) -> Option<(f64, f64)> {
    let first = ends.next()?;
    Some(ends.fold(first, |(low, high), (a, b)| (low.min(a), high.max(b))))
}
