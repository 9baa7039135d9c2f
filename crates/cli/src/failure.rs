//! How a command ends, and the exit status that says so.

use incrowd_document::{ErrorDocument, Problem};

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

/// The document of a failure: the message and what applies.
pub fn document(failure: &Failure) -> ErrorDocument {
    let Failure { message, file, line, column, value, .. } = failure.clone();
    ErrorDocument { error: Problem { message, file, line, column, value } }
}
