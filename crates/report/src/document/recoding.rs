//! How the rows of a table came to be published. What is true of a generalized table is not true of
//! one whose secrets stand apart, nor of one that chance put together, so sentences ask here first.

use super::part::{Part, Read};
use super::verdict;

/// How rows are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recoding {
    /// Quasi-identifiers are generalized.
    Generalized,
    /// Sensitive values stand apart, by group.
    Anatomy,
    /// People of the population are drawn at random.
    Randomised,
}

impl Recoding {
    /// The recoding that a document names, or that its files tell.
    pub fn of(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Self> {
        let apart = verdict::input(evidence, "secrets")?.is_some();
        Ok(match whole.text("recoding")? {
            Some("anatomy") => Recoding::Anatomy,
            Some("randomised") => Recoding::Randomised,
            None if apart => Recoding::Anatomy,
            _ => Recoding::Generalized,
        })
    }

    /// What the classes of a document are.
    pub fn classes(self) -> &'static str {
        match self {
            Recoding::Anatomy => "groups in which secrets stand",
            Recoding::Generalized | Recoding::Randomised => "classes of rows that look alike",
        }
    }
}

/// The column that deals rows into groups, if there is one.
pub fn group<'a>(whole: &Part<'a>, evidence: Option<&Part<'a>>) -> Read<Option<&'a str>> {
    if let Some(group) = whole.text("group")? {
        return Ok(Some(group));
    }
    let question = evidence.map(|evidence| evidence.part("question")).transpose()?.flatten();
    question.map_or(Ok(None), |question| question.text("group"))
}
