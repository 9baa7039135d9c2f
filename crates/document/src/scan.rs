//! The answer of `incrowd scan`.

use incrowd_judge::uniqueness::Estimates;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::{EngineUse, Evidence, SafeHarborColumn, SafeHarborRule};

/// What a table tells about people before anything is done to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScanDocument {
    /// The name of the table.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub table: Option<String>,
    /// Rows of the table.
    pub rows: u64,
    /// Its people, where a column says whose a row is: uniqueness and all figures of sets then count
    /// people, for whoever knows one row of a person.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub people: Option<u64>,
    /// Every column, with a suggested role.
    pub columns: Vec<ScanColumn>,
    /// How far sets of columns single people out.
    pub sets: Vec<ColumnSet>,
    /// The minimal sets of columns that single people out.
    pub minimal_quasi_identifiers: Vec<Vec<String>>,
    /// All minimal sets of up to so many columns are listed.
    pub complete_to_size: u64,
    /// How the minimal sets were found.
    pub search: ScanSearch,
    /// The sample that was looked at; null if it was the whole table.
    pub sample: Option<SampleInfo>,
    /// The rules of safe harbor, if they were asked for.
    pub safe_harbor: Option<Vec<SafeHarborRule>>,
    /// Columns that safe harbor treats although they fall under none of its rules.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub safe_harbor_unlisted: Vec<SafeHarborColumn>,
    /// What to be aware of.
    pub warnings: Vec<String>,
    /// The release.toml that was written.
    pub init: Option<String>,
    /// The releases that were tried before it was written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub trials: Option<ScanTrials>,
    /// What a reader needs besides, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub evidence: Option<Evidence>,
    /// The database that did a part of the work, if the table is in one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub engine: Option<EngineUse>,
}

/// The releases that were tried before one was proposed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScanTrials {
    /// Those that were found, the proposed one first.
    pub releases: Vec<TriedRelease>,
    /// Rows that were tried; null if it was the whole table. A sample loses more than the table.
    pub sample: Option<u64>,
    /// Whether they have at least two sensitive values per class.
    pub diverse: bool,
    /// Why one recoding was not tried.
    pub untried: Option<String>,
}

/// A release that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TriedRelease {
    /// `full-domain` or `multidimensional`.
    pub recoding: String,
    /// What it loses of the quasi-identifiers, from 0 to 1.
    pub loss: f64,
    /// Rows that were tried.
    pub rows: u64,
    /// Rows that it leaves out.
    pub suppressed: u64,
    /// People whose sensitive value it tells, beyond what one would guess.
    pub disclosed: u64,
    /// The quasi-identifiers of a row that it would publish.
    pub sample: Vec<String>,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScanColumn {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    #[serde(rename = "type")]
    pub kind: String,
    /// Distinct values.
    pub distinct: u64,
    /// Missing values.
    pub missing: u64,
    /// The entropy of its values, in bits.
    pub entropy: f64,
    /// Rows that the column alone singles out; people, where people are counted.
    pub unique_rows: u64,
    /// `id`, `person`, `qi`, `sensitive` or `plain`.
    pub suggested_role: String,
    /// Why.
    pub why: String,
}

/// How far a set of columns singles people out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ColumnSet {
    /// The columns.
    pub columns: Vec<String>,
    /// Rows that are alone in their class; people who are alone in one of theirs, where people are
    /// counted.
    pub unique_rows: u64,
    /// Their share.
    pub unique_fraction: Option<f64>,
    /// Rows, or people, of the smallest class.
    pub smallest_class: u64,
    /// Classes.
    pub classes: u64,
    /// Possible combinations of values.
    pub domain: Option<Number>,
    /// The greatest share of people to be expected unique, from the domain alone.
    pub bound: f64,
    /// The domain beyond which more people are expected unique than asked for.
    pub cap: f64,
    /// People of the population.
    pub universe: u64,
    /// Whether the domain alone allows more unique people than asked for.
    pub dangerous: bool,
    /// People per combination, from the domain alone.
    pub k_estimate: f64,
    /// Distinct rows per row; of people, the mean of one over the people who share the row that the
    /// fewest share.
    pub distinction: Option<f64>,
    /// The share of pairs of rows that the set tells apart; of people, the mean share of the others who
    /// do not share that row.
    pub separation: Option<f64>,
    /// People of the population who are unique, estimated.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub uniqueness: Option<Estimates>,
}

/// How the minimal sets were found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScanSearch {
    /// A set singles people out if at least this share of the rows, or people, is unique.
    pub alpha: f64,
    /// The largest sets that were searched; null if all sizes were.
    pub max_size: Option<u64>,
    /// Why the search ended: `exhausted`, `size`, `full`, `work` or `time`.
    pub ending: String,
    /// Sets that were counted.
    pub counted: u64,
    /// Unique rows, or people, of each minimal set.
    pub unique_rows: Vec<u64>,
}

/// A sample of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SampleInfo {
    /// Rows of the sample.
    pub rows: u64,
    /// Rows of the table.
    pub of: u64,
    /// The people who were drawn with all their rows, where people are counted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub people: Option<u64>,
    /// The confidence of what is said about the table.
    pub confidence: f64,
    /// How far shares of the sample and of the table may differ.
    pub margin: f64,
}
