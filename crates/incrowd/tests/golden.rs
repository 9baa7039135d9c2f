//! Golden vectors of the full-domain lattice: which nodes hold, what is suppressed, what it costs.

#![allow(clippy::unwrap_used)]

mod support;

use incrowd::cost::Cost;
use incrowd::hierarchy::Spec;
use incrowd::search::lattice::Node;
use incrowd::terms::Demand;
use serde_json::Value;
use support::Data;

fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/golden/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let golden: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    golden["cases"].as_array().unwrap().clone()
}

fn case(file: &str, id: &str) -> Value {
    cases(file).into_iter().find(|case| case["id"] == id).unwrap()
}

fn words(row: &Value) -> Vec<String> {
    row.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap().to_owned()).collect()
}

/// The table and hierarchies of a case; `rows` picks the rows.
fn data(input: &Value, rows: &[Vec<String>]) -> Data {
    let spec = |column: &Value| {
        let name = column.as_str().unwrap();
        let chains = input["hierarchies_bottom_to_top"][name].as_object().unwrap();
        let line = |chain: &Value| words(chain).join(";");
        let text = chains.values().map(line).collect::<Vec<_>>().join("\n");
        Spec::File { name: name.to_owned(), text }
    };
    let specs: Vec<Spec> = input["columns"].as_array().unwrap().iter().map(spec).collect();
    Data::new(rows.to_vec(), vec![Vec::new(); rows.len()], None, &specs)
}

fn rows(input: &Value, key: &str) -> Vec<Vec<String>> {
    input[key].as_array().unwrap().iter().map(words).collect()
}

fn nodes(value: &Value) -> Vec<Node> {
    serde_json::from_value::<Vec<Vec<u8>>>(value.clone()).unwrap().into_iter().map(Node).collect()
}

/// The nodes that hold within a limit and have no specialization that does.
fn minimal(data: &Data, k: u64, limit: u64) -> (Vec<Node>, usize) {
    let models = data.models(&[Demand::KAnonymity { k }]);
    let problem = data.problem(&models, Cost::Height, limit);
    let holding: Vec<Node> =
        data.nodes().into_iter().filter(|node| problem.examine(node).cost.is_some()).collect();
    let least =
        |node: &&Node| !holding.iter().any(|other| other != *node && other.specializes(node));
    (holding.iter().filter(least).cloned().collect(), holding.len())
}

#[test]
fn suppression_in_figure_3_of_004() {
    let case = case("kanon_baselines", "fig3-table4");
    let data = data(&case["input"], &rows(&case["input"], "rows"));
    let models = data.models(&[Demand::KAnonymity { k: 3 }]);
    let problem = data.problem(&models, Cost::Height, 9);
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
    let in_study = |at: &usize| input["in_T"][*at] == 1;
    let study: Vec<_> = (0..public.len()).filter(in_study).map(|at| public[at].clone()).collect();
    for k in 2..=5 {
        let expected = &case("kanon_baselines", &format!("incognito-table1-k{k}"))["expected"];
        for (rows, letter) in [(&public, "P"), (&study, "T")] {
            let (least, holding) = minimal(&data(input, rows), k, 0);
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
    let data = data(input, &rows(input, "P"));
    let models = data.models(&[Demand::KAnonymity { k: 1 }]);
    let cost = |cost| data.problem(&models, cost, 0).examine(&Node(vec![3, 2, 2])).cost.unwrap();
    let fraction = |key: &str| {
        let (above, below) = expected[key].as_str().unwrap().split_once('/').unwrap();
        above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
    };
    assert!((cost(Cost::Loss) - fraction("LM_iyengar(P)")).abs() < 1e-12);
    assert!((cost(Cost::LossRatio) - fraction("LM_ratio(P)")).abs() < 1e-12);
    assert_eq!(Some(cost(Cost::Discernibility)), expected["DM(P)"].as_f64());
    assert_eq!(cost(Cost::Height), 7.0);
}

#[test]
fn discernibility_charges_suppressed_rows_the_whole_table() {
    let case = case("metrics", "dm");
    let letters = ["a", "a", "a", "b", "b", "b", "b", "b", "b", "c", "d"];
    let qi: Vec<Vec<String>> = letters.iter().map(|&letter| support::row(&[letter])).collect();
    let data = Data::new(qi, vec![Vec::new(); 11], None, &[Spec::Flat]);
    let models = data.models(&[Demand::KAnonymity { k: 3 }]);
    let found = data.problem(&models, Cost::Discernibility, 2).examine(&Node(vec![0]));
    assert_eq!((found.cost, found.suppressed), (case["expected"]["DM"].as_f64(), 2));
}
