//! What is given back, against the definition and on planted leaks.

use proptest::prelude::*;

use super::*;

/// The definition, row by row: the rows for which the column gives the original back.
fn defined(
    classes: &[u32],
    cells: &[u32],
    originals: &[u32],
    values: &[u32],
    ordered: bool,
) -> Vec<usize> {
    let rows = 0..cells.len();
    let holds = |&row: &usize| {
        let others = || rows.clone().filter(|&other| other != row);
        let in_cell: Vec<usize> = others().filter(|&other| cells[other] == cells[row]).collect();
        let distance = |other: usize| values[other].abs_diff(values[row]);
        let near: Vec<usize> = if ordered {
            let mut distances: Vec<u32> = in_cell.iter().map(|&other| distance(other)).collect();
            distances.sort_unstable();
            let reach = distances.get(1).or(distances.first()).copied().unwrap_or(0);
            in_cell.into_iter().filter(|&other| distance(other) <= reach).collect()
        } else {
            in_cell.into_iter().filter(|&other| distance(other) == 0).collect()
        };
        let same = |some: &[usize]| {
            some.iter().filter(|&&other| originals[other] == originals[row]).count()
        };
        let class: Vec<usize> = others().filter(|&other| classes[other] == classes[row]).collect();
        let enough = !near.is_empty() && same(&near) * 100 >= near.len() * 95;
        enough && same(&near) * class.len().max(1) > same(&class) * near.len()
    };
    rows.clone().filter(holds).collect()
}

fn measured(
    classes: &[u32],
    cells: &[u32],
    originals: &[u32],
    values: &[u32],
    ordered: bool,
) -> GivenBack {
    let count = |class: u32, original: Option<u32>| {
        let alike = |&(other, value): &(&u32, &u32)| {
            *other == class && original.is_none_or(|original| *value == original)
        };
        classes.iter().zip(originals).filter(alike).count() as u32 - 1
    };
    let in_class = classes.iter().zip(originals);
    let in_class = in_class.map(|(&class, &value)| (count(class, Some(value)), count(class, None)));
    let quasi = Generalized {
        cells: cells.to_vec(),
        originals: originals.to_vec(),
        in_class: in_class.collect(),
        chance: Chance::of(cells, originals),
    };
    // Value 0 is the missing one of a scale, so real ones start at 1.
    let places = (0..=20).map(|value| (value > 0).then_some(i128::from(value))).collect();
    let places = ordered.then_some(places);
    given_back(&quasi, &Teller { values: values.to_vec(), places })
}

proptest! {
    #[test]
    fn the_measure_is_the_definition(
        rows in prop::collection::vec((0..3_u32, 0..2_u32, 0..3_u32, 1..9_u32), 1..40),
        ordered: bool,
    ) {
        let column = |at: usize| -> Vec<u32> {
            rows.iter().map(|row| [row.0, row.1, row.2, row.3][at]).collect()
        };
        let (classes, cells, originals, values) = (column(0), column(1), column(2), column(3));
        let found = measured(&classes, &cells, &originals, &values, ordered);
        let expected = defined(&classes, &cells, &originals, &values, ordered);
        prop_assert_eq!(found.rows, expected.len() as u64);
        prop_assert_eq!(found.first, expected.first().map(|&row| row as u32));
    }
}

/// Numbers that look random, the same every time.
fn mixed(row: u32) -> u32 {
    (foldhash::quality::FixedState::with_seed(9).hash_one(row) >> 40) as u32
}

use std::hash::BuildHasher;

#[test]
fn a_code_gives_its_column_back_and_noise_gives_nothing() {
    let rows = 0..4000_u32;
    let originals: Vec<u32> = rows.clone().map(|row| mixed(row) % 50).collect();
    let cells: Vec<u32> = originals.iter().map(|value| value / 10).collect();
    let code: Vec<u32> = originals.iter().map(|value| 49 - value).collect();
    let noise: Vec<u32> = rows.map(|row| mixed(row + 10_000) % 20 + 1).collect();
    assert_eq!(measured(&cells, &cells, &originals, &code, false).rows, 4000);
    for ordered in [false, true] {
        let found = measured(&cells, &cells, &originals, &noise, ordered);
        assert!(found.rows < 10, "{found:?}");
    }
}

#[test]
fn agreement_by_chance_is_expected_of_two_values() {
    // Two originals behind one cell, and a scale of distinct values: two neighbours agree every
    // fourth time.
    let originals: Vec<u32> = (0..4000).map(|row| mixed(row) % 2).collect();
    let cells = vec![0; 4000];
    let quasi = Generalized {
        in_class: originals.iter().map(|_| (1999, 3999)).collect(),
        chance: Chance::of(&cells, &originals),
        cells,
        originals,
    };
    let mut order: Vec<u32> = (0..4000).collect();
    order.sort_by_key(|&row| mixed(row + 50_000));
    let places = (0..4000).map(|value| Some(i128::from(value))).collect();
    let found = given_back(&quasi, &Teller { values: order, places: Some(places) });
    assert!(found.rows > 800, "{found:?}");
    assert!((found.rows as f64 - found.by_chance).abs() < 120.0, "{found:?}");
}

#[test]
fn jobs_come_back_in_order_on_any_number_of_threads() {
    for threads in [1, 3] {
        let squares: Vec<usize> = in_parallel(threads, 20, |job| job * job);
        assert_eq!(squares, (0..20).map(|job| job * job).collect::<Vec<_>>());
    }
}
