//! A column of text, masked as a tool masks it: read, grouped, and written again.
//!
//! The paper's way draws a sample in a first reading and takes quantiles from it. Here are the two
//! ways of this kind that incrowd has: [`MaskingMethod::Sketch`], the paper's with a sample large enough,
//! and [`MaskingMethod::Exact`], which is incrowd's own.

use std::fmt::Write;

use incrowd_columns::mask::scale::Scale;
use incrowd_columns::mask::stream::{
    QuantileBuckets, Quantiles, RandomSample, Sketch, StreamError, room_for, sample_size,
};

use super::draw::DECIMALS;

/// How all drawn numbers are written.
pub const NUMBERS: Scale = Scale::Number { decimals: DECIMALS, fixed: true };

/// How far quantiles of a sample may be off, as a share of all rows, and how often.
const EPS: f64 = 0.01;
const DOUBT: f64 = 0.01;

/// Values that are handed on together.
const RUN: usize = 4096;

/// Ranks that exact groups look for: first, middle and last of each.
const RANKS: u64 = 3;

/// How the groups of a column are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskingMethod {
    /// From a sample.
    Sketch,
    /// Exactly.
    Exact,
}

impl MaskingMethod {
    /// Both ways.
    pub const ALL: [MaskingMethod; 2] = [MaskingMethod::Sketch, MaskingMethod::Exact];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            MaskingMethod::Sketch => "sketch",
            MaskingMethod::Exact => "quantile",
        }
    }

    /// The way of this name.
    pub fn named(name: &str) -> Option<MaskingMethod> {
        MaskingMethod::ALL.into_iter().find(|way| way.name() == name)
    }
}

/// Numbers as a file would hold them, a line for each.
pub fn lines(numbers: &[f64]) -> String {
    let mut text = String::with_capacity(numbers.len() * 10);
    for &number in numbers {
        let _ = writeln!(text, "{}", NUMBERS.write(number));
    }
    text
}

/// The column masked in groups of `k` or more: its new lines, and how many groups there are.
pub fn masked(
    column: &str,
    k: u64,
    way: MaskingMethod,
    seed: u64,
) -> Result<(String, usize), String> {
    let buckets = match way {
        MaskingMethod::Sketch => sketched(column, k, seed),
        MaskingMethod::Exact => exact(column, k),
    };
    let buckets = buckets.map_err(|error| error.to_string())?;
    let shown: Vec<String> =
        buckets.list().iter().map(|bucket| NUMBERS.write(bucket.representative)).collect();
    let mut text = String::with_capacity(column.len());
    read(column, |_, run| {
        for &number in run {
            text.push_str(&shown[buckets.place(number)]);
            text.push('\n');
        }
    });
    Ok((text, shown.len()))
}

fn sketched(column: &str, k: u64, seed: u64) -> Result<QuantileBuckets<f64>, StreamError> {
    let mut sample = RandomSample::new(sample_size(EPS, DOUBT).unwrap_or(1), seed);
    read(column, |first, run| sample.add(first, run));
    let mut sketch = Sketch::new(&sample, k)?;
    read(column, |_, run| sketch.add(run));
    sketch.buckets()
}

fn exact(column: &str, k: u64) -> Result<QuantileBuckets<f64>, StreamError> {
    let rows = column.lines().count() as u64;
    let groups = rows / k.max(1);
    let mut quantiles = Quantiles::new(k, room_for(rows, RANKS.saturating_mul(groups)));
    loop {
        read(column, |_, run| quantiles.add(run));
        if let Some(buckets) = quantiles.end_pass()? {
            return Ok(buckets);
        }
    }
}

/// Reads the numbers in order, in runs with the row number of their first.
fn read(column: &str, mut each: impl FnMut(u64, &[f64])) {
    let mut first = 0;
    let mut run = Vec::with_capacity(RUN);
    for line in column.lines() {
        run.push(NUMBERS.read(line).unwrap_or(f64::NAN));
        if run.len() == RUN {
            each(first, &run);
            first += run.len() as u64;
            run.clear();
        }
    }
    each(first, &run);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::columns::draw::NumberSpread;

    #[test]
    fn every_group_has_k_rows_and_keeps_the_order_of_rows() {
        let column = lines(&NumberSpread::Normal.numbers(10_000, 5));
        for way in MaskingMethod::ALL {
            let (text, groups) = masked(&column, 400, way, 1).unwrap();
            let mut rows: BTreeMap<&str, u32> = BTreeMap::new();
            for (before, after) in column.lines().zip(text.lines()) {
                *rows.entry(after).or_default() += 1;
                let distance = before.parse::<f64>().unwrap() - after.parse::<f64>().unwrap();
                assert!(distance.abs() < 3.0, "{before} became {after}");
            }
            assert_eq!(rows.len(), groups, "{way:?}");
            assert!(rows.values().all(|&rows| rows >= 400), "{way:?}: {rows:?}");
            assert!((22..=25).contains(&groups), "{way:?}: {groups}");
            assert_eq!(text.lines().count(), 10_000);
        }
    }

    #[test]
    fn too_few_rows_are_an_error() {
        for way in MaskingMethod::ALL {
            assert!(masked("1.000000\n", 2, way, 1).is_err());
        }
    }
}
