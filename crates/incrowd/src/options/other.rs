//! Options of the commands that need no plan: `delta`, `hierarchy`, `explain` and `report`.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PurposeOptions, ReadingOptions, path, reading};

/// Options of a delta: what a policy knows and accepts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct DeltaOptions {
    /// How likely anyone is to have the trait of the people in the table, as is known without it.
    #[serde(deserialize_with = "reading::one_word")]
    pub prior: String,
    /// People in the table.
    #[serde(deserialize_with = "reading::one_word")]
    pub members: String,
    /// People in the population.
    #[serde(deserialize_with = "reading::one_word")]
    pub people: String,
    /// Accepted misuse: how much more a person may seem to cost after the release.
    #[serde(deserialize_with = "reading::one_word")]
    pub cost: String,
    /// What it is worth to know that a person has the trait.
    #[serde(deserialize_with = "reading::one_word")]
    pub gain: String,
    /// How much less a person may seem to cost after the release [default: no limit].
    #[serde(deserialize_with = "reading::word")]
    pub cost_out: Option<String>,
}

/// Options of a hierarchy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct HierarchyOptions {
    /// The column and its hierarchy, as `column=spec`.
    #[serde(deserialize_with = "reading::one_word")]
    pub hierarchy: String,
    /// The table whose values it must cover.
    #[serde(with = "path::one")]
    #[schemars(schema_with = "path::schema")]
    pub table: PathBuf,
    /// Write it as a file of chains, to edit and use as a hierarchy.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub export: Option<PathBuf>,
    /// Replace an existing file.
    #[serde(deserialize_with = "reading::switch")]
    pub force: bool,
    /// Lines of the outline.
    pub lines: usize,
    /// How tables are read.
    #[serde(flatten)]
    pub read: ReadingOptions,
}

impl Default for HierarchyOptions {
    fn default() -> Self {
        HierarchyOptions {
            hierarchy: String::new(),
            table: PathBuf::new(),
            export: None,
            force: false,
            lines: 40,
            read: ReadingOptions::default(),
        }
    }
}

/// Options of an explanation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct ExplainOptions {
    /// The model or the algorithm; without it, a list of all.
    #[serde(deserialize_with = "reading::word")]
    pub name: Option<String>,
}

/// Options of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct ReportOptions {
    /// The document, as `json` prints it, or a certificate; `-` is standard input.
    #[serde(with = "path::one")]
    #[schemars(schema_with = "path::schema")]
    pub result: PathBuf,
    /// Where to write the report; `-` is standard output.
    #[serde(with = "path::one")]
    #[schemars(schema_with = "path::schema")]
    pub output: PathBuf,
    /// For whom the table is.
    #[serde(flatten)]
    pub purpose: PurposeOptions,
    /// Replace an existing file.
    #[serde(deserialize_with = "reading::switch")]
    pub force: bool,
}
