//! Options of the commands, as users write them: in release.toml, on the command line, or in a program.
//!
//! Values are words here; [`crate::Plan`] and its siblings have them checked. A key of release.toml is
//! the name of an option with dashes.

mod models;
mod other;
mod reading;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use models::ModelOptions;
pub use other::{DeltaOptions, ExplainOptions, HierarchyOptions, ReportOptions};

/// Options of a release: the keys of release.toml.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct ReleaseOptions {
    /// The table, or a release.toml that names it and holds any of these flags.
    pub table: Option<PathBuf>,
    /// The roles of columns.
    #[serde(flatten)]
    pub roles: RoleOptions,
    /// Columns that name people: dropped.
    #[serde(deserialize_with = "reading::names")]
    pub id: Vec<String>,
    /// The table is the whole population; only rows with this value are to be published. The
    /// column is dropped.
    #[serde(deserialize_with = "reading::word")]
    pub member: Option<String>,
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

/// How a command reports.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct ConsoleOptions {
    /// One JSON document on standard output.
    #[serde(deserialize_with = "reading::switch")]
    pub json: bool,
    /// No progress and no warnings.
    #[serde(deserialize_with = "reading::switch")]
    pub quiet: bool,
    /// How long each step took.
    #[serde(deserialize_with = "reading::switch")]
    pub verbose: bool,
    /// Worker threads.
    pub threads: Option<usize>,
}

/// The roles of columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct RoleOptions {
    /// Quasi-identifiers: what an attacker may know of a person.
    #[serde(deserialize_with = "reading::names")]
    pub qi: Vec<String>,
    /// Sensitive columns: what nobody should learn of a person.
    #[serde(deserialize_with = "reading::names")]
    pub sensitive: Vec<String>,
}

/// How a table is generalized.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct MethodOptions {
    /// Hierarchies of columns, as `column=spec`.
    #[serde(deserialize_with = "reading::words")]
    pub hierarchy: Vec<String>,
    /// Limit a column's levels, as in age=1..3 or age=2; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub level: Vec<String>,
    /// Make a column's loss count more or less; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub weight: Vec<String>,
    /// Rows that may be left out, as a share or a number [default: 0].
    #[serde(deserialize_with = "reading::word")]
    pub suppress: Option<String>,
    /// The cost to minimise.
    #[serde(deserialize_with = "reading::word")]
    pub cost: Option<String>,
    /// How to generalize.
    #[serde(deserialize_with = "reading::word")]
    pub recoding: Option<String>,
    /// How to search.
    #[serde(deserialize_with = "reading::word")]
    pub algorithm: Option<String>,
    /// With `recoding` full-domain: list all minimal nodes too, those that meet the demands while
    /// nothing more specific does.
    #[serde(deserialize_with = "reading::switch")]
    pub all_minimal: bool,
    /// For `proximity` and `delta-l`: deal the rows of each class into groups in which numbers lie
    /// apart, and publish each row's group in a column `group`.
    #[serde(deserialize_with = "reading::switch")]
    pub deal: bool,
    /// With `recoding` local: let clusters overlap where that loses less, if the judge can prove
    /// the demands of the result all the same.
    #[serde(deserialize_with = "reading::switch")]
    pub overlap: bool,
    /// Whose loss counts: members (rows of the table) or public (people of the population)
    /// [default: members].
    #[serde(deserialize_with = "reading::word")]
    pub cost_over: Option<String>,
    /// How hard to think: fast, normal or high. Full-domain searches are carried to the proven end
    /// but for fast, which examines about 1000 nodes at most; mondrian and mpalm go one way, and
    /// take none. With `presence`, multidimensional searches but for fast also try a fixed grid of
    /// tighter deltas; a looser delta can cost more than a tighter one off the grid
    /// [default: normal].
    #[serde(deserialize_with = "reading::word")]
    pub effort: Option<String>,
    /// Stop searching after this long, as in 30s, 500ms or 5m, and take the best so far.
    #[serde(deserialize_with = "reading::word")]
    pub time_limit: Option<String>,
}

/// What is published, and where.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct PublishOptions {
    /// Where to publish; `-` is standard output.
    pub output: Option<PathBuf>,
    /// Replace an existing output.
    #[serde(deserialize_with = "reading::switch")]
    pub force: bool,
    /// Search and report, but publish nothing.
    #[serde(deserialize_with = "reading::switch")]
    pub dry_run: bool,
    /// Values of one demand whose costs are compared instead of publishing, as `k=2,5,10`.
    #[serde(deserialize_with = "reading::word")]
    pub explore: Option<String>,
    /// Order of published rows: input or shuffled [default: input].
    #[serde(deserialize_with = "reading::word")]
    pub order: Option<String>,
    /// How well the release withstands someone who knows the algorithm: repeat the search on this
    /// many other tables that look the same from outside, and count how often it ends the same.
    pub audit: Option<u64>,
    /// The seed for `order` shuffled, `deal`, `recoding` anatomy and randomised, and `audit`, to get the same
    /// file again; whoever knows or guesses it can undo what chance hides [default: chance comes from the
    /// operating system].
    pub seed: Option<u64>,
    /// Publish suppressed rows too, at the end, as rows of `*`.
    #[serde(deserialize_with = "reading::switch")]
    pub keep_suppressed: bool,
    /// Refuse instead of warning when a plain column looks identifying.
    #[serde(deserialize_with = "reading::switch")]
    pub strict: bool,
}

