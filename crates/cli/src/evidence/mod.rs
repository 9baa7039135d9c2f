//! Evidence of what a command found, for those who were not there: a report to sign, a certificate
//! to check, and the same in `--json`.
//!
//! All three are one document: what the command prints as JSON, and under `evidence` what a reader
//! needs besides. The report is drawn from it (`incrowd-report`) and knows nothing else.

mod attack;
pub mod certificate;
mod check;
mod columns;
mod desk;
mod files;
mod mask;
mod portrait;
mod question;
mod release;
mod scan;
mod search;
mod words;

use std::path::PathBuf;

use incrowd_io::{Location, Output};
use incrowd_report::page;
use serde_json::{Map, Value, json};

use crate::args::{CertificateArgs, EvidenceArgs};
use crate::failure::{Failure, Result};
use crate::talk::Talk;

pub use attack::Sides;
pub use check::{Measured, risk};
pub use desk::Desk;
pub use files::{Files, typed};
pub use mask::Coarsened;
pub use question::Asked;
use question::written_for;
pub use release::Published;
pub use scan::looked;
pub use words::demands;

/// What is to be written about a command, its places reserved before any work is done.
pub struct Dossier {
    report: Option<Output>,
    certificate: Option<Output>,
    wanted: bool,
}

impl Dossier {
    /// Makes sure that what is asked for can be written, and not over an input.
    pub fn reserve(
        args: &EvidenceArgs,
        certificate: &CertificateArgs,
        force: bool,
        inputs: &[Location],
        talk: &Talk,
    ) -> Result<Dossier> {
        if args.evidence && !talk.json {
            return Err(Failure::new("--evidence is for --json: it has nowhere else to go"));
        }
        let inputs: Vec<&Location> = inputs.iter().collect();
        let place = |flag: &str, path: &Option<PathBuf>| -> Result<Option<Output>> {
            let Some(path) = path else { return Ok(None) };
            match Location::from(path.as_path()) {
                Location::Standard => {
                    Err(Failure::new(format!("{flag} -: name a file to write it to")))
                }
                location => Ok(Some(Output::create(&location, force, &inputs)?)),
            }
        };
        let report = place("--report", &args.report)?;
        let certificate = place("--certificate", &certificate.certificate)?;
        let dossier = Dossier {
            wanted: args.evidence || report.is_some() || certificate.is_some(),
            report,
            certificate,
        };
        if let (Some(report), Some(certificate)) = (&dossier.report, &dossier.certificate) {
            apart(report, certificate)?;
        }
        Ok(dossier)
    }

    /// Makes sure that nothing is written over what is published.
    pub fn keep_apart(&self, outputs: &[&Output]) -> Result<()> {
        for output in outputs {
            for own in [&self.report, &self.certificate].into_iter().flatten() {
                apart(own, output)?;
            }
        }
        Ok(())
    }

    /// Whether evidence is to be gathered.
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Whether a certificate is to be written.
    pub fn certifies(&self) -> bool {
        self.certificate.is_some()
    }

    /// Writes what was asked for beside its places. A certificate is given only for what holds.
    pub fn write(self, document: &Value, holds: bool) -> Result<Vec<Output>> {
        let mut outputs = Vec::new();
        if let Some(mut report) = self.report {
            let page = page(document).map_err(|error| Failure::new(error.to_string()))?;
            report.write_all(page.html().as_bytes())?;
            outputs.push(report);
        }
        if let Some(mut place) = self.certificate.filter(|_| holds) {
            let text = certificate::text(&certificate::seal(document));
            place.write_all(text.as_bytes())?;
            outputs.push(place);
        }
        Ok(outputs)
    }
}

/// Refuses two outputs in one file.
fn apart(one: &Output, other: &Output) -> Result<()> {
    if one.is_at_same_place(other) {
        let name = one.name();
        let message = format!("{name}: two things cannot be written to one file; name another");
        return Err(Failure::new(message).in_file(name));
    }
    Ok(())
}

/// What all evidence begins with.
fn begin(command: &str, configuration: String, files: Files) -> Map<String, Value> {
    let Value::Object(map) = json!({
        "command": command,
        "version": env!("CARGO_PKG_VERSION"),
        "configuration": configuration,
        "inputs": files.inputs,
        "outputs": files.outputs,
    }) else {
        return Map::new();
    };
    map
}
