//! Options of what judges a published table: check, attack and verify.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    CertificateOptions, EvidenceOptions, ModelOptions, Preset, PurposeOptions, ReadingOptions,
    RoleOptions, choice, path, reading,
};

/// Options of a check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct CheckOptions {
    /// The table.
    #[serde(with = "path::one")]
    #[schemars(schema_with = "path::schema")]
    pub table: PathBuf,
    /// The roles of columns.
    #[serde(flatten)]
    pub roles: RoleOptions,
    /// The column that says whose a row is, where people have several rows: people are counted
    /// instead of rows.
    #[serde(deserialize_with = "reading::word")]
    pub person: Option<String>,
    /// A column that further splits classes, as `deal` publishes one.
    #[serde(deserialize_with = "reading::word")]
    pub group: Option<String>,
    /// The other table of `recoding = anatomy`: the secrets of each group and their counts.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub secrets: Option<PathBuf>,
    /// Rows of `*` in every cell are suppressed rows and form no class.
    #[serde(deserialize_with = "reading::switch")]
    pub keep_suppressed: bool,
    /// A k that an authority prints: ipc-low (11), ipc-medium (15), ipc-high (20), small-cells (11). The page 'What
    /// regulators ask' of the manual names the sources.
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<Preset>")]
    pub preset: Option<Preset>,
    /// What is demanded.
    #[serde(flatten)]
    pub models: ModelOptions,
    /// Measure every demand for whoever knows at most this many quasi-identifiers of a person, whichever
    /// these are: on every set of 1 to N of them [default: all of them].
    pub known: Option<u64>,
    /// Rows of the table before any were suppressed, or people where those are counted: what `presence` promises people whom no
    /// published class matches depends on it.
    pub members: Option<u64>,
    /// The table that was published, as it was before: the risks of the table are measured beside it.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub original: Option<PathBuf>,
    /// The certificate of an earlier release of the same people, with its published file beside it: every demand
    /// is measured on what both show together, too; needs `original`; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub after: Vec<String>,
    /// How a column's labels are read, for k-map, hierarchical t-closeness and `original`; repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub hierarchy: Vec<String>,
    /// The level at which a whole column was published, where one label stands at several;
    /// repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub level: Vec<String>,
    /// What is written for people who were not there.
    #[serde(flatten)]
    pub evidence: EvidenceOptions,
    /// For whom the table is.
    #[serde(flatten)]
    pub purpose: PurposeOptions,
    /// What is written for others to verify.
    #[serde(flatten)]
    pub certificate: CertificateOptions,
    /// Replace an existing report or certificate.
    #[serde(deserialize_with = "reading::switch")]
    pub force: bool,
    /// How tables are read.
    #[serde(flatten)]
    pub read: ReadingOptions,
}

/// Options of an attack.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct AttackOptions {
    /// The published table.
    #[serde(with = "path::one")]
    #[schemars(schema_with = "path::schema")]
    pub table: PathBuf,
    /// The population, as a table with the quasi-identifiers: people who may be in the table.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub public: Option<PathBuf>,
    /// The table that was published, as it was before: measures by guesses how well people can be
    /// singled out, linked and inferred about without a register.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub original: Option<PathBuf>,
    /// People who are not in the original, with its columns: guesses about them are the control
    /// [default: a fifth of the people of the original, without their published rows].
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub control: Option<PathBuf>,
    /// Quasi-identifiers: what the adversary knows of everybody.
    #[serde(deserialize_with = "reading::names", serialize_with = "reading::write_names")]
    pub qi: Vec<String>,
    /// Sensitive columns: what the adversary wants to learn of people besides.
    #[serde(deserialize_with = "reading::names", serialize_with = "reading::write_names")]
    pub sensitive: Vec<String>,
    /// The column that says whose a row is, in both tables, where people have several rows: people are
    /// counted instead of rows.
    #[serde(deserialize_with = "reading::word")]
    pub person: Option<String>,
    /// The other table of `recoding = anatomy`: the secrets of each group and their counts.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub secrets: Option<PathBuf>,
    /// The column that says which group a row is in [default: 'group', with `secrets`].
    #[serde(deserialize_with = "reading::word")]
    pub group: Option<String>,
    /// How a column's labels are read; repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub hierarchy: Vec<String>,
    /// The level at which a whole column was published, where one label stands at several;
    /// repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub level: Vec<String>,
    /// A column of the population with the adversary's belief, before the release, that each person
    /// is in the table.
    #[serde(deserialize_with = "reading::word")]
    pub prior: Option<String>,
    /// How many rows the table had before any were suppressed, if that is known. Without it, it is
    /// unknown whether people whom no published class matches are in the table.
    pub members: Option<u64>,
    /// List so many people of the population who are the most exposed.
    pub worst: usize,
    /// Judge it too: everyone is in the table with a probability from MIN to MAX.
    #[serde(deserialize_with = "reading::word")]
    pub presence: Option<String>,
    /// What is written for people who were not there.
    #[serde(flatten)]
    pub evidence: EvidenceOptions,
    /// Replace an existing report.
    #[serde(deserialize_with = "reading::switch")]
    pub force: bool,
    /// How tables are read.
    #[serde(flatten)]
    pub read: ReadingOptions,
}

/// Options of a verification.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct VerifyOptions {
    /// The certificate; `-` is standard input, and files are then looked for here.
    #[serde(with = "path::one")]
    #[schemars(schema_with = "path::schema")]
    pub certificate: PathBuf,
    /// The published file, where it is neither where the certificate says nor beside it.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub published: Option<PathBuf>,
    /// The table of the population, where it is not beside the certificate.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub public: Option<PathBuf>,
    /// The key that `key` of a release or a masking wrote.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub key: Option<PathBuf>,
    /// The original table, to be proven with `key`.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub original: Option<PathBuf>,
    /// The release.toml, to be proven with `key`, if the release was made from one.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub settings: Option<PathBuf>,
    /// Fail if anything could not be checked again.
    #[serde(deserialize_with = "reading::switch")]
    pub strict: bool,
}
