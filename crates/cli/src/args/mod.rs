//! The words of the command line. The flags of what the library does follow from its options; those of
//! the other commands are written here.

mod choices;
mod commands;
mod flags;
mod show;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use incrowd::options::{
    AttackOptions, CheckOptions, ConsoleOptions, DeltaOptions, ExplainOptions, HierarchyOptions,
    MaskOptions, ReleaseOptions, ReportOptions, ScanOptions, VerifyOptions,
};

pub use commands::option_names;
pub use flags::{Flags, Typed};

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
    Delta(Typed<DeltaOptions>),
    /// Turn what a command printed with --json into a report to read, print and sign.
    Report(Typed<ReportOptions>),
    /// Check a published file against its certificate, to the last byte.
    Verify(VerifyArgs),
    /// Show, check or export the hierarchy of a column.
    Hierarchy(Typed<HierarchyOptions>),
    /// See a release of a made-up study, from end to end.
    Demo(DemoArgs),
    /// Print what a privacy model or an algorithm promises, what it does not, and at what cost.
    Explain(Typed<ExplainOptions>),
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
pub struct VerifyArgs {
    #[command(flatten)]
    pub options: Typed<VerifyOptions>,
    /// Print the JSON Schema of certificates instead.
    #[arg(long, conflicts_with = "certificate", display_order = 100)]
    pub schema: bool,
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
pub struct CompletionsArgs {
    /// bash, zsh, fish, powershell or elvish.
    pub shell: clap_complete::Shell,
}
