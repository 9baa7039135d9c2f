//! Each option as its schema describes it: what front ends make flags, keywords and forms from.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::{Error, Result};

/// The schema's mark of lists whose words are about one column each.
const BY_COLUMN: &str = "x-by-column";

/// Options of a command: they have a schema, and can be read and written.
pub trait Options: JsonSchema + Serialize + DeserializeOwned {}

impl<T: JsonSchema + Serialize + DeserializeOwned> Options for T {}

/// One option.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Property {
    /// Its name, which is the key in release.toml.
    pub name: String,
    /// What it says, with other options in backticks.
    pub help: String,
    /// What it takes.
    pub shape: OptionShape,
    /// The words that it can be; empty if it takes any.
    pub choices: Vec<(String, Option<String>)>,
    /// What it is unless it is given, where that is a word or a number.
    pub default: Option<String>,
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionShape {
    /// Nothing: it is on or off.
    Switch,
    /// A whole number.
    Number,
    /// A word.
    Word,
    /// A path.
    Path,
    /// A list of words.
    Words,
    /// A list of `COLUMN=VALUE` words.
    WordsByColumn,
}

/// The options of a command, in the order of their definition.
///
/// ```
/// use incrowd::options::{CheckOptions, OptionShape, properties};
/// let trim = properties::<CheckOptions>().into_iter().find(|option| option.name == "trim");
/// assert_eq!(trim.map(|option| option.shape), Some(OptionShape::Switch));
/// ```
#[must_use]
pub fn properties<T: Options>() -> Vec<Property> {
    let schema = schemars::schema_for!(T);
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten().map(|(name, schema)| property(name, schema)).collect()
}

fn property(name: &str, schema: &Value) -> Property {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let choices = schema["oneOf"].as_array().into_iter().flatten();
    let choice = |choice: &Value| Some((text(&choice["const"])?, text(&choice["description"])));
    let default = match &schema["default"] {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    Property {
        name: name.to_owned(),
        help: schema["description"].as_str().unwrap_or_default().replace('\n', " "),
        shape: shape(schema),
        choices: choices.filter_map(choice).collect(),
        default,
    }
}

fn shape(schema: &Value) -> OptionShape {
    let is = |kind: &str| match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(|other| other == kind),
        other => other == kind,
    };
    if is("boolean") {
        OptionShape::Switch
    } else if is("integer") {
        OptionShape::Number
    } else if schema[BY_COLUMN] == true {
        OptionShape::WordsByColumn
    } else if is("array") {
        OptionShape::Words
    } else if schema["format"] == "path" {
        OptionShape::Path
    } else {
        OptionShape::Word
    }
}

/// The options that words say: a map from their names, as in release.toml.
///
/// # Errors
/// The first word that its option does not take.
pub fn from_words<T: Options>(words: Map<String, Value>) -> Result<T> {
    for (name, word) in &words {
        // Each by itself, so that an error can name its option.
        let alone = Map::from_iter([(name.clone(), word.clone())]);
        if let Err(error) = serde_json::from_value::<T>(Value::Object(alone)) {
            let wrong = Error::options(format!("`{name}`: {error}"));
            return Err(match word {
                Value::String(word) => wrong.with_value(word),
                _ => wrong,
            });
        }
    }
    let options = serde_json::from_value(Value::Object(words));
    options.map_err(|error| Error::options(error.to_string()))
}

/// The words that options say: those that are given, by their names. [`from_words`] reads them again.
#[must_use]
pub fn given(options: &impl Serialize) -> Map<String, Value> {
    let is_given = |word: &Value| match word {
        Value::Null | Value::Bool(false) => false,
        Value::Array(words) => !words.is_empty(),
        _ => true,
    };
    match serde_json::to_value(options) {
        Ok(Value::Object(words)) => words.into_iter().filter(|(_, word)| is_given(word)).collect(),
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{
        AttackOptions, CheckOptions, MaskOptions, ReleaseOptions, ScanOptions, VerifyOptions,
    };

    fn find(properties: &[Property], name: &str) -> Property {
        properties.iter().find(|property| property.name == name).cloned().unwrap()
    }

    #[test]
    fn options_have_their_shapes() {
        let release = properties::<ReleaseOptions>();
        let shape = |name: &str| find(&release, name).shape;
        assert_eq!(shape("dry-run"), OptionShape::Switch);
        assert_eq!(shape("seed"), OptionShape::Number);
        assert_eq!(shape("suppress"), OptionShape::Word);
        assert_eq!(shape("public"), OptionShape::Path);
        assert_eq!(shape("output"), OptionShape::Path);
        assert_eq!(shape("qi"), OptionShape::Words);
        assert_eq!(shape("l"), OptionShape::Words);
        assert_eq!(shape("hierarchy"), OptionShape::WordsByColumn);
        assert_eq!(find(&properties::<ScanOptions>(), "alpha").default.as_deref(), Some("20%"));
        let effort = find(&release, "effort");
        let words: Vec<&str> = effort.choices.iter().map(|(word, _)| word.as_str()).collect();
        assert_eq!(words, ["fast", "normal", "high"]);
    }

    #[test]
    fn every_option_is_explained() {
        let all = [
            properties::<ReleaseOptions>(),
            properties::<CheckOptions>(),
            properties::<AttackOptions>(),
            properties::<ScanOptions>(),
            properties::<MaskOptions>(),
            properties::<VerifyOptions>(),
        ];
        for property in all.iter().flatten() {
            assert!(!property.help.is_empty(), "{}", property.name);
            assert!(!property.help.contains("--"), "{}: {}", property.name, property.help);
        }
    }

    #[test]
    fn a_word_that_is_no_choice_is_refused_with_the_nearest() {
        let words = Map::from_iter([("effort".to_owned(), Value::from("fats"))]);
        let error = from_words::<ReleaseOptions>(words).unwrap_err();
        assert_eq!(
            error.message(),
            "`effort`: 'fats' is none of fast, normal, high; did you mean 'fast'?"
        );
        assert_eq!(error.value(), Some("fats"));
    }

    #[cfg(unix)]
    #[test]
    fn a_path_need_not_be_utf8() {
        use std::os::unix::ffi::OsStrExt;
        let words = Map::from_iter([("table".to_owned(), Value::from(vec![0xff_u8, b'a']))]);
        let options = from_words::<CheckOptions>(words).unwrap();
        assert_eq!(options.table.as_os_str().as_bytes(), [0xff, b'a']);
        let written = serde_json::to_value(&options).unwrap();
        assert_eq!(written["table"], Value::from(vec![0xff_u8, b'a']));
    }
}
