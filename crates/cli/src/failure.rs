//! How a command ends, and the exit status that says so.

use serde_json::{Value, json};

pub use incrowd::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every demanded guarantee holds: exit status 0.
    Done,
    /// A demanded guarantee does not hold, or no release exists for it: exit status 1.
    NotMet,
}

/// What every command returns.
pub type Result<T = Ending> = std::result::Result<T, Failure>;

/// A failure for machines: the message and what applies.
pub fn to_json(failure: &Failure) -> Value {
    let mut error = json!({ "message": failure.message });
    let places = [
        ("file", failure.file.clone().map(Value::from)),
        ("line", failure.line.map(Value::from)),
        ("column", failure.column.clone().map(Value::from)),
        ("value", failure.value.clone().map(Value::from)),
    ];
    for (name, place) in places {
        if let Some(place) = place {
            error[name] = place;
        }
    }
    json!({ "error": error })
}
