//! Figures as a terminal shows them.

use serde_json::Value;

/// A figure as people write it.
#[must_use]
pub fn measured(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Number(number) if number.is_f64() => number.as_f64().map_or_else(String::new, short),
        Value::Object(map) => {
            let part = |(name, value): (&String, &Value)| match value {
                Value::Null => format!("{name} not decided"),
                value => format!("{name} {}", measured(value)),
            };
            map.iter().map(part).collect::<Vec<_>>().join(", ")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// At most six digits behind the point, and no more than needed.
#[must_use]
pub fn short(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
