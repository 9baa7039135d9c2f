//! Distributions and associations as their definitions say, row by row.

use std::collections::BTreeMap;

use incrowd_judge::{Distribution, Reader};
use proptest::prelude::*;

use super::{bins, is_close};

/// What each original value has of the published rows, by definition; the last is what has none.
fn spread(reader: &Reader<'_>, values: &[String], published: &[String]) -> (Vec<f64>, f64) {
    let (mut shares, mut other) = (vec![0.0; values.len()], 0.0);
    let row = 1.0 / published.len().max(1) as f64;
    for text in published {
        let covered: Vec<usize> =
            (0..values.len()).filter(|&at| reader.covers(text, &values[at])).collect();
        covered.iter().for_each(|&at| shares[at] += row / covered.len() as f64);
        if covered.is_empty() {
            other += row;
        }
    }
    (shares, other)
}

pub fn distinct(cells: &[String]) -> Vec<String> {
    let mut cells = cells.to_vec();
    cells.sort();
    cells.dedup();
    cells
}

/// Every bin beside the definition, given which bin each value belongs to.
pub fn agree(
    found: &Distribution,
    reader: &Reader<'_>,
    original: &[String],
    published: &[String],
    bin_of: impl Fn(&str) -> String,
) -> Result<(), TestCaseError> {
    let values = distinct(original);
    let (shares, other) = spread(reader, &values, published);
    let mut expected: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for (value, share) in values.iter().zip(shares) {
        let rows = original.iter().filter(|cell| *cell == value).count();
        let bin = expected.entry(bin_of(value)).or_default();
        bin.0 += rows as f64 / original.len() as f64;
        bin.1 += share;
    }
    if other > 0.0 {
        expected.entry("other values".into()).or_default().1 += other;
    }
    let mut distance = 0.0;
    prop_assert!(bins(found).len() <= 24);
    for bin in bins(found) {
        // A step of numbers may be empty.
        let (before, after) = expected.remove(&bin.label).unwrap_or_default();
        prop_assert!(is_close(bin.before.unwrap(), before), "{bin:?}, not {before}");
        prop_assert!(is_close(bin.after, after), "{bin:?}, not {after}");
        distance += (before - after).abs() / 2.0;
    }
    prop_assert!(expected.is_empty(), "{expected:?} in {found:?}");
    match found.distance {
        Some(found) => prop_assert!(is_close(found, distance)),
        None => prop_assert!(original.is_empty() || published.is_empty()),
    }
    Ok(())
}

/// The label of a few values' bins.
pub fn alone(value: &str) -> String {
    if value.is_empty() || value == "?" { "missing values".into() } else { value.to_owned() }
}

/// The corrected V of two columns, from what would be expected of strangers.
pub fn strength(rows: &[(String, String)]) -> Option<f64> {
    let firsts = distinct(&rows.iter().map(|row| row.0.clone()).collect::<Vec<_>>());
    let seconds = distinct(&rows.iter().map(|row| row.1.clone()).collect::<Vec<_>>());
    let count = |keep: &dyn Fn(&(String, String)) -> bool| {
        rows.iter().filter(|row| keep(row)).count() as f64
    };
    let (n, r, c) = (rows.len() as f64, firsts.len() as f64, seconds.len() as f64);
    let mut chi = 0.0;
    for a in &firsts {
        for b in &seconds {
            let expected = count(&|row| row.0 == *a) * count(&|row| row.1 == *b) / n;
            chi += (count(&|row| row.0 == *a && row.1 == *b) - expected).powi(2) / expected;
        }
    }
    let phi = (chi / n - (r - 1.0) * (c - 1.0) / (n - 1.0)).max(0.0);
    let (r, c) = (r - (r - 1.0).powi(2) / (n - 1.0), c - (c - 1.0).powi(2) / (n - 1.0));
    let least = (r - 1.0).min(c - 1.0);
    (firsts.len() > 1 && seconds.len() > 1 && least > 1e-12).then(|| (phi / least).sqrt())
}

pub fn same_strength(found: Option<f64>, expected: Option<f64>) -> Result<(), TestCaseError> {
    match (found, expected) {
        // The root of a rounding error is larger than the error.
        (Some(a), Some(b)) => prop_assert!((a - b).abs() < 1e-6, "{a}, not {b}"),
        (a, b) => prop_assert!(a.is_none() && b.is_none(), "{a:?}, not {b:?}"),
    }
    Ok(())
}
