//! Options of a scan.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{EvidenceOptions, Preset, ReadingOptions, choice, path, reading};

/// Options of a scan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct ScanOptions {
    /// The table.
    #[serde(with = "path::one")]
    #[schemars(schema_with = "path::schema")]
    pub table: PathBuf,
    /// Measure this set of columns; repeatable [default: all that seem to be quasi-identifiers,
    /// each alone and all together].
    #[serde(deserialize_with = "reading::words")]
    pub set: Vec<String>,
    /// The column that says whose a row is, where people have several rows: people are counted
    /// instead of rows.
    #[serde(deserialize_with = "reading::word")]
    pub person: Option<String>,
    /// How many people an attacker may be looking among [default: the rows of the table, or its people
    /// where those are counted].
    #[serde(deserialize_with = "reading::word")]
    pub universe: Option<String>,
    /// How many values of a column an attacker can tell apart, where that is not the number of its
    /// distinct values; repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub domain: Vec<String>,
    /// Tell which columns fall under which rule: hipaa-safe-harbor.
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<Preset>")]
    pub preset: Option<Preset>,
    /// Which sets of columns are searched for.
    #[serde(flatten)]
    pub search: ScanSearchOptions,
    /// Write a release.toml to start from, with what each column seems to be.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub init: Option<PathBuf>,
    /// Replace an existing file.
    #[serde(deserialize_with = "reading::switch")]
    pub force: bool,
    /// What is written for people who were not there.
    #[serde(flatten)]
    pub evidence: EvidenceOptions,
    /// How tables are read.
    #[serde(flatten)]
    pub read: ReadingOptions,
}

/// Which sets of columns a scan searches for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct ScanSearchOptions {
    /// The share of rows, or people, that a set of columns must single out.
    #[serde(deserialize_with = "reading::one_word")]
    pub alpha: String,
    /// The most columns of a set, or `all`.
    #[serde(deserialize_with = "reading::one_word")]
    pub max_size: String,
    /// The most sets to list, or `all`.
    #[serde(deserialize_with = "reading::one_word")]
    pub most: String,
    /// Search among these columns only.
    #[serde(deserialize_with = "reading::word")]
    pub among: Option<String>,
    /// Hold at most so many rows, drawn at random; where people are counted, all rows of people drawn at
    /// random [default: as many as take 1 GB].
    #[serde(deserialize_with = "reading::word")]
    pub sample: Option<String>,
    /// With `sample`: how sure the search is to miss nothing [default: 99%].
    #[serde(deserialize_with = "reading::word")]
    pub confidence: Option<String>,
    /// With `sample`: the seed of the sample [default: 1].
    pub seed: Option<u64>,
    /// Stop searching after this long, as in 30s, 500ms or 5m, and list what was found.
    #[serde(deserialize_with = "reading::word")]
    pub time_limit: Option<String>,
}

impl Default for ScanSearchOptions {
    fn default() -> Self {
        ScanSearchOptions {
            alpha: "20%".to_owned(),
            max_size: "5".to_owned(),
            most: "1000".to_owned(),
            among: None,
            sample: None,
            confidence: None,
            seed: None,
            time_limit: None,
        }
    }
}
