//! Options of a release: the keys of release.toml.

use std::path::PathBuf;

use incrowd_core::cost::{Cost, CostOver};
use incrowd_core::search::{Algorithm, BoxEnds, Effort, Recoding};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    CertificateOptions, ConsoleOptions, EvidenceOptions, ModelOptions, Preset, PurposeOptions,
    ReadingOptions, RoleOptions, choice, path, reading,
};
use crate::Order;

/// Options of a release: the keys of release.toml.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct ReleaseOptions {
    /// The table, or a release.toml that names it and holds any of these options. A table in PostgreSQL is
    /// named postgres://user@host/db#schema.table.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub table: Option<PathBuf>,
    /// The roles of columns.
    #[serde(flatten)]
    pub roles: RoleOptions,
    /// Columns that name people: dropped.
    #[serde(deserialize_with = "reading::names", serialize_with = "reading::write_names")]
    pub id: Vec<String>,
    /// The column that says whose a row is, where people have several rows: people are counted
    /// instead of rows. It is dropped.
    #[serde(deserialize_with = "reading::word")]
    pub person: Option<String>,
    /// The table is the whole population; only rows with this value are to be published. The
    /// column is dropped.
    #[serde(deserialize_with = "reading::word")]
    pub member: Option<String>,
    /// A k that an authority prints: ipc-low (11), ipc-medium (15), ipc-high (20), small-cells (11). The page 'What
    /// regulators ask' of the manual names the sources.
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<Preset>")]
    pub preset: Option<Preset>,
    /// What is demanded.
    #[serde(flatten)]
    pub models: ModelOptions,
    /// How the table is generalized.
    #[serde(flatten)]
    pub how: MethodOptions,
    /// What is published, and where.
    #[serde(flatten)]
    pub out: PublishOptions,
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
    /// How the command reports; programs do not need it.
    #[serde(flatten)]
    pub console: ConsoleOptions,
    /// The release.toml that some of these options come from.
    #[serde(skip)]
    pub file: Option<PathBuf>,
}

/// How a table is generalized.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct MethodOptions {
    /// A column's hierarchy, as COL=SPEC; repeatable [default: auto for numbers, keep or * for the rest].
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub hierarchy: Vec<String>,
    /// Limit a column's levels, as in age=1..3 or age=2; repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub level: Vec<String>,
    /// Make a column's loss count more or less; repeatable.
    #[serde(deserialize_with = "reading::words")]
    #[schemars(extend("x-by-column" = true))]
    pub weight: Vec<String>,
    /// Rows that may be left out, as a share or a number [default: 0].
    #[serde(deserialize_with = "reading::word")]
    pub suppress: Option<String>,
    /// What to minimise [default: loss].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<Cost>")]
    pub cost: Option<Cost>,
    /// How to generalize [default: full-domain].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<Recoding>")]
    pub recoding: Option<Recoding>,
    /// How to search [default: the best of the recoding].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<&'static dyn Algorithm>")]
    pub algorithm: Option<&'static dyn Algorithm>,
    /// With `recoding = multidimensional` and `local`: where ranges may end. With nodes, every published
    /// value is a single label of its hierarchy [default: values].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<BoxEnds>")]
    pub cut: Option<BoxEnds>,
    /// With `recoding = local-suppression`: demand everything only for whoever knows at most this many
    /// quasi-identifiers of a person, whichever these are: on every set of 1 to N of them
    /// [default: all of them].
    pub known: Option<u64>,
    /// With `recoding = full-domain`: list all minimal nodes too, those that meet the demands while
    /// nothing more specific does.
    #[serde(deserialize_with = "reading::switch")]
    pub all_minimal: bool,
    /// For `proximity` and `delta-l`: deal the rows of each class into groups in which numbers lie
    /// apart, and publish each row's group in a column 'group'.
    #[serde(deserialize_with = "reading::switch")]
    pub deal: bool,
    /// With `recoding = local`: let clusters overlap where that loses less, if the judge can prove
    /// the demands of the result all the same.
    #[serde(deserialize_with = "reading::switch")]
    pub overlap: bool,
    /// Whose loss counts: members (rows of the table) or public (people of the population)
    /// [default: members].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<CostOver>")]
    pub cost_over: Option<CostOver>,
    /// How hard to think: fast, normal or high. Full-domain searches end with the proof, or where
    /// the effort ends: after 1000 nodes (fast), some seconds (normal) or ten times as long (high),
    /// by counts and not by the clock; mondrian and mpalm go one way, and take none. With `presence`, multidimensional searches but for fast also try a fixed grid of
    /// tighter deltas; a looser delta can cost more than a tighter one off the grid
    /// [default: normal].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<Effort>")]
    pub effort: Option<Effort>,
    /// Search on until the release is proven to cost least, whatever the effort; with boxes, spend
    /// ten times the effort on the lower bound.
    #[serde(deserialize_with = "reading::switch")]
    pub proof: bool,
    /// Stop searching after this long, as in 30s, 500ms or 5m, and take the best so far. Full-domain
    /// searches use all of it unless they end with the proof, or with `effort = fast`.
    #[serde(deserialize_with = "reading::word")]
    pub time_limit: Option<String>,
}

/// What is published, and where.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub struct PublishOptions {
    /// Where to publish; `-` is standard output. A table in PostgreSQL can be published in its database:
    /// postgres://user@host/db#schema.published.
    #[serde(with = "path")]
    #[schemars(schema_with = "path::schema")]
    pub output: Option<PathBuf>,
    /// Replace an existing output.
    #[serde(deserialize_with = "reading::switch")]
    pub force: bool,
    /// Search and report, but publish nothing.
    #[serde(deserialize_with = "reading::switch")]
    pub dry_run: bool,
    /// Print the trade-off for several demands instead of publishing, as in k=2,5,10.
    #[serde(deserialize_with = "reading::word")]
    pub explore: Option<String>,
    /// Order of published rows: input or shuffled [default: input].
    #[serde(with = "choice")]
    #[schemars(schema_with = "choice::schema::<Order>")]
    pub order: Option<Order>,
    /// How well the release withstands someone who knows the algorithm: repeat the search on this
    /// many other tables that look the same from outside, and count how often it ends the same.
    pub audit: Option<u64>,
    /// The seed for `order = shuffled`, `deal`, `recoding = anatomy`, `recoding = randomised` and `audit`, to
    /// get the same file again; whoever knows or guesses it can undo what chance hides [default: chance comes from the
    /// operating system].
    pub seed: Option<u64>,
    /// Publish suppressed rows too, at the end, as rows of `*`.
    #[serde(deserialize_with = "reading::switch")]
    pub keep_suppressed: bool,
    /// Publish nothing if a risk was found in the file, or a plain column looks identifying.
    #[serde(deserialize_with = "reading::switch")]
    pub strict: bool,
    /// The certificate of an earlier release of the same people, with its published file beside it: every demand
    /// is measured on what both show together, too; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub after: Vec<String>,
}
