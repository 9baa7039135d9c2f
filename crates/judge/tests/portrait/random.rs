//! Random tables, and hostile ones.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use incrowd_judge::Reader;
use incrowd_terms::{Kind, Nulls};
use proptest::prelude::*;

use super::definitions::{agree, alone, distinct, same_strength, strength};
use super::{Asked, bins, column, is_close, labels, sheet};

use crate::common::chains;

/// Texts by how often they occur, the most frequent first.
fn by_frequency(texts: &[String]) -> Vec<String> {
    let count = |text: &String| texts.iter().filter(|cell| *cell == text).count();
    let mut order = distinct(texts);
    order.sort_by_key(|text| Reverse(count(text)));
    order
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn numbers_are_spread_over_what_ranges_cover(
        original in prop::collection::vec(prop_oneof![8 => (1_i32..20).prop_map(|at| at.to_string()), 1 => Just("?".to_owned()), 1 => Just(String::new())], 1..40),
        published in prop::collection::vec(prop_oneof![
            (1_i32..22).prop_map(|at| at.to_string()),
            (1_i32..15, 0_i32..9).prop_map(|(low, wide)| format!("[{low},{}]", low + wide)),
            (1_i32..15, 0_i32..9).prop_map(|(low, wide)| format!("{{?|[{low},{}]|19}}", low + wide)),
            Just("*".to_owned()), Just("?".to_owned()), Just("[9,1]".to_owned()),
        ], 0..40),
    ) {
        let asked = Asked {
            nulls: Nulls::declared(["?"]),
            kinds: [("x".to_owned(), Kind::Integer)].into(),
            ..Asked::default()
        };
        // An empty cell in a column of its own would be a blank line.
        let with_mark = |cells: &[String]| -> Vec<Vec<String>> {
            cells.iter().map(|cell| vec![cell.clone(), "y".into()]).collect()
        };
        let (before, after) = (with_mark(&original), with_mark(&published));
        let found = asked.beside(Some(&sheet("x,y", &before)), &sheet("x,y", &after), "x");
        let reader = Reader::new(Kind::Integer, &asked.nulls, None);
        agree(&found.distributions[0], &reader, &original, &published, alone)?;
        let numbers: Vec<i32> =
            labels(&found.distributions[0]).iter().filter_map(|label| label.parse().ok()).collect();
        prop_assert!(numbers.is_sorted());
    }

    #[test]
    fn texts_are_spread_over_labels_and_sets(
        original in prop::collection::vec("[a-f]", 1..40),
        published in prop::collection::vec("[a-h]|low|high|mid|\\*|\\{[a-f]\\|[a-h]\\}|\\{z\\}", 0..40),
    ) {
        let tree = chains(&["c;low;*", "a;low;*", "b;mid;*", "f;high;*", "d;mid;*", "e;high;*"]);
        let hierarchies = BTreeMap::from([("x".to_owned(), tree.clone())]);
        let asked = Asked { hierarchies, ..Asked::default() };
        let found = asked.beside(Some(&sheet("x", &column(&original))), &sheet("x", &column(&published)), "x");
        let reader = Reader::new(Kind::Text, &asked.nulls, Some(&tree));
        agree(&found.distributions[0], &reader, &original, &published, alone)?;
        let leaves: Vec<usize> = labels(&found.distributions[0]).iter().filter_map(|label| "cabdfe".find(label)).collect();
        prop_assert!(leaves.is_sorted(), "{:?}", labels(&found.distributions[0]));
    }

    #[test]
    fn many_numbers_are_in_steps(
        original in prop::collection::vec(0_i32..200, 60..90),
        published in prop::collection::vec((0_i32..200, 0_i32..60), 1..40),
    ) {
        let original: Vec<String> = original.iter().map(ToString::to_string).collect();
        prop_assume!(distinct(&original).len() > 24);
        let range = |(low, wide): &(i32, i32)| format!("[{low},{}]", low + wide);
        let published: Vec<String> = published.iter().map(range).collect();
        let asked = Asked::default();
        let found = asked.beside(Some(&sheet("x", &column(&original))), &sheet("x", &column(&published)), "x");
        let found = &found.distributions[0];
        let reader = Reader::new(Kind::Integer, &asked.nulls, None);
        let step = |value: &str| {
            let value: i32 = value.parse().unwrap();
            let holds = |label: &&&str| label.split_once(" to ").is_some_and(|(low, high)| {
                (low.parse().unwrap()..=high.parse().unwrap()).contains(&value)
            });
            labels(found).iter().find(holds).unwrap().to_string()
        };
        agree(found, &reader, &original, &published, step)?;
    }

    #[test]
    fn many_texts_leave_the_frequent_ones(rows in prop::collection::vec((0_u32..40, 0_u32..40), 60..200)) {
        let original: Vec<String> = rows.iter().map(|row| format!("v{}", row.0.min(row.1))).collect();
        let mut frequent = by_frequency(&original);
        prop_assume!(frequent.len() > 24);
        frequent.truncate(23);
        let published: Vec<String> = rows.iter().map(|row| format!("v{}", row.1)).collect();
        let asked = Asked::default();
        let found = asked.beside(Some(&sheet("x", &column(&original))), &sheet("x", &column(&published)), "x");
        let reader = Reader::new(Kind::Text, &asked.nulls, None);
        let bin = |value: &str| {
            let shown = frequent.iter().any(|known| known == value);
            if shown { value.to_owned() } else { "other values".to_owned() }
        };
        agree(&found.distributions[0], &reader, &original, &published, bin)?;
        prop_assert_eq!(&labels(&found.distributions[0])[..23], &frequent[..]);
    }

    #[test]
    fn associations_are_those_of_the_definition(
        rows in prop::collection::vec((0_u32..50, 0_u32..4, 0_u32..3, prop::bool::ANY), 0..80),
        published in prop::collection::vec((0_u32..6, 0_u32..4, 0_u32..3, prop::bool::ANY), 0..40),
    ) {
        // Of the first column's many texts, the 31 most frequent are told apart.
        let cells = |row: &(u32, u32, u32, bool)| {
            let third = if row.3 { row.1 } else { row.2 };
            vec![format!("v{:02}", row.0), format!("w{}", row.1), format!("x{third}")]
        };
        let before: Vec<Vec<String>> = rows.iter().map(cells).collect();
        let after: Vec<Vec<String>> = published.iter().map(cells).collect();
        let found = Asked::default().beside(Some(&sheet("a,b,c", &before)), &sheet("a,b,c", &after), "a,b,c");
        let grouped = |rows: &[Vec<String>], at: usize| -> Vec<String> {
            let texts: Vec<String> = rows.iter().map(|row| row[at].clone()).collect();
            let order = by_frequency(&texts);
            let kept = |text: &String| order.iter().take(31).any(|known| known == text);
            texts.iter().map(|text| if kept(text) { text.clone() } else { "rest".into() }).collect()
        };
        let expected = |rows: &[Vec<String>], a: usize, b: usize| {
            strength(&grouped(rows, a).into_iter().zip(grouped(rows, b)).collect::<Vec<_>>())
        };
        for (found, (a, b)) in found.associations.iter().zip([(0, 1), (0, 2), (1, 2)]) {
            prop_assert_eq!(&found.columns, &[a, b].map(|at| "abc"[at..=at].to_owned()));
            same_strength(found.before, expected(&before, a, b))?;
            same_strength(found.after, expected(&after, a, b))?;
        }
    }

    #[test]
    fn nothing_makes_it_panic(
        original in prop::collection::vec(prop::collection::vec("[\\[\\]{}|,\\\\*?019é. -]{0,6}|-?[0-9]{1,28}(\\.[0-9]{0,28})?|[0-9]{4}-0[1-9]-[0-2][0-9]", 2..=2), 0..60),
        published in prop::collection::vec(prop::collection::vec("[\\[\\]{}|,\\\\*?019é. -]{0,6}|\\[-?[0-9]{1,20},[0-9]{1,29}\\]", 2..=2), 0..60),
        kind in 0_usize..5,
    ) {
        let tree = chains(&["0;[0,1];*", "?;{0|1};*", "1;[0,1];*"]);
        for hierarchies in [BTreeMap::new(), BTreeMap::from([("a".to_owned(), tree)])] {
            let kinds = [("a".to_owned(), Kind::ALL[kind])].into();
            let asked = Asked { kinds, hierarchies, nulls: Nulls::declared(["?"]), skip_suppressed: true, only: None };
            let (before, after) = (sheet("a,b", &original), sheet("a,b", &published));
            for before in [Some(&before), None] {
                let found = asked.beside(before, &after, "b,a");
                for distribution in &found.distributions {
                    let bins = bins(distribution);
                    prop_assert!(bins.len() <= 24);
                    let sum: f64 = bins.iter().map(|bin| bin.after).sum();
                    let rows = published.iter().filter(|row| row.iter().any(|cell| cell != "*")).count();
                    prop_assert!(is_close(sum, f64::from(u8::from(rows > 0))), "{sum}");
                    if before.is_some() {
                        let sum: f64 = bins.iter().filter_map(|bin| bin.before).sum();
                        prop_assert!(is_close(sum, f64::from(u8::from(!original.is_empty()))), "{sum}");
                    }
                    prop_assert!(distribution.distance.is_none_or(|at| (0.0..=1.0).contains(&at)));
                }
                for one in &found.associations {
                    let fine = |v: Option<f64>| v.is_none_or(|v| (0.0..=1.0).contains(&v));
                    prop_assert!(fine(one.before) && fine(one.after));
                }
            }
        }
    }
}
