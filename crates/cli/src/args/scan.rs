//! The words of `incrowd scan`.

use std::path::PathBuf;

use clap::Args;

use super::{ConsoleArgs, EvidenceArgs, ReadArgs};

#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  incrowd scan patients.csv
  incrowd scan patients.csv --set age,zip --set age,sex,zip --universe 330000000
  incrowd scan patients.csv --alpha 50% --max-size all --json
  incrowd scan patients.csv --preset hipaa-safe-harbor
  incrowd scan patients.csv --init release.toml && incrowd release release.toml

Reads the table once, with four bytes in memory per cell beside the texts of distinct values.
Tables of more than 268 million cells (1 GB) are sampled, unless --sample says how many rows to
hold: rows are drawn at random, each as likely as any other, the same for the same --seed. The
search in a sample lowers --alpha by a margin, so that with --confidence every set that singles out
that share of all rows contains one that is listed; a listed set may single out fewer.
A set may be dangerous if theory cannot rule out that it singles out --alpha of the universe; one
that is unlikely to be is not safe for that: believe the counts.
Exit status: 0 told, 2 bad usage or input.")]
#[derive(Debug)]
pub struct ScanArgs {
    /// The table.
    #[arg(value_name = "TABLE")]
    pub table: PathBuf,
    /// Measure this set of columns; repeatable [default: all that seem to be quasi-identifiers,
    /// each alone and all together].
    #[arg(long, value_name = "A,B,..")]
    pub set: Vec<String>,
    /// How many people an attacker may be looking among [default: the rows of the table].
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub universe: Option<String>,
    /// How many values of a column an attacker can tell apart, where that is not the number of its
    /// distinct values; repeatable.
    #[arg(long, value_name = "COL=N")]
    pub domain: Vec<String>,
    /// Tell which columns fall under which rule: hipaa-safe-harbor.
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Write a release.toml to start from, with what each column seems to be.
    #[arg(long, value_name = "FILE", help_heading = "Starting point")]
    pub init: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(long, help_heading = "Starting point")]
    pub force: bool,
    #[command(flatten)]
    pub evidence: EvidenceArgs,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub console: ConsoleArgs,
}

/// Which sets of columns are searched for.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Minimal quasi-identifiers")]
pub struct SearchArgs {
    /// The share of rows that a set of columns must single out.
    #[arg(long, value_name = "SHARE", default_value = "20%", allow_hyphen_values = true)]
    pub alpha: String,
    /// The most columns of a set, or `all`.
    #[arg(long, value_name = "N", default_value = "5", allow_hyphen_values = true)]
    pub max_size: String,
    /// The most sets to list, or `all`.
    #[arg(long, value_name = "N", default_value = "1000", allow_hyphen_values = true)]
    pub most: String,
    /// Search among these columns only.
    #[arg(long, value_name = "A,B,..")]
    pub among: Option<String>,
    /// Hold at most so many rows, drawn at random [default: as many as take 1 GB].
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub sample: Option<String>,
    /// With --sample: how sure the search is to miss nothing [default: 99%].
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    pub confidence: Option<String>,
    /// With --sample: the seed of the sample [default: 1].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Stop searching after this long, as in 30s, 500ms or 5m, and list what was found.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub time_limit: Option<String>,
}
