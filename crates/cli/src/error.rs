//! How a command ends, and the exit status that says so.

use serde_json::{Value, json};

pub use incrowd::{Error, ErrorKind};

use crate::wording::with_flags;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every demanded guarantee holds: exit status 0.
    Done,
    /// A demanded guarantee does not hold, or no release exists for it: exit status 1.
    NotMet,
}

/// What every command returns.
pub type Result<T = Ending> = std::result::Result<T, Error>;

/// The sentence of an error, in the words of the command line.
pub fn sentence(error: &Error) -> String {
    let sentence = with_flags(error.message());
    match error.kind() {
        ErrorKind::Exists => sentence + "; --force replaces it",
        _ => sentence,
    }
}

/// An error for machines: the message and what applies.
pub fn to_json(error: &Error) -> Value {
    let mut object = json!({ "message": sentence(error) });
    let places = [
        ("file", error.file().map(Value::from)),
        ("line", error.line().map(Value::from)),
        ("column", error.column().map(Value::from)),
        ("value", error.value().map(Value::from)),
    ];
    for (name, place) in places {
        if let Some(place) = place {
            object[name] = place;
        }
    }
    json!({ "error": object })
}
