//! The words of the command line, as they are typed. `settings` turns them into checked values.

mod choices;
mod evidence;
mod mask;
mod models;
mod options;
mod scan;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub use evidence::{CertificateArgs, EvidenceArgs, ReportArgs, VerifyArgs};
pub use mask::MaskArgs;
pub use models::ModelArgs;
pub use scan::{ScanArgs, SearchArgs};

/// Publish tables about people so that nobody in them stands out, and prove it.
#[derive(Parser)]
#[command(
    name = "incrowd",
    version,
    max_term_width = 100,
    after_help = "\
New here? `incrowd demo` makes a population and a study, releases the study and explains every step.
Which model for which threat? `incrowd explain` lists them."
)]
pub struct Incrowd {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Find what identifies people in a table: its columns, sets of them, and what to do about it.
    Scan(Box<ScanArgs>),
    /// Generalize a table until it meets your demands, judge the result, publish it.
    Release(Box<ReleaseArgs>),
    /// Measure a table, anonymized by anyone, and judge it against demands.
    Check(Box<CheckArgs>),
    /// Play the adversary: from a published table and the population, find who is in it.
    Attack(Box<AttackArgs>),
    /// Coarsen a table column by column, by budget, by rule or by law.
    Mask(Box<MaskArgs>),
    /// Turn what misuse may cost into the presence to demand of a release.
    Delta(DeltaArgs),
    /// Turn what a command printed with --json into a report to read, print and sign.
    Report(ReportArgs),
    /// Check a published file against its certificate, to the last byte.
    Verify(VerifyArgs),
    /// Show, check or export the hierarchy of a column.
    Hierarchy(HierarchyArgs),
    /// See a release of a made-up study, from end to end.
    Demo(DemoArgs),
    /// Print what a privacy model or an algorithm promises, what it does not, and at what cost.
    Explain(ExplainArgs),
    /// Print a completion script for your shell.
    Completions(CompletionsArgs),
    /// Say where the experiments have gone that were run by this command.
    #[command(hide = true, disable_help_flag = true)]
    Repro {
        /// The old command's words, all of which lead to the same answer.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
}

/// How a command talks.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub struct ConsoleArgs {
    /// One JSON document on standard output, and nothing else there.
    #[arg(long)]
    pub json: bool,
    /// No progress and no remarks on standard error.
    #[arg(short, long)]
    pub quiet: bool,
    /// How long each step took, on standard error.
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Worker threads; the result does not depend on it [default: all cores].
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

/// How tables are read.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading tables (.csv, .tsv, either with .gz or .zst, .parquet)")]
pub struct ReadArgs {
    /// The byte between cells [default: tab in .tsv, comma elsewhere].
    #[arg(long, value_name = "BYTE")]
    pub delimiter: Option<String>,
    /// The first line is a row.
    #[arg(long)]
    pub no_header: bool,
    /// Names for the columns, replacing the header's.
    #[arg(long, value_name = "A,B,..", value_delimiter = ',')]
    pub names: Vec<String>,
    /// Ignore blanks around cells.
    #[arg(long)]
    pub trim: bool,
    /// Skip lines that start with this byte.
    #[arg(long, value_name = "BYTE")]
    pub comment: Option<String>,
    /// A text that stands for a missing value, besides the empty one; repeatable.
    #[arg(long, value_name = "TEXT")]
    pub null: Vec<String>,
    /// Declare a column text, integer, decimal, date or boolean; repeatable.
    #[arg(long = "type", value_name = "COL=KIND")]
    pub kind: Vec<String>,
}

const COLUMNS: &str = "Columns (those not named are plain: kept as they are)";

/// What each column is.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = COLUMNS)]
pub struct RoleArgs {
    /// Quasi-identifiers: what an attacker may know of a person.
    #[arg(long, value_name = "A,B,..", value_delimiter = ',')]
    pub qi: Vec<String>,
    /// Sensitive columns: what nobody should learn of a person.
    #[arg(long, value_name = "S,T,..", value_delimiter = ',')]
    pub sensitive: Vec<String>,
}

#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "\
Examples:
  incrowd release patients.csv --qi age,sex,zip --k 5 -o out.csv
  incrowd release patients.csv --qi age,sex,zip --sensitive illness --id name \\
      --hierarchy age=intervals:5,10,20 --hierarchy zip=mask:5 \\
      --k 5 --l distinct:3 --suppress 2% -o out.parquet
  incrowd release study.csv --qi age,sex,zip --public register.csv --presence 0.02,0.05 \\
      --recoding multidimensional -o out.csv
  incrowd release salaries.csv --qi age,zip --sensitive salary --k 5 --delta-l salary=1000,3 -o out.csv
  incrowd release patients.csv --qi age,zip --sensitive illness --l distinct:3 \\
      --recoding anatomy -o out.csv
  incrowd release patients.csv --qi age,zip --k 5 --explore k=2,5,10,20
  incrowd release release.toml

Memory grows with the number of distinct tuples of quasi-identifiers, not with rows.
Exit status: 0 published and verified, 1 no release meets the demands, 2 bad usage or input.")]
pub struct ReleaseArgs {
    /// The table, or a release.toml that names it and holds any of these flags.
    #[arg(value_name = "TABLE")]
    pub table: Option<PathBuf>,
    #[command(flatten)]
    pub roles: RoleArgs,
    /// Columns that name people: dropped.
    #[arg(long, value_name = "A,B,..", value_delimiter = ',', help_heading = COLUMNS)]
    pub id: Vec<String>,
    /// The table is the whole population; only rows with this value are to be published. The
    /// column is dropped.
    #[arg(long, value_name = "COL=VALUE", help_heading = COLUMNS)]
    pub member: Option<String>,
    #[command(flatten)]
    pub models: ModelArgs,
    #[command(flatten)]
    pub how: HowArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub evidence: EvidenceArgs,
    #[command(flatten)]
    pub certificate: CertificateArgs,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub console: ConsoleArgs,
    /// The release.toml that some of these words come from.
    #[arg(skip)]
    pub file: Option<PathBuf>,
}

/// How the table is generalized.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Generalizing")]
pub struct HowArgs {
    #[arg(long, value_name = "COL=SPEC", help = choices::hierarchies())]
    pub hierarchy: Vec<String>,
    /// Limit a column's levels, as in age=1..3 or age=2; repeatable.
    #[arg(long, value_name = "COL=MIN..MAX")]
    pub level: Vec<String>,
    /// Make a column's loss count more or less; repeatable.
    #[arg(long, value_name = "COL=W")]
    pub weight: Vec<String>,
    /// Rows that may be left out, as a share or a number [default: 0].
    #[arg(long, value_name = "2%|20", allow_hyphen_values = true)]
    pub suppress: Option<String>,
    #[arg(long, value_name = "COST", help = choices::costs())]
    pub cost: Option<String>,
    #[arg(long, value_name = "NAME", help = choices::recodings())]
    pub recoding: Option<String>,
    #[arg(long, value_name = "NAME", help = choices::algorithms())]
    pub algorithm: Option<String>,
    /// With --recoding full-domain: list all minimal nodes too, those that meet the demands while
    /// nothing more specific does.
    #[arg(long)]
    pub all_minimal: bool,
    /// For --proximity and --delta-l: deal the rows of each class into groups in which numbers lie
    /// apart, and publish each row's group in a column `group`.
    #[arg(long)]
    pub deal: bool,
    /// With --recoding local: let clusters overlap where that loses less, if the judge can prove
    /// the demands of the result all the same.
    #[arg(long)]
    pub overlap: bool,
    /// Whose loss counts: members (rows of the table) or public (people of the population)
    /// [default: members].
    #[arg(long, value_name = "WHOSE")]
    pub cost_over: Option<String>,
    /// How hard to think: fast, normal or high. Full-domain searches are carried to the proven end
    /// but for fast, which examines about 1000 nodes at most; mondrian and mpalm go one way, and
    /// take none. With --presence, multidimensional searches but for fast also try a fixed grid of
    /// tighter deltas; a looser delta can cost more than a tighter one off the grid
    /// [default: normal].
    #[arg(long, value_name = "EFFORT")]
    pub effort: Option<String>,
    /// Stop searching after this long, as in 30s, 500ms or 5m, and take the best so far.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub time_limit: Option<String>,
}

/// What is written.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Publishing")]
pub struct OutArgs {
    /// Where to publish; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Replace an existing output.
    #[arg(long)]
    pub force: bool,
    /// Search and report, but publish nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[arg(long, value_name = "DEMAND=A,B,..", help = models::explore_help())]
    pub explore: Option<String>,
    /// Order of published rows: input or shuffled [default: input].
    #[arg(long, value_name = "ORDER")]
    pub order: Option<String>,
    /// How well the release withstands someone who knows the algorithm: repeat the search on this
    /// many other tables that look the same from outside, and count how often it ends the same.
    #[arg(long, value_name = "N")]
    pub audit: Option<u64>,
    /// The seed for --order shuffled, --deal, --recoding anatomy and randomised, and --audit, to get the same
    /// file again; whoever knows or guesses it can undo what chance hides [default: chance comes from the
    /// operating system].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Publish suppressed rows too, at the end, as rows of `*`.
    #[arg(long)]
    pub keep_suppressed: bool,
    /// Refuse instead of warning when a plain column looks identifying.
    #[arg(long)]
    pub strict: bool,
}

#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  incrowd check published.csv --qi age,sex,zip --sensitive illness
  incrowd check published.csv --qi age,sex,zip --sensitive illness --k 5 --l entropy:2
  incrowd check published.csv --qi age,sex,zip --k-map 10 --public register.csv \\
      --hierarchy zip=mask:5
  incrowd check out.csv --qi age,zip --sensitive salary --group group --proximity salary=1000,3
  incrowd check sample.csv --qi age,sex,zip --population 300000000     # who is unique among all?
  incrowd check out.csv --secrets out.sensitive.csv --qi age,zip --sensitive illness --l distinct:3

One pass over the table; memory grows with the number of distinct classes, not with rows.
Exit status: 0 all demands hold, 1 one does not, 2 bad usage or input.")]
#[derive(Debug)]
pub struct CheckArgs {
    /// The table.
    #[arg(value_name = "TABLE")]
    pub table: PathBuf,
    #[command(flatten)]
    pub roles: RoleArgs,
    /// A column that further splits classes, as --deal publishes one.
    #[arg(long, value_name = "COL", help_heading = COLUMNS)]
    pub group: Option<String>,
    /// The other table of --recoding anatomy: the secrets of each group and their counts.
    #[arg(long, value_name = "TABLE", help_heading = COLUMNS)]
    pub secrets: Option<PathBuf>,
    /// Rows of `*` in every cell are suppressed rows and form no class.
    #[arg(long, help_heading = COLUMNS)]
    pub keep_suppressed: bool,
    #[command(flatten)]
    pub models: ModelArgs,
    /// Rows of the table before any were suppressed: what --presence promises people whom no
    /// published class matches depends on it.
    #[arg(long, value_name = "N", help_heading = "Demands", requires = "public")]
    pub members: Option<u64>,
    /// How a column's labels are read, for k-map and hierarchical t-closeness; repeatable.
    #[arg(long, value_name = "COL=SPEC", help_heading = "Demands")]
    pub hierarchy: Vec<String>,
    /// The level at which a whole column was published, where one label stands at several;
    /// repeatable.
    #[arg(long, value_name = "COL=N", help_heading = "Demands")]
    pub level: Vec<String>,
    #[command(flatten)]
    pub evidence: EvidenceArgs,
    #[command(flatten)]
    pub certificate: CertificateArgs,
    /// Replace an existing report or certificate.
    #[arg(long, help_heading = "Evidence")]
    pub force: bool,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub console: ConsoleArgs,
}

#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  incrowd attack published.csv --public register.csv --qi age,sex,zip
  incrowd attack published.csv --public register.csv --qi age,sex,zip \\
      --hierarchy zip=mask:5 --worst 10
  incrowd attack published.csv --public register.csv --qi age,sex,zip --members 1957
  incrowd attack published.csv --public register.csv --qi age,sex,zip --presence 0.02,0.05
  incrowd attack published.csv --public register.csv --qi age,sex,zip --sensitive illness

Knows only the published table and the register, whoever published it and however. Labels are read
through the hierarchies, which are built over the values of the register, and ranges as [lo,hi].
Memory grows with the number of distinct tuples of quasi-identifiers, not with rows.
Exit status: 0 told, and --presence holds if it was demanded, 1 it does not hold, 2 bad usage or
input, such as a published row that matches nobody of the register.")]
#[derive(Debug)]
pub struct AttackArgs {
    /// The published table.
    #[arg(value_name = "PUBLISHED")]
    pub table: PathBuf,
    /// The population, as a table with the quasi-identifiers: people who may be in the table.
    #[arg(long, value_name = "TABLE")]
    pub public: PathBuf,
    /// Quasi-identifiers: what the adversary knows of everybody.
    #[arg(long, value_name = "A,B,..", value_delimiter = ',')]
    pub qi: Vec<String>,
    /// Sensitive columns: what the adversary wants to learn of people besides.
    #[arg(long, value_name = "S,T,..", value_delimiter = ',')]
    pub sensitive: Vec<String>,
    /// The other table of --recoding anatomy: the secrets of each group and their counts.
    #[arg(long, value_name = "TABLE")]
    pub secrets: Option<PathBuf>,
    /// The column that says which group a row is in [default: `group`, with --secrets].
    #[arg(long, value_name = "COL")]
    pub group: Option<String>,
    /// How a column's labels are read; repeatable.
    #[arg(long, value_name = "COL=SPEC")]
    pub hierarchy: Vec<String>,
    /// The level at which a whole column was published, where one label stands at several;
    /// repeatable.
    #[arg(long, value_name = "COL=N")]
    pub level: Vec<String>,
    /// A column of the population with the adversary's belief, before the release, that each person
    /// is in the table.
    #[arg(long, value_name = "COL")]
    pub prior: Option<String>,
    /// How many rows the table had before any were suppressed, if that is known. Without it, it is
    /// unknown whether people whom no published class matches are in the table.
    #[arg(long, value_name = "N")]
    pub members: Option<u64>,
    /// List so many people of the population who are the most exposed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub worst: usize,
    /// Judge it too: everyone is in the table with a probability from MIN to MAX.
    #[arg(long, value_name = "MIN,MAX", allow_hyphen_values = true)]
    pub presence: Option<String>,
    #[command(flatten)]
    pub evidence: EvidenceArgs,
    /// Replace an existing report.
    #[arg(long, help_heading = "Evidence")]
    pub force: bool,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub console: ConsoleArgs,
}

#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  incrowd delta --prior 7% --members 1957 --people 45222 --cost 100 --gain 10000
  incrowd delta --prior 7% --members 1957 --people 45222 --cost 100 --gain 10000 --cost-out 200

The second also keeps people who are surely not in the table from being preferred. Say that 7% of
all people have an illness, which everyone in the table has. An employer who knew of one employee
would save 10000 a year; a difference of 100 between two applicants drowns in noise. Amounts may be
in any currency, if it is the same throughout. `incrowd explain presence` tells what the deltas promise.
Exit status: 0 told, 2 bad usage or input.")]
pub struct DeltaArgs {
    /// How likely anyone is to have the trait of the people in the table, as is known without it.
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    pub prior: String,
    /// People in the table.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub members: String,
    /// People in the population.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub people: String,
    /// Accepted misuse: how much more a person may seem to cost after the release.
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true)]
    pub cost: String,
    /// What it is worth to know that a person has the trait.
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true)]
    pub gain: String,
    /// How much less a person may seem to cost after the release [default: no limit].
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true)]
    pub cost_out: Option<String>,
    #[command(flatten)]
    pub console: ConsoleArgs,
}

