//! Options of masking.

use std::path::PathBuf;

use incrowd_columns::mask::cluster::Ties;
use incrowd_columns::mask::numbers::Grouping;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    CertificateOptions, EvidenceOptions, Preset, PurposeOptions, ReadingOptions, choice, path,
    reading,
};
use crate::masking::{CellCounting, PublishedGroup};

/// Options of masking.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct MaskOptions {
    /// The table; `plan` can do without one.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub table: Option<PathBuf>,
    /// Quasi-identifiers: the columns that share out the cells, unless `column` says otherwise.
    #[serde(deserialize_with = "reading::names", serialize_with = "reading::write_names")]
    pub qi: Vec<String>,
    /// Columns that name people: dropped.
    #[serde(deserialize_with = "reading::names", serialize_with = "reading::write_names")]
    pub id: Vec<String>,
    /// The column that says whose a row is, where people have several rows: people are counted
    /// instead of rows. It is dropped, or published by `column COL = pseudonym`.
    #[serde(deserialize_with = "reading::word")]
    pub person: Option<String>,
    /// What becomes of a column; repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub column: Vec<String>,
    /// What an authority prints: hipaa-safe-harbor (rules about columns, which `column` overrides), or a k: ipc-low (11),
    /// ipc-medium (15), ipc-high (20), small-cells (11).
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<Preset>")]
    pub preset: Option<Preset>,
    /// For the preset and zip3: a table of three-digit zip areas and their populations [default:
    /// the census of 2020; areas that had few people then or before, or that it does not know, become 000].
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub zip3: Option<PathBuf>,
    /// For the preset, year and birth-year: the day on which people's ages count, as in 2024-06-30.
    #[serde(deserialize_with = "reading::word")]
    pub reference_date: Option<String>,
    /// A file whose bytes are the key of pseudonyms and date shifts, at least 16; of a file of text, without the
    /// line ends at its end. Keep it secret.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub key_file: Option<PathBuf>,
    /// A column's hierarchy, as for release; repeatable [default: zips by their digits, other
    /// texts keep or *].
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub hierarchy: Vec<String>,
    /// How numbers and dates are grouped [default: quantile].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<Grouping>")]
    pub method: Option<Grouping>,
    /// Whether equal numbers are published alike: together, or cut where that moves rows less
    /// [default: together].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<Ties>")]
    pub ties: Option<Ties>,
    /// What groups of numbers are published as: range (`lo` to `hi`), or centre, one number that may be
    /// nobody's; a group of all is * [default: range].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<PublishedGroup>")]
    pub publish: Option<PublishedGroup>,
    /// The crowd: people of the universe who share what is published of a person.
    #[serde(deserialize_with = "reading::word")]
    pub k: Option<String>,
    /// How likely a crowd may be smaller.
    #[serde(deserialize_with = "reading::word")]
    pub beta: Option<String>,
    /// How many people there are of whom the table holds some [default: the rows of the table, or its
    /// people where those are counted].
    #[serde(deserialize_with = "reading::word")]
    pub universe: Option<String>,
    /// How cells are counted: theorem (Lodha & Thomas 2007's bound), exact (the binomial tail), simultaneous (all
    /// cells at once) [default: theorem].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<CellCounting>")]
    pub cells: Option<CellCounting>,
    /// Count cells without assuming that they are equally likely.
    #[serde(deserialize_with = "reading::switch")]
    pub distribution_free: bool,
    /// Make a column's detail count more or less; repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub weight: Vec<String>,
    /// How many values a column can have [default: those in the table]; repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub domain: Vec<String>,
    /// Print the plan only: cells, and values per column.
    #[serde(deserialize_with = "reading::switch")]
    pub plan: bool,
    /// Where to publish; `-` is standard output.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub output: Option<PathBuf>,
    /// Replace an existing output.
    #[serde(deserialize_with = "reading::switch")]
    pub force: bool,
    /// Publish nothing if fewer than K rows, or people, share what is published, another risk was found, or a
    /// kept column looks identifying.
    #[serde(deserialize_with = "reading::switch")]
    pub strict: bool,
    /// With sketch: the seed of its sample, to get the same file again; whoever knows or guesses it can draw
    /// the same sample from candidate tables [default: chance comes from the operating system].
    pub seed: Option<u64>,
    /// What is written for people who were not there.
    #[serde(flatten)]
    pub evidence: EvidenceOptions,
    /// For whom the table is.
    #[serde(flatten)]
    pub purpose: PurposeOptions,
    /// What is written for others to verify.
    #[serde(flatten)]
    pub certificate: CertificateOptions,
    /// How tables are read.
    #[serde(flatten)]
    pub read: ReadingOptions,
}
