//! The answer of `incrowd explain`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A page about a model or an algorithm, or the list of all pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ExplainDocument {
    /// One page.
    Page(ExplainPage),
    /// All pages.
    List {
        /// The pages about models.
        models: Vec<PageSummary>,
        /// The pages about algorithms.
        algorithms: Vec<PageSummary>,
    },
}

/// A page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ExplainPage {
    /// About a model.
    Model {
        /// The model.
        model: String,
        /// The names by which the page is found.
        names: Vec<String>,
        /// The text, in Markdown.
        page: String,
    },
    /// About an algorithm.
    Algorithm {
        /// The algorithm.
        algorithm: String,
        /// The names by which the page is found.
        names: Vec<String>,
        /// The text, in Markdown.
        page: String,
    },
}

/// A page in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PageSummary {
    /// About a model.
    Model {
        /// The model.
        model: String,
        /// What it promises, in one clause.
        promises: String,
    },
    /// About an algorithm.
    Algorithm {
        /// The algorithm.
        algorithm: String,
        /// What it promises, in one clause.
        promises: String,
    },
}
