//! The options of the commands, as the Python half needs them.

use incrowd::options::{
    AttackOptions, CheckOptions, DeltaOptions, ExplainOptions, HierarchyOptions, MaskOptions,
    OptionShape, Options, Property, ReleaseOptions, ReportOptions, ScanOptions, VerifyOptions,
    from_words, given, properties,
};
use incrowd::request::{with_file, written};
use incrowd::terms::did_you_mean;
use pyo3::prelude::*;
use serde_json::{Map, Value};

use crate::error::{exception, internal};

/// Words by the names of options, from their JSON.
pub fn words(text: &str) -> PyResult<Map<String, Value>> {
    serde_json::from_str(text).map_err(internal)
}

/// The options that words say.
pub fn read<T: Options>(py: Python<'_>, text: &str) -> PyResult<T> {
    from_words(words(text)?).map_err(|error| exception(py, &error))
}

fn of_command(name: &str) -> Vec<Property> {
    match name {
        "release" | "explore" => properties::<ReleaseOptions>(),
        "check" => properties::<CheckOptions>(),
        "attack" => properties::<AttackOptions>(),
        "scan" => properties::<ScanOptions>(),
        "mask" => properties::<MaskOptions>(),
        "delta" => properties::<DeltaOptions>(),
        "hierarchy" => properties::<HierarchyOptions>(),
        "verify" => properties::<VerifyOptions>(),
        "report" => properties::<ReportOptions>(),
        "explain" => properties::<ExplainOptions>(),
        _ => Vec::new(),
    }
}

/// The options of a command: name, help, shape, choices and default of each.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a row of a table")]
pub fn option_list(name: &str) -> Vec<(String, String, &'static str, Vec<String>, Option<String>)> {
    let shape = |shape| match shape {
        OptionShape::Switch => "switch",
        OptionShape::Number => "number",
        OptionShape::Path => "path",
        OptionShape::Words => "words",
        OptionShape::WordsByColumn => "columns",
        _ => "word",
    };
    let row = |property: Property| {
        let choices = property.choices.into_iter().map(|(word, _)| word).collect();
        (property.name, property.help, shape(property.shape), choices, property.default)
    };
    of_command(name).into_iter().map(row).collect()
}

/// What a wrong word may have been meant to be, as the end of a sentence.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "Python gives a list")]
pub fn suggest(word: &str, known: Vec<String>) -> String {
    did_you_mean(word, known.iter().map(String::as_str))
}

/// The words of a release.toml, with paths relative to where we are.
#[pyfunction]
pub fn plan_words(py: Python<'_>, path: std::path::PathBuf) -> PyResult<String> {
    let options = ReleaseOptions { table: Some(path), ..ReleaseOptions::default() };
    let (options, _) = with_file(&options).map_err(|error| exception(py, &error))?;
    Ok(Value::Object(given(&options)).to_string())
}

/// The text of the release.toml that says these words.
#[pyfunction]
pub fn plan_text(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(written(&read::<ReleaseOptions>(py, text)?))
}
