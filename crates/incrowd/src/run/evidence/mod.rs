//! Evidence of what a command found, for those who were not there: a report to sign, a certificate
//! to check, and the same in `--json`.
//!
//! All three are one document: what the command prints as JSON, and under `evidence` what a reader
//! needs besides. The report is drawn from it (`incrowd-render`) and knows nothing else.

mod attack;
pub mod certificate;
pub mod certify;
mod check;
mod columns;
mod distributions;
mod files;
mod issue;
mod key;
mod mask;
mod question;
mod release;
mod release_outputs;
mod roles;
mod scan;
mod search;
mod words;

use std::path::PathBuf;

use incrowd_document::{Certificate, CertificateNote, Document, Evidence};
use incrowd_io::{Location, Output};
use incrowd_render::page;

use crate::error::{Error, Result};
use crate::options::{CertificateOptions, EvidenceOptions, PurposeOptions};
use crate::request::a_file;
use crate::run::Context;

pub use attack::AttackEvidence;
pub use check::MeasuredTable;
pub use files::Files;
pub use issue::CertificateRequest;
pub use key::CommitmentKey;
pub use mask::MaskedTables;
use question::written_for;
pub use question::{CertificateInput, file_name, known_by_values};
pub use release::ReleaseFacts;
pub use release_outputs::ReleaseOutputs;
pub use scan::looked;

/// What a certificate without a key leaves out.
const COMMITS_TO_NOTHING: &str =
    "the certificate commits to nothing private: `key` would let you prove the original later";

/// A certificate that was asked for.
#[derive(Default)]
pub struct Certified {
    /// The certificate, if one is wanted and can be given.
    pub certificate: Option<Certificate>,
    /// What the document says of it.
    pub note: Option<CertificateNote>,
    /// Why there is none.
    pub warning: Option<String>,
}

/// What is to be written about a command, its places reserved before any work is done.
pub struct EvidenceFiles {
    report: Option<Output>,
    certificate: Option<Output>,
    key: Option<(Output, CommitmentKey)>,
    wanted: bool,
}

impl EvidenceFiles {
    /// Makes sure that what is asked for can be written, and not over an input.
    pub fn reserve(
        args: &EvidenceOptions,
        certificate: &CertificateOptions,
        force: bool,
        inputs: &[Location],
    ) -> Result<EvidenceFiles> {
        let inputs: Vec<&Location> = inputs.iter().collect();
        let place = |flag: &str, path: &Option<PathBuf>| -> Result<Option<Output>> {
            let Some(path) = path else { return Ok(None) };
            Ok(Some(Output::create(&a_file(flag, path)?, force, &inputs)?))
        };
        let report = place("report", &args.report)?;
        let key = match &certificate.key {
            Some(_) if certificate.certificate.is_none() => {
                return Err(Error::options(
                    "`key` is for `certificate`: without one there is nothing to prove",
                ));
            }
            Some(path) => {
                let place = a_file("key", path)?;
                Some((Output::create_private(&place, force, &inputs)?, CommitmentKey::draw()?))
            }
            None => None,
        };
        let certificate = place("certificate", &certificate.certificate)?;
        let evidence_files =
            EvidenceFiles { wanted: args.evidence || report.is_some(), report, certificate, key };
        if let (Some(report), Some(certificate)) =
            (&evidence_files.report, &evidence_files.certificate)
        {
            apart(report, certificate)?;
        }
        evidence_files
            .keep_key_away(evidence_files.report.iter().chain(&evidence_files.certificate))?;
        Ok(evidence_files)
    }

    /// Makes sure that nothing is written over what is published.
    pub fn keep_apart(&self, outputs: &[&Output]) -> Result<()> {
        for output in outputs {
            for own in [&self.report, &self.certificate].into_iter().flatten() {
                apart(own, output)?;
            }
        }
        self.keep_key_away(outputs.iter().copied())
    }

    /// Refuses a key in the folder of something that goes out.
    fn keep_key_away<'o>(&self, outputs: impl IntoIterator<Item = &'o Output>) -> Result<()> {
        let Some((key, _)) = &self.key else { return Ok(()) };
        let beside = outputs.into_iter().find(|output| key.is_in_same_folder(output));
        if let Some(output) = beside {
            let (name, beside) = (key.name(), output.name());
            let message = format!(
                "`key = {name}`: it stands in the folder of {beside}, and a key is kept never beside the release: \
                 whoever has both can test who is in the original; name another folder"
            );
            return Err(Error::options(message).in_file(name));
        }
        Ok(())
    }

    /// Says that a purpose has no use where no report is made.
    pub fn note_idle_purpose(&self, options: &PurposeOptions, context: &Context) {
        if options.purpose.is_some() && !self.wanted {
            context
                .note("`for` fills a field of the report, and none is made (`report`, `evidence`)");
        }
    }

    /// Whether evidence is to be gathered.
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Whether a certificate is to be written.
    pub fn certifies(&self) -> bool {
        self.certificate.is_some()
    }

    /// The certificate, if one is wanted and can be given.
    pub fn certify(&self, issue: Result<CertificateRequest<'_>>, context: &Context) -> Certified {
        let Some(place) = &self.certificate else { return Certified::default() };
        let key = self.key.as_ref().map(|(_, key)| key);
        let issued = issue.and_then(|issue| {
            let commits = issue.private.iter().map(|(role, _)| (*role).to_owned()).collect();
            Ok((commits, issue.write(key, context)?))
        });
        let (commits, certificate): (Vec<String>, _) = match issued {
            Ok(issued) => issued,
            Err(failure) => {
                let warning = format!("no certificate is written: {}", failure.message());
                context.warn(&warning);
                return Certified { warning: Some(warning), ..Certified::default() };
            }
        };
        let mut note = CertificateNote {
            file: place.name().to_owned(),
            key: None,
            commits_to: None,
            note: None,
        };
        if let Some((key, _)) = &self.key {
            note.key = Some(key.name().to_owned());
            note.commits_to = Some(commits);
        } else if !commits.is_empty() {
            context.note(COMMITS_TO_NOTHING);
            note.note = Some(COMMITS_TO_NOTHING.to_owned());
        }
        Certified { certificate: Some(certificate), note: Some(note), warning: None }
    }

    /// Writes what was asked for beside its places. A certificate is given only for what holds.
    pub fn write(
        self,
        document: impl FnOnce() -> Document,
        certificate: Option<&Certificate>,
    ) -> Result<Vec<Output>> {
        let mut outputs = Vec::new();
        if let Some(mut report) = self.report {
            report.write_all(page(&document()).html().as_bytes())?;
            outputs.push(report);
        }
        let Some(certificate) = certificate else { return Ok(outputs) };
        if let Some((mut place, key)) = self.key {
            place.write_all(key.text().as_bytes())?;
            outputs.push(place);
        }
        if let Some(mut place) = self.certificate {
            place.write_all(certificate::text(certificate)?.as_bytes())?;
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
        return Err(Error::options(message).in_file(name));
    }
    Ok(())
}

/// What all evidence begins with.
fn begin(command: &str, configuration: String, files: Files) -> Evidence {
    Evidence {
        command: command.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        configuration,
        inputs: files.inputs,
        outputs: files.outputs,
        ..Evidence::default()
    }
}
