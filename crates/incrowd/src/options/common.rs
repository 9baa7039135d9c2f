//! Options that several commands share.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{path, reading};

/// How a command reports.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct ConsoleOptions {
    /// One JSON document on standard output, and nothing else there.
    #[serde(deserialize_with = "reading::switch")]
    pub json: bool,
    /// No progress and no remarks on standard error.
    #[serde(deserialize_with = "reading::switch")]
    pub quiet: bool,
    /// How long each step took, on standard error.
    #[serde(deserialize_with = "reading::switch")]
    pub verbose: bool,
    /// Worker threads; the result does not depend on it [default: all cores].
    pub threads: Option<usize>,
}

/// The roles of columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct RoleOptions {
    /// Quasi-identifiers: what an attacker may know of a person.
    #[serde(deserialize_with = "reading::names", serialize_with = "reading::write_names")]
    pub qi: Vec<String>,
    /// Sensitive columns: what nobody should learn of a person.
    #[serde(deserialize_with = "reading::names", serialize_with = "reading::write_names")]
    pub sensitive: Vec<String>,
}

/// How tables are read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct ReadingOptions {
    /// The byte between cells [default: tab in .tsv, comma elsewhere].
    #[serde(deserialize_with = "reading::word")]
    pub delimiter: Option<String>,
    /// The first line is a row.
    #[serde(deserialize_with = "reading::switch")]
    pub no_header: bool,
    /// Names for the columns, replacing the header's.
    #[serde(deserialize_with = "reading::names", serialize_with = "reading::write_names")]
    pub names: Vec<String>,
    /// Ignore blanks around cells.
    #[serde(deserialize_with = "reading::switch")]
    pub trim: bool,
    /// Skip lines that start with this byte.
    #[serde(deserialize_with = "reading::word")]
    pub comment: Option<String>,
    /// The encoding of delimited files, such as windows-1252 [default: UTF-8, or UTF-16 by its mark].
    #[serde(deserialize_with = "reading::word")]
    pub encoding: Option<String>,
    /// The sheet of a spreadsheet [default: the only one].
    #[serde(deserialize_with = "reading::word")]
    pub sheet: Option<String>,
    /// What stands before the fraction of numbers, for all columns or for one: `,` or `.` [default: .];
    /// repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub decimal: Vec<String>,
    /// What separates the thousands of a column's numbers; repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub thousands: Vec<String>,
    /// How dates are written, for all columns or for one, with the signs of strftime [default:
    /// %Y-%m-%d]; they are published so, too; repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub date_format: Vec<String>,
    /// A text that stands for a missing value, besides the empty one; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub null: Vec<String>,
    /// Declare a column text, integer, decimal, date or boolean; repeatable.
    #[serde(rename = "type", deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub kind: Vec<String>,
}

/// What is written for people who were not there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct EvidenceOptions {
    /// Write a report to read, print and sign: one HTML file that needs nothing else.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub report: Option<PathBuf>,
    /// Put what a report shows into `json` too, for `incrowd report`.
    #[serde(deserialize_with = "reading::switch")]
    pub evidence: bool,
}

/// For whom a table is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct PurposeOptions {
    /// Who gets the table and what for, as text: it fills that field of the report, to be signed.
    #[serde(rename = "for", deserialize_with = "reading::word")]
    pub purpose: Option<String>,
}

/// What is written for others to verify.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct CertificateOptions {
    /// Write a certificate, to go with the published table: `incrowd verify` checks it. It holds what
    /// can be measured in the published table and public files, and nothing else of the original than
    /// its number of rows.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub certificate: Option<PathBuf>,
    /// Write a new random key to a file of its own, and let the certificate commit to the original
    /// table: with the key, `incrowd verify` proves later what the release was made from (`key` and
    /// `original`). Keep it secret, never beside the release.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub key: Option<PathBuf>,
}
