//! How a command ends, and the exit status that says so.

use incrowd_document::{ErrorDetails, ErrorDocument};

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

/// The document of an error: the message and what applies.
pub fn document(error: &Error) -> ErrorDocument {
    let text = |text: Option<&str>| text.map(str::to_owned);
    ErrorDocument {
        error: ErrorDetails {
            message: sentence(error),
            file: text(error.file()),
            line: error.line(),
            column: text(error.column()),
            value: text(error.value()),
        },
    }
}
