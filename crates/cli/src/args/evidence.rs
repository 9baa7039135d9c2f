//! The words that ask for evidence of what a command found.

use std::path::PathBuf;

use clap::Args;

/// What is written for those who were not there.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Evidence")]
pub struct EvidenceArgs {
    /// Write a report to read, print and sign: one HTML file that needs nothing else.
    #[arg(long, value_name = "R.html")]
    pub report: Option<PathBuf>,
    /// Put what a report shows into --json too, for `incrowd report`.
    #[arg(long)]
    pub evidence: bool,
}

/// What is written for machines to check.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Evidence")]
pub struct CertificateArgs {
    /// Write the same for machines, to go with the published table: `incrowd verify` checks it. Of the
    /// original it tells the SHA-256, the number of rows and what was lost, but none of its values.
    #[arg(long, value_name = "C.json")]
    pub certificate: Option<PathBuf>,
}

#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  incrowd release patients.csv --qi age,zip --k 5 -o out.csv --json --evidence > result.json
  incrowd report result.json -o report.html
  incrowd report certificate.json -o report.html

Any document that release, check, attack, scan or mask printed with --json will do, and any
certificate; what it does not hold, the report does not show. A certificate holds no values of the
original table.
Exit status: 0 written, 2 bad usage or input.")]
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
    pub talk: super::TalkArgs,
}

#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  incrowd release patients.csv --qi age,zip --k 5 -o out.csv --certificate out.json
  incrowd verify out.json
  incrowd verify out.json --published downloads/out.csv

Files are looked for beside the certificate and where it says. Every copy of the published file there
must be the same to the last byte; what is promised of it is measured again. Demands on the population
need its table and the hierarchy files: where one is missing or has changed, they are not decided
again, and the answer says so.
Exit status: 0 all that could be checked again holds, 1 the published file or the certificate was
changed, or a promise does not hold, 2 bad usage or input.")]
pub struct VerifyArgs {
    /// The certificate; `-` is standard input, and files are then looked for here.
    #[arg(value_name = "C.json")]
    pub certificate: Option<PathBuf>,
    /// The published file, where it is neither where the certificate says nor beside it.
    #[arg(long, value_name = "FILE")]
    pub published: Option<PathBuf>,
    /// Fail (exit 1) if anything could not be checked again.
    #[arg(long)]
    pub strict: bool,
    /// Print the JSON Schema of certificates instead.
    #[arg(long, conflicts_with = "certificate")]
    pub schema: bool,
    #[command(flatten)]
    pub talk: super::TalkArgs,
}
