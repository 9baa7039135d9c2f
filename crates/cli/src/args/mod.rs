//! The words of the command line. The flags of what the library does follow from its options; those of
//! the other commands are written here.

mod choices;
mod commands;
mod flags;
mod show;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use incrowd::options::{
    AttackOptions, CheckOptions, ConsoleOptions, MaskOptions, ReadingOptions, ReleaseOptions,
    ScanOptions, VerifyOptions,
};

pub use commands::option_names;
pub use flags::Typed;

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
    Scan(Typed<ScanOptions>),
    /// Generalize a table until it meets your demands, judge the result, publish it.
    Release(Typed<ReleaseOptions>),
    /// Measure a table, anonymized by anyone, and judge it against demands.
    Check(Typed<CheckOptions>),
    /// Play the adversary: from a published table and the population, find who is in it.
    Attack(Typed<AttackOptions>),
    /// Coarsen a table column by column, by budget, by rule or by law.
    Mask(Typed<MaskOptions>),
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

#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  incrowd release patients.csv --qi age,zip --k 5 -o out.csv --json --evidence > result.json
  incrowd report result.json -o report.html
  incrowd report certificate.json -o report.html

Any document that release, check, attack, scan or mask printed with --json will do, and any
certificate; what it does not hold, the report does not show. The report of a certificate may be
published with it; any other describes the original table.
Exit status: 0 written, 1 written, but the certificate was changed after it was sealed (the report
says so at the top), 2 bad usage or input.")]
pub struct ReportArgs {
    /// What a command printed with --json, or a certificate; `-` is standard input.
    #[arg(value_name = "RESULT.json")]
    pub result: PathBuf,
    /// Where to write the report; `-` is standard output.
    #[arg(short, long, value_name = "R.html")]
    pub output: PathBuf,
    /// Replace an existing report.
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub console: Typed<ConsoleOptions>,
}

#[derive(Args, Clone)]
pub struct VerifyArgs {
    #[command(flatten)]
    pub options: Typed<VerifyOptions>,
    /// Print the JSON Schema of certificates instead.
    #[arg(long, conflicts_with = "certificate", display_order = 100)]
    pub schema: bool,
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
    pub console: Typed<ConsoleOptions>,
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
    pub read: Typed<ReadingOptions>,
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
    pub console: Typed<ConsoleOptions>,
}

#[derive(Args, Clone)]
pub struct ExplainArgs {
    /// The model or the algorithm; without it, a list of all.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    #[command(flatten)]
    pub console: Typed<ConsoleOptions>,
}

#[derive(Args, Clone)]
pub struct CompletionsArgs {
    /// bash, zsh, fish, powershell or elvish.
    pub shell: clap_complete::Shell,
}
