//! Why a document cannot become a page.

use serde_json::Value;
use thiserror::Error;

/// Why a document cannot become a page.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// It is no JSON object.
    #[error("a result is a JSON object, as `--json` prints it; this is {found}")]
    NotAnObject {
        /// What it is.
        found: &'static str,
    },
    /// It tells of an error: nothing was done that a page could show.
    #[error("the document tells of an error, there is no result to show: {message}")]
    Failed {
        /// The sentence of the error.
        message: String,
    },
    /// It is made by none of the commands that have pages.
    #[error("the document is no result of release, check, attack, scan or mask")]
    NotAResult,
    /// It says that a command made it that has no page.
    #[error("the document is a result of '{command}', not of release, check, attack, scan or mask")]
    OtherCommand {
        /// The command that it names.
        command: String,
    },
    /// A key has a value of the wrong type.
    #[error("the key '{key}' should be {wanted}, and is {found}")]
    WrongType {
        /// The way to it: keys with dots between them, places in lists counted from 0.
        key: String,
        /// What it should be.
        wanted: &'static str,
        /// What it is.
        found: &'static str,
    },
}

/// What a value is, in words.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
