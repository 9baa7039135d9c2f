//! Quantiles of streams: the exact values of ranks.

use incrowd_columns::mask::stream::{RankSelection, SortKey, room_for};
use proptest::prelude::*;

/// The least room that there is.
pub(super) const ROOM: usize = 1 << 13;

/// Numbers that are the same in every run.
pub(super) fn scrambled(number: u64) -> u64 {
    let mixed = (number ^ (number >> 31)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 8
}

/// Rows of several kinds: all different, few values, a heavy one among others, ascending.
pub(super) fn rows_of_kind(kind: u8, rows: u64) -> Vec<i64> {
    let value = |row: u64| match kind {
        0 => scrambled(row) as i64,
        1 => (scrambled(row) % 300) as i64,
        2 if scrambled(row).is_multiple_of(3) => 0,
        2 => (scrambled(row) % 100_000) as i64 - 50_000,
        3 => row as i64 / 3,
        _ => -(row as i64),
    };
    (0..rows).map(value).collect()
}

fn find(selection: &mut RankSelection<i64>, rows: &[i64], ranks: &[u64], block: usize) -> u32 {
    let most = 3 * ROOM + 28 * ranks.len();
    let read = |selection: &mut RankSelection<i64>| {
        for block in rows.chunks(block) {
            selection.add(block);
            assert!(selection.held() <= most, "{} > {most}", selection.held());
        }
        selection.end_pass().unwrap();
    };
    read(selection);
    selection.want(ranks);
    let most = 1 + selection.passes_left();
    while !selection.is_done() {
        assert!(selection.passes_left() > 0);
        read(selection);
        assert!(u64::from(selection.passes()) <= most, "more than {most} passes");
    }
    assert_eq!(selection.passes_left(), 0);
    selection.passes()
}

fn assert_found(selection: &RankSelection<i64>, sorted: &[i64], ranks: &[u64]) {
    for &rank in ranks {
        let found = selection.found(rank).unwrap();
        let value = sorted[rank as usize];
        assert_eq!(found.value, value, "rank {rank}");
        assert_eq!(found.below, sorted.partition_point(|&row| row < value) as u64);
        assert_eq!(found.upto, sorted.partition_point(|&row| row <= value) as u64);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_rank_is_found(
        kind in 0_u8..5,
        number in 1_u64..40_000,
        block in 1_usize..5_000,
        seeds in prop::collection::vec(any::<u64>(), 0..300),
    ) {
        let rows = rows_of_kind(kind, number);
        let ranks: Vec<u64> = seeds.iter().map(|seed| seed % number).collect();
        let mut selection = RankSelection::new(0);
        find(&mut selection, &rows, &ranks, block);
        let mut sorted = rows;
        sorted.sort_unstable();
        prop_assert_eq!(selection.rows(), number);
        assert_found(&selection, &sorted, &ranks);
    }

    #[test]
    fn parts_are_merged_in_any_order(
        kind in 0_u8..5,
        number in 1_u64..40_000,
        turn in 0_usize..3,
    ) {
        let rows = rows_of_kind(kind, number);
        let ranks = [0, number / 3, number / 2, number - 1];
        let mut selection = RankSelection::new(0);
        loop {
            let mut parts = vec![selection.clone(), selection.clone(), selection.clone()];
            for (index, block) in rows.chunks(777).enumerate() {
                parts[index % 3].add(block);
            }
            parts.rotate_left(turn);
            parts.into_iter().for_each(|part| selection.merge(part));
            selection.end_pass().unwrap();
            if selection.passes() == 1 {
                selection.want(&ranks);
            }
            if selection.is_done() {
                break;
            }
        }
        let mut sorted = rows;
        sorted.sort_unstable();
        assert_found(&selection, &sorted, &ranks);
    }

    #[test]
    fn keys_have_the_order_of_values(a in any::<f64>(), b in any::<f64>(), c: i64, d: i64) {
        prop_assume!(!a.is_nan() && !b.is_nan());
        prop_assert_eq!(a.partial_cmp(&b), Some(a.key().cmp(&b.key())));
        prop_assert_eq!(f64::of_key(a.key()), a);
        prop_assert_eq!(c.cmp(&d), c.key().cmp(&d.key()));
        prop_assert_eq!(i64::of_key(c.key()), c);
        prop_assert_eq!((-0.0_f64).key(), 0.0_f64.key());
    }
}

#[test]
fn passes_and_room() {
    const ROWS: u64 = 1 << 20;
    let rows = rows_of_kind(0, ROWS);
    let mut sorted = rows.clone();
    sorted.sort_unstable();
    for (number, most) in [(1, 2), (30, 8), (300, 60)] {
        let ranks: Vec<u64> = (0..number).map(|one| scrambled(one) % ROWS).collect();
        let mut selection = RankSelection::new(0);
        let passes = find(&mut selection, &rows, &ranks, 1 << 12);
        assert_found(&selection, &sorted, &ranks);
        assert!(passes <= most, "{number} ranks took {passes} passes");
    }
    // Few values need one pass, however many rows there are.
    let mut selection = RankSelection::new(0);
    assert_eq!(find(&mut selection, &rows_of_kind(1, ROWS), &[5, ROWS / 2], 999), 1);
}

#[test]
fn room_for_two_passes() {
    const ROWS: u64 = 1 << 18;
    for (kind, number) in [(0, 1), (2, 3), (3, 9), (4, 30)] {
        let rows = rows_of_kind(kind, ROWS);
        let ranks: Vec<u64> = (0..number).map(|one| scrambled(one) % ROWS).collect();
        let room = room_for(ROWS, number);
        assert!((room as u64) < ROWS / 2);
        let mut selection = RankSelection::new(room);
        selection.add(&rows);
        selection.end_pass().unwrap();
        selection.want(&ranks);
        assert_eq!(selection.passes_left(), 1);
        selection.add(&rows);
        selection.end_pass().unwrap();
        assert!(selection.is_done());
    }
}
