//! Figure 3 of Zare-Mirakabad, letter by letter.
//!
//! For every x it looks for the first row i that is within 2 delta below row x, and then for all
//! rows up to 2 delta above row i. What it counts are therefore intervals that are 2 delta wide,
//! not what lies to both sides of a number; and a class of one row is never looked at.

use incrowd_core::terms::Fraction;

use super::measure::NumberCounts;

/// The l that the algorithm ends with; none if it is still infinite.
pub(super) fn l(class: &NumberCounts, delta: Fraction) -> Option<Fraction> {
    let rows: Vec<i64> = class
        .iter()
        .flat_map(|(&number, &rows)| std::iter::repeat_n(number, rows as usize))
        .collect();
    let apart = |low: i64, high: i64| {
        let distance = i128::from(high) - i128::from(low);
        distance * i128::from(delta.denominator()) > 2 * i128::from(delta.numerator())
    };
    let (mut i, mut j, mut x) = (0, 1, 0);
    let mut least = None;
    while j < rows.len() {
        while apart(rows[i], rows[x]) {
            i += 1;
        }
        while j < rows.len() && !apart(rows[i], rows[j]) {
            j += 1;
        }
        let next = Fraction::new(rows.len() as u64, (j - i) as u64);
        least = Some(least.map_or(next, |least: Fraction| least.min(next)));
        x += 1;
    }
    least
}

/// What the algorithm answers when asked for some l.
pub(super) fn holds(class: &NumberCounts, delta: Fraction, wanted: Fraction) -> bool {
    l(class, delta).is_none_or(|l| l >= wanted)
}
