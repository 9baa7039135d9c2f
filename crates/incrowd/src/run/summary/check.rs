//! Figures in the words of messages.

use incrowd_core::terms::Guarantee;
use incrowd_render::terminal::figure;
use serde_json::Value;

pub use incrowd_render::terminal::short;

/// Why a demand is not met.
pub fn sentence(guarantee: &Guarantee) -> String {
    let of = guarantee.column.as_ref().map_or(String::new(), |column| format!(" of {column}"));
    let worst = guarantee.worst.as_ref().map_or(String::new(), |worst| format!(": {worst}"));
    let (demanded, found) = (figure(&guarantee.demanded), figure(&guarantee.measured));
    format!(
        "{}{of} does not hold: {demanded} is demanded, {found} is measured{worst}",
        guarantee.model
    )
}

/// An entry of a certificate as people write it.
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
