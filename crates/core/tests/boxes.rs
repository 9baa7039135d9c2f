//! Golden vectors of cutting people into boxes.

use std::collections::BTreeSet;

use incrowd_core::cost::{Objective, RangeLoss};
use incrowd_core::hierarchy::Spec;
use incrowd_core::search::boxes::{
    BoxClass, BoxFamily, BoxProblem, ColumnStrategy, CutPoints, ExactResult, Partition,
    ValueStrategy,
};
use incrowd_core::search::{Effort, SearchControl};
use incrowd_core::terms::{Demand, Fraction, KAnonymity, Knowledge, Presence};
use serde_json::Value;

use crate::support::Data;
use crate::support::vectors::{self, case, cases, fraction, number};

const COLUMN_STRATEGIES: [(&str, ColumnStrategy); 3] =
    [("n", ColumnStrategy::Next), ("p", ColumnStrategy::Priority), ("b", ColumnStrategy::Broadest)];

const VALUE_STRATEGIES: [(&str, ValueStrategy); 3] =
    [("1", ValueStrategy::Balanced), ("2", ValueStrategy::First), ("3", ValueStrategy::Distinct)];

/// The cells of a row, numbers as their text.
fn words(row: &Value) -> Vec<String> {
    let text = |cell: &Value| cell.as_str().map_or_else(|| cell.to_string(), ToOwned::to_owned);
    row.as_array().unwrap().iter().map(text).collect()
}

fn rows(input: &Value, key: &str) -> Vec<Vec<String>> {
    input[key].as_array().unwrap().iter().map(words).collect()
}

/// The members of a case among its population.
fn members(input: &Value, public: &[Vec<String>]) -> Vec<Vec<String>> {
    let is_member = |at: &usize| input["in_T"][*at] == 1;
    (0..public.len()).filter(is_member).map(|at| public[at].clone()).collect()
}

/// Table 1 of 000 with its hierarchies, and its population.
fn table_1() -> (Data, Vec<Vec<String>>) {
    let input = &case("spalm", "table1-1_2-2_3")["input"];
    (vectors::table_in_population(input), rows(input, "P"))
}

/// A table without secrets and hierarchies.
fn plain(table: Vec<Vec<String>>, public: Option<Vec<Vec<String>>>) -> Data {
    let specs = vec![Spec::flat(); table[0].len()];
    let none = vec![Vec::new(); table.len()];
    Data::new(table, none, public, &specs)
}

fn by_leaves(data: &Data) -> Vec<RangeLoss> {
    let weight = 1.0 / data.hierarchies.len() as f64;
    data.hierarchies.iter().map(|hierarchy| RangeLoss::by_leaves(hierarchy, weight)).collect()
}

fn by_values(data: &Data) -> Vec<RangeLoss> {
    let weight = 1.0 / data.hierarchies.len() as f64;
    data.hierarchies.iter().map(|hierarchy| RangeLoss::by_values(hierarchy, weight)).collect()
}

fn presence(least: &str, most: &str) -> Demand {
    let (least, most) = (least.parse().unwrap(), most.parse().unwrap());
    Demand::Presence(Presence { least, most, knowledge: Knowledge::Table })
}

/// Which of these rows are in each class, as a partition without relaxed cuts has it.
fn row_classes(
    data: &Data,
    problem: &BoxProblem<'_>,
    partition: &Partition,
    rows: &[Vec<String>],
) -> Vec<(Vec<usize>, BoxClass)> {
    let code = |row: &[String]| -> Vec<u32> {
        let cells = row.iter().zip(&data.hierarchies);
        cells.map(|(cell, hierarchy)| hierarchy.code(cell).unwrap()).collect()
    };
    let class = |class: &BoxClass| {
        let codes: BTreeSet<&[u32]> =
            class.tuples.iter().map(|&tuple| problem.codes(tuple)).collect();
        let inside = |at: &usize| codes.contains(&code(&rows[*at])[..]);
        ((0..rows.len()).filter(inside).collect(), class.clone())
    };
    partition.classes.iter().map(class).collect()
}