/// What is written for people who were not there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct EvidenceOptions {
    /// Write a report to read, print and sign: one HTML file that needs nothing else.
    pub report: Option<PathBuf>,
    /// Put what a report shows into `json` too, for `incrowd report`.
    #[serde(deserialize_with = "reading::switch")]
    pub evidence: bool,
}

/// What is written for others to verify.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct CertificateOptions {
    /// Write a certificate, to go with the published table: `incrowd verify` checks it. It holds what
    /// can be measured in the published table and public files, and nothing else of the original than
    /// its number of rows.
    pub certificate: Option<PathBuf>,
    /// Write a new random key to a file of its own, and let the certificate commit to the original
    /// table: with the key, `incrowd verify `key` FILE `original` TABLE` proves later what the release
    /// was made from. Keep it secret, never beside the release.
    pub key: Option<PathBuf>,
}

/// How tables are read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct ReadingOptions {
    /// The byte between cells [default: tab in .tsv, comma elsewhere].
    #[serde(deserialize_with = "reading::word")]
    pub delimiter: Option<String>,
    /// The first line is a row.
    #[serde(deserialize_with = "reading::switch")]
    pub no_header: bool,
    /// Names for the columns, replacing the header's.
    #[serde(deserialize_with = "reading::names")]
    pub names: Vec<String>,
    /// Ignore blanks around cells.
    #[serde(deserialize_with = "reading::switch")]
    pub trim: bool,
    /// Skip lines that start with this byte.
    #[serde(deserialize_with = "reading::word")]
    pub comment: Option<String>,
    /// A text that stands for a missing value, besides the empty one; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub null: Vec<String>,
    /// Declare a column text, integer, decimal, date or boolean; repeatable.
    #[serde(rename = "type", deserialize_with = "reading::words")]
    pub kind: Vec<String>,
}

