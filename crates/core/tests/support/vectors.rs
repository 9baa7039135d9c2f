//! Golden vectors, as tables.

use incrowd_core::hierarchy::Spec;
use incrowd_core::search::lattice::Node;
use incrowd_core::terms::Fraction;
use serde_json::Value;

use super::Data;

/// All cases of a file.
pub fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/golden/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let golden: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    golden["cases"].as_array().unwrap().clone()
}

/// One case of a file.
pub fn case(file: &str, id: &str) -> Value {
    cases(file).into_iter().find(|case| case["id"] == id).unwrap()
}

fn words(row: &Value) -> Vec<String> {
    row.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap().to_owned()).collect()
}

/// The rows under a key.
pub fn rows(input: &Value, key: &str) -> Vec<Vec<String>> {
    input[key].as_array().unwrap().iter().map(words).collect()
}

fn specs(input: &Value) -> Vec<Spec> {
    let spec = |column: &Value| {
        let name = column.as_str().unwrap();
        let chains = input["hierarchies_bottom_to_top"][name].as_object().unwrap();
        let line = |chain: &Value| words(chain).join(";");
        let text = chains.values().map(line).collect::<Vec<_>>().join("\n");
        Spec::chains(name, text)
    };
    input["columns"].as_array().unwrap().iter().map(spec).collect()
}

/// The hierarchies of a case with a table of these rows.
pub fn table(input: &Value, rows: &[Vec<String>]) -> Data {
    Data::new(rows.to_vec(), vec![Vec::new(); rows.len()], None, &specs(input))
}

/// The rows of a case's population that are in its table.
pub fn members(input: &Value) -> Vec<Vec<String>> {
    let flags = input["in_T"].as_array().unwrap();
    let members = rows(input, "P").into_iter().zip(flags).filter(|(_, flag)| **flag == 1);
    members.map(|(row, _)| row).collect()
}

/// The table of a case within its population.
pub fn table_in_population(input: &Value) -> Data {
    let members = members(input);
    let none = vec![Vec::new(); members.len()];
    Data::new(members, none, Some(rows(input, "P")), &specs(input))
}

/// Nodes as lists of levels.
pub fn nodes(value: &Value) -> Vec<Node> {
    serde_json::from_value::<Vec<Vec<u8>>>(value.clone()).unwrap().into_iter().map(Node).collect()
}

/// An exact fraction in a string.
pub fn fraction(value: &Value) -> Fraction {
    value.as_str().unwrap().parse().unwrap()
}

/// A number, or an exact fraction in a string.
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| fraction(value).to_f64())
}