fn letters(classes: &[(Vec<usize>, BoxClass)]) -> BTreeSet<String> {
    let letter = |&at: &usize| char::from(b'a' + at as u8);
    classes.iter().map(|(rows, _)| rows.iter().map(letter).collect()).collect()
}

#[test]
fn mpalm_agrees_with_its_vectors() {
    let mut compared = 0;
    for case in cases("mpalm") {
        let input = &case["input"];
        let public = rows(input, "P");
        let table = members(input, &public);
        let data = if case["id"].as_str().unwrap().starts_with("table1") {
            table_1().0
        } else {
            plain(table, Some(public.clone()))
        };
        let deltas = words(&input["delta"]);
        let demands = [presence(&deltas[0], &deltas[1])];
        let models = data.models(&demands);
        let problem = BoxProblem::new(&data.frequency_set, &models, by_values(&data), false);
        for (column_name, columns) in COLUMN_STRATEGIES {
            for (value_name, values) in VALUE_STRATEGIES {
                let Some(expected) = case["expected"].get(format!("{column_name}{value_name}"))
                else {
                    continue;
                };
                compared += 1;
                let found = problem.mpalm(columns, values, &SearchControl::default());
                let Some(expected) = expected.as_array() else {
                    assert!(found.is_none(), "{}", case["id"]);
                    continue;
                };
                let found = row_classes(&data, &problem, &found.unwrap(), &public);
                let mut found: Vec<Value> =
                    found.iter().map(|class| as_written(&data, input, class)).collect();
                found.sort_by_key(|class| class["members"].to_string());
                let mut expected = expected.clone();
                expected.sort_by_key(|class| class["members"].to_string());
                assert_eq!(found, expected, "{} {column_name}{value_name}", case["id"]);
            }
        }
    }
    assert_eq!(compared, 45);
}

/// A class as the vectors write it.
fn as_written(data: &Data, input: &Value, (rows, class): &(Vec<usize>, BoxClass)) -> Value {
    let end = |column: usize, code: u32| {
        let text = data.hierarchies[column].leaf(code);
        let is_number = input["columns"][column]["kind"] == "numeric";
        if is_number { serde_json::from_str(text).unwrap() } else { Value::from(text) }
    };
    let range = |(column, &(low, high)): (usize, &(u32, u32))| {
        Value::from(vec![end(column, low), end(column, high)])
    };
    let ranges: Vec<Value> = class.ranges.iter().enumerate().map(range).collect();
    serde_json::json!({
        "members": rows, "box": ranges, "n1": class.rows, "n": class.people
    })
}

/// The classes of strict Mondrian on a table, as row numbers.
fn mondrian(data: &Data, rows: &[Vec<String>], k: u64) -> Vec<Vec<usize>> {
    let demands = [Demand::KAnonymity(KAnonymity { k })];
    let models = data.models(&demands);
    let problem = BoxProblem::new(&data.frequency_set, &models, by_values(data), false);
    let partition = problem.mondrian(CutPoints::Leaves, &SearchControl::default()).unwrap();
    row_classes(data, &problem, &partition, rows).into_iter().map(|(rows, _)| rows).collect()
}

#[test]
fn mondrian_agrees_with_its_vectors() {
    for at in 0..4 {
        let case = case("kanon_baselines", &format!("mondrian-{at}"));
        let public = rows(&case["input"], "P");
        let data = plain(public.clone(), None);
        let mut found = mondrian(&data, &public, case["input"]["k"].as_u64().unwrap());
        found.sort();
        assert_eq!(serde_json::json!(found), case["expected"]["classes"], "{}", case["id"]);
    }
}

#[test]
fn a_larger_k_can_lose_presence() {
    let case = case("kanon_baselines", "k-not-monotone");
    let input = &case["input"];
    let public = rows(input, "P");
    let data = plain(public.clone(), None);
    let (least, most) = (fraction(&input["delta"][0]), fraction(&input["delta"][1]));
    for (k, expected) in case["expected"]["delta_present_by_k"].as_object().unwrap() {
        let classes = mondrian(&data, &public, k.parse().unwrap());
        let present = classes.iter().all(|class| {
            let members = class.iter().filter(|&&at| input["in_T"][at] == 1).count() as u64;
            let share = Fraction::new(members, class.len() as u64);
            least <= share && share <= most
        });
        assert_eq!(Some(present), expected.as_bool(), "k {k}");
    }
}

