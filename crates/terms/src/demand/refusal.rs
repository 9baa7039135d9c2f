//! Why a flag's words are no demand.

use thiserror::Error;

use crate::option;

/// What is wrong with words that were typed, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct DemandError {
    message: String,
    column: Option<String>,
    value: Option<String>,
}

impl DemandError {
    /// A refusal in a sentence.
    pub fn new(message: impl Into<String>) -> Self {
        DemandError { message: message.into(), column: None, value: None }
    }

    /// A word for an option that is none of those known.
    #[must_use]
    pub fn none_of(name: &str, word: &str, known: &[&str]) -> Self {
        let message = format!("{}: {}", option(name), not_one_of(word, known));
        DemandError::new(message).with_value(word)
    }

    /// The column that it is about.
    #[must_use]
    pub fn in_column(self, column: &str) -> Self {
        DemandError { column: Some(column.to_owned()), ..self }
    }

    /// The text that is wrong.
    #[must_use]
    pub fn with_value(self, value: &str) -> Self {
        DemandError { value: Some(value.to_owned()), ..self }
    }

    /// The column, if it is about one.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        self.column.as_deref()
    }

    /// The text that is wrong, if there is one.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }
}

/// "'quik' is none of quick, slow; did you mean 'quick'?"
#[must_use]
pub fn not_one_of(word: &str, known: &[&str]) -> String {
    let hint = did_you_mean(word, known.iter().copied());
    format!("'{word}' is none of {}{hint}", known.join(", "))
}

/// "; did you mean 'age'?" if something is close enough.
#[must_use]
pub fn did_you_mean<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = known
        .map(|name| (strsim::damerau_levenshtein(&word.to_lowercase(), &name.to_lowercase()), name))
        .min_by_key(|&(distance, _)| distance);
    match near {
        Some((distance, name)) if distance <= 2.max(word.chars().count() / 3) => {
            format!("; did you mean '{name}'?")
        }
        _ => String::new(),
    }
}
