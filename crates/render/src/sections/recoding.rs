//! How the rows of a table came to be published. Sentences that hold for a generalized table do not
//! hold for Anatomy or for people drawn at random.

/// How rows are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recoding {
    /// Quasi-identifiers are generalized.
    Generalized,
    /// Sensitive values are published apart, by group.
    Anatomy,
    /// People of the population are drawn at random.
    Randomised,
}

impl Recoding {
    /// The recoding of a name.
    pub fn named(name: &str) -> Self {
        match name {
            "anatomy" => Recoding::Anatomy,
            "randomised" => Recoding::Randomised,
            _ => Recoding::Generalized,
        }
    }

    /// What the classes of a document are.
    pub fn classes(self) -> &'static str {
        match self {
            Recoding::Anatomy => "groups of sensitive values",
            Recoding::Generalized | Recoding::Randomised => "equivalence classes",
        }
    }
}