/// The optimum of Table 1 over P.
fn optimum(least: &str, most: &str, nodes: bool) -> (f64, BTreeSet<String>) {
    let (data, public) = table_1();
    let demands = [presence(least, most)];
    let models = data.models(&demands);
    let problem = BoxProblem::new(&data.frequency_set, &models, by_leaves(&data), true);
    let boxes = if nodes { BoxFamily::Nodes(&data.hierarchies) } else { BoxFamily::Ranges };
    let ExactResult::Optimum(partition) =
        problem.exact(boxes, None, 100_000, &SearchControl::default())
    else {
        panic!("Table 1 is small");
    };
    (problem.loss(&partition), letters(&row_classes(&data, &problem, &partition, &public)))
}

#[test]
fn optima_of_table_1() {
    let expected =
        [("1/2", "2/3", (125.0, 324.0)), ("1/3", "2/3", (10.0, 27.0)), ("1/3", "1", (17.0, 81.0))];
    for (least, most, loss) in expected {
        let (found, _) = optimum(least, most, false);
        assert!((found - loss.0 / loss.1).abs() < 1e-12, "({least},{most}): {found}");
    }
}

#[test]
fn optima_of_table_1_among_nodes() {
    for at in 1..=3 {
        let case = case("beyond", &format!("guillotine-{at}"));
        let deltas = words(&case["input"]["delta"]);
        let (loss, classes) = optimum(&deltas[0], &deltas[1], true);
        let expected = &case["expected"];
        assert!((loss - number(&expected["optimum"])).abs() < 1e-12, "{loss}");
        assert_eq!(classes, words(&expected["classes"]).into_iter().collect(), "{}", case["id"]);
    }
}

#[test]
fn optima_of_table_1_with_k() {
    let expected = &case("kanon_baselines", "table1-kanon-P")["expected"]["optimal_by_k"];
    let input = &case("spalm", "table1-1_2-2_3")["input"];
    let public = rows(input, "P");
    let data = vectors::table(input, &public);
    for k in 2..=9 {
        let expected = expected.get(k.to_string()).unwrap_or(&expected["5..9"]);
        let demands = [Demand::KAnonymity(KAnonymity { k })];
        let models = data.models(&demands);
        let problem = BoxProblem::new(&data.frequency_set, &models, by_leaves(&data), false);
        let found = problem.exact(
            BoxFamily::Nodes(&data.hierarchies),
            None,
            1000,
            &SearchControl::default(),
        );
        let ExactResult::Optimum(partition) = found else { panic!("Table 1 is small") };
        let loss = number(&expected["LM_iyengar"][0]);
        assert!((problem.loss(&partition) - loss).abs() < 1e-12, "k {k}");
        let classes = expected["LM_iyengar"][1].as_str().unwrap().split('|');
        let classes: BTreeSet<String> = classes.map(ToOwned::to_owned).collect();
        assert_eq!(letters(&row_classes(&data, &problem, &partition, &public)), classes, "k {k}");
    }
}

#[test]
fn more_classes_are_found_under_presence() {
    let row = |number: u32| vec![format!("{number:04}")];
    let public: Vec<Vec<String>> = (0..2000).map(row).collect();
    let data = plain(public.iter().step_by(10).cloned().collect(), Some(public));
    let (models, range_losses) = (data.models(&[presence("0", "0.5")]), by_leaves(&data));
    let problem = BoxProblem::new(&data.frequency_set, &models, range_losses, false);
    for effort in [Effort::Fast, Effort::Normal] {
        let found = problem.guided_by(Objective::Count, effort, &SearchControl::default()).unwrap();
        assert!(found.classes.len() > 100, "{effort:?}: {}", found.classes.len());
    }
}
