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
    /// Write a certificate, to go with the published table: `incrowd verify` checks it. It holds what
    /// can be measured in the published table and public files, and nothing else of the original than
    /// its number of rows.
    #[arg(long, value_name = "C.json")]
    pub certificate: Option<PathBuf>,
    /// Write a new random key to a file of its own, and let the certificate commit to the original
    /// table: with the key, `incrowd verify --key FILE --original TABLE` proves later what the release
    /// was made from. Keep it secret, never beside the release.
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
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
    pub console: super::ConsoleArgs,
}

#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  incrowd release patients.csv --qi age,zip --k 5 -o out.csv --certificate out.json
  incrowd verify out.json
  incrowd verify out.json --published downloads/out.csv
  incrowd verify out.json --key safe/out.key --original patients.csv

Files are looked for beside the certificate, the published file and --public, and here. Every copy of
the published file there must be the same to the last byte, and every figure of the certificate comes
out again. Demands on the population need its table and the hierarchy files: where one is missing, they
are not decided again, and the answer says so. The original is checked only with the steward's key.
Exit status: 0 all that could be checked again holds, 1 the published file or the certificate was
changed, or a promise does not hold, 2 bad usage or input.")]
pub struct VerifyArgs {
    /// The certificate; `-` is standard input, and files are then looked for here.
    #[arg(value_name = "C.json")]
    pub certificate: Option<PathBuf>,
    /// The published file, where it is neither where the certificate says nor beside it.
    #[arg(long, value_name = "FILE")]
    pub published: Option<PathBuf>,
    /// The table of the population, where it is not beside the certificate.
    #[arg(long, value_name = "FILE")]
    pub public: Option<PathBuf>,
    /// The key that --key of release or mask wrote.
    #[arg(long, value_name = "FILE", requires = "original")]
    pub key: Option<PathBuf>,
    /// The original table, to be proven with --key.
    #[arg(long, value_name = "TABLE", requires = "key")]
    pub original: Option<PathBuf>,
    /// The release.toml, to be proven with --key, if the release was made from one.
    #[arg(long, value_name = "FILE", requires = "key")]
    pub settings: Option<PathBuf>,
    /// Fail (exit 1) if anything could not be checked again.
    #[arg(long)]
    pub strict: bool,
    /// Print the JSON Schema of certificates instead.
    #[arg(long, conflicts_with = "certificate")]
    pub schema: bool,
    #[command(flatten)]
    pub console: super::ConsoleArgs,
}
