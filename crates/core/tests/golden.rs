//! Golden vectors of the full-domain lattice: which nodes hold, what is suppressed, what it costs.

use incrowd_core::cost::Cost;
use incrowd_core::hierarchy::Spec;
use incrowd_core::search::lattice::Node;
use incrowd_core::terms::{Demand, KAnonymity};

use crate::support::vectors::{case, members, nodes, number, rows, table};
use crate::support::{self, Data};

/// The nodes that hold within a limit and have no specialization that does.
fn minimal(data: &Data, k: u64, limit: u64) -> (Vec<Node>, usize) {
    let models = data.models(&[Demand::KAnonymity(KAnonymity { k })]);
    let problem = data.problem(&models, Cost::HEIGHT, limit);
    let holding: Vec<Node> =
        data.nodes().into_iter().filter(|node| problem.examine(node).cost.is_some()).collect();
    let least =
        |node: &&Node| !holding.iter().any(|other| other != *node && other.specializes(node));
    (holding.iter().filter(least).cloned().collect(), holding.len())
}

#[test]
fn suppression_in_figure_3_of_004() {
    let case = case("kanon_baselines", "fig3-table4");
    let data = table(&case["input"], &rows(&case["input"], "rows"));
    let models = data.models(&[Demand::KAnonymity(KAnonymity { k: 3 })]);
    let problem = data.problem(&models, Cost::HEIGHT, 9);
    for (name, violating) in case["expected"]["violating_tuples_per_node[S,Z]"].as_object().unwrap()
    {
        let level = |at: usize| name.as_bytes()[at] - b'0';
        let node = Node(vec![level(1), level(4)]);
        assert_eq!(Some(problem.examine(&node).suppressed), violating.as_u64(), "{name}");
    }
    for (limit, expected) in case["expected"]["minimal_nodes_per_TS"].as_object().unwrap() {
        let limit: u64 = limit.parse().unwrap();
        // Suppressing all ten rows would leave an empty table, which is no release.
        let expected =
            if limit == 10 { vec![Node(vec![0, 1]), Node(vec![1, 0])] } else { nodes(expected) };
        assert_eq!(minimal(&data, 3, limit).0, expected, "limit {limit}");
    }
}

#[test]
fn k_anonymous_nodes_of_table_1_of_000() {
    let input = &case("spalm", "table1-1_2-2_3")["input"];
    let public = rows(input, "P");
    let study = members(input);
    for k in 2..=5 {
        let expected = &case("kanon_baselines", &format!("incognito-table1-k{k}"))["expected"];
        for (rows, letter) in [(&public, "P"), (&study, "T")] {
            let (least, holding) = minimal(&table(input, rows), k, 0);
            assert_eq!(
                least,
                nodes(&expected[format!("minimal_nodes_{letter}")]),
                "k {k} over {letter}"
            );
            let count = &expected[format!("k_anonymous_nodes_{letter}")];
            assert_eq!(Some(holding as u64), count.as_u64(), "k {k} over {letter}");
        }
    }
}

#[test]
fn costs_of_table_3_of_000() {
    let expected = &case("metrics", "lm-T3star")["expected"];
    let input = &case("spalm", "table1-1_2-2_3")["input"];
    let data = table(input, &rows(input, "P"));
    let models = data.models(&[Demand::KAnonymity(KAnonymity { k: 1 })]);
    let cost = |cost| data.problem(&models, cost, 0).examine(&Node(vec![3, 2, 2])).cost.unwrap();
    assert!((cost(Cost::LOSS) - number(&expected["LM_iyengar(P)"])).abs() < 1e-12);
    assert!((cost(Cost::LOSS_RATIO) - number(&expected["LM_ratio(P)"])).abs() < 1e-12);
    assert_eq!(Some(cost(Cost::DISCERNIBILITY)), expected["DM(P)"].as_f64());
    assert_eq!(cost(Cost::HEIGHT), 7.0);
}

#[test]
fn discernibility_charges_suppressed_rows_the_whole_table() {
    let case = case("metrics", "dm");
    let letters = ["a", "a", "a", "b", "b", "b", "b", "b", "b", "c", "d"];
    let qi: Vec<Vec<String>> = letters.iter().map(|&letter| support::row(&[letter])).collect();
    let data = Data::new(qi, vec![Vec::new(); 11], None, &[Spec::flat()]);
    let models = data.models(&[Demand::KAnonymity(KAnonymity { k: 3 })]);
    let found = data.problem(&models, Cost::DISCERNIBILITY, 2).examine(&Node(vec![0]));
    assert_eq!((found.cost, found.suppressed), (case["expected"]["DM"].as_f64(), 2));
}
