//! Why a database did not do what it was asked to.

use postgres::error::{DbError, SqlState};

/// What kind of failure an [`EngineError`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// The address makes no sense, or cannot be reached as it says.
    Address,
    /// There is no session with the server, or it ended.
    Connection,
    /// A right is missing.
    Denied,
    /// A table is locked by someone else.
    Locked,
    /// A table is not there, or not any more.
    Missing,
    /// A table is there already.
    Exists,
    /// The statement was cancelled.
    Cancelled,
    /// Anything else that the server says.
    Refused,
}

/// Why a database did not do what it was asked to. The message holds no password.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct EngineError {
    failure: Failure,
    message: String,
}

impl EngineError {
    /// An error with a sentence.
    pub(crate) fn new(failure: Failure, message: impl Into<String>) -> EngineError {
        EngineError { failure, message: message.into() }
    }

    /// What kind of failure it is.
    #[must_use]
    pub fn failure(&self) -> Failure {
        self.failure
    }

    /// What a server said to a statement, or that it says nothing any more.
    pub(crate) fn of_statement(name: &str, doing: &str, error: &postgres::Error) -> EngineError {
        match error.as_db_error() {
            Some(said) => {
                EngineError::new(failure_of(said), format!("{name}: {doing}: {}", words_of(said)))
            }
            None => EngineError::new(
                Failure::Connection,
                format!("{name}: {doing}: the connection to the server was lost: {error}"),
            ),
        }
    }

    /// Why no session began. What the driver says of an address may quote it, so only the server's
    /// own words are passed on, and those of the system.
    pub(crate) fn of_connection(name: &str, error: &postgres::Error) -> EngineError {
        let why = match error.as_db_error() {
            Some(said) => words_of(said),
            None => std::error::Error::source(error)
                .map_or_else(|| error.to_string(), ToString::to_string),
        };
        EngineError::new(Failure::Connection, format!("{name}: no connection: {why}"))
    }
}

/// The server's sentence, with its details and its code.
fn words_of(said: &DbError) -> String {
    let mut words = said.message().to_owned();
    if let Some(detail) = said.detail() {
        words = format!("{words} ({detail})");
    }
    format!("{words} [{}]", said.code().code())
}

fn failure_of(said: &DbError) -> Failure {
    match said.code() {
        code if *code == SqlState::INSUFFICIENT_PRIVILEGE => Failure::Denied,
        code if *code == SqlState::LOCK_NOT_AVAILABLE => Failure::Locked,
        code if *code == SqlState::UNDEFINED_TABLE => Failure::Missing,
        code if *code == SqlState::DUPLICATE_TABLE => Failure::Exists,
        code if *code == SqlState::QUERY_CANCELED => Failure::Cancelled,
        code if *code == SqlState::ADMIN_SHUTDOWN => Failure::Connection,
        _ => Failure::Refused,
    }
}
