//! Close groups against the definition, and chance against all random groups.

use proptest::prelude::*;

use super::*;

/// How likely a group of independent rows is close, by trying all.
fn tried(values: &[i128], rows: u32, distance: i128) -> f64 {
    let all = values.len().pow(rows);
    let close = (0..all).filter(|&number| {
        let mut rest = number;
        let drawn: Vec<i128> = (0..rows)
            .map(|_| {
                let value = values[rest % values.len()];
                rest /= values.len();
                value
            })
            .collect();
        let (least, greatest) = (drawn.iter().min(), drawn.iter().max());
        let width = greatest.zip(least).map_or(0, |(greatest, least)| greatest - least);
        (1..=distance).contains(&width)
    });
    close.count() as f64 / all as f64
}

proptest! {
    #[test]
    fn chance_is_that_of_all_random_groups(
        mut values in prop::collection::vec(0..12_i128, 1..7),
        rows in 1..4_u32,
        distance in 0..6_i128,
    ) {
        values.sort_unstable();
        let likely = Windows::of(&values, distance).likely(rows.into());
        prop_assert!((likely - tried(&values, rows, distance)).abs() < 1e-9);
    }
}

#[test]
fn the_spread_leaves_the_ends_out() {
    let values: Vec<i128> = (0..=100).collect();
    assert_eq!(spread(&values), Some(90));
    assert_eq!(spread(&[7, 7, 7]), None);
    assert_eq!(spread(&[]), None);
}
