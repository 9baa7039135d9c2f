//! A release written down: the `release.toml` that says what the options say.
//!
//! Whoever saves it where the release was run, and runs it, gets the same bytes. How a command
//! reports, what it may replace and which evidence it writes change nothing about the release, and
//! are left out.

use serde::Serialize;
use serde_json::Value as Json;
use toml::Value;

use crate::options::{
    CertificateOptions, ConsoleOptions, EvidenceOptions, ModelOptions, PurposeOptions,
    ReadingOptions, ReleaseOptions, given, properties,
};

/// The file's text.
pub fn written(options: &ReleaseOptions) -> String {
    let besides = [
        properties::<ConsoleOptions>(),
        properties::<EvidenceOptions>(),
        properties::<PurposeOptions>(),
        properties::<CertificateOptions>(),
    ];
    let besides: Vec<String> = besides.into_iter().flatten().map(|option| option.name).collect();
    lines(options, |name| name != "force" && !besides.iter().any(|besides| besides == name))
}

/// The lines that say what is demanded.
pub fn written_models(models: &ModelOptions) -> String {
    lines(models, |_| true)
}

/// The lines that say how tables are read.
pub fn written_reading(read: &ReadingOptions) -> String {
    lines(read, |_| true)
}

/// A line for each option that is given and kept.
fn lines(options: &impl Serialize, keeps: impl Fn(&str) -> bool) -> String {
    let given = given(options).into_iter().filter(|(name, _)| keeps(name));
    given.map(|(name, word)| format!("{name} = {}\n", value(&word))).collect()
}

/// A number is written as one, however it was given.
fn value(word: &Json) -> Value {
    match word {
        Json::Bool(on) => Value::Boolean(*on),
        Json::Array(words) if words.iter().all(Json::is_string) => {
            Value::Array(words.iter().filter_map(Json::as_str).map(Value::from).collect())
        }
        // The bytes of a path that is not UTF-8, which no such file can name.
        Json::Array(bytes) => {
            let bytes: Vec<u8> =
                bytes.iter().filter_map(|byte| byte.as_u64()?.try_into().ok()).collect();
            Value::from(String::from_utf8_lossy(&bytes).into_owned())
        }
        word => {
            let text = word.as_str().map_or_else(|| word.to_string(), str::to_owned);
            match text.parse::<i64>() {
                Ok(number) if number.to_string() == text => Value::Integer(number),
                _ => Value::String(text),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::OptionShape;
    use crate::request::parse_release_toml;

    /// A value for every key, each different from the default and from all others.
    fn everything() -> toml::Table {
        let mut table = toml::Table::new();
        for (at, property) in properties::<ReleaseOptions>().into_iter().enumerate() {
            let word = |end: &str| Value::String(format!("col\\{at}={end}\n"));
            let value = match property.shape {
                OptionShape::Switch => Value::Boolean(true),
                OptionShape::Words | OptionShape::WordsByColumn => {
                    Value::Array(vec![word("1"), word("\"2")])
                }
                OptionShape::Number => Value::Integer(at as i64),
                _ => match property.choices.last() {
                    Some((choice, _)) => Value::String(choice.clone()),
                    None => word("0"),
                },
            };
            table.insert(property.name, value);
        }
        table
    }

    /// The same without what is left out.
    fn what_counts(options: &ReleaseOptions) -> ReleaseOptions {
        let mut options = options.clone();
        options.console = ConsoleOptions::default();
        options.evidence = EvidenceOptions::default();
        options.purpose = PurposeOptions::default();
        options.certificate = CertificateOptions::default();
        options.out.force = false;
        options
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let options = parse_release_toml(&everything().to_string(), "release.toml").unwrap();
        let text = written(&options);
        let read = parse_release_toml(&text, "release.toml").unwrap();
        assert_eq!(read, what_counts(&options), "{text}");
        assert!(text.lines().count() > 50, "{text}");
    }
}