/// Options of a check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct CheckOptions {
    /// The table.
    pub table: PathBuf,
    /// The roles of columns.
    #[serde(flatten)]
    pub roles: RoleOptions,
    /// A column that further splits classes, as `deal` publishes one.
    #[serde(deserialize_with = "reading::word")]
    pub group: Option<String>,
    /// The other table of `recoding` anatomy: the secrets of each group and their counts.
    pub secrets: Option<PathBuf>,
    /// Rows of `*` in every cell are suppressed rows and form no class.
    #[serde(deserialize_with = "reading::switch")]
    pub keep_suppressed: bool,
    /// What is demanded.
    #[serde(flatten)]
    pub models: ModelOptions,
    /// Rows of the table before any were suppressed: what `presence` promises people whom no
    /// published class matches depends on it.
    pub members: Option<u64>,
    /// How a column's labels are read, for k-map and hierarchical t-closeness; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub hierarchy: Vec<String>,
    /// The level at which a whole column was published, where one label stands at several;
    /// repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub level: Vec<String>,
    /// What is written for people who were not there.
    #[serde(flatten)]
    pub evidence: EvidenceOptions,
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct AttackOptions {
    /// The published table.
    pub table: PathBuf,
    /// The population, as a table with the quasi-identifiers: people who may be in the table.
    pub public: PathBuf,
    /// Quasi-identifiers: what the adversary knows of everybody.
    #[serde(deserialize_with = "reading::names")]
    pub qi: Vec<String>,
    /// Sensitive columns: what the adversary wants to learn of people besides.
    #[serde(deserialize_with = "reading::names")]
    pub sensitive: Vec<String>,
    /// The other table of `recoding` anatomy: the secrets of each group and their counts.
    pub secrets: Option<PathBuf>,
    /// The column that says which group a row is in [default: `group`, with `secrets`].
    #[serde(deserialize_with = "reading::word")]
    pub group: Option<String>,
    /// How a column's labels are read; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub hierarchy: Vec<String>,
    /// The level at which a whole column was published, where one label stands at several;
    /// repeatable.
    #[serde(deserialize_with = "reading::words")]
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

/// Options of a scan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct ScanOptions {
    /// The table.
    pub table: PathBuf,
    /// Measure this set of columns; repeatable [default: all that seem to be quasi-identifiers,
    /// each alone and all together].
    #[serde(deserialize_with = "reading::words")]
    pub set: Vec<String>,
    /// How many people an attacker may be looking among [default: the rows of the table].
    #[serde(deserialize_with = "reading::word")]
    pub universe: Option<String>,
    /// How many values of a column an attacker can tell apart, where that is not the number of its
    /// distinct values; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub domain: Vec<String>,
    /// Tell which columns fall under which rule: hipaa-safe-harbor.
    #[serde(deserialize_with = "reading::word")]
    pub preset: Option<String>,
    /// Which sets of columns are searched for.
    #[serde(flatten)]
    pub search: ScanSearchOptions,
    /// Write a release.toml to start from, with what each column seems to be.
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct ScanSearchOptions {
    /// The share of rows that a set of columns must single out.
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
    /// Hold at most so many rows, drawn at random [default: as many as take 1 GB].
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

/// Options of masking.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct MaskOptions {
    /// The table; `plan` can do without one.
    pub table: Option<PathBuf>,
    /// Quasi-identifiers: the columns that share out the cells, unless `column` says otherwise.
    #[serde(deserialize_with = "reading::names")]
    pub qi: Vec<String>,
    /// Columns that name people: dropped.
    #[serde(deserialize_with = "reading::names")]
    pub id: Vec<String>,
    /// What becomes of a column; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub column: Vec<String>,
    /// The rules of a law: hipaa-safe-harbor. `column` overrides it.
    #[serde(deserialize_with = "reading::word")]
    pub preset: Option<String>,
    /// For the preset and zip3: a table of three-digit zip areas and their populations [default:
    /// the census of 2020; areas that had few people then or before, or that it does not know, become 000].
    pub zip3: Option<PathBuf>,
    /// For the preset, year and birth-year: the day on which people's ages count, as in 2024-06-30.
    #[serde(deserialize_with = "reading::word")]
    pub reference_date: Option<String>,
    /// A file whose bytes are the key of pseudonyms, at least 16; of a file of text, without the
    /// line ends at its end. Keep it secret.
    pub key_file: Option<PathBuf>,
    /// A column's hierarchy, as for release; repeatable [default: zips by their digits, other
    /// texts keep or *].
    #[serde(deserialize_with = "reading::words")]
    pub hierarchy: Vec<String>,
    /// How numbers and dates are grouped.
    #[serde(deserialize_with = "reading::word")]
    pub method: Option<String>,
    /// Whether equal numbers are published alike: together, or cut where that moves rows less
    /// [default: together].
    #[serde(deserialize_with = "reading::word")]
    pub ties: Option<String>,
    /// What groups of numbers are published as: range, `[lo,hi]`, or centre, one number that may be
    /// nobody's; a group of all is * [default: range].
    #[serde(deserialize_with = "reading::word")]
    pub publish: Option<String>,
    /// The crowd: people of the universe who share what is published of a person.
    #[serde(deserialize_with = "reading::word")]
    pub k: Option<String>,
    /// How likely a crowd may be smaller.
    #[serde(deserialize_with = "reading::word")]
    pub beta: Option<String>,
    /// How many people there are of whom the table holds some [default: the rows of the table].
    #[serde(deserialize_with = "reading::word")]
    pub universe: Option<String>,
    /// How cells are counted: theorem (Lodha & Thomas 2007's bound), exact (the binomial tail), simultaneous (all
    /// cells at once) [default: theorem].
    #[serde(deserialize_with = "reading::word")]
    pub cells: Option<String>,
    /// Count cells without assuming that they are equally likely.
    #[serde(deserialize_with = "reading::switch")]
    pub distribution_free: bool,
    /// Make a column's detail count more or less; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub weight: Vec<String>,
    /// How many values a column can have [default: those in the table]; repeatable.
    #[serde(deserialize_with = "reading::words")]
    pub domain: Vec<String>,
    /// Print the plan only: cells, and values per column.
    #[serde(deserialize_with = "reading::switch")]
    pub plan: bool,
    /// Where to publish; `-` is standard output.
    pub output: Option<PathBuf>,
    /// Replace an existing output.
    #[serde(deserialize_with = "reading::switch")]
    pub force: bool,
    /// Publish nothing if fewer than K rows share what is published, or a kept column looks
    /// identifying.
    #[serde(deserialize_with = "reading::switch")]
    pub strict: bool,
    /// With sketch: the seed of its sample, to get the same file again; whoever knows or guesses it can draw
    /// the same sample from candidate tables [default: chance comes from the operating system].
    pub seed: Option<u64>,
    /// What is written for people who were not there.
    #[serde(flatten)]
    pub evidence: EvidenceOptions,
    /// What is written for others to verify.
    #[serde(flatten)]
    pub certificate: CertificateOptions,
    /// How tables are read.
    #[serde(flatten)]
    pub read: ReadingOptions,
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

/// Options of a verification.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct VerifyOptions {
    /// The certificate.
    pub certificate: PathBuf,
    /// The published file, where it is neither where the certificate says nor beside it.
    pub published: Option<PathBuf>,
    /// The table of the population, where it is not beside the certificate.
    pub public: Option<PathBuf>,
    /// The steward's key.
    pub key: Option<PathBuf>,
    /// The original table, to be proven with the key.
    pub original: Option<PathBuf>,
    /// The release.toml, to be proven with the key.
    pub settings: Option<PathBuf>,
    /// Whether it is a failure that something could not be checked again.
    pub strict: bool,
}