#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  incrowd hierarchy age=intervals:5,10,20 patients.csv
  incrowd hierarchy zip=mask:5 patients.csv --export zip.csv
  incrowd hierarchy job=jobs.csv patients.csv        # checks the file against the table")]
pub struct HierarchyArgs {
    /// The column and its hierarchy.
    #[arg(value_name = "COL=SPEC")]
    pub hierarchy: String,
    /// The table whose values it must cover.
    #[arg(value_name = "TABLE")]
    pub table: PathBuf,
    /// Write it as a file of chains, to edit and use with --hierarchy.
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(long)]
    pub force: bool,
    /// Lines of the outline to print.
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub lines: usize,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub console: ConsoleArgs,
}

#[derive(Args, Clone)]
#[command(after_help = "\
Without a name, the whole way of a study of a town: released, judged, attacked, reported.
With one, only the tables that a tutorial of the manual walks through:
  study     a study in a small town, and the town's register    docs/tutorials/study.md
  salaries  what the people of a firm earn                      docs/tutorials/salaries.md
  hospital  a hospital's visits in one year                     docs/tutorials/hospital.md
  received  a table that somebody else anonymized, badly        docs/tutorials/received.md

Examples:
  incrowd demo
  incrowd demo -o tour
  incrowd demo salaries -o survey

All people are made up. Exit status: 0 done, 2 bad usage, or a file that is there already.")]
pub struct DemoArgs {
    /// The story whose tables to make: study, salaries, hospital or received.
    #[arg(value_name = "STORY")]
    pub story: Option<String>,
    /// Keep the tables of the demo in this folder.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Replace what an earlier demo left there.
    #[arg(long)]
    pub force: bool,
    /// The seed of the made-up people.
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub seed: u64,
    #[command(flatten)]
    pub console: ConsoleArgs,
}

#[derive(Args, Clone)]
pub struct ExplainArgs {
    /// The model or the algorithm; without it, a list of all.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    #[command(flatten)]
    pub console: ConsoleArgs,
}

#[derive(Args, Clone)]
pub struct CompletionsArgs {
    /// bash, zsh, fish, powershell or elvish.
    pub shell: clap_complete::Shell,
}
