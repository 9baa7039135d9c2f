//! Close groups against the definition, and chance against all random groups.

use proptest::prelude::*;

use super::*;

/// How likely a group of independent people is close, by trying all.
fn tried(spans: &[Span], people: u32, distance: i128) -> f64 {
    let all = spans.len().pow(people);
    let close = (0..all).filter(|&number| {
        let mut rest = number;
        let drawn: Vec<Span> = (0..people)
            .map(|_| {
                let span = spans[rest % spans.len()];
                rest /= spans.len();
                span
            })
            .collect();
        let least = drawn.iter().map(|span| span.least).min();
        let greatest = drawn.iter().map(|span| span.greatest).max();
        let width = greatest.zip(least).map_or(0, |(greatest, least)| greatest - least);
        (1..=distance).contains(&width)
    });
    close.count() as f64 / all as f64
}

proptest! {
    #[test]
    fn chance_is_that_of_all_random_groups(
        spans in prop::collection::vec((0..12_i128, 0..4_i128), 1..7),
        several: bool,
        people in 1..4_u32,
        distance in 0..6_i128,
    ) {
        let span = |(least, width): (i128, i128)| {
            Span { least, greatest: least + if several { width } else { 0 } }
        };
        let spans: Vec<Span> = spans.into_iter().map(span).collect();
        let likely = Windows::of(&spans, distance).likely(people.into());
        prop_assert!((likely - tried(&spans, people, distance)).abs() < 1e-9);
    }
}

#[test]
fn the_spread_leaves_the_ends_out() {
    let values: Vec<i128> = (0..=100).collect();
    assert_eq!(spread(&values), Some(90));
    assert_eq!(spread(&[7, 7, 7]), None);
    assert_eq!(spread(&[]), None);
}
