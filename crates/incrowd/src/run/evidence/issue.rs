//! A certificate about to be given.

use std::path::Path;

use incrowd_core::terms::{PublishedRisk, Risk, Severity};
use incrowd_document::{Certificate, Commitments};
use incrowd_io::{Digest, Table};

use crate::error::{Error, Result};
use crate::run::Context;

use super::certify::{self, CertifiedTables, Promised, body, by_chance};
use super::{CertificateInput, CommitmentKey, Files, certificate};

/// The part of the original table.
const TABLE: &str = "table";

/// The part of the file of options.
const SETTINGS: &str = "settings";

/// What a certificate is made from.
pub struct CertificateRequest<'a> {
    pub asked: CertificateInput,
    pub sources: CertifiedTables<'a>,
    /// Public files.
    pub files: Files,
    /// Files that stay with the steward, by the part that they played.
    pub private: Vec<(&'static str, Digest)>,
    /// What was promised of rows that were published by chance.
    pub by_chance: Option<Promised>,
    /// The risks that were found.
    pub risks: Vec<Risk>,
}

impl CertificateRequest<'_> {
    /// The sealed certificate; an error says why there is none.
    pub fn write(self, key: Option<&CommitmentKey>, context: &Context) -> Result<Certificate> {
        let _step = context.execution.step("certifying", None);
        let asked = self.asked_by_others(context)?;
        let CertificateRequest { sources, files, private, .. } = self;
        let measured = match self.by_chance {
            Some(promised) => by_chance(&asked, sources.published, promised, context)?,
            None => {
                // A notice changes no verdict, so what the original shows is not told for it.
                let of_note =
                    self.risks.into_iter().filter(|risk| risk.severity > Severity::Notice);
                let found = PublishedRisk::of(&of_note.collect::<Vec<_>>());
                let body = body(&asked, &sources, &found, context)?;
                if !body.holds || !body.undecided.is_empty() {
                    return Err(Error::options(
                        "what is demanded can be decided only with the original table",
                    ));
                }
                body.certificate
            }
        };
        let commitments = key.map(|key| commitments(key, &private)).transpose()?;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        certificate::seal(certificate::assemble(measured, files.for_others(), commitments, version))
    }

    /// The question without what describes private files.
    fn asked_by_others(&self, context: &Context) -> Result<CertificateInput> {
        let CertifiedTables { published, secrets, register, distribution, .. } = &self.sources;
        let tables: Vec<&Table> =
            [Some(*published), *secrets, *register, *distribution].into_iter().flatten().collect();
        let seen = certify::seen(&self.asked.others.null, &tables, context)?;
        let columns: Vec<String> =
            tables.iter().flat_map(|table| table.columns()).cloned().collect();
        self.asked.clone().for_others(&|word| seen.iter().any(|seen| seen == word), &columns)
    }
}

/// Commitments to private files.
fn commitments(key: &CommitmentKey, private: &[(&'static str, Digest)]) -> Result<Commitments> {
    let commit = |role: &str| {
        let file = private.iter().find(|(name, _)| *name == role);
        file.map(|(role, digest)| key.commit(role, digest)).transpose()
    };
    Ok(Commitments { table: commit(TABLE)?, settings: commit(SETTINGS)? })
}

/// The original table, and the file that said what to do with it.
pub fn private(table: &Table, settings: Option<&Path>) -> Result<Vec<(&'static str, Digest)>> {
    let mut private = vec![(TABLE, table.digest()?)];
    if let Some(path) = settings {
        private.push((SETTINGS, Digest::of(path, &path.display().to_string())?));
    }
    Ok(private)
}
