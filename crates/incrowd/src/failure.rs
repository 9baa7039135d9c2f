//! The error under the name by which [`crate::run`] knows it.

pub(crate) use crate::error::{Error as Failure, Result};

impl Failure {
    /// An error of options, with a sentence.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Failure::options(message)
    }
}
