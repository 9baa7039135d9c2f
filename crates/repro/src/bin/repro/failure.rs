//! Why the command ends with exit status 2, in a sentence and in fields.

use repro::Failure as Cause;
use serde_json::{Map, Value, json};

/// A sentence, and the place that it is about.
pub struct CommandFailure {
    pub message: String,
    /// `file`, `line` and `value`, where they are known.
    pub place: Map<String, Value>,
}

impl CommandFailure {
    pub fn new(message: impl Into<String>) -> CommandFailure {
        CommandFailure { message: message.into(), place: Map::new() }
    }

    /// The same, about a field of its place.
    pub fn about(mut self, field: &str, value: impl Into<Value>) -> CommandFailure {
        self.place.insert(field.to_owned(), value.into());
        self
    }

    /// The same for machines.
    pub fn document(&self) -> Value {
        let mut error = Map::from_iter([("message".to_owned(), json!(self.message))]);
        error.extend(self.place.clone());
        json!({ "error": error })
    }
}

impl From<Cause> for CommandFailure {
    fn from(cause: Cause) -> CommandFailure {
        let told = CommandFailure::new(cause.to_string());
        match cause {
            Cause::Unknown { name, .. } | Cause::NeedsAdult(name) => told.about("value", name),
            Cause::Measuring { point, .. } => told.about("value", point),
            Cause::Damaged { file, line: Some(line), .. } => {
                told.about("file", file).about("line", line)
            }
            Cause::Damaged { file, .. } | Cause::OtherRun { file, .. } | Cause::NoFolder(file) => {
                told.about("file", file)
            }
            Cause::Disk { path, .. } => told.about("file", path),
            Cause::File(error) => match error.file() {
                Some(file) => told.about("file", file),
                None => told,
            },
        }
    }
}
