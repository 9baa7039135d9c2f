//! The figures of a result against the definitions, row by row.

use std::collections::BTreeMap;

use incrowd_core::cost::Cost;
use incrowd_core::hierarchy::Spec;
use incrowd_core::publish::RowFate;
use incrowd_core::search::{
    FoundRelease, Method, Recoding, Scope, Search, SearchControl, SearchOutcome,
};
use incrowd_core::terms::{Demand, KAnonymity};
use proptest::prelude::*;

use crate::support::Data;

const TREE: &str = "a;x;*\nb;x;*\nc;y;*\nd;y;*\ne;z;*\nf;z;*";

/// Tables of two columns with values a..f.
fn table() -> impl Strategy<Value = Data> {
    let letter = |at: usize| "abcdef"[at..=at].to_owned();
    proptest::collection::vec((0..6_usize, 0..6_usize), 2..30).prop_map(move |rows| {
        let qi: Vec<_> = rows.into_iter().map(|(a, b)| vec![letter(a), letter(b)]).collect();
        let secrets = vec![Vec::new(); qi.len()];
        Data::new(qi, secrets, None, &[Spec::chains("tree", TREE), Spec::flat()])
    })
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// The loss is the mean of the columns' losses, since all columns weigh the same.
fn columns_add_up(outcome: &SearchOutcome) -> bool {
    let losses = &outcome.figures.as_ref().unwrap().column_losses;
    near(losses.iter().sum::<f64>() / losses.len() as f64, outcome.cost(Cost::LOSS).unwrap())
}

proptest! {
    #[test]
    fn figures_of_a_node_are_those_of_the_definitions(
        data in table(),
        k in 1_u64..5,
        percent in 0_u64..50,
        minimised in 0..Cost::ALL.len(),
    ) {
        let (demands, limit) = ([Demand::KAnonymity(KAnonymity { k })], data.qi.len() as u64 * percent / 100);
        let encoded = data.encoded();
        let method = Method { cost: Cost::ALL[minimised], ..Method::default() };
        let search = Search::new(&encoded, &demands, method, Scope { limit, ..Scope::of(&encoded) });
        let outcome = search.find(&SearchControl::default());
        let Some(FoundRelease::Node(node)) = &outcome.found else {
            prop_assert!(outcome.figures.as_ref().is_none());
            return Ok(());
        };
        let (figures, models) = (outcome.figures.as_ref().unwrap(), data.models(&demands));
        for cost in [Cost::LOSS, Cost::DISCERNIBILITY, Cost::AVERAGE_CLASS, method.cost] {
            let slow = data.cost_of(node, &models, cost, limit).unwrap();
            prop_assert!(near(figures.cost(cost).unwrap(), slow), "{cost:?} {slow} {figures:?}");
        }
        prop_assert!(columns_add_up(&outcome));
        let (mapping, mut labels) = (search.mapping(&outcome), Vec::new());
        let mut classes: BTreeMap<Vec<u32>, (u64, Vec<RowFate>)> = BTreeMap::new();
        for row in &data.qi {
            let fate = mapping.row(row.iter().map(String::as_str), &mut labels).unwrap();
            let class = classes.entry(labels.clone()).or_default();
            class.0 += 1;
            class.1.push(fate);
        }
        for (rows, fates) in classes.values() {
            let expected = if *rows < k { RowFate::Suppressed } else { RowFate::Published };
            prop_assert!(fates.iter().all(|fate| *fate == expected));
        }
        let sizes = || classes.values().map(|(rows, _)| *rows);
        prop_assert_eq!(figures.suppressed, sizes().filter(|&rows| rows < k).sum::<u64>());
        prop_assert_eq!(figures.classes, sizes().filter(|&rows| rows >= k).count() as u64);
    }

    #[test]
    fn figures_of_boxes_are_those_of_their_classes(data in table(), k in 1_u64..5) {
        let (demands, encoded) = ([Demand::KAnonymity(KAnonymity { k })], data.encoded());
        let method = Method::from(Recoding::Multidimensional);
        let search = Search::new(&encoded, &demands, method, Scope::of(&encoded));
        let outcome = search.find(&SearchControl::default());
        let Some(FoundRelease::Boxes(partition)) = &outcome.found else {
            prop_assert!(outcome.figures.as_ref().is_none());
            return Ok(());
        };
        let (figures, rows) = (outcome.figures.as_ref().unwrap(), data.qi.len() as f64);
        let squares: u64 = partition.classes.iter().map(|class| class.rows * class.rows).sum();
        prop_assert_eq!(figures.cost(Cost::DISCERNIBILITY), Some(squares as f64));
        prop_assert_eq!(figures.classes, partition.classes.len() as u64);
        prop_assert!(near(figures.cost(Cost::AVERAGE_CLASS).unwrap(), rows / figures.classes as f64));
        prop_assert_eq!((figures.suppressed, figures.cost(Cost::HEIGHT)), (0, None));
        prop_assert!(columns_add_up(&outcome));
    }
}
