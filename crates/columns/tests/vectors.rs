//! Golden vectors.

use incrowd_terms::Fraction;
use serde_json::Value;

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

/// An exact fraction in a string.
pub fn fraction(value: &Value) -> Fraction {
    value.as_str().unwrap().parse().unwrap()
}

/// A number, or an exact fraction in a string.
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| fraction(value).to_f64())
}
