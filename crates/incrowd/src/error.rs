//! Why something failed: a kind, a sentence, and where.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

use incrowd_core::hierarchy::{Fault, HierarchyError};
use incrowd_core::terms::DemandError;
use incrowd_engine::{EngineError, Failure};
use incrowd_io::{IoError, Problem};
use incrowd_judge::JudgeError;

/// What kind of failure an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Options that are wrong, contradict each other or have no effect.
    Options,
    /// A table or another file that cannot be read, or that does not hold what it should.
    Input,
    /// An output that cannot be written.
    Output,
    /// An output that exists and may not be replaced.
    Exists,
    /// Work that was cancelled.
    Cancelled,
    /// A defect of incrowd or of the machine.
    Internal,
}

/// What is wrong with the options or with what was read.
///
/// Sentences name options in backticks (`` `suppress = 2%` ``), as the keys of release.toml are
/// written, so that each front end can show them in its own form.
///
/// ```
/// use incrowd::{Error, ErrorKind};
/// let error = Error::input("t.csv, line 3: 'x' is no number").in_file("t.csv").at_line(3);
/// assert_eq!((error.kind(), error.line()), (ErrorKind::Input, Some(3)));
/// ```
#[derive(Clone, Debug)]
pub struct Error(Box<Report>);

#[derive(Clone, Debug)]
struct Report {
    kind: ErrorKind,
    message: String,
    file: Option<String>,
    line: Option<u64>,
    column: Option<String>,
    value: Option<String>,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

impl Error {
    /// An error of a kind, with a sentence.
    #[must_use]
    pub fn of_kind(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error(Box::new(Report {
            kind,
            message: message.into(),
            file: None,
            line: None,
            column: None,
            value: None,
            source: None,
        }))
    }

    /// Wrong options.
    #[must_use]
    pub fn options(message: impl Into<String>) -> Self {
        Error::of_kind(ErrorKind::Options, message)
    }

    /// A table or another file that is wrong.
    #[must_use]
    pub fn input(message: impl Into<String>) -> Self {
        Error::of_kind(ErrorKind::Input, message)
    }

    /// An output that cannot be written.
    #[must_use]
    pub fn output(message: impl Into<String>) -> Self {
        Error::of_kind(ErrorKind::Output, message)
    }

    /// A defect of incrowd or of the machine.
    #[must_use]
    pub fn internal(message: impl Into<String>) -> Self {
        Error::of_kind(ErrorKind::Internal, message)
    }

    /// The same error with another sentence.
    #[must_use]
    pub fn saying(mut self, message: impl Into<String>) -> Self {
        self.0.message = message.into();
        self
    }

    /// The same error, in a file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.0.file = Some(file.into());
        self
    }

    /// The same error, at a line of the file.
    #[must_use]
    pub fn at_line(mut self, line: u64) -> Self {
        self.0.line = Some(line);
        self
    }

    /// The same error, in a column.
    #[must_use]
    pub fn in_column(mut self, column: impl Into<String>) -> Self {
        self.0.column = Some(column.into());
        self
    }

    /// The same error, about a value.
    #[must_use]
    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.0.value = Some(value.into());
        self
    }

    /// The same error, with the one that caused it.
    #[must_use]
    pub fn because(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.0.source = Some(Arc::new(source));
        self
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The sentence: what is wrong, where, and what would be right.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The file that it is about.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.0.file.as_deref()
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        self.0.line
    }

    /// The column.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        self.0.column.as_deref()
    }

    /// The value that was found.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        self.0.value.as_deref()
    }
}

/// Keeps an error of another crate as the source, with its sentence and its place.
macro_rules! placed {
    ($($error:ty: $kind:ident),*) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Error(Box::new(Report {
                    kind: $kind(&error),
                    message: error.to_string(),
                    file: error.file().map(Into::into),
                    line: error.line(),
                    column: error.column().map(Into::into),
                    value: error.value().map(Into::into),
                    source: Some(Arc::new(error)),
                }))
            }
        }
    )*};
}

placed!(IoError: kind_of_io, HierarchyError: kind_of_hierarchy, JudgeError: kind_of_judge);

impl From<DemandError> for Error {
    fn from(refusal: DemandError) -> Self {
        let mut error = Error::options(refusal.to_string());
        error.0.column = refusal.column().map(Into::into);
        error.0.value = refusal.value().map(Into::into);
        error.because(refusal)
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        let kind = match error.failure() {
            Failure::Address => ErrorKind::Options,
            Failure::Exists => ErrorKind::Exists,
            Failure::Cancelled => ErrorKind::Cancelled,
            _ => ErrorKind::Input,
        };
        Error::of_kind(kind, error.to_string()).because(error)
    }
}

fn kind_of_io(error: &IoError) -> ErrorKind {
    match error.problem() {
        Problem::Exists => ErrorKind::Exists,
        Problem::Cancelled => ErrorKind::Cancelled,
        Problem::Options(_) | Problem::NameCount { .. } | Problem::Database => ErrorKind::Options,
        Problem::IsInput
        | Problem::NotRegular
        | Problem::NoFolder(_)
        | Problem::ClosedFolder { .. }
        | Problem::Unwritable(_)
        | Problem::DiskFull
        | Problem::Unfit(_) => ErrorKind::Output,
        _ => ErrorKind::Input,
    }
}

fn kind_of_hierarchy(error: &HierarchyError) -> ErrorKind {
    match error.fault() {
        Fault::BadSpec { .. } => ErrorKind::Options,
        _ => ErrorKind::Input,
    }
}

fn kind_of_judge(error: &JudgeError) -> ErrorKind {
    match error {
        JudgeError::Read(error) => kind_of_io(error),
        JudgeError::UnknownColumn { .. }
        | JudgeError::NamedTwice { .. }
        | JudgeError::NotSensitive { .. }
        | JudgeError::NotOrdered { .. }
        | JudgeError::NotMeasurable { .. }
        | JudgeError::NoZero { .. }
        | JudgeError::NoHierarchy { .. }
        | JudgeError::NoPopulation { .. }
        | JudgeError::NoDistribution { .. }
        | JudgeError::PopulationTooSmall { .. } => ErrorKind::Options,
        _ => ErrorKind::Input,
    }
}

/// The result of what can fail.
pub type Result<T> = std::result::Result<T, Error>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_below_is_kept() {
        let error = Error::from(IoError::new("out.csv", Problem::Exists).at_line(4));
        assert_eq!(
            (error.kind(), error.file(), error.line()),
            (ErrorKind::Exists, Some("out.csv"), Some(4))
        );
        let source = error.source().and_then(|source| source.downcast_ref::<IoError>());
        assert!(source.is_some_and(|source| matches!(source.problem(), Problem::Exists)));
        let full = Error::from(JudgeError::Read(IoError::new("t.csv", Problem::DiskFull)));
        assert_eq!(full.kind(), ErrorKind::Output);
        let refusal = Error::from(DemandError::none_of("effort", "quick", &["fast"]));
        assert_eq!((refusal.kind(), refusal.value()), (ErrorKind::Options, Some("quick")));
        assert!(refusal.source().is_some_and(|source| source.is::<DemandError>()));
    }
}
