//! Why something failed, in a sentence and in fields.

use std::error::Error;
use std::fmt;

use incrowd_core::hierarchy::HierarchyError;
use incrowd_core::terms::Refusal;
use incrowd_io::IoError;
use incrowd_judge::JudgeError;

/// What is wrong with what was asked or with what was read. Sentences call things by the words of
/// the command line, which are those of the manual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The sentence: what is wrong, where, and what would be right.
    pub message: String,
    /// The file it is about.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column.
    pub column: Option<String>,
    /// The value that was found.
    pub value: Option<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Failure {}

impl Failure {
    /// A failure with a sentence.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Failure { message: message.into(), ..Failure::default() }
    }

    /// The same, in a file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// The same, at a line of it.
    #[must_use]
    pub fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// The same, in a column.
    #[must_use]
    pub fn in_column(mut self, column: impl Into<String>) -> Self {
        self.column = Some(column.into());
        self
    }

    /// The same, about a value.
    #[must_use]
    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
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

/// What can fail.
pub type Result<T> = std::result::Result<T, Failure>;
