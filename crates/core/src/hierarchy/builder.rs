//! The interface of hierarchy builders: they make the chains of a column's values, and define the
//! syntax of their specification.
//!
//! A builder is a file here that implements [`Builder`] and defines its [`BuilderForm`], and a line in
//! [`BUILDERS`](super::BUILDERS). Programs can use their own builders without listing them:
//! [`Spec::of`].

use std::fmt;

use super::spec::forms;
use super::{Domain, Fault, Hierarchy, HierarchyError, Spec, UnreadSpec};

/// Makes the hierarchy of a column.
pub trait Builder: fmt::Debug + Send + Sync {
    /// The words that ask for exactly this, parameters included: `mask:5`. Two builders with the
    /// same words make the same hierarchies, unless they read different files.
    fn words(&self) -> String;

    /// Makes the chains of all values of the domain: each of them must be a leaf.
    ///
    /// # Errors
    /// Whatever keeps them from being a tree with one top over all values of the data.
    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault>;

    /// The file that lists the values, if there is one. Only such a builder may accept values that
    /// look generalized, because its file may list them.
    fn listing(&self) -> Option<&ListingFile> {
        None
    }
}

/// A file that lists values: the library itself reads no files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingFile {
    /// The file's name, for messages.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// How users ask for a builder.
#[derive(Clone, Copy, Debug)]
pub struct BuilderForm {
    /// The builder's name, which is also that of its source file.
    pub name: &'static str,
    /// What users write, as messages show it: `intervals:5,10,20`.
    pub example: &'static str,
    /// What makes a builder of the words.
    pub reading: BuilderSyntax,
}

/// What follows a builder's name, and how it is read.
#[derive(Clone, Copy, Debug)]
pub enum BuilderSyntax {
    /// Nothing: `auto`.
    Alone(fn() -> Spec),
    /// Parameters: `intervals:5,10`.
    Parameters(fn(&BuilderParameters<'_>) -> Result<Spec, Fault>),
    /// The path of a file: `tree:jobs.txt`.
    File(fn(ListingFile) -> Spec),
    /// There is no name: the words are the path of a file.
    Path(fn(ListingFile) -> Spec),
}

/// The words of a user who asks for a builder with parameters.
#[derive(Clone, Copy, Debug)]
pub struct BuilderParameters<'t> {
    /// All of them.
    pub text: &'t str,
    /// What follows the colon.
    pub parameters: &'t str,
}

impl BuilderForm {
    /// Understands words that ask for this builder.
    ///
    /// # Errors
    /// Words that do not, and parameters that are missing, too many, or refused whatever the data.
    pub fn read(&self, text: &str) -> Result<UnreadSpec, HierarchyError> {
        self.understand(text).map_err(HierarchyError::new)
    }

    /// Whether words that start like this ask for this builder.
    pub(super) fn is_called(&self, word: &str) -> bool {
        self.name == word && !matches!(self.reading, BuilderSyntax::Path(_))
    }

    pub(super) fn understand(&self, text: &str) -> Result<UnreadSpec, Fault> {
        let bad = |why: String| Fault::BadSpec { spec: text.to_owned(), why };
        let (word, parameters) = split(text);
        match (self.reading, parameters) {
            (BuilderSyntax::Path(make), _) => {
                Ok(UnreadSpec::File { name: None, path: text.to_owned(), make })
            }
            _ if !self.is_called(word) => Err(bad(format!("write {}", self.example))),
            (BuilderSyntax::File(make), Some(path)) if !path.is_empty() => {
                Ok(UnreadSpec::File { name: Some(self.name), path: path.to_owned(), make })
            }
            (BuilderSyntax::Parameters(read), Some(parameters)) => {
                read(&BuilderParameters { text, parameters }).map(UnreadSpec::Ready)
            }
            (BuilderSyntax::Alone(make), None) => Ok(UnreadSpec::Ready(make())),
            (BuilderSyntax::Alone(_), Some(_)) => {
                Err(bad(format!("'{}' takes no parameter", self.name)))
            }
            (BuilderSyntax::File(_) | BuilderSyntax::Parameters(_), _) => {
                Err(bad(format!("'{}' needs a parameter; write {}", self.name, forms())))
            }
        }
    }
}

/// The word with which a user's words start, and what follows the colon.
pub(super) fn split(text: &str) -> (&str, Option<&str>) {
    match text.split_once(':') {
        Some((word, parameters)) => (word, Some(parameters)),
        None => (text, None),
    }
}

impl<'t> BuilderParameters<'t> {
    /// The parameters between commas, without the spaces around them. An empty list is left to the
    /// builder's own check, which says what is needed.
    ///
    /// # Errors
    /// What `read` says of the first parameter that it does not understand.
    pub fn list<T>(&self, read: impl Fn(&'t str) -> Result<T, String>) -> Result<Vec<T>, Fault> {
        if self.parameters.trim().is_empty() {
            return Ok(Vec::new());
        }
        let parts = self.parameters.split(',').map(str::trim);
        parts.map(|part| read(part).map_err(|why| self.bad(why))).collect()
    }

    /// The fault of these words.
    #[must_use]
    pub fn bad(&self, why: String) -> Fault {
        Fault::BadSpec { spec: self.text.to_owned(), why }
    }
}

/// A builder's words with a list of parameters.
pub(super) fn listed(name: &str, parameters: impl Iterator<Item: fmt::Display>) -> String {
    let parameters: Vec<String> = parameters.map(|parameter| parameter.to_string()).collect();
    format!("{name}:{}", parameters.join(","))
}
