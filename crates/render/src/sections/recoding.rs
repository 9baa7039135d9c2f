//! How the rows of a table came to be published. Sentences that hold for a generalized table do not
//! hold for Anatomy or for people drawn at random.

/// How rows are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublishedForm {
    /// Quasi-identifiers are generalized.
    Generalized,
    /// Sensitive values are published apart, by group.
    Anatomy,
    /// People of the population are drawn at random.
    Randomised,
}

impl PublishedForm {
    /// The recoding of a name.
    pub fn named(name: &str) -> Self {
        match name {
            "anatomy" => PublishedForm::Anatomy,
            "randomised" => PublishedForm::Randomised,
            _ => PublishedForm::Generalized,
        }
    }

    /// What the classes of a document are.
    pub fn classes(self) -> &'static str {
        match self {
            PublishedForm::Anatomy => "groups of sensitive values",
            PublishedForm::Generalized | PublishedForm::Randomised => "equivalence classes",
        }
    }
}
