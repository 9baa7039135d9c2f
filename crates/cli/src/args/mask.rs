//! The words of `incrowd mask`.

use std::path::PathBuf;

use clap::Args;

use super::choices;
use super::{CertificateArgs, ConsoleArgs, EvidenceArgs, ReadArgs};

const CROWD: &str = "How coarse (`incrowd explain mask` tells what is promised)";
const ACTIONS: &str = "What becomes of each column (those not named are kept as they are)";

const BEFORE: &str = "\
Examples:
  incrowd mask people.csv --qi age,zip,salary --k 100 --beta 10% -o out.csv
  incrowd mask people.csv --qi age,job --k 20 --beta 5% --hierarchy job=jobs.csv \\
      --weight age=2 --method kmedian -o out.csv
  incrowd mask --plan --domain gender=2 --domain birth=20000 --domain zip=100000 \\
      --k 100 --beta 10% --universe 300000000
  incrowd mask visits.csv --preset hipaa-safe-harbor --reference-date 2024-06-30 -o out.csv
  incrowd mask visits.csv --column name=drop --column id=pseudonym --key-file secret.key \\
      --column salary=round:1000 --column age=top:89 -o out.csv

Columns are masked one by one, in passes over the table. Memory grows with distinct texts and with
published combinations, not with rows or numbers; only kmedian, kcenter, cellular and sse hold all
numbers of a column that has more than 262144 different ones.";

const AFTER: &str = "\
Exit status: 0 masked, 1 no plan exists for the crowd, or with --strict fewer than K rows share what
would be published, 2 bad usage or input.";

#[derive(Args, Clone, Debug, Default)]
#[command(after_help = choices::masking(BEFORE, AFTER))]
pub struct MaskArgs {
    /// The table; --plan can do without one.
    #[arg(value_name = "TABLE")]
    pub table: Option<PathBuf>,
    /// Quasi-identifiers: the columns that share out the cells, unless --column says otherwise.
    #[arg(long, value_name = "A,B,..", value_delimiter = ',', help_heading = ACTIONS)]
    pub qi: Vec<String>,
    /// Columns that name people: dropped.
    #[arg(long, value_name = "A,B,..", value_delimiter = ',', help_heading = ACTIONS)]
    pub id: Vec<String>,
    /// What becomes of a column; repeatable.
    #[arg(long, value_name = "COL=ACTION", help_heading = ACTIONS)]
    pub column: Vec<String>,
    /// The rules of a law: hipaa-safe-harbor. --column overrides it.
    #[arg(long, value_name = "NAME", help_heading = ACTIONS)]
    pub preset: Option<String>,
    /// For the preset and zip3: a table of three-digit zip areas and their populations [default:
    /// the census of 2020; areas that had few people then or before, or that it does not know, become 000].
    #[arg(long, value_name = "TABLE", help_heading = ACTIONS)]
    pub zip3: Option<PathBuf>,
    /// For the preset, year and birth-year: the day on which people's ages count, as in 2024-06-30.
    #[arg(long, value_name = "DATE", help_heading = ACTIONS)]
    pub reference_date: Option<String>,
    /// A file whose bytes are the key of pseudonyms, at least 16; of a file of text, without the
    /// line ends at its end. Keep it secret.
    #[arg(long, value_name = "FILE", help_heading = ACTIONS)]
    pub key_file: Option<PathBuf>,
    /// A column's hierarchy, as for release; repeatable [default: zips by their digits, other
    /// texts keep or *].
    #[arg(long, value_name = "COL=SPEC", help_heading = ACTIONS)]
    pub hierarchy: Vec<String>,
    #[arg(long, value_name = "NAME", help = choices::groupings(), help_heading = ACTIONS)]
    pub method: Option<String>,
    /// Whether equal numbers are published alike: together, or cut where that moves rows less
    /// [default: together].
    #[arg(long, value_name = "TIES", help_heading = ACTIONS)]
    pub ties: Option<String>,
    /// What groups of numbers are published as: range, [lo,hi], or centre, one number that may be
    /// nobody's; a group of all is * [default: range].
    #[arg(long, value_name = "AS", help_heading = ACTIONS)]
    pub publish: Option<String>,
    /// The crowd: people of the universe who share what is published of a person.
    #[arg(long, value_name = "K", allow_negative_numbers = true, help_heading = CROWD)]
    pub k: Option<String>,
    /// How likely a crowd may be smaller.
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true, help_heading = CROWD)]
    pub beta: Option<String>,
    /// How many people there are of whom the table holds some [default: the rows of the table].
    #[arg(long, value_name = "N", help_heading = CROWD)]
    pub universe: Option<String>,
    /// How cells are counted: theorem (Lodha & Thomas 2007's bound), exact (the binomial tail), simultaneous (all
    /// cells at once) [default: theorem].
    #[arg(long, value_name = "FORM", help_heading = CROWD)]
    pub cells: Option<String>,
    /// Count cells without assuming that they are equally likely.
    #[arg(long, conflicts_with = "cells", help_heading = CROWD)]
    pub distribution_free: bool,
    /// Make a column's detail count more or less; repeatable.
    #[arg(long, value_name = "COL=W", help_heading = CROWD)]
    pub weight: Vec<String>,
    /// How many values a column can have [default: those in the table]; repeatable.
    #[arg(long, value_name = "COL=N", help_heading = CROWD)]
    pub domain: Vec<String>,
    /// Print the plan only: cells, and values per column.
    #[arg(long, help_heading = CROWD)]
    pub plan: bool,
    /// Where to publish; `-` is standard output.
    #[arg(short, long, value_name = "OUT", help_heading = "Publishing")]
    pub output: Option<PathBuf>,
    /// Replace an existing output.
    #[arg(long, help_heading = "Publishing")]
    pub force: bool,
    /// Publish nothing if fewer than K rows share what is published, or a kept column looks
    /// identifying.
    #[arg(long, help_heading = "Publishing")]
    pub strict: bool,
    /// With sketch: the seed of its sample, to get the same file again; whoever knows or guesses it can draw
    /// the same sample from candidate tables [default: chance comes from the operating system].
    #[arg(long, value_name = "N", help_heading = "Publishing")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub evidence: EvidenceArgs,
    #[command(flatten)]
    pub certificate: CertificateArgs,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub console: ConsoleArgs,
}
