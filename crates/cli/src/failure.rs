//! Why a command failed, in a sentence and in fields, and the exit status that says so.

use incrowd::hierarchy::HierarchyError;
use incrowd::terms::Refusal;
use incrowd_io::IoError;
use incrowd_judge::JudgeError;
use serde_json::{Value, json};

/// Bad usage or bad input: exit status 2.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    pub message: String,
    pub file: Option<String>,
    pub line: Option<u64>,
    pub column: Option<String>,
    pub value: Option<String>,
}

impl Failure {
    pub fn new(message: impl Into<String>) -> Self {
        Failure { message: message.into(), ..Failure::default() }
    }

    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    pub fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    pub fn in_column(mut self, column: impl Into<String>) -> Self {
        self.column = Some(column.into());
        self
    }

    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
    }

    /// The failure for machines: the message and what applies.
    pub fn to_json(&self) -> Value {
        let mut error = json!({ "message": self.message });
        let places = [
            ("file", self.file.clone().map(Value::from)),
            ("line", self.line.map(Value::from)),
            ("column", self.column.clone().map(Value::from)),
            ("value", self.value.clone().map(Value::from)),
        ];
        for (name, place) in places {
            if let Some(place) = place {
                error[name] = place;
            }
        }
        json!({ "error": error })
    }
}

/// The rooms' errors all know their place in the same way.
macro_rules! placed {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Failure {
                    message: error.to_string(),
                    file: error.file().map(Into::into),
                    line: error.line(),
                    column: error.column().map(Into::into),
                    value: error.value().map(Into::into),
                }
            }
        }
    )*};
}

placed!(IoError, HierarchyError, JudgeError);

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure {
            message: refusal.to_string(),
            column: refusal.column().map(Into::into),
            value: refusal.value().map(Into::into),
            ..Failure::default()
        }
    }
}

/// How a command ended, where it did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every demanded guarantee holds: exit status 0.
    Done,
    /// A demanded guarantee does not hold, or no release exists for it: exit status 1.
    NotMet,
}

/// What every command returns.
pub type Result<T = Ending> = std::result::Result<T, Failure>;
